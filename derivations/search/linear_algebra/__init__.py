"""Matrices and vectors, of any size and by their entries."""
