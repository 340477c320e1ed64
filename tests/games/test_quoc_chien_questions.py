"""Quốc Chiến: a question names the card, its user, and the price of passing."""

from typing import Any

import pytest

from dashboard.web.words.speaking import INTERPRETER
from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Seat
from engine.games.quoc_chien.game import GAME, QuocChien
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.opening import Recruiting
from engine.games.quoc_chien.telling.asking import question_to
from engine.games.registry import usual_board
from engine.kit.changed import altered
from engine.kit.choosing.actions import Choose

S1, S2, S3 = Seat("s1"), Seat("s2"), Seat("s3")

Hands = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def game() -> QuocChien:
    return GAME(load_board(usual_board("quoc_chien")), Ruleset())


def after(game: QuocChien, players: Hands, *actions: dict[str, Any]) -> State:
    everybody: Hands = {"s1": {}, "s2": {}, "s3": {}, "s4": {}}
    state = game.initial(entry_of({"setup": {"players": everybody | players}}).mapping()["setup"])
    for action in actions:
        state = game.apply(state, game.completed(state, game.parse_action(entry_of(action))))
    return state


SLASHED: Hands = {"s1": {"hand": ["sha.S7"]}, "s2": {"hand": ["shan.H2"]}}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Seat 1 uses Sha ♠7 on you: answer with Shan, or take 1 damage."),
        ("vi", "Ghế 1 dùng Sát ♠7 lên bạn: đáp lại bằng Thiểm, nếu không bạn chịu 1 sát thương."),
        ("ja", "席1があなたに殺♠7を使いました。閃で応じなければ1ダメージを受けます。"),
    ],
)
def test_a_slash_is_named_with_its_user_and_its_damage(game: QuocChien, language: str, said: str) -> None:
    state = after(game, SLASHED, {"use": "sha.S7", "on": ["s2"]})
    assert INTERPRETER.said(game.question(state, S2), language) == said


def test_a_seat_that_is_not_asked_and_a_turn_have_no_question(game: QuocChien) -> None:
    state = after(game, SLASHED, {"use": "sha.S7", "on": ["s2"]})
    assert game.question(state, S1) == game.question(state, S3) == ""
    assert game.question(after(game, SLASHED), S1) == ""


@pytest.mark.parametrize(
    ("players", "actions", "seat", "said"),
    [
        (
            {"s1": {"hand": ["nanman-ruqin.S13"]}, "s2": {"hand": ["sha.S8"]}},
            [{"use": "nanman-ruqin.S13"}],
            S2,
            "Seat 1 uses Nanman Ruqin ♠K on you: answer with Sha, or take 1 damage.",
        ),
        (
            {"s1": {"hand": ["juedou.S1"]}, "s2": {"hand": ["sha.S8"]}},
            [{"use": "juedou.S1", "on": ["s2"]}],
            S2,
            "Juedou with Seat 1: answer with Sha, or take 1 damage.",
        ),
        (
            {"s1": {"hand": ["juedou.S1"]}, "s3": {"hand": ["wuxie-keji.S11"]}},
            [{"use": "juedou.S1", "on": ["s2"]}],
            S3,
            "Seat 1 uses Juedou on Seat 2: do you nullify it?",
        ),
        (
            {"s1": {"hand": ["juedou.S1", "wuxie-keji.S11"]}},
            [{"use": "juedou.S1", "on": ["s2"]}],
            S1,
            "You use Juedou: do you nullify it?",
        ),
        (
            {"s1": {"hand": ["sha.S7"]}, "s2": {"health": 1}, "s3": {"hand": ["tao.H6"]}},
            [{"use": "sha.S7", "on": ["s2"]}],
            S3,
            "Seat 2 is dying and needs 1 health: do you answer with Tao?",
        ),
        (
            {"s1": {"hand": ["sha.S7", "sha.S8", "shan.H2", "tao.H6"], "health": 2}},
            [{"end_play": True}],
            S1,
            "You hold 2 cards too many: which do you discard?",
        ),
    ],
)
def test_a_question_says_what_is_answered(
    game: QuocChien, players: Hands, actions: list[dict[str, Any]], seat: Seat, said: str
) -> None:
    assert game.question(after(game, players, *actions), seat) == said


