"""A replay shows what the table showed, in its time, and no seat's secrets."""

import re
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from dashboard.commands import BAD_INPUT, main
from dashboard.commands.clock import parse_clock
from engine.bus.channels import BY_NAME
from engine.bus.client import BusEvent, Connected, ReceivedMessage
from engine.bus.codec import decode, encode
from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.faults import InputFault
from engine.core.verdict import VerdictKind
from engine.records.evidence import evidence_files
from engine.records.match_time import clock_text
from engine.records.player import MatchPlayer, Section
from engine.records.recorded import open_recorded
from engine.records.rejudgement import sittings
from engine.records.replay import ReplayTable, entry_times, shown_as_far, shown_moments, timeline
from engine.session.matches.entries import JournalEntry
from engine.session.matches.journal import journals, read_journal
from engine.session.playing.table import setting_of
from tests.records.engines import RecordedEngine
from tests.session.two_soldiers import BOARD, GAME, PIECES


class Screen:
    """A bus whose clock goes on while it is waited at; what was sent is kept with the time."""

    def __init__(self, *events: BusEvent) -> None:
        self.now = 0.0
        self.sent: list[tuple[float, str, Any]] = []
        self.events = list(events)

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        del name
        channel = BY_NAME[channel_name]
        self.sent.append((self.now, channel_name, decode(channel, encode(channel, message))))

    def receive(self, timeout: float | None) -> BusEvent | None:
        if self.events:
            return self.events.pop(0)
        self.now += timeout or 0.0
        return None

    def revisions(self) -> list[tuple[float, int]]:
        return [(round(at, 2), message.revision) for at, name, message in self.sent if name == "match"]


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A match: a move is seen, a turn ended, a wrong move warned of and put right."""
    engine = RecordedEngine(tmp_path)
    engine.show()
    engine.show(w_inf_1="e6")
    engine.now += 10.0
    engine.ask("end", action={"end_turn": True})
    engine.now += 10.0
    engine.show()
    engine.show(n_inf_1="b2")
    engine.show()
    engine.service.close()
    return journals(tmp_path)[0]


def moments_of(journal: Path) -> Sequence[ReplayTable]:
    entries = read_journal(journal).entries
    moments = timeline(entry_times(journal), sittings(journal.parent))
    return tuple(shown_moments(GAME, PIECES, entries, moments))


def replayed(journal: Path, screen: Screen, section: Section) -> Screen:
    moments = moments_of(journal)
    setting = setting_of(GAME, moments[0].table.match.state, PIECES)
    player = MatchPlayer(screen, BOARD, setting, section, monotonic=lambda: screen.now)
    assert player.play(moments, threading.Event())
    return screen


def test_a_replay_publishes_the_states_and_verdicts_at_their_times(recorded: Path) -> None:
    screen = replayed(recorded, Screen(), Section())
    assert screen.revisions() == [(0.0, 0), (2.0, 1), (12.25, 2)]
    said = [message for _, name, message in screen.sent if name == "verdict"]
    assert [one.kind for one in said] == [
        VerdictKind.SETTLED,
        VerdictKind.SETTLED,
        VerdictKind.ILLEGAL,
        VerdictKind.SETTLED,
    ]
    situations = [message for _, name, message in screen.sent if name == "situation"]
    assert any(one.current and one.current.kind is VerdictKind.ILLEGAL for one in situations)
    assert situations[-1].current is None
    assert all(one.problem.startswith("Replay of match 000001-") for one in situations)


def test_a_replay_can_be_faster_and_of_a_part(recorded: Path) -> None:
    screen = replayed(recorded, Screen(), Section(speed=4.0, from_s=4.0, to_s=13.0))
    assert screen.revisions() == [(0.0, 1), (2.06, 2)]


def test_without_evidence_the_journal_says_when(recorded: Path) -> None:
    for path in evidence_files(recorded.parent):
        path.unlink()
    assert replayed(recorded, Screen(), Section()).revisions() == [(0.0, 0), (2.0, 1), (12.25, 2)]


def test_an_empty_journal_is_refused_by_its_file(tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"
    journal.write_bytes(b"")
    with pytest.raises(InputFault, match=rf"^{re.escape(str(journal))}: the journal is empty; expected an"):
        open_recorded(journal)


def test_a_page_that_comes_learns_all_and_may_not_play(recorded: Path) -> None:
    asked = Command("1", CommandKind.ACT, 0, action={"end_turn": True})
    screen = Screen(Connected(), ReceivedMessage("command", "", asked))
    replayed(recorded, screen, Section())
    (answer,) = [message for _, name, message in screen.sent if name == "answer"]
    assert answer.code is AnswerCode.NOT_NOW
    assert [name for _, name, _ in screen.sent].count("surface") == 2
    assert "seat" not in {name for _, name, _ in screen.sent}


def test_a_match_that_todays_rules_do_not_lead_through_is_shown_as_far_as_they_do(recorded: Path) -> None:
    opened, played, *others = read_journal(recorded).entries
    times, found = entry_times(recorded), sittings(recorded.parent)
    otherwise = JournalEntry(others[0].kind, {**others[0].body, "state_hash": "of another version"})
    entries = (opened, played, otherwise, *others[1:])
    shown, broken = shown_as_far(GAME, PIECES, entries, timeline(times, found))
    assert [one.table.match.revision for one in shown][-1] == 1
    assert broken.startswith("entry 3 of the journal can't be replayed: ")
    whole, none = shown_as_far(GAME, PIECES, read_journal(recorded).entries, timeline(times, found))
    assert len(whole) > len(shown)
    assert none == ""


@pytest.mark.parametrize("text", ["90", "1:30", "0:01:30"])
def test_a_time_of_play_is_read_and_written(text: str) -> None:
    assert parse_clock("--from", text) == 90.0
    assert parse_clock("--from", clock_text(90.0)) == 90.0


@pytest.mark.parametrize(
    ("seconds", "text"), [(61.9, "0:01:01"), (61.99999, "0:01:02"), (3600.0, "1:00:00"), (0.0, "0:00:00")]
)
def test_a_time_of_play_has_the_seconds_that_have_passed(seconds: float, text: str) -> None:
    assert clock_text(seconds) == text


@pytest.mark.parametrize(
    "words",
    [
        ("--speed", "0"),
        ("--speed", "fast"),
        ("--from", "x"),
        ("--from", "9", "--to", "3"),
        ("--from", "9:00"),
    ],
)
def test_a_part_that_is_none_is_refused(
    words: tuple[str, ...], recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", "1", "--data", str(recorded.parent.parent), *words]) == BAD_INPUT
    assert words[-2] in capsys.readouterr().err
