"""`python -m exactua`."""

from exactua.cli import main

if __name__ == "__main__":
    main()
