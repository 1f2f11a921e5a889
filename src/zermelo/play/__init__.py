"""Playing one game: the players, the game in progress, its record and its review."""

from zermelo.play.computer import Computer
from zermelo.play.erring import Erring, TrapSetter
from zermelo.play.player import Choice, Player, PlayerFault, Turn
from zermelo.play.playing import Playing
from zermelo.play.record import Move, Record, game_named_in, read_record, record_of
from zermelo.play.review import Judgement, judge, review

__all__ = [
    "Choice",
    "Computer",
    "Erring",
    "Judgement",
    "Move",
    "Player",
    "PlayerFault",
    "Playing",
    "Record",
    "TrapSetter",
    "Turn",
    "game_named_in",
    "judge",
    "read_record",
    "record_of",
    "review",
]
