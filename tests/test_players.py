"""Players from text: every kind, and what is refused."""

from __future__ import annotations

import io
from collections import Counter

import pytest

import zermelo
from zermelo import Choice, KindError, LimitError, LoadError, OptionError, ParseError, Player, Turn
from zermelo.core.limits import Clock, Limits
from zermelo.play import Computer, Erring, PlayerFault

GAME = zermelo.load("tictactoe")
WINNING = "XX./OO./..."

BOTS = """
class Bot:
    def __init__(self, game):
        self.game, self.seeds = game, []
    def begin(self, seed):
        self.seeds.append(seed)
    def choose(self, state, clock, record, *, game, view, limits):
        assert game is self.game and view == state and limits.depth is None
        return len(record.line()) if clock is None else int(clock.seconds)

class Plain:
    def choose(self, state):
        return 4

class Odd:
    def choose(self, state, weather):
        return 0

class Mute:
    pass

def choose(state):
    return 5

def nothing():
    return 0

_private = choose
"""


@pytest.fixture
def bots(tmp_path):
    path = tmp_path / "bots.py"
    path.write_text(BOTS)
    return path


@pytest.mark.parametrize(
    "text",
    [
        *("engine:nodes=100", "alphabeta:depth=2", "states", "search:depth=1", "solution"),
        *("level=1", "level=0.9,nodes=200", "temperature=0.1", "depth=2", "perfect", "greedy"),
        None,
    ],
)
def test_a_player_that_looks_ahead_wins_immediately(text):
    assert GAME.show_action(GAME.parse(WINNING), zermelo.player(GAME, text).choose(WINNING)) == "c1"


def test_baselines_do_what_they_say():
    assert zermelo.player(GAME, "first").choose(WINNING) == 2
    random = zermelo.player(GAME, "random")
    random.begin(1)
    drawn = Counter(random.choose(GAME.initial()) for _ in range(900))
    assert set(drawn) == set(range(9))
    assert max(drawn.values()) < 150
    random.begin(1)
    again = [random.choose(GAME.initial()) for _ in range(20)]
    random.begin(1)
    assert [random.choose(GAME.initial()) for _ in range(20)] == again


def test_greedy_takes_the_best_evaluation_of_the_next_state():
    game = zermelo.load("othello")
    s = game.initial()
    chosen = zermelo.player(game, "greedy").decide(Turn(s))
    values = {a: game.evaluate(game.result(s, a), 0) for a in game.actions(s)}
    assert values[chosen.action] == max(values.values())
    assert chosen.line.values[0] == values[chosen.action]


def test_the_solution_solves_once_and_plays_perfectly():
    player = zermelo.player("nim:piles=3,4,5,misere=no", "solution")
    game, s = player.game, player.game.initial()
    choice = player.decide(Turn(s))
    assert choice.line.proved
    assert game.show_action(s, choice.action) == "2 from pile 1"
    solution = player._solution
    assert player.choose(game.result(s, choice.action)) is not None
    assert player._solution is solution


def test_a_state_that_is_not_solved_in_time_is_a_fault():
    player = zermelo.player("othello", "solution")
    with pytest.raises(PlayerFault, match="was not solved within the limits"):
        player.decide(Turn(player.game.initial(), limits=Limits(seconds=0.1)))


def test_limits_of_its_own_come_before_those_of_the_turn_but_not_before_the_clock():
    player = zermelo.player("connect4", "engine:depth=2")
    assert isinstance(player, Computer)
    turn = Turn(player.game.initial(), limits=Limits(depth=3, seconds=5))
    budget = player.budget(None, turn)
    assert budget.depth == 2
    assert budget.remaining() <= 5
    free = zermelo.player("connect4", "engine")
    assert free.budget(None, turn).depth == 3
    assert free.budget(None, Turn(turn.state)).remaining() <= 1
    clocked = Turn(turn.state, clocks=(Clock(30), Clock(1)))
    assert free.budget(None, clocked).remaining() <= 1.01


def test_the_table_is_given_in_mebibytes():
    player = zermelo.player(GAME, "engine:table=2,threads=2")
    assert player._chooser.options == {"table": 2 * 2**20, "threads": 2}


def test_bots_from_a_file(bots):
    start, after = GAME.initial(), GAME.result(GAME.initial(), 3)
    bot = zermelo.player(GAME, f"{bots}:Bot")
    bot.begin(7)
    assert bot._bot.seeds == [7]
    assert bot.choose(start) == 0
    assert bot.decide(Turn(after, start, (3,))).action == 1
    assert bot.decide(Turn(start, clocks=(Clock(6), Clock(1)))).action == 6
    assert zermelo.player(GAME, f"{bots}:Plain").choose(start) == 4
    assert zermelo.player(GAME, f"{bots}:choose").choose(start) == 5


