"""The search: finds certificates, with anything; the kernel checks what it finds.

    driver              from a statement to a verdict
    needs, vacuity      what a statement needs to have a value; what says nothing
    goals, drafts       what all methods share; how they write proofs
    methods             all of them, in the order in which they are tried
    induction, general  for goals of all kinds; the other methods stand in rooms
    tracing             what was tried, for users

The rooms, in the order in which they read best:

    reading, numerics             what is written, as normal forms and as numbers
    equality, knowledge, orders   what serves goals of all kinds
    functions, whole_numbers, summation, linear_algebra
    differentiation, integration
    refutation                    counterexamples
"""
