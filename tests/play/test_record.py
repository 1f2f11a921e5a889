"""Records of games, written and parsed."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from property_helpers import examples
from zermelo import LimitError, LoadError, ParseError, RuleError, load
from zermelo.core.game import Game
from zermelo.play import Move, Playing, Record, game_named_in, read_record, record_of, review

GAMES = ["tictactoe", "connect4", "othello:size=6", "nim:piles=3,4,5", "kalah", "breakthrough:width=4,height=5"]
GAMES += ["domineering:width=4,height=4", "twentyone:players=3", "leapfrog:cells=6", "[0.5: (1 2), 0.5: (3 (4 5))]"]


class Named(Game):
    """A game of seven plies whose actions are called whatever one likes."""

    def __init__(self, names: tuple[str, ...] = ("a", "b")):
        self.names = names

    def initial(self):
        return (0,)

    def player(self, s):
        return sum(s) % 2

    def actions(self, s):
        return range(len(self.names))

    def result(self, s, a):
        return (*s, a)

    def is_terminal(self, s):
        return len(s) == 8

    def utility(self, s, p):
        return 1 - 2 * p

    def show_action(self, s, a):
        return self.names[a]


def random_moves(game: Game, s, dice: random.Random, room: int = 12) -> tuple[Move, ...]:
    """Some of the actions in s, with random play behind each."""
    if room <= 0 or game.is_terminal(s):
        return ()
    actions = list(game.actions(s))
    some = dice.sample(actions, min(len(actions), dice.choice([1, 1, 1, 2, 3])))
    shares = [room - 1, room // 3, room // 4]
    return tuple(Move(a, random_moves(game, game.result(s, a), dice, n)) for a, n in zip(some, shares, strict=False))


def assert_comes_back(record: Record) -> None:
    assert read_record(record.text(), record.game) == record
    assert read_record(json.dumps(record.to_json()), record.game) == record


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_what_is_written_is_read_again(name, seed):
    game, dice = load(name), random.Random(seed)
    s = game.initial()
    for _ in range(dice.randrange(4)):  # from the start, and from later
        s = game.result(s, dice.choice(list(game.actions(s))))
        if game.is_terminal(s):
            break
    record = Record(game, s, random_moves(game, s, dice))
    assert_comes_back(record)
    assert read_record(record.text()) == record  # the game by its name alone
    assert read_record(json.dumps(record.to_json(), indent=1)) == record


awkward = st.text(st.sampled_from('ab1. (),"\n'), max_size=5)


@examples(300)
@given(st.lists(awkward | st.text(max_size=4), min_size=1, max_size=6, unique=True), st.integers(0, 10**6))
def test_actions_may_be_called_whatever_one_likes(names, seed):
    game = Named(tuple(names))
    assert_comes_back(Record(game, (0,), random_moves(game, (0,), random.Random(seed))))


def test_a_name_that_another_goes_on_from_is_quoted():
    game = Named(("a", "a b", "b", "a(", "c"))
    record = record_of(game, (0,), [0, 2, 1, 4, 3, 4])
    assert record.text().split("\n\n")[1].startswith('1. "a" b')
    assert_comes_back(record)


def test_actions_of_one_name_cannot_be_written():
    game = Named(("a", "a"))
    with pytest.raises(RuleError, match="two actions are shown as 'a'"):
        record_of(game, (0,), [0]).text()


def test_a_record_of_a_match():
    match = Playing(load("tictactoe"))
    for a in (0, 4, 8):
        match.play(a)
    assert match.record == record_of(match.game, match.game.initial(), [0, 4, 8])
    assert match.record.line() == (0, 4, 8)
    assert match.record.states()[-1] == match.state
    assert len(match.record.states()) == 4


def test_a_match_that_chance_began_is_recorded_from_its_start():
    match = Playing(load("[0.5: (1 2), 0.5: (3 4)]"))
    assert match.record.start == match.game.initial()
    assert len(match.record.line()) == 1


def test_the_text_is_for_people():
    game = load("tictactoe")
    record = read_record("b2 a1 (b1 (c1 a1) c3) c3 a3", game)
    assert record.text() == "game: tictactoe\n\n1. b2 a1 (1... b1 2. c3) (1... c1 2. a1) 2. c3 a3\n"
    assert read_record("b2 (a1) a1", game).text() == "game: tictactoe\n\n1. b2 (1. a1) 1... a1\n"
    later = Record(game, record.states()[1], record.moves[0].replies)
    board = "\n".join(["start:", "      a b c", "    1 . . .", "    2 . X .", "    3 . . ."])
    assert later.text() == f"game: tictactoe\n{board}\n\n1... a1 (1... b1 2. c3) (1... c1 2. a1) 2. c3 a3\n"


def test_two_moves_in_a_row_are_one_round():
    kalah = load("kalah")
    assert read_record("3 6 1 2", kalah).text().split("\n\n")[1] == "1. 3 6 1 2. 2\n"


def test_names_of_several_words_are_separated():
    nim = load("nim:piles=3,4,5")
    text = read_record("1:1 2:2 3:3", nim).text()
    assert "1. 1 from pile 1, 2 from pile 2 2. 3 from pile 3" in text


def test_long_games_are_broken_into_rows():
    text = (
        read_record("45461667" + "33" * 3, load("connect4")).text()
        + record_of(load("nim:piles=9,9,9,9"), load("nim:piles=9,9,9,9").initial(), [0, 9] * 4).text()
    )
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize(
    ("name", "text", "actions"),
    [
        ("connect4", "45461667", "4 5 4 6 1 6 6 7"),
        ("connect4", "4, 5\n4 6", "4 5 4 6"),
        ("connect4", "1. 4 5 2. 4", "4 5 4"),
        ("connect4", "1.4 5 2.4", "4 5 4"),
        ("connect4", "", ""),
        ("connect4:width=12,height=4", "11 12 1 2", "11 12 1 2"),
        ("othello", "f5d6c3d3c4", "f5 d6 c3 d3 c4"),
        ("othello", "F5 D6\nC3", "f5 d6 c3"),
        ("tictactoe", "a1b2C3", "a1 b2 c3"),
        ("nim:piles=3,4,5", "2 FROM  pile 1 1:1", "2 from pile 1|1 from pile 1"),
        ("twentyone", "3 2 +1", "+3 +2 +1"),
        ("domineering", "a1 a3b3", "a1-a2 a3-b3"),
    ],
)
def test_moves_are_read_as_people_write_them(name, text, actions):
    record = read_record(text, load(name))
    shown = [record.game.show_action(s, a) for s, a in zip(record.states(), record.line(), strict=False)]
    assert shown == (actions.split("|") if "|" in actions else actions.split())


def test_names_that_run_together_in_two_ways_are_refused():
    with pytest.raises(ParseError, match="ply 1: '1112' is not an action"):
        read_record("1112", load("connect4:width=12,height=4"))


@pytest.mark.parametrize("seed", range(40))
def test_a_transcript_is_what_the_game_makes_of_it(seed):
    """Othello's own reader, which lets passes be left out too, is the oracle."""
    game, dice = load("othello:size=4"), random.Random(seed)
    s, played = game.initial(), []
    while not game.is_terminal(s):
        a = dice.choice(list(game.actions(s)))
        played.append(game.show_action(s, a))
        s = game.result(s, a)
    text = "".join(name for name in played if name != "pass")
    assert read_record(text, game).states()[-1] in (s, game.parse(text))
    assert game.show(read_record(" ".join(played), game).states()[-1]) == game.show(s)


