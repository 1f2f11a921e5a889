"""`zermelo csp` and `zermelo quiz --kind arcs`, as they are typed."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from zermelo import csp
from zermelo.cli import main
from zermelo.csp.exercises import arc_exercise
from zermelo.csp.model import modelled


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, list(words))
    assert result.exit_code == code, result.output
    return result.output


def test_people_read_the_solution_and_what_it_took():
    text = run("csp", "australia")
    colours = dict(pair.split("=") for pair in text.splitlines()[0].split())
    assert modelled(csp.load("australia")).is_solution(colours)
    for name in ("solutions", "algorithm", "assignments", "backtracks", "arcs revised"):
        assert f"\n{name} " in text


def test_programs_read_an_object():
    data = json.loads(run("csp", "australia", "--solutions", "all", "--json"))
    assert {"problem", "solutions", "count", "proved", "assignments", "backtracks", "seconds", "speed"} <= set(data)
    assert (data["problem"], data["count"], len(data["solutions"]), data["proved"]) == ("australia", 18, 18, True)
    model = modelled(csp.load("australia"))
    assert all(model.is_solution(solution) for solution in data["solutions"])


def test_no_solution_is_an_answer():
    text = run("csp", "australia:colours=2", code=1)
    assert "none, proved" in text
    assert "conflict" in text
    data = json.loads(run("csp", "australia:colours=2", "--json", code=1))
    assert (data["solutions"], data["proved"], len(data["core"])) == ([], True, 3)


@pytest.mark.parametrize("algorithm", ["backtracking", "forward", "mac", "ac3"])
def test_heuristics_by_name(algorithm):
    text = run("csp", "usa", "--algorithm", algorithm, "--order", "mrv,degree,lcv")
    assert f"{algorithm}, plain speed" in text


def test_samples():
    data = json.loads(run("csp", "australia", "--sample", "3", "--seed", "4", "--json"))
    model = modelled(csp.load("australia"))
    assert data["exact"] is True
    assert all(model.is_solution(s) for s in data["solutions"])


@pytest.mark.parametrize("problem", ["australia", "queens:n=5", "latin:n=3", "minesweeper", "eighty"])
@pytest.mark.parametrize("ending", ["svg", "html", "tex"])
def test_pictures(problem, ending, tmp_path):
    path = tmp_path / f"x.{ending}"
    run("csp", problem, "-o", str(path))
    content = path.read_text(encoding="utf-8")
    if ending == "svg":
        ElementTree.fromstring(content)
    elif ending == "html":
        assert "mountConstraints(" in content
    else:
        assert content.rstrip().endswith(r"\end{document}")


def test_a_picture_strikes_out_what_is_pruned_and_lights_the_arc(tmp_path):
    path = tmp_path / "x.svg"
    run("csp", "A B in 1 2; A < B", "--algorithm", "ac3", "--step", "2", "-o", str(path))
    picture = path.read_text(encoding="utf-8")
    assert picture.count('class="mark s0-1"') == 1  # 2 has left A
    assert 'class="edge e0 best"' in picture
    assert "2 leaves A" in picture


def test_a_map_is_painted(tmp_path):
    path = tmp_path / "x.svg"
    run("csp", "australia", "--view", "board", "-o", str(path))
    assert path.read_text(encoding="utf-8").count("<polygon") == 7


def test_an_exercise_in_arcs_has_its_key_apart():
    text = run("quiz", "--kind", "arcs", "--seed", "3")
    assert "Run AC-3" in text
    key = run("quiz", "--kind", "arcs", "--seed", "3", "--key")
    assert "A {1}" in key
    assert "A {1}" not in text


@pytest.mark.parametrize("ending", ["txt", "html", "svg", "tex"])
def test_exercises_in_files(ending, tmp_path):
    paper, key = tmp_path / f"paper.{ending}", tmp_path / f"key.{ending}"
    run("quiz", "--kind", "arcs", "-o", str(paper), "--key", str(key))
    assert paper.read_text(encoding="utf-8") != key.read_text(encoding="utf-8")


@pytest.mark.parametrize("seed", range(20))
def test_exercises_have_the_answers_of_the_algorithms(seed):
    e = arc_exercise(seed)
    model = modelled(csp.load(e.text))
    for x, values in e.consistent.items():
        for v in values:
            assert all(c.support(x, v, e.consistent) is not None for c in model.of[x])
    solutions = csp.solve(model, solutions="all").solutions
    assert all(s[x] in e.consistent[x] for s in solutions for x in s)
    assert all(s[x] in e.checked[x] for s in solutions if s[e.variable] == e.value for x in s)
    sizes = {x: len(values) for x, values in e.checked.items() if x != e.variable}
    assert [x for x in sizes if sizes[x] == min(sizes.values())] == [e.chosen]
