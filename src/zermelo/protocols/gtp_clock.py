"""The time limits of a GTP session: `time_settings` and `time_left`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from zermelo.core.limits import Clock, Limits
from zermelo.play.player import NO_LIMITS


@dataclass(frozen=True)
class GtpClock:
    """The time of one player: seconds of main time, and then periods for a number of stones each (Canadian byo-yomi).

    `spent` is the time of the moves so far. `left` has the arguments of the last `time_left`: the seconds, and the
    number of stones; if that is 0, the seconds are main time.
    """

    main: float = 0.0
    period: float = 0.0
    stones: int = 0
    spent: float = 0.0
    left: tuple[float, int] | None = None

    @property
    def is_unlimited(self) -> bool:
        """Whether there is no limit: none was set, or the period has 0 stones, which means the same in the protocol."""
        return self.left is None and self.stones == 0 and (self.main == 0 or self.period > 0)

    def limits(self) -> Limits:
        """The limits of the next move if it is limited by a period, not by a clock for the game."""
        if self.is_unlimited or self.clocks() is not None:
            return NO_LIMITS
        if self.left is not None and self.left[1] > 0:
            return Limits(seconds=_some(self.left[0] / self.left[1]))
        return Limits(seconds=_some(self._in_period))

    def clocks(self) -> tuple[Clock, Clock] | None:
        """The clock for the rest of the game, for each player; None if a period gives the move at least as much time.

        The other player's time is not known, and does not matter.
        """
        if self.is_unlimited or (self.left is not None and self.left[1] > 0):
            return None
        main = self.main - self.spent if self.left is None else self.left[0]
        clock = Clock(_some(main))
        return None if self._in_period >= clock.share else (clock, clock)

    @property
    def _in_period(self) -> float:
        """The seconds for each stone of a period."""
        return self.period / self.stones if self.stones > 0 else 0.0

    def with_time_left(self, seconds: float, stones: int) -> GtpClock:
        """The clock after `time_left`."""
        return replace(self, left=(seconds, stones))

    def after(self, seconds: float) -> GtpClock:
        """The clock after a move that took this many seconds; `time_left`, if it comes, corrects it."""
        if self.left is not None:
            left, stones = self.left
            return replace(self, left=(max(left - seconds, 0.0), max(stones - 1, 1) if stones else 0))
        return replace(self, spent=self.spent + seconds)


def _some(seconds: float) -> float:
    """The seconds with a margin for writing the answer; at least a hundredth of a second."""
    return max(0.95 * seconds, 0.01)
