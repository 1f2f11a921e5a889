"""A check of user-written rules: whether a game keeps the contract of `zermelo.core.game`.

    >>> print(check(TwentyOne()))
    twentyone: sound, in 200 plays and 44 states (0.1 s)

Every rule is a small function in `rules`: to add one, write it and add it to its list.
"""

from zermelo.soundness.explore import check
from zermelo.soundness.report import Finding, Report

__all__ = ["Finding", "Report", "check"]
