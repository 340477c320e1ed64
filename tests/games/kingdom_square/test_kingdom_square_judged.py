"""KingdomSquare's table is judged by its look: costs that lie side by side, lands under units."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face, Spot
from engine.core.observations import (
    Look,
    LookCells,
    LookMotion,
    LookPieces,
    LookReach,
    Named,
    Seen,
    SourceKnows,
)
from engine.games.kingdom_square.game import KingdomSquare
from engine.games.kingdom_square.match import State
from engine.games.registry import usual_board
from engine.kit.changed import altered
from engine.session.explaining.explanations import Ambiguous, Settled, Unchanged, Unexplained
from engine.session.explaining.referee import explain
from engine.session.playing.verdict_texts import repair_step
from engine.session.seen.backs import BacksSeen
from engine.session.seen.sighting import Sighting
from engine.session.seen.trays import gathered, trays_of
from engine.session.texts import TEXTS

PAID = ("f.no.17#1", "f.no.18#1", "f.no.21#1", "f.no.25#1", "f.no.30#1", "f.no.31#1")
SETUP: dict[str, Any] = {
    "heroes": {"first": "no.13", "second": "no.13"},
    "units": {"f.hero": "d2", "s.hero": "d4"},
    "table": {"first": ["no.36"]},
    "graveyard": {"first": ["no.69"]},
    "books": {"first": ["no.17", "no.21", "no.18", "no.25", "no.30", "no.31"], "second": ["no.17"]},
    "terrain": {
        "d1": {"card": "no.8", "explored": False, "owner": "first"},
        "e2": {"card": "no.9", "explored": False, "owner": "first"},
    },
}


@pytest.fixture(scope="module")
def game() -> KingdomSquare:
    return KingdomSquare(load_board(usual_board("kingdom_square")), Ruleset())


def begun(game: KingdomSquare) -> State:
    state = game.initial(entry_of(SETUP))
    return altered(state, zones=state.zones.shuffled("first.book"))


def announced(game: KingdomSquare) -> State:
    state = begun(game)
    cast = game.parse_action(entry_of({"cast": "no.36", "on": ["s.hero"]}))
    return game.apply(state, game.completed(state, cast))


def owed(game: KingdomSquare) -> int:
    state, count = announced(game), 0
    for card in PAID:
        if game.decider(state).kind != "draw":
            break
        state, count = game.apply(state, game.parse_action(entry_of({"draw": card}))), count + 1
    return count


def test_every_graveyard_has_a_tray_that_the_board_has_too(game: KingdomSquare) -> None:
    cells = load_board(usual_board("kingdom_square")).surface.cells
    assert trays_of(game) == {"first.paid": "first.graveyard", "second.paid": "second.graveyard"}
    assert set(trays_of(game)) <= set(cells)


def test_what_lies_in_a_tray_lies_on_its_pile_and_who_cant_see_one_cant_tell_of_the_other() -> None:
    card = Seen(PieceId("a"), Cell("x.paid"), 1.0, 2.0, Face.UP, 0.0, edge=False, confidence=1.0, margin=1.0)
    look = Look(
        "camera",
        1,
        Seconds(1.0),
        LookPieces((card,), (Named(PieceId("b"), Cell("b2")),)),
        LookCells((Cell("x.paid"),), (Cell("b2"),)),
        LookMotion(steady=True, moved=False),
        reach=LookReach(knows=SourceKnows.HOW, covers=(Cell("x.paid"), Cell("b2"))),
    )
    found = gathered(look, {Cell("x.paid"): Cell("x.graveyard")})
    assert [one.cell for one in found.pieces.seen] == ["x.graveyard"]
    assert found.cells.unsure == ("x.paid", "x.graveyard")
    assert found.cells.blind == ("b2",)
    assert found.reach.covers == ("x.paid", "b2", "x.graveyard")
    assert found.pieces.named == look.pieces.named
    assert gathered(look, {}) is look


def test_cards_that_lie_side_by_side_are_a_cost_that_was_paid_whichever_came_first(
    game: KingdomSquare,
) -> None:
    state, count = announced(game), owed(game)
    assert count > 1
    for paid in list(permutations(PAID, count))[:: 17 * count]:
        # The skill goes on its cost.
        gone = map(PieceId, (*paid, "f.no.36#1"))
        spots = dict(game.layout(state)) | dict.fromkeys(gone, Spot(Cell("first.graveyard")))
        found = explain(game, state, Sighting(spots))
        assert isinstance(found, Settled), found
        drawn = {game.format_action(action).get("draw") for action in found.line.actions}
        assert drawn == set(paid)


def test_any_card_of_a_graveyard_may_show_once_it_was_gathered(game: KingdomSquare) -> None:
    state = announced(game)
    for card in PAID[: owed(game)]:
        state = game.apply(state, game.parse_action(entry_of({"draw": card})))
    layout = game.layout(state)
    piled = [piece for piece, spot in layout.items() if spot.cell == "first.graveyard"]
    assert len(piled) > 2
    for top in piled:
        others = {piece: spot for piece, spot in layout.items() if piece not in piled}
        found = explain(game, state, Sighting({**others, top: layout[top]}))
        assert isinstance(found, Unchanged), (top, found)


def moved(game: KingdomSquare, to: str) -> tuple[State, dict[PieceId, Spot]]:
    """Return a position, and the table once the hero was moved without anybody seeing the land beneath."""
    state = begun(game)
    spots = dict(game.layout(state))
    hero = PieceId("f.hero")
    return state, {**spots, hero: replace(spots[hero], cell=Cell(to), sideways=True)}


@pytest.mark.parametrize(("tile", "card"), [("d1", "f.no.8#1"), ("e2", "f.no.9#1")])
def test_the_back_that_still_shows_beside_a_unit_says_that_its_land_wasnt_explored(
    game: KingdomSquare, tile: str, card: str
) -> None:
    state, spots = moved(game, tile)
    found = explain(game, state, Sighting(spots, backs=seen_backs({"d1": 1, "e2": 1})))
    assert isinstance(found, Settled), found
    assert [written(game, one) for one in found.line.actions] == [{"move": "f.hero", "path": [tile]}]
    shown = {**spots, PieceId(card): Spot(Cell(tile), sideways=False, ground=True)}
    found = explain(game, state, Sighting(shown, backs=seen_backs({"d1": 1, "e2": 1} | {tile: 0})))
    assert isinstance(found, Settled), found
    assert written(game, found.line.actions[0])["explore"] == [tile]


def test_a_land_that_a_unit_hides_is_asked_about(game: KingdomSquare) -> None:
    state, spots = moved(game, "d1")
    found = explain(game, state, Sighting(spots, backs=seen_backs({"e2": 1})))
    assert isinstance(found, Ambiguous)
    assert len(found.lines) == 2


def seen_backs(numbers: Mapping[str, int]) -> BacksSeen:
    return BacksSeen({Cell(cell): (("land", number),) for cell, number in numbers.items() if number})


def written(game: KingdomSquare, action: Any) -> dict[str, Any]:
    return {key: value for key, value in game.format_action(action).items() if key != "by"}


@pytest.mark.parametrize(("trump", "lies_open"), [("no.92", True), (None, False)])
def test_a_drawn_card_that_can_only_go_onto_the_table_is_seen_there(
    game: KingdomSquare, trump: str | None, *, lies_open: bool
) -> None:
    """Where it may become the trump, whoever draws it has to say where it went."""
    setup = {**SETUP, "turn": "second", "table": {}, "terrain": {}}
    setup |= {} if trump is None else {"trump": {"first": trump}}
    state = game.initial(entry_of(setup))
    state = altered(state, zones=state.zones.shuffled("first.book"))
    drawing = game.apply(state, game.parse_action(entry_of({"end_turn": True, "by": "second"})))
    assert (game.decider(drawing).kind, game.decider(drawing).shows) == ("draw", lies_open)
    drawn = game.apply(drawing, game.parse_action(entry_of({"draw": "f.no.21#1"})))
    assert (PieceId("f.no.21#1") in game.layout(drawn)) is lies_open
    if lies_open:
        seen = Sighting({one: replace(spot, edge=False) for one, spot in game.layout(drawn).items()})
        found = explain(game, drawing, seen)
        assert isinstance(found, Settled)
        assert found.line.state == drawn


def test_a_unit_that_was_moved_and_left_upright_is_to_be_turned_where_it_is(game: KingdomSquare) -> None:
    state = game.initial(entry_of({"units": {"f.hero": "d1", "s.hero": "d7", "f.no.80": "d3"}}))
    spots = dict(game.layout(state))
    spots[PieceId("f.no.80#1")] = replace(spots[PieceId("f.no.80#1")], cell=Cell("d4"))
    found = explain(game, state, Sighting(spots))
    assert isinstance(found, Unexplained)
    (put,) = found.puts
    assert (put.to, put.others) == (Spot(Cell("d4"), sideways=True, edge=None), ())
    assert repair_step(put).text == TEXTS.say("put.turn_sideways", piece="f.no.80#1", cell="d4")
