"""The verdict that stands at the table. Pure."""

from dataclasses import replace

from engine.core.game import A, S
from engine.core.verdict import Verdict
from engine.session.playing.table import Setting, Table, TableStep, speak
from engine.session.playing.verdict_texts import Teller
from engine.session.seen.sighting import Sighting


def teller_of(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> Teller[S, A]:
    """Return the writer of verdicts about this sighting."""
    return Teller(setting.game, taken_at=seen.taken_at, frame=seen.frame, revision=table.match.revision)


def in_force(table: Table[S, A], verdict: Verdict, concerns: frozenset[object]) -> TableStep[S, A]:
    """Put a verdict in force. It's sent unless a verdict about the same things is in force already."""
    same = table.current is not None and table.current.kind is verdict.kind and table.concerns == concerns
    table = replace(table, current=verdict, concerns=concerns)
    return TableStep(table) if same else speak(table, verdict)
