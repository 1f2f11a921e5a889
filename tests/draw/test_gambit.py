"""The tree as an extensive form: read back, and solved by going backwards."""

import re
from fractions import Fraction

import pytest

import zermelo
from zermelo import Game
from zermelo.core.errors import KindError
from zermelo.draw import fold, tree_efg

TEXT = r'"((?:[^"\\]|\\")*)"'
HEAD = re.compile(rf"EFG 2 R {TEXT} \{{ ((?:{TEXT} ?)+) \}}")
KINDS = {
    "p": re.compile(rf'p {TEXT} (\d+) (\d+) "" \{{ (.*) \}} 0'),
    "c": re.compile(rf'c {TEXT} (\d+) "" \{{ (.*) \}} 0'),
    "t": re.compile(rf't {TEXT} (\d+) "" \{{ (.*) \}}'),
}


def efg(text, **options):
    grown = zermelo.tree(text, **options)
    return tree_efg(grown.root, grown.trace.game)


def values(lines):
    """The players' utilities at the node of the first line; removes the lines of its subtree."""
    line = lines.pop(0)
    *_, inside = KINDS[line[0]].fullmatch(line).groups()
    if line[0] == "t":
        return [Fraction(number) for number in inside.split(", ")]
    if line[0] == "c":
        likely = [Fraction(p) for _, p in re.findall(rf"{TEXT} (\S+)", inside)]
        assert sum(likely) == 1
        below = [values(lines) for _ in likely]
        return [sum(p * v for p, v in zip(likely, each, strict=True)) for each in zip(*below, strict=True)]
    player = int(KINDS["p"].fullmatch(line)[2]) - 1
    return max((values(lines) for _ in re.findall(TEXT, inside)), key=lambda each: each[player])


def solved(text):
    """The players' names and utilities."""
    head, comment, blank, *lines = text.splitlines()
    assert (comment, blank) == ('""', "")
    found = values(lines)
    assert lines == []
    return re.findall(TEXT, HEAD.fullmatch(head)[2]), found


@pytest.mark.parametrize(
    ("text", "players", "value"),
    [
        ("((3 12 8) (2 4 6) (14 5 2))", ["MAX", "MIN"], [3, -3]),
        ("(10 [0.3: 9, 0.7: 100])", ["MAX", "MIN"], [Fraction(727, 10), Fraction(-727, 10)]),
        ("(1 chance(3 12 8) [1/6 six: 1, 5/6: 0.125])", ["MAX", "MIN"], [Fraction(23, 3), Fraction(-23, 3)]),
        ("((<1 2 6> <4 3 3>) (<6 1 2> <7 4 1>))", ["player 0", "player 1", "player 2"], [7, 4, 1]),
        ("nim", ["MAX", "MIN"], [-1, 1]),
        ("twentyone:goal=5,players=3", ["player 0", "player 1", "player 2"], None),
    ],
)
def test_it_has_the_value_of_the_game(text, players, value):
    names, found = solved(efg(text))
    assert names == players
    assert found == (list(zermelo.solve(text).values) if value is None else value)


def test_what_alpha_beta_left_unread_is_in_it():
    assert "{ 4, -4 }" in efg("((3 12 8) (2 4 6) (14 5 2))")


def test_the_mover_comes_from_the_game_not_from_the_search():
    assert efg("((3 12) (2 4))", algorithm="expectimax") == efg("((3 12) (2 4))", algorithm="minimax")


def test_every_node_has_an_information_set_of_its_own_and_every_end_an_outcome():
    lines = efg("nim").splitlines()[3:]
    sets = [m.groups()[1:3] for line in lines if (m := KINDS["p"].fullmatch(line))]
    ends = [m[2] for line in lines if (m := KINDS["t"].fullmatch(line))]
    assert len(set(sets)) == len(sets)
    assert ends == [str(i) for i in range(1, len(ends) + 1)]


def test_only_labels_that_one_node_has_are_there():
    lines = efg("A=(B=(3 12) B=(2 C=4))").splitlines()[3:]
    assert [re.search(TEXT, line)[1] for line in lines] == ["A", "", "", "", "", "", "C"]


class Shares(Game):
    """A game of chance whose probabilities are not simple fractions."""

    total = 1

    def initial(self):
        return 0

    def player(self, s):
        return zermelo.CHANCE

    def actions(self, s):
        return (1, 2, 3)

    def result(self, s, a):
        return a

    def is_terminal(self, s):
        return s > 0

    def utility(self, s, p):
        return 1e-7 * s if p == 0 else 1 - 1e-7 * s

    def probability(self, s, a):
        return (0.1234567891, 0.2, 0.6765432109)[a - 1]

    def show_action(self, s, a):
        return f'the "{a}" \\'


def test_odd_numbers_and_names():
    text = efg(Shares())
    _, found = solved(text)
    assert sum(found) == pytest.approx(1)
    assert '"the \\"1\\" /"' in text
    assert "{ 0.0000001, 0.9999999 }" in text


@pytest.mark.parametrize(
    ("text", "options", "fault"),
    [
        ("tictactoe", {"depth": 1}, "which has an estimate and no utility: give no depth"),
        ("leapfrog", {}, "so it could continue forever"),
        ("nim", {"symmetry": True}, "some actions of '2 2, MAX to move' are not in it"),
    ],
)
def test_a_tree_that_is_not_the_whole_game_is_refused(text, options, fault):
    with pytest.raises(KindError, match=re.escape(fault)):
        efg(text, **options)


def test_a_folded_tree_is_refused():
    grown = zermelo.tree("nim")
    with pytest.raises(KindError, match="part of it is folded"):
        tree_efg(fold(grown.root, 10), grown.trace.game)


def test_gambit_reads_it(tmp_path):
    gambit = pytest.importorskip("pygambit")
    for i, text in enumerate(("((3 12 8) (2 4 6) (14 5 2))", "nim", Shares())):
        file = tmp_path / f"{i}.efg"
        file.write_text(efg(text), encoding="utf-8")
        assert gambit.read_efg(str(file)).title == str(text if isinstance(text, str) else "shares")
