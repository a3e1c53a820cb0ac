"""Run the tests, in .venv, which is made if missing.  Arguments are passed on to pytest.

python3 scripts/test.py            all tests
python3 scripts/test.py -k rotation
"""

import os
import sys

import environment

if __name__ == "__main__":
    environment.enter("dev")
    os.chdir(environment.ROOT)
    import pytest

    sys.exit(pytest.main(sys.argv[1:]))
