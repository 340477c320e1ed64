"""`boardwarden hall`: one page with all tables that are on a broker, or on several."""

import argparse
import asyncio
import os
import sys
from pathlib import Path

from dashboard.commands.broker import BROKER_VARIABLE
from dashboard.supervisor.page_address import PageAddress
from dashboard.web.audience.broadcast import parse_delay
from dashboard.web.hall.service import serve_hall
from dashboard.web.serving.origin import parse_hosts, parse_proxies
from dashboard.web.serving.service import listening_socket, parse_http_address
from engine.bus.address import parse_broker_url
from engine.bus.kept_logs import keep_log
from engine.bus.service import keep_files_private, set_up_logging, stop_event
from engine.core.faults import InputFault


def run(parsed: argparse.Namespace) -> int:
    """Serve until stopped."""
    set_up_logging("hall")
    keep_files_private()
    brokers = chosen_brokers(parsed.brokers, os.environ.get(BROKER_VARIABLE, ""))
    host, port = parse_http_address(parsed.http)
    delay = parse_delay(parsed.delay)
    hosts, proxies = parse_hosts(parsed.hosts), parse_proxies(parsed.proxies)
    listener = listening_socket(host, port)
    keep_log(Path(parsed.data), "hall", "hall")
    stop = stop_event(supervised=False)
    pages = PageAddress(host, listener.getsockname()[1])
    print(f"The hall: {pages.url()}", file=sys.stdout, flush=True)
    asyncio.run(
        serve_hall(
            listener=listener,
            brokers=brokers,
            stop=stop,
            served_as=host,
            delay=delay,
            hosts=hosts,
            proxies=proxies,
        )
    )
    return 0


def chosen_brokers(given: list[str], environment: str) -> tuple[str, ...]:
    """Return the brokers' URLs that were asked for, each once; `environment` has one a line.

    Raises:
        InputFault: there is none, or one isn't a broker's URL.
    """
    found = tuple(dict.fromkeys(given or environment.split()))
    if not found:
        raise InputFault(
            "a hall shows the tables of a broker that they share: expected --broker mqtt://HOST:PORT (or the "
            f"same in {BROKER_VARIABLE}), none was named. Start one, such as `mosquitto -p 1883`, then each "
            "table with `boardwarden play --broker mqtt://HOST:1883 --table NAME`"
        )
    for url in found:
        parse_broker_url(url)
    return found
