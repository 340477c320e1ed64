"""Promises of rendered cards: their tags read where they are printed, and cards hide each other."""

from random import Random

import cv2
import numpy as np
import pytest

from engine.core.layout import Face
from tests.vision.card_tables import card, picture, pieces, renderer, view
from vision.board.piece_squares import square_of
from vision.render.cards import crooked, fanned, stacked
from vision.render.conditions import Conditions
from vision.render.solids import PlacedPiece
from vision.tags.dictionary import load_dictionary
from vision.tags.scanning import find_tags
from vision.tags.tag import Tag


def tags_in(cards: tuple[PlacedPiece, ...], conditions: Conditions | None = None) -> list[Tag]:
    grey = cv2.cvtColor(picture(cards, conditions), cv2.COLOR_BGR2GRAY)
    found = find_tags(np.asarray(grey, np.uint8), load_dictionary(pieces().dictionary))
    return [tag for tag in found if tag.id >= 10]


@pytest.mark.parametrize("turned", [0.0, 90.0, 133.0])
def test_a_cards_tag_is_read_in_its_corner_as_large_and_turned_as_it_is(turned: float) -> None:
    (tag,) = tags_in((card("owl", "b.play", turned=turned),))
    square = square_of(view().camera.cut(tag.corners, 0.3))
    middle = card("owl", "b.play")
    right, up = pieces().kinds["card"].tag_at_mm
    turn = np.exp(1j * np.radians(turned))
    at = complex(middle.x_mm, middle.y_mm) + complex(right, up) * turn
    assert tag.id == 52
    assert complex(square.x_mm, square.y_mm) == pytest.approx(at, abs=0.6)
    assert (square.turned_deg - turned + 180) % 360 - 180 == pytest.approx(0.0, abs=2.0)


def test_backs_of_a_deck_show_one_tag_however_many_there_are_and_the_faces_of_copies_each_its_own() -> None:
    shown = [
        card("lamp#1", "market.1", face=Face.DOWN),
        card("guard#1", "market.2", face=Face.DOWN),
        card("owl", "a.mask", face=Face.DOWN),
        card("lamp#2", "market.3"),
        card("lamp#3", "b.mask"),
    ]
    assert sorted(tag.id for tag in tags_in(tuple(shown))) == [10, 10, 11, 21, 22]


def test_of_a_pile_only_the_top_shows_and_of_a_fan_every_corner() -> None:
    pile = stacked([card("lamp#1", "discard"), card("lamp#2", "discard"), card("lamp#3", "discard")])
    assert [tag.id for tag in tags_in(pile)] == [22]
    assert [one.hidden > 0.9 for one in renderer().truth(pile)] == [True, True, False]
    fan = fanned(
        [card(f"guard#{n}", "b.play", off=(-60, 0)) for n in (1, 2, 3, 4)], step_mm=24, spread_deg=20
    )
    assert sorted(tag.id for tag in tags_in(fan)) == [34, 35, 36, 37]
    assert [one.cell for one in renderer().truth(fan)] == ["b.play"] * 4


def test_cards_lie_on_those_they_cover_in_the_order_in_which_they_were_put_down() -> None:
    apart = card("lamp#1", "market.1")
    lower, upper = card("lamp#2", "b.play"), card("lamp#3", "b.play", off=(44, 0))
    assert [one.lift_mm for one in stacked([apart, lower, upper])] == [0.0, 0.0, 0.3]
    assert [one.lift_mm for one in stacked([upper, apart, lower])] == [0.0, 0.0, 0.3]


def test_hands_lay_cards_a_little_crooked_and_never_quite_alike() -> None:
    laid = crooked([card("lamp#1", "market.1"), card("lamp#2", "market.2")], Random(4))  # noqa: S311 # a test's own chance
    assert len({round(one.turned_deg, 3) for one in laid} | {0.0}) == 3
    assert all(abs(one.turned_deg) < 15 for one in laid)


def test_a_sleeve_mirrors_a_lamp_somewhere_on_its_card() -> None:
    one = (card("owl", "b.play"),)
    plain, shining = picture(one).astype(int), picture(one, Conditions(sleeves=0.7)).astype(int)
    brighter = (shining - plain).max(axis=2)
    assert brighter.max() > 80
    assert (brighter > 20).mean() < 0.02
