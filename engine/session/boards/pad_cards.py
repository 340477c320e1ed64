"""Cards on a seat's own pad: the uses that they stand for, and whether one can be played already.

Pure. The card says what is played. The tablet asks for its target, unless only one way is left or the table
shows the target.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.document import entry_of
from engine.core.draws import DrawSource
from engine.core.faults import InputFault
from engine.core.game import A, S, written_by
from engine.core.ids import PieceId, Seat
from engine.core.phrase import SILENCE, Phrase
from engine.core.sentences import joined
from engine.core.views import UseView
from engine.session.playing.reasons import reasons
from engine.session.playing.table import Setting, Table
from engine.session.seen.sighting import lies_wrong
from engine.session.texts import TEXTS

_PIECE = "piece "


@dataclass(frozen=True, slots=True)
class PadCards:
    """The meaning of the cards on a seat's pad."""

    action: dict[str, Any] | None = None
    """The action that the cards play, as scenario files write it; None: they play none."""
    keys: tuple[str, ...] = ()
    """The keys of the uses that wait for a target."""
    text: Phrase = SILENCE
    """Why a card on the pad can't be used; silent if it can."""


NOTHING_LAID = PadCards()


def laying_of(
    setting: Setting[S, A], table: Table[S, A], seat: Seat, things: Iterable[str], *, fresh: bool
) -> PadCards:
    """Return the meaning of the things on a seat's pad.

    `fresh`: a card with one way to use it is played at once.

    A piece shows its uses and plays none.
    """
    game, state = setting.game, table.match.state
    uses = game.uses(state, seat)
    physical = {str(mine): str(name) for name, mine in setting.owned(state).items()}
    keys: list[str] = []
    ways: list[dict[str, Any]] = []
    texts: list[Phrase] = []
    for thing in things:
        if thing.startswith(_PIECE):
            keys += [use.key for use in uses if use.actions and use.piece is not None
                     and physical.get(use.piece, use.piece) == thing.removeprefix(_PIECE)]  # fmt: skip
            continue
        found = [use for use in uses if _name(use, physical) == thing]
        ready = [use for use in found if use.actions]
        keys += [use.key for use in ready]
        ways += [way for use in ready for way in use.actions]
        if not ready:
            texts.append(_overdrawn(setting, table, seat, thing) if not found else _why_not(thing, found))
    return PadCards(
        _clear(setting, table, ways, fresh=fresh), tuple(dict.fromkeys(keys)), joined(texts, "sentences")
    )


def _name(use: UseView, physical: dict[str, str]) -> str:
    """Return the name of a use's card: its key, with the physical pieces' names."""
    return " ".join(physical.get(word, word) for word in use.key.split())


def _overdrawn(setting: Setting[S, A], table: Table[S, A], seat: Seat, thing: str) -> Phrase:
    """Return why a card that isn't in the hand, and was perhaps just drawn, may not be drawn."""
    game, state = setting.game, table.match.state
    if table.match.opening.draws is DrawSource.SEEN:
        try:
            drawn = game.parse_action(entry_of(written_by(game, {"draw": thing}, seat), "pad"))
        except InputFault:
            return _why_not(thing, ())  # no card of this game, or one that draws nothing
        if broken := game.violations(state, drawn):
            return reasons(game, broken)
    return _why_not(thing, ())


def _why_not(thing: str, uses: Sequence[UseView]) -> Phrase:
    said = [TEXTS.say("pad.why_not", use=use.label, why=text) for use in uses for _, text in use.why_not]
    return joined(said, "sentences") or TEXTS.say("pad.not_in_hand", thing=thing)


def _clear(
    setting: Setting[S, A], table: Table[S, A], ways: Sequence[dict[str, Any]], *, fresh: bool
) -> dict[str, Any] | None:
    """Return the only way, or the one whose result is the table as it is seen."""
    if len(ways) == 1 and fresh:
        return ways[0]
    game, state = setting.game, table.match.state
    if table.judged is None or _fits(setting, table, state):
        return None
    found: dict[str, Any] | None = None
    for way in ways:
        if not _fits(setting, table, game.apply(state, game.parse_action(entry_of(way, "pad")))):
            continue
        if found is not None:
            return None  # the table shows several or none
        found = way
    return found


def _fits(setting: Setting[S, A], table: Table[S, A], state: S) -> bool:
    """Tell whether every piece that could be looked for lies as a state expects it."""
    seen = table.judged
    if seen is None:
        return False
    layout = setting.game.layout(state)
    leftovers: Iterable[PieceId] = table.match.leftovers
    return not any(
        lies_wrong(layout.get(piece), seen.spots.get(piece))
        for piece in setting.game.pieces(state)
        if piece not in seen.hidden and piece not in leftovers
    )
