"""What the kernel is trusted with: the standard library, itself and the plain data of language."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import derivations.kernel

FOLDER = Path(derivations.kernel.__file__).parent
FILES = {
    ".".join(("derivations.kernel", *path.relative_to(FOLDER).with_suffix("").parts)).removesuffix(
        ".__init__"
    ): path
    for path in sorted(FOLDER.rglob("*.py"))
}
PLAIN_DATA = {
    f"derivations.language.{name}"
    for name in ("terms", "substitution", "sorts", "statements", "heads")
}
# What only reads and writes files.
UNTRUSTED = {f"derivations.kernel.{name}" for name in ("encoding", "replay", "__main__")}
FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__"}
FORBIDDEN_MODULES = {"pickle", "marshal", "shelve", "importlib", "ctypes", "subprocess", "code"}


def imported(path: Path, late: bool) -> set[str]:
    """The modules that a file imports; without late ones those that loading it needs."""
    found: set[str] = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = list(ast.walk(tree)) if late else tree.body
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, "imports are absolute"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {n if n in FILES or n in PLAIN_DATA else node.module for n in names}
    return found


@pytest.mark.parametrize("name", FILES)
def test_a_file_imports_the_standard_library_the_kernel_and_plain_data(name: str) -> None:
    for other in imported(FILES[name], late=True):
        top = other.partition(".")[0]
        version = name in UNTRUSTED and other == "derivations"
        known = other in FILES or other in PLAIN_DATA or top in sys.stdlib_module_names
        assert known or version, other
        assert top not in FORBIDDEN_MODULES, other


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_evaluated_as_code(name: str) -> None:
    for node in ast.walk(ast.parse(FILES[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in FORBIDDEN_CALLS


def test_no_circle_of_imports() -> None:
    graph = {name: imported(path, late=False) & FILES.keys() for name, path in FILES.items()}
    assert list(TopologicalSorter(graph).static_order())


@pytest.mark.parametrize("name", FILES)
def test_no_file_is_long(name: str) -> None:
    assert len(FILES[name].read_text(encoding="utf-8").splitlines()) <= 400


def test_the_kernel_loads_without_sympy() -> None:
    code = "import sys, derivations.kernel; assert 'sympy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
