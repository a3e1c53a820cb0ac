"""Numbers: in floating point, which decides nothing, and exact; polynomials of rationals."""
