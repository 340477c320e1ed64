"""The match in Home Assistant: what its entities show, by its own template language, of real messages."""

import gc
import json
import threading
from dataclasses import replace
from queue import Queue
from typing import Any
from weakref import ref

import pytest
from jinja2.sandbox import SandboxedEnvironment

from engine.bus.broker import Broker
from engine.bus.channels import BY_NAME
from engine.bus.clearing import clear_table
from engine.bus.codec import encode
from engine.bus.messages.match import ClockState, SeatTime, Situation
from engine.core.ids import RuleId, Seat, Seconds
from engine.core.phrase import Phrase
from engine.core.verdict import Verdict, VerdictKind, ViolationText
from engine.session.playing.table import setting_of, table_of
from engine.session.serving.bus_messages import match_state_of
from firmware_bridge.foreign.broker_client import ForeignDevices
from firmware_bridge.foreign.discovery import announcements
from tests.firmware_bridge.strangers import Somebody
from tests.patience import PATIENCE_S
from tests.web.played import Played, in_a_turn, opened

GAMES = {"dozen_war": 4, "hero_realms": 3, "kingdom_square": 2, "quoc_chien": 6}
ENTITIES = {
    json.loads(payload)["unique_id"].removeprefix("boardwarden_club_match_"): json.loads(payload)
    for payload in announcements((), table="club").values()
}
LONG = "The way is longer than infantry may go. " * 9


def shown(entity: str, channel: str, message: object) -> str:
    """Return an entity's state as Home Assistant finds it in a message on the bus."""
    template = SandboxedEnvironment().from_string(ENTITIES[entity]["value_template"])  # nosec: our own template
    return template.render(value_json=json.loads(encode(BY_NAME[channel], message)))


def state_of(match: Played, **changes: Any) -> Any:
    setting = setting_of(match.game, match.match.state, None)
    return replace(match_state_of(setting, table_of(setting, match.match)), **changes)


def is_over(match: Played) -> bool:
    return match.game.outcome(match.match.state) is not None


@pytest.mark.parametrize("game", GAMES)
def test_the_turn_is_the_name_of_who_is_waited_for_in_every_game(game: str) -> None:
    match = opened(game, GAMES[game], seed=5).until(in_a_turn(3))
    seat = match.decision.seats[0]
    view = match.game.view(match.match.state, None)
    label = next(str(one.label) for one in view.seats if one.seat == seat)
    assert shown("turn", "match", state_of(match)) == label
    assert shown("turn", "match", state_of(match, players={seat: "Bà Nội"})) == "Bà Nội"
    assert shown("standing", "match", state_of(match)) == str(view.headline)[:255]
    assert shown("winner", "match", state_of(match)) == "None"


def test_the_winner_is_named_once_the_match_is_over_and_nobodys_turn_is_left() -> None:
    match = opened("hero_realms", 2, seed=5).until(is_over)
    winner = match.game.outcome(match.match.state).winners[0]
    assert shown("winner", "match", state_of(match, players={winner: "Ông Ngoại"})) == "Ông Ngoại"
    assert shown("turn", "match", state_of(match)) == "None"


def test_a_warning_is_its_first_broken_rule_and_goes_with_the_warning() -> None:
    broken = ViolationText(RuleId("DW-5"), Phrase(LONG))
    warned = Verdict(VerdictKind.ILLEGAL, Seconds(1.0), 1, 1, violations=(broken,))
    asked = Verdict(VerdictKind.AMBIGUOUS, Seconds(1.0), 1, 1, text=Phrase("Which one was hit?"))
    for verdict, text in ((warned, LONG[:255]), (asked, "Which one was hit?")):
        situation = Situation("m1", 1, watching=True, current=verdict)
        assert shown("warning", "situation", situation) == text
        assert shown("warned", "situation", situation) == "ON"
    for verdict_in_force in (None, Verdict(VerdictKind.SETTLED, Seconds(1.0), 1, 1)):
        right = Situation("m1", 1, watching=False, current=verdict_in_force)
        assert shown("warning", "situation", right) == "None"
        assert (shown("warned", "situation", right), shown("watched", "situation", right)) == ("OFF", "OFF")


def test_the_clock_shows_the_seconds_of_the_seat_whose_time_runs() -> None:
    times = (SeatTime(Seat("west"), 45.0), SeatTime(Seat("north"), 33.25, runs=True))
    assert shown("time_left", "clock", ClockState("m1", "45s", times)) == "33.25"
    assert shown("time_left", "clock", ClockState("m1")) == "None"


def test_every_entity_has_what_its_discovery_demands() -> None:
    assert set(ENTITIES) == {"turn", "standing", "winner", "warning", "warned", "watched", "time_left"}
    for topic, payload in announcements((), table="club").items():
        entity = json.loads(payload)
        assert topic.startswith("homeassistant/")
        assert topic.endswith("/config")
        assert entity["origin"]["name"]
        assert entity["device"]["identifiers"] == ["boardwarden_club_match"]
        assert entity["state_topic"].startswith("boardwarden/club/")
        assert entity["availability"][0]["topic"] == "boardwarden/club/service/engine/availability"


def test_a_bridge_without_any_device_announces_the_match_and_a_table_that_stopped_clears_it(
    broker: Broker,
) -> None:
    foreign = ForeignDevices(broker.url, (), table="club", announces="homeassistant")
    foreign.start(Queue())
    somebody = Somebody(broker)
    try:
        foreign.announce(())
        somebody.client.subscribe("homeassistant/+/boardwarden_club/#", qos=1)
        # The client repeats its announcements as it connects, because the broker may have forgotten them.
        kept: dict[str, bytes] = {}
        while kept != announcements((), table="club"):
            topic, payload, _ = somebody.came.get(timeout=PATIENCE_S)
            kept[topic] = payload
        foreign.stop()
        assert clear_table(broker.url, "club", discovery="homeassistant") == len(ENTITIES)
        while any(kept.values()):
            topic, payload, _ = somebody.came.get(timeout=PATIENCE_S)
            kept[topic] = payload
    finally:
        foreign.stop()
        somebody.stop()


def test_a_bridge_that_left_the_broker_keeps_no_socket_open(broker: Broker) -> None:
    gc.collect()
    gc.disable()
    try:
        foreign = ForeignDevices(broker.url, (), table="club", announces="homeassistant")
        kept = ref(foreign)
        before = threading.enumerate()
        foreign.start(Queue())
        started = [one for one in threading.enumerate() if one not in before]
        foreign.stop()
        for one in started:
            one.join(PATIENCE_S)
        # paho closes its sockets when its client is freed, which is held by who holds its callbacks.
        del foreign
        assert kept() is None
    finally:
        gc.enable()
