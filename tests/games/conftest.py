"""The helpers' assertions tell what they compared, as those of the tests do."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("games_helpers")
