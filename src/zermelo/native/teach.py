"""Explains why a game's rules do not compile, and what to write instead."""

from __future__ import annotations

import json
import linecache
import re
from dataclasses import asdict, dataclass
from types import FunctionType

from zermelo.core.errors import ZermeloError
from zermelo.core.game import Game
from zermelo.native.digest import globals_read, rule_functions

_ADVICE = (
    (r"is (stored|put) .* has to be np\.float", "it would be rounded: declare it as a float, or write np.float32(x)"),
    (
        r"a float is (stored|put) .* has to be np\.",
        "an int combined with np.uint64 gives a float: use np.uint64(n), and // to divide whole numbers",
    ),
    (
        r"a float is (stored|put) .* has to be an int",
        "declare it as a float, as in `h: float`, or start with one; or keep it an int: // in place of /, or int(...)",
    ),
    (r"is (stored|put) .* has to be a bool", "declare it as an int, as in `h: int`; or store a truth value: n != 0"),
    (r"a float is returned, which has to be an int", "keep it an int: // in place of /, or int(...)"),
    (r"super\(|__class__", "super() is not supported: move the shared code to a method of its own, and call that"),
    (
        r"global name '[A-Z]\w*'.*ABCMeta",
        "Base.method(self) is not supported: move the shared code to a method with a name of its own, and call that",
    ),
    (r"YIELD_FROM", "`yield from` needs source code that can be read: write a for loop that yields"),
    (
        r"iterator that is used twice",
        "in a generator an iterator can be used in one loop only: make another for the next loop",
    ),
    (
        r"unify yield|getiter with parameters \(LiteralList",
        "all values have to be of one type: numbers, or tuples of the same number of numbers",
    ),
    (r"getiter with parameters \(Tuple\(\)", "() has no element type: leave the method out, or yield the values"),
    (r"Enum", "an Enum is not supported: use numbers, UP, DOWN = 0, 1, and give them names in show_action"),
    (r":=", "`:=` is not supported: assign on a line of its own"),
    (r"_replace", "`_replace` works for a NamedTuple, with fields by name; otherwise make a new state, State(...)"),
    (
        r"a tuple is made of a |a slice of a tuple|'tuple'>\) found for signature",
        "begin with a tuple t of that length: c = list(t), c[i] = v, tuple(c); tuple(f(x) for x in t); or put(t, i, v)",
    ),
    (
        r"yield in a closure|\b(any|all|sum|max|min|tuple|list)\(.* for ",
        "a generator expression works only as the one argument of any, all, sum, min or max: otherwise write the loop",
    ),
    (r"\bkws=|keyword", "keyword arguments are not supported here: pass them by position"),
    (r"[Cc]annot unify (Uni)?Tuple|setitem", "to replace one part of a tuple, use put(t, i, v), from zermelo"),
    (r"\bdict|Dict", "use a tuple, indexed by number, in place of a dictionary"),
    (r"reflected list|List\(|\blist\b", "use a tuple in place of a list, or yield the values one by one"),
    (r"'set'|[Ss]et\(", "use a tuple, or the bits of a number, in place of a set"),
    (r"unicode_type", "text is not supported in rules: use numbers, and text only in show and parse"),
    (
        r"float64.*int64|built-in function (and_|or_|xor|[lr]shift)",
        "an int combined with np.uint64 gives a float: use np.uint64(n)",
    ),
    (r"Untyped global name|NameError", "globals may be numbers, tuples, arrays and functions"),
)
"""Patterns for Numba's message or the line of source, with advice for each; the first that matches is given."""

_DEEPER = "Rejected as the implementation raised a specific error:"
_RULE = re.compile(r"^\s*in the rule (\w+)", re.MULTILINE)
_PLACE = re.compile(r'File "(?P<file>[^"<]+)", line (?P<line>\d+)|(?P<file2>[^\s"]+\.py) \((?P<line2>\d+)\)')


class NotNativeError(ZermeloError):
    """A game cannot be compiled; it runs at the plain speed, and the message says what to change."""


@dataclass(frozen=True)
class Refusal:
    """Why a kernel does not compile: the rule, Numba's reason, and what to write instead.

    It can be stored. The file and the line are looked up when the message is made, since the rules may have moved.
    """

    rule: str
    reason: str
    line: int | None
    """The offset from the first line of the rule, in lines; None if it is not known."""
    advice: str | None

    def message(self, game: Game) -> str:
        """The refusal as a message to the author of the game."""
        function = _functions(game).get(self.rule)
        where = "" if self.line is None or function is None else f"\n  {_shown_place(function, self.line)}"
        return f"{self.rule}: {self.reason}{where}" + (f"\n  {self.advice}" if self.advice else "")

    def to_text(self) -> str:
        """The refusal as text that `read_refusal` can read."""
        return json.dumps(asdict(self), indent=2)


def read_refusal(text: str) -> Refusal:
    """The refusal that `to_text` has written."""
    return Refusal(**json.loads(text))


def explain(game: Game, error: Exception) -> Refusal:
    """The refusal for an error of Numba's."""
    said = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    innermost = said.rpartition(_DEEPER)[2]
    reason = _reason(innermost) or f"it does not compile ({type(error).__name__} in Numba)"
    rule, function, line = _place(game, innermost)
    source = "" if function is None else linecache.getline(function.__code__.co_filename, line).strip()
    advice = next((text for pattern, text in _ADVICE if re.search(pattern, f"{reason}\n{source}")), None)
    return Refusal(rule, reason, None if function is None else line - function.__code__.co_firstlineno, advice)


def _shown_place(function: FunctionType, line: int) -> str:
    """The file, the number and the source of a line of a function, given as an offset from its first line."""
    code = function.__code__
    number = code.co_firstlineno + line
    return f"{code.co_filename}, line {number}: {linecache.getline(code.co_filename, number).strip()}"


def _reason(said: str) -> str:
    """The first informative line of Numba's message, and if that announces a signature, the signature."""
    lines = [line.strip(" ->") for line in said.splitlines()]
    own = [
        re.sub(r"^\w+Error: ", "", line).partition(", location:")[0]
        for line in lines
        if line and "Failed in nopython mode pipeline" not in line and not line.startswith("Resolution failure")
    ]
    return " ".join(own[:2] if own and own[0].endswith("signature:") else own[:1])


def _place(game: Game, said: str) -> tuple[str, FunctionType | None, int]:
    """The first rule that Numba's message mentions, and the line in it."""
    functions = _functions(game)
    rule = _RULE.search(said)
    if rule is not None:
        name = f"{type(game).__name__}.{rule[1]}"
        return name, functions[name], functions[name].__code__.co_firstlineno
    for match in _PLACE.finditer(said):
        line = int(match["line"] or match["line2"])
        for name, function in functions.items():
            lines = [n for *_, n in function.__code__.co_lines() if n is not None]
            if min(lines) <= line <= max(lines) and function.__code__.co_filename.endswith(_base(match)):
                return name, function, line
    return type(game).__name__, None, 0


def _base(match: re.Match[str]) -> str:
    return (match["file"] or match["file2"]).replace("\\", "/").rpartition("/")[2]


def _functions(game: Game) -> dict[str, FunctionType]:
    """The rules and the functions that they call, by the names that their author uses."""
    rules = rule_functions(type(game))
    found = {f"{type(game).__name__}.{name}": function for name, function in rules.items()}
    for function in rules.values():
        found |= {n: v for n, v in globals_read(function).items() if isinstance(v, FunctionType)}
    return found
