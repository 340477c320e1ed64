"""A seat's tablet offers every choice of its player from the draft on, and says why not the rest."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.decisions import Chooser
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Seat, Seconds
from engine.core.views import UseView
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.position.state import State
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import setting_of, table_of
from engine.session.serving.bus_messages import seat_sheet_of

STEPS = 260
POSITION: dict[str, Any] = {
    "seats": ["west", "north"],
    "turn": "west",
    "round": 2,
    "skills": True,
    "coins": {"west": 1},
    "pieces": {
        "w.gen.est": {"at": "d4"},
        "w.gen.mask": {"at": "c4"},
        "w.cav.1": {"at": "d7"},
        "n.gen.kazu": {"at": "e9"},
        "n.cav.1": {"at": "e7"},
    },
    "hands": {"west": ["dai-dao", "dai-dao", "khien-go"], "north": ["khien-go"]},
}


def written(actions: Any) -> set[str]:
    return {json.dumps(action, sort_keys=True) for action in actions}


@pytest.mark.parametrize("seed", range(2))
def test_whatever_a_seat_must_decide_its_tablet_offers_all_of_it(seed: int) -> None:
    dice = Random(seed)  # noqa: S311  # a test's dice
    game = DozenWar(load_board("mativen"), Ruleset("house", {"generals": "draft", "turn_order": "dice"}))
    match, _ = open_match(game, MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "none"))
    setting = setting_of(game, match.state, None)
    state, kinds = match.state, set()
    for _ in range(STEPS):
        decision = game.decider(state)
        if decision.chooser is Chooser.NOBODY:
            break
        if decision.chooser is Chooser.CHANCE:
            found = game.chance_outcomes(state)
            chosen = dice.choices([one for one, _ in found], [weight for _, weight in found])[0]
            state = game.apply(state, chosen)
            continue
        legal = game.legal_actions(state)
        sheet = seat_sheet_of(setting, table_of(setting, replace(match, state=state)), decision.seats[0])
        offered = written(way for use in sheet.uses for way in use.actions)
        offered |= written(choice.action for choice in sheet.choices)
        # Pieces are moved by hand, and a turn ends by its own button.
        by_hand = [a for a in map(game.format_action, legal) if "move" in a or "end_turn" in a]
        assert offered | written(by_hand) == written(map(game.format_action, legal))
        assert not any(
            bool(use.actions) is bool(use.why_not) for use in sheet.uses if use.kind in ("card", "skill")
        )
        kinds.add(decision.kind)
        state = game.apply(state, dice.choice(legal))
    assert {"draft", "placing", "turn"} <= kinds


@pytest.mark.parametrize("seed", range(2))
def test_no_seats_own_things_tell_what_another_may_hold_whatever_question_is_open(seed: int) -> None:
    dice = Random(seed)  # noqa: S311  # a test's dice
    game = DozenWar(load_board("mativen"), Ruleset("house", {"asked": "all"}))
    state, asked = game.initial(None), set()
    for _ in range(STEPS):
        decision = game.decider(state)
        if decision.chooser is Chooser.NOBODY:
            break
        if decision.kind not in {"turn", "placing"}:
            for seat in (Seat("west"), Seat("south"), Seat("east"), Seat("north")):
                dealt_anew = game.determinize(state, seat, dice)
                if seat not in decision.seats:
                    assert game.uses(state, seat) == game.uses(dealt_anew, seat)
                    asked.add(decision.kind)
        legal = game.legal_actions(state)
        news = [one for one in legal if set(game.format_action(one)) & {"play", "attack", "skill"}]
        state = game.apply(state, dice.choice(news if news and dice.random() < 0.8 else legal))
    assert {"answer", "draw", "event"} & asked


def test_who_may_cancel_a_card_is_named_alike_whether_or_not_it_can() -> None:
    game = DozenWar(load_board("mativen"), Ruleset("house", {"asked": "all"}))
    said = []
    for held in ("day-chuyen-may-man", "song-kiem"):
        hands = {"west": ["bua-chien", "song-kiem"], "north": [held]}
        setup = {**POSITION, "hands": hands, "pieces": {**POSITION["pieces"], "w.inf.1": {"at": "d5"}}}
        state = game.initial(entry_of(setup))
        state = game.apply(state, game.parse_action(entry_of({"play": "bua-chien", "user": "w.inf.1"})))
        assert game.decider(state).seats == ("north",)
        said.append(game.uses(state, Seat("west")))
    assert said[0] == said[1]


@pytest.fixture
def state(game: DozenWar) -> State:
    return game.initial(entry_of(POSITION))


def uses(game: DozenWar, state: State, seat: str) -> dict[str, UseView]:
    return {use.key: use for use in game.uses(state, Seat(seat))}


def test_two_copies_of_a_card_are_one_entry_with_their_number(game: DozenWar, state: State) -> None:
    card = uses(game, state, "west")["card dai-dao"]
    assert dict(card.numbers)["copies"] == 2
    assert [way["user"] for way in card.actions] == ["w.cav.1", "w.gen.mask"]


@pytest.mark.parametrize(
    ("seat", "key", "rules"),
    [
        ("west", "card khien-go", ["DW-10.1"]),
        ("west", "skill w.gen.est 3", ["DW-12.2"]),
        ("west", "skill w.gen.est 1", ["DW-9.6"]),
        ("north", "card khien-go", ["DW-17.1"]),
        ("north", "skill n.gen.kazu 2", ["DW-17.1"]),
    ],
)
def test_what_cannot_be_used_now_names_the_rules_against_it(
    game: DozenWar, state: State, seat: str, key: str, rules: list[str]
) -> None:
    use = uses(game, state, seat)[key]
    assert use.actions == ()
    assert [rule for rule, _ in use.why_not] == rules


def test_a_seat_sees_its_own_generals_skills_and_no_others(game: DozenWar, state: State) -> None:
    assert {use.piece for use in game.uses(state, Seat("north")) if use.kind == "skill"} == {"n.gen.kazu"}
    assert game.uses(state, Seat("south")) == ()


def test_what_a_seat_has_peeked_at_is_said_to_it(game: DozenWar) -> None:
    found = {**POSITION, "tokens": {"e4": ["map"]}, "seen": {"west": ["e4"]}}
    state = game.initial(entry_of(found))
    assert [use.label for use in game.uses(state, Seat("west")) if use.kind == "known"] == [
        "You know what lies under the mountain e4: a map piece"
    ]
    assert not [use for use in game.uses(state, Seat("north")) if use.kind == "known"]
