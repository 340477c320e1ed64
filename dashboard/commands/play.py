"""`boardwarden play`: runs one table with all its services and its broker."""

import argparse
import logging
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from dashboard.commands import DONE
from dashboard.commands.arbiters_page import ArbitersPage, open_in_browser
from dashboard.commands.choices import Choices, TableSources, describe, read_choices
from dashboard.commands.one_arena import keep_to_one_arena
from dashboard.commands.plain_output import steered
from dashboard.commands.plans import (
    RunPlaces,
    first_plans,
    watching_plans,
    watching_waits_for,
)
from dashboard.commands.private_broker import OwnBroker, bus_file_of
from dashboard.commands.run_folder import run_folder
from dashboard.supervisor.child import Running
from dashboard.supervisor.nursery import open_nursery
from dashboard.supervisor.supervisor import GivenUp, Plan, Supervisor, started_process
from dashboard.supervisor.table_lock import table_lock
from dashboard.web.audience.delay import parse_delay
from dashboard.web.seats.link_life import LinkLife
from engine.bus.broker import LOOPBACK, RemoteBroker, free_port
from engine.bus.channels import Service
from engine.bus.kept_logs import keep_log
from engine.bus.notifying import own_notifier
from engine.bus.sealing import table_key
from engine.bus.service import keep_files_private, set_up_logging, stop_event
from engine.core.faults import InputFault

if TYPE_CHECKING:
    from dashboard.commands.naming import NamedTable

FOOTAGE_LEAD_SECONDS = 3.0
"""The least time from the start of the watching services to the first frame of footage, in seconds."""

SHARED = (
    "dashboard.commands.engine",
    "engine.records.packed_pictures",
    "firmware_bridge.board_reports",
    "firmware_bridge.wiring",
    "PIL.Image",
    "statistics",
)
"""The modules that most services load, with all that they load: services share them in memory."""

_TICK_SECONDS = 0.1
_SLOW_SECONDS = 20.0
_ANSWERING = frozenset((Service.ENGINE, Service.DASHBOARD))
"""The services without which a table can't answer; the watching services may come and go."""

log = logging.getLogger(__name__)


def run(parsed: argparse.Namespace) -> int:
    """Run a table until Ctrl-C or SIGTERM.

    Raises:
        InputFault: an option is unusable.
        MissingFault: a device, a port or the broker isn't there.
    """
    with ExitStack() as undo:
        # First of all: what the nursery is forked from, every service has in its memory.
        nursery = open_nursery(SHARED, prepare=keep_to_one_arena)
        if nursery is not None:
            undo.callback(nursery.close)
        return _run(parsed, partial(started_process, nursery=nursery))


def _run(parsed: argparse.Namespace, started: Callable[[Plan, Mapping[str, str]], Running]) -> int:
    set_up_logging("play")
    keep_files_private()
    systemd = own_notifier()
    if parsed.resume:
        from dashboard.commands.resuming import on_its_terms  # noqa: PLC0415 # loads records, for this alone

        parsed = on_its_terms(parsed)
    choices = read_choices(parsed)
    if parsed.resume and choices.feed is TableSources.FOOTAGE:
        raise InputFault("--resume: footage shows a match of its own; leave --camera out, or --resume")
    with ExitStack() as undo:
        undo.enter_context(table_lock(choices.data, choices.table))
        folder = undo.enter_context(run_folder(choices.data, choices.table))
        stop = stop_event(supervised=False)
        named = _named(choices, parsed, stop, undo)
        if stop.is_set():
            return DONE
        if named is not None and named.name != choices.table:
            choices = replace(choices, table=named.name)
            undo.enter_context(table_lock(choices.data, choices.table))
        keep_log(choices.data, choices.table, "play")
        if parsed.resume:
            from dashboard.commands.resuming import take_up  # noqa: PLC0415 # as above

            take_up(choices.data, parsed.resume, choices.table)
            _say(f"Match {parsed.resume} goes on.")
        supervisor = Supervisor(started=started)
        try:
            place = _start_broker(choices, supervisor, folder, stop)
            kept = (lambda: None) if named is None else named.expect_kept
            return _play(choices, place, supervisor, stop, kept=kept, in_browser=not parsed.no_browser)
        finally:
            systemd.stopping()
            supervisor.stop()
            bus_file_of(choices.data, choices.table).unlink(missing_ok=True)
            _page(choices).remove()


