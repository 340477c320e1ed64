"""Cards as a camera sees them: faces by name, backs by number, and cards that lie on other cards."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine.core.board import load_board
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face
from engine.core.observations import Look, Seen
from engine.core.pieces import load_pieces
from engine.games import hero_realms
from tests.vision.card_tables import board, card, pieces, renderer, view
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame
from vision.render.cards import crooked, fanned, stacked
from vision.render.conditions import Conditions
from vision.render.hand import Hand
from vision.render.renderer import Renderer
from vision.render.solids import PlacedPiece
from vision.render.view import CameraView, view_over

LOOKS = 3
"""The number of looks at a still table. If one look leaves something open, the next may show it."""


class Camera:
    """A camera over the bazaar. It looks at each arrangement a few times, as at a table at rest."""

    def __init__(self, conditions: Conditions | None = None, seen: CameraView | None = None) -> None:
        self.renderer = renderer(conditions, seen)
        self.reader = BoardReader(
            board(), pieces(), source="test", intrinsics=self.renderer.view.camera.intrinsics
        )
        self.number = 0

    def sees(self, cards: Sequence[PlacedPiece], *, hand: Hand | None = None, looks: int = LOOKS) -> Look:
        for _ in range(looks):
            self.number += 1
            image = self.renderer.render(cards, hand=hand, number=self.number)
            look = self.reader.read(Frame(image, Seconds(self.number * 0.5), self.number))
        return look


def faces(look: Look) -> dict[str, str]:
    return {one.piece: one.cell for one in look.pieces.seen}


def backs(look: Look) -> dict[str, int]:
    assert look.pieces.backs is not None
    return {one.cell: one.number for one in look.pieces.backs}


def seen(look: Look, name: str) -> Seen:
    return next(one for one in look.pieces.seen if one.piece == name)


def test_a_card_lies_where_its_middle_does_and_not_where_its_tag_is() -> None:
    # With the card's middle over the slot's upper left corner, its tag is outside the slot.
    out = card("owl", "market.2", off=(-20, 25))
    look = Camera().sees([out, card("fox", "market.1")])
    assert faces(look) == {"owl": "market.2", "fox": "market.1"}
    assert (seen(look, "owl").x_mm, seen(look, "owl").y_mm) == pytest.approx((out.x_mm, out.y_mm), abs=0.8)


@pytest.mark.parametrize(
    ("turned", "sideways"),
    [(0.0, False), (25.0, False), (45.0, None), (66.0, True), (90.0, True), (180.0, False), (270.0, True)],
)
def test_a_card_is_sideways_upright_or_neither(turned: float, *, sideways: bool | None) -> None:
    look = Camera().sees([card("owl", "b.play", turned=turned)])
    assert seen(look, "owl").sideways is sideways
    assert seen(look, "owl").cell == "b.play"


def test_backs_are_counted_where_each_shows_and_never_named() -> None:
    shown = [
        card("lamp#1", "market.1", face=Face.DOWN),
        card("owl", "market.3", face=Face.DOWN),
        *(card(f"thief#{n}", "b.play", off=(-70 + 68 * (n - 1), 0), face=Face.DOWN) for n in (1, 2, 3)),
        *stacked(card(f"guard#{n}", "deck", face=Face.DOWN) for n in (1, 2, 3)),
    ]
    look = Camera().sees(shown)
    assert faces(look) == {}
    assert backs(look) == {"market.1": 1, "market.3": 1, "b.play": 3, "deck": 1}
    assert not {*look.cells.unsure, *look.cells.blind}


def test_the_top_of_a_pile_of_any_height_is_seen_and_cards_under_it_are_no_doubt() -> None:
    camera = Camera()
    under = [card(f"lamp#{n}", "discard") for n in (1, 2, 3)]
    assert faces(camera.sees(stacked(crooked(under, Random(2))))) == {"lamp#3": "discard"}  # noqa: S311 # a test's own chance
    look = camera.sees(stacked([*under, card("owl", "discard")]))
    assert faces(look) == {"owl": "discard"}
    assert not {*look.cells.unsure, *look.cells.blind}
    high = [replace(card("fox", "discard"), lift_mm=35.0), card("toad", "market.1")]
    assert faces(camera.sees(high)) == {"fox": "discard", "toad": "market.1"}


def test_a_fan_shows_its_corners_and_each_card_counts() -> None:
    names = ["lamp#1", "thief#2", "omen#1", "dare#3", "crane"]
    fan = fanned([card(name, "b.play", off=(-60, 0)) for name in names], step_mm=24, spread_deg=24)
    look = Camera().sees(fan)
    assert faces(look) == dict.fromkeys(names, "b.play")
    assert not {*look.cells.unsure, *look.cells.blind}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_cards_that_hands_laid_overlapping_by_a_third_are_all_read(seed: int) -> None:
    chance = Random(seed)  # noqa: S311 # a test's own chance
    rows = [
        card(name, f"{seat}.play", off=(-66 + 44 * n, 0))
        for seat, names in (("a", ("lamp#1", "lamp#2", "omen#2", "owl")), ("c", ("dare#1", "fox", "thief#5")))
        for n, name in enumerate(names)
    ]
    laid = stacked(crooked(rows, chance))
    visible = {
        one.placed.piece.id: one.cell for one in renderer().truth(laid) if one.hidden == 0 and one.cell
    }
    look = Camera().sees(laid)
    assert faces(look).items() >= visible.items()
    assert not look.cells.blind


def test_a_card_whose_corner_is_covered_in_play_is_not_gone_but_unsure() -> None:
    camera = Camera()
    lower, upper = card("owl", "b.play", off=(-20, 0)), card("fox", "b.play", off=(-22, 3))
    assert faces(camera.sees([lower])) == {"owl": "b.play"}
    covered = camera.sees(stacked([lower, upper]))
    assert faces(covered) == {"fox": "b.play"}
    assert "b.play" in covered.cells.unsure
    # Once the card on top is taken away, nothing is left to doubt.
    elsewhere = camera.sees([upper, card("owl", "c.play")])
    assert faces(elsewhere) == {"fox": "b.play", "owl": "c.play"}
    assert not {*elsewhere.cells.unsure, *elsewhere.cells.blind}


def test_a_card_that_is_taken_away_is_gone_and_one_that_comes_into_its_slot_is_seen() -> None:
    camera = Camera()
    row = [card("lamp#1", "market.1"), card("owl", "market.2")]
    assert faces(camera.sees(row)) == {"lamp#1": "market.1", "owl": "market.2"}
    look = camera.sees([card("fox", "market.1"), row[1]])
    assert faces(look) == {"fox": "market.1", "owl": "market.2"}
    look = camera.sees([row[1]])
    assert faces(look) == {"owl": "market.2"}
    assert not {*look.cells.unsure, *look.cells.blind}


def test_a_card_under_a_hand_is_neither_gone_nor_elsewhere() -> None:
    camera = Camera()
    row = [card("lamp#1", "market.1"), card("owl", "market.3"), card("fox", "a.mask", face=Face.DOWN)]
    camera.sees(row)
    x, y = board().surface.centre_mm(Cell("market.3"))
    look = camera.sees(row, hand=Hand(x, y, 90.0, height_mm=20.0), looks=2)
    assert "market.3" in look.cells.blind
    assert faces(look)["lamp#1"] == "market.1"
    assert backs(look) == {"a.mask": 1}
    assert faces(camera.sees(row)) == {"lamp#1": "market.1", "owl": "market.3"}


def test_a_card_whose_tag_cannot_be_read_leaves_its_place_unsure() -> None:
    # A sheet of paper lies on its corner.
    paper = replace(
        card("toad", "market.2", face=Face.DOWN), piece=replace(card("toad", "market.2").piece, back=None)
    )
    camera = Camera()
    camera.sees([card("owl", "market.1")])
    look = camera.sees([card("owl", "market.1"), paper])
    assert faces(look) == {"owl": "market.1"}
    assert "market.2" in {*look.cells.unsure, *look.cells.blind}


def test_a_camera_over_half_of_the_table_says_nothing_of_the_other_half() -> None:
    whole = view(2560, 1440)
    lens = whole.camera.intrinsics
    half = CameraView(1280, 1440, replace(whole.camera, intrinsics=lens))
    camera = Camera(seen=half)
    shown = [card("owl", "a.play"), card("fox", "c.play"), card("toad", "deck", face=Face.DOWN)]
    look = camera.sees(shown)
    assert faces(look) == {"owl": "a.play"}
    assert backs(look) == {"deck": 1}
    assert {"c.play", "c.mask", "market.3"} <= set(look.cells.blind)
    assert not {"a.play", "deck", "discard", "a.mask"} & set(look.cells.blind)


@pytest.mark.parametrize("strength", [0.3, 0.55])
def test_sleeves_that_mirror_a_lamp_hide_few_tags_and_make_none_another(strength: float) -> None:
    names = list(pieces().pieces)
    cells = ["market.1", "market.2", "market.3", "a.mask", "b.mask", "c.mask", "discard", "judged"]
    right = wrong = 0
    for seed in range(3):
        laid = [card(name, cell) for name, cell in zip(names[seed::4], cells, strict=False)]
        look = Camera(Conditions(sleeves=strength, seed=seed + 1)).sees(laid)
        true = {one.piece.id: cell for one, cell in zip(laid, cells, strict=False)}
        right += sum(true.get(one.piece) == one.cell for one in look.pieces.seen)
        wrong += sum(true.get(one.piece) != one.cell for one in look.pieces.seen)
    assert wrong == 0
    assert right >= 22


def test_a_card_that_is_held_over_the_table_lies_nowhere() -> None:
    camera = Camera()
    lying = card("owl", "market.1")
    look = camera.sees([lying, card("fox", "b.play", lift=90.0)])
    assert faces(look) == {"owl": "market.1"}


def test_cards_on_the_lines_between_zones_are_in_none_or_doubted_and_never_in_the_wrong_one() -> None:
    x = (board().surface.centre_mm(Cell("market.1"))[0] + board().surface.centre_mm(Cell("market.2"))[0]) / 2
    between = card("owl", "market.1", off=(x - board().surface.centre_mm(Cell("market.1"))[0], 0))
    look = Camera().sees([between, card("fox", "market.3")])
    assert faces(look) == {"fox": "market.3"}


def test_a_back_keeps_counting_while_others_come_and_go() -> None:
    camera = Camera()
    first, second = (
        card(name, "b.play", off=(at, 0), face=Face.DOWN) for name, at in (("owl", -60), ("fox", 20))
    )
    assert backs(camera.sees([first])) == {"b.play": 1}
    assert backs(camera.sees([first, second])) == {"b.play": 2}
    assert backs(camera.sees([second])) == {"b.play": 1}
    moved = card("fox", "c.play", face=Face.DOWN)
    assert backs(camera.sees([moved])) == {"c.play": 1}
    assert backs(camera.sees([])) == {}


def test_where_a_card_was_taken_from_the_bare_board_shows_whether_it_was_read_or_not() -> None:
    # A dark board under a light card looks like its shadow; the one with its corner covered is not read.
    boards = Path(hero_realms.__file__).parent / "boards"
    realms, cards = load_board(f"{boards / 'realms.yaml'}@4"), load_pieces(f"{boards / 'realms-pieces.yaml'}")
    filmed = Renderer(realms, cards, view_over(realms))
    reader = BoardReader(realms, cards, source="test", intrinsics=filmed.view.camera.intrinsics)

    def looks(number: int, *lying: tuple[str, float, float, float]) -> Look:
        lie = [
            PlacedPiece(cards.pieces[PieceId(name)], x, y, Face.UP, turned) for name, x, y, turned in lying
        ]
        return reader.read(Frame(filmed.render(lie, number=number), Seconds(number * 0.5), number))

    lying = (
        ("darian-war-mage", 44.1, -108.5, 358.4),
        ("dark-energy", 122.2, -212.8, 359.2),
        ("ruby#1", 173.4, -213.1, 359.1),
    )
    assert "darian-war-mage" in faces([looks(number, *lying) for number in range(1, 4)][-1])
    assert not [looks(number) for number in range(4, 8)][-1].cells.unsure
