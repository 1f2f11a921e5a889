"""A check for anyone's rules: whether a game keeps the contract of `zermelo.core.game`.

    >>> print(check(TwentyOne()))
    twentyone: sound, in 200 plays and 44 states (0.1 s)

Every rule is a small function in `rules`: to add one is to write it and to put it on its list.
"""

from zermelo.soundness.explore import check
from zermelo.soundness.report import Finding, Report

__all__ = ["Finding", "Report", "check"]
