"""`python -m antifaz` is the command `antifaz`."""

import sys

from antifaz.command_line import main

if __name__ == "__main__":
    sys.exit(main())
