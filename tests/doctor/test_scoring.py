"""Scores from frozen measures: what is found, how bad it is, and what is to be changed first."""

from dataclasses import replace

import pytest

from engine.core.findings import Finding, Grade
from engine.core.ids import Cell
from engine.core.phrase import SILENCE, Phrase
from vision.doctor.findings import first_to_change, graded
from vision.doctor.measures import (
    FrameTagsSeen,
    Glare,
    HardLight,
    Measures,
    PictureBrightness,
    PrintScale,
    Sharpness,
    Timing,
)
from vision.doctor.scoring import findings_of

FINE = Measures(
    width_px=1920,
    height_px=1080,
    light=PictureBrightness(white=200.0, black=25.0, blown=0.0, noise=2.0),
    sharpness=Sharpness(0.7, 0.8, by_tags=True),
    outline=FrameTagsSeen(8, tuple(range(8))),
    px_per_module={Cell("a1"): 3.4, Cell("b1"): 3.1},
    scale=PrintScale(pieces=1.001, frame=0.999, displaced=(3, 0.3)),
    timing=Timing(rate_hz=29.8, latency_ms=60.0),
    tilt_deg=12.0,
    pieces_seen=40,
)

UNFOUND = replace(FINE, px_per_module={}, scale=PrintScale(), outline=FrameTagsSeen(8, (2,)))

FAULTS = {
    "dark": (replace(FINE, light=PictureBrightness(40.0, 10.0, 0.0, 3.0)), "light", Grade.BAD),
    "dim": (replace(FINE, light=PictureBrightness(95.0, 10.0, 0.0, 3.0)), "light", Grade.FAIR),
    "noisy": (replace(FINE, light=PictureBrightness(150.0, 60.0, 0.0, 14.0)), "light", Grade.BAD),
    "flickering": (
        replace(FINE, light=PictureBrightness(200.0, 25.0, 0.0, 2.0, flicker=0.3)),
        "light",
        Grade.FAIR,
    ),
    "overexposed": (replace(FINE, light=PictureBrightness(255.0, 50.0, 0.4, 1.0)), "exposure", Grade.BAD),
    "blurred": (replace(FINE, sharpness=Sharpness(2.4, 2.6, by_tags=True)), "focus", Grade.BAD),
    "glared": (replace(FINE, glare=Glare((Cell("a1"), Cell("b1")), 0.08)), "glare", Grade.BAD),
    "banded": (
        replace(FINE, light=PictureBrightness(200.0, 25.0, 0.0, 2.0, bands=0.12)),
        "light",
        Grade.FAIR,
    ),
    "under a fan": (
        replace(FINE, light=PictureBrightness(200.0, 25.0, 0.0, 2.0, moving=0.3)),
        "light",
        Grade.FAIR,
    ),
    "in a low sun": (replace(FINE, hard_light=HardLight(170.0, 26.0, 0.5)), "shadows", Grade.FAIR),
    "under one bare lamp": (replace(FINE, hard_light=HardLight(95.0, 60.0, 0.17)), "shadows", Grade.FAIR),
    "not found": (UNFOUND, "view", Grade.BAD),
    "blurred and not found": (
        replace(UNFOUND, sharpness=Sharpness(4.0, 4.0, by_tags=False)),
        "focus",
        Grade.BAD,
    ),
    "dark and not found": (replace(UNFOUND, light=PictureBrightness(30.0, 10.0, 0.0)), "light", Grade.BAD),
    "cut off": (replace(FINE, outline=FrameTagsSeen(8, (0, 1, 2, 3, 7), (4, 5, 6))), "view", Grade.BAD),
    "covered": (replace(FINE, outline=FrameTagsSeen(8, (0, 1, 2, 3))), "view", Grade.FAIR),
    "too small": (replace(FINE, px_per_module={Cell("a1"): 1.4}), "size", Grade.BAD),
    "rather small": (replace(FINE, px_per_module={Cell("a1"): 2.4}), "size", Grade.FAIR),
    "printed too small": (replace(FINE, scale=PrintScale(pieces=0.94)), "print", Grade.BAD),
    "glued wrong": (replace(FINE, scale=PrintScale(pieces=1.0, displaced=(4, 5.0))), "print", Grade.BAD),
    "moved": (replace(FINE, moved=True), "steadiness", Grade.FAIR),
    "slow": (replace(FINE, timing=Timing(rate_hz=0.5)), "rate", Grade.BAD),
    "late": (replace(FINE, timing=Timing(rate_hz=30.0, latency_ms=900.0)), "latency", Grade.FAIR),
    "unsure": (replace(FINE, unsure=12), "tags", Grade.FAIR),
}


