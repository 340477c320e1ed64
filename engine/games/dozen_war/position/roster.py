"""The pieces of Dozen War by number: seat, arm, rank and HP of each, and their ids.

A piece's number is `seat * SLOTS + slot`, the same in every match: per seat 8 infantry, 8 cavalry, 8 archers,
all twelve generals (a match owns at most three of them) and three castles. Tables are indexed by it.
"""

from dataclasses import dataclass
from functools import cache

from engine.core.ids import PieceId, Seat
from engine.core.phrase import Phrase
from engine.games.dozen_war.arms import GENERALS, MOVES, SOLDIER_ARMS, Arm
from engine.games.dozen_war.texts import TEXTS

SEATS_MAX = 4
SOLDIERS_EACH = 8
DUEL_SOLDIERS = 5
"""How many soldiers each player has in a duel (DW-20)."""
SLOTS = 39
PIECES_MAX = SEATS_MAX * SLOTS
FIRST_GENERAL = 24
FIRST_CASTLE = 36
_SHORT = {Arm.INFANTRY: "inf", Arm.CAVALRY: "cav", Arm.ARCHER: "arc"}


def _arm_of_slot(slot: int) -> Arm:
    if slot < FIRST_GENERAL:
        return SOLDIER_ARMS[slot // SOLDIERS_EACH]
    if slot < FIRST_CASTLE:
        return tuple(GENERALS.values())[slot - FIRST_GENERAL]
    return Arm.CASTLE


def _hp_of_slot(slot: int) -> int:
    if FIRST_GENERAL <= slot < FIRST_CASTLE:
        return 3  # DW-8
    return 2 if slot >= FIRST_CASTLE or slot < SOLDIERS_EACH else 1  # DW-4.1, DW-5; DW-6, DW-7


SEAT_OF = tuple(piece // SLOTS for piece in range(PIECES_MAX))
ARM_OF = tuple(_arm_of_slot(piece % SLOTS) for piece in range(PIECES_MAX))
HP_MAX = tuple(_hp_of_slot(piece % SLOTS) for piece in range(PIECES_MAX))
IS_SOLDIER = tuple(piece % SLOTS < FIRST_GENERAL for piece in range(PIECES_MAX))
IS_GENERAL = tuple(FIRST_GENERAL <= piece % SLOTS < FIRST_CASTLE for piece in range(PIECES_MAX))
IS_CASTLE = tuple(piece % SLOTS >= FIRST_CASTLE for piece in range(PIECES_MAX))
IS_ARCHER = tuple(arm is Arm.ARCHER for arm in ARM_OF)
"""Whether each piece shoots, unless a mark changes that."""
MOVE_OF = tuple(MOVES[arm] for arm in ARM_OF)
"""How many hexes each piece moves."""
SEAT_PIECES = tuple(((1 << SLOTS) - 1) << (seat * SLOTS) for seat in range(SEATS_MAX))
"""Each seat's pieces, as bits."""


def soldiers_of(seat: int, arm: Arm) -> range:
    """Return a seat's soldiers of one arm, lowest number first."""
    start = seat * SLOTS + SOLDIER_ARMS.index(arm) * SOLDIERS_EACH
    return range(start, start + SOLDIERS_EACH)


def generals_of(seat: int) -> range:
    """Return a seat's twelve general slots."""
    return range(seat * SLOTS + FIRST_GENERAL, seat * SLOTS + FIRST_CASTLE)


def castles_of(seat: int) -> range:
    """Return a seat's castles: infantry, cavalry, archer."""
    return range(seat * SLOTS + FIRST_CASTLE, (seat + 1) * SLOTS)


def castle_arm(castle: int) -> Arm:
    """Return the kind of soldiers a castle gives (DW-4.2)."""
    return SOLDIER_ARMS[castle % SLOTS - FIRST_CASTLE]


@dataclass(frozen=True)
class Roster:
    """The names of seats and pieces on one board."""

    seats: tuple[Seat, ...]
    """The seats, by number."""
    ids: tuple[PieceId, ...]
    """The id of each piece, by number."""
    index: dict[PieceId, int]
    """The number of each piece, by id."""


def roster_of(seats: tuple[Seat, ...]) -> Roster:
    """Return the roster for a board's seats; a piece's letter is its seat's first one."""
    slots = (
        *(f"{_SHORT[arm]}.{n}" for arm in SOLDIER_ARMS for n in range(1, SOLDIERS_EACH + 1)),
        *(f"gen.{slug}" for slug in GENERALS),
        *(f"castle.{arm}" for arm in SOLDIER_ARMS),
    )
    ids = tuple(PieceId(f"{seat[0]}.{slot}") for seat in seats for slot in slots)
    return Roster(seats, ids, {piece: n for n, piece in enumerate(ids)})


@cache
def seat_label(seat: Seat) -> Phrase:
    """Return a seat's name for people; a board's own seats are called the same in every language."""
    key = f"seats.{seat}"
    return TEXTS.say(key) if key in TEXTS.keys else Phrase(seat.capitalize())
