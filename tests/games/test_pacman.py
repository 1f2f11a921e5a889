"""Pacman against the rules played by hand on the text of the maze, and the lectures' starving Pacman."""

from __future__ import annotations

import random
import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

import zermelo
from games_helpers import assert_refused, random_play, random_states, read_if_sound
from zermelo.core.errors import LoadError, ParseError, ZermeloError
from zermelo.core.game import CHANCE, MAX, MIN
from zermelo.games.pacman import EAST, STOP, WEST, Pacman, Scene
from zermelo.games.pacman.mazes import MAZES, find_maze
from zermelo.kernels.counting import next_random, random_place, result_at
from zermelo.native.host import KernelHost
from zermelo.soundness.agreement import rules_differ

GAMES = [
    Pacman(),
    Pacman("starving"),
    Pacman("medium", ("minimax", "0.5", "random")),
    Pacman("corner", ("chasing",), scared=4),
    Pacman("court", ("minimax",), scared=5, moves=60),
    Pacman("court", ("chasing", "random"), "score", scared=8),
    Pacman("trap", ("minimax",), moves=30),
]

WAY_NAMES = ["north", "east", "south", "west"]
WAYS = dict(zip(WAY_NAMES, [(-1, 0), (0, 1), (1, 0), (0, -1)], strict=True)) | {"stop": (0, 0)}

Place = tuple[int, int]


# The rules, played by hand.


class ByHand:
    """A second implementation of the rules: sets of places, read from a maze's text, and names of directions."""

    def __init__(self, maze: str, scared: int, moves: int) -> None:
        at = {(r, c): kind for r, row in enumerate(maze.strip("\n").splitlines()) for c, kind in enumerate(row)}
        self.open = {place for place, kind in at.items() if kind != "%"}
        self.food = {place for place, kind in at.items() if kind == "."}
        self.capsules = {place for place, kind in at.items() if kind == "o"}
        self.pacman = next(place for place, kind in at.items() if kind == "P")
        self.homes = [place for place, kind in sorted(at.items()) if kind == "G"]
        self.ghosts = list(self.homes)
        self.came = ["stop"] * len(self.ghosts)
        self.fear = [0] * len(self.ghosts)
        self.scared, self.left, self.score, self.turn, self.caught = scared, moves, 0, 0, False

    def step(self, place: Place, way: str) -> Place:
        return place[0] + WAYS[way][0], place[1] + WAYS[way][1]

    def ways(self, place: Place) -> list[str]:
        return [way for way in WAY_NAMES if self.step(place, way) in self.open]

    def over(self) -> bool:
        return self.caught or not self.food or (self.left == 0 and self.turn == 0)

    def actions(self) -> list[str]:
        if self.turn == 0:
            return [*self.ways(self.pacman), "stop"]
        ghost = self.turn - 1
        if self.fear[ghost] % 2:
            return ["stop"]
        back = {"north": "south", "south": "north", "east": "west", "west": "east"}.get(self.came[ghost])
        ways = self.ways(self.ghosts[ghost])
        return [way for way in ways if way != back] or ways or ["stop"]

    def play(self, way: str) -> None:
        if self.turn == 0:
            self.pacman = self.step(self.pacman, way)
            self.left -= 1
            self.score -= 1
            if self.pacman in self.food:
                self.food.remove(self.pacman)
                self.score += 10 if self.food else 510
            if self.pacman in self.capsules and self.food:
                self.capsules.remove(self.pacman)
                self.fear = [self.scared] * len(self.ghosts)
            meets = range(len(self.ghosts))
        else:
            ghost = self.turn - 1
            self.ghosts[ghost] = self.step(self.ghosts[ghost], way)
            self.came[ghost] = way if way != "stop" else self.came[ghost]
            self.fear[ghost] = max(0, self.fear[ghost] - 1)
            meets = range(ghost, ghost + 1)
        self.turn = (self.turn + 1) % (len(self.ghosts) + 1)
        for ghost in meets:
            if self.food and not self.caught and self.ghosts[ghost] == self.pacman:
                self.meet(ghost)
        self.turn = 0 if self.over() else self.turn

    def meet(self, ghost: int) -> None:
        if self.fear[ghost]:
            self.score += 200
            self.ghosts[ghost], self.came[ghost], self.fear[ghost] = self.homes[ghost], "stop", 0
        else:
            self.score -= 500
            self.caught = True

    def seen(self) -> dict[str, Any]:
        """What can be seen of the state, as `seen` below reads it from the game's own text."""
        return {
            "pacman": self.pacman,
            "ghosts": list(zip(self.ghosts, self.came, self.fear, strict=True)),
            "food": {place for place in self.food if place not in self.ghosts},
            "capsules": {place for place in self.capsules if place not in self.ghosts},
            "left": self.left,
            "score": self.score,
            "turn": "caught" if self.caught else self.turn,
        }


