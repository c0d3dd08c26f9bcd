"""The command line: a command is a folder, from its options (`command`) by what it does (`work`) to what it says (`words`)."""
