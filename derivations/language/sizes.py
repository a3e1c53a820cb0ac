"""How large a text may be to be read.  All limits, and how to set them: `derivations.limits`."""

from __future__ import annotations

# Characters of a text: a term, a relation, a sort.
MAX_TEXT = 1_000_000
# Characters of a name.
MAX_NAME = 100
# Digits of a number; an exponent, as in 1e30, counts as so many digits.
MAX_DIGITS = 4_000
# Brackets that are open at a point; signs, powers, quotients or postfixes in a row.
MAX_NESTING = 200
# Levels of a term, shared subterms included.
MAX_DEPTH = 1_000
# Bytes of a file of statements, and statements in it.
MAX_FILE = 50_000_000
MAX_STATEMENTS = 10_000
