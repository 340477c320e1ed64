"""A visitor without a seat is kept with the match and announced to the table, and changes nothing in it."""

import pytest

from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.ids import Seat
from engine.core.phrase import Phrase
from engine.core.verdict import VerdictKind
from engine.session.matches.entries import EntryKind
from engine.session.matches.journal_replay import replay
from engine.session.playing.commands import command
from engine.session.playing.spectators import without_address
from tests.session.test_introducing import WAR, IntroducedMatch

MARK = "3f2a61c0"


def asked(
    table: IntroducedMatch, mark: str, follows: str = "watching", seat: Seat | None = None
) -> AnswerCode:
    """Announce a visitor, on a revision that is long past."""
    one = Command(f"c{len(table.entries)}", CommandKind.LOOK_ON, 99, seat=seat, thing=follows, name=mark)
    step = command(table.setting, table.table, one)
    table.table = step.table
    table.entries += step.entries
    return step.answers[-1].code


@pytest.mark.parametrize("follows", ["watching", "broadcast", "hands"])
def test_a_visitor_is_kept_by_a_mark_and_announced_at_the_table(follows: str) -> None:
    table = IntroducedMatch()
    assert asked(table, MARK, follows) is AnswerCode.DONE
    entry = table.entries[-1]
    assert entry.kind is EntryKind.REMARKED
    assert (entry.body["evidence"]["looks_on"], entry.body["evidence"]["follows"]) == (MARK, follows)
    (verdict,) = table.table.recent
    assert verdict.kind is VerdictKind.REMARKED
    assert str(verdict.text).startswith("Somebody ")


def test_a_visitor_changes_nothing_in_the_match() -> None:
    table = IntroducedMatch()
    before = table.table
    asked(table, MARK)
    assert table.table.match.state == before.match.state
    assert table.table.match.revision == before.match.revision
    assert table.table.current == before.current
    assert replay(WAR, table.entries).state == before.match.state


@pytest.mark.parametrize(
    ("mark", "follows", "seat"),
    [
        ("lan's phone", "watching", None),
        ("192.168.1.7", "watching", None),
        ("", "watching", None),
        (MARK, "everything", None),
        (MARK, "watching", Seat("west")),
    ],
    ids=["no mark", "an address", "nothing", "no such thing", "a seat's word"],
)
def test_a_malformed_visitor_is_not_kept(mark: str, follows: str, seat: Seat | None) -> None:
    table = IntroducedMatch()
    assert asked(table, mark, follows, seat) is AnswerCode.UNREADABLE
    assert len(table.entries) == 1


@pytest.mark.parametrize(
    ("kept", "read"),
    [
        (
            Phrase(
                "Somebody looks on from 10.0.0.9.", "session.looking.watching", (("address", "10.0.0.9"),)
            ),
            "Somebody looks on.",
        ),
        (
            Phrase("… at 10.0.0.9.", "session.looking.shown", (("s", 60), ("address", "10.0.0.9"))),
            "From now on the broadcast shows all hands 60 seconds later. The arbiter wants it so.",
        ),
        (Phrase("The board is at 10.0.0.9."), "The board is at 10.0.0.9."),
    ],
)
def test_a_record_of_an_earlier_version_is_read_without_addresses_of_visitors(
    kept: Phrase, read: str
) -> None:
    assert str(without_address(kept)) == read
