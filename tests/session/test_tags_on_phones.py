"""Tags that a seat's own phone reads: they are played as if they were laid on the seat's pad."""

from pathlib import Path

import pytest

from engine.bus.messages.commands import Answer, AnswerCode, CommandKind
from engine.core.ids import Seat
from engine.session.boards.tags import KNOWN, WRITTEN_BY_US
from tests.session.test_tags_on_pads import HAMMER, LANCE, NORTH, STRANGER, WEST, Pads


@pytest.fixture
def pads(tmp_path: Path) -> Pads:
    return Pads(tmp_path)


def tap(pads: Pads, name: str, tag: str, thing: str = "", *, seat: Seat = WEST) -> Answer:
    return pads.engine.ask(name, CommandKind.LAY, tag=tag, thing=thing, seat=seat)


def test_a_card_with_one_way_to_be_played_is_played_by_a_tap(pads: Pads) -> None:
    answer = tap(pads, "1", LANCE.lower())
    assert (answer.code, answer.text, pads.revision) == (AnswerCode.DONE, "", 1)
    assert pads.tags().tags == ()


def test_a_tap_that_is_sent_again_plays_once_and_another_tap_plays_again(pads: Pads) -> None:
    assert tap(pads, "1", LANCE).code is AnswerCode.DONE
    assert tap(pads, "1", LANCE).code is AnswerCode.DONE
    assert pads.revision == 1
    tap(pads, "2", LANCE)
    assert pads.revision == 2


def test_a_card_with_several_targets_waits_at_the_seats_tablet(pads: Pads) -> None:
    answer = tap(pads, "1", HAMMER)
    assert (answer.code, answer.text) == (AnswerCode.DONE, "Choose how it is to be played.")
    assert pads.revision == 0
    assert pads.sheet(WEST).laid == ("card bua-chien",)
    assert pads.sheet(NORTH).laid == ()
    action = {"play": "bua-chien", "user": "w.inf.2"}
    assert pads.engine.ask("2", action=action, seat=WEST).code is AnswerCode.DONE
    assert (pads.sheet(WEST).laid, pads.sheet(WEST).laid_text) == ((), "")


def test_a_card_that_cant_be_played_is_answered_with_the_reason(pads: Pads) -> None:
    answer = tap(pads, "1", LANCE, seat=NORTH)
    assert answer.code is AnswerCode.ILLEGAL
    assert "card thuong-ky-si) isn't in your hand" in answer.text
    assert pads.sheet(NORTH).laid_text == ""


def test_an_unknown_tag_is_shown_to_the_arbiter_with_its_content(pads: Pads) -> None:
    answer = tap(pads, "1", STRANGER, f"{WRITTEN_BY_US}card song-kiem")
    assert answer.code is AnswerCode.UNREADABLE
    assert "Nobody has said yet what this tag is on" in answer.text
    (tag,) = pads.tags().tags
    assert (tag.pad, tag.uid, tag.thing, tag.says) == ("tap.west", STRANGER, "", "card song-kiem")


def test_a_tag_is_not_played_by_the_content_of_its_memory(pads: Pads) -> None:
    tap(pads, "1", STRANGER, f"{WRITTEN_BY_US}card thuong-ky-si")
    assert pads.revision == 0


def test_a_piece_shows_its_uses_by_tag_and_by_camera(pads: Pads) -> None:
    pads.engine.ask("1", CommandKind.ENROL, tag=STRANGER, thing="piece gen.raen")
    assert tap(pads, "2", STRANGER).code is AnswerCode.DONE
    by_tag = pads.sheet(WEST).laid
    assert by_tag
    assert tap(pads, "3", "", "piece gen.raen").code is AnswerCode.DONE
    assert pads.sheet(WEST).laid == by_tag
    assert pads.tags().tags == (), "the camera saw a piece, and no tag that could be named"


def test_the_arbiter_sees_a_tag_at_a_phone_without_its_name(pads: Pads) -> None:
    tap(pads, "1", HAMMER)
    assert [(tag.uid, tag.thing) for tag in pads.tags().tags] == [(HAMMER, KNOWN)]


@pytest.mark.parametrize("tag", ["no uid", "04A", "zz" * 4])
def test_a_number_that_is_no_uid_is_refused(pads: Pads, tag: str) -> None:
    assert tap(pads, "1", tag).code is AnswerCode.UNREADABLE


def test_nothing_is_played_by_a_tap_in_a_pause(pads: Pads) -> None:
    pads.engine.ask("1", CommandKind.PAUSE)
    assert tap(pads, "2", LANCE).code is AnswerCode.NOT_NOW
    assert pads.revision == 0


def test_a_tap_without_a_seat_plays_nothing(pads: Pads) -> None:
    answer = pads.engine.ask("1", CommandKind.LAY, tag=LANCE)
    assert (answer.code, pads.revision) == (AnswerCode.NOT_NOW, 0)
