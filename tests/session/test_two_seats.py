"""Two seats that decide at the same time: each for itself, on its tablet, as a bot, or in a file."""

from random import Random
from typing import Any

import pytest

from engine.bots.bot import RandomBot
from engine.bots.bot_matches import play_match
from engine.bots.greedy import GreedyBot
from engine.bots.search import SearchBot
from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.game import Game, own_actions
from engine.core.ids import Seat, Seconds
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.commands import command
from engine.session.playing.table import Setting, Table, setting_of, table_of
from engine.session.serving.bus_messages import seat_sheet_of
from tests.session.bidding_game import Bid, BiddingGame, Bids

GAME: Game[Bids, Bid] = BiddingGame()
A, B = Seat("a"), Seat("b")


class Tablets:
    """A table without pieces, and the tablets at it."""

    def __init__(self) -> None:
        match, entry = open_match(GAME, MatchOpening("m", Seconds(0.0), "bidding", "none", "none"))
        self.setting: Setting[Bids, Bid] = setting_of(GAME, match.state, None)
        self.table: Table[Bids, Bid] = table_of(self.setting, match)
        self.entries = [entry]

    def send(self, seat: Seat | None, action: dict[str, Any]) -> AnswerCode:
        revision = self.table.match.revision
        asked = Command(f"{seat} {action} {revision}", CommandKind.ACT, revision, seat=seat, action=action)
        step = command(self.setting, self.table, asked)
        self.table = step.table
        self.entries.extend(step.entries)
        return step.answers[-1].code


def test_either_seat_may_act_first_and_the_journal_names_it() -> None:
    tablets = Tablets()
    assert tablets.send(B, {"bid": 2}) is AnswerCode.DONE
    assert tablets.table.match.state == Bids(((B, 2),))
    assert tablets.entries[-1].body["by"] == ["b"]
    assert tablets.entries[-1].body["actions"] == [{"bid": 2, "by": "b"}]


def test_nobody_decides_for_another_seat() -> None:
    tablets = Tablets()
    assert tablets.send(A, {"bid": 2, "by": "b"}) is AnswerCode.ILLEGAL
    assert tablets.table.match.state == Bids()


def test_a_seat_that_has_decided_cannot_decide_again() -> None:
    tablets = Tablets()
    tablets.send(A, {"bid": 1})
    assert tablets.send(A, {"bid": 3}) is AnswerCode.ILLEGAL
    assert tablets.table.match.state == Bids(((A, 1),))


def test_the_tables_page_must_name_its_seat_while_several_decide() -> None:
    tablets = Tablets()
    assert tablets.send(None, {"bid": 1}) is AnswerCode.ILLEGAL
    assert tablets.send(None, {"bid": 1, "by": "a"}) is AnswerCode.DONE
    assert tablets.send(None, {"bid": 3}) is AnswerCode.DONE
    assert tablets.table.match.state == Bids(((A, 1), (B, 3)))


@pytest.mark.parametrize("seat", [A, B])
def test_a_seats_sheet_offers_its_own_actions_only(seat: Seat) -> None:
    tablets = Tablets()
    offered = seat_sheet_of(tablets.setting, tablets.table, seat).choices
    assert [one.action for one in offered] == [{"bid": n, "by": str(seat)} for n in (1, 2, 3)]


@pytest.mark.parametrize("bot", [RandomBot(), GreedyBot(), SearchBot(20)])
@pytest.mark.parametrize("seat", [A, B])
def test_a_bot_chooses_for_its_own_seat(bot: RandomBot | GreedyBot | SearchBot, seat: Seat) -> None:
    for seed in range(5):
        chosen = bot.choose(GAME, Bids(), seat, Random(seed))  # noqa: S311  # play, not a secret
        assert GAME.actor(Bids(), chosen) == seat
        assert chosen in own_actions(GAME, Bids(), seat)


def test_bots_play_a_match_in_which_both_decide_at_once() -> None:
    record = play_match(GAME, {A: RandomBot(), B: RandomBot()}, 3)
    assert {one.by for one in record.actions} == {A, B}
    assert record.outcome is not None
