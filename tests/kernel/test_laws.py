"""Every law holds: its conclusions are compared with numbers wherever its premises hold."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mpmath import mp

from derivations.kernel.laws import LAWS, Law
from derivations.language.statements import Relation
from tests.support.total_values import Unfit, term_value

# Numbers at which laws change what they say, and some between.
REALS = [Fraction(a, b) for b in (1, 2, 3, 7) for a in range(-9, 10)]
ANGLES = [Fraction(k, 12) for k in range(-30, 31)]
CLOSE = mp.mpf(10) ** -30


def real_values() -> st.SearchStrategy[object]:
    return st.one_of(
        st.sampled_from(REALS), st.sampled_from(ANGLES).map(lambda q: mp.mpf(q.numerator)
                                                            / q.denominator * mp.pi)
    )


def values_for(law: Law) -> st.SearchStrategy[dict[str, object]]:
    kinds: dict[str, st.SearchStrategy[object]] = {
        "real": real_values(),
        "complex": st.one_of(
            real_values(),
            st.tuples(st.sampled_from(REALS), st.sampled_from(REALS)).map(
                lambda p: mp.mpc(mp.mpf(p[0].numerator) / p[0].denominator,
                                 mp.mpf(p[1].numerator) / p[1].denominator)
            ),
        ),
        "natural": st.integers(0, 6),
        "integer": st.integers(-6, 6),
    }
    return st.fixed_dictionaries({v.name: kinds[v.sort.kind] for v in law.variables})


def holds(relation: Relation, values: dict[str, object], slack: object) -> bool:
    """Whether the relation holds; an order up to the slack, which may be negative."""
    left, right = (term_value(t, values) for t in (relation.left, relation.right))
    gap = mp.mpc(right) - mp.mpc(left)
    if relation.operator == "==":
        return abs(gap) < CLOSE
    if relation.operator == "!=":
        return abs(gap) > CLOSE
    return abs(gap.imag) < CLOSE and gap.real > -slack  # type: ignore[operator]


@pytest.mark.parametrize("name", sorted(LAWS))
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.filter_too_much],
    derandomize=True,
)
@given(data=st.data())
def test_conclusions_follow_from_premises(name: str, data: st.DataObject) -> None:
    law = LAWS[name]
    with mp.workdps(60):
        values = named(law, data.draw(values_for(law)))
        try:
            # A premise that barely holds is taken to hold: conclusions then hold approximately.
            if not all(holds(p, values, -CLOSE if p.operator == "<" else CLOSE)
                       for p in law.premises):
                return
            for conclusion in law.conclusions:
                assert holds(conclusion, values, CLOSE), (conclusion, values)
        except Unfit:
            return


# Laws that name a value hold at few random points; these give the number that is named.
NAMED = {
    "sqrt": ("x", "z", lambda v: v**2), "sqrt from right half": ("s", "z", lambda v: v**2),
    "sqrt from upper axis": ("s", "z", lambda v: v**2), "equal squares": ("x", "y", abs),
    "atan": ("t", "z", mp.tan), "asin": ("t", "z", mp.sin), "acos": ("t", "z", mp.cos),
    "asin in strip": ("w", "z", mp.sin), "asinh": ("t", "z", mp.sinh),
    "acosh": ("t", "z", mp.cosh), "atanh": ("t", "z", mp.tanh), "log": ("w", "z", mp.exp),
}  # fmt: skip


def named(law: Law, values: dict[str, object]) -> dict[str, object]:
    """The values, with the named number computed from the name."""
    if law.name in NAMED:
        source, target, function = NAMED[law.name]
        value = values[source]
        if isinstance(value, Fraction):
            value = mp.mpf(value.numerator) / value.denominator
        values = values | {target: function(value)}
    if law.name == "arg":
        r, t = (mp.mpf(v.numerator) / v.denominator if isinstance(v, Fraction) else v
                for v in (values["r"], values["t"]))
        values = values | {"z": r * mp.expj(t)}
    if law.name == "abs":
        z = values["z"]
        z = mp.mpf(z.numerator) / z.denominator if isinstance(z, Fraction) else z
        values = values | {"r": abs(z)}
    return values


def test_laws_have_different_names_and_say_something() -> None:
    assert len(LAWS) > 90
    for name, law in LAWS.items():
        assert law.name == name and law.conclusions
        free = {s for r in (*law.premises, *law.conclusions) for s in r.free()}
        assert free == set(law.variables), name
