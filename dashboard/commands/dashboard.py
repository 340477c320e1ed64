"""`boardwarden dashboard`: runs the dashboard alone, which serves the pages."""

import argparse
import asyncio
import sys
import threading
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path

from dashboard.commands import DONE
from dashboard.commands.arbiters_page import ArbitersPage
from dashboard.commands.broker import running_broker
from dashboard.commands.encrypted import chosen_encryption
from dashboard.commands.hooks import load_hooks
from dashboard.commands.pushed import chosen_push
from dashboard.supervisor.page_address import PageAddress
from dashboard.web.audience.delay import parse_delay
from dashboard.web.audience.picture_reach import PictureReach
from dashboard.web.health.metrics import write_reading_key
from dashboard.web.seats.hall_address import parse_hall_address
from dashboard.web.seats.link_life import LinkLife
from dashboard.web.serving.listening import listening_socket, parse_http_address
from dashboard.web.serving.origin import parse_hosts, parse_proxies
from dashboard.web.serving.service import serve
from dashboard.web.telling.feed import WANTED
from dashboard.web.telling.hooks import Hooks
from engine.bus.channels import Service
from engine.bus.client import BusClient
from engine.bus.kept_logs import keep_log
from engine.bus.proofs import MessageProofs
from engine.bus.sealing import table_key
from engine.bus.service import keep_files_private, set_up_logging, stop_event


def run(parsed: argparse.Namespace) -> int:
    """Serve until stopped."""
    set_up_logging(Service.DASHBOARD)
    keep_files_private()
    keep_log(Path(parsed.data), parsed.table, "dashboard")
    broker = running_broker(parsed.broker, service="dashboard")
    serve_pages(parsed, broker, stop_event(supervised=parsed.supervised))
    return DONE


def serve_pages(parsed: argparse.Namespace, broker: str, stop: threading.Event) -> None:
    """Serve the pages of the table that the options describe until `stop` is set.

    Raises:
        InputFault: an option is unusable.
        MissingFault: the pages' port is taken.
    """
    host, port = parse_http_address(parsed.http)
    encryption = chosen_encryption(parsed, served_as=host)
    delay = parse_delay(parsed.delay)
    key = table_key(Path(parsed.data), parsed.table)
    bus = BusClient(
        url=broker,
        table=parsed.table,
        service=Service.DASHBOARD,
        wanted=WANTED,
        version=version("boardwarden"),
        proofs=MessageProofs(key, table=parsed.table),
    )
    hooks = Hooks(parsed.table, load_hooks(Path(parsed.hooks))) if parsed.hooks else None
    hall = parse_hall_address(parsed.rounds)
    push = chosen_push(parsed.push, key=key, table=parsed.table)
    write_reading_key(Path(parsed.data), parsed.table, key)
    listener = listening_socket(host, port)
    port = listener.getsockname()[1]
    pages = PageAddress(host, port, encrypted=encryption is not None)
    page = ArbitersPage(pages.url(), Path(parsed.data), parsed.table)
    scheme = "https" if pages.encrypted else "http"
    print(f"boardwarden dashboard: {scheme}://{pages}/", file=sys.stderr, flush=True)
    bus.start()
    with ExitStack() as undo:
        undo.callback(bus.stop)
        undo.callback(page.remove)
        page.write()
        if not parsed.supervised:
            page.say(sys.stderr)
        asyncio.run(
            serve(
                listener=listener,
                bus=bus,
                table=parsed.table,
                key=key,
                served_as=host,
                page_url=pages.url,
                stop=stop,
                delay=delay,
                matches=Path(parsed.data),
                hosts=parse_hosts(parsed.hosts),
                proxies=parse_proxies(parsed.proxies),
                encryption=encryption,
                links=LinkLife(parsed.links),
                announced=parsed.mdns == "on",
                hooks=hooks,
                push=push,
                hall=hall,
                pictures=PictureReach(parsed.pictures),
                when_renewed=page.write,
            )
        )
