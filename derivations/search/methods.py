"""The methods of the search, in the order in which they are tried."""

from derivations.language.heads import FUNCTIONS, MATRIX_HEADS
from derivations.search import (
    arguments, backwards, bounds, completion, congruences, constants, contradictions, denominators,
    equations, explicit_matrices, exponentials, finite_cases, growth, induction, instances,
    integers, inverses, irrational, matrices, mean_values, nonzero, order, products, reality,
    recurrences, reductions, resolutions, rewriting, roots, sizes, slopes, sums, traces, turns,
    written_signs,
)
from derivations.search.goals import Method, at_subterms

WITH_MATRICES = frozenset(MATRIX_HEADS)
ORDER = ("<", "<=")
ORDERS = (*ORDER, "!=")
ALL = ("==", *ORDERS)
ANGLES_OF = {"asin", "acos", "atan"}
INVERSES = {"log", "asinh", "acosh", "atanh"} | ANGLES_OF
ANGLES = {"sin", "cos", "tan", "exp", "sinh", "cosh", "tanh"}
WHOLE = {"floor", "ceiling", "mod"}
ROOTS = {"abs", "sqrt", "norm"}
SLOPES = {"diff", "tangent", "differentiable", "integral", "integrable"}
BRANCHES = INVERSES | {"sqrt", "abs", "arg", "atan2", "pow"}

