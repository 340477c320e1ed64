"""A seat's own choices read as what pressing does: imperative, and without the seat's own name."""

from typing import Any

import pytest

from dashboard.web.words.speaking import INTERPRETER
from engine.core.board import load_board
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seat
from engine.core.phrase import LANGUAGES
from engine.games.hero_realms.game import GAME as HERO_REALMS
from engine.games.kingdom_square.game import GAME as KINGDOM_SQUARE
from engine.games.kingdom_square.position.actions import Answer, Move, Truth
from engine.games.quoc_chien.game import GAME as QUOC_CHIEN
from engine.games.quoc_chien.position.actions import Respond, Reveal, Use, UseSkill
from engine.games.registry import usual_board
from engine.kit.choosing.actions import Choose, GameAction, Pass
from engine.kit.zones.box import CardId

S1, S2, FIRST = Seat("s1"), Seat("s2"), Seat("first")
SLASH = CardId(PieceId("sha.S7"))
CHANCES = {"draw", "shuffle", "begin", "lot"}


def made(kind: Any) -> Any:
    return kind(load_board(usual_board(kind.name)), Ruleset())


@pytest.mark.parametrize("kind", [HERO_REALMS, KINGDOM_SQUARE, QUOC_CHIEN])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_of_a_seat_has_words_for_its_button(kind: Any, language: str) -> None:
    game = made(kind)
    words = set(game.table_of_actions.words) - CHANCES
    said = {word: game.texts.template(f"do.{word}", language) for word in words}
    assert [word for word, text in said.items() if not text or "{seat}" in text] == []


@pytest.mark.parametrize(
    ("action", "own", "everybody"),
    [
        (Pass(by=S1), "Pass", "Seat 1 passes"),
        (Pass(standing=True, by=S1), "Pass till the turn ends", "Seat 1 passes till the turn ends"),
        (Reveal("both", by=S1), "Show both generals", "Seat 1 shows both"),
        (UseSkill("jianxiong", by=S1), "Use Jianxiong", "Seat 1 uses Jianxiong"),
        (Use(SLASH, on=(S2,), by=S1), "Use Sha ♠7 on Seat 2", "Seat 1 uses Sha ♠7 on Seat 2"),
        (Use(SLASH, by=S1), "Use Sha ♠7", "Seat 1 uses Sha ♠7"),
        (Respond(SLASH, "shan", by=S1), "Answer with Sha ♠7 as Shan", "Seat 1 answers with Sha ♠7 as Shan"),
        (Choose("none", by=S1), "Choose nothing", "Seat 1 chooses nothing"),
    ],
)
def test_a_choice_of_quoc_chien_is_imperative_for_its_seat(
    action: GameAction, own: str, everybody: str
) -> None:
    game = made(QUOC_CHIEN)
    state = game.initial(None)
    assert (game.own_text(state, action), game.action_text(state, action)) == (own, everybody)


def test_a_skill_shows_its_text_beneath_its_button_and_other_choices_show_none() -> None:
    game = made(QUOC_CHIEN)
    state = game.initial(None)
    assert game.own_note(state, UseSkill("jianxiong", by=S1)) == "After damage, take the card that dealt it."
    assert game.own_note(state, UseSkill("bagua-zhen", by=S1)) == "In place of a Dodge judge: red is one."
    assert game.own_note(state, Pass(by=S1)) == ""


@pytest.mark.parametrize(
    ("language", "alone", "explored"),
    [
        ("en", "Move h to a2", "Move h to a2 and explore a2"),
        ("vi", "Đi h đến a2", "Đi h đến a2 và khám phá a2"),
        ("ja", "hをa2へ動かす", "hをa2へ動かし、a2を探索する"),
    ],
)
def test_a_move_names_an_explored_cell_as_explored(language: str, alone: str, explored: str) -> None:
    game = made(KINGDOM_SQUARE)
    state = game.initial(None)
    path = (Cell("a2"),)
    said = [game.own_text(state, Move("h", path, explore, by=FIRST)) for explore in ((), path)]
    assert [INTERPRETER.said(one, language) for one in said] == [alone, explored]
    assert game.own_text(state, Answer(Truth.NO, by=FIRST)) == "Don't counter-attack"