WOUNDED: Hands = {
    "s1": {"hand": ["sha.S7"]},
    "s2": {"generals": ["caocao", "xunyu"], "hand": ["shan.H2"]},
}


def test_lost_health_is_said_with_the_card_and_its_user(game: QuocChien) -> None:
    before = after(game, SLASHED, {"use": "sha.S7", "on": ["s2"]})
    hit = game.apply(before, game.completed(before, game.parse_action(entry_of({"pass": True}))))
    assert list(game.consequences(before, hit)) == ["Sha ♠7 of Seat 1: Seat 2 loses 1 health, 3 left"]
    dodge = game.parse_action(entry_of({"respond": "shan.H2"}))
    assert not game.consequences(before, game.apply(before, game.completed(before, dodge)))


def test_compared_points_are_said_with_their_result(game: QuocChien) -> None:
    hands: Hands = {
        "s1": {
            "generals": ["zhurong", "zhangfei"],
            "revealed": ["head"],
            "hand": ["sha.S7", "sha.S10", "sha.S8"],
        },
        "s2": {"hand": ["sha.S5", "sha.S9"]},
    }
    state = after(game, hands, {"use": "sha.S7", "on": ["s2"]}, {"skill": "lieren"})
    said: list[str] = []
    for choice in ("sha.S10", "sha.S5"):
        chosen = next(
            one for one in game.legal_actions(state) if isinstance(one, Choose) and one.choose == choice
        )
        state, before = game.apply(state, chosen), state
        said += game.consequences(before, state)
    assert said == ["Points: Seat 1 Sha ♠10, Seat 2 Sha ♠5. Seat 1 wins"]


def test_a_skill_after_a_hit_says_the_loss_and_which_general_it_shows(game: QuocChien) -> None:
    state = after(game, WOUNDED, {"use": "sha.S7", "on": ["s2"]}, {"pass": True})
    assert game.question(state, S2) == (
        "You lost 1 health by Sha ♠7 of Seat 1, 2 left. Do you use Jianxiong or Jieming?"
    )
    skills = [one for one in game.legal_actions(state) if isinstance(one, UseSkill)]
    said = {str(game.own_text(state, one)) for one in skills}
    assert "Use Jianxiong and reveal your hidden general Caocao" in said
    shown = after(
        game,
        {**WOUNDED, "s2": {**WOUNDED["s2"], "revealed": ["head", "deputy"]}},
        {"use": "sha.S7", "on": ["s2"]},
        {"pass": True},
    )
    assert not any("reveal" in str(game.own_text(shown, one)) for one in game.legal_actions(shown))


def test_the_deputy_is_asked_for_with_the_head_and_its_kingdom(game: QuocChien) -> None:
    state = altered(after(game, {}), stack=(Recruiting(S1, "zhoutai"),))
    said = "With Zhoutai of Wu as your head: choose the deputy. Both stay hidden."
    assert question_to(state, S1, game.seat_label, []) == said


def test_a_loss_after_nobody_nullified_is_said_with_the_trick(game: QuocChien) -> None:
    hands: Hands = {"s1": {"hand": ["juedou.S1"]}, "s3": {"hand": ["wuxie-keji.S11"]}}
    before = after(game, hands, {"use": "juedou.S1", "on": ["s2"]})
    hit = game.apply(before, game.completed(before, game.parse_action(entry_of({"pass": True}))))
    assert list(game.consequences(before, hit)) == ["Juedou of Seat 1: Seat 2 loses 1 health, 3 left"]


def test_a_loss_by_a_skill_after_a_hit_is_not_said_to_be_the_hits(game: QuocChien) -> None:
    hands: Hands = {
        "s1": {"hand": ["sha.S7"]},
        "s2": {"generals": ["xiahoudun", "xunyu"], "revealed": ["head"]},
    }
    state = after(game, hands, {"use": "sha.S7", "on": ["s2"]})
    said: list[str] = []
    for _ in range(6):
        if game.waiting(state) is None:
            break
        before = state
        actions = list(game.legal_actions(state))
        skill = [one for one in actions if isinstance(one, UseSkill)]
        state = game.apply(state, (skill or actions)[0])
        said += [str(one) for one in game.consequences(before, state)]
    assert not [one for one in said if one.startswith("Sha") and "Seat 1 loses" in one]
