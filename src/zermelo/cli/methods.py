"""--method, and the options of methods as flags, generated from the registered methods."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from zermelo.cli.shared import Verb
from zermelo.core.errors import nearest, quote
from zermelo.methods.method import Question
from zermelo.methods.options import OptionInfo, infos
from zermelo.methods.registry import ALIASES, methods

F = TypeVar("F", bound=Callable[..., Any])


class MethodName(click.Choice[str]):
    """The name of a method. One that is misspelt is answered with the most similar names."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name, if it is one of a method."""
        if value not in self.choices:
            self.fail(f"there is no method {quote(value)} for this: {nearest(value, self.choices)}", param, ctx)
        return super().convert(value, param, ctx)


class MethodVerb(Verb):
    """A verb that asks one question: it takes --method, and every option that any method has for the question."""

    question: Question

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The verb's own parameters, and those of the methods."""
        return [*super().get_params(ctx), *_method_params(self.question)]


def asking(question: Question, verb: type[MethodVerb] = MethodVerb) -> type[MethodVerb]:
    """The class of a verb that asks this question."""
    return type(f"{question.value.title()}{verb.__name__}", (verb,), {"question": question})


def _method_params(question: Question) -> list[click.Parameter]:
    answering = [method for method in methods().values() if question in method.questions]
    names = [method.name for method in answering]
    aliases = [alias for alias, name in ALIASES.items() if name in names]
    named = click.Option(
        ["--method", "--algorithm", "method"],
        type=MethodName([*names, *aliases]),
        help="The method to use.  [default: one that suits the game and the other options]",
    )
    holders: dict[str, list[str]] = {}
    declared: dict[str, OptionInfo] = {}
    for method in answering:
        for info in infos(method, question):
            if info.flag is not None:
                declared.setdefault(info.name, info)
                holders.setdefault(info.name, []).append(method.name)
    return [named, *(_option(info, holders[name], len(answering)) for name, info in declared.items())]


def _option(info: OptionInfo, holders: list[str], methods: int) -> click.Option:
    """The flag of an option. If it is not given it stays None, and is not passed on."""
    assert info.flag is not None
    whose = f"  [{', '.join(sorted(holders))}]" if len(holders) < methods else ""
    about: dict[str, Any] = {"help": info.help + whose, "default": None}
    if info.type is bool:
        return click.Option([info.flag, info.name], is_flag=True, **about)
    kind: Any = click.Choice(info.choices) if info.choices else float if info.unit != 1 else info.type
    scale = _scaled(info) if info.unit != 1 else None
    return click.Option(
        [info.flag, info.name], type=kind, nargs=info.count, metavar=info.metavar, callback=scale, **about
    )


def _scaled(info: OptionInfo) -> Callable[[click.Context, click.Parameter, float | None], int | None]:
    """Converts a number from the flag's unit into the option's, such as MiB into bytes."""

    def scale(_ctx: click.Context, _param: click.Parameter, number: float | None) -> int | None:
        if number is None:
            return None
        if not 0 < number < 2**40:
            raise click.BadParameter(f"{info.name} must be a number of MiB above zero, not {number:g}")
        return max(1, int(number * info.unit))

    return scale


def plain_option(command: F) -> F:
    """--plain: whether rules are compiled."""
    text = "Run the rules as ordinary Python, not as machine code."
    return click.option("--plain", is_flag=True, default=None, help=text)(command)


def speed_options(command: F) -> F:
    """--plain and --no-wait: how rules are run."""
    text = "Do not wait for the compiler: search at the plain speed while another process compiles."
    return plain_option(
        click.option("--no-wait", "wait", is_flag=True, flag_value=False, default=None, help=text)(command)
    )


def given(options: dict[str, Any]) -> dict[str, Any]:
    """The options that were given."""
    return {name: value for name, value in options.items() if value is not None}
