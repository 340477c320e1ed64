"""The terms of a table before a match: the game, its board, the options, the dice, the clock, the bots."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from engine.core.board import portable_board
from engine.core.dice import Dice
from engine.core.draws import DrawSource
from engine.core.forced import ForcedSteps
from engine.core.game import Ruleset


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of one match."""

    game: str = ""
    """The game's name; empty for the usual one."""
    board: str = ""
    """The board's name or path; empty for the usual one."""
    pieces: str = ""
    """The pieces' name or path; empty for the usual ones."""
    content: str = "house"
    """The content pack's name."""
    options: dict[str, str] = field(default_factory=dict)
    """The options that differ from the game's usual ones, by name."""
    dice: Dice = Dice.SEED
    """How dice are thrown."""
    clock: str = ""
    """The time control as text; empty: none."""
    bots: str = ""
    """The bots at the seats as text; empty: none."""
    draws: DrawSource = DrawSource.SEED
    """How cards are drawn."""
    pause: str = ""
    """The way to a pause, as `--pause` has it; empty: all players together."""
    forced: ForcedSteps = ForcedSteps.PRESSED
    """The steps without a choice that happen by themselves."""

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
        """Tell whether cameras see the same things under both: board, pieces, a tray for dice."""
        return (self.board, self.pieces, self.dice is Dice.TRAY) == (
            other.board,
            other.pieces,
            other.dice is Dice.TRAY,
        )


def dump_terms(terms: Terms) -> dict[str, Any]:
    """Return terms as JSON values."""
    return {**asdict(terms), "dice": str(terms.dice), "draws": str(terms.draws), "forced": str(terms.forced)}


def load_terms(document: Mapping[str, Any]) -> Terms:
    """Return the terms that `dump_terms` wrote.

    Raises:
        KeyError, TypeError, ValueError: `dump` didn't write this.
    """
    return Terms(
        game=str(document["game"]),
        board=portable_board(str(document["board"])),
        pieces=portable_board(str(document["pieces"])),
        content=str(document["content"]),
        options={str(key): str(value) for key, value in document["options"].items()},
        dice=Dice(document["dice"]),
        clock=str(document["clock"]),
        bots=str(document["bots"]),
        draws=DrawSource(document.get("draws", DrawSource.SEED)),
        pause=str(document.get("pause", "")),
        forced=ForcedSteps(document.get("forced", ForcedSteps.PRESSED)),
    )
