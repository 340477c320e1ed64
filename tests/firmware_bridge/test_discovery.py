"""Announcements to Home Assistant: each is what its discovery takes, and no two tables share one."""

import json
from typing import Any

import pytest

from engine.bus.messages.boards import DeviceState
from firmware_bridge.foreign.discovery import announcements
from tests.firmware_bridge.home_assistant import faults_of

BOARDS = (
    DeviceState("pad.west", "/dev/ttyACM0", connected=True, firmware="1.4"),
    DeviceState("board", "/dev/ttyACM1", connected=False, simulated=True),
)
KINDS = {"sensor", "binary_sensor", "event", "light"}


def announced(table: str) -> dict[str, Any]:
    made = announcements(BOARDS, table=table, version="0.5.0", lights=True)
    return {topic: json.loads(payload) for topic, payload in made.items()}


@pytest.mark.parametrize("table", ["club", "Table 1", "Bàn số 2", "テーブル一", "a/b+c#d", "x" * 60])
def test_every_announcement_is_as_home_assistants_schema_wants_it(table: str) -> None:
    found = announced(table)
    assert {topic.split("/")[1] for topic in found} == KINDS
    assert {topic: faults for topic, entity in found.items() if (faults := faults_of(topic, entity))} == {}


def test_tables_whose_names_have_the_same_letters_in_ascii_share_no_announcement_and_no_entity() -> None:
    tables = ("テーブル一", "テーブル二", "Bàn 1", "Bán 1", "B_n_1")
    topics = [topic for table in tables for topic in announced(table)]
    ids = [entity["unique_id"] for table in tables for entity in announced(table).values()]
    devices = {
        name for table in tables for one in announced(table).values() for name in one["device"]["identifiers"]
    }
    assert len(set(topics)) == len(topics)
    assert len(set(ids)) == len(ids)
    # The match, the pad and the board of each.
    assert len(devices) == 3 * len(tables)


LIGHT = "homeassistant/light/boardwarden_club/lights/config"


@pytest.mark.parametrize(
    ("topic", "change", "fault"),
    [
        (LIGHT, {"brightness_templat": "{{ 1 }}"}, "brightness_templat isn't known"),
        (LIGHT, {"schema": "json"}, "schema can't be 'json'"),
        (LIGHT, {"command_topic": "boardwarden/#"}, "command_topic can't be 'boardwarden/#'"),
        (LIGHT, {"state_template": "{{ 'on' if }}"}, "state_template can't be"),
        (LIGHT, {"qos": 3}, "qos can't be 3"),
        (LIGHT, {"device": {"name": "club: match"}}, "device can't be"),
        (LIGHT, {"origin": {"sw_version": "1"}}, "origin can't be"),
        (LIGHT, {"availability": [{"value_template": "{{ 1 }}"}]}, "availability can't be"),
        (
            "homeassistant/sensor/boardwarden_club/match_time_left/config",
            {"unit_of_measurement": "seconds"},
            "unit_of_measurement can't be 'seconds'",
        ),
        (
            "homeassistant/binary_sensor/boardwarden_club/match_warned/config",
            {"device_class": "warning"},
            "device_class can't be 'warning'",
        ),
    ],
)
def test_what_home_assistant_wouldnt_take_is_a_fault(topic: str, change: dict[str, Any], fault: str) -> None:
    (found,) = faults_of(topic, {**announced("club")[topic], **change})
    assert found.startswith(fault)


@pytest.mark.parametrize("key", ["command_topic", "command_on_template", "schema"])
def test_what_home_assistant_demands_is_a_fault_where_it_is_missing(key: str) -> None:
    entity = announced("club")[LIGHT]
    del entity[key]
    assert faults_of(LIGHT, entity) == [f"{key} is missing"]


@pytest.mark.parametrize(
    "topic", ["homeassistant/light/Bàn 1/lights/config", "homeassistant/lamp/club/a/config"]
)
def test_a_topic_that_home_assistant_passes_over_is_a_fault(topic: str) -> None:
    assert len(faults_of(topic, announced("club")[LIGHT])) == 1
