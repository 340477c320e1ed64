"""Warns of pieces that are set aside, and asks about pieces that are only felt, once for each place.

Pure.
"""

from dataclasses import replace

from engine.core.game import A, S
from engine.core.ids import Cell, PieceId
from engine.core.phrase import Phrase
from engine.core.verdict import Verdict, VerdictKind
from engine.session.explaining.explanations import Unexplained
from engine.session.playing.aside import blame
from engine.session.playing.standing_verdict import teller_of
from engine.session.playing.strangers import plays_into, wondered
from engine.session.playing.table import Setting, Table, TableStep, speak
from engine.session.seen.sighting import Sighting

_UNSAID_NAMED = 2
"""The most plays that are named which would have made an illegal play legal."""


def wonder(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, strangers: frozenset[Cell]
) -> TableStep[S, A]:
    """Ask which pieces are felt in these cells; everything else is judged without them from now on.

    Rules:
        asks (0085, test_only_felt.py): Something that is felt and stays is asked about, with the plays that
            could have brought it.
    """
    table = replace(table, doubt=None, strangers=table.strangers | strangers)
    return warn(setting, table, seen, strangers=strangers)


def warn(
    setting: Setting[S, A],
    table: Table[S, A],
    seen: Sighting,
    pieces: frozenset[PieceId] = frozenset(),
    *,
    strangers: frozenset[Cell] = frozenset(),
) -> TableStep[S, A]:
    """Put the warning of all set-aside pieces in force; send it for these pieces and cells.

    Pieces that were named before aren't named again: of several places, only the new one's pieces are sent.
    For a piece that is only felt, the table asks which one it is.

    Rules:
        warns (0066, test_doubtful_places.py): A place that no play explains is warned of once. A new place
            is a new warning.
    """
    standing = frozenset(table.aside)
    concerns: frozenset[object] = frozenset((piece, one.lies) for piece, one in table.aside.items())
    concerns |= wondered(table)
    if not standing:
        # The possible pieces depend on whose turn it is.
        concerns |= {line.actions for line in plays_into(setting, table)}
    kind = VerdictKind.ILLEGAL if standing else VerdictKind.AMBIGUOUS
    if table.current is None or table.current.kind is not kind or table.concerns != concerns:
        current = _warning(setting, table, seen, standing, wondered(table))
        table = replace(table, current=current, concerns=concerns)
    if not (pieces or strangers) or table.current is None:
        return TableStep(table)
    if (pieces, strangers) == (standing, wondered(table)):
        return speak(table, table.current)
    return speak(table, _warning(setting, table, seen, pieces, strangers))


def _warning(
    setting: Setting[S, A],
    table: Table[S, A],
    seen: Sighting,
    pieces: frozenset[PieceId],
    strangers: frozenset[Cell],
) -> Verdict:
    teller = teller_of(setting, table, seen)
    if not pieces:
        return teller.wondering(strangers, plays_into(setting, table))
    found = replace(blame(setting, table, seen, pieces), strangers=strangers)
    return teller.warning(found, _unsaid(setting, table, found))


def _unsaid(setting: Setting[S, A], table: Table[S, A], wrong: Unexplained[A]) -> tuple[Phrase, ...]:
    """Return sentences about announcements that would explain the table, few enough to be read."""
    return tuple(setting.game.action_text(table.match.state, one) for one in wrong.unsaid[:_UNSAID_NAMED])
