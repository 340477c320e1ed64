from collections.abc import Sequence
from itertools import product
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.board import Board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.games.dozen_war.actions.uses import Play, Skill
from engine.games.dozen_war.content.pack import load_pack
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.position.state import State
from tests.games.skills_positions import CROWD, skilled_setups, written_uses

PATIENT = settings(deadline=None, max_examples=30, suppress_health_check=list(HealthCheck))
OTHER = {"stars": "off", "skill_limit": "general", "frozen": "this turn"}


def walked(game: DozenWar, state: State, picks: list[int]) -> State:
    """The position after playing legal actions, every second one a card or a skill if there's one."""
    for number, pick in enumerate(picks):
        actions = game.legal_actions(state)
        uses = [action for action in actions if isinstance(action, Play | Skill)]
        if uses and number % 2 == 0:
            actions = uses
        if actions:
            state = game.apply(state, actions[pick % len(actions)])
    return state


@PATIENT
@given(data=st.data(), picks=st.lists(st.integers(0, 5000), max_size=6), options=st.sampled_from(({}, OTHER)))
def test_a_card_or_skill_is_legal_exactly_when_it_breaks_no_rule(
    board: Board, game: DozenWar, data: st.DataObject, picks: list[int], options: dict[str, str]
) -> None:
    if options:
        game = DozenWar(board, Ruleset(options=options))
    setup = data.draw(skilled_setups())
    state = walked(game, game.initial(entry_of(setup)), picks)
    legal = set(game.legal_actions(state))
    for action in legal:
        assert game.violations(state, action) == (), action
    for _ in range(15):
        action = game.parse_action(entry_of(data.draw(written_uses(setup))))
        assert (not game.violations(state, action)) == (game.completed(state, action) in legal), action
        for violation in game.violations(state, action):
            assert "{" not in game.violation_text(violation)


@PATIENT
@given(setup=skilled_setups(), picks=st.lists(st.integers(0, 5000), max_size=10))
def test_every_use_comes_once_reads_back_and_leaves_a_position_that_can_be_saved(
    game: DozenWar, setup: dict[str, Any], picks: list[int]
) -> None:
    state = walked(game, game.initial(entry_of(setup)), picks)
    actions = game.legal_actions(state)
    assert len(set(actions)) == len(actions)
    for action in actions:
        assert game.parse_action(entry_of(game.format_action(action))) == action
        assert game.action_text(state, action)
    assert game.load(game.dump(state)) == state


def one_each(game: DozenWar, setup: dict[str, Any], written: dict[str, Any], slots: list[str]) -> list[Any]:
    """A card or skill with every single thing in each of these slots, sensible or not."""
    things: dict[str, Sequence[object]] = {
        **dict.fromkeys(("user", "unit", "units", "target", "targets"), tuple(setup["pieces"])),
        "hex": CROWD,
        "player": ("west", "north"),
        "arm": ("infantry", "cavalry", "archer"),
        "faces": (1, 4),
    }
    chosen = product(*(things[slot] for slot in slots))
    return [game.parse_action(entry_of({**written, **dict(zip(slots, one, strict=True))})) for one in chosen]


@PATIENT
@given(setup=skilled_setups(), picks=st.lists(st.integers(0, 5000), max_size=4))
def test_no_card_or_skill_that_breaks_no_rule_is_missing_from_the_list(
    game: DozenWar, setup: dict[str, Any], picks: list[int]
) -> None:
    state = walked(game, game.initial(entry_of(setup)), picks)
    if not game.decider(state).seats:
        return
    legal, pack = set(game.legal_actions(state)), load_pack("house")
    generals = [name for name in setup["pieces"] if ".gen." in name]
    records: list[tuple[dict[str, Any], Any]] = [
        ({"skill": name, "number": number}, pack.skill(name.split(".")[-1], number))
        for name in generals
        for number in (1, 2, 3)
    ]
    records += [({"play": card}, pack.equipment[card]) for hand in setup["hands"].values() for card in hand]
    for written, record in records:
        slots = [str(slot.name) for slot in record.targets]
        if "skill" in slots:
            continue
        for action in one_each(game, setup, written, slots):
            assert (not game.violations(state, action)) == (action in legal), action