def test_some_transcript_leaves_a_pass_out():
    game = load("othello:size=4")
    found = []
    for seed in range(200):
        dice, s, played = random.Random(seed), game.initial(), []
        while not game.is_terminal(s):
            a = dice.choice(list(game.actions(s)))
            played.append(a)
            s = game.result(s, a)
        if 64 in played[:-1]:
            states = record_of(game, game.initial(), played).states()
            text = "".join(game.show_action(s, a) for s, a in zip(states, played, strict=False) if a != 64)
            found.append(read_record(text, game))
            assert 64 in found[-1].line()
    assert found


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("b2 a1 b2", ["ply 3", "'b2'", "expected one of b1, c1"]),
        ("b2 a1 (z9) c1", ["ply 2", "'z9'", "expected one of a1"]),
        ("b2 a1 (b1 b1)", ["ply 3", "'b1'"]),
        ("a1 a2 b1 b2 c1 c2", ["ply 6", "'c2'", "play is over"]),
        ("b2 (a1", ["a bracket is not closed", "^"]),
        ("b2 a1)", ["not opened", "^"]),
        ("(b2)", ["must follow the action"]),
        ("b2 ()", ["no actions"]),
        ('"b2', ["quotation marks"]),
        ('"b9"', ["ply 1", "'b9'"]),
        ("game: nim\n\nb2", ["'nim'", "'tictactoe'"]),
        ("game: tictactoe:width=4\n\nb2", ["'tictactoe:width=4'"]),
        ("game: tictactoe:width=x\n\nb2", ["width=x"]),
        ("start: XX\n\nb2", ["'XX'", "is not a position"]),
        ("{", ["not JSON"]),
        ("{}", ["list", "None"]),
        ('{"moves": "b2"}', ["list", "'b2'"]),
        ('{"moves": ["b2", "b2"]}', ["ply 2", "'b2'", "expected one of a1"]),
        ('{"moves": ["b2", 3]}', ["ply 2", "'3'"]),
        ('{"moves": [{"action": "b2", "variations": [["z9"]]}]}', ["ply 1", "'z9'"]),
        ('{"moves": [{"action": "b2", "variations": [[]]}]}', ["'[]'"]),
        ('{"moves": [{"action": "b2", "variants": []}]}', ["ply 1", "variants"]),
        ('{"moves": [], "start": 3}', ["start", "'3'"]),
        ('{"moves": [], "start": "XX"}', ["'XX'"]),
        ('{"moves": [], "game": ["nim"]}', ["game"]),
        ('{"moves": [], "game": "nim"}', ["'nim'", "'tictactoe'"]),
        ('{"moves": [], "plays": []}', ["'plays'"]),
        ('{"moves": ' + "[" * 100_000, ["JSON"]),
        ("b2 " * 300_000, ["characters"]),
    ],
)
def test_what_is_wrong_is_quoted(text, parts):
    with pytest.raises(ParseError) as caught:
        read_record(text, load("tictactoe"))
    for part in parts:
        assert part in str(caught.value)


