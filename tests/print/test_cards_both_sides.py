"""Cards print on both sides of a sheet: each back behind its face, the tag in the corner that a fan shows."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from dashboard.drawing.card_art import card_art
from dashboard.printing.cards import BLEED_MM, CARD_MM, CARD_TAG_MM, card_items
from dashboard.printing.depicted import Depiction
from dashboard.printing.order import Flip
from dashboard.printing.page_drawing import PageDrawing, PaperSheet
from dashboard.printing.paper import PAPERS
from dashboard.printing.things import card_pages
from engine.core.appearance import contrast, read_look
from engine.core.board import load_board
from engine.core.depiction import PrintedCard
from engine.core.faces import CardFace
from engine.core.game import Ruleset
from engine.core.phrase import Phrase
from engine.core.pieces import load_pieces
from engine.games.registry import open_look
from tests.bazaar.game import Bazaar
from tests.print.rasters import PX_PER_MM, depiction, rasterised

BAZAAR = Path(__file__).parents[1] / "bazaar"


def bazaar() -> Depiction:
    board = load_board(str(BAZAAR / "boards" / "bazaar.yaml"))
    game = Bazaar(board, Ruleset())
    return Depiction(read_look(BAZAAR / "look.yaml"), cards=game.printed_cards())


@pytest.mark.parametrize("flip", ["long", "short"])
def test_a_back_lies_behind_its_face_whichever_edge_the_sheet_is_turned_over(flip: Flip) -> None:
    pages = card_pages(depiction("mativen"), None, PAPERS["letter"], name="house", flip=flip)[4:6]
    _, back = rasterised(pages)
    printed = np.any(cv2.cvtColor(back, cv2.COLOR_BGR2HSV)[:, :, 1:2] > 40, axis=2)
    # Held against the light: turned over its long edge left and right change places, else top and bottom.
    behind = printed[:, ::-1] if flip == "long" else printed[::-1, :]
    cards = face_boxes(pages[0])
    assert len(cards) == 6
    for left, bottom, right, top in cards:
        high = pages[0].height_mm
        rows = slice(round((high - top) * PX_PER_MM) + 1, round((high - bottom) * PX_PER_MM) - 1)
        columns = slice(round(left * PX_PER_MM) + 1, round(right * PX_PER_MM) - 1)
        edge = behind[rows, columns]
        assert edge[0].all()
        assert edge[-1].all()
        assert edge[:, 0].all()
        assert edge[:, -1].all()


def face_boxes(page: PaperSheet) -> list[tuple[float, float, float, float]]:
    """Return the cut of each card on a page of faces, by its tag in the corner."""
    width, height = CARD_MM
    half = CARD_TAG_MM * 9 / 7 / 2 + 1.0
    return [
        (x - half, y + half - height, x - half + width, y + half)
        for x, y in (tag.centre_mm for tag in page.tags)
    ]


def test_a_cards_tag_is_in_its_upper_left_corner_and_large() -> None:
    width, height = CARD_MM
    for card in card_items(depiction("mativen")):
        for tag in card.front.drawing.tags:
            assert tag.side_mm == CARD_TAG_MM == 16.0
            x, y = tag.centre_mm
            assert x < width / 3
            assert y > height * 2 / 3


def test_backs_that_may_not_be_distinguished_are_the_same_drawing() -> None:
    shown = depiction("mativen")
    backs: dict[str, set[PageDrawing]] = {}
    for printed, card in zip(
        (one for one in shown.cards for _ in range(one.copies)), card_items(shown), strict=True
    ):
        backs.setdefault(printed.back, set()).add(card.back)
        assert card.back.shapes[0].box.left == -BLEED_MM
    assert set(backs) == {"general", "equipment", "event", "token"}
    assert all(len(one) == 1 for one in backs.values())


def test_a_game_on_the_kit_prints_every_copy_with_the_tags_of_its_pieces_file() -> None:
    pieces = load_pieces(str(BAZAAR / "boards" / "bazaar-pieces.yaml"))
    cards = card_items(bazaar(), pieces)
    tags = [tag.id for card in cards for tag in card.front.drawing.tags]
    assert sorted(tags) == sorted(pieces.by_tag)
    assert {tag.id for card in cards for tag in card.back.tags} == set(pieces.backs)
    (kind,) = {piece.kind for piece in pieces.pieces.values()}
    for card in cards:
        (tag,) = card.front.drawing.tags
        assert tag.centre_mm == (CARD_MM[0] / 2 + kind.tag_at_mm[0], CARD_MM[1] / 2 + kind.tag_at_mm[1])


def test_art_is_light_stays_in_its_box_and_follows_from_the_card() -> None:
    look = open_look("dozen_war")
    for card in depiction("mativen").cards:
        art = card_art(look, card, 63.0, 24.0)
        assert art == card_art(look, card, 63.0, 24.0)
        assert sum(len(layer.d) for layer in art) < 12_000
    one, other = (
        PrintedCard(CardFace(name, "common", Phrase(name)), effects=("damage",)) for name in ("axe", "club")
    )
    assert card_art(look, one, 63.0, 24.0) != card_art(look, other, 63.0, 24.0)


def test_a_cards_name_is_read_on_its_band() -> None:
    for kind, one in open_look("dozen_war").cards.items():
        assert contrast(one.colour, "#ffffff") >= 4.5, kind
