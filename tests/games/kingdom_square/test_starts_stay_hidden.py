"""Only its owner knows where a start point lies face down, until the hero stands on it."""

from dataclasses import replace
from random import Random
from typing import Any

from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.board import load_board
from engine.core.game import Game, Ruleset
from engine.core.ids import Seconds
from engine.games.kingdom_square.position.field import TILES
from engine.games.registry import open_game, usual_board
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.commands import command
from engine.session.serving.bus_messages import match_state_of, seat_sheet_of
from tests.session.commanded import Commanded

BOARD = usual_board("kingdom_square")


def before_the_hero() -> Commanded:
    """Return a match where the first hero is about to be placed."""
    game: Game[Any, Any] = open_game("kingdom_square", load_board(BOARD), Ruleset())
    said = Commanded(game, MatchOpening("m", Seconds(0.0), game.name, BOARD, f"{BOARD}-pieces", seed="7201"))
    state, chance = said.table.match.state, Random(7)  # noqa: S311 # which lands, no secret
    while game.decider(state).kind != "start":
        state = game.apply(state, chance.choice(list(game.legal_actions(state))))
    said.table = replace(said.table, match=replace(said.table.match, state=state))
    return said


def test_only_its_owner_learns_where_a_hero_may_start() -> None:
    said = before_the_hero()
    game, state = said.game, said.table.match.state
    (seat,) = game.decider(state).seats
    begins = list(game.legal_actions(state))
    assert begins
    assert match_state_of(said.setting, said.table).choices == ()
    own = seat_sheet_of(said.setting, said.table, seat)
    assert [one.action for one in own.choices] == [game.format_action(one) for one in begins]


def test_the_tables_own_page_cant_find_it_out_by_trying() -> None:
    said = before_the_hero()
    answers = set()
    for tile in TILES:
        asked = Command(f"try {tile}", CommandKind.ACT, said.table.match.revision, action={"start": tile})
        answer = command(said.setting, said.table, asked).answers[-1]
        answers.add((answer.code, str(answer.text)))
    assert len(answers) == 1
    assert {code for code, _ in answers} == {AnswerCode.ILLEGAL}
