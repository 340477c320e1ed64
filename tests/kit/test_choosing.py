"""Actions as files write them, and choosing k of n without a list of all ways."""

from dataclasses import dataclass
from enum import StrEnum
from math import comb
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.document import entry_of, read_document
from engine.core.faults import InputFault
from engine.core.ids import PieceId, Seat
from engine.kit.choosing.actions import (
    NONE,
    Actions,
    Choose,
    Draw,
    GameAction,
    Names,
    Pass,
    Shuffle,
    is_meant,
)
from engine.kit.resolving.combinations import Choosing, ChoosingTogether
from engine.kit.resolving.frames import options_of, waits_of
from engine.kit.zones.box import Box, CardId
from engine.kit.zones.tabletop import ZoneName

P1, P2 = Seat("p1"), Seat("p2")
BOX = Box.of({"gold": 3, "king": 1})


class Side(StrEnum):
    HEAD = "head"
    DEPUTY = "deputy"


@dataclass(frozen=True, slots=True)
class Use(GameAction):
    use: CardId
    on: tuple[Seat, ...] = ()
    side: Side | None = None
    times: int = 1


ACTIONS = Actions((Use, Choose, Pass, Draw, Shuffle), Names(BOX, (P1, P2), ("deck", "p1.hand"), ("a1",)))


def card(name: str) -> CardId:
    return CardId(PieceId(name))


def parsed(written: Any) -> GameAction:
    return ACTIONS.parse(entry_of(written))


ACTION = st.one_of(
    st.builds(
        Use,
        st.sampled_from([card("gold"), card("gold#2"), card("king")]),
        on=st.sampled_from([(), (P1,), (P1, P2)]),
        side=st.sampled_from([None, *Side]),
        times=st.integers(0, 4),
        by=st.sampled_from([None, P1]),
    ),
    st.builds(
        Choose, st.sampled_from(["gold#1", "p2", "a1", "none", 1, 3, ("gold#1", "king"), "some-skill"])
    ),
    st.builds(Pass, standing=st.booleans(), by=st.sampled_from([None, P2])),
    st.builds(Draw, st.sampled_from([card("gold#3"), card("king")])),
    st.builds(Shuffle, st.just(ZoneName("deck")), st.sampled_from([(), (card("king"), card("gold#1"))])),
)


@given(ACTION)
def test_an_action_reads_back_as_it_was_written(action: GameAction) -> None:
    assert parsed(ACTIONS.format(action)) == action


def test_what_has_its_usual_value_isnt_written() -> None:
    assert ACTIONS.format(Use(card("king"))) == {"use": "king"}
    assert ACTIONS.format(Pass(by=P1)) == {"pass": True, "by": "p1"}


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("{use: queen}", "5: use: unknown card 'queen'"),
        ("{use: king, on: [p9]}", "expected one of p1, p2; found 'p9'"),
        ("{use: king, side: left}", "expected one of head, deputy"),
        ("{use: king, times: many}", "whole number"),
        ("{steal: king}", "expected one of use, choose, pass, draw, shuffle"),
        ("{use: king, whom: p1}", "unknown key"),
        ("{on: [p1]}", "expected one of use"),
        ("{pass: false}", "expected true"),
        ("{choose: 'Gold!'}", "expected a card, a seat, a place, a number or 'none'"),
        ("{choose: 0}", "whole number"),
        ("{shuffle: attic}", "expected one of deck"),
    ],
)
def test_what_cant_be_read_is_refused_with_file_and_line(tmp_path: Path, written: str, said: str) -> None:
    file = tmp_path / "some.yaml"
    file.write_text(f"\n\n\n\ndo: {written}\n", encoding="utf-8")
    with pytest.raises(InputFault) as refused:
        ACTIONS.parse(read_document(file).fields(required=("do",))["do"])
    assert f"{file}:5:" in str(refused.value)
    assert said in str(refused.value).replace(f"{file}:", "")


