"""What the tests share: random trees, with the answers that a few lines of brute force give."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("zermelo", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("zermelo")
