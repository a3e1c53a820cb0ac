"""What terms and facts say, as the search reads it: normal forms whose atoms are terms.

    gaussian                    Gaussian rationals, and linear algebra over them
    readback, words, smooth     scalars, matrices, what has derivatives
    facts, references           what is known, and which of it a proof needs
    groups                      long sums
    suggestions                 what SymPy makes of a term
"""
