"""Sums, products, and families that recursions say."""
