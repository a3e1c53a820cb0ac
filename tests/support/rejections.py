"""Why the kernel rejects a certificate."""

from __future__ import annotations

import pytest

from derivations.kernel import Rejected, check
from derivations.kernel.proofs import AnyCertificate


def why_not(certificate: AnyCertificate) -> str:
    """The reason, without its place."""
    with pytest.raises(Rejected) as error:
        check(certificate)
    return error.value.why
