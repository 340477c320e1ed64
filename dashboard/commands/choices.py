"""The choices for a table, read from the command line and checked before anything is started."""

import argparse
import os
import sys
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from dashboard.commands.broker import chosen_broker
from dashboard.commands.cameras import chosen_cameras
from dashboard.commands.encrypted import chosen_encryption, is_encrypted
from dashboard.commands.evidence import chosen_bounds
from dashboard.commands.hooks import load_hooks
from dashboard.commands.options import PASSED_ON, said
from dashboard.commands.pushed import checked_contact
from dashboard.commands.ruleset import chosen_ruleset
from dashboard.commands.sensors import chosen_sensors
from dashboard.commands.terms import (
    chosen_clock,
    chosen_dice,
    chosen_game,
    chosen_pausing,
    chosen_setup,
    usual_board_of,
)
from dashboard.supervisor.page_address import PageAddress, expect_port_free, parse_page_address
from dashboard.web.audience.delay import parse_delay
from dashboard.web.seats.hall_address import parse_hall_address
from dashboard.web.serving.origin import parse_hosts, parse_proxies
from engine.bots.bot import seats_of
from engine.bots.registry import parse_seating
from engine.bus.address import parse_broker_url, without_password
from engine.bus.broker import private_kind
from engine.bus.private_data import keep_private
from engine.bus.topics import checked_table_name
from engine.core.board import load_board
from engine.core.counting import counted
from engine.core.document import Entry
from engine.core.faults import InputFault, MissingFault
from engine.core.footage import Footage, is_footage, load_device_events, load_footage
from engine.core.game import Ruleset
from engine.core.pieces import load_pieces, pieces_beside
from engine.games.registry import open_game
from engine.session.boards.palettes import parse_lights
from firmware_bridge.foreign.mapping import Becomes, ForeignDevice, load_mappings
from firmware_bridge.ports import AUTO, NONE, find_ports
from firmware_bridge.readers.choice import ReaderChoice, parse_readers
from firmware_bridge.wiring import load_wiring
from vision.addresses.camera_address import is_camera_address, parse_camera_address
from vision.addresses.phone_address import is_phone_address, parse_phone_address
from vision.addresses.stream_address import checked_stream_address, is_stream_address

if TYPE_CHECKING:
    from dashboard.web.https.encryption import Encryption


class TableSources(StrEnum):
    """The kind of sources that a table has."""

    SIMULATED = "simulated"
    """A simulated camera and board."""
    FOOTAGE = "footage"
    """Recorded footage."""
    LIVE = "live"
    """Cameras and boards that are there."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The checked choices for a table that can be started."""

    game: str
    """The game's name."""
    board: str
    """The board's name or path."""
    pieces: str
    """The name or path of the set of pieces."""
    setup: Entry | None
    """The setup that the user or the footage gives; None: the usual one."""
    setup_file: Path | None
    """The path of the setup file that the user named; None: the user named none."""
    cameras: tuple[str, ...]
    """The cameras' sources; empty: the table has none."""
    serial: str
    """The serial ports that the user named, with commas, or `auto` or `none`."""
    devices: tuple[str, ...]
    """The serial ports that were found with `auto`; else empty."""
    broker: str
    """`mosquitto`, `iotcore` or a URL."""
    pages: PageAddress
    """The address of the pages."""
    table: str
    """The table's name on the bus."""
    data: Path
    """The folder of the table's files."""
    feed: TableSources
    """The kind of the table's sources."""
    footage: Footage | None = None
    """The footage that the table plays; None: it plays none."""
    passed_on: tuple[str, ...] = ()
    """The words of the options that only the services use."""
    ruleset: Ruleset = field(default_factory=Ruleset)
    """The content pack and the options of the rules."""
    others: tuple[str, ...] = ()
    """The files that say which devices of other makers take part."""
    readers: tuple[ReaderChoice, ...] = ()
    """The readers from a shop that serve as pads."""
    encryption: "Encryption | None" = None
    """The certificates of the pages; None: they are served in clear."""


