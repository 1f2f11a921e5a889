"""Games that forbid repetition: what a play allows, and who refuses the rest."""

from __future__ import annotations

from io import StringIO

import pytest
from click.testing import CliRunner

from zermelo import Game
from zermelo.cli import main
from zermelo.core.errors import ParseError
from zermelo.core.limits import Limits
from zermelo.core.repetition import actions_along, legal_after, refuse_repetition, states_along
from zermelo.games.go import Go
from zermelo.matches.referee import Conditions, play_game
from zermelo.play import Computer, Playing
from zermelo.play.player import Choice, Player, Turn
from zermelo.play.record import read_record, record_of
from zermelo.protocols.ugi_server import UgiServer
from zermelo.soundness import explore
from zermelo.web.positions import describe
from zermelo.web.walks import walk_from

GAME = Go(2, komi=0)
NAMES = ["A2", "B2", "A1", "B1", "A2", "A1"]
PLAY = [GAME.point_named(name) for name in NAMES]
AGAIN = GAME.point_named("A2")
"""After the play it takes three stones, and recreates the position after the first move."""


class Obstinate(Player):
    """Plays the moves of the play, and then the forbidden one."""

    def __init__(self) -> None:
        self.game = GAME
        self.legal: list[list[int]] = []

    def decide(self, turn: Turn) -> Choice:
        self.legal.append(list(turn.legal or ()))
        return Choice([*PLAY, AGAIN][len(turn.actions)])


def test_a_play_forbids_what_the_state_allows() -> None:
    states = states_along(GAME, GAME.initial(), PLAY)
    assert AGAIN in list(GAME.actions(states[-1]))
    assert legal_after(GAME, states) == [GAME.passing]
    assert AGAIN in legal_after(GAME, states[-1:])
    with pytest.raises(ParseError, match="'A2' is not a legal action here: it would repeat an earlier position"):
        refuse_repetition(GAME, states, AGAIN)
    simple = Go(2, komi=0, ko="simple")
    assert AGAIN in legal_after(simple, states)


def test_records_refuse_it() -> None:
    with pytest.raises(ParseError, match=r"ply 7: 'A2'.*earlier position"):
        record_of(GAME, GAME.initial(), [*PLAY, AGAIN])
    for text in (" ".join([*NAMES, "A2"]), '{"moves": ["' + '", "'.join([*NAMES, "A2"]) + '"]}'):
        with pytest.raises(ParseError, match="earlier position"):
            read_record(text, GAME)
    varied = read_record(" ".join([*NAMES, "pass", "pass"]), GAME)
    assert len(varied.line()) == 8
    with pytest.raises(ParseError, match=r"ply 7: 'A2'.*earlier position"):
        read_record(" ".join([*NAMES, "pass (A2)"]), GAME)


def test_a_game_in_progress_refuses_it() -> None:
    playing = Playing(GAME)
    for a in PLAY:
        playing.play(a)
    with pytest.raises(ParseError, match="earlier position"):
        playing.play(AGAIN)
    playing.play(GAME.passing)


def test_the_record_of_a_game_has_the_moves_by_which_its_start_was_given() -> None:
    playing = Playing(GAME, " ".join(NAMES))
    playing.play(GAME.passing)
    assert playing.record == record_of(GAME, GAME.initial(), [*PLAY, GAME.passing])
    shown = Playing(GAME, GAME.show(playing.state)).record
    assert (shown.start, shown.line()) == (playing.state, ())


def test_the_actions_of_a_play_follow_from_its_states() -> None:
    assert actions_along(GAME, states_along(GAME, GAME.initial(), PLAY)) == PLAY
    assert actions_along(GAME, [GAME.initial()]) == []


def test_the_referee_and_players_know_it() -> None:
    player = Obstinate()
    outcome = play_game(GAME, [player, player], Conditions())
    assert (outcome.why, outcome.fault) == ("illegal", 0)
    assert player.legal[-1] == [GAME.passing]


def test_protocols_refuse_it() -> None:
    server = UgiServer(GAME, lambda _options: Obstinate(), StringIO())
    with pytest.raises(ParseError, match="earlier position"):
        server.follow(GAME.initial(), [*NAMES, "A2"])


def test_the_page_neither_offers_nor_takes_it() -> None:
    for typed in range(len(NAMES) + 1):  # the others are made on the page
        walk = walk_from(GAME, " ".join(NAMES[:typed])).extended(NAMES[typed:])
        assert describe(walk)["actions"] == ["pass"]
        with pytest.raises(ParseError, match="earlier position"):
            walk.extended(["A2"])
    shown = walk_from(GAME, GAME.show(walk.state))
    assert describe(shown)["actions"] == ["A2", "pass"], "its play is not known"


def test_computers_know_it() -> None:
    turn = Turn(states_along(GAME, GAME.initial(), PLAY)[-1], GAME.initial(), PLAY)
    for method in ("mcts", "engine"):
        computer = Computer(GAME, Limits(nodes=500), GAME.initial(), method=method, plain=True)
        assert computer.decide(turn).action == GAME.passing


class Caught(Game):
    """Two cells: the only action leads to the other cell, so the second action repeats a position."""

    forbids_repetition = True

    def initial(self) -> tuple[int, int]:
        return (0, 0)

    def player(self, s: tuple[int, int]) -> int:
        return s[1]

    def actions(self, s: tuple[int, int]) -> list[int]:
        return [1]

    def result(self, s: tuple[int, int], a: int) -> tuple[int, int]:
        return (1 - s[0], 1 - s[1])

    def is_terminal(self, s: tuple[int, int]) -> bool:
        return False

    def utility(self, s: tuple[int, int], p: int) -> float:
        return 0

    def position(self, s: tuple[int, int]) -> int:
        return s[0]


def test_the_check_finds_a_state_without_an_allowed_action() -> None:
    report = explore.check(Caught(), plays=5)
    assert [finding.rule for finding in report.failures] == ["repetition"]


def test_counting_plays_refuses_it() -> None:
    found = CliRunner().invoke(main, ["perft", "go:size=2", "--depth", "2"])
    assert found.exit_code == 2
    assert "forbids repetition" in found.output
