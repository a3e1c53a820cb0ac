"""Integrals: by antiderivatives that are offered and checked, by each other, by their ends."""
