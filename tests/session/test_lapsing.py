"""Answers that pass by themselves, after the same time for all who are asked, whatever they hold."""

from typing import Any

import pytest

from engine.bus.messages.commands import Command, CommandKind
from engine.core.board import load_board
from engine.core.clock import format_control, parse_control
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import Seat, Seconds
from engine.games.registry import open_game, usual_board
from engine.session.matches.evidence_log import Tick
from engine.session.matches.match import Match, open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import setting_of, table_of
from engine.session.playing.table_events import happen
from engine.session.serving.bus_messages import clock_state_of

S1, S2, S3 = Seat("s1"), Seat("s2"), Seat("s3")
TRICK = {"use": "guohe-chaiqiao.S3", "on": ["s2"]}


class Evening:
    """Three players of Quốc Chiến without cameras; s1 plays a trick that `Wuxie` may answer."""

    def __init__(self, clock: str, *, asked: str = "all", **hands: list[str]) -> None:
        game: Any = open_game(
            "quoc_chien", load_board(usual_board("quoc_chien")), Ruleset(options={"asked": asked})
        )
        players = {str(seat): {"hand": hands.get(str(seat), [])} for seat in (S1, S2, S3)}
        players["s1"]["hand"] = ["guohe-chaiqiao.S3", *hands.get("s1", [])]
        setup = {"players": players, "turn": "s1", "phase": "play"}
        opening = MatchOpening(
            "m",
            Seconds(0.0),
            "quoc_chien",
            "none",
            "none",
            options={"asked": asked},
            setup=setup,
            clock=clock,
        )
        match, _ = open_match(game, opening)
        self.setting: Any = setting_of(game, match.state, None)
        self.table: Any = table_of(self.setting, match)
        self.now = 0.0

    @property
    def match(self) -> Match[Any]:
        match: Match[Any] = self.table.match
        return match

    def act(self, seat: Seat, action: dict[str, Any]) -> None:
        name = f"{seat} {self.match.revision}"
        asked = Command(name, CommandKind.ACT, revision=self.match.revision, seat=seat, action=action)
        self.take(asked)

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * 2)):
            self.now += 0.5
            self.take(Tick())

    def take(self, what: Command | Tick) -> None:
        self.table = happen(self.setting, self.table, what, self.now).table

    def asked(self) -> tuple[Seat, ...]:
        decision = self.setting.game.decider(self.match.state)
        return () if decision.kind == "turn" else decision.seats

    def passes_s(self) -> dict[Seat, float]:
        said = clock_state_of(self.table, self.now).seats
        return {one.seat: one.passes_s for one in said if one.passes_s is not None}


def test_a_seat_that_is_asked_passes_once_the_time_to_answer_is_over() -> None:
    evening = Evening("1h,answer=20s", s2=["sha.S7"], s3=["wuxie-keji.S11"])
    evening.act(S1, TRICK)
    first = evening.asked()
    assert first
    evening.wait(19.5)
    assert evening.asked() == first
    assert evening.passes_s() == dict.fromkeys(first, 0.5)
    evening.wait(0.5)
    assert evening.asked() != first


def test_with_an_answer_or_without_one_it_takes_the_same_time() -> None:
    took = []
    for hand in (["wuxie-keji.S11"], ["sha.S8"]):
        evening = Evening("1h,answer=20s", s2=["sha.S7"], s3=hand)
        evening.act(S1, TRICK)
        seen = []
        for _ in range(200):
            evening.wait(0.5)
            seen.append((evening.now, evening.asked(), tuple(evening.passes_s().items())))
        took.append(seen)
    assert took[0] == took[1]
    assert took[0][-1][1] != took[0][0][1]


def test_each_question_has_the_whole_time() -> None:
    evening = Evening("1h,answer=20s", s3=["wuxie-keji.S11"], s2=["sha.S7"])
    evening.act(S1, TRICK)
    evening.wait(15)
    first = evening.asked()
    evening.act(first[0], {"pass": True})
    assert set(evening.passes_s().values()) <= {20.0}
    evening.wait(15)
    assert evening.asked() != ()


def test_without_a_time_to_answer_nobodys_answer_passes() -> None:
    for clock in ("", "1h", "30m+10s,delay"):
        evening = Evening(clock, s3=["wuxie-keji.S11"], s2=["sha.S7"])
        evening.act(S1, TRICK)
        first = evening.asked()
        evening.wait(120)
        assert evening.asked() == first
        assert evening.passes_s() == {}


def test_a_seat_that_has_to_choose_is_waited_for() -> None:
    nine = ["sha.S7", "sha.S8", "sha.S9", "sha.S10", "shan.H2", "shan.D2", "shan.D3", "tao.H4", "tao.H6"]
    evening = Evening("1h,answer=20s", asked="able", s1=nine)
    evening.act(S1, {"end_play": True})
    assert evening.asked() == (S1,)
    before = evening.match.revision
    evening.wait(60)
    assert (evening.match.revision, evening.passes_s()) == (before, {})


def test_the_seat_on_turn_is_waited_for() -> None:
    evening = Evening("1h,answer=20s", asked="able", s1=["wuzhong-shengyou.H7"])
    evening.act(S1, {"use": "wuzhong-shengyou.H7"})
    before = evening.match.revision
    evening.wait(60)
    assert (evening.match.revision, evening.passes_s()) == (before, {})


def test_a_pause_stops_the_time_to_answer() -> None:
    evening = Evening("1h,answer=20s", s2=["sha.S7"], s3=["wuxie-keji.S11"])
    evening.act(S1, TRICK)
    first = evening.asked()
    evening.take(Command("stop", CommandKind.PAUSE, revision=evening.match.revision))
    evening.wait(60)
    assert evening.asked() == first
    assert evening.passes_s() == {}


def test_a_control_says_its_time_to_answer_and_is_read_back() -> None:
    for text in ("1h,answer=20s", "30m+10s,delay,loses,answer=1m30s"):
        assert format_control(parse_control(text)) == text
    assert parse_control("1h,answer=20s").answer_s == 20
    for wrong in ("1h,answer=", "1h,answer=0s", "1h,answer=20", "1h,answer=5s,answer=6s", "answer=20s"):
        with pytest.raises(InputFault, match="answer=20s"):
            parse_control(wrong)
