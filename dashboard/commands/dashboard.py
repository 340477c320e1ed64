"""`boardwarden dashboard`: the pages alone."""

import argparse
import asyncio
import sys
from importlib.metadata import version

from dashboard.commands.broker import running_broker
from dashboard.web.feed import WANTED
from dashboard.web.service import format_http_address, listening_socket, parse_http_address, serve
from engine.bus.channels import Service
from engine.bus.client import BusClient
from engine.bus.service import set_up_logging, stop_event


def run(parsed: argparse.Namespace) -> int:
    """Serve until told to stop."""
    set_up_logging(Service.DASHBOARD)
    broker = running_broker(parsed.broker, service="dashboard")
    host, port = parse_http_address(parsed.http)
    bus = BusClient(
        url=broker,
        table=parsed.table,
        service=Service.DASHBOARD,
        wanted=WANTED,
        version=version("boardwarden"),
    )
    listener = listening_socket(host, port)
    stop = stop_event(supervised=parsed.supervised)
    at = format_http_address(host, listener.getsockname()[1])
    print(f"boardwarden dashboard: http://{at}/", file=sys.stderr, flush=True)
    bus.start()
    try:
        asyncio.run(serve(listener=listener, bus=bus, table=parsed.table, served_as=host, stop=stop))
    finally:
        bus.stop()
    return 0