def seen(game: Pacman, s: Scene) -> dict[str, Any]:
    """What people see of a state, read from the text."""
    lines = game.show(s).splitlines()
    rows = [line for line in lines if "%" in line]
    at = {(r, c): kind for r, row in enumerate(rows) for c, kind in enumerate(row)}
    status = re.match(r"(Pacman|ghost (\d)) (to move|is caught), score (-?\d+), (\d+) move", lines[len(rows)])
    assert status
    ghosts = []
    for line in lines[len(rows) + 1 :]:
        found = re.match(r"ghost \d at (\d+),(\d+)(?: (\w+))?(?:, scared (\d+))?", line)
        assert found
        ghosts.append(((int(found[2]) - 1, int(found[1]) - 1), found[3] or "stop", int(found[4] or 0)))
    return {
        "pacman": next(place for place, kind in at.items() if kind == "P"),
        "ghosts": ghosts,
        "food": {place for place, kind in at.items() if kind == "."},
        "capsules": {place for place, kind in at.items() if kind == "o"},
        "left": int(status[5]),
        "score": int(status[4]),
        "turn": "caught" if status[3] == "is caught" else int(status[2] or 0),
    }


def bold_play(game: Pacman, seed: int) -> Iterator[tuple[Scene, int | None]]:
    """A random play in which Pacman never stops and seldom turns back, so that he gets about."""

    def preferred(s: Scene) -> list[int]:
        on = [a for a in game.actions(s) if a != STOP and a != (s.heading + 2) % 4]
        return on if s.turn == 0 and (s.left + seed) % 8 else []

    return random_play(game, seed, preferred)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("maze", "ghosts", "scared"),
    [
        ("small", "random", 12),
        ("medium", "minimax", 40),
        ("court", "random", 9),
        ("corner", "random", 3),
        ("trap", "0.3", 0),
    ],
)
def test_the_rules_are_those_played_by_hand(maze: str, ghosts: str, scared: int) -> None:
    game = Pacman(maze, (ghosts,), scared=scared, moves=80)
    met = {"caught": 0, "eaten": 0, "scared": 0}
    for seed in range(40):
        hand = ByHand(MAZES[maze], scared, 80)
        for s, a in bold_play(game, seed):
            before = seen(game, s)
            assert before == hand.seen()
            assert game.is_terminal(s) == hand.over()
            if a is None:
                assert game.utility(s, MAX) == -game.utility(s, MIN) == hand.score
                met["caught"] += hand.caught
                break
            assert [game.show_action(s, b) for b in game.actions(s)] == hand.actions()
            hand.play(game.show_action(s, a))
            met["eaten"] += hand.score - before["score"] in (199, 200, 209)
            met["scared"] += any(hand.fear)
    assert met["caught"] > 0
    if maze in ("court", "small"):
        assert min(met["eaten"], met["scared"]) > 0


def test_who_moves() -> None:
    game = Pacman("medium", ("minimax", "0.5", "random"))
    players = {s.turn: game.player(s) for s in random_states(game, 3)}
    assert players == {0: MAX, 1: MIN, 2: CHANCE, 3: CHANCE}
    assert str(game.kind) == "stochastic, perfect information, 2 players, zero-sum"
    assert str(Pacman("small", ("minimax",)).kind) == "deterministic, perfect information, 2 players, zero-sum"
    assert str(Pacman("small", ("random",)).kind) == "stochastic, perfect information, 1 player"
    assert str(Pacman("starving").kind) == "deterministic, perfect information, 1 player"


