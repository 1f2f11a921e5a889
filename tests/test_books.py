"""Books in files: grown by searches and imported from games."""

from __future__ import annotations

from threading import Event

import pytest

import zermelo
from zermelo.books import build_book, import_games
from zermelo.core.errors import KindError, LimitError, LoadError, ParseError, TableError
from zermelo.core.limits import Limits
from zermelo.methods.chooser import Chooser, Stage
from zermelo.methods.method import Question, Setting
from zermelo.play.pdn import PdnGame, write_pdn
from zermelo.play.record import record_of
from zermelo.tables.book import Book


@pytest.fixture
def file(tmp_path):
    return tmp_path / "x.book"


@pytest.fixture(scope="module")
def tictactoe():
    return zermelo.load("tictactoe")


def test_a_small_game_is_proved_and_every_value_is_that_of_the_solution(file, tictactoe):
    found = build_book(tictactoe, file, nodes=100_000, each=300, plain=True)
    assert found.complete
    assert (found.root.value, found.root.proved) == (0, True)
    solution = zermelo.solve(tictactoe)
    waiting, met = [tictactoe.initial()], set()
    while waiting:
        s = waiting.pop()
        entry = found.book.entry(s)
        if s in met or entry is None:
            continue
        met.add(s)
        assert not entry.proved or entry.value == solution.value_of(s)
        if not tictactoe.is_terminal(s):
            waiting += [tictactoe.result(s, a) for a in tictactoe.actions(s)]
    assert len(met) > found.contents.positions  # symmetric positions are one


def test_a_further_run_extends_the_file(file):
    first = build_book("connect4:width=4,height=4", file, nodes=600, each=200, plain=True)
    second = build_book("connect4:width=4,height=4", file, nodes=600, each=200, plain=True)
    assert first.added == first.contents.positions > 1
    assert second.added > 0
    assert second.contents.positions == first.contents.positions + second.added
    assert first.nodes <= 600


def test_the_same_limits_give_the_same_bytes(tmp_path):
    for name in ("a", "b"):
        build_book("breakthrough", tmp_path / name, nodes=900, each=300, plain=True)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_run_that_is_stopped_keeps_what_it_has(file):
    stop = Event()
    stop.set()
    found = build_book("checkers", file, nodes=10_000, stop=stop, plain=True)
    assert found.added == 0
    assert len(Book.open(file, zermelo.load("checkers"))) == 0


def test_a_game_of_chance_has_a_book(file):
    found = build_book("pig:goal=4", file, nodes=3_000, each=200, plain=True)
    assert found.contents.expanded > 1


@pytest.mark.parametrize("name", ["kuhn", "rolit"])
def test_other_kinds_are_refused(file, name):
    with pytest.raises(KindError, match=name):
        build_book(name, file, nodes=100)


def test_bad_input_is_quoted(file, tmp_path, tictactoe):
    file.write_bytes(b"nothing")
    with pytest.raises(TableError, match=r"x\.book"):
        build_book(tictactoe, file, nodes=100)
    with pytest.raises(LimitError, match="-5"):
        build_book(tictactoe, tmp_path / "y.book", nodes=-5)
    with pytest.raises(LimitError, match="0"):
        build_book(tictactoe, tmp_path / "y.book", each=0)
    with pytest.raises(TableError, match="cannot be written"):
        build_book(tictactoe, tmp_path / "no" / "y.book", nodes=100)


# Records.


def test_games_of_pdn_count_with_their_results(file, tmp_path):
    game = zermelo.load("checkers")
    games = []
    for moves, result in ((["11-15", "23-19"], 1), (["11-15", "22-17"], 0), (["9-14"], -1), (["10-14"], None)):
        s, actions = game.initial(), []
        for move in moves:
            actions.append(game.parse_action(s, move))
            s = game.result(s, actions[-1])
        games.append(PdnGame(record_of(game, game.initial(), actions), result))
    (tmp_path / "g.pdn").write_text(write_pdn(*games))
    found = import_games(game, tmp_path / "g.pdn", file)
    assert (found.games, found.left_out) == (3, 1)
    moves = found.book.moves(game.initial())
    assert [game.show_action(game.initial(), move.action) for move in moves] == ["11-15", "9-14"]
    assert [(move.entry.games, move.entry.score) for move in moves] == [(2, 1.0), (1, -1.0)]
    again = import_games(game, [tmp_path / "g.pdn"], file, plies=1)
    assert again.added == 0
    assert again.book.entry(game.initial()).games == 6