def read_choices(parsed: argparse.Namespace) -> Choices:
    """Read and check the options of `play`.

    Raises:
        InputFault: a board, piece set, game, setup, camera source, address or name is unusable.
        MissingFault: a camera, port or broker isn't there, or the pages' port is taken.
    """
    cameras = chosen_cameras(parsed)
    if len(set(cameras)) < len(cameras):
        raise InputFault("--camera: the same camera is given twice; give each once")
    footage = next((one for one in [_check_camera(camera) for camera in cameras] if one is not None), None)
    serial = parsed.serial
    devices = tuple(port.path for port in find_ports() if port.ours) if serial == AUTO and not footage else ()
    expect_ports_there(serial)
    board_name = parsed.board or (footage.board if footage else usual_board_of(parsed))
    board = load_board(board_name)
    chosen_dice(parsed, board)
    pieces_name = parsed.pieces or (footage.pieces if footage else pieces_beside(board_name))
    load_pieces(pieces_name)
    game_name = chosen_game(parsed, footage)
    setup_file = Path(parsed.setup) if parsed.setup else None
    setup = chosen_setup(parsed, footage)
    ruleset = chosen_ruleset(parsed, footage)
    game = open_game(game_name, board, ruleset)
    parse_seating(parsed.bots, seats_of(game, game.initial(setup)))
    chosen_bounds(parsed)
    load_wiring(parsed.wiring)
    chosen_sensors(parsed)(board.surface.cells)
    readers = parse_readers(parsed.reader)
    parse_lights(parsed.lights)
    broker = chosen_broker(parsed.broker)
    if "://" in broker:
        parse_broker_url(broker)
    else:
        broker = private_kind(broker)
    pages = parse_page_address(parsed.http, encrypted=is_encrypted(parsed))
    parse_delay(parsed.delay)
    parse_hosts(parsed.hosts)
    parse_proxies(parsed.proxies)
    parse_hall_address(parsed.rounds)
    if parsed.hooks:
        load_hooks(Path(parsed.hooks))
    if parsed.push:
        checked_contact(parsed.push)
    chosen_clock(parsed)
    chosen_pausing(parsed)
    expect_port_free(pages)
    data = _data_folder(Path(parsed.data))
    encryption = chosen_encryption(parsed, served_as=pages.host)
    return Choices(
        game=game_name,
        board=board_name,
        pieces=pieces_name,
        setup=setup,
        setup_file=setup_file,
        cameras=cameras,
        serial=serial,
        devices=devices,
        broker=broker,
        pages=pages,
        table=checked_table_name(parsed.table),
        data=data,
        feed=_feed(cameras, footage, serial, devices, load_mappings(parsed.devices), readers),
        footage=footage,
        passed_on=said(parsed, PASSED_ON),
        ruleset=ruleset,
        others=tuple(parsed.devices),
        readers=readers,
        encryption=encryption,
    )


def expect_ports_there(serial: str) -> None:
    """Check that the named serial ports are there.

    Raises:
        MissingFault: a port isn't there.
    """
    # On Windows a port's name (COM3) is no path; the bridge reports a missing port there.
    named = () if serial == NONE else tuple(port for port in serial.split(",") if port != AUTO)
    for port in named if os.name == "posix" else ():
        if not Path(port).exists():
            there = ", ".join(port.path for port in find_ports()) or "none that may be a board"
            raise MissingFault(
                f"--serial {port}: no such port (there is: {there}); plug the board in, or use --serial none"
            )


def describe(choices: Choices, *, broker: str) -> str:
    """Return the line that says which sources, game, board and broker the table has."""
    shown = " and ".join(without_password(camera) for camera in choices.cameras)
    what = f"{choices.game} on {choices.board}; broker: {broker}"
    match choices.feed:
        case TableSources.SIMULATED:
            return f"Simulated table, no camera and no board device: {what}"
        case TableSources.FOOTAGE if choices.footage is not None:
            frames, rate = len(choices.footage.frames), choices.footage.fps
            return f"Footage {shown} ({counted(frames, 'frame')}, {rate:g} a second): {what}"
        case _:
            seen = f"camera {shown}" if shown else "no camera (give one with --camera)"
            found = f" ({', '.join(choices.devices) or 'none there now'})" if choices.serial == AUTO else ""
            others = f", devices of {' and '.join(choices.others)}" if choices.others else ""
            others += "".join(f", reader {one.shown} as pad {one.pad}" for one in choices.readers)
            return f"Table with {seen}, board devices {choices.serial}{found}{others}: {what}"


def _feed(
    cameras: tuple[str, ...],
    footage: Footage | None,
    serial: str,
    devices: tuple[str, ...],
    others: tuple[ForeignDevice, ...],
    readers: tuple[ReaderChoice, ...],
) -> TableSources:
    if footage is not None:
        return TableSources.FOOTAGE
    # A button or a die can stand beside a simulated table; a switch or a reader would contradict it.
    sees = any(one.becomes in (Becomes.CELL, Becomes.TAG) for one in others)
    if cameras or devices or sees or readers or serial not in (AUTO, NONE):
        return TableSources.LIVE
    return TableSources.SIMULATED


def _check_camera(camera: str) -> Footage | None:
    """Check that the camera's source is there, and return its footage; None: it's no footage."""
    if is_phone_address(camera):
        try:
            parse_phone_address(camera)
        except InputFault as error:
            raise InputFault(f"--camera {error}") from error
        return None
    if is_stream_address(camera):
        try:
            checked_stream_address(camera)
        except InputFault as error:
            raise InputFault(f"--camera {error}") from error
        return None
    if is_camera_address(camera):
        try:
            number = parse_camera_address(camera).number
        except InputFault as error:
            raise InputFault(f"--camera {error}") from error
        if sys.platform == "linux" and not Path(f"/dev/video{number}").exists():
            raise MissingFault(
                f"--camera {camera}: there is no /dev/video{number}; plug the camera in, or leave "
                "--camera out for the simulated table"
            )
        return None
    path = Path(camera)
    if not path.exists():
        raise InputFault(
            f"--camera {camera}: no such file or folder; expected 0, 1, ..., phone, a stream's URL, a video "
            "file, or a folder"
        )
    if is_footage(path):
        footage = load_footage(path)
        load_device_events(path)
        return footage
    from vision.sources import open_source  # noqa: PLC0415 # loads OpenCV, which no other table needs here

    try:
        open_source(camera).close()
    except InputFault as error:
        raise InputFault(f"--camera {error}") from error
    return None


def _data_folder(folder: Path) -> Path:
    try:
        # The folder holds the players' choices and cards.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        keep_private(folder)
    except OSError as error:
        raise InputFault(
            f"--data {folder}: can't keep matches there: {error.strerror or error}; choose another folder"
        ) from error
    return folder
