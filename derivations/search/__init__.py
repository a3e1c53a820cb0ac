"""The search: finds certificates, with anything; the kernel checks what it finds.

`driver` goes from a statement to a verdict.  `goals` is what all methods share, `drafts` how they
write proofs, and `methods` lists them in the order in which they are tried.  `induction` and
`general` serve all kinds of goals; what else there is stands in rooms, those that others build on
first:

    reading, numerics             what is written, as normal forms and as numbers
    equality, knowledge, orders   what serves goals of all kinds
    functions, whole_numbers, summation, linear_algebra
    differentiation, integration
    refutation                    counterexamples
"""