def test_a_game_of_sgf_counts(file, tmp_path):
    pytest.importorskip("sgfmill")
    (tmp_path / "g.sgf").write_text("(;FF[4]GM[1]SZ[9]KM[7.5]RE[B+R];B[ee];W[eg])")
    found = import_games("go:size=9,scoring=win", tmp_path / "g.sgf", file)
    assert (found.games, import_games("go:size=9", tmp_path / "g.sgf", tmp_path / "y.book").left_out) == (1, 1)
    assert found.book.moves(found.book.game.initial())[0].entry.score == 1


def test_our_own_records_and_the_games_of_a_match_count(file, tmp_path, tictactoe):
    (tmp_path / "won.txt").write_text("game: tictactoe\n\n1. a1 b1 2. a2 b2 3. a3\n")
    (tmp_path / "open.txt").write_text("game: tictactoe\n\n1. a1 b1\n")
    zermelo.match(tictactoe, ["greedy", "first"], games=4, file=tmp_path / "m.jsonl")
    found = import_games(tictactoe, [tmp_path / name for name in ("won.txt", "open.txt", "m.jsonl")], file)
    assert (found.games, found.left_out) == (5, 1)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.pdn", '[Event "x"]\n1. 11-12 *'),
        ("b.txt", "game: nim\n\n1. x"),
        ("c.txt", "game: tictactoe\n\n1. z9"),
        ("d.jsonl", '{"format": 1}\n'),
        ("e.sgf", "(;GM[2])"),
        ("f.jsonl", '{"format": 9, "game": "tictactoe"}\n'),
    ],
)
def test_a_record_that_cannot_be_read_is_named_and_nothing_is_imported(file, tmp_path, name, text):
    (tmp_path / name).write_text(text)
    with pytest.raises(ParseError, match=name):
        import_games("tictactoe", tmp_path / name, file)
    assert not file.exists()


def test_a_record_that_does_not_exist_is_named(file, tmp_path):
    with pytest.raises(LoadError, match=r"no\.pdn"):
        import_games("checkers", tmp_path / "no.pdn", file)


# Players.


@pytest.fixture(scope="module")
def opening(tmp_path_factory, tictactoe):
    file = tmp_path_factory.mktemp("book") / "ttt.book"
    build_book(tictactoe, file, nodes=60_000, each=300, plain=True)
    return file


def test_a_player_asks_its_book_first_and_says_so(opening, tictactoe):
    player = zermelo.player(tictactoe, f"engine:nodes=10,book={opening}", plain=True)
    choice = player.decide(zermelo.Turn(tictactoe.parse("X../.../...")))
    assert tictactoe.show_action(tictactoe.parse("X../.../..."), choice.action) == "b2"
    assert (choice.source, choice.nodes, choice.line.proved) == ("book", 0, True)


def test_a_player_searches_where_the_book_ends(opening, tictactoe):
    book, s = Book.open(opening, tictactoe), tictactoe.initial()
    while moves := book.moves(s):
        s = tictactoe.result(s, moves[0].action)
    player = zermelo.player(tictactoe, nodes=200, book=book, plain=True)
    choice = player.decide(zermelo.Turn(s))
    assert (choice.source, choice.nodes > 0) == (None, True)


def test_a_table_is_asked_before_an_estimate_of_the_book(tmp_path, tictactoe, monkeypatch):
    build_book(tictactoe, tmp_path / "x.book", nodes=20, each=20, plain=True)
    chooser = Chooser(tictactoe, Setting(plain=True), book=Book.open(tmp_path / "x.book", tictactoe))
    s = tictactoe.initial()
    answer = chooser.answer(Question.PLAY, s, Limits(nodes=10))
    assert (answer.source, answer.proved) == ("book", False)
    monkeypatch.setattr(chooser, "_table_has", lambda _s, _question: True)
    monkeypatch.setattr(chooser, "plan", lambda *_: iter([Stage("engine")]))
    assert chooser.answer(Question.PLAY, s, Limits(nodes=10)).source is None


def test_the_seed_gives_variety(opening, tictactoe):
    player = zermelo.player(tictactoe, nodes=10, book=opening, plain=True)
    first = {}
    for seed in (*range(12), *range(12)):
        player.begin(seed)
        action = player.choose(tictactoe.initial())
        assert first.setdefault(seed, action) == action
    assert len(set(first.values())) > 1


def test_a_match_gives_its_book_to_all_who_search(opening, tictactoe, tmp_path):
    players = ["engine:nodes=20", "random"]
    standings = zermelo.match(tictactoe, players, games=6, book=opening, file=tmp_path / "m.jsonl")
    assert standings.players[0].total.losses == 0
    with pytest.raises(ParseError, match="book"):
        zermelo.match(tictactoe, players, games=6, file=tmp_path / "m.jsonl")