@pytest.mark.parametrize("chase", [0.0, 0.3, 0.8, 1.0])
def test_ghosts_go_by_chance_as_their_policy_says(chase: float) -> None:
    """The probabilities, computed independently: equal for all directions, and more for those that lead nearer."""
    game = Pacman("small", (str(chase),), scared=6)
    chances = 0
    for seed in range(4):
        for s, _ in bold_play(game, seed):
            if game.is_terminal(s) or game.player(s) != CHANCE:
                continue
            state = seen(game, s)
            place, came, fear = state["ghosts"][s.turn - 1]
            hand = ByHand(MAZES["small"], 6, 500)
            hand.turn, hand.ghosts[s.turn - 1], hand.came[s.turn - 1], hand.fear[s.turn - 1] = s.turn, place, came, fear
            ways = hand.actions()
            steps = {way: walked(hand, hand.step(place, way), {state["pacman"]}) for way in ways}
            best = [way for way in ways if steps[way] == (max if fear else min)(steps.values())]
            expected = {way: (1 - chase) / len(ways) + chase * (way in best) / len(best) for way in ways}
            given_ = {game.show_action(s, a): game.probability(s, a) for a in game.actions(s)}
            assert given_ == pytest.approx({way: p for way, p in expected.items() if p > 0})
            chances += len(ways) > 1
    assert chances > 10


def walked(hand: ByHand, start: Place, goals: set[Place]) -> int:
    """The distance in moves from a place to the nearest of others."""
    reached, steps = {start}, 0
    while not goals & reached:
        reached |= {hand.step(place, way) for place in reached for way in hand.ways(place)}
        steps += 1
    return steps


@pytest.mark.parametrize("maze", MAZES)
def test_distances_are_those_of_scipy(maze: str) -> None:
    graphs = pytest.importorskip("scipy.sparse.csgraph")
    game = Pacman(maze)
    beside = np.zeros((len(game.near), len(game.near)))
    for square, others in enumerate(game.near):
        beside[square, [o for o in others if o >= 0]] = 1
    far = graphs.shortest_path(beside, unweighted=True)
    assert np.array_equal(np.where(np.isinf(far), len(far), far), game.far)


def test_the_nearest_food_is_found_in_every_word() -> None:
    """The maze has more squares than a word has bits; food below a ghost is listed in the ghost's line."""
    game, hand = Pacman("medium", ("random",)), ByHand(MAZES["medium"], 40, 500)
    assert len(game.near) > 64
    for s, a in bold_play(game, 1):
        if a is not None and s.turn == 0:
            hidden = re.findall(r"at (\d+),(\d+).*, on food", game.show(s))
            food = seen(game, s)["food"] | {(int(r) - 1, int(c) - 1) for c, r in hidden}
            assert game.to_food(s) == walked(hand, seen(game, s)["pacman"], food)


def test_a_capsule_scares_and_an_eaten_ghost_goes_home() -> None:
    game = Pacman("%%%%%%%/%PoG .%/%%%%%%%", ("chasing",), scared=6)
    s = game.result(game.initial(), EAST)
    assert "scared 6" in game.show(s)
    assert [game.show_action(s, a) for a in game.actions(s)] == ["east"], "it runs away"
    s = game.result(s, EAST)
    assert "ghost 1 at 5,2 east, scared 5" in game.show(s)
    s = game.result(s, EAST)
    assert [game.show_action(s, a) for a in game.actions(s)] == ["stop"], "it moves every other time"
    s = game.result(game.result(s, STOP), EAST)
    assert s.score == 200 - 3
    assert "ghost 1 at 4,2\n" in game.show(s) + "\n"


def test_the_last_food_wins_whoever_is_there() -> None:
    game = Pacman("%%%%%/%P. %/%%%%%")
    s = game.result(game.initial(), EAST)
    assert game.is_terminal(s)
    assert game.utility(s, MAX) == 509
    game = Pacman("%%%%%/%PG %/%. .%/%%%%%", ("random",))
    s = game.parse("%%%%%/%P  %/%   %/%%%%%/ghost 1 at 3,2, on food")
    assert game.utility(game.result(s, EAST), MAX) == 509
    s = game.parse("%%%%%/%P  %/%.  %/%%%%%/ghost 1 at 3,2")
    assert game.utility(game.result(s, EAST), MAX) == -501


