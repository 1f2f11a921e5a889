"""`-v`: logging to standard error, never in the output of `--json`."""

from __future__ import annotations

import json
import logging

import pytest
from click.testing import CliRunner

import zermelo
from verbs import every_command
from zermelo.cli import main


def run(*words):
    return CliRunner().invoke(main, words, catch_exceptions=False)


def test_the_method_its_stages_and_budgets_are_logged():
    told = run("solve", "nim:piles=2,3", "-v").stderr
    assert "zermelo.methods.chooser: nim:piles=2,3: solve, as the chooser plans, within no limit" in told
    assert "stage states, with 6,000 nodes" in told
    assert "answered by states, proved" in told


def test_a_method_given_by_name_is_logged_as_such():
    told = run("analyse", "tictactoe", "--method", "minimax", "--depth", "2", "-v").stderr
    assert "analyse, by minimax, as asked, within depth 2" in told


def test_vv_logs_why_other_methods_were_not_chosen():
    once, twice = (
        run("analyse", "pig:goal=6", "--algorithm", "expectiminimax", "--seconds", "1", v) for v in ("-v", "-vv")
    )
    assert len(once.stderr.splitlines()) < len(twice.stderr.splitlines())
    assert "value" in twice.stderr


def test_standard_output_has_the_object_alone():
    result = run("solve", "nim:piles=2,3", "--json", "-vv")
    assert json.loads(result.stdout)["proved"] is True
    assert "zermelo.methods.chooser" in result.stderr


def test_without_it_nothing_is_logged():
    assert run("solve", "nim:piles=2,3").stderr == ""


@pytest.mark.parametrize("words", [words for words, _ in every_command()], ids=" ".join)
def test_every_verb_takes_it(words):
    assert "--verbose" in run(*words, "--help").output


def test_the_handler_is_removed():
    run("solve", "nim:piles=2,3", "-vv")
    logger = logging.getLogger("zermelo")
    assert (logger.handlers, logger.level) == ([], logging.NOTSET)


def test_in_python_they_are_ordinary_loggers(caplog):
    with caplog.at_level(logging.INFO, "zermelo"):
        zermelo.solve("nim:piles=2,3")
    assert {record.name for record in caplog.records} >= {"zermelo.methods.chooser"}
