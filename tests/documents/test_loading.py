"""Claim files: what they state is judged, what they change is put back, and they end."""

from __future__ import annotations

import os
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import mpmath
import pytest
import sympy
from sympy.core.parameters import global_parameters

from derivations import Document, DocumentError, load, prove
from derivations.language.as_written import is_as_written

HEAD = """\
from sympy import Eq, symbols
from derivations import Document
x, y = symbols("x y")
"""
GOOD = HEAD + 'doc = Document("notes")\ndoc.claim("one", Eq(x + y, y + x))\n'


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def written(text: str, name: str = "notes.py") -> str:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return name

    return written


def fault(name: str, seconds: float | None = None) -> str:
    with pytest.raises(DocumentError) as caught:
        load(name, seconds)
    return str(caught.value)


# One document, with all that is stated

TWO = 'for name, right in {"one": 2*x, "two": x*1}.items():\n'
MADE = """
def make(name, right):
    doc = Document(name)
    doc.claim("k", Eq(x, right))
    return doc
"""
NOT_ONE = [
    TWO + '    doc = Document(name)\n    doc.claim("k", Eq(x, right))\n',
    MADE + TWO + "    doc = make(name, right)\n",
    MADE + 'make("one", 2*x)\ndoc = make("two", x*1)\n',
    MADE + 'doc = make("two", x*1)\n(lambda: make("one", 2*x))()\n',
    'doc = Document("one")\ndoc.claim("k", Eq(x, 2*x))\ndel doc\ndoc = Document("two")\n',
    'doc = Document("two")\nexec(\'Document("one").claim("k", Eq(x, 2*x))\')\n',
    'doc = Document("two")\nexec(\'from derivations import *; Document("one")\', {})\n',
    'doc = Document("two")\ntry:\n    Document("one")/0\nexcept TypeError:\n    pass\n',
]


@pytest.mark.parametrize("text", NOT_ONE)
def test_two_documents_are_a_fault_whatever_they_are_called(write, text):
    told = "notes.py defines 2 documents (one, two); a claim file defines exactly one, "
    assert told in fault(write(HEAD + text))


def test_a_document_that_is_called_nothing_is_judged(write):
    doc = load(write(HEAD + MADE + 'make("one", 2*x)\n'))
    assert [claim.label for claim in doc.claims] == ["k"]
    assert doc.stated == 1


def test_documents_that_are_imported_do_not_count(write):
    write(HEAD + 'doc = Document("other")\ndoc.claim("theirs", Eq(x, 2*x))\n', "other.py")
    doc = load(write("import sys; sys.path.insert(0, '.')\nimport other\n" + GOOD))
    assert [claim.label for claim in doc.claims] == ["one"]


def test_what_is_claimed_of_the_document_of_another_file_is_a_fault(write):
    write(HEAD + 'doc = Document("other")\n', "other.py")
    text = "import sys; sys.path.insert(0, '.')\nimport other\n" + GOOD
    assert fault(write(text + 'other.doc.claim("mine", Eq(x, 2*x))\n')) == (
        "notes.py:8: 'mine': it is claimed in the document 'other', which this file does not make: "
        "it would not be judged"
    )


def test_a_document_that_another_module_makes_for_it_is_a_fault(write):
    write("from derivations import Document\ndef make(): return Document('made')\n", "other.py")
    text = "import sys; sys.path.insert(0, '.')\nfrom other import make\ndoc = make()\n"
    assert fault(write(text)) == "other.py:2: a document is made by the claim file itself"


def test_claims_that_are_gone_are_a_fault(write):
    assert fault(write(GOOD + "doc._claims.clear()\n")) == (
        "notes.py states 1 claims and steps, of which its document holds 0: the others would not "
        "be judged"
    )


def test_what_a_file_types_in_replaces_nothing(write):
    again = "exec('doc.claim(\"one\", Eq(x, x + 0))', {'doc': doc, 'Eq': Eq, 'x': x})\n"
    assert "'one': this label is already used at line 5" in fault(write(GOOD + again))