def _named(
    choices: Choices, parsed: argparse.Namespace, stop: threading.Event, undo: ExitStack
) -> "NamedTable | None":
    """Return the name that the table holds on a shared broker; None with a private broker."""
    if "://" not in choices.broker:
        return None
    # They load a client, which only such a broker needs here.
    from dashboard.commands.naming import named_table  # noqa: PLC0415
    from engine.bus.claiming import table_claim  # noqa: PLC0415

    RemoteBroker(choices.broker).start()
    discovery = "" if parsed.announce == "none" else parsed.announce
    found = undo.enter_context(
        named_table(
            choices.broker,
            choices.table,
            data=choices.data,
            stop=stop,
            discovery=discovery,
            claim=table_claim(
                table_key(choices.data, choices.table),
                pages=choices.pages.url(),
                delay_s=parse_delay(parsed.delay),
                links_of_match=parsed.links == LinkLife.MATCH,
            ),
        )
    )
    if found is not None and found.name != choices.table:
        why = f": the table on {found.taken_by} has that name" if found.taken_by else ", as before"
        _say(f"On this broker the table '{choices.table}' is called '{found.name}'{why}.")
    return found


def _start_broker(choices: Choices, supervisor: Supervisor, folder: Path, stop: threading.Event) -> RunPlaces:
    stream = f"{LOOPBACK}:{free_port()}"
    if "://" in choices.broker:
        remote = RemoteBroker(choices.broker)
        remote.start()
        _say(describe(choices, broker=remote.about))
        return RunPlaces(choices.broker, folder, stream)
    broker = OwnBroker(choices.broker, bus_file_of(choices.data, choices.table))
    # The note is there before the line that makes a script read it.
    place = broker.prepared(folder, stream=stream)
    _say(describe(choices, broker=f"{choices.broker} on {LOOPBACK}:{broker.port}, private"))
    broker.start(place, supervisor, stop)
    return place


def _play(
    choices: Choices,
    place: RunPlaces,
    supervisor: Supervisor,
    stop: threading.Event,
    *,
    kept: Callable[[], None],
    in_browser: bool,
) -> int:
    setup_file = _setup_file(choices, place)
    for plan in first_plans(choices, place, setup_file=setup_file, run_began=time.time()):
        supervisor.add(plan)
    began = time.monotonic()
    slow_at = began + _SLOW_SECONDS
    shown = watching = False
    while not stop.wait(_TICK_SECONDS):
        kept()
        given_up = supervisor.tick()
        if given_up is not None:
            raise _given_up_fault(given_up)
        online = supervisor.on_bus()
        if online >= _ANSWERING:
            # A table without these services is dead. When they stay away, systemd restarts the whole table.
            own_notifier().ready(f"{choices.table} at {choices.pages.url()}")
            own_notifier().goes_on()
        if shown and watching:
            continue
        if not watching and online >= watching_waits_for(choices):
            watching = True
            # The time that the first services took shows how fast this machine is today.
            lead = max(FOOTAGE_LEAD_SECONDS, 1.5 * (time.monotonic() - began))
            start = time.time() + lead
            for plan in watching_plans(choices, place, setup_file=setup_file, footage_start=start):
                supervisor.add(plan)
        if not shown and Service.DASHBOARD in online:
            shown = True
            _show_page(choices, in_browser=in_browser)
        if time.monotonic() > slow_at and not (shown and watching):
            slow_at = float("inf")
            absent = watching_waits_for(choices) | {Service.DASHBOARD}
            waited_for = ", ".join(sorted(absent - online))
            log.warning("still waiting for %s; the messages above may say why", waited_for)
    log.info("stopping")
    return DONE


def _setup_file(choices: Choices, place: RunPlaces) -> Path | None:
    """Return the file of the opening position; a footage's opening is written to the run's folder first."""
    if choices.setup_file is not None or choices.setup is None:
        return choices.setup_file
    path = place.folder / "setup.yaml"
    path.write_text(yaml.safe_dump(choices.setup.plain(), allow_unicode=True), encoding="utf-8")
    return path


def _given_up_fault(given_up: GivenUp) -> InputFault:
    return InputFault(
        f"{given_up.name} can't run with what it was given (status {given_up.status}); its messages are above"
    )


def _page(choices: Choices) -> ArbitersPage:
    return ArbitersPage(choices.pages.url(), choices.data, choices.table)


def _show_page(choices: Choices, *, in_browser: bool) -> None:
    page = _page(choices)
    page.say(sys.stdout)
    if choices.encryption is not None and choices.encryption.authority is not None:
        if not choices.pages.only_here:
            plain = page.pages.replace("https://", "http://", 1)
            _say(f"A phone that opens the pages for the first time begins at: {plain}trust")
        _say(f"The fingerprint of its certificate: {choices.encryption.authority.fingerprint}")
    if not sys.stdout.isatty():
        return
    if choices.pages.only_here:
        _say(f"Only this machine can open them; for tablets: --http 0.0.0.0:{choices.pages.port}")
    else:
        import segno  # noqa: PLC0415 # 3 MB, for a terminal alone

        segno.make(page.pages, micro=False).terminal(out=steered(sys.stdout), border=2, compact=True)
    if in_browser:
        open_in_browser(page.file)


def _say(line: str) -> None:
    print(line, flush=True)