METHODS = (
    Method("derivatives", slopes.prove_with_derivatives, ALL, SLOPES, light=True),
    Method("written signs", written_signs.prove_by_written_sign, ORDERS, light=True,
           form=written_signs.is_written),
    Method("enclosure", constants.prove_by_enclosure, ORDERS, light=True),
    Method("rational arguments", at_subterms(constants.put_rational, "div", *FUNCTIONS), ALL,
           BRANCHES | WHOLE | {"sign", "div"}, level=1),
    Method("equations", equations.prove_from_equations, ("==", "!="), light=True),
    Method("order", order.prove_linear, ORDER, light=True),
    Method("real values", reality.prove_values_real, heads={"conj"}, light=True),
    Method("real", reality.prove_real, heads={"im"}, light=True),
    Method("no turn", constants.prove_no_turn, ("!=",), {"exp"}, light=True),
    Method("theorems", instances.prove_with_theorems, ALL, light=True),
    Method("Lipschitz", mean_values.prove_lipschitz, ("<=",), {"abs"},
           form=lambda goal: goal.relation.left.head == "abs"),
    Method("convex", mean_values.prove_convex, ("<=",), growth.HEADS, level=1),
    Method("invertible", matrices.prove_invertible, ("!=",), {"det"}, level=1),
    Method("words", matrices.prove_with_words, heads=WITH_MATRICES, level=1),
    Method("any size", sizes.prove_for_any_size, ALL, WITH_MATRICES | {"pow"}, level=1),
    Method("powers of words", matrices.prove_with_powers, level=1),
    Method("inverse by product", explicit_matrices.prove_inverse_by_product, heads={"inv"},
           level=1),
    Method("scalars of matrices", traces.prove_with_scalars, heads=WITH_MATRICES, light=True),
    Method("definite", traces.prove_definite, level=1),
    Method("exponentials of matrices", explicit_matrices.prove_exponentials, heads={"matexp"},
           level=1),
    Method("explicit exponentials", at_subterms(explicit_matrices.explicit_exponential, "matexp"),
           ("==", "!="),
           {"matexp"}, level=1),
    Method("blocks", explicit_matrices.prove_blocks, heads=explicit_matrices.BLOCKS | {"sum"},
           level=1),
    Method("sums of parts", resolutions.prove_by_resolution, heads={"sum"}, level=1),
    Method("entries of blocks", at_subterms(explicit_matrices.entry_of_block, "entry"), ALL,
           {"entry"}, level=1),
    Method("powers of blocks", at_subterms(explicit_matrices.power_inside, "pow"),
           heads=explicit_matrices.BLOCKS, level=1),
    Method("entries differ", explicit_matrices.prove_matrices_differ, ("!=",), level=1),
    Method("greater of two", contradictions.prove_by_greater, ALL, level=1),
    Method("sign of a logarithm", exponentials.prove_sign_of_log, ORDERS, {"log"}, light=True),
    Method("arguments", arguments.prove_by_arguments, ALL, {"abs", "div", "floor"}, light=True),
    Method("exponentials", exponentials.prove_through_exponentials, ALL, {"pow", "log"},
           light=True),
    Method("contradiction", contradictions.prove_by_contradiction, ("!=",), light=True),
    Method("growth", exponentials.prove_by_growth, ORDERS, ANGLES, light=True),
    Method("laws backwards", backwards.prove_backwards, ORDERS, level=1, light=True),
    Method("parts of angles", arguments.prove_by_parts_of_angles, ORDER, frozenset({"abs"}),
           level=1),
    Method("positive sum", sums.prove_positive_sum, ORDER, {"sum"}, level=1),
    Method("values of permutations", sums.prove_by_values, ALL, {"apply"}, light=True),
    Method("permuted sums", sums.prove_reindexed, ALL, {"sum"}, level=1),
    Method("recurrences", sums.prove_by_recurrences, ("==", *ORDER), recurrences.HEADS, level=1),
    Method("induction on sums", induction.prove_recurrent, ALL, recurrences.HEADS, level=2),
    Method("not zero", nonzero.prove_nonzero, ("!=",), light=True),
    Method("reductions", reductions.prove_by_reduction, light=True),
    Method("roots", roots.prove_with_roots, ALL, BRANCHES | {"norm"}, light=True),
    Method("signs of angles", bounds.prove_by_angles, ORDER, ANGLES, level=1),
    Method("denominators", denominators.prove_without_divisors, light=True),
    Method("roots of unity", constants.prove_by_roots_of_unity, light=True),
    Method("whole turns", turns.prove_by_turns, heads=INVERSES | {"arg", "atan2"}, level=1),
    Method("irrationality of π", irrational.prove_by_irrationality, ("==", "!="), level=1),
    Method("values of inverse functions", inverses.prove_value, heads=ANGLES_OF, level=1),
    Method("whole parts", congruences.prove_with_whole_parts, ALL, WHOLE, level=1),
    Method("floors", integers.prove_with_floors, ("==", "<", "<="), WHOLE, level=1),
    Method("divisors", integers.prove_with_divisors, heads={"gcd", "lcm"}, level=1),
    Method("congruences", congruences.prove_by_congruences, ALL, level=1),
    Method("values between bounds", finite_cases.prove_by_values, ALL, level=1),
    Method("residues", finite_cases.prove_by_residues, ALL, WHOLE, level=1),
    Method("laws", rewriting.prove_with_laws, level=1),
    Method("logarithms", turns.prove_with_logarithms, heads=BRANCHES, level=1),
    Method("instances", rewriting.prove_with_instances, ALL, level=1),
    Method("congruence", rewriting.prove_by_congruence, level=1),
    Method("squares", bounds.prove_by_squares, ORDER, ROOTS, level=1),
    Method("divisors of bounds", denominators.prove_without_divisors, ORDER, level=1),
    Method("products", products.prove_with_products, ORDER, level=1),
    Method("logarithms of bounds", bounds.prove_by_exponentials, ORDER, {"log"}, level=1),
    Method("induction", induction.prove_by_induction, ALL, level=2),
    Method("ideals", completion.prove_in_ideal, level=1),
    Method("first value", induction.prove_from_first_value, ALL, {"sum", "product"}, level=2),
    Method("inverses", at_subterms(explicit_matrices.explicit_inverse, "inv"), ("==", "!="),
           {"inv"}, level=1),
    Method("rewriting", rewriting.prove_by_rewriting, ALL, level=1),
    Method("signs", contradictions.prove_by_signs, heads=BRANCHES | {"sign", "sinc"}, level=1),
    Method("equal by orders", products.prove_equal_by_orders, level=2),
    Method("slopes of bounds", growth.prove_by_slopes, ORDER, growth.HEADS, level=1),
)