NOT_STATED = {
    'if __name__ == "__main__":\n    doc.claim("no", Eq(x, 2*x))\n': 7,
    'def more():\n    doc.claim("no",\n              Eq(x, 2*x))\n': 7,
    'def more(notes):\n    notes.claim("no", Eq(x, 2*x))\n': 7,
    'later = map(lambda k: doc.claim(f"no{k}", Eq(x, k)), range(3))\n': 6,
    'for k in ():\n    doc.chain("no", x, step(2*x))\n': 7,
    'doc.claim("two", Eq(2*x, x + x)); (lambda: doc.claim("no", Eq(x, 2*x)))\n': 6,
    'claim = doc.claim\nif x == 1:\n    claim("no", Eq(x, 2*x))\n': 8,
    'from functools import partial\nclaim = partial(doc.claim, words="w")\n'
    'def more():\n    claim("no", Eq(x, 2*x))\n': 9,
    'def more(x):\n    x.claim("no", Eq(x, 2*x))\n': 7,
    'def more():\n    doc.claim("no", Eq(x, 2*x))\nnotes, doc = doc, None\n': 7,
    'if x == 1: Document.claim(doc, "no", Eq(x, 2*x))\n': 6,
    'docs = [doc]\nif x == 1: docs[0].claim("no", Eq(x, 2*x))\n': 7,
    'if x == 1: (d := doc).claim(f"no", Eq(x, 2*x))\n': 6,
    'try:\n    doc.claim("no", Eq(x, 2*x), given=(Eq(x, 1/k) for k in range(2)))\n'
    'except ZeroDivisionError:\n    pass\n': 7,
}


@pytest.mark.parametrize("text", NOT_STATED)
def test_claims_of_a_file_that_it_does_not_state_are_a_fault(write, text):
    told = " was not stated when the file was run: it would not be judged"
    found = fault(write(GOOD + text))
    assert found.startswith(f"notes.py:{NOT_STATED[text]}: this c") and found.endswith(told)


def test_steps_that_stand_in_no_chain_are_a_fault(write):
    """As where a bracket closes too early."""
    text = "from derivations import step\n"
    text += "doc.chain('two', 2*x, step(x + x)), step(3*x)\n"
    text += "lines = [step(k*x) for k in (2, 3)]\ndoc.chain('three', x + x, lines[0])\n"
    told = ": this step stands in no chain: it would not be judged"
    assert fault(write(GOOD + text)) == f"2 faults\n  notes.py:7{told}\n  notes.py:8{told}"


def test_claims_that_functions_state_are_stated(write):
    text = "def more(n, to):\n    to.claim(f'k{n}',\n        Eq(x + n, n + x))\n"
    text += "more(2, doc)\nmore(3, doc)\n"
    text += "(doc\n  .claim('k4', Eq(2*x, x + x)))\n"
    text += "claim = doc.claim\nclaim('k5', Eq(3*x, 2*x + x))\n"
    assert [c.label for c in load(write(GOOD + text)).claims] == ["one", "k2", "k3", "k4", "k5"]


@pytest.mark.parametrize("text", [
    "import itertools\nif x == 1: itertools.chain('a', 'b')\n",
    "class Other:\n    def claim(self, *_): pass\nif x == 1: Other().claim('a', x)\n",
    "def claim(x): return x\nif x == 1: claim('a')\n",
    "if x == 1: [].chain(x)\n",
])
def test_what_is_no_claim_of_the_document_is_no_fault(write, text):
    assert [c.label for c in load(write(GOOD + text)).claims] == ["one"]


def test_a_definition_that_is_a_fault_stays_one_if_it_is_passed_over(write):
    text = "try:\n    f = doc.define('f', x, 1.5*x)\nexcept Exception:\n    pass\n"
    assert "1.5" in fault(write(GOOD + text))


@pytest.mark.skipif(os.name == "nt", reason="has no forks")
def test_what_a_file_states_in_another_process_is_a_fault(write):
    text = (
        "from multiprocessing import get_context\n"
        "def add(k): doc.claim(f'k{k}', Eq(x, k*x))\n"
        "with get_context('fork').Pool(1) as pool: pool.map(add, [2])\n"
    )
    assert "states all in the process that runs it, not in others" in fault(write(GOOD + text))


# Threads

