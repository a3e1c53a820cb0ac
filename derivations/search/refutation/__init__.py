"""Values at which a statement fails: which to try, which to solve for, and what they show.

    counterexamples, witnesses      what is asked of this room
    assignments, choices            values for all symbols, in a documented order; of them
    small_assignments               small ones, those in general position, and steps to others
    special_values                  values of scalars, read off the terms
    solutions, eigenvectors         values that satisfy equations, of numbers and of matrices
    solved_..., guessed_families    functions that do
    given_sums                      families of which sums, or a period, are given
    residuals                       what is shown of a refutation
    points                          where a goal of the search fails, it has no proof
"""
