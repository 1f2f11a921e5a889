"""How many examples a property test runs."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

QUICK_SHARE = 4
"""The quick suite runs one in this many of the examples that a test asks for."""

FEWEST = 20
"""But at least this many, or all if the test asks for fewer."""


def examples(count: int, **others: Any) -> settings:
    """Settings for `count` examples with `--hypothesis-profile=explore`, and for a part of them in the quick suite.

    For properties whose examples are expensive, above all searches at the plain speed.
    """
    if settings.get_current_profile_name() != "explore":
        count = min(count, max(FEWEST, count // QUICK_SHARE))
    return settings(max_examples=count, **others)
