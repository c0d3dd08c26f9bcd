// `npm test`: what the extension starts, with stand-ins for the editor and for the client.
"use strict";

const assert = require("node:assert");
const Module = require("node:module");
const test = require("node:test");

const started = [];
const shown = [];
const registered = {};
let fails = false;
let given = {};

const vscode = {
  workspace: {
    workspaceFolders: [{ uri: { fsPath: "/home/me/paper" } }],
    getConfiguration: () => ({ get: (name, otherwise) => given[name] ?? otherwise }),
    onDidChangeConfiguration: (listener) => (registered.changed = listener),
  },
  commands: { registerCommand: (name, action) => (registered[name] = action) },
  window: { showErrorMessage: (text) => shown.push(text) },
};

class LanguageClient {
  constructor(id, name, server, options) {
    Object.assign(this, { server, options, running: false });
  }
  async start() {
    if (fails) throw new Error("spawn exactua ENOENT");
    this.running = true;
    started.push(this);
  }
  async stop() {
    this.running = false;
  }
}

const load = Module._load;
Module._load = (name, ...rest) =>
  ({ vscode, "vscode-languageclient/node": { LanguageClient } })[name] ?? load(name, ...rest);
const extension = require("./extension.js");

test("the defaults", async () => {
  await extension.activate({ subscriptions: [] });
  const [client] = started;
  assert.deepStrictEqual(client.server, {
    command: "exactua",
    args: ["lsp", "--certificates", ".exactua", "--seconds", "60"],
    options: { cwd: "/home/me/paper" },
  });
  assert.deepStrictEqual(
    client.options.documentSelector.map(({ scheme, language }) => [scheme, language]),
    [["file", "latex"], ["file", "tex"], ["file", "markdown"], ["file", "python"]],
  );
});

test("the settings, and that a change of them starts it again", async () => {
  given = { path: "${workspaceFolder}/.venv/bin/exactua", certificates: "kept", claims: ["a.py", "b.py"], seconds: 0 };
  registered.changed({ affectsConfiguration: (name) => name === "another" });
  assert.strictEqual(started.length, 1);
  await registered.changed({ affectsConfiguration: (name) => name === "exactua" });
  assert.deepStrictEqual([started[0].running, started[1].running], [false, true]);
  assert.strictEqual(started[1].server.command, "/home/me/paper/.venv/bin/exactua");
  assert.deepStrictEqual(started[1].server.args, [
    "lsp", "--certificates", "kept", "--claims", "a.py", "--claims", "b.py", "--seconds", "0",
  ]);
});

test("a program that there is not is told, and the next start may succeed", async () => {
  fails = true;
  await registered["exactua.restart"]();
  assert.match(shown[0], /^\/home\/me\/paper\/\.venv\/bin\/exactua lsp does not start \(spawn exactua ENOENT\); set exactua\.path/);
  fails = false;
  await registered["exactua.restart"]();
  await extension.deactivate();
  assert.deepStrictEqual(started.map((client) => client.running), [false, false, false]);
});