def test_what_is_fine_needs_no_change() -> None:
    findings = findings_of(FINE)
    assert {finding.grade for finding in findings} == {Grade.GOOD}
    assert first_to_change(findings) is None
    assert all(finding.score >= 80 and not finding.advice for finding in findings)


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_named_first_with_what_to_do(fault: str) -> None:
    measures, check, grade = FAULTS[fault]
    first = first_to_change(findings_of(measures))
    assert first is not None
    assert (first.check, first.grade) == (check, grade)
    assert first.advice
    assert first.score < 80


@pytest.mark.parametrize(
    ("from_deg", "side"),
    [(2.0, "right"), (95.0, "top of the picture"), (170.0, "left"), (228.0, "lower left"), (359.0, "right")],
)
def test_a_hard_light_is_named_by_its_side_in_the_picture(from_deg: float, side: str) -> None:
    lit = replace(FINE, hard_light=HardLight(from_deg, 30.0, 0.2))
    said = next(one.text for one in findings_of(lit) if one.check == "shadows")
    assert f"from the {side}, 30° over the table: its shadows keep 20 %" in str(said).replace("20%", "20 %")


def test_tags_that_are_too_small_are_no_fault_of_the_focus() -> None:
    # 1 px is as sharp as lenses are, though more than half a module of such small tags.
    small = replace(FINE, px_per_module={Cell("a1"): 1.5}, sharpness=Sharpness(1.0, 1.1, by_tags=True))
    findings = {finding.check: finding for finding in findings_of(small)}
    assert findings["focus"].grade is Grade.GOOD
    assert findings["size"].grade is Grade.BAD


def test_a_blurred_picture_says_nothing_of_the_print() -> None:
    blurred = replace(FINE, sharpness=Sharpness(2.4, 2.6, by_tags=True), scale=PrintScale(pieces=0.9))
    findings = {finding.check: finding for finding in findings_of(blurred)}
    assert findings["print"].grade is Grade.UNKNOWN


def test_a_steep_camera_is_asked_to_stand_upright() -> None:
    steep = replace(FINE, tilt_deg=41.0, px_per_module={Cell("a1"): 1.8})
    first = first_to_change(findings_of(steep))
    assert first is not None
    assert "it leans by 41°" in first.advice


def test_recorded_pictures_have_no_rate_and_no_age() -> None:
    checks = {finding.check for finding in findings_of(replace(FINE, timing=Timing()))}
    assert {"rate", "latency"}.isdisjoint(checks)


def test_the_worst_comes_first_and_of_equals_the_cause() -> None:
    def found(check: str, grade: Grade) -> Finding:
        return Finding(check, grade, 0, SILENCE)

    fair, bad, worse = found("a", Grade.FAIR), found("b", Grade.BAD), found("c", Grade.BAD)
    gone, unknown = found("d", Grade.MISSING), found("e", Grade.UNKNOWN)
    assert first_to_change([unknown, fair, bad, worse]) is bad
    assert first_to_change([fair, worse, gone]) is gone
    assert first_to_change([unknown]) is None


@pytest.mark.parametrize(
    ("value", "grade", "score"),
    [(0.0, Grade.BAD, 0), (9.9, Grade.BAD, 49), (10.0, Grade.FAIR, 50), (15.0, Grade.FAIR, 65),
     (20.0, Grade.GOOD, 80), (30.0, Grade.GOOD, 100), (99.0, Grade.GOOD, 100)],
)  # fmt: skip
def test_a_number_is_graded_by_its_limits(value: float, grade: Grade, score: int) -> None:
    more = graded("x", value, bad=10.0, fair=20.0, best=30.0, text=SILENCE, advice=Phrase("do"))
    assert (more.grade, more.score) == (grade, score)
    less = graded("x", -value, bad=-10.0, fair=-20.0, best=-30.0, text=SILENCE, advice=Phrase("do"))
    assert (less.grade, less.score) == (grade, score)
