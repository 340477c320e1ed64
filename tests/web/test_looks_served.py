"""A game's appearance comes from one file: the page, paper and pictures draw the same."""

import re
from math import hypot
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from dashboard.drawing.card_art import card_art, svg_of
from dashboard.drawing.ground import lands_of
from dashboard.drawing.portraits import portrait
from dashboard.printing.board_sheet import board_drawing
from dashboard.printing.depicted import depiction_of
from dashboard.printing.page_drawing import Path as Outline
from dashboard.printing.page_drawing import Text
from dashboard.printing.piece_labels import piece_items
from dashboard.web.words.looks import ART, art_of, look_of
from engine.core.board import load_board
from engine.core.game import Ruleset
from engine.core.pieces import load_pieces
from engine.games.registry import GAMES, open_game, open_look


@pytest.fixture(scope="module")
def said() -> dict[str, Any]:
    return look_of("dozen_war", "mativen")


def test_the_page_and_the_printed_board_have_the_same_lands(said: dict[str, Any]) -> None:
    board = load_board("mativen")
    shown = depiction_of("dozen_war", board, load_pieces("mativen-pieces"), content="house")
    filled: dict[object, str] = {
        one.outlines[0]: one.fill
        for one in reversed(board_drawing(board, load_pieces("mativen-pieces"), shown).shapes)
        if isinstance(one, Outline) and one.fill and len(one.outlines[0]) == 6
    }
    for cell in board.surface.cells:
        land = said["field"]["lands"][said["lands"][cell]]
        assert filled[tuple(board.surface.corners_mm(cell))] == land["day"]
    assert said["lands"] == lands_of(board, len(said["field"]["lands"]))


def test_a_seat_has_one_colour_on_the_page_and_on_its_printed_pieces(said: dict[str, Any]) -> None:
    board, pieces = load_board("mativen"), load_pieces("mativen-pieces")
    shown = depiction_of("dozen_war", board, pieces, content="house", language="vi")
    bodies = {one["seat"]: one["body"] for one in said["seats"]}
    seats = {"w": "west", "s": "south", "e": "east", "n": "north"}
    for item in piece_items(pieces, shown):
        if item.name[0] in seats and item.name[1] == "." and ".castle" not in item.name:
            fills = {one.fill for one in item.drawing.shapes if isinstance(one, Outline)}
            assert bodies[seats[item.name[0]]] in fills, item.name
            assert not fills & {
                body for seat, body in bodies.items() if seat not in ("", seats[item.name[0]])
            }
    words = {
        one.text
        for item in piece_items(pieces, shown)
        for one in item.drawing.shapes
        if isinstance(one, Text)
    }
    assert "Tây · Bộ binh 2" in words
    assert [word for word in words if "." in word] == []


def test_a_tables_own_board_has_the_games_pieces_and_no_address_reads_files(said: dict[str, Any]) -> None:
    own = look_of("dozen_war", "../../secret")
    assert own["pieces"] == said["pieces"]
    assert own["lands"] == {}


def test_every_person_has_a_portrait_of_its_own(said: dict[str, Any]) -> None:
    people = {one["person"] for one in said["pieces"].values() if one["person"]}
    assert people == set(said["portraits"])
    assert len({str(one) for one in said["portraits"].values()}) == len(people) == 12


def test_a_cards_art_is_a_small_picture_by_itself() -> None:
    art = art_of("dozen_war", "house")
    assert len(art) >= 12 + 30 + 19
    for card, written in art.items():
        assert len(written) < 8_000, card
        root = ET.fromstring(written)  # noqa: S314 # our own
        assert root.tag.endswith("svg")
        assert len(root) > 3
    assert open_look("dozen_war").cards["event"].symbol


def corners(path: str, unit: float) -> list[tuple[float, float]]:
    """Return where each step of a path leads, in millimetres."""
    at, start, found, step = (0.0, 0.0), (0.0, 0.0), [], ""
    numbers = iter(re.findall(r"[A-Za-z]|-?[0-9]*\.?[0-9]+", path))
    for one in numbers:
        step, value = (one, next(numbers) if one not in "Zz" else "") if one.isalpha() else (step, one)
        if step in "Zz":
            at = start
            continue
        if step in "hv":
            by = float(value) * unit
            at = (at[0] + by, at[1]) if step == "h" else (at[0], at[1] + by)
        else:
            by_x, by_y = float(value) * unit, float(next(numbers)) * unit
            at = (at[0] + by_x, at[1] + by_y) if step == "l" else (by_x, by_y)
        if step == "M":
            start, step = at, "L"
        found.append(at)
    return found


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_cards_art_is_the_drawn_one_to_a_tenth_of_a_millimetre_and_stays_small(game: str) -> None:
    look = open_look(game)
    cards = open_game(game, load_board(look.boards[0]), Ruleset()).printed_cards()
    for card in cards[::9]:
        drawn = [one.d for one in card_art(look, card, *ART)]
        written = re.findall(r' d="([^"]+)"', svg_of(card_art(look, card, *ART), ART))
        assert len(written) == len(drawn)
        for before, after in zip(drawn, written, strict=True):
            kept = corners(after, 0.1)
            assert all(min(hypot(x - a, y - b) for a, b in kept) < 0.08 for x, y in corners(before, 1))
            assert len(after) < len(before)


@pytest.mark.parametrize("game", ["hero_realms", "kingdom_square", "quoc_chien"])
def test_every_card_shows_somebody_or_a_sign_of_its_own(game: str) -> None:
    look = open_look(game)
    opened = open_game(game, load_board(look.boards[0]), Ruleset())
    bare = [
        card.face.kind
        for card in opened.printed_cards()
        if not card.person and not set(card.effects) & set(look.effects)
    ]
    # Horses show horses; a hero of KingdomSquare stands for whichever hero its player chose.
    assert set(bare) <= {"plus", "minus", "hero"}
    assert {card.face.kind for card in opened.printed_cards()} <= set(look.cards)


def test_whoever_may_be_a_woman_has_no_beard_and_a_woman_has_long_hair() -> None:
    look = open_look("quoc_chien")
    people = [f"general {number}" for number in range(60)]
    mouth = portrait(look, people[0], "wei", woman=None)[-1 - len(look.symbols["guan"])]

    def show_their_mouths(*, woman: bool | None) -> set[bool]:
        return {mouth in portrait(look, name, "wei", woman=woman) for name in people}

    assert show_their_mouths(woman=False) == {True, False}
    assert show_their_mouths(woman=None) == show_their_mouths(woman=True) == {True}
    short, long = (portrait(look, people[0], "wei", woman=woman) for woman in (None, True))
    assert long[1:] == short
