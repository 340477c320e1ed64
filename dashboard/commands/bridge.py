"""`boardwarden bridge`: runs the bridge to board devices alone."""

import argparse
import time
from importlib.metadata import version
from pathlib import Path

from dashboard.commands import DONE
from dashboard.commands.broker import running_broker
from dashboard.commands.cameras import chosen_footage
from engine.bus.channels import Service
from engine.bus.client import BusClient
from engine.bus.heart import own_heart
from engine.bus.kept_logs import keep_log
from engine.bus.sealing import Seal, table_key
from engine.bus.service import keep_files_private, set_up_logging, stop_event
from firmware_bridge.foreign.broker_client import ForeignDevices
from firmware_bridge.foreign.mapping import load_mappings
from firmware_bridge.readers.choice import parse_readers
from firmware_bridge.readers.shop import ShopReaders
from firmware_bridge.service import WANTED, Bridge
from firmware_bridge.wiring import load_wiring


def run(parsed: argparse.Namespace) -> int:
    """Serve until stopped."""
    set_up_logging(Service.BRIDGE)
    keep_files_private()
    keep_log(Path(parsed.data), parsed.table, "bridge")
    broker = running_broker(parsed.broker, service="bridge")
    release = version("boardwarden")
    footage = chosen_footage(parsed)
    bus = BusClient(url=broker, table=parsed.table, service=Service.BRIDGE, wanted=WANTED, version=release)
    foreign = ForeignDevices(
        broker,
        load_mappings(parsed.devices),
        table=parsed.table,
        version=release,
        announces="" if parsed.announce == "none" else parsed.announce,
    )
    bridge = Bridge(
        bus,
        serial=parsed.serial,
        footage=None if footage is None else footage.folder,
        footage_start=time.time() if parsed.footage_start is None else parsed.footage_start,
        version=release,
        wiring=load_wiring(parsed.wiring),
        seal=Seal(table_key(Path(parsed.data), parsed.table), table=parsed.table),
        foreign=foreign,
        readers=ShopReaders(parse_readers(parsed.reader)),
    )
    stop = stop_event(supervised=parsed.supervised)
    bus.start()
    try:
        bridge.run(stop, own_heart())
    finally:
        bus.stop()
    return DONE
