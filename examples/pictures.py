"""The pictures of the README and the docs. To redraw them: python examples/pictures.py"""

from math import inf
from pathlib import Path

import zermelo
from zermelo import csp
from zermelo.cli.matrix import matrix_picture
from zermelo.csp.drawing.files import moment_picture
from zermelo.draw import design_for, fold, tree_svg
from zermelo.draw.svg import write_svg
from zermelo.hidden.game_tree import kept_tree
from zermelo.hidden.matrix import MatrixGame

HERE = Path(__file__).parent
FOLDER = HERE.parent / "docs" / "pictures"

PICTURES = {
    "alphabeta": ("((3 12 8) (2 4 6) (14 5 2))", {}),
    "chance": ("(a1: 10, a2: [0.3: 9, 0.7: 100])", {}),
    "labels": ("A=(B=(3 12) C=(2 4))", {}),
    "players": ("((<1 2 6> <4 3 3>) (<6 1 2> <7 4 1>))", {}),
    "leapfrog": ("leapfrog", {}),
    "squares": (f"{HERE / 'squares.py'}:Squares:coins=6", {}),
    "tictactoe": ("tictactoe", {"depth": 2, "symmetry": True, "read_from": "best"}),
    "roads": ("tree:roads", {}),
    "folded": ("nim:piles=3,4", {"most": 30}),
}
"""What each picture shows: a game, the search options, and the maximum number of nodes."""


def picture(game, most=inf, **options):
    grown = zermelo.tree(game, **options)
    return tree_svg(fold(grown.root, most), design=design_for(grown.trace.game))


CONSTRAINTS = {"csp-arc": ("australia", {"step": 24}), "csp-queens": ("queens:n=6", {"step": 60})}
"""What each picture of a constraint satisfaction problem shows: a problem, and after how many steps of MAC."""


def constraint_picture(problem, **options):
    return write_svg(moment_picture(csp.run(problem, "mac", log=True), **options))


def lines_of_morra():
    game = zermelo.load("morra")
    return matrix_picture(game, MatrixGame.of(kept_tree(game)))


def draw() -> dict[str, str]:
    """Every picture, by the name of its file."""
    trees = {f"{name}.svg": picture(game, **options) for name, (game, options) in PICTURES.items()}
    trees["morra.svg"] = lines_of_morra()
    return trees | {f"{name}.svg": constraint_picture(p, **options) for name, (p, options) in CONSTRAINTS.items()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, svg in draw().items():
        (FOLDER / name).write_text(svg, encoding="utf-8")
