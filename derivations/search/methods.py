"""The methods of the search, in the order in which they are tried."""

from __future__ import annotations

from derivations.language.heads import FUNCTIONS, MATRIX_HEADS
from derivations.language.terms import BINDERS
from derivations.search.analysis import prove_by_angles, prove_by_inverse, prove_with_logarithms
from derivations.search.arguments import prove_by_arguments
from derivations.search.backwards import prove_backwards
from derivations.search.bounds import (
    prove_by_cases, prove_by_exponentials, prove_by_squares, prove_over_divisors,
)
from derivations.search.constants import prove_by_roots_of_unity, prove_no_turn, put_rational
from derivations.search.contradictions import prove_at_zero, prove_by_contradiction, prove_by_signs
from derivations.search.denominators import prove_without_divisors
from derivations.search.equations import prove_from_equations
from derivations.search.explicit_matrices import (
    BLOCKS, entry_of_block, explicit_exponential, prove_blocks, prove_exponentials,
    prove_inverse_of_product, prove_matrices_differ, prove_powers_of_blocks, prove_with_inverses,
    with_length,
)
from derivations.search.exponentials import (
    prove_by_growth, prove_sign_of_log, prove_through_exponentials,
)
from derivations.search.goals import Method, at_subterms, by_enclosure
from derivations.search.ideals import prove_in_ideal
from derivations.search.induction import prove_by_induction, prove_from_first_value, prove_recurrent
from derivations.search.instances import prove_with_theorems
from derivations.search.integers import prove_by_residues, prove_with_divisors, prove_with_floors
from derivations.search.matrices import prove_invertible, prove_with_words
from derivations.search.nonzero import prove_nonzero
from derivations.search.order import prove_linear
from derivations.search.products import (
    prove_by_opposite, prove_equal_by_orders, prove_with_products,
)
from derivations.search.reality import prove_real
from derivations.search.recurrences import HEADS
from derivations.search.reductions import prove_by_reduction
from derivations.search.rewriting import (
    prove_by_binder, prove_by_congruence, prove_by_rewriting, prove_by_value, prove_with_instances,
    prove_with_laws, rewrite_body,
)
from derivations.search.roots import prove_with_roots
from derivations.search.sums import prove_by_recurrences, prove_positive_sum, prove_signs_of_sums
from derivations.search.traces import prove_definite, prove_with_scalars
from derivations.search.turns import prove_by_turns
from derivations.search.word_powers import prove_with_powers

WITH_MATRICES = frozenset(MATRIX_HEADS)
ORDERS = ("<", "<=", "!=")
ALL = ("==", *ORDERS)

