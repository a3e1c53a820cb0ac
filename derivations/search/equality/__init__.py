"""Equations by equations, with cofactors: linear algebra, completion, reduction."""
