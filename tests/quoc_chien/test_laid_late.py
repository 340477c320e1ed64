"""A card that a tablet played is laid where it was to lie then, though play went on meanwhile."""

from dataclasses import replace
from typing import Any

import pytest

from engine.bots.bot import RandomBot
from engine.bus.messages.commands import Command, CommandKind
from engine.core.board import load_board
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.layout import Spot
from engine.core.observations import Look
from engine.core.verdict import Verdict, VerdictKind
from engine.games.registry import open_game, usual_board
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import Setting, Table, setting_of, table_of
from engine.session.playing.table_events import happen
from engine.session.serving.bot_host import PAUSE_S, BotHost
from tests.session.seeing import look_at, shown

SNATCH = PieceId("shunshou-qianyang.S3")
SETUP = {
    "players": {
        "s1": {"hand": [str(SNATCH), "tao.H4"]},
        "s2": {"hand": ["sha.S9"], "equipment": ["zhuge-liannu.D1"]},
        "s3": {},
    },
    "discards": ["sha.S5", "sha.S10"],
}


class Evening:
    """A table of three; what lies on it, and what was said."""

    def __init__(self) -> None:
        self.game = open_game("quoc_chien", load_board(usual_board("quoc_chien")), Ruleset())
        match, _ = open_match(
            self.game, MatchOpening("m", Seconds(0.0), "quoc_chien", "", "", SETUP, seed="1")
        )
        self.setting: Setting[Any, Any] = setting_of(self.game, match.state, None)
        self.table: Table[Any, Any] = table_of(self.setting, match)
        self.spots = dict(shown(self.game.layout(match.state)))
        self.said: list[Verdict] = []
        self.now = 0.0
        self.rest()

    def took(self, what: Look | Command) -> None:
        step = happen(self.setting, self.table, what, self.now)
        self.table = step.table
        self.said += step.verdicts

    def rest(self) -> None:
        for _ in range(3):
            self.now += 0.5
            self.took(look_at(self.spots, self.now))

    def act(self, **action: Any) -> None:
        revision = self.table.match.revision
        self.took(Command(f"{self.now} {action}", CommandKind.ACT, revision, seat=Seat("s1"), action=action))

    def lay(self, cell: str) -> None:
        self.spots[SNATCH] = Spot(Cell(cell), edge=False)
        self.rest()

    @property
    def to_put(self) -> list[tuple[str, str | None]]:
        current = self.table.current
        return [] if current is None else [(step.piece, step.to) for step in current.repair]


def snatched() -> Evening:
    """Return the table after a card was used, and had its effect, before any hand laid it."""
    evening = Evening()
    evening.act(use=str(SNATCH), on=["s2"])
    assert evening.to_put == [(SNATCH, "middle")]
    evening.act(choose="s2.hand")
    assert not evening.table.match.state.zones.count("s2.hand")
    return evening


def test_a_card_laid_where_it_was_used_and_then_put_away_is_never_warned_of() -> None:
    evening = snatched()
    assert evening.to_put == [(SNATCH, "discards")]
    evening.lay("middle")
    assert evening.to_put == [(SNATCH, "discards")]
    evening.lay("discards")
    assert evening.to_put == []
    assert not [one for one in evening.said if one.kind is VerdictKind.ILLEGAL]


def test_one_laid_where_it_was_never_to_lie_is_warned_of() -> None:
    evening = snatched()
    evening.lay("s3.equipment")
    assert [one.kind for one in evening.said if one.kind is VerdictKind.ILLEGAL]


@pytest.mark.parametrize(("cell", "waits"), [("discards", False), ("middle", True)])
def test_a_bot_waits_for_a_card_that_is_asked_for_and_for_none_that_nobody_could_see_gone(
    cell: str, *, waits: bool
) -> None:
    evening = Evening()
    owed = {PieceId("nanman-ruqin.S13"): Spot(Cell(cell))}
    table = replace(evening.table, match=replace(evening.table.match, leftovers=owed))
    host: BotHost[Any, Any] = BotHost({Seat("s1"): RandomBot()})
    found = [host.due(evening.setting, table, now) for now in (100.0, 100.0 + PAUSE_S)]
    assert (found[-1] is None) is waits


def test_the_button_that_ends_a_turn_on_every_table_ends_the_play_phase() -> None:
    evening = Evening()
    evening.act(end_turn=True)
    assert evening.table.match.state.turn == "s2"
