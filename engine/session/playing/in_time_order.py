"""Judges looks and device events in the order of their times: for a film, or a match as it was recorded."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.core.device_events import DeviceEvent
from engine.core.game import Game
from engine.core.observations import Look
from engine.core.pieces import PieceSet
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.reports import finish, report, see
from engine.session.playing.table import Setting, Table, TableStep, setting_of, table_of


def watch(
    game: Game[Any, Any],
    opening: MatchOpening,
    pieces: PieceSet,
    looks: Iterable[Look],
    events: Sequence[DeviceEvent],
) -> Iterator[TableStep[Any, Any]]:
    """Yield a step for each event and look, and a last one when no more come."""
    match, _ = open_match(game, opening)
    setting: Setting[Any, Any] = setting_of(game, match.state, pieces)
    table: Table[Any, Any] = table_of(setting, match)
    waiting = list(events)
    for look in looks:
        while waiting and waiting[0].taken_at <= look.taken_at:
            step = report(setting, table, waiting.pop(0), 0.0)
            table = step.table
            yield step
        step = see(setting, table, look)
        table = step.table
        yield step
    for event in waiting:
        step = report(setting, table, event, 0.0)
        table = step.table
        yield step
    yield finish(setting, table)
