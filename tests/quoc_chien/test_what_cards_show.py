"""What the referee makes of cards that were laid: what nothing on the table shows, it doesn't make up."""

from dataclasses import replace
from typing import Any

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.games.quoc_chien.game import QuocChien
from engine.games.quoc_chien.position.state import DECK
from engine.games.registry import usual_board
from engine.session.explaining.referee import Settled, explain
from tests.session.seeing import sight

GAME = QuocChien(load_board(usual_board("quoc_chien")), Ruleset())
SEATS = [f"s{number}" for number in range(1, 9)]
TURNED_UP = ["sha.S5", "sha.S10", "sha.S11", "jueying.S5", "chitu.H5", "dayuan.S13", "dilu.C5", "zixing.D13"]


def position(hands: dict[str, list[str]], generals: dict[str, list[str]] | None = None) -> Any:
    """Return a position of eight seats with an unknown deck in which the first may play."""
    players: dict[str, dict[str, list[str]]] = {seat: {"hand": hands.get(seat, [])} for seat in SEATS}
    for seat, hidden in (generals or {}).items():
        players[seat]["generals"] = hidden
    state = GAME.initial(entry_of({"players": players}))
    deck = GAME.tabletop.box.set_of(TURNED_UP)
    return replace(state, zones=state.zones.put_unknown(DECK, deck))


def played(state: Any, *deeds: dict[str, Any]) -> Any:
    """Return the position after some deeds."""
    for deed in deeds:
        state = GAME.apply(state, GAME.parse_action(entry_of(deed)))
    return state


def seen(before: Any, after: Any) -> Any:
    """Return what the referee makes of the table after it."""
    return explain(GAME, before, sight(GAME.layout(after)))


def test_as_many_cards_as_players_that_are_turned_up_at_once_are_no_question() -> None:
    before = position({"s1": ["wugu-fengdeng.H3"]})
    after = played(before, {"use": "wugu-fengdeng.H3"}, *({"draw": card} for card in TURNED_UP))
    found = seen(before, after)
    assert isinstance(found, Settled)
    assert found.line.state == after


def test_a_card_that_is_recast_isnt_taken_for_one_used_on_whom_nobody_told() -> None:
    before = position(
        {"s1": ["zhiji-zhibi.C3"], "s2": ["tao.H4"], "s3": ["tao.H7"]},
        {"s2": ["caocao", "xuhuang"], "s3": ["liubei", "guanyu"]},
    )
    after = played(before, {"recast": "zhiji-zhibi.C3"})
    found = seen(before, after)
    assert isinstance(found, Settled)
    assert found.line.state == after


def test_that_who_is_asked_passes_is_seen_by_what_comes_of_it() -> None:
    asked = played(position({"s1": ["huo-sha.D4"], "s2": ["shan.D3"]}), {"use": "huo-sha.D4", "on": ["s2"]})
    after = played(asked, {"pass": True})
    found = seen(asked, after)
    assert isinstance(found, Settled)
    assert found.line.state == after


def test_nobody_is_taken_to_have_passed_who_wasnt_asked_when_the_card_was_laid() -> None:
    before = position({"s1": ["huo-sha.D4"], "s2": ["shan.D3"]})
    after = played(before, {"use": "huo-sha.D4", "on": ["s8"]})
    assert GAME.layout(after) == GAME.layout(
        played(before, {"use": "huo-sha.D4", "on": ["s2"]}, {"pass": True})
    )
    found = seen(before, after)
    assert isinstance(found, Settled)
    assert found.line.state == after
