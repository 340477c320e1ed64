"""Steps without a choice happen by themselves, as the table has chosen, and give no hand away."""

from dataclasses import replace
from typing import Any

import pytest

from engine.bots.chance import draw
from engine.bots.registry import open_bot
from engine.core.board import load_board
from engine.core.decisions import Chooser
from engine.core.forced import ForcedSteps
from engine.core.game import Ruleset, own_actions
from engine.core.ids import Seat, Seconds
from engine.core.terms import Terms, dump_terms, load_terms
from engine.core.verdict import Verdict, VerdictKind
from engine.games.registry import open_game, usual_board
from engine.session.matches.match import open_match, play
from engine.session.matches.match_opening import MatchOpening, dump_opening, load_opening
from engine.session.playing.table import Setting, Table, setting_of, table_of
from engine.session.playing.table_events import happen
from engine.session.serving.bot_host import PAUSE_S
from engine.session.serving.forced_host import ForcedHost, forced
from tests.web.played import opened

S1 = Seat("s1")
UNUSABLE_NOW = ["shan.H2"]
"""A hand with nothing to play in its own turn: a Dodge only answers."""


def quoc_chien(hand: list[str]) -> tuple[Setting[Any, Any], Table[Any, Any]]:
    """A table where s1's hand leaves it nothing to do in its play phase except ending it."""
    game: Any = open_game("quoc_chien", load_board(usual_board("quoc_chien")), Ruleset())
    players = {seat: {"hand": hand if seat == "s1" else []} for seat in ("s1", "s2", "s3")}
    setup = {"players": players, "turn": "s1", "phase": "play"}
    match, _ = open_match(game, MatchOpening("m", Seconds(0.0), "quoc_chien", "none", "none", setup=setup))
    setting: Any = setting_of(game, match.state, None)
    return setting, table_of(setting, match)


def test_a_turn_with_nothing_left_to_do_ends_once_people_have_seen_the_last_play() -> None:
    setting, table = quoc_chien([])
    host: ForcedHost[Any, Any] = ForcedHost(ForcedSteps.OPEN)
    assert host.due(setting, table, 100.0) is None
    asked = host.due(setting, table, 100.0 + PAUSE_S)
    assert asked is not None
    assert (asked.seat, dict(asked.action)) == (S1, {"end_play": True, "by": "s1"})
    step = happen(setting, table, asked, 100.0 + PAUSE_S)
    assert step.table.match.revision > table.match.revision
    assert setting.game.view(step.table.match.state, None).turn != S1


@pytest.mark.parametrize(
    ("steps", "hand", "comes"),
    [
        (ForcedSteps.PRESSED, [], False),
        (ForcedSteps.OPEN, [], True),
        (ForcedSteps.OPEN, UNUSABLE_NOW, False),
        (ForcedSteps.ALL, UNUSABLE_NOW, True),
    ],
)
def test_a_table_chooses_whether_a_step_comes_unasked_and_a_hand_is_betrayed_only_if_it_says_so(
    steps: ForcedSteps, hand: list[str], *, comes: bool
) -> None:
    setting, table = quoc_chien(hand)
    host: ForcedHost[Any, Any] = ForcedHost(steps, pause_s=0.0)
    assert (host.due(setting, table, 0.0) is not None) is comes


def test_a_step_waits_while_a_warning_stands_and_in_a_pause() -> None:
    setting, table = quoc_chien([])
    host: ForcedHost[Any, Any] = ForcedHost(ForcedSteps.OPEN, pause_s=0.0)
    warned = replace(table, current=Verdict(VerdictKind.ILLEGAL, Seconds(1.0), 0, 0))
    assert host.due(setting, warned, 0.0) is None
    assert host.due(setting, replace(table, match=replace(table.match, paused=True)), 0.0) is None
    assert host.due(setting, table, 0.0) is not None


@pytest.mark.parametrize(
    ("name", "seats"), [("dozen_war", 2), ("hero_realms", 3), ("kingdom_square", 2), ("quoc_chien", 6)]
)
def test_a_step_is_taken_only_where_the_rules_leave_one_and_its_seat_holds_nothing(
    name: str, seats: int
) -> None:
    match = opened(name, seats, seed=1)
    for _ in range(120):
        state, decision = match.match.state, match.decision
        if decision.chooser is Chooser.NOBODY:
            break
        found = forced(match.game, state, ForcedSteps.OPEN)
        if found is not None:
            seat, action = found
            assert list(own_actions(match.game, state, seat)) == [action]
            held = [one for one in match.game.held(state) if one.seat == seat]
            assert not any(one.cards or one.unknown for one in held)
        match.step()


def test_a_whole_match_of_hero_realms_needs_nobody_to_end_a_turn() -> None:
    game: Any = open_game("hero_realms", load_board(usual_board("hero_realms")), Ruleset())
    played = opened("hero_realms", 2, seed=5)
    match, ends, pressed = played.match, 0, 0
    for _ in range(400):
        decision = game.decider(match.state)
        if decision.chooser is Chooser.NOBODY:
            break
        found = forced(game, match.state, ForcedSteps.OPEN)
        if decision.chooser is Chooser.CHANCE:
            action = draw(game, match.state, played.chance)
        elif found is not None:
            action, ends = found[1], ends + 1
        else:
            bot = open_bot("greedy")
            action = bot.choose(game, match.state, decision.seats[0], played.chance)
            pressed += "end_turn" in game.format_action(action)
        match, _, _ = play(game, match, (action,))
    assert ends > pressed


def test_the_choice_of_forced_steps_is_kept_and_older_matches_keep_theirs() -> None:
    terms = Terms("hero_realms", forced=ForcedSteps.ALL)
    assert load_terms(dump_terms(terms)) == terms
    opening = MatchOpening("m", Seconds(0.0), "hero_realms", "hero_realms", "none").on_terms(terms)
    assert load_opening(dump_opening(opening)).forced is ForcedSteps.ALL
    older = dump_opening(replace(opening, forced=ForcedSteps.PRESSED))
    assert "forced" not in older
    assert load_opening(older).forced is ForcedSteps.PRESSED
