"""`python cli.py check ...` from a bare checkout, with nothing installed but the dependencies."""

from exactua.commands.group import main

if __name__ == "__main__":
    main()
