"""A reason that several rules give is said once, behind all of them."""

from engine.core.document import entry_of
from engine.games.dozen_war.game import DozenWar
from engine.session.playing.reasons import reasons


def test_a_full_hex_is_said_once_with_both_rules(game: DozenWar) -> None:
    full = {f"w.inf.{number}": {"at": "d6"} for number in range(1, 6)}
    state = game.initial(entry_of({"seats": ["west", "north"], "pieces": {**full, "w.arc.1": {"at": "d7"}}}))
    broken = game.violations(state, game.parse_action(entry_of({"move": "w.arc.1", "to": "d6"})))
    assert reasons(game, broken) == "DW-2.1, DW-2.2: d6 is full: a hex holds 5 soldiers."
