"""The moments of a match that a film of one minute shows."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import pytest

from dashboard.pictures.best_moments import (
    LONGEST_S,
    FilmMoment,
    GlancedWarning,
    MatchGlance,
    MomentKind,
    Player,
    Standing,
    best_moments,
    main_counter,
)
from engine.core.ids import PieceId, RuleId, Seat
from engine.core.phrase import Phrase

WEST, NORTH = Seat("west"), Seat("north")
WEST_INFANTRY, GENERAL, SOLDIER = PieceId("w.inf.1"), PieceId("n.gen.kazu"), PieceId("n.inf.1")
OPENING, DAMAGE, LOSS, WARNING, TURN, LAST, END = MomentKind


def seen(  # noqa: PLR0913  # what differs between moments, by name
    at_s: float,
    revision: int,
    *,
    hp: int = 4,
    gone: frozenset[PieceId] = frozenset(),
    merit: tuple[int, int] = (0, 0),
    health: tuple[int, int] = (50, 50),
    out: bool = False,
    warned: bool = False,
    righted: bool = False,
    over: bool = False,
) -> MatchGlance:
    """Return a moment of a match between West and North, who has a general and a soldier."""
    pieces = {
        WEST_INFANTRY: Standing(Phrase("West infantry 1"), 2, 2),
        GENERAL: Standing(Phrase("North general"), hp, 4),
        SOLDIER: Standing(Phrase("North infantry 1"), 2, 2),
    }
    players = {
        seat: Player(Phrase(seat), {"merit": merit[number], "health": health[number]}, out and seat == NORTH)
        for number, seat in enumerate((WEST, NORTH))
    }
    return MatchGlance(
        at_s,
        revision,
        Phrase("West won" if over else "West to move"),
        {piece: one for piece, one in pieces.items() if piece not in gone},
        players,
        (Phrase(f"action {revision}"),) if revision else (),
        warned=GlancedWarning(Phrase("Too far."), (RuleId("DW-5"),)) if warned else None,
        righted=righted,
        ended_by=RuleId("DW-14") if over else None,
    )


def chosen(*moments: MatchGlance) -> tuple[FilmMoment, ...]:
    return best_moments(moments, main="merit", lives=frozenset({"health"}))


@dataclass(frozen=True)
class Case:
    """The moments that were seen, and those that a film shows: kind, beginning and end, in seconds."""

    seen: Sequence[MatchGlance]
    shown: Sequence[tuple[MomentKind, float, float]]


LATE_END = (seen(98, 8), seen(99.5, 9), seen(100, 10, over=True))
"""An end whose last action before it is too near to be shown by itself."""
START = (seen(0, 0), seen(10, 1))

CASES = {
    "nothing worth it": Case((*START, *LATE_END), ((OPENING, 7, 11), (END, 97, 104))),
    "one moment alone": Case((seen(0, 0, over=True),), ((END, 0, 4),)),
    "short": Case((seen(0, 0), seen(2, 1, over=True)), ((OPENING, 0, 1), (END, 1, 6))),
    "never played, given up": Case((seen(0, 0), seen(30, 0, over=True)), ((OPENING, 0, 4), (END, 27, 34))),
    "a wrong move that is put right": Case(
        (*START, seen(40, 2, warned=True), seen(44, 2, righted=True), *LATE_END),
        ((OPENING, 7, 11), (WARNING, 37, 45.5), (END, 97, 104)),
    ),
    "a wrong move that nobody puts right for long": Case(
        (*START, seen(40, 2, warned=True), seen(60, 2, warned=True), seen(80, 2, righted=True), *LATE_END),
        ((OPENING, 7, 11), (WARNING, 37, 48), (END, 97, 104)),
    ),
    "a piece is killed": Case(
        (
            *START,
            seen(50, 2, gone=frozenset({SOLDIER})),
            seen(98, 8, gone=frozenset({SOLDIER})),
            LATE_END[-1],
        ),
        ((OPENING, 7, 11), (LOSS, 47, 53), (END, 97, 104)),
    ),
    "a player is out": Case(
        (
            *START,
            seen(50, 2),
            seen(51, 3, out=True),
            seen(98, 4, out=True),
            seen(100, 5, out=True, over=True),
        ),
        ((OPENING, 7, 11), (LOSS, 48, 54), (END, 97, 104)),
    ),
    "much damage to a piece": Case(
        (*START, seen(50, 2, hp=2), seen(98, 8, hp=2), seen(100, 9, hp=2, over=True)),
        ((OPENING, 7, 11), (DAMAGE, 47, 53), (END, 97, 104)),
    ),
    "little damage to a piece": Case(
        (*START, seen(50, 2, hp=3), seen(98, 8, hp=3), seen(100, 9, hp=3, over=True)),
        ((OPENING, 7, 11), (END, 97, 104)),
    ),
    "much damage to a player": Case(
        (
            *START,
            seen(30, 2, health=(50, 45)),
            seen(50, 3, health=(50, 30)),
            seen(98, 8, health=(50, 30)),
            seen(100, 9, health=(50, 30), over=True),
        ),
        ((OPENING, 7, 11), (DAMAGE, 47, 53), (END, 97, 104)),
    ),
    "the lead changes, by way of a tie": Case(
        (
            *START,
            seen(20, 2, merit=(1, 0)),
            seen(40, 3, merit=(1, 1)),
            seen(60, 4, merit=(1, 2)),
            seen(98, 8, merit=(1, 2)),
            seen(100, 9, merit=(1, 2), over=True),
        ),
        ((OPENING, 7, 11), (TURN, 57, 63), (END, 97, 104)),
    ),
    "what is taken back isn't lost": Case(
        (*START, seen(30, 2), seen(50, 1, gone=frozenset({SOLDIER})), seen(70, 1), *LATE_END),
        ((OPENING, 7, 11), (END, 97, 104)),
    ),
    "the last action before the end": Case(
        (*START, seen(80, 2), seen(100, 3, over=True)),
        ((OPENING, 7, 11), (LAST, 77, 83), (END, 97, 104)),
    ),
    "two near each other share the time between them": Case(
        (
            *START,
            seen(50, 2, gone=frozenset({GENERAL})),
            seen(54, 2, gone=frozenset({GENERAL}), warned=True),
            seen(56, 2, gone=frozenset({GENERAL}), righted=True),
            seen(98, 8, gone=frozenset({GENERAL})),
            seen(100, 9, gone=frozenset({GENERAL}), over=True),
        ),
        ((OPENING, 7, 11), (LOSS, 47, 53), (WARNING, 53, 57.5), (END, 97, 104)),
    ),
    "of two at once the heavier": Case(
        (
            *START,
            seen(50, 2, gone=frozenset({GENERAL})),
            seen(51, 2, gone=frozenset({GENERAL}), warned=True),
            seen(98, 8, gone=frozenset({GENERAL})),
            seen(100, 9, gone=frozenset({GENERAL}), over=True),
        ),
        ((OPENING, 7, 11), (LOSS, 47, 53), (END, 97, 104)),
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_moments_of_a_match_are_chosen_by_what_everybody_could_see(case: Case) -> None:
    found = chosen(*case.seen)
    assert [(one.kind, one.from_s, one.to_s) for one in found] == list(case.shown)


def test_the_heaviest_moments_of_a_long_match_take_a_minute_in_the_order_of_time() -> None:
    warned = [
        one
        for at_s in range(20, 2000, 20)
        for one in (seen(at_s, 2, warned=True), seen(at_s + 5, 2, righted=True))
    ]
    killed = replace(seen(1500.5, 3, gone=frozenset({GENERAL})), came=(Phrase("North general is killed"),))
    rest = [replace(one, pieces=killed.pieces, revision=3) for one in warned if one.at_s > killed.at_s]
    whole = [*START, *(one for one in warned if one.at_s < killed.at_s), killed, *rest]
    end = [replace(seen(at_s, n, over=n == 5), pieces=killed.pieces) for at_s, n in ((2099, 4), (2100, 5))]
    found = chosen(*whole, *end)
    assert {LOSS, WARNING} < {one.kind for one in found}, "more weight than the hundred warnings"
    assert sum(one.to_s - one.from_s for one in found) <= LONGEST_S
    assert sum(one.to_s - one.from_s for one in found) > LONGEST_S - 10, "as much as there is room for"
    assert all(one.to_s <= after.from_s for one, after in pairwise(found))
    assert found == chosen(*whole, *end)


def test_a_caption_says_what_happened_what_was_wrong_and_who_leads() -> None:
    moments = (
        *START,
        seen(30, 2, merit=(1, 0)),
        seen(40, 2, merit=(1, 0), warned=True),
        seen(44, 2, merit=(1, 0), righted=True),
        seen(60, 3, merit=(1, 2), gone=frozenset({SOLDIER})),
        seen(98, 8, merit=(1, 2)),
        seen(100, 9, over=True),
    )
    told = {one.kind: (str(one.text), one.rules) for one in chosen(*moments)}
    assert told[WARNING] == ("Too far. It was put right.", ("DW-5",))
    assert told[TURN] == ("action 3; north takes the lead; North infantry 1 leaves the board", ())
    assert told[END] == ("action 9; West won", ("DW-14",))


@pytest.mark.parametrize(
    ("order", "signs", "main"),
    [
        (("hand", "health"), {"hand": "hand", "health": "heart"}, "health"),
        (("coins", "merit"), {"coins": "coin", "merit": "star"}, "merit"),
        (("trump", "hp"), {"trump": "star", "hp": "heart"}, "hp"),
        (("soldiers", "cards"), {}, "soldiers"),
        ((), {"hp": "heart"}, ""),
    ],
)
def test_life_decides_who_leads_and_merit_where_nobody_counts_life(
    order: tuple[str, ...], signs: dict[str, str], main: str
) -> None:
    assert main_counter(order, signs) == main
