"""The command line: a command is a folder, from its options (`command`) by its work (`work`) to its words (`words`)."""
