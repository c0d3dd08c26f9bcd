// The extension: it starts `exactua lsp` for the folder that is open, and ends it. All else the server does.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["latex", "tex", "markdown", "python"];
let client;

/** The program and its arguments, as the settings have them. */
function command(settings, folder) {
  const filled = (text) => text.replaceAll("${workspaceFolder}", folder ?? "");
  const claims = settings.get("claims", []).flatMap((file) => ["--claims", filled(file)]);
  const certificates = ["--certificates", filled(settings.get("certificates", ".exactua"))];
  const seconds = ["--seconds", String(settings.get("seconds", 60))];
  return { command: filled(settings.get("path", "exactua")), args: ["lsp", ...certificates, ...claims, ...seconds] };
}

async function start() {
  const folder = vscode.workspace.workspaceFolders?.[0];
  const run = command(vscode.workspace.getConfiguration("exactua", folder), folder?.uri.fsPath);
  const documentSelector = LANGUAGES.map((language) => ({ scheme: "file", language }));
  client = new LanguageClient(
    "exactua",
    "exactua",
    { ...run, options: { cwd: folder?.uri.fsPath } },
    { documentSelector, workspaceFolder: folder },
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    vscode.window.showErrorMessage(
      `${run.command} lsp does not start (${error.message}); set exactua.path, or run: pip install 'exactua[lsp]'`,
    );
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function restart() {
  await stop();
  await start();
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("exactua.restart", restart),
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("exactua") && restart()),
  );
  await start();
}

module.exports = { activate, command, deactivate: stop };
