"""`boardwarden tables`: runs many tables without cameras in one process, for taps and bots.

Each table has an engine and pages as `play` starts them, and a simulated table that nobody films, in threads
of their own. A fault in a part of a table starts that part again; everything else goes on.
"""

import argparse
import logging
import threading
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from dashboard.commands import DONE, MISSING
from dashboard.commands.broker import running_broker
from dashboard.commands.choices import read_choices
from dashboard.commands.dashboard import serve_pages
from dashboard.commands.engine import serve_engine
from dashboard.commands.naming import named_table
from dashboard.commands.one_arena import keep_to_one_arena
from dashboard.commands.options import SERVICE_OPTIONS, usual
from dashboard.commands.unfilmed import serve_unfilmed
from dashboard.supervisor.page_address import parse_page_address
from dashboard.supervisor.service_thread import ServiceThread
from dashboard.supervisor.supervisor import Plan, Supervisor
from dashboard.supervisor.table_lock import table_lock
from dashboard.web.audience.delay import parse_delay
from dashboard.web.seats.link_life import LinkLife
from engine.bus.claiming import table_claim
from engine.bus.heart import SILENT, own_heart
from engine.bus.kept_logs import keep_log
from engine.bus.sealing import table_key
from engine.bus.service import keep_files_private, set_up_logging, stop_event
from engine.core.faults import InputFault
from firmware_bridge.ports import NONE

MOST = 200
"""How many tables one process runs at most."""

_TICK_SECONDS = 0.2

log = logging.getLogger(__name__)


def run(parsed: argparse.Namespace) -> int:
    """Run the tables until stopped.

    Raises:
        InputFault: an option is unusable.
        MissingFault: the broker or a port isn't there.
    """
    keep_to_one_arena()
    set_up_logging("tables")
    keep_files_private()
    broker = running_broker(parsed.broker, service="tables")
    tables = tables_of(parsed, broker)
    for one in tables:
        read_choices(one)
    keep_log(Path(parsed.data), parsed.table, "tables")
    stop = stop_event(supervised=parsed.supervised)
    return MISSING if keep_up({one.table: partial(run_table, one) for one in tables}, stop) else DONE


def number_of(text: str) -> int:
    """Return how many tables `--tables` asks for.

    Raises:
        InputFault: the text is no such number.
    """
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= MOST):
        raise InputFault(f"--tables '{text}': expected a number of tables from 1 to {MOST}")
    return int(text)


def tables_of(parsed: argparse.Namespace, broker: str) -> tuple[argparse.Namespace, ...]:
    """Return the options of each table, as `play` gives them to a table's services.

    Raises:
        InputFault: the number or the pages' address is unusable.
    """
    first = parse_page_address(parsed.http)
    plain = {name.replace("-", "_"): value for name, value in usual(SERVICE_OPTIONS).items()}
    given = {**plain, **vars(parsed), "broker": broker, "camera": [], "serial": NONE, "supervised": True}
    return tuple(
        argparse.Namespace(
            **{
                **given,
                "table": f"{parsed.table} {number}",
                "http": str(type(first)(first.host, first.port + number)),
            }
        )
        for number in range(1, number_of(parsed.tables) + 1)
    )


def keep_up(parts: dict[str, Callable[[threading.Event], None]], stop: threading.Event) -> bool:
    """Keep each part running in a thread of its own until `stop` is set; return whether none runs any more.

    A part whose input is unusable is given up, and the others go on.
    """
    supervisor = Supervisor(started=lambda plan, _: ServiceThread(plan.name, parts[plan.name]))
    for name in parts:
        supervisor.add(Plan(name))
    left = len(parts)
    try:
        while left and not stop.wait(_TICK_SECONDS):
            own_heart().beat()
            if (given_up := supervisor.tick()) is not None:
                left -= 1
                log.error("%s is given up; %d tables go on", given_up.name, left)
    finally:
        own_heart().rests()
        supervisor.stop()
    return not left


def run_table(parsed: argparse.Namespace, stop: threading.Event) -> None:
    """Run one table, its engine and its pages, until `stop` is set.

    Raises:
        InputFault: an option is unusable, or the table is being played already.
        MissingFault: the table's name on the broker was lost to another table.
    """
    data, delay_s = Path(parsed.data), parse_delay(parsed.delay)
    pages = read_choices(parsed).pages.url()
    with ExitStack() as undo:
        undo.enter_context(table_lock(data, parsed.table))
        of_match = parsed.links == LinkLife.MATCH
        key = table_key(data, parsed.table)
        claim = table_claim(key, pages=pages, delay_s=delay_s, links_of_match=of_match)
        named = undo.enter_context(
            named_table(parsed.broker, parsed.table, data=data, stop=stop, claim=claim)
        )
        if named is None:
            return
        if named.name != parsed.table:
            log.info("on this broker the table '%s' is called '%s'", parsed.table, named.name)
            undo.enter_context(table_lock(data, named.name))
        one = argparse.Namespace(**{**vars(parsed), "table": named.name})
        parts = {
            f"{named.name}: engine": lambda ending: serve_engine(one, one.broker, ending, SILENT),
            f"{named.name}: pages": lambda ending: serve_pages(one, one.broker, ending),
            f"{named.name}: pieces": lambda ending: serve_unfilmed(one, one.broker, ending),
        }
        supervisor = Supervisor(started=lambda plan, _: ServiceThread(plan.name, parts[plan.name]))
        undo.callback(supervisor.stop)
        for name in parts:
            supervisor.add(Plan(name))
        while not stop.wait(_TICK_SECONDS):
            named.expect_kept()
            if (given_up := supervisor.tick()) is not None:
                raise InputFault(f"{given_up.name} can't run with what it was given")
        supervisor.stop()
