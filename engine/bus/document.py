"""Writes the bus's documents from the channel table: `python -m engine.bus.document [FOLDER]`.

`asyncapi.yaml` and `mosquitto.acl` are made whole; `bus.md` only between its two markers.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import yaml

from engine.bus.access import access_rules
from engine.bus.channels import CHANNELS, Carries, Channel
from engine.core.faults import InputFault
from engine.core.field_docs import documented_schemas
from engine.core.phrase import schema_hook

BEGIN, END = "<!-- channels: begin (written by `make docs`) -->", "<!-- channels: end -->"

_GUARANTEES = {
    Carries.STATE: "QoS 1, retained; sent again in full on every connection",
    Carries.EVENT: "QoS 1, never retained, never dropped while the connection holds",
    Carries.SAMPLE: "QoS 0; a full queue drops the oldest and counts it",
}


def channel_table() -> str:
    """Return every channel as a Markdown table."""
    lines = [
        "| channel | topic | sent by | message | carries | about |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    lines += [
        f"| {channel.name} | `{channel.topic}` | {_senders(channel)} | {channel.message.__name__} "
        f"| {channel.carries} | {channel.about} |"
        for channel in CHANNELS
    ]
    lines += ["", *(f"- **{carries}**: {guarantee}." for carries, guarantee in _GUARANTEES.items())]
    return "\n".join(lines)


def with_channel_table(page: str) -> str:
    """Return the page with the part between its markers written again.

    Raises:
        InputFault: the page lacks the markers.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise InputFault(f"bus.md: expected the lines '{BEGIN}' and '{END}' around the table")
    return f"{before}{begin}\n{channel_table()}\n{end}{after}"


def asyncapi() -> dict[str, Any]:
    """Return the channel table as an AsyncAPI 3.0 document, in plain values."""
    kinds = {channel.message: channel.json_kind for channel in CHANNELS}
    called = {kind.__name__: message.__name__ for message, kind in kinds.items()}
    _, schemas = msgspec.json.schema_components(
        kinds.values(),
        ref_template="#/components/schemas/{name}",
        schema_hook=schema_hook,
    )
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Boardwarden's bus",
            "version": "1",
            "description": "The messages between a table's services over MQTT, as JSON.",
        },
        "defaultContentType": "application/json",
        "channels": {channel.name: _channel(channel) for channel in CHANNELS},
        "operations": dict(_operations()),
        "components": {
            "messages": {
                message.__name__: {
                    "name": message.__name__,
                    "contentType": "application/json",
                    "payload": {"$ref": f"#/components/schemas/{message.__name__}"},
                }
                for message in kinds
            },
            "schemas": {
                called.get(name, name): {**schema, "title": called[name]} if name in called else schema
                for name, schema in documented_schemas(schemas, kinds.values()).items()
            },
        },
    }


def asyncapi_text() -> str:
    """Return the AsyncAPI document as the file has it."""
    body = yaml.safe_dump(asyncapi(), sort_keys=False, allow_unicode=True, width=110)
    return f"# Written from engine/bus/channels.py by `make docs`.\n{body}"


def write_documents(folder: Path) -> tuple[Path, ...]:
    """Write the documents and return their paths.

    Raises:
        InputFault: `bus.md` isn't there or lacks its markers.
    """
    page, api, access = (folder / name for name in ("bus.md", "asyncapi.yaml", "mosquitto.acl"))
    if not page.is_file():
        raise InputFault(f"{page}: no such file; expected the docs folder of a checkout")
    page.write_text(with_channel_table(page.read_text(encoding="utf-8")), encoding="utf-8")
    api.write_text(asyncapi_text(), encoding="utf-8")
    access.write_text(access_rules(), encoding="utf-8")
    return page, api, access


def _channel(channel: Channel) -> dict[str, Any]:
    name = channel.message.__name__
    found: dict[str, Any] = {
        "address": channel.topic,
        "description": channel.about,
        "messages": {name: {"$ref": f"#/components/messages/{name}"}},
        "parameters": {"table": {"description": "The table's name, percent-escaped."}},
    }
    if "{name}" in channel.topic:
        found["parameters"]["name"] = {"description": "The sending object's name, percent-escaped."}
    found["x-carries"] = str(channel.carries)
    return found


def _operations() -> Iterator[tuple[str, dict[str, Any]]]:
    for channel in CHANNELS:
        yield (
            f"send_{channel.name}",
            {
                "action": "send",
                "channel": {"$ref": f"#/channels/{channel.name}"},
                "description": f"Sent by {_senders(channel)}. {_GUARANTEES[channel.carries]}.",
                "bindings": {
                    "mqtt": {"qos": channel.qos, "retain": channel.retained, "bindingVersion": "0.2.0"}
                },
            },
        )


def _senders(channel: Channel) -> str:
    return ", ".join(channel.senders) or channel.outsider


if __name__ == "__main__":
    for written in write_documents(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/develop")):
        print(written)  # noqa: T201 # a command says what it wrote
