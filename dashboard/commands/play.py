"""`boardwarden play`: one table, all its services and its broker, from one command."""

import argparse
import logging
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import quote

import segno
import yaml

from dashboard.commands import DONE
from dashboard.commands.choices import Choices, TableSources, describe, read_choices
from dashboard.commands.plans import (
    RunPlaces,
    broker_plan,
    first_plans,
    watching_plans,
    watching_waits_for,
)
from dashboard.commands.resuming import on_its_terms, take_up
from dashboard.supervisor.supervisor import GivenUp, Supervisor
from dashboard.supervisor.table_lock import table_lock
from dashboard.web.seats.eras import LinkEra, LinkLife
from dashboard.web.seats.links import link_url
from dashboard.web.seats.seating import ARBITER, Seating
from engine.bus.accounts import OWNER, Accounts, write_private
from engine.bus.address import parse_broker_url
from engine.bus.broker import LOOPBACK, RemoteBroker, free_port, wait_listening
from engine.bus.channels import Service
from engine.bus.sealing import table_key
from engine.bus.service import set_up_logging, stop_event
from engine.core.faults import InputFault, MissingFault

FOOTAGE_LEAD_SECONDS = 3.0
"""From the start of the watching services to the first frame of footage, at least."""

BROKER_SECONDS = 15.0

_TICK_SECONDS = 0.1
_SLOW_SECONDS = 20.0

log = logging.getLogger(__name__)


def run(parsed: argparse.Namespace) -> int:
    """Run a table until Ctrl-C or SIGTERM.

    Raises:
        InputFault: something asked for is unusable.
        MissingFault: something asked for isn't there.
    """
    set_up_logging("play")
    if parsed.resume:
        parsed = on_its_terms(parsed)
    choices = read_choices(parsed)
    if parsed.resume and choices.feed is TableSources.FOOTAGE:
        raise InputFault("--resume: footage shows a match of its own; leave --camera out, or --resume")
    with (
        table_lock(choices.data, choices.table),
        tempfile.TemporaryDirectory(prefix="boardwarden-") as folder,
    ):
        if parsed.resume:
            take_up(choices.data, parsed.resume, choices.table)
            _say(f"Match {parsed.resume} goes on.")
        stop = stop_event(supervised=False)
        supervisor = Supervisor()
        try:
            place = _start_broker(choices, supervisor, Path(folder), stop)
            return _play(choices, place, supervisor, stop)
        finally:
            supervisor.stop()
            _bus_file(choices).unlink(missing_ok=True)


def _start_broker(choices: Choices, supervisor: Supervisor, folder: Path, stop: threading.Event) -> RunPlaces:
    stream = f"{LOOPBACK}:{free_port()}"
    if "://" in choices.broker:
        remote = RemoteBroker(choices.broker)
        remote.start()
        _say(describe(choices, broker=remote.about))
        return RunPlaces(choices.broker, folder, stream)
    port = free_port()
    accounts = Accounts.fresh()
    place = RunPlaces(accounts.url(OWNER, f"{LOOPBACK}:{port}"), folder, stream, accounts)
    accounts.write(place.accounts_file)
    write_private(_bus_file(choices), f"{place.broker_url}\n")
    _say(describe(choices, broker=f"{choices.broker} on {LOOPBACK}:{port}, private"))
    supervisor.add(broker_plan(choices, place, port=port))
    until = time.monotonic() + BROKER_SECONDS
    while not stop.is_set() and not wait_listening(parse_broker_url(place.broker_url), seconds=_TICK_SECONDS):
        supervisor.tick()
        if time.monotonic() < until:
            continue
        raise MissingFault(
            f"the {choices.broker} broker doesn't come up in {BROKER_SECONDS:g} s; its words are above; "
            "try the other of --broker mosquitto and --broker iotcore"
        )
    return place


def _bus_file(choices: Choices) -> Path:
    """Return where the private broker's URL stands while the table runs, for its owner's own programs."""
    return choices.data / f".{quote(choices.table, safe='')}.bus"


def _play(choices: Choices, place: RunPlaces, supervisor: Supervisor, stop: threading.Event) -> int:
    setup_file = _setup_file(choices, place)
    for plan in first_plans(choices, place, setup_file=setup_file, run_began=time.time()):
        supervisor.add(plan)
    began = time.monotonic()
    slow_at = began + _SLOW_SECONDS
    shown = watching = False
    while not stop.wait(_TICK_SECONDS):
        given_up = supervisor.tick()
        if given_up is not None:
            raise _given_up_fault(given_up)
        online = supervisor.on_bus()
        if shown and watching:
            continue
        if not watching and online >= watching_waits_for(choices):
            watching = True
            # The time that the first services took says how fast this machine is today.
            lead = max(FOOTAGE_LEAD_SECONDS, 1.5 * (time.monotonic() - began))
            start = time.time() + lead
            for plan in watching_plans(choices, place, setup_file=setup_file, footage_start=start):
                supervisor.add(plan)
        if not shown and Service.DASHBOARD in online:
            shown = True
            _show_page(choices)
        if time.monotonic() > slow_at and not (shown and watching):
            slow_at = float("inf")
            absent = watching_waits_for(choices) | {Service.DASHBOARD}
            log.warning("still waiting for %s; see above", ", ".join(sorted(absent - online)))
    log.info("stopping")
    return DONE


def _setup_file(choices: Choices, place: RunPlaces) -> Path | None:
    """Return the opening position's file; what footage says is written to one of this run's."""
    if choices.setup_file is not None or choices.setup is None:
        return choices.setup_file
    path = place.folder / "setup.yaml"
    path.write_text(yaml.safe_dump(choices.setup.plain(), allow_unicode=True), encoding="utf-8")
    return path


def _given_up_fault(given_up: GivenUp) -> InputFault:
    return InputFault(
        f"{given_up.name} can't run with what it was given (status {given_up.status}); its words are above"
    )


def _show_page(choices: Choices) -> None:
    pages = choices.pages
    url = pages.url()
    _say(f"Page: {url}")
    # Served to this machine alone, whoever opens the page keeps the table; else it takes this.
    era = LinkEra(LinkLife.TABLE, match=str, folder=choices.data, table=choices.table)
    key = table_key(choices.data, choices.table)
    seating = Seating(key, table=choices.table, arbiter_era=era.of_arbiter)
    _say(f"For whoever keeps the table, with the seats' codes: {link_url(url, seating.link(ARBITER))}")
    if choices.encryption is not None and choices.encryption.authority is not None:
        if not pages.only_here:
            _say(f"For phones that are here for the first time: {url.replace('https://', 'http://', 1)}trust")
        _say(f"The fingerprint of its certificate: {choices.encryption.authority.fingerprint}")
    if sys.stdout.isatty():
        segno.make(url, micro=False).terminal(out=sys.stdout, border=2, compact=True)
        if pages.only_here:
            _say(f"Only this machine can open it; for tablets: --http 0.0.0.0:{pages.port}")


def _say(line: str) -> None:
    print(line, flush=True)
