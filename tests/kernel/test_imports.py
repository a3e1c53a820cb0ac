"""What the kernel is trusted with: the standard library, itself and the plain data of language."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import derivations.kernel
from derivations.kernel import AXIOMS, Certificate, NormalForm, encode
from derivations.language.statements import eq, statement
from tests.support.notation import symbol

FOLDER = Path(derivations.kernel.__file__).parent
FILES = sorted(FOLDER.glob("*.py"))
PLAIN_DATA = {
    "derivations.language.terms", "derivations.language.heads", "derivations.language.sorts",
    "derivations.language.statements", "derivations.language.text", "derivations.language.limits",
    "derivations.language.substitution",
}  # fmt: skip
FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__"}
FORBIDDEN_MODULES = {"pickle", "marshal", "shelve", "importlib", "ctypes", "subprocess", "code"}


def imported(tree: ast.AST) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, "imports are absolute"
            if node.module == "derivations.kernel":
                found |= {f"derivations.kernel.{alias.name}" for alias in node.names}
            else:
                found.add(node.module)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_imports_the_standard_library_the_kernel_and_plain_data(path: Path) -> None:
    for name in sorted(imported(ast.parse(path.read_text(encoding="utf-8")))):
        top = name.partition(".")[0]
        own = name == "derivations.kernel" or name.startswith("derivations.kernel.")
        assert own or name in PLAIN_DATA or top in sys.stdlib_module_names, name
        assert top not in FORBIDDEN_MODULES, name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_is_evaluated_as_code(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in FORBIDDEN_CALLS, f"{path.name}:{node.lineno}"


def test_replay_does_not_import_sympy(tmp_path: Path) -> None:
    x, y = symbol("x"), symbol("y")
    path = tmp_path / "sum.json"
    path.write_text(json.dumps(encode(Certificate(statement(eq(x + y, y + x)), (NormalForm(),)))))
    program = (
        "import sys\n"
        "from derivations.kernel.replay import replay_files\n"
        f"status = replay_files([{str(path)!r}])\n"
        "rooms = [m for m in sys.modules if m.startswith('derivations.')\n"
        "         and not m.startswith(('derivations.kernel', 'derivations.language'))]\n"
        "print(status, 'sympy' in sys.modules, 'mpmath' in sys.modules, rooms)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True,
        cwd=FOLDER.parent.parent,
    )
    assert run.stdout.splitlines()[-1] == "0 False False []"


def test_nothing_is_assumed() -> None:
    assert AXIOMS == ()