def test_a_record_has_to_name_its_game():
    with pytest.raises(ParseError, match="does not name its game"):
        read_record("b2 a1")
    with pytest.raises(ParseError, match="does not name its game"):
        read_record('{"moves": ["b2"]}')
    with pytest.raises(LoadError, match="tictactoo"):
        read_record("game: tictactoo\n\nb2")


def test_nothing_is_loaded_where_the_game_is_given(tmp_path):
    own = tmp_path / "own.py"
    own.write_text(f"open({str(tmp_path / 'imported')!r}, 'w')")
    for named in (str(own), f"{own}:Own", "own.py", f"tictactoe/../{own}"):
        with pytest.raises(ParseError, match="not of 'tictactoe'"):
            read_record(f"game: {named}\n\nb2", load("tictactoe"))
    assert list(tmp_path.iterdir()) == [own]


def test_default_parameters_may_be_written():
    assert read_record("game: tictactoe:width=3\n\nb2", load("tictactoe")).line() == (4,)


def test_the_nesting_of_variations_is_limited():
    nested = "a" + " (b" * 99 + ")" * 99
    game = Named()
    assert len(read_record(nested, game).moves) == 100
    with pytest.raises(LimitError, match="nested"):
        read_record("a" + " (b" * 101 + ")" * 101, game)
    with pytest.raises(LimitError, match="nested"):
        read_record("a" + " (b" * 100_000, game)


@pytest.mark.thorough
def test_a_play_of_ten_thousand_plies_is_written_compared_and_read():
    game = load("twentyone:goal=20000")
    record = record_of(game, game.initial(), [1] * 10_000)
    assert_comes_back(record)
    assert hash(record) == hash(read_record(record.text()))


def test_records_differ_by_game_start_and_moves():
    small, large = load("nim:piles=3,4"), load("nim:piles=3,4,5")
    record = read_record("1:1 2:2", small)
    assert record != read_record("1:1 2:2", large)
    assert record != read_record("1:1 2:1", small)
    assert record != read_record("1:1 (1:2) 2:2", small)
    assert record != read_record("1:1", small)
    assert record == read_record("1:1 2:2", load("nim:piles=3,4"))
    assert record != Record(small, record.states()[1], record.moves)
    assert record != read_record("1:1 2:2", load("nim:piles=3,4,misere=no"))
    assert Move(1, (Move(2), Move(3))) != Move(1, (Move(2, (Move(3),)),))


def test_a_record_refuses_an_illegal_action():
    game = load("tictactoe")
    with pytest.raises(ParseError, match="ply 2: '4' is not an action here; expected one of a1"):
        record_of(game, game.initial(), [4, 4])
    with pytest.raises(ParseError, match=r"ply 6.*play is over"):
        record_of(game, game.initial(), [0, 3, 1, 4, 2, 5])


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("game: nim:piles=3,4\n\n1:1", "nim:piles=3,4"),
        ("\n  Game: nim", "nim"),
        ('{"game": "nim", "moves": []}', "nim"),
        ('{"game": "nim"}', None),
        ("((3 12 8) (2 4 6))", None),
        ('{"player": "max", "children": [1, 2]}', None),
        ("{", None),
        ("45461667", None),
        ("", None),
    ],
)
def test_a_record_is_distinguished_from_a_tree(text, named):
    assert game_named_in(text) == named


@pytest.mark.parametrize("wrong", [None, b"a1 b1", 5, Path("played.txt")], ids=repr)
def test_a_record_is_read_from_text(wrong):
    with pytest.raises(ParseError, match="is not the text of a record"):
        read_record(wrong, load("tictactoe"))
    with pytest.raises(ParseError, match="is not a record: read_record makes one from text"):
        next(review(wrong))


def test_the_game_of_a_record_may_be_named():
    assert read_record("a1 b1", "tictactoe") == read_record("a1 b1", load("tictactoe"))
    with pytest.raises(LoadError, match="did you mean tictactoe"):
        read_record("a1 b1", "tictacto")
