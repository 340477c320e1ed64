"""Which of two units a killing hit meant makes no difference where nothing asks for it any more."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.board import Board
from engine.core.document import entry_of
from engine.core.game import Ruleset, come_to_the_same
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.position.state import State
from tests.content.packs import HOUSE_CARDS

ANSWERS = [
    "kiem-mot-tay",
    "dao-gam",
    "khien-ma-thuat",
    "khien-go",
    "quyen-truong-phep-thuat",
    "ao-choang-phep-thuat",
]
OTHERS = {
    "w.cav.1": {"at": "d5"},
    "w.inf.1": {"at": "d4"},
    "n.inf.1": {"at": "l9"},
    "n.gen.raen": {"at": "f5"},
}

PATIENT = settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))


def killed(
    game: DozenWar, target: str, splash: str, *, hands: list[str] | None = None, by: str = "w.cav.1"
) -> State:
    """Return the position after one of the cavalry has killed both of those who stood in one hex."""
    pieces = {
        **OTHERS,
        "w.gen.soul": {"at": "d5", "hp": 1},
        target: {"at": "e5", "hp": 1},
        splash: {"at": "e5", "hp": 1},
    }
    held = ANSWERS if hands is None else hands
    setup: dict[str, Any] = {
        "seats": ["west", "north"],
        "hands": {"north": held, "west": ANSWERS},
        "carried": {"w.gen.soul": ["map"]},
        "pieces": dict(sorted(pieces.items())),
    }
    state = game.initial(entry_of(setup))
    attack = {"attack": by, "target": target, "splash": splash}
    state = game.apply(state, game.parse_action(entry_of(attack)))
    while not state.stack[-1].landed:
        state = game.apply(state, game.parse_action(entry_of({"accept": True})))
    return state


PAIRS = [("n.cav.1", "n.cav.2"), ("n.gen.mask", "n.cav.1"), ("n.arc.1", "n.arc.2"), ("n.inf.2", "n.inf.3")]


@pytest.mark.parametrize("pair", PAIRS)
def test_two_of_an_arm_that_fell_to_one_hit_may_stand_for_each_other(
    game: DozenWar, pair: tuple[str, str]
) -> None:
    one, other = killed(game, *pair), killed(game, *reversed(pair))
    assert one != other
    assert come_to_the_same(game, one, other)


@PATIENT
@given(data=st.data(), pair=st.sampled_from(PAIRS), by=st.sampled_from(("w.cav.1", "w.gen.soul")))
def test_whatever_follows_is_the_same_then_and_comes_to_the_same(
    game: DozenWar, data: st.DataObject, pair: tuple[str, str], by: str
) -> None:
    """A general who is struck down in return carries a map piece, which goes to whoever did it."""
    one, other = killed(game, *pair, by=by), killed(game, *reversed(pair), by=by)
    played = 0
    while one.stack or one.agenda:
        actions = game.legal_actions(one)
        assert actions == game.legal_actions(other)
        assert game.layout(one) == game.layout(other)
        answers = [action for action in actions if game.format_action(action) != {"accept": True}] or actions
        action = data.draw(st.sampled_from(answers if played < 3 else actions))
        one, other, played = game.apply(one, action), game.apply(other, action), played + 1
    assert one == other


def test_two_of_different_arms_may_not_for_a_card_answers_for_one_of_them(game: DozenWar) -> None:
    one, other = killed(game, "n.cav.1", "n.arc.1"), killed(game, "n.arc.1", "n.cav.1")
    assert not come_to_the_same(game, one, other)


def test_nor_where_nobody_holds_such_a_card_for_that_would_betray_a_hand(game: DozenWar) -> None:
    pair = "n.cav.1", "n.arc.1"
    one, other = (killed(game, *two, hands=[]) for two in (pair, pair[::-1]))
    assert game.legal_actions(one) == game.legal_actions(other)
    assert len(game.legal_actions(one)) > 1, "a skill answers, too"
    assert not come_to_the_same(game, one, other)


CARD = """\
name: own
base: house
cards: {cards}
equipment:
  - slug: bao-thu
    copies: 1
    vi: Báo Thù
    en: Revenge
    arm: cavalry
    star: 4
    marks: [defend]
    answers: {{to: after hit, {answers}}}
    effects:
      - {effect}
    text: {{vi: Đánh trả., en: Strikes back.}}
    origin: house
"""


@pytest.mark.parametrize(
    ("answers", "effect", "levels"),
    [
        ("arms: [cavalry]", "strike_back: {on: attacker}", True),
        ("whose: [general]", "strike_back: {on: attacker}", False),
        ("arms: [cavalry]", "coin: {amount: 1}", False),
    ],
)
def test_what_a_pack_could_ask_decides(
    board: Board, tmp_path: Path, answers: str, effect: str, *, levels: bool
) -> None:
    pack = tmp_path / "pack.yaml"
    pack.write_text(CARD.format(cards=HOUSE_CARDS + 1, answers=answers, effect=effect), encoding="utf-8")
    game = DozenWar(board, Ruleset(content=str(pack)))
    one, other = killed(game, "n.gen.mask", "n.cav.1"), killed(game, "n.cav.1", "n.gen.mask")
    assert come_to_the_same(game, one, other) is levels
