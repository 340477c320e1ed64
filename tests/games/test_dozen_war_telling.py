"""The words beside players' choices: counters, dice, lasting effects, card texts."""

from typing import Any

import pytest

from engine.core.document import entry_of
from engine.core.ids import Seat
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.position.state import State
from engine.games.dozen_war.saving.marks_text import MARK_WORDS
from engine.games.dozen_war.texts import TEXTS

SETUP: dict[str, Any] = {
    "seats": ["west", "north"],
    "skills": True,
    "pieces": {
        "w.cav.1": {"at": "d7"},
        "n.cav.1": {"at": "e7"},
        "w.gen.mask": {"at": "c4"},
        "n.gen.raen": {"at": "d9"},
    },
    "hands": {"west": ["dai-dao"]},
    "coins": {"west": 1, "north": 2},
}


@pytest.fixture
def state(game: DozenWar) -> State:
    return game.initial(entry_of(SETUP))


def said(game: DozenWar, state: State, written: dict[str, Any]) -> tuple[str, str]:
    action = game.parse_action(entry_of(written))
    return game.action_text(state, action), game.action_note(state, action)


def test_a_seats_counters_are_said_in_the_right_number(game: DozenWar, state: State) -> None:
    west, north = game.view(state, None).seats
    assert west.counts[0] == "1 coin"
    assert north.counts[0] == "2 coins"
    assert "1 card" in west.counts
    for seat in (west, north):
        assert all(str(value) in text for (_, value), text in zip(seat.numbers, seat.counts, strict=True))


def test_whoever_plays_a_card_is_named_and_what_is_written_on_it_said(game: DozenWar, state: State) -> None:
    text, note = said(game, state, {"play": "dai-dao", "user": "w.cav.1"})
    assert text.startswith("West plays Great Blade: ")
    assert note in {one.text for one in game.uses(state, Seat("west")) if one.key == "card dai-dao"}
    assert said(game, state, {"end_turn": True})[1] == ""


@pytest.mark.parametrize("unit", ["w.inf.1", "w.arc.8"])
def test_a_soldiers_skill_is_said_by_its_number_and_refused(game: DozenWar, state: State, unit: str) -> None:
    skill = {"skill": unit, "number": 2}
    assert said(game, state, skill)[0].endswith("2")
    broken = game.violations(state, game.parse_action(entry_of(skill)))
    assert [one.reason for one in broken] == ["only_generals_skilled"]


def test_what_a_card_leaves_on_a_unit_is_said_with_how_long(game: DozenWar, state: State) -> None:
    after = game.apply(state, game.parse_action(entry_of({"play": "dai-dao", "user": "w.cav.1"})))
    lasting = {str(one.piece): one.lasting for one in game.view(after, None).pieces if one.lasting}
    assert set(lasting) == {"w.cav.1"}
    assert all(text.endswith(", this turn") for text in lasting["w.cav.1"])


def test_every_mark_that_a_unit_can_bear_has_its_sentence() -> None:
    assert {f"marks.{word}" for word in MARK_WORDS} <= TEXTS.keys


def test_a_die_says_who_rolled_it_what_for_and_whom_it_hits(game: DozenWar) -> None:
    dice = {"agenda": [{"work": "roll_order", "seat": "north"}]}
    assert (
        said(game, game.initial(entry_of({**SETUP, **dice})), {"die": 4})[0] == "North rolls 4 for who begins"
    )
    event = {"agenda": [{"work": "event_die", "word": "duoc-mua"}]}
    state = game.initial(entry_of({**SETUP, **event}))
    assert said(game, state, {"die": 2})[0] == "The event's die shows 2: it hits North"
    three = {"seats": ["west", "south", "east", "north"], "phase": "drafting"}
    drafting = game.initial(entry_of(three))
    assert said(game, drafting, {"die": 6})[0] == "West rolls 6 for the picks"


def test_what_came_of_an_action_is_said(game: DozenWar) -> None:
    pieces = {**SETUP["pieces"], "n.gen.raen": {"at": "d8", "hp": 3}, "w.inf.1": {"at": "d7"}}
    state = game.initial(entry_of({**SETUP, "skills": False, "pieces": pieces}))
    came = []
    for written in (
        {"attack": "w.inf.1", "target": "n.gen.raen"},
        {"attack": "w.cav.1", "target": "n.cav.1"},
        {"end_turn": True},
    ):
        before, state = state, game.apply(state, game.parse_action(entry_of(written)))
        came.append(game.consequences(before, state))
    assert came == [("n.gen.raen loses 1 HP and has 2 left",), ("n.cav.1 is killed",), ()]


