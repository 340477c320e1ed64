"""The hub: what every tablet gets, and what a slow one can't do."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from dashboard.web.seats.seating import Role, TabletPlace
from dashboard.web.telling.hub import NAME_LIMIT, Hub
from dashboard.web.telling.tablet import EVENT_LIMIT, TOGETHER, Tablet
from dashboard.web.words.speaking import encoded
from engine.bus.messages.cameras import CameraState
from engine.bus.messages.commands import Answer, AnswerCode
from engine.bus.messages.match import Situation
from engine.bus.messages.services import Availability
from engine.core.ids import Seat, Seconds
from engine.core.verdict import Verdict, VerdictKind
from tests.web.following import Follower, sent, together
from tests.web.shown_table import Match


def drain(tablet: Tablet) -> list[dict[str, Any]]:
    return [json.loads(text) for text in sent(tablet)]


def camera(frames: int) -> CameraState:
    return CameraState("main", "0", frames=frames)


def verdict(frame: int) -> Verdict:
    return Verdict(VerdictKind.SETTLED, Seconds(1.0), frame, 0)


def test_a_tablet_that_comes_late_gets_the_newest_of_every_state_and_no_past_event() -> None:
    hub = Hub()
    hub.take("camera", "main", camera(1))
    hub.take("camera", "main", camera(2))
    hub.take("availability", "engine", Availability(online=True))
    hub.take("verdict", "", verdict(1))
    said = drain(hub.join())
    assert [(one["channel"], one["name"]) for one in said] == [("camera", "main"), ("availability", "engine")]
    assert said[0]["data"]["frames"] == 2


def test_a_slow_tablet_skips_what_was_overtaken_and_ends_with_the_newest() -> None:
    hub = Hub()
    slow = hub.join()
    for frames in range(1000):
        hub.take("camera", "main", camera(frames))
    assert slow.waiting == 1
    assert drain(slow)[0]["data"]["frames"] == 999


def test_what_waits_goes_together_to_who_takes_steps_and_one_by_one_to_others() -> None:
    hub = Hub()
    for n in range(TOGETHER + 2):
        hub.take("camera", f"cam{n}", camera(n))
    stepping, plain = hub.join(steps=True), hub.join()
    lists = [json.loads(text) for text in together(stepping)]
    assert [len(one) for one in lists] == [TOGETHER, 2]
    alone = [json.loads(text) for text in together(plain)]
    assert [one["data"] for one in alone] == [one["data"] for one in (*lists[0], *lists[1])]


def test_a_channel_that_never_rests_leaves_the_others_their_turn() -> None:
    hub = Hub()
    tablet = hub.join()
    hub.take("camera", "main", camera(0))
    hub.take("availability", "engine", Availability(online=True))

    async def two() -> list[str]:
        first = json.loads(await tablet.next())["channel"]
        hub.take("camera", "main", camera(1))
        return [first, json.loads(await tablet.next())["channel"]]

    assert asyncio.run(two()) == ["camera", "availability"]


def test_events_come_in_order_and_the_oldest_of_too_many_is_dropped() -> None:
    hub = Hub()
    tablet = hub.join()
    for frame in range(EVENT_LIMIT + 10):
        hub.take("verdict", "", verdict(frame))
    frames = [one["data"]["frame"] for one in drain(tablet)]
    assert frames == list(range(10, EVENT_LIMIT + 10))


def test_a_verdict_reads_the_same_as_it_comes_and_among_the_last_ones() -> None:
    hub = Hub()
    tablet = hub.join(steps=True)
    one = Verdict(VerdictKind.SETTLED, Seconds(1795349464.4127293), 7, 0, likelihoods=(1 / 3,))
    hub.take("verdict", "", one)
    hub.take("situation", "", Situation("m", 0, watching=True, recent=(one,)))
    said = {message["channel"]: message["data"] for message in drain(tablet)}
    assert said["verdict"] == said["situation"]["recent"][0]


def test_an_answer_goes_to_the_tablet_that_asked_and_to_no_other() -> None:
    hub = Hub()
    asker, other = hub.join(), hub.join()
    asker.asks("c1")
    hub.take("answer", "", Answer("c1", AnswerCode.DONE, 4))
    assert [one["data"]["command"] for one in drain(asker)] == ["c1"]
    assert other.waiting == 0


def test_a_seat_is_answered_at_its_own_place_alone_whoever_says_that_it_asked() -> None:
    hub = Hub()
    west, north, visitor = hub.join(), hub.join(), hub.join()
    hub.seat(west, TabletPlace(Role.SEAT, Seat("west")))
    hub.seat(north, TabletPlace(Role.SEAT, Seat("north")))
    for tablet in (west, north, visitor):
        drain(tablet)
        tablet.asks("c1")
    hub.take("answer", "", Answer("c1", AnswerCode.ILLEGAL, 4, seat=Seat("west")))
    assert [one["data"]["command"] for one in drain(west)] == ["c1"]
    assert (north.waiting, visitor.waiting) == (0, 0)


def test_a_state_that_is_said_again_unchanged_is_not_sent_again() -> None:
    hub = Hub()
    tablet = hub.join()
    hub.take("camera", "main", camera(1))
    drain(tablet)
    hub.take("camera", "main", camera(1))
    assert drain(tablet) == []


def test_forgetting_a_channel_tells_null_and_later_tablets_nothing() -> None:
    hub = Hub()
    tablet = hub.join()
    hub.take("availability", "engine", Availability(online=True))
    drain(tablet)
    hub.forget("availability")
    assert drain(tablet) == [{"channel": "availability", "name": "engine", "data": None}]
    assert hub.join().waiting == 0


def test_a_tablet_that_left_learns_nothing_more() -> None:
    hub = Hub()
    tablet = hub.join()
    hub.leave(tablet)
    hub.take("camera", "main", camera(1))
    assert (tablet.waiting, hub.tablets) == (0, 0)


@pytest.mark.parametrize("channel", ["look", "command", "nonsense"])
def test_channels_that_pages_do_not_show_are_not_passed_on(channel: str) -> None:
    hub = Hub()
    tablet = hub.join()
    hub.take(channel, "", camera(1))
    assert tablet.waiting == 0


def test_a_bus_that_invents_names_without_end_cannot_fill_the_memory() -> None:
    hub = Hub()
    for n in range(NAME_LIMIT * 3):
        hub.take("camera", f"cam{n}", camera(n))
    assert hub.join().waiting == NAME_LIMIT


def test_what_was_said_before_is_said_again_by_a_players_name_and_nothing_else_is(match: Match) -> None:
    hub = Hub(render=encoded)
    west = next(one.label for one in match.message().view.seats if one.seat == "west")
    hub.take("camera", "main", camera(1))
    hub.take("match", "", match.message())
    hub.take("situation", "", match.situation(problem=west))
    tablet = Follower(hub)
    tablet.catch_up()
    assert tablet.shows["situation", ""]["problem"] == "West"
    hub.take("match", "", replace(match.message(), players={Seat("west"): "Lan"}))
    assert {json.loads(text)["channel"] for text in tablet.catch_up()} == {"match", "situation"}
    assert tablet.shows["situation", ""]["problem"] == "Lan"
