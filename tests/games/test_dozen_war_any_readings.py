"""Whole matches under readings taken at random: what is legal, what nobody may know, and how they end."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import PieceId
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.options import CHOICES
from engine.games.dozen_war.position.state import State
from tests.games.test_dozen_war_secrecy import received

MATCHES = 40
LOOKS = 5
"""At how many positions of a match everything is asked."""
TRIED = 400
LONGEST = 12_000
ENDS_TURN = 0.1
"""How often a turn is ended though more could be done, so that matches come through their rounds."""
BOARD = load_board("mativen")
SEATS = ("west", "south", "east", "north")


def chosen(chance: Random) -> dict[str, str]:
    """Return a value of every reading, at random."""
    return {name: chance.choice(values) for name, values in CHOICES.items()}


def tried(game: DozenWar, state: State, chance: Random) -> Iterator[dict[str, Any]]:
    """Yield actions that a player might write: legal ones with a word changed, and made up ones."""
    words: dict[str, list[Any]] = {
        "piece": [str(piece) for piece in game.pieces(state)],
        "cell": [str(cell) for cell in BOARD.surface.cells],
        "seat": [str(one.seat) for one in game.view(state, None).seats],
        "arm": ["infantry", "cavalry", "archer", "alchemist"],
    }
    kind_of = {word: kind for kind, found in words.items() for word in found}
    legal = [game.format_action(action) for action in game.legal_actions(state)]

    def otherwise(value: Any) -> Any:
        if isinstance(value, list):
            kept = [otherwise(one) if chance.random() < 0.5 else one for one in value]
            return kept if chance.random() < 0.8 else kept[:-1] or kept
        if isinstance(value, str) and value in kind_of:
            return chance.choice(words[kind_of[value]])
        return chance.randint(1, 6) if isinstance(value, int) and not isinstance(value, bool) else value

    for _ in range(TRIED):
        made = dict(chance.choice(legal))
        key = chance.choice(sorted(made))
        yield {**made, key: otherwise(made[key])}
        piece, target = chance.choice(words["piece"]), chance.choice(words["piece"])
        cell = chance.choice(words["cell"])
        yield chance.choice((
            {"move": piece, "to": cell},
            {"attack": piece, "target": target},
            {"dig": piece, "at": cell},
            {"revive": piece, "at": cell},
            {"warp": piece},
            {"block": piece},
            {"skill": piece, "number": chance.randint(1, 3)},
            {"play": chance.choice(("bua-chien", "no-sat", "dai-dao", "thich-khach")), "user": piece},
            {"assign": "map", "to": piece},
            {"end_turn": True},
            {"accept": True},
        ))  # fmt: skip


def check_legality(game: DozenWar, state: State, chance: Random) -> None:
    legal = set(game.legal_actions(state))
    for action in legal:
        assert game.violations(state, action) == ()
    for written in tried(game, state, chance):
        try:
            action = game.parse_action(entry_of(written))
        except InputFault:
            continue  # not a word of the game: nobody can fill it in
        assert (not game.violations(state, action)) == (game.completed(state, action) in legal), written


def check_secrecy(game: DozenWar, state: State, chance: Random) -> None:
    seat = chance.choice([one.seat for one in game.view(state, None).seats])
    other = game.determinize(state, seat, chance)
    assert received(game, other, seat) == received(game, state, seat)
    pieces = [str(piece) for piece in game.pieces(state)]
    places = [*pieces, *(str(cell) for cell in BOARD.surface.cells)]
    for _ in range(TRIED):
        piece, place = PieceId(chance.choice(pieces)), chance.choice(places)
        assert game.why_not(other, piece, place) == game.why_not(state, piece, place)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(MATCHES))
def test_under_any_readings_a_whole_match_is_legal_secret_and_ended_by_a_rule(seed: int) -> None:
    chance = Random(seed)  # noqa: S311  # a test's dice
    options = chosen(chance)
    seats = sorted(chance.sample(SEATS, chance.randint(2, len(SEATS))), key=SEATS.index)
    game = DozenWar(BOARD, Ruleset(options=options))
    state = game.initial(entry_of({"whole": True, "seats": seats}))
    looks = sorted(chance.sample(range(20, 900), LOOKS))
    for number in range(LONGEST):
        actions = game.legal_actions(state)
        if not actions:
            break
        if number in looks:
            check_legality(game, state, chance)
            check_secrecy(game, state, chance)
        ends = [one for one in actions if "end_turn" in game.format_action(one)] if number % 7 == 0 else []
        state = game.apply(state, chance.choice(ends if chance.random() < ENDS_TURN and ends else actions))
    ended = game.outcome(state)
    assert ended is not None, f"no end after {LONGEST} actions with {options}"
    assert ended.rule in {"DW-13.3", "DW-17.3", "DW-17.4"}
