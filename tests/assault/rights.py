"""Tablets that try what their place at the table forbids, and names that nobody should have."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests import asking
from tests.assault.bus import rogue_on
from tests.assault.forgeries import until
from tests.assault.live import LiveTable, Pilot, live_table
from tests.assault.report import Budget, Row
from tests.conftest import TOP

BOARDS = 200
_WITHIN_S = 15.0

FOR_NO_VISITOR: tuple[tuple[str, dict[str, Any]], ...] = (
    ("pause", {}),
    ("resume", {}),
    ("table_is_right", {}),
    ("game_is_right", {}),
    ("rematch", {}),
    ("introduce", {"name": "Mallory"}),
    ("take_back", {"choice": 0}),
    ("act", {"action": {"end_turn": True}}),
)
"""Orders that a visitor may not give."""

FOR_THE_ARBITER: tuple[tuple[str, dict[str, Any]], ...] = (
    ("adjudicate", {"winners": [], "reason": "x"}),
    ("penalise", {"choice": 60, "reason": "x"}),
    ("correct", {"piece": "x", "thing": "hp", "name": "1", "reason": "x"}),
    ("open", {}),
    ("take_up", {"name": "../../etc"}),
    ("enrol", {"tag": "04AA", "thing": "x"}),
    ("show_hands", {"choice": 1, "name": "x"}),
    ("hide_hands", {"name": "x"}),
    ("look_on", {"thing": "watching", "name": "3f2a61c0"}),
)
"""Orders that a seat may not give either; the last three nobody may."""

NAMES = (
    "\u202eevil", "a\u200bb", "x" + "\u0301" * 15, "A" * 41, "A" * 5000, "\0", "\u3164",
    "Z\u0334\u0321\u0360\u0316\u0301algo",
)  # fmt: skip
"""Names that nobody may have."""


def rights(folder: Path, budget: Budget) -> Iterator[Row]:
    """Have a visitor and a seat give the orders that aren't theirs, and take names that are none."""
    del budget
    with live_table(folder, "--serial", "/dev/null") as table:
        arbiter = Pilot(table)
        arbiter.acts("Before")
        (mine, other) = arbiter.seats[:2]
        visitor, seat = Pilot(table, ""), Pilot(table, links_of(table)[mine])
        try:
            assert visitor.knows(), "no page"
            assert seat.knows(), "no tablet at a seat"
            before = table.journal()
            yield _refused("a visitor's orders", visitor, (*FOR_NO_VISITOR, *FOR_THE_ARBITER))
            further = (("resign", {"player": other}), ("introduce", {"player": other, "name": "Mallory"}))
            yield _refused(
                "a seat's orders that are the arbiter's or another's", seat, (*FOR_THE_ARBITER, *further)
            )
            names = tuple(("introduce", {"player": mine, "name": name}) for name in NAMES)
            yield _refused("names that mislead", seat, names)
            kept = "Mallory" not in table.journal() and table.journal().startswith(before)
            plays_on = arbiter.acts("After") is not None
            yield Row(
                "the match is as it was, and goes on", 1, int(kept and plays_on), "" if kept else "changed"
            )
        finally:
            for one in (arbiter, visitor, seat):
                one.end()


def _refused(what: str, pilot: Pilot, orders: tuple[tuple[str, dict[str, Any]], ...]) -> Row:
    lost = list[str]()
    for kind, further in orders:
        if (answer := pilot.asks(kind, _WITHIN_S, **further)) in ("done", ""):
            lost.append(f"{kind} {ascii(further)[:40]}: {answer or 'no answer'}")
    return Row(what, len(orders), len(orders) - len(lost), "; ".join(lost[:4]))


def links_of(table: LiveTable) -> dict[str, str]:
    """Return the ends of the links that a table hands out, by seat."""
    asked = asking.get(f"{table.url}/links", headers={"Authorization": f"Bearer {table.arbiter}"}).json()
    return {one["name"]: one["url"].rpartition("#join=")[2] for one in asked["links"]}


def neighbours(folder: Path, budget: Budget) -> Iterator[Row]:
    """Announce boards that aren't there, and start a second engine at a table's broker."""
    del budget
    with live_table(folder, "--serial", "/dev/null") as table:
        pilot = Pilot(table)
        heard: dict[str, bytes] = {}
        client = rogue_on(table.bus, heard.__setitem__)
        try:
            pilot.acts("Before")
            until(lambda: any("/bridge/" in topic and topic.endswith("/state") for topic in heard))
            state = next(
                said for topic, said in heard.items() if "/bridge/" in topic and topic.endswith("/state")
            )
            topics = [f"boardwarden/table/bridge/forged{number}/state" for number in range(BOARDS)]
            for topic in topics:
                said = {**json.loads(state), "device": topic.split("/")[3], "connected": True, "problem": ""}
                client.publish(topic, json.dumps(said), qos=1, retain=True)
            beside = pilot.acts("Beside") is not None
            for topic in topics:
                client.publish(topic, b"", qos=1, retain=True)
            try:
                until(lambda: "forged" not in json.dumps(_health(table)), 30)
                lost = "" if beside else "no action beside them"
            except AssertionError:
                lost = "they stay on the health page"
            yield Row("boards announced by somebody, then gone", BOARDS, 0 if lost else BOARDS, lost)
            match = pilot.match
            for what, data in (("with the same data", table.data), ("with other data", folder / "other")):
                engine = (sys.executable, "-P", "-m", "dashboard", "engine", "--broker", table.bus)
                with (folder / "engine.log").open("w") as log:
                    second = subprocess.Popen(
                        (*engine, "--data", str(data)), stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                        env={"PYTHONPATH": str(TOP), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
                    )  # fmt: skip
                shown, ends = {match}, time.monotonic() + 20
                while second.poll() is None and time.monotonic() < ends:
                    shown.add(pilot.match)
                    time.sleep(0.1)
                stays = second.poll() is None
                second.kill()
                second.wait()
                shown.add(pilot.match)
                plays_on = pilot.acts(f"Beside{len(shown)}") is not None
                flips = len(shown) > 1
                lost = "pages flip to it" if flips else "" if plays_on else "no action afterwards"
                seen = "it stays" if stays else f"it ends with status {second.returncode}"
                yield Row(f"a second engine {what}", 1, int(not lost), lost, seen)
        finally:
            client.disconnect()
            client.loop_stop()
            pilot.end()


def _health(table: LiveTable) -> Any:
    return asking.get(f"{table.url}/health").json()
