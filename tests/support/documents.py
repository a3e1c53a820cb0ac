"""The built-in documents, loaded once for all tests, and their claims by `document:label`."""

from __future__ import annotations

import warnings

from derivations.documents import builtin_documents, load
from derivations.documents.entries import Claim

with warnings.catch_warnings(record=True) as WARNED:
    warnings.simplefilter("always")
    DOCUMENTS = {name: load(name) for name in builtin_documents()}
CLAIMS: dict[str, Claim] = {
    f"{name}:{claim.label}": claim for name, doc in DOCUMENTS.items() for claim in doc.claims
}


def claims_of(name: str) -> dict[str, Claim]:
    """The claims of a document by their labels."""
    return {claim.label: claim for claim in DOCUMENTS[name].claims}
