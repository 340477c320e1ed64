"""The checks of a table's connections: the boards' serial ports, and the broker."""

import time
from collections.abc import Callable, Sequence

from dashboard.doctor.texts import TEXTS
from engine.bus.address import without_password
from engine.bus.client import BusClient, Connected, Disconnected
from engine.core.findings import Finding, Grade
from engine.core.phrase import SILENCE, Phrase
from engine.core.sentences import joined
from firmware_bridge.ports import AUTO, NONE, FoundPort, PortFault, find_ports, open_port
from vision.doctor.findings import graded

_BROKER_WAIT_S = 4.0
_STEP_S = 0.2


def serial_finding(choice: str, found: Sequence[FoundPort], fault: Phrase = SILENCE) -> Finding:
    """Grade the serial ports; having none is no fault, because a table may have no board devices."""
    if choice == NONE:
        return Finding("serial", Grade.UNKNOWN, 0, TEXTS.say("serial.not_asked"))
    others = [f"{port.path} ({port.about})" for port in found if not port.ours]
    found = [port for port in found if port.ours]
    if choice == AUTO and not found:
        if others:
            text, advice = TEXTS.say("serial.may_be", ports=joined(others)), TEXTS.say("serial.name_it")
            return Finding("serial", Grade.UNKNOWN, 0, text, advice)
        return Finding("serial", Grade.UNKNOWN, 0, TEXTS.say("serial.none"))
    ports = [choice] if choice != AUTO else [f"{port.path} ({port.about})" for port in found]
    if fault:
        grade = Grade.BAD if choice == AUTO else Grade.MISSING
        return Finding("serial", grade, 0, fault, TEXTS.say("serial.advice"))
    return Finding("serial", Grade.GOOD, 100, TEXTS.say("serial.opens", ports=joined(ports)))


def look_at_serial(choice: str) -> Finding:
    """Open and close the ports that the bridge would open, and grade them."""
    found = find_ports() if choice == AUTO else ()
    paths = [port.path for port in found if port.ours] if choice == AUTO else _named(choice)
    for path in paths:
        try:
            open_port(path).close()
        except PortFault as error:
            return serial_finding(choice, found, error.text)
    return serial_finding(choice, found)


def _named(choice: str) -> list[str]:
    return [] if choice == NONE else [port for port in choice.split(",") if port]


def broker_finding(url: str, connected_ms: float | None, reason: Phrase = SILENCE) -> Finding:
    """Grade a broker by the time that connecting takes, in ms; None: it doesn't answer, for this reason."""
    if not url:
        return Finding("broker", Grade.GOOD, 100, TEXTS.say("broker.own"))
    if connected_ms is None:
        text = reason or TEXTS.say("broker.silent", url=url)
        return Finding("broker", Grade.MISSING, 0, text, TEXTS.say("broker.start"))
    return graded(
        "broker",
        connected_ms,
        bad=2000.0,
        fair=500.0,
        best=0.0,
        text=TEXTS.say("broker.answers", url=url, ms=round(connected_ms)),
        advice=TEXTS.say("broker.advice"),
    )


def look_at_broker(url: str, *, table: str, monotonic: Callable[[], float] = time.monotonic) -> Finding:
    """Connect to a broker as a silent listener, disconnect, and grade it.

    An empty URL means the table's private broker, which needs no check.

    Raises:
        InputFault: `url` is no broker's URL.
    """
    if not url:
        return broker_finding("", 0.0)
    shown = without_password(url)
    bus = BusClient(url=url, table=table, service=None, wanted=("camera",))
    started = monotonic()
    bus.start()
    reason = SILENCE
    try:
        while monotonic() - started < _BROKER_WAIT_S:
            match bus.receive(_STEP_S):
                case Connected():
                    return broker_finding(shown, (monotonic() - started) * 1000)
                case Disconnected(reason=said):
                    reason = said
                case _:
                    pass
    finally:
        bus.stop()
    return broker_finding(shown, None, reason)
