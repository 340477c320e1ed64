"""Writes the TypeScript types of the messages of pages and server: `python -m dashboard.web.document [FILE]`.

The types are made from the Python messages, so the pages' type check fails when the two no longer fit. A
message of the server has every field. A message of a page may leave out a field that has a default, unless
the server sends that message too. The text beneath a field becomes its comment.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import wrap
from typing import Any

import msgspec

from dashboard.web.hall.followers import FollowedTable, HallNow, HallTable
from dashboard.web.hall.nearby import NearbyTables
from dashboard.web.hall.rounds_pages import (
    RoundsFreeing,
    RoundsLeaving,
    RoundsNow,
    RoundsOpening,
    RoundsPlaces,
    RoundsResult,
)
from dashboard.web.hall.seat_pages import PersonsCode, SeatAsked, SeatGiven
from dashboard.web.own_pieces.answers import LabelPhotograph, PieceChoices, WrittenPieces
from dashboard.web.phones.requests import ComingPicture, PhoneEnd, PhoneHello, PhoneSight, PhoneTime
from dashboard.web.pushing.pages import PushWish
from dashboard.web.seats.seating import TabletPlace
from dashboard.web.serving.requests import Join, SendAgain, TabletHello
from dashboard.web.setting_up.checking import Report
from dashboard.web.setting_up.offering import MatchOffer
from dashboard.web.telling.feed import BusReport
from dashboard.web.telling.hub import EVENTS, STATES
from dashboard.web.telling.proofs import ShownProof
from dashboard.web.wishes.kept import PageWish
from dashboard.web.words.speaking import schema_of_words
from engine.bus.channels import BY_NAME
from engine.bus.messages.boards import TagSheet
from engine.bus.messages.cameras import CalibrationState, CameraCheckup, CameraOrder
from engine.bus.messages.commands import Command
from engine.bus.messages.match import AllHands, HandSheet, SeatSheet
from engine.bus.messages.simulated import SimulatorOrder
from engine.core.faces import Faces
from engine.core.field_docs import documented_schemas

FILE = Path(__file__).parent / "types" / "messages.d.ts"

RECEIVED: dict[str, Any] = {
    **{name: BY_NAME[name].message for name in (*STATES, *EVENTS)},
    "place": TabletPlace,
    "seat": SeatSheet | None,
    "hand": HandSheet | None,
    "tags": TagSheet | None,
    "proof": ShownProof,
    "wish": PageWish | None,
    "dashboard": BusReport,
    "error": dict[str, str],
    "heartbeat": dict[str, str],
}
"""The messages that a page receives, by their channel."""

FORGOTTEN = ("camera", "dice", "device", "availability")
"""The channels where `null` says that the thing of this name is gone."""

ASKED: dict[str, type] = {
    "command": Command,
    "simulator": SimulatorOrder,
    "join": Join,
    "hello": TabletHello,
    "again": SendAgain,
}
"""The requests that a page may send on its WebSocket, by their one key."""

FETCHED = (
    AllHands,
    CalibrationState,
    CameraCheckup,
    Faces,
    HallNow,
    FollowedTable,
    HallTable,
    LabelPhotograph,
    MatchOffer,
    NearbyTables,
    PersonsCode,
    PhoneEnd,
    PhoneSight,
    PieceChoices,
    Report,
    RoundsNow,
    SeatGiven,
    WrittenPieces,
)
"""The other messages that pages receive: parts of HTTP answers, and messages on other lines."""

SENT = (
    CameraOrder,
    ComingPicture,
    PhoneHello,
    PhoneTime,
    PushWish,
    RoundsFreeing,
    RoundsLeaving,
    RoundsOpening,
    RoundsPlaces,
    RoundsResult,
    SeatAsked,
)
"""The other messages that pages send."""

_TEXT = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_ENVELOPE = """/** A message that a page receives: the news of one channel. */
export type Envelope = {
  [Channel in keyof Channels]: { channel: Channel; name: string; data: Channels[Channel] };
}[keyof Channels];"""
_WIDTH = 100
_HEAD = "// Written from the Python messages by `make docs`.\n"


def message_types() -> str:
    """Return the TypeScript declarations: the file's whole content."""
    sent, shapes = _components((*RECEIVED.values(), *FETCHED))
    _, asked = _components((*ASKED.values(), *SENT))
    both = sorted(shapes.keys() & asked.keys())
    if wrong := [name for name in both if shapes[name] != asked[name]]:
        raise AssertionError(f"messages of both sides have one name and different fields: {', '.join(wrong)}")
    parts = [
        *(_declaration(name, shape, whole=True) for name, shape in shapes.items()),
        *(_declaration(name, shape, whole=False) for name, shape in asked.items() if name not in both),
        _channels(dict(zip(RECEIVED, sent, strict=False))),
        _ENVELOPE,
        "/** A request of a page: exactly one of these. */\nexport type Request =\n"
        + "\n".join(f"  | {{ {key}: {message.__name__} }}" for key, message in ASKED.items())
        + ";",
    ]
    return _HEAD + "\n" + "\n\n".join(parts) + "\n"


