"""A visitor without a seat is kept with the match and announced to the table, and changes nothing in it."""

import pytest

from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.ids import Seat
from engine.core.verdict import VerdictKind
from engine.session.matches.entries import EntryKind
from engine.session.matches.journal_replay import replay
from engine.session.playing.commands import command
from tests.session.test_introducing import WAR, Told


def asked(told: Told, address: str, follows: str = "watching", seat: Seat | None = None) -> AnswerCode:
    """Announce a visitor, on a revision that is long past."""
    one = Command(f"c{len(told.entries)}", CommandKind.LOOK_ON, 99, seat=seat, thing=follows, name=address)
    step = command(told.setting, told.table, one)
    told.table = step.table
    told.entries += step.entries
    return step.answers[-1].code


@pytest.mark.parametrize("follows", ["watching", "broadcast", "hands"])
@pytest.mark.parametrize("address", ["192.168.1.7", "fe80::1"])
def test_a_visitor_is_kept_by_address_and_announced_at_the_table(follows: str, address: str) -> None:
    told = Told()
    assert asked(told, address, follows) is AnswerCode.DONE
    entry = told.entries[-1]
    assert entry.kind is EntryKind.REMARKED
    assert (entry.body["evidence"]["looks_on"], entry.body["evidence"]["follows"]) == (address, follows)
    (verdict,) = told.table.recent
    assert verdict.kind is VerdictKind.REMARKED
    assert address in str(verdict.text)


def test_a_visitor_changes_nothing_in_the_match() -> None:
    told = Told()
    before = told.table
    asked(told, "10.0.0.2")
    assert told.table.match.state == before.match.state
    assert told.table.match.revision == before.match.revision
    assert told.table.current == before.current
    assert replay(WAR, told.entries).state == before.match.state


@pytest.mark.parametrize(
    ("address", "follows", "seat"),
    [
        ("lan's phone", "watching", None),
        ("", "watching", None),
        ("10.0.0.2", "everything", None),
        ("10.0.0.2", "watching", Seat("west")),
    ],
    ids=["no address", "nothing", "no such thing", "a seat's word"],
)
def test_a_malformed_visitor_is_not_kept(address: str, follows: str, seat: Seat | None) -> None:
    told = Told()
    assert asked(told, address, follows, seat) is AnswerCode.UNREADABLE
    assert len(told.entries) == 1
