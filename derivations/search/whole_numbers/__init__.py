"""Whole numbers: divisors, remainders, floors, one value after the other."""
