"""Differences between a recording and a new judgement are sentences, without Python's own words."""

from dataclasses import replace

from engine.bus.messages.commands import Answer, AnswerCode
from engine.core.ids import RuleId, Seconds
from engine.core.phrase import Phrase
from engine.core.verdict import Verdict, VerdictKind, ViolationText
from engine.records.differences import entries_apart, messages_apart
from engine.session.matches.entries import EntryKind, JournalEntry

WARNED = Verdict(
    VerdictKind.ILLEGAL,
    Seconds(1.0),
    7,
    1,
    text=Phrase("No more than 3 hexes"),
    violations=(ViolationText(RuleId("DW-6"), Phrase("too far")),),
)


def test_other_sentences_are_shown_with_their_rules() -> None:
    was, now = messages_apart((WARNED,), (replace(WARNED, text=Phrase("No more than 2 hexes")),))
    assert was == ("illegal: No more than 3 hexes [DW-6]",)
    assert now == ("illegal: No more than 2 hexes [DW-6]",)


def test_of_equal_sentences_the_places_that_differ_are_named() -> None:
    was, now = messages_apart((WARNED,), (replace(WARNED, frame=8),))
    assert (was[1:], now[1:]) == (("frame: 7",), ("frame: 8",))
    was, now = messages_apart((Answer("a", AnswerCode.DONE, 1),), (Answer("a", AnswerCode.DONE, 2),))
    assert (was, now) == (("answer done", "revision: 1"), ("answer done", "revision: 2"))


def test_entries_that_differ_are_shown_as_people_read_values() -> None:
    one = JournalEntry(EntryKind.PLAYED, {"actions": [{"move": "w.inf.1", "to": "e6"}], "paused": True})
    two = JournalEntry(EntryKind.PLAYED, {"actions": [{"move": "w.inf.1", "to": "e7"}], "paused": True})
    assert entries_apart((one,), (two,)) == (("actions[0].to: e6",), ("actions[0].to: e7",))
    kept = JournalEntry(EntryKind.PLAYED, {"results": [{"text": "West ends the turn"}]})
    assert entries_apart((kept,), ()) == (("an entry 'played': West ends the turn",), ())
