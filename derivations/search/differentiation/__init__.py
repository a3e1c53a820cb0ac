"""Derivatives, of what is written and of unknown functions, and what follows from their signs."""
