"""What a table agrees on before a match: the game, its board, the readings, the dice, the clock, the bots."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from engine.core.dice import Dice
from engine.core.draws import Draws
from engine.core.game import Ruleset


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of one match.

    `board` and `pieces` are names or paths. `options`: the readings that differ from the game's usual ones.
    `clock`: the time control as text, `bots`: who sits where, as text; empty: none.
    """

    game: str = ""
    board: str = ""
    pieces: str = ""
    content: str = "house"
    options: dict[str, str] = field(default_factory=dict)
    dice: Dice = Dice.SEED
    clock: str = ""
    bots: str = ""
    draws: Draws = Draws.SEED

    @property
    def ruleset(self) -> Ruleset:
        """The content pack and readings."""
        return Ruleset(self.content, self.options)

    def plays_like(self, other: "Terms") -> bool:
        """Tell whether positions mean the same under both: same game, things on the table, rules."""
        return (self.game, self.board, self.pieces, self.ruleset) == (
            other.game,
            other.board,
            other.pieces,
            other.ruleset,
        )

    def looks_like(self, other: "Terms") -> bool:
        """Tell whether the same lies before the cameras under both: board, pieces, a tray for dice."""
        return (self.board, self.pieces, self.dice is Dice.TRAY) == (
            other.board,
            other.pieces,
            other.dice is Dice.TRAY,
        )


def dump_terms(terms: Terms) -> dict[str, Any]:
    """Return terms as JSON values."""
    return {**asdict(terms), "dice": str(terms.dice), "draws": str(terms.draws)}


def load_terms(document: Mapping[str, Any]) -> Terms:
    """Return the terms that `dump_terms` wrote.

    Raises:
        KeyError, TypeError, ValueError: it didn't.
    """
    return Terms(
        game=str(document["game"]),
        board=str(document["board"]),
        pieces=str(document["pieces"]),
        content=str(document["content"]),
        options={str(key): str(value) for key, value in document["options"].items()},
        dice=Dice(document["dice"]),
        clock=str(document["clock"]),
        bots=str(document["bots"]),
        draws=Draws(document.get("draws", Draws.SEED)),
    )
