"""`import derivations`: every public name is there, and none costs anything until it is used."""

import subprocess
import sys

import pytest

import derivations


@pytest.mark.parametrize("name", derivations.__all__)
def test_every_public_name_is_there(name):
    assert getattr(derivations, name) is not None


def test_all_names_are_listed():
    assert dir(derivations) == derivations.__all__ == sorted(set(derivations.__all__))


def test_an_unknown_name():
    with pytest.raises(AttributeError, match="module 'derivations' has no name 'porve'"):
        derivations.porve  # noqa: B018


def test_importing_the_package_imports_no_room_and_no_sympy():
    code = (
        "import sys, derivations; "
        "sys.exit(any(m.startswith(('derivations.', 'sympy')) for m in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
