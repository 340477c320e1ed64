"""A player who draws too few and plays on, or too many, reads the rule and what is to be done."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.draws import DrawSource
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.layout import Spot
from engine.games.hero_realms.game import HeroRealms
from engine.games.hero_realms.position.state import State
from engine.games.registry import usual_board
from engine.session.boards.pad_cards import laying_of
from engine.session.explaining.explanations import Unexplained
from engine.session.explaining.referee import explain
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import Setting, table_of
from engine.session.seen.sighting import Sighting

GAME = HeroRealms(load_board(f"{usual_board('hero_realms')}@2"), Ruleset())
DECKS: dict[str, Any] = {"box": "whole", "seats": ["p1", "p2"], "turn": "p1"}
PLAYING: dict[str, Any] = {
    **DECKS,
    "market": ["spark", "profit", "bribe", "taxation", "influence"],
    "pools": {"gold": 3},
    "players": {"p1": {"hand": ["command"]}, "p2": {"hand": ["gold"]}},
}


def after(*plays: dict[str, Any], **setup: Any) -> State:
    state = GAME.initial(entry_of({**PLAYING, **setup}))
    for play in plays:
        state = GAME.apply(state, GAME.parse_action(entry_of(play)))
    return state


def broken(state: State, **action: Any) -> list[tuple[str, str, dict[str, Any]]]:
    found = GAME.violations(state, GAME.parse_action(entry_of(action)))
    return [(str(one.rule), one.reason, dict(one.facts)) for one in found]


@pytest.mark.parametrize(
    ("state", "rule", "reason", "facts"),
    [
        (after({"end_turn": True}), "DG-7.2", "still_draws", {"seat": "p1", "number": 5}),
        (after({"play": "command"}), "DG-4.1", "still_draws", {"seat": "p1", "number": 1}),
        (after({"acquire": "spark"}), "DG-5.1", "not_refilled", {"place": "market.1"}),
        (GAME.initial(entry_of(DECKS)), "DG-2.1", "not_refilled", {"place": "market.1"}),
        (
            GAME.initial(entry_of({**DECKS, "market": PLAYING["market"]})),
            "DG-2.2", "still_draws", {"seat": "p1", "number": 3},
        ),
    ],
    ids=["turn", "card", "bought", "market", "opening"],
)  # fmt: skip
def test_who_plays_on_learns_who_draws_first(
    state: State, rule: str, reason: str, facts: dict[str, Any]
) -> None:
    assert broken(state, play="gold", by="p2") == [(rule, reason, facts)]


def test_a_card_laid_while_another_still_draws_is_warned_of_with_that_rule() -> None:
    state = after({"end_turn": True})
    spots = {piece: lies for piece, lies in GAME.layout(state).items() if not lies.covered}
    (card,) = (one for one in state.zones.known("p2.hand"))
    spots[PieceId(card)] = Spot(Cell("p2.play"), sideways=False)
    found = explain(GAME, state, Sighting(spots))
    assert isinstance(found, Unexplained)
    assert [(str(one.rule), one.reason) for one in found.violations] == [("DG-7.2", "still_draws")]
    assert [(put.piece, put.to) for put in found.puts] == [(card, None)]


def test_a_card_drawn_too_much_is_to_go_back() -> None:
    for seat in ("p1", "p2"):
        assert broken(after(), draw="gold#5", by=seat) == [("DG-7.2", "nothing_to_draw", {"card": "gold#5"})]
    # Five are owed to the first player, none to the second; and of its own cards alone.
    drawing = after({"end_turn": True})
    assert broken(drawing, draw=str(drawing.zones.can_be("p1.deck")[0])) == []
    assert broken(drawing, draw="gold#5", by="p2")[0][1] == "nothing_to_draw"
    assert broken(drawing, draw="spark#2")[0][1] == "not_there"


def test_its_pad_says_the_rule_of_a_card_drawn_too_much() -> None:
    opening = MatchOpening("m", Seconds(0.0), "hero_realms", "realms", "none", PLAYING, draws=DrawSource.SEEN)
    match, _ = open_match(GAME, opening)
    setting = cast("Setting[Any, Any]", SimpleNamespace(game=GAME, owned=lambda _: {}))
    table = table_of(setting, match)
    card = str(match.state.zones.can_be("p1.deck")[0])
    found = laying_of(setting, table, Seat("p1"), (card,), fresh=True)
    assert found.action is None
    assert "DG-7.2" in str(found.text)
    assert "Put it back on the deck" in str(found.text)
    # A card that isn't drawn from a real deck says nothing of drawing.
    typed = replace(table, match=replace(match, opening=replace(opening, draws=DrawSource.SEED)))
    assert "DG-7.2" not in str(laying_of(setting, typed, Seat("p1"), (card,), fresh=True).text)
