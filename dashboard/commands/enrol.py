"""`boardwarden enrol`: records which card or piece each RFID tag is on, by a page or by `--as`."""

import argparse
import difflib
import json
import secrets
import sys
import threading
import time
from dataclasses import asdict
from pathlib import Path

from dashboard.commands import DIDNT_HOLD, DONE
from dashboard.commands.choices import expect_ports_there
from dashboard.commands.own_table import Ear, own_table
from dashboard.commands.ruleset import chosen_ruleset
from dashboard.commands.terms import chosen_board, chosen_game
from dashboard.enrolling import WANTED, Enrolling, EnrolWish, wishes_for
from engine.bus.channels import Service
from engine.bus.client import BusClient
from engine.bus.messages.boards import LaidTag
from engine.bus.sealing import KEY_BYTES, Seal
from engine.bus.service import set_up_logging, stop_event
from engine.core.board import load_board
from engine.core.faults import InputFault, MissingFault
from engine.core.pieces import load_pieces
from engine.core.tags import FILE, Taggable, load_tags
from engine.games.registry import open_game
from engine.session.boards.tags import TagDesk, all_things
from firmware_bridge.service import WANTED as BRIDGE_WANTED
from firmware_bridge.service import Bridge
from firmware_bridge.wiring import load_wiring

_TABLE = "enrolment"
_TICK_SECONDS = 0.2
_NO_TAG_SECONDS = 60.0
_MOST_EACH = 4


def run(parsed: argparse.Namespace) -> int:
    """Enrol tags until stopped; with `--as` one tag, with `--pieces` each piece of a set.

    Raises:
        InputFault: there is no such board, piece set, game or thing, or the table's book of tags is broken.
        MissingFault: there is no such serial port, the page's port is taken, the disk refuses, or no tag was
            laid on a pad in time.
    """
    board_name, pieces_name = chosen_board(parsed)
    game = open_game(chosen_game(parsed), load_board(board_name), chosen_ruleset(parsed))
    pieces = load_pieces(pieces_name)
    things = all_things(game, pieces)
    path = Path(parsed.data) / FILE
    if parsed.list:
        return _list(path, things, as_json=parsed.json)
    wishes: tuple[EnrolWish, ...] = ()
    if parsed.thing is not None:
        wishes = (EnrolWish(_checked(parsed.thing, things), _pad(parsed.pad)),)
    elif parsed.pieces == "" or parsed.each is not None:
        wishes = wishes_for(pieces.pieces, load_tags(path), each=_each(parsed.each), pad=_pad(parsed.pad))
        if not wishes:
            print(f"boardwarden enrol: every piece of '{pieces_name}' is enrolled", file=sys.stderr)
            return DONE
    expect_ports_there(parsed.serial)
    return _enrol(parsed, path, things, wishes)


def _each(said: str | None) -> int:
    if said is None:
        return DIDNT_HOLD
    if not said.isdecimal() or not 1 <= int(said) <= _MOST_EACH:
        raise InputFault(f"--each {said}: expected how many stickers a piece has, 1 to {_MOST_EACH}")
    return int(said)


def _list(path: Path, things: tuple[Taggable, ...], *, as_json: bool) -> int:
    labels = {thing.name: thing.label for thing in things}
    for uid, name in sorted(load_tags(path).things.items(), key=lambda one: (one[1], one[0])):
        label = labels.get(name, "")
        print(json.dumps({"uid": uid, "thing": name, "label": label}) if as_json else f"{uid:<20} {name}")
        if not label:
            print(f"boardwarden enrol: {uid}: there is no '{name}' at this table", file=sys.stderr)
    return DONE


def _checked(name: str, things: tuple[Taggable, ...]) -> str:
    """Return the name of the thing with this name or label; upper and lower case are the same.

    Raises:
        InputFault: there is no such thing.
    """
    for thing in things:
        if name.lower() in (thing.name.lower(), thing.label.lower()):
            return thing.name
    words = {text.lower(): thing.name for thing in things for text in (thing.name, thing.label)}
    near = [words[word] for word in difflib.get_close_matches(name.lower(), words, n=3, cutoff=0.4)]
    raise InputFault(
        f"--as {name}: there is no such card, skill or piece; expected one such as "
        f"{', '.join(dict.fromkeys(near)) or ', '.join(thing.name for thing in things[:3])}"
    )


