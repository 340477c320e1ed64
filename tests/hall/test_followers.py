"""Promises to the pages of a hall: each gets everything once, in its language, and then each change."""

import json
from collections.abc import Iterable
from typing import Any

from dashboard.web.hall.followers import HallFollowers
from dashboard.web.hall.tables import SeenHall, heard, without_long_gone
from dashboard.web.telling.tablet import Tablet
from dashboard.web.words.speaking import language_asked
from engine.bus.all_tables import BrokerWent, TablesEvent
from engine.core.ids import Seat, Seconds
from engine.core.phrase import Phrase
from tests.hall.heard import BROKER, claim, clock, of, service, surface
from tests.web.shown_table import Match


def messages(follower: Tablet) -> list[dict[str, Any]]:
    return [json.loads(text) for text in iter(follower.take, None)]


def channels(follower: Tablet) -> list[tuple[str, str]]:
    return [(one["channel"], one["name"].rpartition("/")[2]) for one in messages(follower)]


class Telling:
    """A hall whose followers hear of each event."""

    def __init__(self, events: Iterable[TablesEvent] = ()) -> None:
        self.followers = HallFollowers()
        self.hall = SeenHall()
        self.hear(*events)

    def hear(self, *events: TablesEvent) -> None:
        for event in events:
            self.hall = heard(self.hall, event, now=Seconds(100.0))
            self.followers.become(self.hall)


def test_who_comes_learns_all_that_is_known() -> None:
    telling = Telling([claim("oak"), service("oak"), of("oak", "surface", surface())])
    sent = messages(telling.followers.join("en"))
    assert [(one["channel"], one["name"]) for one in sent] == [
        ("hall", ""),
        ("table", f"{BROKER}/oak"),
        ("surface", f"{BROKER}/oak"),
    ]
    assert sent[0]["data"] == {"tables": [f"{BROKER}/oak"], "away": {}}
    assert sent[1]["data"]["is_there"] is True


def test_who_follows_learns_only_what_differs() -> None:
    telling = Telling([claim("oak"), service("oak"), of("oak", "surface", surface())])
    follower = telling.followers.join("en")
    messages(follower)
    telling.hear(of("oak", "clock", clock(5)), of("oak", "clock", clock(4)))
    assert channels(follower) == [("clock", "oak")]
    telling.hear(service("oak", online=False))
    assert channels(follower) == [("table", "oak")]
    telling.hear(BrokerWent(BROKER, Phrase("it broke")))
    assert channels(follower) == [("hall", "")]
    telling.followers.leave(follower)
    telling.hear(service("oak"))
    assert channels(follower) == []


def test_a_match_comes_in_the_followers_language_with_its_players_names(match: Match) -> None:
    state = match.message()
    telling = Telling([claim("oak"), service("oak"), of("oak", "match", state)])
    said = {
        language: messages(telling.followers.join(language_asked(language)))[-1]["data"]["view"]["headline"]
        for language in ("en", "vi", "ja-JP", "tlh")
    }
    assert said == {
        "en": "Round 2 · West to move",
        "vi": "Vòng 2 · Lượt của Tây",
        "ja-JP": "第2ラウンド · 西の手番",
        "tlh": "Round 2 · West to move",
    }
    follower = telling.followers.join("en")
    messages(follower)
    telling.hear(of("oak", "match", called(match, "Ana")))
    (sent,) = messages(follower)
    assert sent["data"]["view"]["headline"] == "Round 2 · Ana to move"


def test_a_name_counts_at_its_own_table_alone(match: Match) -> None:
    telling = Telling([claim("oak"), service("oak"), claim("elm"), service("elm")])
    telling.hear(of("oak", "match", called(match, "Ana")), of("elm", "match", match.message()))
    sent = messages(telling.followers.join("en"))
    headlines = {one["name"]: one["data"]["view"]["headline"] for one in sent if one["channel"] == "match"}
    assert headlines == {
        f"{BROKER}/oak": "Round 2 · Ana to move",
        f"{BROKER}/elm": "Round 2 · West to move",
    }


def test_the_play_of_a_table_whose_delay_nobody_knows_is_shown_to_nobody() -> None:
    telling = Telling([of("oak", "clock", clock(5))])
    assert channels(telling.followers.join("en")) == [("hall", ""), ("table", "oak")]
    telling.hear(service("oak"))
    assert ("clock", "oak") in channels(telling.followers.join("en"))


def test_a_table_that_was_forgotten_is_shown_to_nobody_any_more() -> None:
    telling = Telling([service("oak"), service("oak", online=False)])
    follower = telling.followers.join("en")
    messages(follower)
    telling.followers.become(without_long_gone(telling.hall, now=Seconds(1e6)))
    (sent,) = messages(follower)
    assert sent["data"]["tables"] == []
    assert channels(telling.followers.join("en")) == [("hall", "")]


def called(match: Match, name: str) -> object:
    state = match.message()
    state.players[Seat("west")] = name
    return state