def test_a_ghost_that_is_eaten_at_home_catches_nobody_until_it_or_he_moves() -> None:
    game = Pacman("%%%%%%/%PG .%/%%%%%%", ("minimax",), scared=8)
    s = game.parse("%%%%%%/%PG .%/%%%%%%/ghost 1 at 3,2, scared 8")
    s = game.result(s, EAST)
    assert (s.score, s.caught, game.is_terminal(s)) == (199, 0, False)
    assert [game.show_action(s, a) for a in game.actions(s)] == ["east", "west"]


# Values.


def test_minimax_is_that_of_the_tree_by_hand() -> None:
    game = Pacman("corner", ("minimax",), moves=4)

    def value(hand: list[str]) -> float:
        played = ByHand(MAZES["corner"], 40, 4)
        for way in hand:
            played.play(way)
        if played.over():
            return played.score
        best = max if played.turn == 0 else min
        return best(value([*hand, way]) for way in played.actions())

    assert zermelo.solve(game).value == value([])


def walk(game: Pacman, depth: int) -> tuple[Scene, list[str]]:
    """Pacman plans a number of plies ahead, takes the first step, and plans again."""
    s, ways = game.initial(), []
    while not game.is_terminal(s):
        action = zermelo.analyse(game, s, depth=depth, algorithm="minimax").action
        ways.append(game.show_action(s, action))
        s = game.result(s, action)
    return s, ways


def test_pacman_starves_by_the_score_and_eats_by_the_distance_to_food() -> None:
    """The lectures' replanning agent: with both plans equally good, he turns back and forth between them."""
    s, ways = walk(Pacman("starving", evaluation="score", moves=30), 4)
    assert ways[:26] == ["west", "east"] * 13
    assert s.score < 0
    s, ways = walk(Pacman("starving", evaluation="food", moves=30), 4)
    assert ways == ["west"] * 3 + ["east"] * 9
    assert s.score == 2 * 10 + 500 - 12


def test_the_example_prints_both_walks(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(Path(__file__).parents[2] / "examples" / "starving.py"), run_name="__main__")
    shown = capsys.readouterr().out
    assert "evaluation=score: W E W E W E" in shown
    assert "evaluation=food: W W W E E E E E E E E E\n" in shown


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_by_the_distance_to_food_he_eats_everything_in_any_maze(depth: int) -> None:
    rows = find_maze("court").rows
    game = Pacman("\n".join(row.replace("G", ".") for row in rows), moves=120)
    s, _ = walk(game, depth)
    assert game.is_eaten(s.food)


def looked_ahead(game: Pacman, s: Scene, depth: int) -> float:
    """A kernel: expectiminimax to a depth."""
    if game.is_terminal(s):
        return game.utility(s, 0)
    if depth == 0:
        return game.evaluate(s, 0)
    player = game.player(s)
    mean, least, most = 0.0, 1e9, -1e9
    for a in game.actions(s):
        worth = looked_ahead(game, game.result(s, a), depth - 1)
        if player == CHANCE:
            mean += game.probability(s, a) * worth
        least, most = min(least, worth), max(most, worth)
    return mean if player == CHANCE else most if player == 0 else least


def played(game: Pacman, s: Scene, depth: int, seed: int) -> float:
    """A kernel: the score of a play in which Pacman plays the best action by expectiminimax, ghosts at random."""
    while not game.is_terminal(s):
        if game.player(s) == 0:
            best, choice = -1e9, s
            for a in game.actions(s):
                t = game.result(s, a)
                worth = looked_ahead(game, t, depth - 1)
                if worth > best:
                    best, choice = worth, t
            s = choice
        else:
            seed = next_random(seed)
            s = result_at(game, s, random_place(game, s, seed))
    return game.utility(s, 0)


def mean_score(game: Pacman, depth: int, games: int) -> float:
    host = KernelHost(game)
    host.prepare(played, game.initial(), 1, 1)
    assert host.speed == "native", host.why_plain
    return float(np.mean([host.run(played, game.initial(), depth, 7919 * seed) for seed in range(1, games + 1)]))


