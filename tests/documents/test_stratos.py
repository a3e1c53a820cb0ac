"""Position Embedding: what the corrections, and the lemma on the exponent, have to say exactly."""

from __future__ import annotations

import random

import pytest

from derivations import prove
from tests.support.documents import claims_of
from tests.support.notation import in_text

CLAIMS = claims_of("stratos")
CORRECTED = {c.corrects: c.label for c in CLAIMS.values() if c.corrects is not None}


@pytest.mark.parametrize("printed", sorted(CORRECTED.keys() - {"eq19"}))
def test_a_correction_has_the_hypotheses_of_its_misprint_or_fewer(printed: str):
    """(19) is corrected for every d: it differs."""
    given = CLAIMS[printed].statement.hypotheses
    assert set(CLAIMS[CORRECTED[printed]].statement.hypotheses) <= set(given)


def test_the_exponent_differs_from_its_correction_in_the_order_of_the_positions():
    assert [
        in_text(CLAIMS[label].statement.goals[0].relation.right)
        for label in ("sec211-exponent", "sec211-exponent-corrected")
    ] == ["inner(z, z')*exp((t' - t)*I)", "inner(z, z')*exp((t - t')*I)"]


REFUTED_AT = {
    "still-good-injective": {"M": "1", "sigma": "Function(j0_ -> pi)", "t": "0", "t'": "2"},
    "sec211-exponent": {"t": "0", "t'": "1", "z": "1", "z'": "1"},
    "base-00001": {"M": "2", "l": "2"},
    "progressively-smaller": {"M": "2", "t": "0"},
}


@pytest.mark.parametrize("label", REFUTED_AT)
def test_what_is_refuted_is_refuted_in_the_ranges_of_the_paper(label: str):
    witness = prove(CLAIMS[label].statement).witness
    assert witness is not None
    values = {s.name: in_text(v) for s, v in witness.values}
    assert {name: values[name] for name in REFUTED_AT[label]} == REFUTED_AT[label]


def test_the_exponent_is_refuted_by_exact_values():
    witness = prove(CLAIMS["sec211-exponent"].statement).witness
    assert witness is not None
    sides = (in_text(witness.left), in_text(witness.right))
    assert sides == ("cos(1) - I*sin(1)", "cos(1) + I*sin(1)")


def test_the_lemma_holds_for_vectors_of_every_size():
    lemmas = [claim.statement for label, claim in CLAIMS.items() if label.startswith("eq23-d")]
    assert [(s.sorts["d"].kind, s.hypotheses) for s in lemmas] == [("posint", ())] * 5


@pytest.mark.parametrize("step", [1, 2, 3, 4])
def test_polar_forms_are_hypotheses_of_the_printed_proof(step: int):
    claim = CLAIMS[f"eq23-proof[{step}]"]
    assert [in_text(h) for h in claim.statement.hypotheses] == [
        "z == Abs(z)*exp(theta*I)",
        "z' == Abs(z')*exp(phi*I)",
    ]


@pytest.mark.parametrize("label", ["still-good-shift", "rope-2M-relative"])
def test_half_the_dimension_is_a_symbol(label: str):
    assert CLAIMS[label].statement.sorts["M"].kind == "posint"


def test_the_numbers_of_the_code_are_what_the_generator_draws():
    """The generator is that of `random`, MT19937, with its state filled from the seed 0."""
    state = [0]
    for i in range(1, 624):
        state.append((1812433253 * (state[-1] ^ state[-1] >> 30) + i) % 2**32)
    generator = random.Random()
    generator.setstate((3, (*state, 624), None))

    def draw(words: int, bits: int) -> str:
        number = 0
        for _ in range(words):
            number = number << 32 | generator.getrandbits(32)
        return str(number % 2**bits)

    normals, angles = (in_text(CLAIMS[label].statement) for label in ("code-q-k", "code-t1-t2"))
    assert all(draw(words=2, bits=53) in normals for _ in range(4))
    assert all(draw(words=1, bits=24) in angles for _ in range(2))
