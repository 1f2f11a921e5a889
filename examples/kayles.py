from typing import NamedTuple

from zermelo import Game


class Row(NamedTuple):  # a state: immutable, hashable, made of numbers
    standing: int  # the pins that stand, a bit each
    mover: int  # whose turn it is: 0 or 1


class Kayles(Game):
    """Knock down one pin, or two that stand side by side; the player who takes the last pin wins."""

    bounds = (-1, 1)

    def __init__(self, pins: int = 5):
        self.pins = pins

    def initial(self):
        return Row((1 << self.pins) - 1, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):  # an action is the pins that fall
        for i in range(self.pins):
            for falling in (1 << i, 3 << i):
                if s.standing & falling == falling:
                    yield falling

    def result(self, s, a):
        return Row(s.standing & ~a, 1 - s.mover)

    def is_terminal(self, s):
        return s.standing == 0

    def utility(self, s, p):
        return -1 if s.mover == p else 1  # the player to move did not take the last pin

    # Text for people. These three methods are optional.

    def show(self, s):
        pins = "".join("|" if s.standing >> i & 1 else "." for i in range(self.pins))
        return f"{pins} {self.player_names[s.mover]}"

    def parse(self, text):
        pins, _, name = text.partition(" ")
        return Row(sum(1 << i for i, pin in enumerate(pins) if pin == "|"), self.player_names.index(name))

    def show_action(self, s, a):
        return "+".join(str(i + 1) for i in range(self.pins) if a >> i & 1)
