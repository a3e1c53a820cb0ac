"""Equations by equations: combinations, completion, reduction, conjugates, identities for all x."""
