"""`python -m exactua`."""

from exactua.commands.group import main

if __name__ == "__main__":
    main()
