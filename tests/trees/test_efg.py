"""Extensive forms in Gambit's file format: read, refused with line numbers, and compared with OpenSpiel's reader."""

from __future__ import annotations

import pytest

import zermelo
from zermelo import ParseError, load
from zermelo.draw import tree_efg
from zermelo.trees import EXAMPLES, Tree

HEAD = 'EFG 2 R "A game" { "Ann" "Bob" }\n"a comment"\n'
PENNIES = (
    HEAD
    + """
p "" 1 1 "" { "H" "T" } 0
p "" 2 1 "Bob's" { "H" "T" } 0
t "" 1 "" { 1, -1 }
t "" 2 "" { -1, 1 }
p "" 2 1 0
t "" 2
t "" 1
"""
)


def written(name, **options):
    grown = zermelo.tree(name, **options)
    return tree_efg(grown.root, grown.trace.game)


def leaves(game, s=None, way=()):
    """Every terminal state's actions and utilities, with chance's probability of the way to it."""
    s = game.initial() if s is None else s
    if game.is_terminal(s):
        yield way, [game.utility(s, p) for p in range(game.players)]
        return
    for a in game.actions(s):
        likely = game.probability(s, a) if game.player(s) < 0 else None
        yield from leaves(game, game.result(s, a), (*way, (game.show_action(s, a), likely)))


def information_sets(game):
    """The partition of the decision nodes: sets of ways, one for each player and view."""
    found = {}
    waiting = [(game.initial(), ())]
    while waiting:
        s, way = waiting.pop()
        if game.is_terminal(s):
            continue
        mover = game.player(s)
        if mover >= 0:
            found.setdefault((mover, game.observe(s, mover)), set()).add(way)
        waiting += [(game.result(s, a), (*way, i)) for i, a in enumerate(game.actions(s))]
    return {(mover, frozenset(ways)) for (mover, _), ways in found.items()}


def test_what_was_said_about_a_number_need_not_be_repeated():
    game = Tree(PENNIES)
    assert game.player_names == ("Ann", "Bob")
    assert game.kind.hidden
    assert game.kind.zero_sum
    assert [ends for _, ends in leaves(game)] == [[1, -1], [-1, 1], [-1, 1], [1, -1]]
    assert len(information_sets(game)) == 2


def test_payoffs_on_the_way_are_added():
    text = HEAD + 'p "" 1 1 "" { "a" "b" } 1 "fee" { -1, 1/2 }\nt "" 2 "" { 3, 0.25 }\nt "" 0\n'
    assert [ends for _, ends in leaves(Tree(text))] == [[2, 0.75], [-1, 0.5]]
    assert not Tree(text).kind.zero_sum


@pytest.mark.parametrize("name", [*(f"tree:{name}" for name in EXAMPLES), "openspiel:kuhn_poker", "((3 12) (2 4 6))"])
def test_a_written_game_is_read_back(name):
    game = load(name)
    read = Tree(written(game, method="extensive"))
    for (way, ends), (expected_way, expected_ends) in zip(leaves(read), leaves(game), strict=True):
        assert [name for name, _ in way] == [name for name, _ in expected_way]
        assert [p or 0 for _, p in way] == pytest.approx([p or 0 for _, p in expected_way])
        assert ends == pytest.approx(expected_ends)
    assert information_sets(read) == information_sets(game)


@pytest.mark.parametrize("name", ["tree:roads", "tree:nonlocality", "tree:pennies", "openspiel:kuhn_poker"])
def test_openspiel_reads_the_same_game_from_the_file(name):
    pyspiel = pytest.importorskip("pyspiel")
    game = load(name)
    spiel = pyspiel.load_efg_game(written(name))
    sets = {}

    def compare(state, s, way):
        assert state.is_terminal() == game.is_terminal(s)
        if state.is_terminal():
            assert state.returns() == pytest.approx([game.utility(s, p) for p in range(game.players)])
            return
        actions = list(game.actions(s))
        if state.is_chance_node():
            assert [p for _, p in state.chance_outcomes()] == pytest.approx([game.probability(s, a) for a in actions])
            numbers = [a for a, _ in state.chance_outcomes()]
        else:
            mover = state.current_player()
            assert mover == game.player(s)
            numbers = state.legal_actions()
            sets.setdefault((mover, state.information_state_string(mover)), set()).add(way)
        assert len(numbers) == len(actions)
        by_name = {state.action_to_string(state.current_player(), number): number for number in numbers}
        for i, a in enumerate(actions):
            compare(state.child(by_name[game.show_action(s, a)]), game.result(s, a), (*way, i))

    compare(spiel.new_initial_state(), game.initial(), ())
    assert {(mover, frozenset(ways)) for (mover, _), ways in sets.items()} == information_sets(game)


def test_it_loads_from_a_file(tmp_path):
    path = tmp_path / "pennies.efg"
    path.write_text(PENNIES)
    game = load(path)
    assert game.kind.hidden
    assert str(load(str(game))) == str(game)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('q "" 1', "line 3 of the extensive form: 'q' is not a kind of node"),
        ('p "" 3 1 "" { "a" } 0\nt "" 0', "line 3 .*there is no player 3"),
        ('p "" 1 1 "" { "a" "b" } 0\nt "" 0', "line 5 .*expected c, p or t .*, but the file ends"),
        ('p "" 1 1 "" { "a" "a" } 0', "line 3 .*two actions of one node are called 'a'"),
        ('p "" 1 1 0', "line 3 .*information set 1 has no actions"),
        ('p "" 1 1 "" { } 0', "line 3 .*at least one action"),
        ('t "" 1', "line 3 .*outcome 1 has no payoffs"),
        ('t "" 1 "" { 1 }', "line 3 .*1 payoffs for 2 players"),
        ('t "" 1 "" { 1, x }', "line 3 .*'x' is not a payoff"),
        ('t "" 1 "" { 1, 1/0 }', "line 3 .*1/0 divides by zero"),
        ('t "" 0\nt "" 0', "line 4 .*the tree is complete, but the file goes on"),
        ('t "', "line 3 .*quotation mark is not closed"),
        ('c "" 1 "" { "a" 0.5 "b" 0.6 } 0\nt "" 0\nt "" 0', "the probabilities 0.5, 0.6 add up to 1.1"),
        ('p "" 1 1 "" { "a" "b" } 0\np "" 2 1 "" { "x" } 0\nt "" 0\np "" 2 1 "" { "y" } 0\nt "" 0',
         "line 6 .*information set 1 has different actions: x before, y here"),
        ('p "" 1 1 "" { "a" "b" } 0\np "" 1 1 0\nt "" 0\nt "" 0\nt "" 0', "can tell these nodes apart"),
    ],
)  # fmt: skip
def test_refused(lines, message):
    with pytest.raises(ParseError, match=message):
        Tree(HEAD + lines + "\n")


@pytest.mark.parametrize("payoff", ["1e999", "1e999/7", "-1e400/3"])
def test_a_payoff_that_no_float_can_hold_is_refused(payoff):
    with pytest.raises(ParseError, match="is too large: at most 1e"):
        Tree(f'{HEAD}t "" 1 "" {{ {payoff}, 1 }}\n')


@pytest.mark.parametrize("text", ["EFG 1 R", "EFG 2 R", 'EFG 2 R "x" { }', 'EFG 2 R "x" { "a" } t'])
def test_a_beginning_that_is_not_complete_is_refused(text):
    with pytest.raises(ParseError, match="line 1 of the extensive form"):
        Tree(text)
