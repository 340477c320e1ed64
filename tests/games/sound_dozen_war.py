"""The facts of every position of Dozen War: no piece is twice, nothing is lost, no hex holds too much."""

from collections import Counter

from engine.games.dozen_war.position.holdings import MAP, Work
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import HP_MAX, IS_GENERAL, IS_SOLDIER, SEAT_OF
from engine.games.dozen_war.position.state import State


def cards_of(state: State) -> Counter[str]:
    """Return how often each card of the equipment lies anywhere."""
    cards = state.cards
    return Counter([*cards.pile, *cards.used, *(slug for hand in cards.hands for slug in hand)])


def maps_of(state: State) -> int:
    """Return how many map pieces there are: buried, carried, dropped, or being given away."""
    tokens = state.tokens
    buried = sum(there.count(MAP) for _, there in tokens.sites) + tokens.pool.count(MAP)
    held = sum(number for _, number in (*tokens.carried, *tokens.dropped))
    return buried + held + sum(task.count for task in state.agenda if task.work is Work.ASSIGN)


def expect_sound(state: State, *, soldiers_most: int) -> None:
    """See that a position can be: HP in its bounds, one owner a hex, at most this many soldiers in one."""
    for piece, _ in state.placed():
        assert 1 <= state.hp[piece] <= HP_MAX[piece]
        assert state.owns(piece)
    for piece, cell in enumerate(state.at):
        if cell == OFF and not state.generals >> piece & 1:
            assert state.hp[piece] == 0, "who isn't on the board, nor a general, has no HP"
    for cell, units in state.stand.hosts.items():
        assert len({SEAT_OF[unit] for unit in units}) == 1
        assert sum(IS_GENERAL[unit] for unit in units) <= 1
        assert sum(IS_SOLDIER[unit] for unit in units) <= soldiers_most
        assert not state.obstacles >> cell & 1 or (len(units) == 1 and IS_SOLDIER[units[0]])
    assert all(number >= 0 for number in state.scores.coins)
