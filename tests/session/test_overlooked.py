"""A piece that a camera overlooks for a moment beside a hand wasn't taken. One that stays away was."""

from engine.core.verdict import VerdictKind
from engine.session.playing.reports import finish
from tests.session.playing import Play
from tests.session.seeing import look_at

GONE = "b.1"
"""A piece that no play of the other side removes or moves."""


def said(play: Play, looks: int) -> list[VerdictKind]:
    """Let a camera look four times a second; return the events."""
    before = len(play.verdicts)
    for n in range(looks):
        play.now += 0.25
        play.see(look_at(play.spots, play.now, steady=n > 0))
    return [verdict.kind for verdict in play.verdicts[before:]]


def test_a_piece_that_is_not_seen_for_less_than_a_second_is_not_warned_of() -> None:
    play = Play()
    play.put(GONE, None)
    assert said(play, 4) == []
    play.put(GONE, "c6")
    assert said(play, 8) == []


def test_a_piece_that_is_not_seen_for_a_second_is_warned_of_once() -> None:
    play = Play()
    play.put(GONE, None)
    assert said(play, 12) == [VerdictKind.ILLEGAL]
    assert play.table.aside.keys() == {GONE}


def test_a_play_beside_an_unseen_piece_is_committed_no_later_than_the_warning() -> None:
    play = Play()
    play.put(GONE, None)
    play.put("a.1", "c2")
    assert said(play, 6) == [VerdictKind.SETTLED, VerdictKind.ILLEGAL]


def test_a_piece_that_lies_where_no_play_brings_it_is_warned_of_as_soon_as_the_table_rests() -> None:
    play = Play()
    play.put(GONE, "c9")
    assert said(play, 3) == [VerdictKind.ILLEGAL]


def test_a_wrong_piece_beside_an_unseen_one_is_warned_of_once_the_latter_is_seen() -> None:
    play = Play()
    play.put(GONE, None)
    play.put("a.2", "c9")
    assert said(play, 3) == []
    play.put(GONE, "c6")
    assert said(play, 4) == [VerdictKind.ILLEGAL]
    assert play.table.aside.keys() == {"a.2"}


def test_a_piece_that_is_unseen_when_the_looks_end_is_warned_of() -> None:
    play = Play()
    play.put(GONE, None)
    assert said(play, 3) == []
    play.took(finish(play.setting, play.table))
    assert [verdict.kind for verdict in play.verdicts[-1:]] == [VerdictKind.ILLEGAL]