@pytest.mark.slow
def test_among_ghosts_the_better_evaluation_wins_more() -> None:
    means = [mean_score(Pacman("small", ("random",), evaluation), 4, 12) for evaluation in ("score", "food")]
    assert means[1] > means[0] + 300
    assert means[1] > 700


# Speed and soundness.


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.maze}-{'-'.join(game.ghosts)}")
def test_the_game_is_sound(game: Pacman) -> None:
    report = zermelo.check(game, plays=1, seconds=None)
    assert report.ok, str(report)


@pytest.mark.parametrize(
    "game",
    [GAMES[0], *(pytest.param(game, marks=pytest.mark.slow) for game in GAMES[1:3])],
    ids=lambda game: f"{game.maze}-{'-'.join(game.ghosts)}",
)
def test_both_speeds_agree(game: Pacman) -> None:
    host = KernelHost(game)
    assert rules_differ(host, 20, 300, 1) is None
    assert host.speed == "native", host.why_plain


def test_utilities_and_evaluations_lie_within_the_bounds() -> None:
    for game in GAMES:
        low, high = game.bounds
        for seed in range(3):
            for s, a in bold_play(game, seed):
                guess = game.utility(s, MAX) if a is None else game.evaluate(s, MAX)
                assert type(guess) in (int, float), "a number of numpy's would be of another kind in machine code"
                assert low <= guess <= high
                assert a is None or game.evaluate(s, MIN) == -guess


def test_where_pacman_looks_makes_no_difference() -> None:
    game = Pacman()
    for s in random_states(game, 3):
        assert game.key(s) == game.key(s._replace(heading=WEST))
        assert game.evaluate(s, MAX) == game.evaluate(s._replace(heading=WEST), MAX)


# For people.


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.maze}-{'-'.join(game.ghosts)}")
def test_shown_positions_and_actions_parse_back(game: Pacman) -> None:
    for seed in range(4):
        for s, a in bold_play(game, seed):
            shown = game.show(s)
            assert game.parse(shown) == game.parse(shown.replace("\n", "/")) == s
            assert a is None or game.parse_action(s, game.show_action(s, a).upper()) == a


def test_show() -> None:
    game = Pacman("corner", ("random",), moves=9)
    s = game.result(game.result(game.initial(), EAST), WEST)
    assert game.show(s) == (
        "%%%%%%%\n% P   %\n% %%% %\n%1   .%\n%%%%%%%\nPacman to move, score 9, 8 moves left, looking east\n"
        "ghost 1 at 2,4 west, on food"
    )
    assert game.parse(MAZES["corner"]) == game.initial()
    assert game.parse(MAZES["corner"].replace("G", "1")) == game.initial()
    assert game.label(s) == ""


SQUARE = "%%%%%\n%P.G%\n%%%%%"


@pytest.mark.parametrize(
    ("maze", "why"),
    [
        ("%%%%%\n% .G%\n%%%%%", "the maze has no Pacman, but needs exactly one P: '%%%%%'"),
        ("%%%%%\n%P.P%\n%%%%%", "the maze has 2 Pacmen, but needs exactly one P: '%P.P%'"),
        ("%%%%%\n%P.G\n%%%%%", "row 2 of the maze, '%P.G', has 4 squares, and the first row has 5"),
        ("%%%%%\n%P.G%\n%%%%", "row 3 of the maze, '%%%%', has 4 squares"),
        ("%%%%%\n%P.G \n%%%%%", "row 2 of the maze, '%P.G', is not closed"),
        ("%%%%%\n.P.G%\n%%%%%", "row 2 of the maze, '.P.G%', is not closed: the maze needs a wall, %, all around"),
        ("%% %%\n%P.G%\n%%%%%", "row 1 of the maze, '%% %%', is not closed"),
        ("%%%%%\n%P.G%\n%%.%%", "row 3 of the maze, '%%.%%', is not closed"),
        ("%%%%%\n%P.G%", "row 2 of the maze, '%P.G%', is not closed"),
        ("%%%%%\n%P.x%\n%%%%%", "row 2 of the maze, '%P.x%', has 'x' in it, which is not one of % . o P G and space"),
        ("%%%%%\n%P\t.%\n%%%%%", "which is not one of"),
        ("%%%%%\n%P G%\n%%%%%", "the maze has no food"),
        ("%%%%%%\n%P.22%\n%%%%%%", "the maze has ghost 2 in 2 places: '%P.22%'"),
        ("%%%%%\n%P.2%\n%%%%%", "the maze has 1 ghosts, and one of them is number 2: '%P.2%'"),
        ("%%%%%%%%%%%\n%P.GGGGGGG%\n%%%%%%%%%%%", "has 7 ghosts, but may have at most 6"),
        (f"{'%' * 602}\n%P{'.' * 599}%\n{'%' * 602}", "has 600 squares without walls, but may have at most 512"),
        (f"{'%' * 90}\n%P.{'o' * 86}%\n{'%' * 90}", "has 86 capsules, but may have at most 60"),
    ],
)
def test_bad_mazes_are_refused(maze: str, why: str) -> None:
    with pytest.raises((ParseError, ValueError)) as caught:
        Pacman(maze)
    assert why in str(caught.value)
    with pytest.raises(ZermeloError):
        zermelo.load(f"pacman:maze={maze}")


