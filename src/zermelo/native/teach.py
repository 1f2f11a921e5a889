"""Why a game's rules do not compile, and what to write in their place."""

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
        "an int that meets np.uint64 becomes a float: use np.uint64(n), and // to divide whole numbers",
    ),
    (
        r"a float is (stored|put) .* has to be an int",
        "declare it as a float, as in `h: float`, or begin with one; or keep it whole: // in place of /, or int(...)",
    ),
    (r"is (stored|put) .* has to be a bool", "declare it as an int, as in `h: int`; or store a truth: n != 0"),
    (r"a float is returned, which has to be an int", "keep it whole: // in place of /, or int(...)"),
    (r"super\(|__class__", "super() is not taken: give what both need a name of its own, and call that"),
    (r"global name '[A-Z]\w*'.*ABCMeta", "Base.method(self) is not taken: give it a name of its own, and call that"),
    (r"YIELD_FROM", "`yield from` is only taken where the source can be read: write a for loop that yields"),
    (
        r"iterator that is used twice",
        "where values are yielded an iterator is for one loop: make another for the next",
    ),
    (
        r"unify yield|getiter with parameters \(LiteralList",
        "all that is gone through has to be of one kind: numbers, or tuples of as many numbers",
    ),
    (r"getiter with parameters \(Tuple\(\)", "() is of no kind: leave the method out, or yield what there is"),
    (r"Enum", "an Enum is not taken: use numbers, UP, DOWN = 0, 1, and give them names in show_action"),
    (r":=", "`:=` is not taken: assign on a line of its own"),
    (r"_replace", "`_replace` is taken of a NamedTuple with fields by name; else make the state anew, State(...)"),
    (
        r"yield in a closure|\b(any|all|sum|max|min|tuple|list)\(.* for ",
        "of a generator it is not taken: write the loop (any, all, sum, min and max with nothing else are)",
    ),
    (r"\bkws=|keyword", "arguments by name are not taken here: give them in order"),
    (r"[Cc]annot unify (Uni)?Tuple|setitem", "a tuple with one part changed is put(t, i, v), from zermelo"),
    (r"\bdict|Dict", "use a tuple, indexed by number, in place of a dictionary"),
    (r"reflected list|List\(|\blist\b", "use a tuple in place of a list, or yield one thing after another"),
    (r"'set'|[Ss]et\(", "use a tuple, or the bits of a number, in place of a set"),
    (r"unicode_type", "text is for people: keep it out of the rules, and use numbers"),
    (
        r"float64.*int64|built-in function (and_|or_|xor|[lr]shift)",
        "int meets np.uint64 and becomes a float: use np.uint64(n)",
    ),
    (r"Untyped global name|NameError", "of globals, numbers, tuples, arrays and functions are taken"),
)
"""What Numba says, or what the line has, and what to do about it; the first that fits is given."""

_DEEPER = "Rejected as the implementation raised a specific error:"
_RULE = re.compile(r"^\s*in the rule (\w+)", re.MULTILINE)
_PLACE = re.compile(r'File "(?P<file>[^"<]+)", line (?P<line>\d+)|(?P<file2>[^\s"]+\.py) \((?P<line2>\d+)\)')


class NotNativeError(ZermeloError):
    """A game cannot be compiled; it runs at the plain speed, and the message says what to change."""


@dataclass(frozen=True)
class Refusal:
    """Why a kernel does not compile: the rule, what Numba could not do, and what to write in its place.

    It can be kept: the file and the line are those of the rules when it is shown, since they may have moved.
    """

    rule: str
    reason: str
    line: int | None
    """The number of lines from the first line of the rule; None where it is not known."""
    advice: str | None

    def words(self, game: Game) -> str:
        """The refusal as a message to the author of the game."""
        function = _functions(game).get(self.rule)
        where = "" if self.line is None or function is None else f"\n  {_shown_place(function, self.line)}"
        return f"{self.rule}: {self.reason}{where}" + (f"\n  {self.advice}" if self.advice else "")

    def to_text(self) -> str:
        """The refusal as text, from which `read_refusal` makes it again."""
        return json.dumps(asdict(self), indent=2)


def read_refusal(text: str) -> Refusal:
    """The refusal that was written with `to_text`."""
    return Refusal(**json.loads(text))


def explain(game: Game, error: Exception) -> Refusal:
    """The rule, the line, what Numba could not do, and what to write in its place."""
    said = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    innermost = said.rpartition(_DEEPER)[2]
    reason = _reason(innermost) or f"it does not compile ({type(error).__name__} in Numba)"
    rule, function, line = _place(game, innermost)
    source = "" if function is None else linecache.getline(function.__code__.co_filename, line).strip()
    advice = next((text for pattern, text in _ADVICE if re.search(pattern, f"{reason}\n{source}")), None)
    return Refusal(rule, reason, None if function is None else line - function.__code__.co_firstlineno, advice)


def _shown_place(function: FunctionType, line: int) -> str:
    """The file, the line and the source of a line of a function, counted from its first."""
    code = function.__code__
    number = code.co_firstlineno + line
    return f"{code.co_filename}, line {number}: {linecache.getline(code.co_filename, number).strip()}"


def _reason(said: str) -> str:
    """The first line that says something of its own, and if that announces a signature, the signature."""
    lines = [line.strip(" ->") for line in said.splitlines()]
    own = [
        re.sub(r"^\w+Error: ", "", line).partition(", location:")[0]
        for line in lines
        if line and "Failed in nopython mode pipeline" not in line and not line.startswith("Resolution failure")
    ]
    return " ".join(own[:2] if own and own[0].endswith("signature:") else own[:1])


def _place(game: Game, said: str) -> tuple[str, FunctionType | None, int]:
    """The rule that Numba speaks of first, and the line in it."""
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
    """Every function that the rules are made of, by the name an author knows."""
    rules = rule_functions(type(game))
    found = {f"{type(game).__name__}.{name}": function for name, function in rules.items()}
    for function in rules.values():
        found |= {n: v for n, v in globals_read(function).items() if isinstance(v, FunctionType)}
    return found
