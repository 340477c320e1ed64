"""The words for a phone's holder, and when the phone's pictures are examined. Pure."""

import pytest

from dashboard.web.phones.guiding import PhoneGuide, sight_of
from dashboard.web.phones.requests import PhoneSight
from engine.bus.messages.cameras import CameraCheckup, CameraState, CellScale
from engine.core.findings import Finding, Grade
from engine.core.ids import Cell, Seconds
from engine.core.phrase import Phrase
from vision.texts import TEXTS as EYES

SEEN = CameraState("cam", "phone", frames=9)
CELLS = (CellScale(Cell("a1"), 3.0, ((0.1, 0.1), (0.2, 0.1), (0.2, 0.2))),)


def finding(check: str, grade: Grade) -> Finding:
    return Finding(check, grade, 50, Phrase(f"{check} is {grade}"), Phrase(f"mend {check}"))


def checkup(*findings: Finding) -> CameraCheckup:
    return CameraCheckup("cam", 9, findings, cells=CELLS)


def test_the_holder_reads_the_first_thing_to_change_about_the_phone() -> None:
    found = checkup(finding("rate", Grade.BAD), finding("glare", Grade.FAIR), finding("view", Grade.BAD))
    sight = sight_of(SEEN, found, watching=True)
    assert (sight.say, sight.seen, sight.grade) == ("mend view", "view is bad", Grade.BAD)
    assert sight.cells == (CELLS[0].outline,)


@pytest.mark.parametrize(
    ("check", "advice", "said"),
    [
        ("light", "light.advice", "more light from above"),
        ("exposure", "exposure.advice", "tap Focus again"),
        ("light", "light.moves_advice", "Stop the fan"),
        ("shadows", "shadows.advice", "Soften the hard light"),
        ("size", "size.small_advice", "Bring the phone nearer"),
        ("view", "view.mirrored_advice", "the mirroring of the phone's pictures"),
        ("view", "view.unread_advice", "the tags of the board's rim"),
        ("view", "view.not_found_advice", "the tags on its rim"),
        ("view", "view.outside_advice", "Hold the phone higher"),
    ],
)
def test_the_holder_reads_of_the_phone_and_not_of_a_driver_or_an_option(
    check: str, advice: str, said: str
) -> None:
    found = Finding(check, Grade.BAD, 10, Phrase("the fault"), EYES.say(advice))
    say = sight_of(SEEN, checkup(found), watching=True).say
    assert said in say
    assert "--" not in say


def test_all_is_well_where_only_the_machine_could_do_better() -> None:
    sight = sight_of(SEEN, checkup(finding("rate", Grade.BAD), finding("view", Grade.GOOD)), watching=True)
    assert sight.grade == Grade.GOOD
    assert "seen well" in sight.say


def test_a_problem_of_the_camera_is_said_though_the_last_examination_was_good() -> None:
    lost = CameraState("cam", "phone", frames=9, problem=Phrase("the board isn't found"))
    sight = sight_of(lost, checkup(finding("view", Grade.GOOD)), watching=True)
    assert (sight.say, sight.grade) == ("the board isn't found", Grade.BAD)


def test_before_anything_is_known_the_holder_reads_what_is_waited_for() -> None:
    assert "--camera phone" in sight_of(None, None, watching=False).say
    assert "first picture" in sight_of(None, None, watching=True).say
    assert "being looked at" in sight_of(SEEN, None, watching=True).say


def dues(guide: PhoneGuide, sight: PhoneSight, times: range, moves: int = 0) -> list[int]:
    return [at for at in times if guide.is_due(sight, moves, Seconds(at))]


def test_a_phone_is_examined_until_it_sees_well_and_again_once_it_moves() -> None:
    guide, bad, good = (
        PhoneGuide(),
        PhoneSight(watching=True, grade="bad"),
        PhoneSight(watching=True, grade="good"),
    )
    assert dues(guide, bad, range(20)) == [0, 5, 10, 15]
    assert dues(guide, good, range(20, 200)) == [20, 25, 30, 90, 150]
    assert dues(guide, good, range(200, 220), moves=1) == [200, 205, 210]
