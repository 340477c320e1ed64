"""The checks of a running table's sensors: whether they agree, and whether something uses each."""

import time
from collections.abc import Callable

from dashboard.doctor.texts import TEXTS
from engine.bus.client import BusClient, ReceivedMessage
from engine.bus.messages.boards import SensingState, UnusedEvent
from engine.core.findings import Finding, Grade
from engine.core.phrase import Phrase

_TABLE_WAIT_S = 4.0
_STEP_S = 0.2


def unused_text(event: UnusedEvent) -> Phrase:
    """Return a sentence about a device's event that no part of the table used."""
    return TEXTS.say("sensors.unused", device=event.device, what=event.what, name=event.name)


def sensing_findings(sensing: SensingState) -> tuple[Finding, ...]:
    """Return findings about faulty sensors, about sensors that disagree, and about unused events."""
    return (
        *(Finding("sensors", Grade.BAD, 0, one.text, one.advice) for one in sensing.faults),
        *(Finding("sensors", Grade.FAIR, 50, one.text, one.advice) for one in sensing.disagreements),
        *(Finding("sensors", Grade.FAIR, 60, unused_text(one)) for one in sensing.unused),
    )


def table_findings(sensing: SensingState | None) -> tuple[Finding, ...]:
    """Return the findings about a table's sensors; `sensing` is None when no table answered."""
    if sensing is None:
        return (Finding("sensors", Grade.UNKNOWN, 0, TEXTS.say("sensors.silent")),)
    well = Finding("sensors", Grade.GOOD, 100, TEXTS.say("sensors.agree", number=len(sensing.sources)))
    return sensing_findings(sensing) or (well,)


def look_at_sensors(
    url: str, *, table: str, monotonic: Callable[[], float] = time.monotonic
) -> tuple[Finding, ...]:
    """Ask the table that runs at a broker about its sensors; without a URL no table is asked.

    Raises:
        InputFault: `url` is no broker's URL.
    """
    if not url:
        return (Finding("sensors", Grade.UNKNOWN, 0, TEXTS.say("sensors.not_asked")),)
    bus = BusClient(url=url, table=table, service=None, wanted=("sensing",))
    until = monotonic() + _TABLE_WAIT_S
    bus.start()
    try:
        while monotonic() < until:
            match bus.receive(_STEP_S):
                case ReceivedMessage("sensing", _, SensingState() as state):
                    return table_findings(state)
                case _:
                    pass
    finally:
        bus.stop()
    return table_findings(None)
