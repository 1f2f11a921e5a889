"""What the tests share: random trees, with the answers that a few lines of brute force give."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# The same examples each time, so that a run says something of the change and not of its luck; the nightly run looks for
# new ones: pytest --hypothesis-profile=explore.
settings.register_profile("zermelo", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.register_profile("explore", settings.get_profile("zermelo"), derandomize=False)
settings.load_profile("zermelo")
