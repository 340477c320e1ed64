"""The cells' design, on computed fields: where a piece is felt, and where a neighbour feels it too."""

from itertools import product

import numpy as np
import pytest

from hardware.fields.cells import (
    EARTH_MT,
    HEX_MM,
    Cell,
    HallSwitch,
    Standing,
    closed,
    fields_mt,
    lifted_shares,
    places,
    ring,
    shares,
    stray_mt,
)
from hardware.fields.crowds import Poles, crowds_table, full_ring, one_hex
from hardware.fields.disc import disc_br_mt, disc_bz_mt
from hardware.fields.report import (
    BUILT,
    DESIGNS,
    HALF_MM,
    LEAST_FELT,
    LEAST_INSIDE,
    N42_8X2,
    SIX_SOLDIERS,
    SUBSTITUTES,
    TURNED_MM,
    felt_on_rock_top,
    is_fit,
    standings_table,
    substitutes_table,
    table,
)
from hardware.parts import PARTS


@pytest.mark.parametrize(
    ("across", "thick", "z", "expected"),
    [
        # magpylib 6.2 (magnet.Cylinder, 1.3 T), at 0, 5, 10 and 20 mm from the axis.
        (5.0, 3.0, 4.0, (132.11880258, 6.31776623, -2.83889391, -0.63931082)),
        (8.0, 2.0, 3.3, (151.91514904, 22.74244757, -6.35588313, -1.18746958)),
        (10.0, 3.0, 5.0, (142.45506908, 61.10749779, -4.52927351, -2.36401314)),
    ],
)
def test_a_disc_s_field_is_what_another_program_finds(
    across: float, thick: float, z: float, expected: tuple[float, ...]
) -> None:
    along = disc_bz_mt(np.array([0.0, 5.0, 10.0, 20.0]), z, across_mm=across, thick_mm=thick, remanence_t=1.3)
    assert along == pytest.approx(expected, rel=1e-6)


def test_a_piece_is_felt_wherever_it_stands_in_its_hex() -> None:
    found = shares(BUILT)
    assert found.felt >= 0.99
    assert found.felt_inside >= 0.99


def test_no_neighbour_feels_a_piece_whose_foot_lies_in_its_hex() -> None:
    assert shares(BUILT).both_inside == 0.0


def test_a_piece_over_the_border_may_be_felt_by_both() -> None:
    assert 0.0 < shares(BUILT).both < 0.5


def test_the_switches_of_before_felt_next_to_nothing() -> None:
    assert shares(DESIGNS["one A3144 beside a well"]).felt < 0.01


def test_six_soldiers_surely_close_no_neighbour_s_switch() -> None:
    assert stray_mt(BUILT, SIX_SOLDIERS) < BUILT.switch.operates_mt
    assert BUILT.switch.rests_mt > 2 * EARTH_MT


def test_six_soldiers_of_which_half_stand_on_the_other_pole_hardly_reach_a_neighbour() -> None:
    found = [
        stray_mt(BUILT, SIX_SOLDIERS, poles)
        for poles in product((1, -1), repeat=len(SIX_SOLDIERS))
        if sum(poles) == 0
    ]
    assert max(found) < 0.66 < stray_mt(BUILT, SIX_SOLDIERS)
    assert sum(one < BUILT.switch.rests_mt for one in found) > len(found) / 2


def test_two_pieces_side_by_side_don_t_push_each_other_away() -> None:
    # A foot of 5 g on felt, friction 0.5.
    assert BUILT.magnet.repulsion_n(20.0) < 0.5 * 0.005 * 9.81


def test_places_fill_the_hex_and_nothing_else() -> None:
    where = places(32.0)
    assert len(where) * 0.25 == pytest.approx(64.0**2 * np.sqrt(3) / 2, rel=0.02)
    assert np.abs(where[:, 0]).max() <= 32.0


def test_the_page_says_what_is_computed() -> None:
    page = (PARTS.parents[1] / "docs" / "build-and-run" / "hardware.md").read_text(encoding="utf-8")
    assert table() in page
    assert substitutes_table() in page
    assert standings_table() in page
    assert crowds_table() in page