def test_a_bare_name_means_any_copy_and_no_seat_any_seat() -> None:
    meant = Use(card("gold#2"), (P2,), by=P1)
    assert is_meant(Use(card("gold"), (P2,)), meant, BOX)
    assert is_meant(Use(card("gold#2"), (P2,), by=P1), meant, BOX)
    assert not is_meant(Use(card("gold#1"), (P2,)), meant, BOX)
    assert not is_meant(Use(card("gold"), (P1,)), meant, BOX)
    assert not is_meant(Use(card("gold"), (P2,), by=P2), meant, BOX)
    assert not is_meant(Pass(), meant, BOX)
    assert ACTIONS.cards(Use(card("gold"))) == ("gold",)
    assert ACTIONS.cards(Choose(("king", "p1", 2))) == ("king",)


STATE: Any = SimpleNamespace(stack=(), ended=None)


def after(frame: Any, action: GameAction) -> Any:
    """Return the step of a frame after a chosen action."""
    return frame.answered(None, STATE, action)


def steps(choice: Choosing | ChoosingTogether, *chosen: Any, by: Seat | None = P1) -> Any:
    step = choice.run(None, STATE, None)
    for one in chosen:
        assert step.waits
        assert Choose(one) in list(options_of(step.frames[0], None, STATE, by))
        step = after(step.frames[0], Choose(one, by=by))
    return step


def test_ten_of_twenty_are_chosen_with_at_most_twenty_ways_at_each_step() -> None:
    among = tuple(f"card-{n}" for n in range(20))
    choice, looked = Choosing(P1, "x", among, 10, 10), 0
    step = choice.run(None, STATE, None)
    while step.waits:
        ways = list(options_of(step.frames[0], None, STATE, P1))
        looked += len(ways)
        step = after(step.frames[0], ways[-1])
    assert step.came == among[10:]
    assert looked < 200 < comb(20, 10)


def test_ways_that_come_to_the_same_are_the_same_unless_the_order_counts() -> None:
    among = ("a", "b", "c", "d")
    assert steps(Choosing(P1, "x", among, 2, 3), "c", "a") == steps(Choosing(P1, "x", among, 2, 3), "a", "c")
    one, other = (
        steps(Choosing(P1, "x", among, 2, 2, in_order=True), *order) for order in (("c", "a"), ("a", "c"))
    )
    assert (one.came, other.came) == (("c", "a"), ("a", "c"))


def test_enough_may_be_chosen_and_then_one_may_stop() -> None:
    choice = Choosing(P1, "x", ("a", "b", "c"), 1, 3)
    assert Choose(NONE) not in list(choice.options(None, STATE, P1))
    assert steps(choice, "b", NONE).came == ("b",)
    assert steps(Choosing(P1, "x", (1,), 0, 1), NONE).came == ()
    assert steps(Choosing(P1, "x", (1,), 0, 1), 1).came == (1,)


@pytest.mark.parametrize(
    ("choice", "came"),
    [
        (Choosing(P1, "x", ("a",)), ("a",)),
        (Choosing(P1, "x", ("a", "b"), 2, 2), ("a", "b")),
        (Choosing(P1, "x", ("a", "b"), 5, 5), ("a", "b")),
        (Choosing(P1, "x", (), 0, 2), ()),
        (Choosing(P1, "x", (), 1, 1), ()),
    ],
)
def test_a_choice_with_one_possible_answer_isnt_asked(choice: Choosing, came: tuple[str, ...]) -> None:
    assert choice.run(None, STATE, None).came == came


def test_several_choose_at_once_and_all_is_shown_when_all_have_chosen() -> None:
    both = ChoosingTogether((Choosing(P1, "x", ("a", "b")), Choosing(P2, "x", ("c", "d"), 0, 2)))
    step = both.run(None, STATE, None)
    assert waits_of(step.frames[0], None, STATE).seats == (P1, P2)
    step = after(step.frames[0], Choose("d", by=P2))
    assert waits_of(step.frames[0], None, STATE).seats == (P1, P2)
    step = after(step.frames[0], Choose("b", by=P1))
    assert waits_of(step.frames[0], None, STATE).seats == (P2,)
    assert after(step.frames[0], Choose(NONE, by=P2)).came == ((P1, ("b",)), (P2, ("d",)))
    alone = ChoosingTogether((Choosing(P1, "x", ("a",)), Choosing(P2, "x", ("c", "d"))))
    assert waits_of(alone.run(None, STATE, None).frames[0], None, STATE).seats == (P2,)