THREADS = [
    "Thread(target=more)",
    "Thread(target=lambda: Document('other').claim('k', Eq(x, 2*x)))",
    "Thread(target=doc.claim, args=('k', Eq(x, 2*x)))",
    "Thread(target=doc.claim, args=('k', 'no relation'))",
    "Thread(target=doc.define, args=('f', x, x + 1))",
]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("thread", THREADS)
def test_what_a_file_states_in_another_thread_is_a_fault(write, thread):
    text = "def more():\n    doc.claim('more', Eq(x/x, 1))\n"
    text = f"from threading import Thread\n{GOOD}{text}t = {thread}\nt.start()\nt.join()\n"
    assert "states all in the thread that runs it; this is another thread" in fault(write(text))


def test_a_task_of_a_file_states_as_the_file_does(write):
    text = "import asyncio\nasync def more():\n    doc.claim('more', Eq(x/x, 1))\n"
    doc = load(write(GOOD + text + "asyncio.run(more())\n"))
    assert [prove(c.statement).kind for c in doc.claims] == ["proved", "conditional"]


def test_files_are_run_one_after_the_other(write):
    text = (
        "import os, sys, time\nsys.path.insert(0, os.path.dirname(__file__))\ntime.sleep(0.05)\n"
        f"from helper import RIGHT\nos.chdir('/')\ntime.sleep(0.05)\n{HEAD}"
        'doc = Document("notes")\ndoc.claim("one", Eq(x + x, RIGHT*x))\n'
    )
    files = []
    for folder, right in (("a", 2), ("b", 3), ("c", 2), ("d", 3)):
        write(f"RIGHT = {right}\n", f"{folder}/helper.py")
        files.append(os.path.abspath(write(text, f"{folder}/notes.py")))
    before = state()
    with ThreadPoolExecutor(len(files)) as pool:
        found = [prove(doc.claims[0].statement).kind for doc in pool.map(load, files)]
    assert found == ["proved", "refuted", "proved", "refuted"]
    assert state() == before


def test_other_threads_make_documents_while_a_file_is_run(write):
    made = []

    def make() -> None:
        made.append(Document("own"))
        made[0].claim("sum", "x + y = y + x", let={"x, y": "real"})

    thread = Thread(target=make)
    sys.modules["notes_of_a_test"] = SimpleNamespace(thread=thread)  # type: ignore[assignment]
    try:
        started = "from notes_of_a_test import thread\nthread.start()\nthread.join()\n"
        assert len(load(write(GOOD + started)).claims) == len(made[0].claims) == 1
    finally:
        del sys.modules["notes_of_a_test"]


# How a file ends


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("raise GeneratorExit", "notes.py:6: GeneratorExit"),
        ("raise BaseException('oh\\nno')", "notes.py:6: BaseException: oh no"),
        ("import pytest; pytest.skip('not today', allow_module_level=True)", "notes.py:6: Skipped"),
        ("import sys; sys.exit(0)", "notes.py:6: SystemExit: 0"),
        ("import os; os._exit(0)", "notes.py:6: SystemExit: os._exit(0)"),
        (
            "class Odd(Exception):\n    def __str__(self): return 1/0\nraise Odd",
            "notes.py:8: <notes>.Odd: <exception str() failed>",
        ),
    ],
)
def test_whatever_ends_a_file_is_a_fault(write, text, told):
    assert told in fault(write(GOOD + text))


@pytest.mark.skipif(os.name == "nt", reason="has no alarms")
@pytest.mark.parametrize("loop", ["while True: pass", "import time\ntime.sleep(60)",
                                  "try:\n    while True: pass\nexcept Exception: pass"])
def test_a_file_that_does_not_end_is_a_fault(write, loop):
    told = fault(write(GOOD + loop), 0.3)
    assert told.endswith("it is still running after 0.3 s (--seconds 0.3)")
    assert told.startswith("notes.py:")


@pytest.mark.parametrize("name", ["sympy.py", "fractions.py", "derivations.py", "my notes.py"])
def test_a_file_may_have_the_name_of_a_module(write, name):
    assert load(write(GOOD, name)).claims[0].label == "one"
    assert prove("x + x = 2*x", let={"x": "real"}).kind == "proved"


# What is put back