def _pad(name: str | None) -> str:
    return f"pad.{name.removeprefix('pad.')}" if name else ""


def _enrol(
    parsed: argparse.Namespace, path: Path, things: tuple[Taggable, ...], wishes: tuple[EnrolWish, ...]
) -> int:
    set_up_logging("enrol")
    stop = stop_event(supervised=False)
    key = secrets.token_bytes(KEY_BYTES)
    seal = Seal(key, table=_TABLE)
    desk = TagDesk(path, things, seal, discreet=False)
    with own_table(
        parsed.http,
        table=_TABLE,
        beside=Ear(Service.BRIDGE, BRIDGE_WANTED),
        own=Ear(Service.ENGINE, WANTED),
        stop=stop,
        key=key,
    ) as table:
        bridge = Bridge(
            table.bus,
            serial=parsed.serial,
            footage=None,
            footage_start=0.0,
            wiring=load_wiring(parsed.wiring),
            seal=seal,
        )
        table.run_beside(bridge.run, "bridge")
        print(f"Lay tags on a pad. The page: {table.url}/enrol{table.link}", file=sys.stderr, flush=True)
        teller = _Teller(things, as_json=parsed.json)
        enrolling = Enrolling(table.own, desk, teller, wishes=wishes)
        return _follow(table.own, enrolling, stop, teller, waits=bool(wishes))


def _follow(
    bus: BusClient, enrolling: Enrolling, stop: threading.Event, teller: "_Teller", *, waits: bool
) -> int:
    until, in_all, left = time.monotonic() + _NO_TAG_SECONDS, enrolling.left, -1
    while not stop.is_set():
        if enrolling.left != left and in_all > 1 and enrolling.wanted is not None:
            teller.ask_for(enrolling.wanted.thing, 1 + in_all - enrolling.left, in_all)
        left = enrolling.left
        enrolling.take(bus.receive(_TICK_SECONDS))
        if enrolling.finished:
            return DONE
        # A person who enrols a whole set may take a break.
        if waits and in_all == 1 and time.monotonic() > until:
            said = next((problem for problem in enrolling.problems.values() if problem), "")
            raise MissingFault(
                f"no tag was laid on a pad within {_NO_TAG_SECONDS:g} s{'; ' * bool(said)}{said}"
            )
    return DIDNT_HOLD if waits else DONE


class _Teller:
    """Prints a line about each tag that is laid on a pad."""

    def __init__(self, things: tuple[Taggable, ...], *, as_json: bool) -> None:
        self._labels = {thing.name: thing.label for thing in things}
        self._as_json = as_json
        self._asked = ""

    def __call__(self, tag: LaidTag, first: bool) -> None:  # noqa: FBT001 # as the session tells it
        print(json.dumps(asdict(tag)) if self._as_json else self._line(tag, first=first), flush=True)

    def ask_for(self, thing: str, number: int, of: int) -> None:
        """Ask for the next tag: sticker `number` of `of`, for this thing."""
        label = self._labels.get(thing, "")
        said = {"next": thing, "label": label, "number": number, "of": of}
        which, self._asked = "another" if thing == self._asked else "the", thing
        text = f"Lay {which} sticker of {thing.partition(' ')[2]} on a pad ({number} of {of})"
        print(json.dumps(said) if self._as_json else text, flush=True)

    def _line(self, tag: LaidTag, *, first: bool) -> str:
        head = f"{tag.pad}: tag {tag.uid}"
        if not tag.thing:
            says = f"; the tag itself says that it is '{tag.says}'" if tag.says else ""
            return f"{head} is not known{says}. Name it on the page, or with --as THING"
        label = self._labels.get(tag.thing, "not of this table")
        label = "" if label == tag.thing.partition(" ")[2] else f" ({label})"
        note = f"; on the tag itself: {tag.note}" if tag.note else ""
        note = "; written onto the tag too" if tag.written else note
        known = "is known already:" if first else "is"
        return f"{head} {known} {tag.thing}{label}{note}"
