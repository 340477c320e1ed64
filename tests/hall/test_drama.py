"""The audience's page follows the table with the most to see, and doesn't change too often."""

from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.web.hall.drama import LONGEST_S, OVER_S, SHORTEST_S, STILL_S, Drama, Followed, drama_of, follow
from dashboard.web.hall.tables import SeenHall, SeenTable, TablePlace, heard
from engine.bus.channels import Service
from engine.bus.messages.match import MatchState
from engine.core.board import load_board
from engine.core.decisions import Outcome
from engine.core.game import Game, Ruleset
from engine.core.ids import RuleId, Seat, Seconds
from engine.core.verdict import Verdict, VerdictKind
from engine.games.registry import open_game
from tests.hall.heard import BROKER, clock, of, service
from tests.web.shown_table import T0, Match

NOW = Seconds(1000.0)
WARNING = Verdict(VerdictKind.ILLEGAL, T0, 4, 1)


def place(name: str) -> TablePlace:
    return TablePlace(BROKER, name)


def seen(
    match: Match, name: str = "oak", *, quiet_s: float = 1.0, ended: bool = False, out: int = 0
) -> SeenTable:
    message = match.message()
    view = message.view
    seats = tuple(replace(seat, out=number < out) for number, seat in enumerate(view.seats * 2))
    outcome = Outcome((Seat("west"),), RuleId("DW-1"), "x") if ended else None
    return SeenTable(
        place(name),
        services=frozenset({Service.ENGINE}),
        match=replace(message, view=replace(view, outcome=outcome, seats=seats)),
        situation=match.situation(),
        played_at=Seconds(NOW - quiet_s),
    )


def judged(table: SeenTable) -> SeenTable:
    assert table.situation is not None
    return replace(table, situation=replace(table.situation, current=WARNING))


def hall_of(*tables: SeenTable) -> SeenHall:
    return SeenHall(MappingProxyType({one.place: one for one in tables}))


def test_each_state_of_a_match_has_its_drama(match: Match) -> None:
    playing = seen(match)
    assert playing.situation is not None
    paused = replace(playing, situation=replace(playing.situation, paused=True))
    found = {
        "plays": drama_of(playing, now=NOW),
        "judged": drama_of(judged(playing), now=NOW),
        "race": drama_of(replace(playing, clock=clock(59.0)), now=NOW),
        "time enough": drama_of(replace(playing, clock=clock(61.0)), now=NOW),
        "duel": drama_of(seen(match, out=2 * len(match.message().view.seats) - 2), now=NOW),
        "over": drama_of(seen(match, ended=True), now=NOW),
        "long over": drama_of(seen(match, ended=True, quiet_s=OVER_S), now=NOW),
        "still": drama_of(seen(match, quiet_s=STILL_S), now=NOW),
        "paused": drama_of(paused, now=NOW),
        "away": drama_of(replace(playing, services=frozenset()), now=NOW),
        "no match": drama_of(replace(playing, match=None), now=NOW),
    }
    assert found == {
        "plays": Drama.PLAYED,
        "judged": Drama.JUDGED,
        "race": Drama.RACE,
        "time enough": Drama.PLAYED,
        "duel": Drama.DUEL,
        "over": Drama.OVER,
        **dict.fromkeys(("long over", "still", "paused", "away", "no match"), Drama.NOTHING),
    }


def test_the_table_with_the_most_to_see_is_followed_first(match: Match) -> None:
    hall = hall_of(seen(match, "a"), judged(seen(match, "b")), seen(match, "c"))
    assert follow(None, hall, now=NOW) == Followed(place("b"), NOW, Drama.JUDGED)


def test_of_several_alike_the_one_that_was_played_last_is_followed(match: Match) -> None:
    hall = hall_of(seen(match, "a", quiet_s=9), seen(match, "b", quiet_s=2), seen(match, "c", quiet_s=5))
    assert follow(None, hall, now=NOW) == Followed(place("b"), NOW, Drama.PLAYED)