def write_message_types(path: Path = FILE) -> None:
    """Write the declarations to the file."""
    path.write_text(message_types(), encoding="utf-8")


def _components(types: tuple[Any, ...]) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    whole, shapes = msgspec.json.schema_components(types, ref_template="{name}", schema_hook=schema_of_words)
    return whole, documented_schemas(shapes, types)


def _channels(schemas: Mapping[str, dict[str, Any]]) -> str:
    lines = [
        f"  {name}: {_type(schema)}{' | null' if name in FORGOTTEN else ''};"
        for name, schema in schemas.items()
    ]
    return "/** The message of each channel. */\nexport interface Channels {\n" + "\n".join(lines) + "\n}"


def _declaration(name: str, schema: dict[str, Any], *, whole: bool) -> str:
    comment = "\n".join(_comment(schema.get("description", "")))
    if "enum" in schema:
        return f"{comment}export type {name} = {_type(schema)};"
    needed = schema.get("required", ())
    fields = "".join(
        f"{_field_comment(inner)}  {field}{'' if whole or field in needed else '?'}: {_type(inner)};\n"
        for field, inner in schema["properties"].items()
    )
    return f"{comment}export interface {name} {{\n{fields}}}"


def _comment(text: str) -> Iterator[str]:
    lines = [line.strip() for line in text.strip().splitlines()]
    if len(lines) <= 1:
        yield from (f"/** {line} */\n" for line in lines)
        return
    yield "/**"
    yield from (f" * {line}".rstrip() for line in lines)
    yield " */\n"


def _field_comment(schema: Mapping[str, Any]) -> str:
    text = schema.get("description", "")
    if len(text) <= _WIDTH:
        return f"  /** {text} */\n" if text else ""
    return "  /**\n" + "".join(f"   * {line}\n" for line in wrap(text, _WIDTH)) + "   */\n"


def _type(schema: Mapping[str, Any]) -> str:
    match schema:
        case {"$ref": str(name)}:
            return name
        case {"enum": list(values)}:
            return " | ".join(msgspec.json.encode(value).decode() for value in values)
        case {"anyOf": list(ways)}:
            return " | ".join(_type(way) for way in ways)
        case {"prefixItems": list(items)}:
            return f"readonly [{', '.join(_type(item) for item in items)}]"
        case {"type": "array", "items": dict(items)}:
            inner = _type(items)
            return f"readonly ({inner})[]" if " " in inner else f"readonly {inner}[]"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {_type(values)}>"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": str(name)}:
            return _TEXT[name]
        case _:
            return "unknown"


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    write_message_types(target)
    print(target)  # noqa: T201 # a command says what it wrote
