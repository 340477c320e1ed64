"""Take-backs: a player alone may take back a choice only while no other player has learnt from it."""

from dataclasses import replace
from typing import Any

import pytest

from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Seat, Seconds
from engine.games.dozen_war.game import DozenWar
from engine.session.matches.match import open_match, play
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.commands import command
from engine.session.playing.table import Table, setting_of, table_of

GAME = DozenWar(load_board("mativen"), Ruleset())
SETUP: dict[str, Any] = {
    "seats": ["west", "north"],
    "turn": "west",
    "round": 2,
    "hands": {"west": ["danh-cap", "bua-chien"], "north": ["song-kiem", "no-sat"]},
    "pieces": {
        "w.inf.1": {"at": "d5"},
        "w.inf.2": {"at": "c5"},
        "n.inf.1": {"at": "e5"},
        "n.inf.2": {"at": "f5"},
    },
}
MOVE, ATTACK = {"move": "w.inf.2", "to": "c4"}, {"attack": "w.inf.1", "target": "n.inf.1"}
STEAL, TAKE = {"play": "danh-cap", "player": "north"}, {"take": "no-sat"}


def asked(plays: list[dict[str, Any]], seat: str | None, *more: str, back_to: int = 0) -> bool:
    """Return whether a position is taken back to if a seat wishes it, and then further seats."""
    match, _ = open_match(GAME, MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "none", SETUP))
    setting = setting_of(GAME, match.state, None)
    start = match.state
    for written in plays:
        match, _, _ = play(GAME, match, (GAME.parse_action(entry_of(written)),))
    table: Table[Any, Any] = replace(table_of(setting, match), match=match)
    for number, one in enumerate((seat, *more)):
        wish = Command(
            str(number),
            CommandKind.TAKE_BACK,
            table.match.revision,
            seat=None if one is None else Seat(one),
            choice=back_to,
        )
        step = command(setting, table, wish)
        assert step.answers[0].code is AnswerCode.DONE
        table = step.table
    return bool(table.match.state == start)


@pytest.mark.parametrize("plays", [[MOVE], [ATTACK], [MOVE, ATTACK]], ids=["move", "attack", "both"])
def test_a_player_alone_takes_back_a_choice_without_an_answer(plays: list[dict[str, Any]]) -> None:
    assert asked(plays, "west")


@pytest.mark.parametrize("plays", [[ATTACK], [MOVE, ATTACK]], ids=["attack", "both"])
def test_a_player_who_owes_an_answer_takes_nothing_back_alone(plays: list[dict[str, Any]]) -> None:
    assert GAME.decider(
        GAME.apply(GAME.initial(entry_of(SETUP)), GAME.parse_action(entry_of(ATTACK)))
    ).seats == ("north",)
    assert not asked(plays, "north")
    assert asked(plays, "north", "west")


@pytest.mark.parametrize(
    "plays",
    [[ATTACK, {"accept": True}], [ATTACK, {"block": "n.inf.2"}], [STEAL], [STEAL, TAKE]],
    ids=["let land", "blocked", "saw a hand", "took a card"],
)
def test_after_an_answer_or_a_seen_hand_everybody_must_agree_or_the_arbiter(
    plays: list[dict[str, Any]],
) -> None:
    assert not asked(plays, "west")
    assert not asked(plays, "north")
    assert asked(plays, "west", "north")
    assert asked(plays, None)