def state() -> tuple[Any, ...]:
    return (
        os.getcwd(), sys.path, list(sys.path), {"below", "below.helper"} & sys.modules.keys(),
        dict(vars(global_parameters)), mpmath.mp.prec, is_as_written(), sys.stdout,
        set(sympy.assumptions.global_assumptions), warnings.filters[:], sys.getrecursionlimit(),
    )  # fmt: skip


CHANGES = [
    "import os; os.chdir('below')",
    "import sys; sys.path.insert(0, 'below')",
    "import sys; sys.path = ['below', *sys.path]",
    "import sys; sys.path.append('.'); import below.helper",
    "import sys; sys.stdout = None",
    "from sympy.core.parameters import evaluate; evaluate(True).__enter__()",
    "from sympy.core.parameters import global_parameters as p; p.evaluate = p.exp_is_pow = True",
    "from sympy import Q; from sympy.assumptions import global_assumptions as g; g.add(Q.real(x))",
    "import mpmath; mpmath.mp.dps = 200",
    "import warnings; warnings.simplefilter('error')",
    "import sys; sys.setrecursionlimit(500)",
    "from derivations import as_written; kept = as_written(); kept.__enter__()",
]


@pytest.mark.parametrize("ending", ["", "1/0\n"])
@pytest.mark.parametrize("change", CHANGES)
def test_what_a_file_changes_is_put_back(write, change, ending):
    write("", "below/helper.py")
    load(write(GOOD))
    before = state()
    write(f"{GOOD}{change}\n{ending}")
    if ending:
        assert fault("notes.py").endswith("division by zero")
    else:
        assert load("notes.py").claims[0].place.file == os.path.abspath("notes.py")
    assert state() == before


@pytest.mark.parametrize("package", ["helper.py", "helper/__init__.py", "helper/part.py"])
def test_each_file_has_the_modules_of_its_own_folder(write, package):
    module = package.replace("/__init__", "").removesuffix(".py").replace("/", ".")
    text = (
        "import os, sys\nsys.path.insert(0, os.path.dirname(__file__))\n"
        f"from {module} import RIGHT\n{HEAD}"
        'doc = Document("notes")\ndoc.claim("one", Eq(x + x, RIGHT*x))\n'
    )
    for folder in ("a", "b"):
        Path(folder, package).parent.mkdir(parents=True)
    write("RIGHT = 2\n", f"a/{package}")
    write("RIGHT = 3\n", f"b/{package}")
    found = [prove(load(write(text, f"{f}/notes.py")).claims[0].statement).kind for f in "ab"]
    assert found == ["proved", "refuted"]


def test_its_own_modules_are_run_as_written_and_installed_ones_by_sympy(write):
    write("from sympy import symbols\nx = symbols('x', real=True)\nratio = x/x\n", "helper.py")
    for name in [n for n in sys.modules if n.startswith("sympy.physics")]:
        del sys.modules[name]
    text = "import sys; sys.path.insert(0, '.')\nfrom helper import ratio\n"
    text += "from sympy.physics.matrices import mgamma\n" + HEAD
    doc = load(write(text + 'doc = Document("notes")\ndoc.claim("one", Eq(ratio, 1))\n'))
    assert prove(doc.claims[0].statement).kind == "conditional"
    assert sys.modules["sympy.physics.matrices"].mgamma(0) ** 2 == sympy.eye(4)


def test_it_gets_no_module_of_whoever_loads_it_nor_leaves_one(write, monkeypatch):
    write("", "own_of_a_test/__init__.py")
    write("from sympy import symbols\nx = symbols('x', real=True)\nratio = x/x\n",
          "own_of_a_test/formulas.py")
    monkeypatch.syspath_prepend(".")
    ours = import_module("own_of_a_test.formulas")
    text = "from own_of_a_test.formulas import ratio\n" + HEAD
    doc = load(write(text + 'doc = Document("notes")\ndoc.claim("one", Eq(ratio, 1))\n'))
    assert prove(doc.claims[0].statement).kind == "conditional"
    assert sys.modules.pop("own_of_a_test.formulas") is ours
    del sys.modules["own_of_a_test"]
    load("notes.py")
    assert not [name for name in sys.modules if name.startswith("own_of_a_test")]


def test_what_a_file_prints_is_no_output(write, capsys):
    load(write("print('loaded')\n" + GOOD))
    assert capsys.readouterr() == ("", "loaded\n")