@pytest.mark.parametrize(("shown_s", "goes"), [(SHORTEST_S - 1, "a"), (SHORTEST_S, "b")])
def test_a_more_dramatic_table_waits_until_the_present_one_was_seen(
    match: Match, shown_s: float, goes: str
) -> None:
    before = Followed(place("a"), Seconds(NOW - shown_s), Drama.PLAYED)
    found = follow(before, hall_of(seen(match, "a"), judged(seen(match, "b"))), now=NOW)
    assert found is not None
    assert found.place == place(goes)


def test_a_table_with_nothing_left_to_see_is_left_at_once(match: Match) -> None:
    before = Followed(place("a"), NOW, Drama.PLAYED)
    away = replace(seen(match, "a"), services=frozenset())
    still = seen(match, "a", quiet_s=STILL_S)
    for now_a in (away, still):
        found = follow(before, hall_of(now_a, seen(match, "b")), now=NOW)
        assert found == Followed(place("b"), NOW, Drama.PLAYED)


def test_tables_with_as_much_to_see_take_turns(match: Match) -> None:
    hall = hall_of(*(seen(match, name) for name in "cab"))
    shown, followed = [], Followed(place("a"), NOW, Drama.PLAYED)
    for turn in range(1, 4):
        later = Seconds(NOW + turn * LONGEST_S)
        found = follow(followed, _played_now(hall, later), now=later)
        assert found is not None
        shown.append(found.place.table)
        followed = found
    assert shown == ["b", "c", "a"]


def _played_now(hall: SeenHall, now: Seconds) -> SeenHall:
    return hall_of(*(replace(one, played_at=now) for one in hall.tables.values()))


def test_while_nothing_happens_anywhere_the_table_stays(match: Match) -> None:
    hall = hall_of(seen(match, "a", quiet_s=STILL_S), seen(match, "b", quiet_s=STILL_S))
    before = Followed(place("b"), Seconds(0.0), Drama.NOTHING)
    assert follow(before, hall, now=NOW) == before


def test_an_empty_hall_follows_no_table(match: Match) -> None:
    gone = replace(seen(match), services=frozenset())
    assert follow(None, SeenHall(), now=NOW) is None
    assert follow(Followed(place("oak"), NOW, Drama.PLAYED), hall_of(gone), now=NOW) is None


@given(
    dramas=st.lists(st.lists(st.booleans(), min_size=3, max_size=3), min_size=2, max_size=40),
    step_s=st.floats(0.2, 20.0),
)
def test_a_table_that_goes_on_is_never_left_early(dramas: list[list[bool]], step_s: float) -> None:
    blank = _blank()
    tables = [
        SeenTable(place(name), services=frozenset({Service.ENGINE}), match=blank, played_at=NOW)
        for name in "abc"
    ]
    followed, now = None, NOW
    for which in dramas:
        now = Seconds(now + step_s)
        hall = hall_of(
            *(
                replace(one, played_at=now, clock=clock(5.0 if hot else 500.0))
                for one, hot in zip(tables, which, strict=True)
            )
        )
        found = follow(followed, hall, now=now)
        assert found is not None
        if followed is not None and found.place != followed.place:
            assert now - followed.since >= SHORTEST_S
        followed = found


@cache
def _blank() -> MatchState:
    board = load_board("mativen")
    game: Game[Any, Any] = open_game("dozen_war", board, Ruleset())
    return Match(game, game.initial(None)).message()


def test_a_match_that_is_only_sent_again_was_played_no_later(match: Match) -> None:
    hall = heard(SeenHall(), service("oak"), now=NOW)
    hall = heard(hall, of("oak", "match", match.message()), now=NOW)
    hall = heard(hall, of("oak", "match", match.message()), now=Seconds(NOW + 50))
    assert hall.tables[place("oak")].played_at == NOW
    played = replace(match.message(), revision=match.revision + 1)
    hall = heard(hall, of("oak", "match", played), now=Seconds(NOW + 60))
    assert hall.tables[place("oak")].played_at == NOW + 60
