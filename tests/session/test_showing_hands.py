"""The arbiter may show all hands in the broadcast: it's kept, announced to all, and only with a delay."""

from typing import Any

import pytest

from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.bus.messages.match import AllHands
from engine.core.ids import Seat
from engine.session.matches.entries import EntryKind
from engine.session.matches.journal_replay import replay
from engine.session.matches.match import ShownHandsNote
from engine.session.playing.commands import command
from engine.session.serving.bus_messages import all_hands_of, match_state_of
from tests.session.test_introducing import WAR, IntroducedMatch


def ask(table: IntroducedMatch, kind: CommandKind, **more: Any) -> AnswerCode:
    """Send the arbiter's command, from a device with a mark, on a revision that is long past."""
    asked = Command(f"c{len(table.entries)}", kind, 99, **{"name": "3f2a61c0", "choice": 120, **more})
    step = command(table.setting, table.table, asked)
    table.table = step.table
    table.entries += step.entries
    return step.answers[-1].code


def test_no_match_shows_its_hands_by_itself() -> None:
    table = IntroducedMatch()
    assert match_state_of(table.setting, table.table).hands is None
    assert all_hands_of(table.setting, table.table) == AllHands("m", 0, "")


def test_showing_hands_is_kept_with_its_author_and_delay_and_announced() -> None:
    table = IntroducedMatch()
    assert ask(table, CommandKind.SHOW_HANDS) is AnswerCode.DONE
    kinds = [entry.kind for entry in table.entries]
    assert kinds == [EntryKind.OPENED, EntryKind.HANDS, EntryKind.REMARKED]
    body = table.entries[1].body
    assert (body["shown"], body["after_s"], body["by"]) == (True, 120, "3f2a61c0")
    said = str(table.table.recent[-1].text)
    assert "120 seconds later" in said
    state = match_state_of(table.setting, table.table)
    assert state.hands is not None
    assert state.hands.after_s == 120
    assert replay(WAR, table.entries).hands == ShownHandsNote("c1", 120, "3f2a61c0")
    assert {one.seat for one in all_hands_of(table.setting, table.table).seats} >= {"west", "north"}


def test_hands_that_are_hidden_again_are_not_published() -> None:
    table = IntroducedMatch()
    ask(table, CommandKind.SHOW_HANDS)
    assert ask(table, CommandKind.HIDE_HANDS, choice=0) is AnswerCode.DONE
    assert match_state_of(table.setting, table.table).hands is None
    assert all_hands_of(table.setting, table.table).seats == ()
    assert replay(WAR, table.entries).hands is None
    assert "no hands any more" in str(table.table.recent[-1].text)


@pytest.mark.parametrize("delay", [0, -5, 3601])
def test_without_a_delay_no_hand_is_shown(delay: int) -> None:
    table = IntroducedMatch()
    assert ask(table, CommandKind.SHOW_HANDS, choice=delay) is AnswerCode.UNREADABLE
    assert len(table.entries) == 1


@pytest.mark.parametrize("kind", [CommandKind.SHOW_HANDS, CommandKind.HIDE_HANDS])
def test_no_seat_has_a_say_in_it(kind: CommandKind) -> None:
    table = IntroducedMatch()
    assert ask(table, kind, seat=Seat("west")) is AnswerCode.ILLEGAL
    assert len(table.entries) == 1


def test_a_repeated_order_to_show_or_hide_changes_nothing() -> None:
    table = IntroducedMatch()
    assert ask(table, CommandKind.HIDE_HANDS) is AnswerCode.UNREADABLE
    ask(table, CommandKind.SHOW_HANDS)
    assert ask(table, CommandKind.SHOW_HANDS) is AnswerCode.UNREADABLE
    # The command itself comes twice, as the bus may deliver it. It was carried out once.
    asked = Command("c1", CommandKind.SHOW_HANDS, 99, choice=120, name="3f2a61c0")
    step = command(table.setting, table.table, asked)
    assert (step.answers[-1].code, step.entries) == (AnswerCode.DONE, ())


def test_once_a_match_is_over_hands_are_shown_no_more_but_can_be_hidden() -> None:
    table = IntroducedMatch()
    ask(table, CommandKind.SHOW_HANDS)
    asked = Command("end", CommandKind.ADJUDICATE, table.table.match.revision, reason="late")
    table.table = command(table.setting, table.table, asked).table
    assert ask(table, CommandKind.HIDE_HANDS) is AnswerCode.DONE
    assert ask(table, CommandKind.SHOW_HANDS) is AnswerCode.NOT_NOW
