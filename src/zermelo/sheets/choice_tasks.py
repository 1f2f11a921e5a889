"""Multiple-choice tasks, drawn from the questions by a seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from zermelo.core.errors import LimitError
from zermelo.native.draws import Draws
from zermelo.sheets.checks import word_is
from zermelo.sheets.ideas import QUESTIONS, Question
from zermelo.sheets.task import LETTERS, Field, Option, Task

T = TypeVar("T")

KIND = "ideas"

_SELECTING, _SHUFFLING = 211, 223
"""Numbers that make the draws of this kind of exercise independent of those of others."""


def choice_tasks(seed: int, count: int, variant: int = 0) -> list[Task]:
    """The questions of this seed. Variants have the same questions and answers in different orders."""
    if count > len(QUESTIONS):
        raise LimitError(f"there are {len(QUESTIONS)} questions on the ideas, fewer than {count}")
    chosen = sorted(Draws(seed, _SELECTING).different(count, len(QUESTIONS)))
    draws = Draws(seed, _SHUFFLING, variant)
    order = chosen if variant == 0 else _shuffled(chosen, draws)
    return [_task(QUESTIONS[at], seed, number, draws) for number, at in enumerate(order, 1)]


def _shuffled(items: Sequence[T], draws: Draws) -> list[T]:
    return [items[i] for i in draws.different(len(items), len(items))]


def _task(question: Question, seed: int, number: int, draws: Draws) -> Task:
    options = tuple(_shuffled([question.right, *question.wrong], draws))
    letter = LETTERS[next(i for i, option in enumerate(options) if option.is_right)]
    listed = "\n".join(f"  {mark}. {option.text}" for mark, option in zip(LETTERS, options, strict=False))
    return Task(
        kind=KIND,
        heading=f"{question.topic[0].upper()}{question.topic[1:]}",
        text=question.text,
        fields=(Field("Answer", letter, word_is(letter)),),
        plain=f"Question {number} of seed {seed}: {question.text}\n\n{listed}",
        plain_key=f"Key {number} of seed {seed}: {letter}\n\n{_reasons(options)}",
        data={
            "kind": KIND,
            "seed": seed,
            "number": number,
            "question": question.text,
            "options": [{"text": o.text, "right": o.is_right, "why": o.why} for o in options],
            "answer": letter,
        },
        options=options,
        title=f"Question {number} of seed {seed}",
        lines=0,
    )


def _reasons(options: tuple[Option, ...]) -> str:
    return "\n".join(
        f"  {mark}. {option.text}\n     {'Right' if option.is_right else 'Wrong'}. {option.why}"
        for mark, option in zip(LETTERS, options, strict=False)
    )
