"""The referee and cards that were laid: it makes up nothing that the table doesn't show."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId
from engine.games.quoc_chien.game import QuocChien
from engine.games.quoc_chien.position.state import DECK
from engine.games.registry import usual_board
from engine.session.explaining.explanations import Ambiguous, Pending, Settled, Unexplained
from engine.session.explaining.referee import explain
from tests.session.seeing import sight

GAME = QuocChien(load_board(usual_board("quoc_chien")), Ruleset())
SEATS = [f"s{number}" for number in range(1, 9)]
TURNED_UP = ["sha.S5", "sha.S10", "sha.S11", "jueying.S5", "chitu.H5", "dayuan.S13", "dilu.C5", "zixing.D13"]


def position(
    hands: dict[str, list[str]], generals: dict[str, list[str]] | None = None, below: Iterable[str] = ()
) -> Any:
    """Return a position of eight seats with an unknown deck where the first may play.

    `below`: what the deck has beside the cards that are turned up.
    """
    players: dict[str, dict[str, list[str]]] = {seat: {"hand": hands.get(seat, [])} for seat in SEATS}
    for seat, hidden in (generals or {}).items():
        players[seat]["generals"] = hidden
    state = GAME.initial(entry_of({"players": players}))
    deck = GAME.tabletop.box.set_of([*TURNED_UP, *below])
    return replace(state, zones=state.zones.put_unknown(DECK, deck))


def played(state: Any, *actions: dict[str, Any]) -> Any:
    """Return the position after some actions."""
    for action in actions:
        state = GAME.apply(state, GAME.parse_action(entry_of(action)))
    return state


def seen(before: Any, after: Any) -> Any:
    """Return the referee's verdict on the table afterwards."""
    return explain(GAME, before, sight(GAME.layout(after)))


def test_as_many_cards_as_players_that_are_turned_up_at_once_are_no_question() -> None:
    before = position({"s1": ["wugu-fengdeng.H3"]})
    after = played(before, {"use": "wugu-fengdeng.H3"}, *({"draw": card} for card in TURNED_UP))
    found = seen(before, after)
    assert isinstance(found, Settled)
    assert found.line.state == after


def test_where_a_card_lies_that_would_have_gone_elsewhere_without_the_card_before_it_is_asked() -> None:
    players = {
        "s1": {
            "generals": ["lvmeng", "lusu"],
            "revealed": ["head"],
            "hand": ["sha.S7", "yuanjiao-jingong.H9"],
        },
        "s2": {"kingdom": "wei"},
        "s3": {},
        "s4": {"kingdom": "shu"},
    }
    # With no card on the discards either nobody draws, and what is used lies there at once.
    before = GAME.initial(entry_of({"deck": [], "players": players}))
    uses = [{"use": "yuanjiao-jingong.H9", "on": [whom]} for whom in ("s2", "s4")]
    hit = played(before, {"use": "sha.S7", "on": ["s2"]})
    for use in uses:
        assert GAME.layout(played(before, use))[PieceId("yuanjiao-jingong.H9")].cell == "discards"
        after = played(hit, use)
        assert GAME.layout(after)[PieceId("yuanjiao-jingong.H9")].cell == "middle"
        found = seen(before, after)
        assert isinstance(found, Ambiguous)
        assert after in [line.state for line in found.lines]


def test_a_card_that_is_recast_isnt_taken_for_one_used_on_whom_nobody_said() -> None:
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


def test_of_two_cards_compared_and_put_away_at_once_only_the_upper_is_seen() -> None:
    head = {"generals": ["xunyu", "caocao"], "revealed": ["head"], "health": 1, "max_health": 3}
    others = {seat: {"hand": ["sha.S10", "shan.D3"] if seat == "s2" else []} for seat in SEATS[1:]}
    before = GAME.initial(entry_of({"players": {"s1": {**head, "hand": ["sha.S11", "tao.H4"]}, **others}}))
    asked = played(before, {"skill": "quhu"}, {"choose": "sha.S11", "by": "s1"})
    after = played(asked, {"choose": "sha.S10", "by": "s2"})
    assert "sha.S11" in GAME.layout(after)
    found = seen(asked, after)
    assert isinstance(found, Settled)
    assert found.line.state == after


DARK = [(DECK, True), ("s8.head", True), ("middle", False)]


@pytest.mark.parametrize(("dark", "surely"), DARK, ids=[cell for cell, _ in DARK])
def test_a_card_that_is_gone_isnt_where_only_what_lies_face_down_cant_be_read(
    dark: str, *, surely: bool
) -> None:
    opened = played(
        position({"s1": ["wugu-fengdeng.H3"]}, {"s8": ["caocao", "xuhuang"]}, below=["tao.H7"]),
        {"use": "wugu-fengdeng.H3"},
        *({"draw": card} for card in TURNED_UP),
    )
    after = played(opened, {"choose": "chitu.H5"})
    cells = frozenset((Cell(dark),))
    lies = sight(GAME.layout(after))
    table = replace(
        lies, hidden=frozenset((PieceId("chitu.H5"),)), murky=cells, unread=cells, newly_unread=cells
    )
    found = explain(GAME, opened, table)
    assert isinstance(found, Settled) is surely
    assert not isinstance(found, Unexplained)


def test_a_card_that_another_covers_on_the_discards_isnt_looked_for_where_nobody_can_read() -> None:
    before = position({"s1": ["tao.H4", "sha.S8", "shan.D3", "shan.D9", "juedou.S1", "juedou.C1"]})
    first = played(before, {"end_play": True}, {"discard": ["juedou.C1"]})
    after = played(first, {"discard": ["juedou.S1"]})
    unread = frozenset((Cell("middle"),))
    table = replace(
        sight(GAME.layout(after)),
        hidden=frozenset((PieceId("juedou.C1"),)),
        murky=unread,
        unread=unread,
        newly_unread=unread,
    )
    found = explain(GAME, first, table)
    assert isinstance(found, Settled)
    assert found.line.state == after
    assert isinstance(explain(GAME, first, replace(table, murky=frozenset((Cell("discards"),)))), Pending)
