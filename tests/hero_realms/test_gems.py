"""Fire gems are all alike: nobody lays them in an order, and whichever is at hand is bought."""

from dataclasses import replace
from typing import Any

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.draws import DrawSource
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face, Spot
from engine.games.hero_realms.game import HeroRealms
from engine.games.hero_realms.position.state import GEMS, State, own
from engine.games.registry import usual_board
from engine.session.explaining.explanations import Ambiguous, Settled, Unchanged
from engine.session.explaining.referee import explain
from engine.session.matches.match import open_match, play
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.amendments import laid_for
from engine.session.seen.sighting import Sighting
from engine.session.seen.touches import Lie, Touch

GAME = HeroRealms(load_board(f"{usual_board('hero_realms')}@2"), Ruleset())
SETUP: dict[str, Any] = {
    "market": ["death-touch"],
    "market_deck": ["arkus-imperial-dragon"],
    "fire_gems": 16,
    "pools": {"gold": 9},
    "players": {"p1": {"discard": ["ruby"]}, "p2": {}},
}
TOP, NEXT = PieceId("fire-gem#11"), PieceId("fire-gem#7")
STOCK, DISCARD = Cell("fire_gems"), Cell("p1.discard")


def state_of(**more: Any) -> State:
    return GAME.initial(entry_of({**SETUP, **more}))


def lie(cell: Cell) -> Lie:
    return Lie(cell, Face.UP, None, sideways=False)


def seen_of(state: State, top: PieceId, **laid: str) -> dict[PieceId, Spot]:
    """Return a camera's view: each pile's top, this gem, and cards laid elsewhere."""
    spots = {piece: one for piece, one in GAME.layout(state).items() if not one.covered}
    spots[top] = Spot(STOCK, sideways=False)
    for cell, card in laid.items():
        spots = {piece: one for piece, one in spots.items() if one.cell != cell.replace("_", ".")}
        spots[PieceId(card)] = Spot(Cell(cell.replace("_", ".")), sideways=False)
    return spots


TAKEN = (
    Touch(Seconds(1.0), NEXT, None, lie(STOCK)),
    Touch(Seconds(1.0), TOP, lie(STOCK), None),
)


PUT_BACK = (
    Touch(Seconds(0.5), NEXT, lie(Cell("p2.discard")), None),
    Touch(Seconds(1.0), NEXT, None, lie(STOCK)),
    Touch(Seconds(1.0), TOP, lie(STOCK), None),
)


def written(found: Any) -> list[dict[str, Any]]:
    assert isinstance(found, Settled), found
    return [GAME.format_action(action) for action in found.line.actions]


def test_any_gem_may_lie_on_top() -> None:
    state = state_of()
    assert isinstance(explain(GAME, state, Sighting(seen_of(state, TOP))), Unchanged)


def test_whichever_gem_is_laid_on_the_discards_was_bought() -> None:
    state = state_of()
    spots = seen_of(state, NEXT, p1_discard=TOP)
    assert written(explain(GAME, state, Sighting(spots))) == [{"acquire": TOP, "by": "p1"}]


def test_one_gem_is_offered_and_any_may_be_named() -> None:
    state = state_of()
    offered = [GAME.format_action(one) for one in GAME.legal_actions(state)]
    assert sum("fire-gem" in str(one.get("acquire")) for one in offered) == 1
    after = GAME.apply(state, GAME.parse_action(entry_of({"acquire": TOP})))
    assert after.zones.is_in(TOP, own(after.turn, "discard"))
    assert after.zones.count(GEMS) == 15
    poor = state_of(pools={"gold": 1})
    (broken,) = GAME.violations(poor, GAME.parse_action(entry_of({"acquire": TOP})))
    assert (broken.rule, broken.reason) == ("DG-5.1", "too_dear")


def test_a_gem_laid_under_a_card_bought_with_it_is_not_overlooked_but_asked_about() -> None:
    state = state_of()
    spots = seen_of(state, NEXT, p1_discard="death-touch#1", market_1="arkus-imperial-dragon")
    found = explain(GAME, state, Sighting(spots, touches=TAKEN))
    assert isinstance(found, Ambiguous)
    (line,) = found.lines
    assert {str(getattr(action, "acquire", "")) for action in line.actions} == {TOP, "death-touch#1"}


def test_a_gem_seen_on_the_discards_before_a_card_covered_it_was_bought_too() -> None:
    state = state_of()
    spots = seen_of(state, NEXT, p1_discard="death-touch#1", market_1="arkus-imperial-dragon")
    came = (Touch(Seconds(1.5), TOP, None, lie(DISCARD)), Touch(Seconds(2.0), TOP, lie(DISCARD), None))
    actions = written(explain(GAME, state, Sighting(spots, touches=(*TAKEN, *came))))
    assert actions[0] == {"acquire": TOP, "by": "p1"}
    assert {"acquire": "death-touch#1", "by": "p1"} in actions


def test_a_gem_that_was_lifted_and_laid_back_was_not_bought() -> None:
    state = state_of()
    back = (Touch(Seconds(2.0), NEXT, lie(STOCK), None), Touch(Seconds(2.0), TOP, None, lie(STOCK)))
    assert isinstance(explain(GAME, state, Sighting(seen_of(state, TOP), touches=(*TAKEN, *back))), Unchanged)


def test_the_gem_at_hand_is_laid_for_the_one_that_a_tablet_bought() -> None:
    opening = MatchOpening("m", Seconds(0.0), "hero_realms", "realms", "none", SETUP, draws=DrawSource.SEEN)
    match, _ = open_match(GAME, opening)
    match, _, _ = play(GAME, match, (GAME.parse_action(entry_of({"acquire": "fire-gem"})),))
    said = match.state.zones.known(DISCARD)[0]
    assert said != TOP
    waiting = replace(match, leftovers={said: None})
    for first, top in ((waiting, NEXT), (match, said)):  # the named one is nowhere, or the stock's new top
        found = laid_for(GAME, first, Sighting(seen_of(match.state, top, p1_discard=TOP)))
        assert found is not None
        assert {found.one, found.other} == {said, TOP}
        assert found.state.zones.is_in(TOP, "p1.discard")
        assert found.state.zones.is_in(said, GEMS)
    # A second one, laid on the first: that is a purchase of its own.
    assert laid_for(GAME, match, Sighting(seen_of(match.state, NEXT, p1_discard=TOP))) is None


def test_a_whole_market_turned_up_in_one_go_is_certain() -> None:
    state = GAME.initial(entry_of({"box": "whole", "seats": ["p1", "p2"], "fire_gems": 16}))
    cards = ["command", "bribe#1", "the-rot#1", "spark#2", "grak-storm-giant"]
    spots = seen_of(state, TOP, **{f"market_{n}": card for n, card in enumerate(cards, start=1)})
    for unwatched in (frozenset[Cell](), frozenset({Cell("market.2")})):
        found = explain(GAME, state, Sighting(spots, unwatched=unwatched))
        assert written(found) == [{"draw": card} for card in cards]


def test_a_gem_under_one_that_was_put_back_is_still_there() -> None:
    state = state_of()
    seen = Sighting(seen_of(state, NEXT), touches=PUT_BACK)
    assert isinstance(explain(GAME, state, seen), Unchanged)
    # Even where the one upon it isn't seen for a moment.
    spots = {piece: one for piece, one in seen.spots.items() if piece != NEXT}
    assert isinstance(explain(GAME, state, replace(seen, spots=spots)), Unchanged)
    assert not isinstance(explain(GAME, state, replace(seen, spots=spots, touches=TAKEN)), Unchanged)
