"""Promises of the channel table: every message survives the trip, every topic names one channel."""

import json
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bus.channels import BY_NAME, CHANNELS, Carries, Channel, Service
from engine.bus.codec import decode, encode
from engine.bus.document import asyncapi, asyncapi_text, with_channel_table
from engine.bus.messages.commands import Command, CommandKind
from engine.bus.messages.match import Situation
from engine.bus.messages.services import Availability
from engine.bus.texts import TEXTS
from engine.bus.topics import parse_topic, topic_filter, topic_of
from engine.core.faults import CallerFault, InputFault
from engine.core.phrase import Phrase

DOCS = Path(__file__).parent.parent.parent / "docs" / "develop"
ONE_OF_EACH = pytest.mark.parametrize("channel", CHANNELS, ids=lambda channel: str(channel.name))
# Nineteen channels each; the widest messages take milliseconds to make.
FEW = settings(max_examples=20, deadline=None)
NUMBERS = st.floats(-1e10, 1e10)  # no clock shows a later time
WHOLES = st.integers(-(2**53), 2**53)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | WHOLES | NUMBERS | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
PHRASES = st.recursive(
    st.builds(Phrase, st.text(max_size=12)),
    lambda inner: st.builds(
        Phrase,
        st.text(max_size=12),
        st.text(min_size=1, max_size=5),
        st.dictionaries(st.text(max_size=5), inner | WHOLES | st.text(max_size=5), max_size=2).map(
            lambda facts: tuple(facts.items())
        ),
    ),
    max_leaves=3,
)
NAMES = st.text(min_size=1, max_size=60)


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a type as messages use them."""
    plain: dict[Any, st.SearchStrategy[Any]] = {
        str: st.text(max_size=12),
        bytes: st.binary(max_size=12),
        int: WHOLES,
        float: NUMBERS,
        bool: st.booleans(),
        NoneType: st.none(),
        Any: JSON_VALUES,
        Phrase: PHRASES,
    }
    if kind in plain:
        return plain[kind]
    if hasattr(kind, "__supertype__"):
        return values_of(kind.__supertype__)
    if is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind)
        return st.builds(kind, **{field.name: values_of(hints[field.name]) for field in fields(kind)})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return st.sampled_from(kind)
    inner = get_args(kind)
    if get_origin(kind) is Literal:
        return st.sampled_from(inner)
    if get_origin(kind) in (Union, UnionType):
        return st.one_of(*(values_of(one) for one in inner))
    if get_origin(kind) is dict:
        return st.dictionaries(values_of(inner[0]), values_of(inner[1]), max_size=3)
    assert get_origin(kind) is tuple, f"the test doesn't know how to make {kind}"
    if inner[1:] == (...,):
        return st.lists(values_of(inner[0]), max_size=2).map(tuple)
    return st.tuples(*(values_of(one) for one in inner))


@ONE_OF_EACH
@FEW
@given(data=st.data())
def test_every_message_of_every_channel_survives_the_trip_as_a_json_object(
    channel: Channel, data: st.DataObject
) -> None:
    message = data.draw(values_of(channel.message))
    payload = encode(channel, message)
    assert decode(channel, payload) == message
    assert isinstance(json.loads(payload), dict)


@ONE_OF_EACH
@FEW
@given(payload=st.binary(max_size=60) | JSON_VALUES.map(lambda value: json.dumps(value).encode()))
def test_rubbish_is_refused_naming_topic_and_expectation_and_never_breaks_the_reader(
    channel: Channel, payload: bytes
) -> None:
    found: object
    try:
        found = decode(channel, payload, topic="some/topic")
    except InputFault as fault:
        found = str(fault)
    if isinstance(found, str):
        assert "some/topic" in found
        assert channel.message.__name__ in found
    else:
        assert isinstance(found, channel.message)


@pytest.mark.parametrize("taken_at", [1e308, -1e308, 1e11])
def test_a_time_that_no_clock_shows_is_refused(taken_at: float) -> None:
    event = {"device": "board", "taken_at": taken_at, "event": "button", "name": "end_turn"}
    with pytest.raises(InputFault, match="within 10000000000 s of the epoch"):
        decode(BY_NAME["device_event"], json.dumps(event).encode())


def test_json_nested_too_deep_is_refused_like_any_rubbish() -> None:
    deep = b'{"id":"1","kind":"act","revision":0,"action":{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}}"
    with pytest.raises(InputFault, match="Command"):
        decode(BY_NAME["command"], deep)


def test_a_key_that_only_a_newer_sender_knows_is_passed_over() -> None:
    message = decode(BY_NAME["availability"], b'{"online": true, "mood": "good"}')
    assert message == Availability(online=True)


def test_a_reason_in_plain_text_is_read_as_one_that_can_be_said_otherwise() -> None:
    message = decode(BY_NAME["availability"], b'{"online": false, "reason": "killed"}')
    assert message == Availability(online=False, reason=Phrase("killed"))
    stopped = Availability(online=False, reason=TEXTS.say("service.stopped"))
    again = decode(BY_NAME["availability"], encode(BY_NAME["availability"], stopped))
    assert again.reason.key == "bus.service.stopped"


def test_the_wrong_kind_of_field_is_the_senders_fault_before_it_is_sent() -> None:
    unsound = Command(id="1", kind=CommandKind.ACT, revision="three")  # type: ignore[arg-type] # the point
    with pytest.raises(CallerFault, match="command"):
        encode(BY_NAME["command"], unsound)


def test_a_number_that_json_lacks_is_the_senders_fault_before_it_is_sent() -> None:
    with pytest.raises(CallerFault, match="availability"):
        encode(BY_NAME["availability"], Availability(online=True, since=float("nan")))


def test_another_channels_message_is_refused_naming_both() -> None:
    with pytest.raises(CallerFault, match=r"'command' carries Command; got Availability"):
        encode(BY_NAME["command"], Availability(online=True))


def test_a_message_too_long_for_the_brokers_is_refused_by_its_sender() -> None:
    with pytest.raises(CallerFault, match="at most"):
        encode(BY_NAME["situation"], Situation("m", 0, watching=True, problem=Phrase("x" * 5_000_000)))


@ONE_OF_EACH
@FEW
@given(table=NAMES, name=NAMES)
def test_a_topic_tells_its_channel_table_and_name(channel: Channel, table: str, name: str) -> None:
    given_name = name if "{name}" in channel.topic else ""
    topic = topic_of(channel, table=table, name=given_name)
    found = parse_topic(topic)
    assert (found.channel, found.table, found.name) == (channel, table, given_name)
    assert topic.count("/") == channel.topic.count("/")
    assert not set("+#\0") & set(topic)


@ONE_OF_EACH
def test_a_filter_asks_for_exactly_its_channel(channel: Channel) -> None:
    wanted = topic_filter(channel, table="t")
    names = {other: "n" if "{name}" in other.topic else "" for other in CHANNELS}
    matching = [
        other for other in CHANNELS if _matches(wanted, topic_of(other, table="t", name=names[other]))
    ]
    assert matching == [channel]


@given(topic=st.text(max_size=60) | st.just("boardwarden/t/service/%ff/availability"))
def test_a_topic_of_nobodys_is_refused(topic: str) -> None:
    with pytest.raises(InputFault, match="topic"):
        parse_topic(topic)


def test_a_name_where_none_belongs_or_none_where_one_does_is_our_bug() -> None:
    with pytest.raises(CallerFault, match="takes no name"):
        topic_of(BY_NAME["match"], table="t", name="x")
    with pytest.raises(CallerFault, match="needs a name"):
        topic_of(BY_NAME["look"], table="t")


def test_only_states_are_retained_and_only_samples_may_be_lost() -> None:
    assert {c.name for c in CHANNELS if c.retained} == {
        c.name for c in CHANNELS if c.carries is Carries.STATE
    }
    assert {c.name for c in CHANNELS if c.qos == 0} == {
        "look", "camera_picture", "camera_steps", "camera_checkup", "proof", "pulse",
    }  # fmt: skip


def test_the_bus_page_holds_the_table_as_it_is() -> None:
    page = (DOCS / "bus.md").read_text(encoding="utf-8")
    assert page == with_channel_table(page), (
        "docs/develop/bus.md is behind; run python -m engine.bus.document"
    )
    for channel in CHANNELS:
        assert channel.topic in page


def test_the_asyncapi_file_holds_the_table_as_it_is() -> None:
    text = (DOCS / "asyncapi.yaml").read_text(encoding="utf-8")
    assert text == asyncapi_text(), "docs/develop/asyncapi.yaml is behind; run python -m engine.bus.document"
    assert yaml.safe_load(text) == json.loads(json.dumps(asyncapi()))


def test_every_reference_in_the_asyncapi_document_leads_somewhere() -> None:
    document = asyncapi()

    def references(value: Any) -> list[str]:
        if isinstance(value, dict):
            own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
            return own + [found for inner in value.values() for found in references(inner)]
        return [found for inner in value for found in references(inner)] if isinstance(value, list) else []

    found = references(document)
    assert len(found) > len(CHANNELS)
    for reference in found:
        place: Any = document
        for step in reference.removeprefix("#/").split("/"):
            place = place[step]


def _matches(wanted: str, topic: str) -> bool:
    levels, found = wanted.split("/"), topic.split("/")
    return len(levels) == len(found) and all(
        level in ("+", other) for level, other in zip(levels, found, strict=True)
    )


def test_a_big_table_keeps_fewer_messages_than_any_broker_hands_a_newcomer() -> None:
    # Ten seats, four cameras, a board for each side, the services and the simulator.
    named = {
        "availability": len(Service),
        "camera": 4,
        "calibration": 4,
        "dice": 4,
        "device": 1 + 4 + 10,
        "seat": 10,
        "hand": 10,
    }
    states = [one for one in CHANNELS if one.carries is Carries.STATE]
    assert {one.name for one in states if "{name}" in one.topic} == set(named)
    # iotcore hands out a hundred at quality 1.
    assert sum(named.get(one.name, 1) for one in states) <= 100
