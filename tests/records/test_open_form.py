"""Messages in evidence files have a form that viewers parse, and come back from it and from older ones."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bus.channels import BY_NAME
from engine.core.phrase import encode_hook
from engine.records.camera_frame import CameraFrame
from engine.records.evidence import read_evidence
from engine.records.open_form import open_form
from engine.session.matches.evidence_log import JournalEnd, Tick
from tests.bus.test_bus_channels import values_of

RECORDED = (
    "look",
    "device_event",
    "camera_event",
    "command",
    "seat_command",
    "verdict",
    "answer",
    "seat_answer",
)
KINDS = (Tick, JournalEnd, CameraFrame, *(BY_NAME[name].json_kind for name in RECORDED))

PYTHON_TYPES: dict[str, Any] = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int}


def unlike(schema: dict[str, Any], value: Any, at: str = "") -> Iterator[str]:
    """Yield where a value isn't of its schema, or the schema isn't one that viewers parse."""
    kind = schema.get("type")
    if kind == "number":
        if not isinstance(value, int | float) or isinstance(value, bool):
            yield f"{at}: {value!r} is no number"
        return
    if not isinstance(kind, str) or not isinstance(value, PYTHON_TYPES[kind]):
        yield f"{at}: {value!r:.60} isn't of type {kind}"
        return
    if kind == "array":
        if schema["items"]["type"] == "array":
            yield f"{at}: a list in a list"
        for one in value:
            yield from unlike(schema["items"], one, f"{at}[]")
    if kind == "object" and "properties" in schema:
        if not set(schema.get("required", ())) <= value.keys():
            yield f"{at}: something is missing that the schema requires"
        for name, one in value.items():
            if name in schema["properties"]:
                yield from unlike(schema["properties"][name], one, f"{at}.{name}")
            else:
                yield f"{at}.{name}: the schema doesn't know it"


@pytest.mark.parametrize("kind", KINDS, ids=[kind.__name__ for kind in KINDS])
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_a_message_fits_its_schema_and_comes_back_also_from_the_older_form(
    kind: type, data: st.DataObject
) -> None:
    message = data.draw(values_of(kind))
    form = open_form(kind, title="A")
    written = form.encode(message)
    assert list(unlike(json.loads(form.schema), json.loads(written))) == []
    assert form.decode(written) == message
    field_by_field = msgspec.json.encode(message, enc_hook=encode_hook)
    assert form.decode(field_by_field) == message


@dataclass
class OfTwoKinds:
    """A class that no viewer can parse."""

    value: int | str
    """A value of one kind or another."""


def test_a_class_that_viewers_cant_parse_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match=r"OfTwoKinds\.value: expected values of one kind"):
        open_form(OfTwoKinds, title="A")


def test_a_recording_of_the_older_form_is_read_whole() -> None:
    kept = Path(__file__).parent / "formats" / "evidence-1.mcap"
    assert Counter(one.channel for one in read_evidence(kept)) == {
        "look": 6,
        "kept": 4,
        "verdict": 4,
        **dict.fromkeys(("camera_event", "device_event", "tick"), 1),
        **dict.fromkeys(("command", "answer", "seat_command", "seat_answer"), 1),
    }
