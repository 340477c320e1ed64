"""Kills and hangs of each process, with every acknowledged action looked up in the journal, one by one."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from random import Random

from tests.assault.live import Pilot, live_table
from tests.assault.report import Budget, Row, quantile

MOST = 500
TABLES = 4
"""The tables that are under assault at a time: most of a kill's time is waited, not computed."""

WITHOUT_EYES = ("engine", "dashboard", "keeper", "mosquitto", "bridge")
WITH_EYES = ("vision", "simulator", *WITHOUT_EYES)
HOW = {"killed": signal.SIGKILL, "stopped": signal.SIGSTOP}
BACK_S = 60.0
"""A table that doesn't act for so long after a blow hasn't survived it, s."""

_ANSWER_S = 2.0
"""A command that isn't answered for so long was lost with the process: another is sent, s."""


@dataclass
class _Struck:
    """The blows at one table."""

    back: dict[tuple[str, str], list[float]] = field(default_factory=dict)
    """The times until the table acted again, by process and kind of blow, s."""
    acknowledged: list[str] = field(default_factory=list)
    """The names that the table has said it wrote down."""
    journal: str = ""
    """The matches' journals at the end."""
    fault: str = ""
    """Why the table couldn't be tried; empty: it could."""


def kills(folder: Path, budget: Budget) -> Iterator[Row]:
    """Kill and stop the processes in turn; yield a row for each, and one for the acknowledged actions."""
    folders = [folder / f"table-{number}" for number in range(TABLES)]
    for each in folders:
        each.mkdir()
    with ThreadPoolExecutor(TABLES) as pool:
        struck = list(pool.map(_table_struck, range(TABLES), folders, repeat(budget)))
    for one in struck:
        if one.fault:
            yield Row("a table", 1, 0, one.fault)
    blows = sorted({blow for one in struck for blow in one.back})
    for victim, how in blows:
        times = [took for one in struck for took in one.back.get((victim, how), [])]
        late = sum(took >= BACK_S for took in times)
        seen = f"whole again after p50 {quantile(times, 0.5):.1f} s, p95 {quantile(times, 0.95):.1f} s"
        lost = f"{late} weren't whole after {BACK_S:.0f} s" if late else ""
        yield Row(f"{victim} {how}", len(times), len(times) - late, lost, seen)
    names = [(name, one.journal.count(f'"name":"{name}"')) for one in struck for name in one.acknowledged]
    lost_names = [f"{name} stands there {count} times" for name, count in names if count != 1]
    kept = len(names) - len(lost_names)
    yield Row("acknowledged actions once in the journal", len(names), kept, ", ".join(lost_names[:5]))


def _table_struck(number: int, folder: Path, budget: Budget) -> _Struck:
    """Strike one table's processes in turn as long as there is time."""
    chance, found = Random(number), _Struck()  # noqa: S311 # the same assault each time
    victims = WITH_EYES if number == 0 else WITHOUT_EYES
    eyes = ("--serial", "none") if number == 0 else ("--serial", "/dev/null")
    with live_table(folder, *eyes) as table:
        pilot = Pilot(table)
        try:
            if pilot.acts(f"T{number}Before") is None:
                found.fault = "never acted: " + table.log.read_text()[-300:]
                return found
            found.acknowledged.append(f"T{number}Before")
            for blow in budget.times(MOST // TABLES):
                victim = victims[blow % len(victims)]
                how = list(HOW)[blow // len(victims) % len(HOW)]
                pid = table.pids().get(victim)
                if pid is not None:
                    began = time.monotonic()
                    _struck(pilot, pid, HOW[how], f"T{number}K{blow}", found.acknowledged, chance)
                    # A table may act without its bridge or its eyes: they have to come back as well.
                    while table.pids().get(victim, pid) == pid and time.monotonic() - began < BACK_S:
                        time.sleep(0.1)
                    took = time.monotonic() - began
                    found.back.setdefault((victim, how), []).append(took)
        finally:
            pilot.end()
        found.journal = table.journal()
    return found


def _struck(  # of each one
    pilot: Pilot, pid: int, how: signal.Signals, name: str, acknowledged: list[str], chance: Random
) -> None:
    """Strike a process in the middle of actions, and act until the table acknowledges something again."""
    if pilot.acts(f"{name}a", within_s=10) is not None:
        acknowledged.append(f"{name}a")
    time.sleep(chance.random() * 0.2)
    with suppress(ProcessLookupError):
        os.kill(pid, how)
    began, tries = time.monotonic(), 0
    while time.monotonic() - began < BACK_S:
        tries += 1
        if pilot.acts(f"{name}b{tries}", within_s=_ANSWER_S) is not None:
            acknowledged.append(f"{name}b{tries}")
            return
