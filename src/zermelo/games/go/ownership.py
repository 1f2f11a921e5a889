"""The owner of each point at the end, estimated by playouts."""

from __future__ import annotations

from zermelo.games.go.knowledge import Knowledge
from zermelo.games.go.rules import Board
from zermelo.native.draws import first_draw, next_draw, random_word
from zermelo.native.host import KernelHost
from zermelo.native.layouts import Ints, Layout, row
from zermelo.native.wide import each_point

PLAYOUTS = 100
"""The playouts of one estimate: the error of a share is then at most 0.1."""


class OwnershipMemory(Layout):
    """For each point, the number of playouts in which it was Black's in the end minus those in which it was White's."""

    owners: Ints = row("points")


def count_owners(game: Knowledge, s: Board, m: OwnershipMemory, playouts: int, seed: int) -> None:
    """Plays from s to the end, `playouts` times, and counts the owners of each point."""
    draw = seed
    for _ in range(playouts):
        t = s
        plies = 0
        while not game.is_terminal(t) and plies < game.longest_playout:
            draw = next_draw(draw)
            t = game.result(t, game.playout_action(t, random_word(draw)))
            plies += 1
        black, white = game.areas(t)
        for point in each_point(black):
            m.owners[point] += 1
        for point in each_point(white):
            m.owners[point] -= 1


def estimated_owners(
    game: Knowledge, s: Board, playouts: int = PLAYOUTS, seed: int = 0, *, plain: bool = False
) -> list[list[float]]:
    """For each row from the top and each point from the left: 1 if it is always Black's in the end, -1 if White's."""
    host = KernelHost(game, plain=plain)
    host.prepare(count_owners, s, OwnershipMemory.make(True, points=game.passing), 0, 0)
    m = OwnershipMemory.make(host.is_native, points=game.passing)
    host.run(count_owners, s, m, playouts, first_draw(seed))
    starts = range(0, game.passing, game.stride)
    return [[m.owners[point] / playouts for point in range(start, start + game.size)] for start in starts]
