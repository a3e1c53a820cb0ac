"""`python -m derivations` is the command line."""

import sys

from derivations.cli import main

if __name__ == "__main__":
    sys.exit(main())
