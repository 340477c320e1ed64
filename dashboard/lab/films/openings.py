"""Makes crowded random positions as setups for the beginning of filmed matches."""

import random
from typing import Any

from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Game

_ARMS = ("inf", "cav", "arc")
_GENERALS = (
    "est",
    "mask",
    "raen",
    "kazu",
    "soul",
    "xacnas",
    "rodoc",
    "siri",
    "lucy",
    "grim",
    "neuro",
    "ranus",
)
_CASTLES = {
    "west": ("c3", "d1", "a4"),
    "south": ("j3", "i1", "m4"),
    "east": ("j9", "i11", "m8"),
    "north": ("c9", "d11", "a8"),
}
_SEATS = (("west", "north"), ("west", "south", "east"), ("west", "south", "east", "north"))
_SPOILED = 200
_HOME_SHARE = 0.2
_GENERALS_EACH = 2
_MIDDLE = tuple(f"{column}{row}" for column in "bcdefghijkl" for row in range(3, 10))
"""The cells in the middle of the board, where armies meet; there are rocks among them."""


def random_opening(game: Game[Any, Any], chance: random.Random, *, soldiers: int) -> dict[str, Any]:
    """Return a setup with two to four armies near each other.

    Each seat has two generals, and `soldiers` soldiers of each arm. Positions that the game refuses are drawn
    again.

    Raises:
        InputFault: the game refuses all drawn positions.
    """
    for _ in range(_SPOILED):
        setup = _thrown(chance, soldiers=soldiers)
        try:
            game.initial(entry_of(setup))
        except InputFault:
            continue
        return setup
    raise InputFault(f"{game.name}: expected a game whose pieces are Dozen War's; no opening was accepted")


def _thrown(chance: random.Random, *, soldiers: int) -> dict[str, Any]:
    seats = chance.choice(_SEATS)
    generals = chance.sample(_GENERALS, _GENERALS_EACH * len(seats))
    free = chance.sample(_MIDDLE, len(_MIDDLE))
    pieces: dict[str, dict[str, Any]] = {}
    for seat in seats:
        castles = [cell for cell in _CASTLES[seat] for _ in range(3)]
        for arm in _ARMS:
            for number in range(1, soldiers + 1):
                home = chance.random() < _HOME_SHARE
                at = castles.pop(chance.randrange(len(castles))) if home and castles else free.pop()
                pieces[f"{seat[0]}.{arm}.{number}"] = {"at": at}
        for _ in range(_GENERALS_EACH):
            pieces[f"{seat[0]}.gen.{generals.pop()}"] = {"at": free.pop(), "hp": chance.randint(1, 3)}
    return {"seats": list(seats), "turn": chance.choice(seats), "round": 2, "pieces": pieces}
