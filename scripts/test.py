"""Run the tests, in .venv, which is made if missing, with as many processes as processors.

python3 scripts/test.py            all tests
python3 scripts/test.py --long     the long campaigns too, which take much longer
python3 scripts/test.py -k rotation -n 0

Arguments are passed on to pytest; `-n 0` runs in one process.
"""

import os
import sys

import environment

if __name__ == "__main__":
    environment.enter("dev")
    os.chdir(environment.ROOT)
    import pytest

    sys.exit(pytest.main(["-n", "auto", "--dist", "worksteal", *sys.argv[1:]]))