def test_a_caret_points_to_where_the_maze_is_open() -> None:
    with pytest.raises(ParseError) as caught:
        Pacman("%%%%%\n%P.G \n%%%%%")
    assert str(caught.value).endswith("  %P.G \n      ^")


def test_mazes_from_files(tmp_path: Path) -> None:
    file = tmp_path / "my.lay"
    file.write_text(SQUARE + "\n")
    game = zermelo.load(f"pacman:maze={file},ghosts=minimax")
    assert game.show(game.initial()).startswith("%%%%%\n%P.1%\n%%%%%\n")
    assert str(game) == f"pacman:maze={file},ghosts=minimax"
    file.write_bytes(b"\xff\xfe%")
    with pytest.raises(LoadError, match=r"there is no maze '.*my\.lay', and no file with one"):
        Pacman(str(file))
    for name in ("smal", "", "\0", "/", "x" * 5000):
        with pytest.raises(LoadError, match="there is no maze"):
            Pacman(name)
    with pytest.raises(LoadError, match="did you mean small"):
        Pacman("smal")


def test_a_game_of_any_maze_is_loaded_again_by_its_own_text() -> None:
    game = Pacman(SQUARE, ("minimax",))
    again = zermelo.load(str(game))
    assert again.initial() == game.initial()
    assert repr(again) == repr(game)


@pytest.mark.parametrize(
    ("parameters", "why"),
    [
        ({"ghosts": ("chase",)}, "a ghost's policy is random, directional, chasing, minimax or a probability"),
        ({"ghosts": ("1.5",)}, "not '1.5'"),
        ({"ghosts": ("nan",)}, "not 'nan'"),
        ({"ghosts": ("-1",)}, "not '-1'"),
        ({"ghosts": ("random",) * 3}, "one policy for all or one for each of 2"),
        ({"ghosts": ()}, "one policy for all or one for each of 2"),
        ({"ghosts": "random"}, "one policy for all"),
        ({"evaluation": "best"}, "evaluation must be food or score, not 'best'"),
        ({"scared": -1}, "scared must be a whole number from 0"),
        ({"moves": 0}, "moves must be a whole number from 1"),
    ],
)
def test_bad_parameters_are_refused(parameters: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)):
        Pacman(**parameters)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("%%%%%/%P %%/%%%%%", "'%P %%' is not a row of this game's maze"),
        ("%%%%%/%P.1%/%P.1%/%%%%%", "2 Pacmen"),
        ("%%%%%%/%P. 1%/%%%%%%", "is not a row of this game's maze"),
        ("", "is not a position: expected the maze"),
        ("Pacman to move", "'Pacman to move' is not a position: expected the maze"),
        ("%%%%%/%P. %/%%%%%", "has 0 ghosts, and the game's maze has 1"),
        ("%%%%%/%P12%/%%%%%", "has 2 ghosts, and the game's maze has 1"),
        ("%%%%%/%Po1%/%%%%%", "'%Po1%' has a capsule in column 3, and the game's maze has none there"),
        ("%%%%%/%P.1%/%%%%%/hello", "'hello' does not belong to a position: expected something like 'Pacman to move"),
        ("%%%%%/%P.1%/%%%%%/ghost 2 to move", "there are 1 ghosts, and at most 500 moves left"),
        ("%%%%%/%P.1%/%%%%%/pacman to move, 501 moves left", "at most 500 moves left"),
        ("%%%%%/%P.1%/%%%%%/pacman is caught", "no ghost is there to catch him"),
        ("%%%%%/%P.1%/%%%%%/ghost 1 at 1,1", "'ghost 1 at 1,1' does not belong to a position: that is not inside"),
        ("%%%%%/%P.1%/%%%%%/ghost 1 at 99,99", "that is not inside the maze"),
        ("%%%%%/%P.1%/%%%%%/ghost 1 at 3,2, scared 41", "ghosts are scared for 40 moves"),
        ("%%%%%/%P.1%/%%%%%/ghost 1 at 3,2, on a capsule", "the game's maze has none there"),
    ],
)
def test_invalid_input_is_refused(lines: str, why: str) -> None:
    assert_refused(Pacman(SQUARE), lines, why)


