"""`boardwarden replay`: plays a recorded match onto the bus and a page, at its own speed or another."""

import argparse
import asyncio
import sys
import threading
import time
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

from dashboard.commands import DONE
from dashboard.commands.broker import chosen_broker
from dashboard.commands.clock import parse_clock, parse_speed
from dashboard.commands.departing import say_departed
from dashboard.supervisor.page_address import PageAddress, expect_port_free, parse_page_address
from dashboard.web.serving.listening import listening_socket
from dashboard.web.serving.service import serve
from dashboard.web.telling.feed import WANTED as PAGE_WANTED
from engine.bus.accounts import Accounts
from engine.bus.broker import open_broker
from engine.bus.channels import Service
from engine.bus.client import BusClient, ReceivedMessage
from engine.bus.messages.services import Availability
from engine.bus.proofs import MessageProofs
from engine.bus.sealing import table_key
from engine.bus.service import set_up_logging, stop_event
from engine.core.counting import counted
from engine.core.faults import InputFault, MissingFault
from engine.records.archive import find_match
from engine.records.match_time import clock_text
from engine.records.player import WANTED, MatchPlayer, Section
from engine.records.recorded import open_recorded
from engine.records.rejudgement import sittings
from engine.records.replay import ReplayTable, entry_times, shown_as_far, timeline
from engine.session.playing.table import setting_of

_REACH_SECONDS = 10.0
_LISTEN_SECONDS = 0.5


def run(parsed: argparse.Namespace) -> int:
    """Play a match until its end or Ctrl-C; with a private broker, serve its page until Ctrl-C.

    Raises:
        InputFault: there is no such match, it can't be replayed, or an option is unusable.
        MissingFault: the broker isn't there, the pages' port is taken, or an engine plays at that table.
    """
    section = chosen_section(parsed)
    match = open_recorded(find_match(Path(parsed.data), parsed.match))
    game, pieces, entries = match.game, match.pieces, match.entries
    moments = timeline(entry_times(match.path), sittings(match.path.parent))
    shown, broken = shown_as_far(game, pieces, entries, moments)
    say_departed("replay", match.name, shown[-1].table.match.departed)
    setting = setting_of(game, shown[0].table.match.state, pieces)
    length_s = moments[-1].at_s
    if section.from_s > length_s:
        raise InputFault(
            f"--from: the match is {clock_text(length_s)} long; came {clock_text(section.from_s)}"
        )
    set_up_logging("replay")
    address = parse_page_address(parsed.http)
    choice = chosen_broker(parsed.broker)
    private = "://" not in choice
    if private:
        expect_port_free(address)
    broker = open_broker(choice, accounts=Accounts.fresh())
    broker.start()
    bus = BusClient(
        url=broker.url,
        table=parsed.table,
        service=Service.ENGINE,
        wanted=WANTED,
        version=version("boardwarden"),
        # A dashboard that runs there believes only an engine that has the table's key.
        proofs=None
        if private
        else MessageProofs(table_key(Path(parsed.data), parsed.table), table=parsed.table),
    )
    stop = stop_event(supervised=False)
    try:
        if not private:
            _expect_no_engine(broker.url, parsed.table)
        bus.start()
        player = MatchPlayer(bus, match.board, setting, section)
        print(
            f"{match.name}: {clock_text(length_s)}, {counted(len(entries), 'entry', 'entries')}", flush=True
        )
        if broken:
            print(f"boardwarden replay: its end can't be shown: {broken}", file=sys.stderr)
        if not private:
            player.play(shown, stop)
            return DONE
        print(f"Page: {address.url()} (Ctrl-C ends)", flush=True)
        threading.Thread(target=_play_and_stay, args=(player, shown, stop), daemon=True).start()
        print(f"Timeline: {address.url()}replay?match={match.name}", flush=True)
        _serve_page(broker.url, parsed.table, address, stop, matches=match.path.parent.parent)
    finally:
        stop.set()
        bus.stop()
        broker.stop()
    return DONE


def chosen_section(parsed: argparse.Namespace) -> Section:
    """Return the part of the match to play, and its speed.

    Raises:
        InputFault: the speed or a time is malformed.
    """
    speed = parse_speed(parsed.speed)
    from_s = parse_clock("--from", parsed.from_time) if parsed.from_time else 0.0
    to_s = parse_clock("--to", parsed.to_time) if parsed.to_time else None
    if to_s is not None and to_s < from_s:
        raise InputFault(f"--to {parsed.to_time}: expected a time after --from {parsed.from_time}")
    return Section(speed, from_s, to_s)


def _play_and_stay(player: MatchPlayer, shown: Iterable[ReplayTable], stop: threading.Event) -> None:
    try:
        if player.play(shown, stop):
            print("The replay is over; the page keeps its last moment.", flush=True)
            player.stay(stop)
    finally:
        stop.set()


def _serve_page(url: str, table: str, address: PageAddress, stop: threading.Event, *, matches: Path) -> None:
    bus = BusClient(
        url=url, table=table, service=Service.DASHBOARD, wanted=PAGE_WANTED, version=version("boardwarden")
    )
    listener = listening_socket(address.host, address.port)
    bus.start()
    try:
        asyncio.run(
            serve(
                listener=listener,
                bus=bus,
                table=table,
                served_as=address.host,
                page_url=address.url,
                stop=stop,
                matches=matches,
                # A replay has no table, so nobody has a place here.
                films_for_all=True,
            )
        )
    finally:
        bus.stop()


def _expect_no_engine(url: str, table: str) -> None:
    """Check that no engine plays at the table: the replay would overwrite the state of its match."""
    listener = BusClient(url=url, table=table, service=None, wanted=("availability",))
    listener.start()
    try:
        if not listener.wait_connected(_REACH_SECONDS):
            raise MissingFault(
                f"the broker doesn't answer: {listener.problem}; start it, or leave --broker out"
            )
        until = time.monotonic() + _LISTEN_SECONDS
        while (left := until - time.monotonic()) > 0:
            match listener.receive(left):
                case ReceivedMessage("availability", Service.ENGINE, Availability(online=True)):
                    raise MissingFault(
                        f"an engine plays at table '{table}' of this broker; choose another one with --table"
                    )
                case _:
                    pass
    finally:
        listener.stop()
