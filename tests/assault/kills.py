"""Kills and hangs of each process, with every acknowledged action looked up in the journal, one by one."""

import os
import signal
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from random import Random

from engine.bus.service import GRACE_SECONDS
from tests.assault.live import LiveTable, Pilot, live_table
from tests.assault.report import Budget, Row, quantile

MOST = 504
TABLES = 4
"""The tables that are under assault at a time: most of a kill's time is waited, not computed."""

AT_TABLE = (
    ("supervisor", "simulator", "bridge", "vision"),
    ("engine", "dashboard", "keeper", "mosquitto"),
)
"""The processes that are struck at every second table: 63 blows for each of them."""

WITHOUT_SUPERVISOR = ("vision", "simulator", "bridge", "engine", "dashboard", "keeper", "mosquitto")
HOW = {"killed": signal.SIGKILL, "stopped": signal.SIGSTOP}
BACK_S = 75.0
"""A table that doesn't act for so long after a blow hasn't survived it, s: a process that is stopped while it
starts may be silent for a minute.
"""

AIM_S = 5.0
"""Within this a quiet table is whole again, in 95 of 100 blows, s."""

STOPPED_S = 2.0
"""So long its unit lets a stopped supervisor be, before it's killed: the table plays on meanwhile, s."""

_ANSWER_S = 1.0
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
    orphans: list[str] = field(default_factory=list)
    """The names of the processes that outlived their supervisor."""
    halves: int = 0
    """How often the table acted, and a service wasn't online again in time."""
    fault: str = ""
    """Why the table couldn't be tried; empty: it could."""


def quiet_table(folder: Path, budget: Budget) -> Iterator[Row]:
    """Strike each process of one table that is alone on the machine; yield how soon it's whole again."""
    struck = _table_struck(0, folder, budget, WITHOUT_SUPERVISOR, 4 * len(WITHOUT_SUPERVISOR))
    times = [took for each in struck.back.values() for took in each]
    late = [
        f"{victim} {how} {max(took):.1f} s"
        for (victim, how), took in struck.back.items()
        if max(took) > AIM_S
    ]
    seen = f"p50 {quantile(times, 0.5):.1f} s, p95 {quantile(times, 0.95):.1f} s, the aim is {AIM_S:.0f} s; "
    seen += f"longer: {', '.join(late) or 'none'}; load {os.getloadavg()[0]:.0f}"
    yield Row(
        "back in play, one table alone", len(times), sum(took < BACK_S for took in times), struck.fault, seen
    )