def test_half_of_the_magnets_the_other_way_up_keeps_a_ring_of_full_hexes_from_closing_its_middle() -> None:
    alike, half = full_ring(Poles.ALIKE, placements=5), full_ring(Poles.HALF, placements=30)
    assert (alike.false, half.false) == (1.0, 0.0)
    assert half.doubtful < 1.0


def test_pieces_in_a_crowd_are_felt_whatever_their_poles() -> None:
    assert [one_hex(6, how, placements=20).missed for how in Poles] == [0.0, 0.0, 0.0]


def test_a_disc_s_two_fields_obey_maxwell_s_equations_outside_of_it() -> None:
    r, z, step = np.array([2.0, 5.0, 10.0, 20.0]), 4.0, 1e-3
    disc = {"across_mm": 8.0, "thick_mm": 2.0, "remanence_t": 1.28}
    axial = (disc_bz_mt(r, z + step, **disc) - disc_bz_mt(r, z - step, **disc)) / (2 * step)
    outward = (r + step) * disc_br_mt(r + step, z, **disc) - (r - step) * disc_br_mt(r - step, z, **disc)
    assert axial + outward / (2 * step) / r == pytest.approx(np.zeros(4), abs=1e-4)
    up = disc_br_mt(r, z + step, **disc) - disc_br_mt(r, z - step, **disc)
    across = disc_bz_mt(r + step, z, **disc) - disc_bz_mt(r - step, z, **disc)
    assert up / (2 * step) == pytest.approx(across / (2 * step), abs=1e-4)


def test_nobody_on_a_mountain_is_felt_from_beneath_the_board() -> None:
    assert lifted_shares(BUILT, 24.0) == (0.0, 0.0)
    strongest = max(
        np.abs(fields_mt(BUILT, [Standing((float(x), float(y)), 24.0)])).max()
        for x, y in places(HEX_MM / 2)[::40]
    )
    assert 0.8 < strongest < 1.0 < BUILT.switch.operates_mt


def test_a_mountain_s_own_switches_feel_its_soldier_wherever_the_recess_lets_it_stand() -> None:
    assert felt_on_rock_top() == 1.0


def test_a_magnet_in_the_middle_of_a_foot_serves_both_of_its_sides() -> None:
    (_, middle), (_, turned) = lifted_shares(BUILT, HALF_MM), lifted_shares(BUILT, TURNED_MM)
    assert turned < 0.975
    assert middle > 0.99


def test_a_switch_closes_at_its_point_and_opens_at_a_weaker_field() -> None:
    points = np.full(len(BUILT.places_mm), BUILT.switch.rests_mt)
    opened = (False,) * len(points)
    walk = [Standing((0.0, 17.0 + step / 4)) for step in range(120)]
    away = [any(closed(BUILT, [one], points, (True,) * len(points))) for one in walk]
    back = [any(closed(BUILT, [one], points, opened)) for one in walk]
    assert sum(back) < sum(away) < len(walk)


def test_poles_that_lie_against_one_another_weaken_the_field_of_a_full_hex() -> None:
    mixed = [Standing(place, pole=1 if n % 2 else -1) for n, place in enumerate(SIX_SOLDIERS)]
    alike = [Standing(place) for place in SIX_SOLDIERS]
    assert np.abs(fields_mt(BUILT, alike)).max() > 0
    assert stray_mt(BUILT, SIX_SOLDIERS, tuple(one.pole for one in mixed)) < stray_mt(BUILT, SIX_SOLDIERS)


def test_the_switch_and_two_substitutes_are_sensitive_enough() -> None:
    assert len(SUBSTITUTES) == 2
    assert is_fit(BUILT)
    assert all(is_fit(cell) for cell in SUBSTITUTES.values())


@pytest.mark.parametrize("operates_mt", [2.0, 2.85, 3.9, 4.8])
def test_a_dull_switch_is_not_fit(operates_mt: float) -> None:
    """SM353RT, TMAG5231, DRV5032 FB and FA: the greatest field that operates each."""
    dull = Cell(N42_8X2, HallSwitch("dull", operates_mt, 0.3, 0.2), ring(6, 17.0), BUILT.deep_mm)
    assert shares(dull).felt < LEAST_FELT < LEAST_INSIDE
    assert not is_fit(dull)
