"""Cards that lie face down are judged by their backs: where and how many lie, never which."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.bus.messages.commands import Command, CommandKind
from engine.core.board import load_board
from engine.core.draws import DrawSource
from engine.core.game import Ruleset
from engine.core.ids import Cell, Seat, Seconds
from engine.core.layout import Heap
from engine.core.observations import Backs
from engine.core.verdict import Verdict, VerdictKind
from engine.session.explaining.face_down import due_backs
from engine.session.matches.journal_replay import read_opening
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import Setting, Table, setting_of, table_of
from engine.session.playing.table_events import happen
from tests.bazaar.game import Bazaar
from tests.session.seeing import look_at, shown

BOARD = load_board(str(Path(__file__).parent / "boards" / "bazaar.yaml"))
SETUP = {
    "seats": ["a", "b"],
    "hands": {"a": ["thief"], "b": ["guard"]},
    "masks": {"a": ["fox"]},
    "market": ["omen", "charm", "lamp"],
    "gold": {"a": 5},
    "box": "whole",
}


class Backed:
    """A table of cards that a camera watches, backs and all. Half a second passes with each look."""

    def __init__(self, *, draws: DrawSource = DrawSource.SEEN, old: bool = False, **setup: Any) -> None:
        self.game = Bazaar(BOARD, Ruleset())
        opening = MatchOpening("m", Seconds(0.0), "bazaar", "", "", {**SETUP, **setup}, draws=draws)
        match, self.opened = open_match(self.game, opening)
        if old:
            del self.opened.body["counts_backs"]
        match = replace(match, opening=read_opening(self.opened))
        self.setting: Setting[Any, Any] = setting_of(self.game, match.state, None)
        self.table: Table[Any, Any] = table_of(self.setting, match)
        self.spots = dict(shown(self.game.layout(match.state)))
        due = due_backs(self.game.heaps(match.state), self.game.layout(match.state))
        self.backs: dict[tuple[str, str], int] = {
            (cell, one.back): min(one.number, 1) for cell, all_due in due.items() for one in all_due
        }
        self.verdicts: list[Verdict] = []
        self.now = 0.0

    def wait(self, looks: int = 3, *, blind: tuple[str, ...] = ()) -> list[Verdict]:
        """Look this often at the table as it lies; return the events."""
        before = len(self.verdicts)
        for _ in range(looks):
            self.now += 0.5
            look = look_at(
                {p: s for p, s in self.spots.items() if s.cell not in blind}, self.now, blind=blind
            )
            backs = tuple(
                Backs(Cell(cell), back, number)
                for (cell, back), number in sorted(self.backs.items())
                if number and cell not in blind
            )
            self.took(replace(look, pieces=replace(look.pieces, backs=backs)))
        return self.verdicts[before:]

    def took(self, what: Any) -> None:
        step = happen(self.setting, self.table, what, self.now)
        self.table = step.table
        self.verdicts += step.verdicts

    def said(self) -> Mapping[str, Any]:
        """Return the verdict in force: its kind, its cells and its steps."""
        current = self.table.current
        assert current is not None
        assert {step.piece for step in current.repair} == {""}
        return {
            "kind": current.kind,
            "cells": current.cells,
            "steps": [str(one.text) for one in current.repair],
        }


@pytest.fixture
def backed() -> Backed:
    found = Backed()
    found.wait()
    assert found.table.current is None
    return found


def test_a_card_laid_face_down_on_another_deck_is_warned_of(backed: Backed) -> None:
    # The deck now shows a mask's back on top.
    backed.backs["deck", "card"], backed.backs["deck", "mask"] = 0, 1
    assert backed.wait(3) == []
    (warning,) = backed.wait(5)
    assert warning.kind is VerdictKind.ILLEGAL
    assert backed.said() == {
        "kind": VerdictKind.ILLEGAL,
        "cells": ("deck",),
        "steps": ["Take the card with another back off deck."],
    }
    backed.backs["deck", "card"], backed.backs["deck", "mask"] = 1, 0
    (again,) = backed.wait(4)
    assert (again.kind, again.actions) == (VerdictKind.SETTLED, ())
    assert backed.table.current is None


def test_who_draws_the_last_two_cards_instead_of_one_leaves_a_bare_deck(backed: Backed) -> None:
    backed.backs["deck", "card"] = 0
    backed.wait(8)
    assert backed.said() == {
        "kind": VerdictKind.ILLEGAL,
        "cells": ("deck",),
        "steps": ["Lay the cards of deck there, face down."],
    }


def test_a_last_card_that_was_drawn_and_not_named_yet_is_no_theft() -> None:
    table = Backed(market=["omen", "charm"])
    table.wait()
    del table.spots[next(piece for piece in table.spots if piece.startswith("omen"))]
    table.backs["deck", "card"] = 0
    table.wait(12)
    assert table.game.decider(table.table.match.state).kind == "draw"
    assert table.table.current is None


def test_a_mask_laid_down_where_none_is_expected_is_warned_of(backed: Backed) -> None:
    backed.backs["b.mask", "mask"] = 1
    backed.wait(8)
    said = backed.said()
    assert (said["kind"], said["steps"]) == (
        VerdictKind.ILLEGAL,
        ["Take away what lies face down on b.mask."],
    )


def test_a_hidden_place_left_empty_from_the_start_is_still_to_be_laid() -> None:
    table = Backed()
    table.backs["a.mask", "mask"] = 0
    table.wait(8)
    assert table.said() == {
        "kind": VerdictKind.PENDING,
        "cells": ("a.mask",),
        "steps": ["Lay 1 card on a.mask, face down."],
    }


def test_a_mask_taken_from_its_place_is_warned_of_while_play_goes_on(backed: Backed) -> None:
    backed.backs["a.mask", "mask"] = 0
    warnings = [one for one in backed.wait(12) if one.kind is VerdictKind.ILLEGAL]
    assert len(warnings) == 1
    revision = backed.table.match.revision
    del backed.spots[next(piece for piece in backed.spots if piece.startswith("charm"))]
    verdicts = backed.wait(8)
    assert backed.table.match.revision == revision + 1
    # It's put in force again behind the play, and not said once more.
    assert [one.kind for one in verdicts] == [VerdictKind.SETTLED]
    assert backed.said()["cells"] == ("a.mask",)


def test_a_pile_laid_where_one_belongs_is_no_wrong_play_but_not_due_yet(backed: Backed) -> None:
    backed.backs["masks", "mask"] = 1
    backed.wait(8)
    assert backed.said() == {
        "kind": VerdictKind.PENDING,
        "cells": ("masks",),
        "steps": ["Take away what lies face down on masks."],
    }


def test_a_wrong_play_is_said_though_other_cards_are_still_to_be_put(backed: Backed) -> None:
    revision = backed.table.match.revision
    asked = Command("1", CommandKind.ACT, revision, seat=Seat("a"), action={"acquire": "charm#1"})
    backed.took(asked)
    backed.wait(4)
    current = backed.table.current
    assert current is not None
    assert [step.piece for step in current.repair] == ["charm#1"]
    backed.backs["b.mask", "mask"] = 1
    assert [one.cells for one in backed.wait(12) if one.kind is VerdictKind.ILLEGAL] == [("b.mask",)]
    assert backed.table.current == current


def test_what_a_hand_covers_or_one_look_misses_is_no_fault(backed: Backed) -> None:
    assert backed.wait(12, blind=("a.mask", "deck")) == []
    backed.backs["deck", "card"] = 0
    backed.wait(1)
    backed.backs["deck", "card"] = 1
    assert backed.wait(8) == []


def test_players_may_say_that_the_match_is_right(backed: Backed) -> None:
    backed.backs["deck", "card"] = 0
    backed.wait(8)
    asked = Command("1", CommandKind.GAME_IS_RIGHT, revision=backed.table.match.revision, seat=Seat("a"))
    backed.took(asked)
    backed.wait(8)
    assert backed.table.current is None
    # A later wrong play is warned of all the same.
    backed.backs["b.mask", "mask"] = 1
    backed.wait(8)
    assert backed.said()["cells"] == ("b.mask",)


@pytest.mark.parametrize("how", [{"draws": DrawSource.SEED}, {"old": True}])
def test_nothing_is_judged_by_backs_where_the_match_draws_or_of_old_recordings(how: Any) -> None:
    table = Backed(**how)
    table.wait()
    table.backs["deck", "card"], table.backs["b.mask", "mask"] = 0, 1
    assert table.wait(12) == []


def test_a_table_without_decks_is_let_be() -> None:
    table = Backed()
    table.backs = dict.fromkeys(table.backs, 0)
    table.wait(12)
    assert table.table.current is None


def test_what_is_said_is_the_same_whichever_card_is_hidden() -> None:
    verdicts = []
    for mask in ("fox", "owl"):
        table = Backed(masks={"a": [mask]})
        table.wait()
        table.backs["a.mask", "mask"] = 0
        table.wait(8)
        verdicts.append(table.verdicts)
    assert verdicts[0] == verdicts[1]
    assert [one.kind for one in verdicts[0]] == [VerdictKind.ILLEGAL]


def test_an_empty_hidden_slot_and_an_empty_deck_are_heaps_of_none() -> None:
    table = Backed()
    heaps = {heap.cell: heap for heap in table.game.heaps(table.table.match.state)}
    assert heaps[Cell("b.mask")] == Heap(Cell("b.mask"), "mask", 0)
    assert heaps[Cell("a.mask")].number == 1
