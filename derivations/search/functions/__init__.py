"""Quotients, roots, exponentials, logarithms, angles."""
