"""Pacman starves: two plans are equally good, and he alternates between them. Run it: python starving.py"""

import zermelo


def walk(game, depth):
    """Plans `depth` plies ahead, takes the first step, and plans again, until play is over."""
    s, ways = game.initial(), []
    while not game.is_terminal(s):
        action = zermelo.analyse(game, s, depth=depth, algorithm="minimax").action
        ways.append(game.show_action(s, action))
        s = game.result(s, action)
    return s, ways


if __name__ == "__main__":
    for evaluation in ("score", "food"):
        game = zermelo.load(f"pacman:maze=starving,moves=20,evaluation={evaluation}")
        s, ways = walk(game, 4)
        print(f"evaluation={evaluation}: {' '.join(way[0].upper() for way in ways)}")
        print(game.show(s), end="\n\n")
