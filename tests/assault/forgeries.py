"""Forged and repeated messages by somebody who has the broker's password: none is shown, none is obeyed."""

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests import asking
from tests.assault.bus import rogue_on
from tests.assault.live import LiveTable, Pilot, live_table
from tests.assault.report import Budget, Row

MOST = 200
STATE, ORDERS = "boardwarden/table/engine/match", "boardwarden/table/engine/command"
_SHOWN_WITHIN_S = 1.0
_FORGED = "FORGED: somebody has won"


def forgeries(folder: Path, budget: Budget) -> Iterator[Row]:
    """Forge the match, say an old one again, and order in the table's name; then see what it made of that."""
    with live_table(folder) as table:
        pilot = Pilot(table)
        heard: dict[str, list[bytes]] = {}
        client = rogue_on(table.bus, lambda topic, payload: heard.setdefault(topic, []).append(payload))
        try:
            for name in ("One", "Two"):
                pilot.acts(name)
            until(lambda: len(heard.get(STATE, ())) > 1 and ORDERS in heard)
            # Its own messages aren't among those that it says again.
            states, orders = list(heard[STATE]), list(heard[ORDERS])
            # The match keeps once that somebody asks from outside.
            _public(table)
            until(lambda: "looks_on" in table.journal())
            before = table.journal()
            shown = tried = 0
            for number in budget.times(MOST):
                tried += 1
                client.publish(STATE, _state(states, number), qos=1, retain=True)
                client.publish(ORDERS, _order(orders, number), qos=1)
                if number % 20 == 19:
                    time.sleep(_SHOWN_WITHIN_S)
                    shown += _FORGED in _public(table)
            kept = table.journal() == before
            yield Row("orders forged or said again", tried, tried if kept else 0, "" if kept else "obeyed")
            yield Row("states forged or said again", tried, tried - shown, "shown" if shown else "")
            goes_on = pilot.acts("After") is not None
            said = "in the engine's name" in json.dumps(_health(table))
            yield Row(
                "words about it, and play goes on", 1, int(goes_on and said), "" if said else "not said"
            )
        finally:
            client.disconnect()
            client.loop_stop()
            pilot.end()


def until(found: Callable[[], bool], within_s: float = 60.0) -> None:
    """Wait until something is so."""
    end = time.monotonic() + within_s
    while not found():
        assert time.monotonic() < end
        time.sleep(0.05)


def _state(states: list[bytes], number: int) -> bytes:
    if number % 3 == 0:
        return states[0]
    found = json.loads(states[-1])
    found["view"]["headline"] = _FORGED
    found["revision"] += number
    if number % 3 == 1:
        del found["proof"]
    return json.dumps(found, separators=(",", ":")).encode()


def _order(orders: list[bytes], number: int) -> bytes:
    if number % 3 == 0:
        return orders[number % len(orders)]
    forged = re.sub(rb'"id":"[^"]*"', b'"id":"forged %d"' % number, orders[-1])
    return forged if number % 3 == 1 else re.sub(rb',"proof":"[^"]*"', b"", forged)


def _asked(table: LiveTable, path: str) -> Any:
    return asking.get(f"{table.url}{path}").json()


def _public(table: LiveTable) -> str:
    return json.dumps(_asked(table, "/api/v1/match"))


def _health(table: LiveTable) -> Any:
    return _asked(table, "/health")