def kills(folder: Path, budget: Budget) -> Iterator[Row]:
    """Kill and stop the processes in turn; yield a row for each, and one for the acknowledged actions."""
    folders = [folder / f"table-{number}" for number in range(TABLES)]
    for each in folders:
        each.mkdir()
    victims = [AT_TABLE[number % len(AT_TABLE)] for number in range(TABLES)]
    with ThreadPoolExecutor(TABLES) as pool:
        struck = list(
            pool.map(_table_struck, range(TABLES), folders, repeat(budget), victims, repeat(MOST // TABLES))
        )
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
    tried = sum(len(times) for one in struck for times in one.back.values())
    orphans, halves = [name for one in struck for name in one.orphans], sum(one.halves for one in struck)
    lost = f"{', '.join(orphans)} outlived a supervisor; " if orphans else ""
    lost += f"{halves} times a service didn't come online again" if halves else ""
    survived = tried - len(orphans) - halves
    yield Row("all blows", tried, survived, lost, f"of {MOST}; {TABLES} tables at a time")
    names = [(name, one.journal.count(f'"name":"{name}"')) for one in struck for name in one.acknowledged]
    lost_names = [f"{name} stands there {count} times" for name, count in names if count != 1]
    kept = len(names) - len(lost_names)
    yield Row("acknowledged actions once in the journal", len(names), kept, ", ".join(lost_names[:5]))


def _table_struck(number: int, folder: Path, budget: Budget, victims: tuple[str, ...], most: int) -> _Struck:
    """Strike one table's processes in turn as long as there is time; a fault leaves the blows so far."""
    found = _Struck()
    eyes = ("--serial", "none") if "vision" in victims else ("--serial", "/dev/null")
    try:
        with live_table(folder, *eyes) as table:
            pilot = Pilot(table)
            try:
                _strike(table, pilot, f"T{number}", (victims, budget.times(most)), found)
            finally:
                pilot.end()
                found.journal = table.journal()
    except Exception as fault:  # noqa: BLE001 # whatever it is, the blows of all tables count
        traceback.print_exc()
        found.fault = " ".join(f"{type(fault).__name__}: {fault}".split())[:200]
    return found


def _strike(
    table: LiveTable, pilot: Pilot, names: str, blows: tuple[tuple[str, ...], Iterator[int]], found: _Struck
) -> None:
    chance = Random(names)  # noqa: S311 # the same assault each time
    victims, numbers = blows
    if pilot.acts(f"{names}Before") is None:
        found.fault = "never acted: " + table.log.read_text()[-300:]
        return
    found.acknowledged.append(f"{names}Before")
    for blow in numbers:
        victim, how = victims[blow % len(victims)], list(HOW)[blow // len(victims) % len(HOW)]
        # The broker comes a moment after its keeper; what just starts isn't struck.
        ends, before = time.monotonic() + BACK_S, dict[str, int]()
        while victim not in before or not table.is_whole(victim):
            if time.monotonic() > ends:
                break
            time.sleep(0.1)
            before = table.pids()
        if victim not in before:
            said = " ".join(table.log.read_text()[-600:].split())
            found.fault = f"{victim} didn't come again; {', '.join(sorted(before))} run; {said}"
            return
        found.halves += time.monotonic() > ends
        name, acknowledged = f"{names}K{blow}", found.acknowledged
        _act(pilot, f"{name}a", acknowledged, within_s=10)
        time.sleep(chance.random() * 0.2)
        began = time.monotonic()
        if victim == "supervisor":
            _end_supervisor(table, pilot, HOW[how], f"{name}s", acknowledged)
        else:
            with suppress(ProcessLookupError):
                os.kill(before[victim], HOW[how])
        _until_acting(pilot, name, acknowledged)
        # A table may act without its bridge or its eyes: they have to come back as well.
        while table.pids().get(victim, before[victim]) == before[victim]:
            if time.monotonic() - began > BACK_S:
                break
            time.sleep(0.1)
        found.back.setdefault((victim, how), []).append(time.monotonic() - began)
        if victim == "supervisor":
            found.orphans += _outliving(before, began + GRACE_SECONDS + 2)


def _outliving(before: dict[str, int], until: float) -> list[str]:
    """Return the names of the processes that still run at a time; each may take its grace to end."""
    while left := [name for name, pid in before.items() if process_runs(pid)]:
        if time.monotonic() > until:
            break
        time.sleep(0.1)
    return left


def process_runs(pid: int) -> bool:
    """Tell whether a process runs. One that has ended is listed until its new parent asks for its status."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] not in ("Z", "X")


def _end_supervisor(
    table: LiveTable, pilot: Pilot, how: signal.Signals, name: str, acknowledged: list[str]
) -> None:
    """Kill the supervisor, or stop it till its unit kills it; start it again as that does."""
    table.process.send_signal(how)
    if how == signal.SIGSTOP:
        ends = time.monotonic() + STOPPED_S
        _act(pilot, name, acknowledged, within_s=STOPPED_S)
        time.sleep(max(0.0, ends - time.monotonic()))
        table.process.kill()
    table.process.wait()
    table.start_again(BACK_S)


def _act(pilot: Pilot, name: str, acknowledged: list[str], within_s: float) -> bool:
    """Have somebody called so, and keep the name if the table says that it's written down."""
    done = pilot.acts(name, within_s=within_s) is not None
    if done:
        acknowledged.append(name)
    return done


def _until_acting(pilot: Pilot, name: str, acknowledged: list[str]) -> None:
    """Act until the table acknowledges something again."""
    began, tries = time.monotonic(), 0
    while time.monotonic() - began < BACK_S:
        tries += 1
        if _act(pilot, f"{name}b{tries}", acknowledged, within_s=_ANSWER_S):
            return