ORDER = ("<", "<=")
INVERSES = frozenset({"log", "asin", "acos", "atan", "asinh", "acosh", "atanh"})
ANGLES = frozenset({"sin", "cos", "tan", "exp", "sinh", "cosh", "tanh"})
WHOLE = frozenset({"floor", "ceiling", "mod"})
ROOTS = frozenset({"abs", "sqrt", "norm"})
BRANCHES = INVERSES | {"sqrt", "abs", "arg", "atan2", "pow"}
METHODS = (
    Method("enclosure", by_enclosure, ORDERS, light=True),
    Method("rational arguments", at_subterms(put_rational, "div", *FUNCTIONS), ALL,
           BRANCHES | WHOLE | {"sign", "div"}, level=1),
    Method("equations", prove_from_equations, ("==", "!="), light=True),
    Method("order", prove_linear, ORDER, light=True),
    Method("real", prove_real, heads=frozenset({"im"}), light=True),
    Method("no turn", prove_no_turn, ("!=",), frozenset({"exp"}), light=True),
    Method("theorems", prove_with_theorems, ALL, light=True),
    Method("invertible", prove_invertible, ("!=",), frozenset({"det"}), level=1),
    Method("words", prove_with_words, heads=WITH_MATRICES, level=1),
    Method("powers of words", prove_with_powers, level=1),
    Method("inverse of a product", prove_inverse_of_product, heads=frozenset({"inv"}), level=1),
    Method("scalars of matrices", prove_with_scalars, heads=WITH_MATRICES, light=True),
    Method("definite", prove_definite, level=1),
    Method("exponentials of matrices", prove_exponentials, heads=frozenset({"matexp"}), level=1),
    Method("explicit exponentials", at_subterms(explicit_exponential, "matexp"), ("==", "!="),
           frozenset({"matexp"}), level=1),
    Method("blocks", prove_blocks, heads=BLOCKS | {"sum"}, level=1),
    Method("entries of blocks", at_subterms(entry_of_block, "entry"), ALL,
           frozenset({"entry"}), level=1),
    Method("powers of blocks", prove_powers_of_blocks, heads=BLOCKS, level=1),
    Method("lengths", at_subterms(with_length, "norm"), ALL, frozenset({"norm"}), level=1),
    Method("entries differ", prove_matrices_differ, ("!=",), level=1),
    Method("sign of a logarithm", prove_sign_of_log, ORDERS, frozenset({"log"}), light=True),
    Method("arguments", prove_by_arguments, ALL, frozenset({"abs", "div", "floor"}), light=True),
    Method("exponentials", prove_through_exponentials, ALL, frozenset({"pow", "log"}), light=True),
    Method("contradiction", prove_by_contradiction, ("!=",), light=True),
    Method("growth", prove_by_growth, ORDERS, ANGLES, light=True),
    Method("laws backwards", prove_backwards, ORDERS, level=1, light=True),
    Method("positive sum", prove_positive_sum, ORDER, frozenset({"sum"}), level=1),
    Method("recurrences", prove_by_recurrences, ("==", *ORDER), HEADS, level=1),
    Method("induction on sums", prove_recurrent, ALL, HEADS, level=2),
    Method("not zero", prove_nonzero, ("!=",), light=True),
    Method("reductions", prove_by_reduction, light=True),
    Method("roots", prove_with_roots, ALL, BRANCHES | {"norm"}, light=True),
    Method("signs of angles", prove_by_angles, ORDER, ANGLES, level=1),
    Method("denominators", prove_without_divisors, light=True),
    Method("roots of unity", prove_by_roots_of_unity, light=True),
    Method("binder", prove_by_binder, heads=BINDERS, level=1),
    Method("whole turns", prove_by_turns, heads=INVERSES | {"arg", "atan2"}, level=1),
    Method("inverse functions", prove_by_inverse, heads=INVERSES | ROOTS, level=1),
    Method("floors", prove_with_floors, ("==", "<", "<="), WHOLE, level=1),
    Method("divisors", prove_with_divisors, heads=frozenset({"gcd", "lcm"}), level=1),
    Method("residues", prove_by_residues, heads=WHOLE, level=1),
    Method("laws", prove_with_laws, level=1),
    Method("logarithms", prove_with_logarithms, heads=BRANCHES, level=1),
    Method("instances", prove_with_instances, ALL, level=1),
    Method("congruence", prove_by_congruence, level=1),
    Method("value", prove_by_value, level=1),
    Method("signs", prove_by_signs, heads=BRANCHES, level=1),
    Method("squares", prove_by_squares, ORDER, ROOTS, level=1),
    Method("divisors of bounds", prove_over_divisors, ORDER, level=1),
    Method("products", prove_with_products, ORDER, level=1),
    Method("opposite", prove_by_opposite, ORDER, level=1),
    Method("logarithms of bounds", prove_by_exponentials, ORDER, frozenset({"log"}), level=1),
    Method("cases", prove_by_cases, ORDER, level=2),
    Method("zeros", prove_at_zero, heads=BRANCHES | {"sign"}, level=2),
    Method("induction", prove_by_induction, ALL, level=2),
    Method("ideals", prove_in_ideal, level=1),
    Method("first value", prove_from_first_value, ALL, frozenset({"sum", "product"}), level=2),
    Method("inverses", prove_with_inverses, ("==", "!="), frozenset({"inv"}), level=1),
    Method("rewriting", prove_by_rewriting, ALL, level=1),
    Method("inside binders", at_subterms(rewrite_body, *BINDERS), heads=BINDERS, level=1),
    Method("signs of sums", prove_signs_of_sums, ORDER, frozenset({"sum"}), level=1),
    Method("equal by orders", prove_equal_by_orders, level=2),
)