@settings(deadline=None)
@given(
    st.text()
    | st.text("%P.1 \n", min_size=15, max_size=17)
    | st.text("pacmnghost 1to ve,is;/-0123456789").map(lambda said: f"{SQUARE}\n{said}")
)
@example("%" * 5000)
@example("%/" * 5000)
@example(f"{SQUARE}\nghost 1 at " + "1" * 5000)
def test_parse_raises_nothing_but_parse_error(text: str) -> None:
    read_if_sound(Pacman(SQUARE), text)


def test_the_picture_has_everything() -> None:
    game = Pacman("court", ("random",))
    root = ElementTree.fromstring(game.draw(game.initial()))
    dots = [c.get("r") for c in root.findall("{*}circle")]
    assert (dots.count("3"), dots.count("7")) == (27, 2)
    assert [t.text for t in root.findall("{*}text")] == ["2", "1", "Pacman to move, score 0, 500 moves left"]
    pacman = next(p for p in root.findall("{*}path") if p.get("transform"))
    assert pacman.get("transform") == "translate(108,108) rotate(0)"
    s = game.parse(game.show(game.initial()) + ", scared 9")
    assert game.draw(s).count("stroke-dasharray") == 1
    moved = game.draw(game.result(s, WEST))
    assert "translate(84,108) rotate(180)" in moved
    assert re.findall('data-cell="(.*?)"', game.draw(s)) == ["north", "east", "west", "stop"]
    assert "data-cell" not in moved, "it is for chance to move"


def test_the_picture_says_how_it_ends() -> None:
    game = Pacman("%%%%%%/%GP.%%/%%%%%%", ("minimax",), moves=1)
    ends = {way: game.draw(game.result(game.initial(), way)) for way in (EAST, WEST, STOP)}
    assert ">all is eaten, score 509<" in ends[EAST]
    assert ">Pacman is caught, score -501<" in ends[WEST]
    s = game.result(game.initial(), STOP)
    assert ">ghost 1 to move, score -1, 0 moves left<" in ends[STOP]
    assert ">Pacman is caught, score -501<" in game.draw(game.result(s, EAST))
    alone = Pacman("%%%%%/%P..%/%%%%%", moves=1)
    assert ">no move is left, score -1<" in alone.draw(alone.result(alone.initial(), STOP))


def test_name_kind_and_declared_attributes() -> None:
    assert str(Pacman()) == "pacman"
    assert str(Pacman("medium", ("minimax", "random", "0.5"))) == "pacman:maze=medium,ghosts=minimax,random,0.5"
    assert zermelo.load("pacman:maze=court,ghosts=minimax,random,moves=9").ghosts == ("minimax", "random")


def test_many_random_plays_end() -> None:
    dice = random.Random(1)
    for game in GAMES:
        s, plies = game.initial(), 0
        while not game.is_terminal(s):
            s = game.result(s, dice.choice(list(game.actions(s))))
            plies += 1
        assert plies <= game.moves * (game.number + 1)


def test_a_mere_word_never_opens_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret").write_text(SQUARE + "\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LoadError, match="there is no maze 'secret'"):
        Pacman("secret")
