"""All possible events at a table: one entrance for live engines and for judging again. Pure."""

from engine.bus.messages.cameras import CameraEvent
from engine.bus.messages.commands import Command
from engine.core.device_events import DeviceEvent
from engine.core.game import A, S
from engine.core.observations import Look
from engine.session.matches.evidence_log import Tick
from engine.session.playing.breaks import rested
from engine.session.playing.commands import command
from engine.session.playing.expired_answers import lapsed
from engine.session.playing.reports import heed, report, see, wait
from engine.session.playing.seat_clocks import timed
from engine.session.playing.table import Setting, Table, TableStep
from engine.session.playing.verdict_evidence import proven

Taken = Look | DeviceEvent | CameraEvent | Command | Tick
"""The events that a table takes in."""


def happen(setting: Setting[S, A], table: Table[S, A], took: Taken, now: float) -> TableStep[S, A]:
    """Carry out an event at a table, including its effect on the clock.

    `now` is the receiver's monotonic clock.
    """
    step = _happened(setting, table, took, now)
    if step.table.match.revision == table.match.revision:
        step = lapsed(setting, step, now)
    step = rested(step, now)
    return timed(setting, table, proven(setting, table, step, took if isinstance(took, Look) else None), now)


def _happened(setting: Setting[S, A], table: Table[S, A], took: Taken, now: float) -> TableStep[S, A]:
    match took:
        case Look() as look:
            return see(setting, table, look, now)
        case DeviceEvent() as event:
            return report(setting, table, event, now)
        case CameraEvent() as event:
            return heed(setting, table, event)
        case Command() as asked:
            return command(setting, table, asked)
        case Tick():
            return wait(setting, table, now)
