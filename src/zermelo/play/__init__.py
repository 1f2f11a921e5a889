"""Playing: a match between people and the computer, the computer's side of it, its record and its review."""

from zermelo.play.computer import Computer
from zermelo.play.erring import Erring, Player, TrapSetter
from zermelo.play.match import Match
from zermelo.play.record import Move, Record, game_named_in, read_record, record_of
from zermelo.play.review import Judgement, judge, review

__all__ = [
    "Computer",
    "Erring",
    "Judgement",
    "Match",
    "Move",
    "Player",
    "Record",
    "TrapSetter",
    "game_named_in",
    "judge",
    "read_record",
    "record_of",
    "review",
]
