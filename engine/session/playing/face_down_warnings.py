"""Warnings of face-down cards that differ from the match. They never cause a play. Pure.

A cell that was right and isn't any more was changed by somebody; newly expected cards have still to be laid.
"""

from dataclasses import replace

from engine.core.decisions import Chooser
from engine.core.game import A, S
from engine.core.verdict import UNNAMED, VerdictKind
from engine.session.explaining.face_down import due_backs, followed, puts, shows_backs
from engine.session.playing.table import Setting, Table, TableStep, speak
from engine.session.playing.verdict_texts import Teller
from engine.session.seen.sighting import Sighting


def judge_backs(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> TableStep[S, A]:
    """Compare face-down cards with the match, and warn of differences that last.

    Verdicts about pieces go first.

    Rules:
        warns (0090, test_ground_unseen.py): Cards that lie face down are counted: too many or too few in a
            place are warned of.
    """
    game, match = setting.game, table.match
    judged = match.started and match.opening.counts_backs
    if seen.backs is None or not judged or not game.lays_face_down:
        return TableStep(table)
    decision = game.decider(match.state)
    if decision.chooser is Chooser.NOBODY:
        return _said(setting, replace(table, face_down={}), seen)  # the cards are packed away
    layout = game.layout(match.state)
    lying = followed(
        table.face_down,
        due_backs(game.heaps(match.state), layout),
        seen,
        layout,
        owed=decision.chooser is Chooser.CHANCE,
    )
    return _said(setting, replace(table, face_down=lying), seen)


def stands(table: Table[S, A]) -> bool:
    """Tell whether the verdict in force is about face-down cards, and still holds."""
    return _is_about_backs(table) and any(one.is_off for one in table.face_down.values())


def waived(table: Table[S, A]) -> Table[S, A]:
    """Return the table that accepts the difference, and warns of it again only if it changes."""
    lying = {cell: replace(one, waived=one.off_since is not None) for cell, one in table.face_down.items()}
    return replace(table, face_down=lying)


def _said(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> TableStep[S, A]:
    since = seen.taken_at - setting.patience.doubt_s
    off = {
        cell: one
        for cell, one in table.face_down.items()
        if one.is_off and (one.said or (one.off_since is not None and one.off_since <= since))
    }
    about = _is_about_backs(table)
    teller = Teller(setting.game, taken_at=seen.taken_at, frame=seen.frame, revision=table.match.revision)
    if not off or not shows_backs(table.face_down):
        if not about or stands(table):
            return TableStep(table)
        return speak(replace(table, current=None, concerns=frozenset()), teller.settled(()))
    concerns: frozenset[object] = frozenset((cell, one.due, one.shows) for cell, one in off.items())
    kind = VerdictKind.ILLEGAL if any(one.right for one in off.values()) else VerdictKind.PENDING
    if table.current is not None and (table.current.kind, table.concerns) == (kind, concerns):
        return TableStep(table)
    verdict = teller.backs(kind, tuple(puts(off)))
    said = {cell: replace(one, said=True) for cell, one in off.items()}
    if table.current is not None and not about:
        # Pieces may wait to be put for long: a wrong play is reported beside them, once.
        waits = table.current.kind is VerdictKind.PENDING and table.doubt is None
        if kind is not VerdictKind.ILLEGAL or not waits or all(one.said for one in off.values()):
            return TableStep(table)
        return speak(replace(table, face_down={**table.face_down, **said}), verdict)
    after = replace(table, current=verdict, concerns=concerns, face_down={**table.face_down, **said})
    return TableStep(after) if all(one.said for one in off.values()) else speak(after, verdict)


def _is_about_backs(table: Table[S, A]) -> bool:
    """Tell whether the verdict in force comes from this module: it names only cells."""
    return table.current is not None and any(step.piece == UNNAMED for step in table.current.repair)
