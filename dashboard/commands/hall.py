"""`boardwarden hall`: one page with all tables that are on a broker, or on several, and the rounds' page."""

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from dashboard.commands import DONE
from dashboard.commands.arbiters_page import ArbitersPage
from dashboard.commands.broker import BROKER_VARIABLE, chosen_brokers
from dashboard.commands.encrypted import chosen_encryption, is_encrypted
from dashboard.commands.own_tables import OwnTables
from dashboard.rounds.codes import PeopleCodes
from dashboard.rounds.kept import TournamentFile
from dashboard.supervisor.page_address import PageAddress
from dashboard.supervisor.table_lock import table_lock
from dashboard.web.audience.delay import parse_delay
from dashboard.web.hall.desk import RoundsDesk
from dashboard.web.hall.link import NO_TABLE, HallLink, renewal_pages
from dashboard.web.hall.nearby import Nearby, nearby_pages, option_of
from dashboard.web.hall.rounds_pages import rounds_pages
from dashboard.web.hall.seat_pages import seat_pages
from dashboard.web.hall.service import serve_hall
from dashboard.web.hall.table_desks import TableDesks, both, desk_pages
from dashboard.web.serving.listening import listening_socket, parse_http_address
from dashboard.web.serving.origin import parse_hosts, parse_proxies
from dashboard.web.serving.pages_announcer import addresses_at
from engine.bus.address import parse_broker_url
from engine.bus.kept_logs import keep_log
from engine.bus.notifying import own_notifier
from engine.bus.sealing import KEY_VARIABLE, table_key
from engine.bus.service import keep_files_private, set_up_logging, stop_event
from engine.core.faults import InputFault

HALL = "hall"
"""The name that the hall's key, log and file go by in the data folder."""


def run(parsed: argparse.Namespace) -> int:
    """Serve until stopped; or with `--renew-link` take the arbiter's link back, and end."""
    if parsed.renew_link:
        return renew_link(parsed)
    set_up_logging("hall")
    keep_files_private()
    systemd = own_notifier()
    environment = os.environ.get(BROKER_VARIABLE, "")
    own = OwnTables(parsed) if parsed.tables else None
    brokers = (
        () if own and not (parsed.brokers or environment) else chosen_brokers(parsed.brokers, environment)
    )
    host, port = parse_http_address(parsed.http)
    encryption = chosen_encryption(parsed, served_as=host)
    delay = parse_delay(parsed.delay)
    hosts, proxies = parse_hosts(parsed.hosts), parse_proxies(parsed.proxies)
    listener = listening_socket(host, port)
    folder = Path(parsed.data)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    keep_log(folder, HALL, "hall")
    stop = stop_event(supervised=False)
    pages = PageAddress(host, listener.getsockname()[1], encrypted=encryption is not None)
    page = arbiters_page(pages.url(), folder)
    link = HallLink(table_key(folder, HALL), folder)
    seating, codes = link.seating, PeopleCodes(table_key(folder, HALL))

    nearby = Nearby(joining(brokers))

    def link_changed() -> bool:
        if renewed := link.was_renewed():
            page.write()
        return nearby.was_changed() or renewed

    with ExitStack() as undo:
        undo.enter_context(table_lock(folder, NO_TABLE))
        desk, desks = RoundsDesk(TournamentFile(folder)), TableDesks(folder)
        undo.callback(page.remove)
        page.write()
        if own is not None:
            brokers = undo.enter_context(own.running(brokers, pages, stop))
        if parsed.mdns == "on":
            # The library takes 14 MB.
            from dashboard.web.hall.looking_round import looking_round  # noqa: PLC0415

            undo.enter_context(looking_round(nearby))
        _say(pages, page)

        def goes_round() -> None:
            systemd.ready(f"the hall at {pages.url()}")
            if own is None or own.goes_round():
                systemd.goes_on()

        asyncio.run(
            serve_hall(
                listener=listener,
                brokers=brokers,
                stop=stop,
                served_as=host,
                delay=delay,
                hosts=hosts,
                proxies=proxies,
                encryption=encryption,
                further=(
                    rounds_pages(desk, seating),
                    desk_pages(desks, seating),
                    renewal_pages(link),
                    seat_pages(desk, desks, seating, codes, hall=pages.url),
                    nearby_pages(nearby, seating),
                ),
                hears=both(desk.hear, desks.hear, nearby.hear),
                link_changed=link_changed,
                goes_round=goes_round,
            )
        )
        if own is not None:
            own.expect_well()
    return DONE


def joining(brokers: Sequence[str]) -> str:
    """Return the option that has a table join the first of a hall's brokers; empty for a private broker."""
    if not brokers:
        return ""
    own = [str(one) for one in sorted(addresses_at("0.0.0.0"), key=str) if one.version == 4]  # noqa: S104
    return option_of(parse_broker_url(brokers[0]), own[0] if own else "")


def arbiters_page(hall: str, folder: Path) -> ArbitersPage:
    """Return the page of a hall's arbiter, by the hall's address and data folder.

    A table may have the hall's name, and so its key. No link of the one is a link of the other.
    """
    return ArbitersPage(f"{hall}rounds", folder, HALL, NO_TABLE)


def renew_link(parsed: argparse.Namespace) -> int:
    """Take the link of a hall's arbiter back. A hall that runs refuses the old one from now on.

    Raises:
        InputFault: no hall has been started with this data folder.
        MissingFault: the disk refuses.
    """
    keep_files_private()
    folder = Path(parsed.data)
    host, port = parse_http_address(parsed.http)
    if not (os.environ.get(KEY_VARIABLE) or (folder / f".{HALL}.key").exists()):
        raise InputFault(f"--renew-link: no hall was started with --data {folder}; expected its data folder")
    page = arbiters_page(PageAddress(host, port, encrypted=is_encrypted(parsed)).url(), folder)
    HallLink(table_key(folder, HALL), folder).renew()
    print("The old link of the hall's arbiter isn't valid any more.")
    leads = page.address if sys.stdout.isatty() else f"the file {page.file} of a hall that runs"
    print(f"The arbiter opens {leads}", flush=True)
    return 0


def _say(pages: PageAddress, page: ArbitersPage) -> None:
    """Print where the pages are: the arbiter's link to a terminal alone."""
    leads = page.address if sys.stdout.isatty() else f"the file {page.file}"
    print(f"The hall: {pages.url()}\nThe arbiter opens {leads}", flush=True)
