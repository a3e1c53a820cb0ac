"""Values at which a statement fails: which to try, which to solve for, and what they show.

    counterexamples, witnesses      what is asked of this room
    assignments, choices            values for all symbols, in a documented order
    solutions, solved_...           values that satisfy equations, of numbers and of functions
    points                          where a goal of the search fails, it has no proof
"""