def test_a_bot_in_a_process_of_its_own_answers_the_same(bots):
    hosted = zermelo.player(GAME, f"{bots}:Bot", isolated=True)
    try:
        start, after = GAME.initial(), GAME.result(GAME.initial(), 3)
        assert hosted.decide(Turn(after, start, (3,))).action == 1
        assert hosted.decide(Turn(start, start, clocks=(Clock(6), Clock(1)))).action == 6
        with pytest.raises(PlayerFault, match="'1' is not an action") as fault:
            hosted.decide(Turn(GAME.result(start, 1), start, (1,)))
        assert fault.value.reason == "illegal"
    finally:
        hosted.close()


def test_objects_and_functions_are_players():
    class Own(Player):
        game = GAME

        def decide(self, turn):
            return Choice(8)

    own = Own()
    assert zermelo.player(GAME, own) is own
    assert own.choose(WINNING) == 8
    assert zermelo.player(GAME, lambda state: 7).choose(GAME.initial()) == 7


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        (lambda state: 42, "'42' is not an action in"),
        (lambda state: [1], r"'\[1\]' is not an action in"),
        (lambda state: None, "'None' is not an action in"),
        (lambda state: 1 / 0, r"it raised ZeroDivisionError: division by zero \(test_players.py, line \d+\)"),
        (lambda state: exit(3), "it raised SystemExit"),
    ],
)
def test_what_a_bot_does_wrong_is_named(bot, message):
    with pytest.raises(PlayerFault, match=message):
        zermelo.player(GAME, bot).choose(GAME.initial())


def test_a_bot_that_changes_the_state_is_at_fault():
    class Heap:
        def __init__(self, left):
            self.left = left

        def __eq__(self, other):
            return self.left == other.left

        def __hash__(self):
            return hash(self.left)

    class Sticks(zermelo.Game):
        def initial(self):
            return Heap(3)

        def player(self, s):
            return 0

        def actions(self, s):
            return [1]

        def result(self, s, a):
            return Heap(s.left - a)

        def is_terminal(self, s):
            return s.left == 0

        def utility(self, s, p):
            return 0

    def thief(state):
        state.left -= 1
        return 1

    with pytest.raises(PlayerFault, match="it changed the state"):
        zermelo.player(Sticks(), thief).choose(Heap(3))


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("randm", KindError, "there is no player 'randm': did you mean random"),
        ("", KindError, "there is no player ''"),
        ("engine:dept=3", OptionError, "engine has no option 'dept': did you mean depth"),
        ("engine:depth=deep", ParseError, "'depth=deep' in 'engine:depth=deep' is not a whole number"),
        ("engine:depth=0", LimitError, "depth"),
        ("random:depth=3", OptionError, "random has no option 'depth=3'"),
        ("level=2", KindError, "not a probability"),
        ("level=0.5,speed=3", OptionError, "it has no option 'speed'"),
        ("ugi:", ParseError, "names no program: write ugi:COMMAND"),
        ("nothing.py:Bot", LoadError, r"there is no file 'nothing\.py'"),
    ],
)
def test_an_unknown_player_is_refused(text, error, message):
    with pytest.raises(error, match=message):
        zermelo.player(GAME, text)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("choos", "has no player 'choos': did you mean choose"),
        ("", "name the player in"),
        ("Odd", "choose has a parameter 'weather'"),
        ("Mute", "has no method choose"),
        ("nothing", "takes no parameters"),
        ("_private", "has no player '_private'"),
    ],
)
def test_an_invalid_bot_is_refused(bots, name, message):
    with pytest.raises(LoadError, match=message):
        zermelo.player(GAME, f"{bots}:{name}")


def test_an_object_that_cannot_choose_is_refused():
    with pytest.raises(LoadError, match="'3' is not a player"):
        zermelo.player(GAME, 3)
    with pytest.raises(OptionError, match="no option 'depth'"):
        zermelo.player(GAME, min, depth=3)
    with pytest.raises(KindError, match="minimax cannot play"):
        zermelo.player("pig", "minimax:depth=2")


@pytest.mark.parametrize(("wrong", "meant"), [("second", "seconds"), ("node", "nodes"), ("dept", "depth")])
def test_a_misspelt_limit_is_recognised(wrong, meant):
    for how in (None, "engine"):
        with pytest.raises(OptionError, match=f"'{wrong}': did you mean {meant}"):
            zermelo.player(GAME, how, **{wrong: 1})


def test_a_person_is_asked_until_the_action_is_legal(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("z9\nb2\n"))
    human = zermelo.player(GAME, "human")
    assert human.choose(GAME.initial()) == 4
    assert "'z9' is not an action here" in capsys.readouterr().err
    with pytest.raises(PlayerFault, match="the input has ended"):
        human.choose(GAME.initial())


def test_a_new_game_does_not_depend_on_the_games_before():
    fresh, used = (zermelo.player("connect4", "level=0.5,nodes=300") for _ in range(2))
    assert isinstance(fresh, Erring)
    game, used_state = fresh.game, fresh.game.parse("4455")
    for _ in range(3):
        used.choose(used_state)
    for player in (fresh, used):
        player.begin(5)
    assert [fresh.choose(game.initial()) for _ in range(8)] == [used.choose(game.initial()) for _ in range(8)]