@pytest.mark.parametrize("mine", ["west", "north"])
def test_who_kills_a_general_learns_what_it_brings_and_an_end_why(game: DozenWar, mine: str) -> None:
    other = "north" if mine == "west" else "west"
    pieces = {f"{mine[0]}.inf.1": {"at": "d7"}, f"{other[0]}.gen.raen": {"at": "d8", "hp": 1}}
    setup = {"seats": ["west", "north"], "turn": mine, "pieces": pieces, "castles": {}}
    state = game.initial(entry_of(setup))
    hit = {"attack": f"{mine[0]}.inf.1", "target": f"{other[0]}.gen.raen"}
    after = game.apply(state, game.parse_action(entry_of(hit)))
    assert game.consequences(state, after) == (
        f"{other[0]}.gen.raen is killed",
        f"{mine.capitalize()} gets 1 coin",
    )


def test_every_way_a_match_ends_is_said_with_its_reason() -> None:
    ends = {"five_maps", "last_left", "general_fell", "both_fell", "idle"}
    ends |= {"merit", "merit_castles", "merit_generals", "merit_soldiers"}
    assert {f"outcomes.{end}" for end in ends} <= TEXTS.keys


def test_a_soldier_turned_into_another_kind_is_not_called_killed(game: DozenWar) -> None:
    pieces = {"w.gen.grim": {"at": "d4"}, "w.inf.1": {"at": "d5"}, "n.inf.1": {"at": "l9"}}
    state = game.initial(entry_of({"seats": ["west", "north"], "skills": True, "pieces": pieces}))
    remake = {"skill": "w.gen.grim", "number": 2, "unit": "w.inf.1", "arm": "cavalry"}
    after = game.apply(state, game.parse_action(entry_of(remake)))
    assert "w.inf.1" not in game.layout(after)
    assert game.consequences(state, after) == ()


def test_equal_merit_is_said_with_what_decided(game: DozenWar) -> None:
    ended = {}
    more: dict[str, dict[str, Any]] = {
        "soldiers": {"w.inf.1": {"at": "c5"}},
        "generals": {"w.gen.est": {"at": "c5"}, "n.inf.1": {"at": "f8"}, "n.inf.2": {"at": "f9"}},
    }
    for what, pieces in more.items():
        setup = {**SETUP, "turn": "north", "round": 11, "pieces": {**SETUP["pieces"], **pieces}}
        after = game.apply(game.initial(entry_of(setup)), game.parse_action(entry_of({"end_turn": True})))
        outcome = game.view(after, None).outcome
        assert outcome is not None
        assert outcome.winners == ("west",)
        ended[what] = outcome.reason
    assert ended == {"soldiers": "merit_soldiers", "generals": "merit_generals"}


@pytest.mark.parametrize("buried", [["map"], ["ruong-vang"]])
def test_what_the_last_token_of_a_mountain_was_is_said_too(game: DozenWar, buried: list[str]) -> None:
    pieces = {"w.gen.est": {"at": "d4"}, "n.inf.1": {"at": "l9"}}
    setup = {"seats": ["west", "north"], "skills": True, "pieces": pieces, "tokens": {"e4": buried}}
    state = game.initial(entry_of(setup))
    after = game.apply(state, game.parse_action(entry_of({"dig": "w.gen.est", "at": "e4"})))
    (first, *_) = game.consequences(state, after)
    assert first.startswith("w.gen.est digs up: ")


def test_what_chance_brings_up_is_said_by_chance_alone(game: DozenWar) -> None:
    pieces = {"w.gen.est": {"at": "d4"}, "n.inf.1": {"at": "l9"}}
    setup = {
        "seats": ["west", "north"],
        "skills": True,
        "pieces": pieces,
        "tokens": {"e4": ["map", "ruong-vang"]},
    }
    state = game.initial(entry_of(setup))
    asked = game.apply(state, game.parse_action(entry_of({"dig": "w.gen.est", "at": "e4"})))
    assert game.consequences(state, asked) == ()
    found = game.apply(asked, game.parse_action(entry_of({"token": "map"})))
    assert (
        game.action_text(asked, game.parse_action(entry_of({"token": "map"})))
        == "w.gen.est digs up: a map piece"
    )
    assert game.consequences(asked, found) == ()
