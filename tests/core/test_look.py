"""A game's appearance is read from its file: whole, or refused with the place."""

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

import pytest

from engine.core.appearance import Appearance, DrawnKind, contrast, read_look
from engine.core.board import board_names, load_board
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.pieces import load_pieces, pieces_beside
from engine.games.registry import GAMES, open_game, open_look

USUAL = "boards: [somewhere]\n"


def looked(tmp_path: Path, text: str) -> Appearance:
    path = tmp_path / "look.yaml"
    path.write_text(text)
    return read_look(path)


def test_a_game_that_says_only_its_boards_has_a_look_for_ten_seats(tmp_path: Path) -> None:
    look = looked(tmp_path, USUAL)
    assert len({(one.shape, one.body) for one in look.seats}) == 10
    order = tuple(f"s{number}" for number in range(10))
    assert [look.seat_number(seat, order) for seat in order] == list(range(10))
    assert look.seat(None) == look.nobody
    assert look.kind("whatever").symbol == ""


def test_a_named_seat_keeps_its_look_wherever_it_sits(tmp_path: Path) -> None:
    seat = '{seat: lan, shape: square, body: "#101010", edge: "#202020", ink: "#ffffff"}'
    look = looked(tmp_path, f"{USUAL}seats:\n  - {seat}\n")
    assert look.seat("lan", ("an", "lan")).body == "#101010"
    assert look.seat_number("an", ("lan", "an")) == 1
    assert len(look.seats) == 10


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("kinds: {hero: {symbol: nothing}}", r"look\.yaml:2.*expected .*sword"),
        ("kinds: {hero: {symbol: sword, drawn: big}}", r"look\.yaml:2.*piece"),
        ("cards: {spell: {colour: red}}", r"look\.yaml:2.*#rrggbb"),
        ('symbols: {star2: [{d: "M0,0 X4"}]}', r"look\.yaml:2.*SVG path"),
        ("seats: [{shape: blob}]", r"look\.yaml:2"),
    ],
)
def test_what_cant_be_drawn_is_refused_with_its_line(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(InputFault, match=message):
        looked(tmp_path, f"{USUAL}{line}\n")


def test_seats_can_be_distinguished_by_shape_and_read_on_every_land() -> None:
    for name in GAMES:
        look = open_look(name)
        assert len({one.shape for one in look.seats}) == len(look.seats), name
        for one in look.seats:
            assert contrast(one.body, one.ink) >= 4.5, (name, one)
            assert min(contrast(one.edge, land.day) for land in look.field.lands) >= 3, (name, one)
            assert min(contrast(one.rim, land.night) for land in look.field.lands) >= 3, (name, one)


def seen_without(colour: str, cones: tuple[tuple[float, float, float], ...]) -> tuple[float, ...]:
    parts = [(int(colour[i : i + 2], 16) / 255) ** 2.2 for i in (1, 3, 5)]
    return tuple(sum(w * part for w, part in zip(row, parts, strict=True)) for row in cones)


BLIND: Mapping[str, tuple[tuple[float, float, float], ...]] = {
    "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritan": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""Machado, Oliveira and Fernandes (2009), full deficiency."""


@pytest.mark.parametrize("eyes", BLIND)
def test_four_seats_differ_in_colour_for_every_kind_of_eyes(eyes: str) -> None:
    for name in GAMES:
        bodies = [one.body for one in open_look(name).seats[:4]]
        for one, other in combinations(bodies, 2):
            seen = zip(seen_without(one, BLIND[eyes]), seen_without(other, BLIND[eyes]), strict=True)
            assert sum((a - b) ** 2 for a, b in seen) ** 0.5 > 0.1, (name, one, other)


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_of_a_games_boards_has_a_kind_that_is_drawn(game: str) -> None:
    look = open_look(game)
    for board in set(look.boards) & set(board_names()):
        opened = open_game(game, load_board(board), Ruleset())
        pieces = tuple(load_pieces(pieces_beside(board)).pieces)
        faces = opened.piece_faces(pieces)
        assert [one.piece for one in faces] == list(pieces)
        for one in faces:
            assert look.kind(one.kind).symbol, one
            assert one.label, one
            assert "." not in one.label, f"{one.label} reads like an id"


def test_the_ground_is_no_piece_and_a_plate_lies_under_pieces() -> None:
    look = open_look("dozen_war")
    drawn = {name: kind.drawn for name, kind in look.kinds.items()}
    assert {name for name, one in drawn.items() if one is DrawnKind.GROUND} == {"mountain", "volcano", "warp"}
    assert {name for name, one in drawn.items() if one is DrawnKind.PLATE} == {"castle"}
