"""Readers of others: when a tag lies there, and when it has gone."""

from pathlib import Path

import pytest

from engine.core.faults import InputFault
from firmware_bridge.foreign.mapping import GONE_S
from firmware_bridge.foreign.reports import Heard, Hearing
from tests.firmware_bridge.strangers import events, mapped

READERS = """\
devices:
  west_reader: {like: esphome-rc522, pad: west}
  east_reader: {like: esphome-pn532, pad: east}
  quick: {like: esphome-rc522, pad: north, gone_s: 0}
  again: {topic: again/tag, pad: south, lasts_s: 3.5, empty: [""]}
"""
UID, OTHER = b"74-10-37-94", b"74-10-37-95"


@pytest.fixture
def hearing(tmp_path: Path) -> Hearing:
    return Hearing(mapped(tmp_path, READERS), run="run")


def tags(heard: list[Heard]) -> list[str]:
    return [value for _, _, _, value in events(heard)]


def during(hearing: Hearing, begin: float, end: float) -> list[str]:
    """Return the reports between two moments by time alone, in the bridge's steps of a quarter second."""
    steps = range(int(begin * 4), int(end * 4) + 1)
    return [tag for step in steps for tag in tags(hearing.tick(step / 4))]


@pytest.mark.parametrize("reader", ["west_reader", "east_reader"])
def test_a_tag_that_is_reported_once_lies_until_it_is_reported_gone(hearing: Hearing, reader: str) -> None:
    """esphome/issues#4408."""
    hearing.hear(f"{reader}/status", b"online", 0.0)
    assert tags(hearing.hear(f"{reader}/tag", UID, 1.0)) == ["74103794"]
    assert during(hearing, 1.0, 60.0) == []
    assert tags(hearing.hear(f"{reader}/tag", b"", 60.0)) == []
    assert during(hearing, 60.0, 60.0 + GONE_S - 0.25) == []
    assert during(hearing, 60.0 + GONE_S, 70.0) == [""]


def test_a_reader_that_misses_every_second_scan_tells_one_laying(hearing: Hearing) -> None:
    """esphome/issues#1675: the scan after a tag was read fails, so the tag goes and comes each second."""
    said = []
    for second in range(0, 20, 2):
        said += tags(hearing.hear("west_reader/tag", UID, float(second)))
        said += during(hearing, second, second + 0.75)
        said += tags(hearing.hear("west_reader/tag", b"", second + 1.0))
        said += during(hearing, second + 1.0, second + 1.75)
    assert said == ["74103794"]
    assert during(hearing, 20.0, 30.0) == [""]


def test_another_tag_takes_the_place_of_one_that_may_have_gone_at_once(hearing: Hearing) -> None:
    hearing.hear("west_reader/tag", UID, 0.0)
    hearing.hear("west_reader/tag", b"", 1.0)
    assert tags(hearing.hear("west_reader/tag", OTHER, 1.1)) == ["74103795"]
    assert during(hearing, 1.1, 60.0) == []


def test_a_tag_that_was_lifted_and_laid_again_is_laid_again(hearing: Hearing) -> None:
    hearing.hear("west_reader/tag", UID, 0.0)
    hearing.hear("west_reader/tag", b"", 1.0)
    assert during(hearing, 1.0, 3.0) == [""]
    assert tags(hearing.hear("west_reader/tag", UID, 3.0)) == ["74103794"]


def test_a_reader_that_never_misses_may_be_believed_at_once(hearing: Hearing) -> None:
    hearing.hear("quick/tag", UID, 0.0)
    assert tags(hearing.hear("quick/tag", b"", 1.0)) == [""]


def test_a_tag_that_has_to_be_reported_again_and_is_not_has_gone(hearing: Hearing) -> None:
    for at in (0.0, 1.0, 2.0):
        hearing.hear("again/tag", UID, at)
        assert tags(hearing.tick(at + 0.5)) == []
    assert tags(hearing.hear("again/tag", OTHER, 4.0)) == ["74103794 74103795"]
    assert tags(hearing.tick(6.0)) == ["74103795"]
    assert tags(hearing.tick(8.0)) == [""]


def test_a_tag_that_is_reported_gone_goes_before_its_time(hearing: Hearing) -> None:
    hearing.hear("again/tag", UID, 0.0)
    hearing.hear("again/tag", b"", 0.5)
    assert during(hearing, 0.5, 0.5 + GONE_S) == [""]


def test_a_tag_that_lay_before_its_reader_was_away_can_be_lifted_afterwards(hearing: Hearing) -> None:
    """A device that comes back may have no reason to repeat a tag; the tag's going is reported anyway."""
    hearing.hear("west_reader/tag", UID, 0.0)
    hearing.hear("west_reader/status", b"offline", 1.0)
    assert during(hearing, 1.0, 9.0) == []
    hearing.hear("west_reader/status", b"online", 10.0)
    hearing.hear("west_reader/tag", b"", 20.0)
    assert during(hearing, 20.0, 30.0) == [""]


def test_a_tag_that_has_to_be_reported_again_gets_its_time_once_its_reader_is_back(hearing: Hearing) -> None:
    hearing.hear("again/tag", UID, 0.0)
    hearing.lost()
    assert during(hearing, 0.0, 9.0) == []
    hearing.found()
    assert during(hearing, 10.0, 13.0) == []
    assert during(hearing, 13.5, 15.0) == [""]


def test_a_time_below_zero_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputFault, match=":2: gone_s: expected 0 or more seconds, found -1"):
        mapped(tmp_path, "devices:\n  a: {topic: x, pad: west, gone_s: -1}\n")
