"""The promises of every game in the registry, on random play from its openings and scenario positions."""

import json
from itertools import chain
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.decisions import Chooser
from engine.core.document import entry_of
from engine.core.faults import IllegalActionFault, InputFault
from engine.core.game import BY, as_listed, own_actions, written_by
from engine.core.ids import PieceId
from engine.core.layout import Layout, Spot
from engine.core.phrase import encode_hook
from engine.games.registry import GAMES
from tests.conformance.walks import Walk, draw_action, piece_set_of, starts, walks

CONFORMANCE = settings(
    max_examples=40,
    deadline=None,  # no test here is about time
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_brings_scenarios_to_start_from(name: str) -> None:
    assert len(starts(name)) > 1, f"no scenario file in tests/scenarios/{name}"


@CONFORMANCE
@given(walks())
def test_legal_actions_break_no_rule_and_come_once_in_a_fixed_order(walk: Walk) -> None:
    legal = walk.game.legal_actions(walk.last)
    assert len(set(legal)) == len(legal)
    assert list(legal) == list(walk.game.legal_actions(walk.last))
    for action in legal:
        assert walk.game.violations(walk.last, action) == ()


@CONFORMANCE
@given(walks(), st.data())
def test_an_action_that_breaks_a_rule_cant_be_applied_and_any_other_leads_where_a_legal_one_leads(
    walk: Walk, data: st.DataObject
) -> None:
    game, state = walk.game, walk.last
    pool = [action for other in walk.states for action in game.legal_actions(other)]
    if not pool:
        return
    action = draw_action(data.draw, game, pool)
    broken = game.violations(state, action)
    if broken:
        for violation in broken:
            assert violation.rule
            sentence = game.violation_text(violation)
            assert sentence
            assert "{" not in sentence
        with pytest.raises(IllegalActionFault):
            game.apply(state, action)
    else:
        after = game.apply(state, action)
        assert any(game.apply(state, legal) == after for legal in game.legal_actions(state))


@CONFORMANCE
@given(walks(least=1))
def test_applying_an_action_is_deterministic_and_leaves_the_state_before_as_it_was(walk: Walk) -> None:
    game = walk.game
    for before, action in zip(walk.states, walk.actions, strict=False):
        dumped = json.dumps(game.dump(before))
        once, again = game.apply(before, action), game.apply(before, action)
        assert once == again
        assert hash(once) == hash(again)
        assert json.dumps(game.dump(once)) == json.dumps(game.dump(again))
        assert json.dumps(game.dump(before)) == dumped


@CONFORMANCE
@given(walks())
def test_an_action_reads_back_as_it_was_written(walk: Walk) -> None:
    for action in (*walk.actions, *walk.game.legal_actions(walk.last)):
        written = json.loads(json.dumps(walk.game.format_action(action)))
        assert walk.game.parse_action(entry_of(written)) == action
        # A journal sorts the keys.
        assert walk.game.parse_action(entry_of(dict(sorted(written.items())))) == action


@CONFORMANCE
@given(walks())
def test_a_state_loads_as_it_was_dumped(walk: Walk) -> None:
    for state in walk.states:
        dumped = json.loads(json.dumps(walk.game.dump(state)))
        loaded = walk.game.load(dumped)
        assert loaded == state
        assert json.loads(json.dumps(walk.game.dump(loaded))) == dumped


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("rubbish", [{}, {"round": "two"}, {"unknown": 1}])
def test_rubbish_is_no_state(name: str, rubbish: dict[str, Any]) -> None:
    with pytest.raises(InputFault):
        starts(name)[0].game.load(rubbish)


@CONFORMANCE
@given(walks())
def test_the_layout_has_only_pieces_of_the_match_on_cells_of_the_board(walk: Walk) -> None:
    pieces = walk.game.pieces(walk.last)
    assert len(set(pieces)) == len(pieces)
    for piece, spot in walk.game.layout(walk.last).items():
        assert piece in pieces
        assert spot.cell in walk.start.board.surface.index


@CONFORMANCE
@given(walks())
def test_every_piece_of_the_match_is_one_physical_piece_of_the_set(walk: Walk) -> None:
    pieces = walk.game.pieces(walk.last)
    piece_set = piece_set_of(walk.start.board_file)
    assert len(piece_set.owned_ids(pieces)) == len(pieces)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_piece_of_every_start_is_one_physical_piece_of_the_set(name: str) -> None:
    for start in starts(name):
        pieces = start.game.pieces(start.game.initial(start.setup))
        assert len(piece_set_of(start.board_file).owned_ids(pieces)) == len(pieces), start.title


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_piece_of_every_start_lies_on_a_cell_of_the_board(name: str) -> None:
    for start in starts(name):
        layout = start.game.layout(start.game.initial(start.setup))
        assert {spot.cell for spot in layout.values()} <= start.board.surface.index.keys(), start.title


@CONFORMANCE
@given(walks())
def test_a_piece_lies_face_down_only_if_its_back_can_be_read(walk: Walk) -> None:
    piece_set = piece_set_of(walk.start.board_file)
    for piece, spot in walk.game.layout(walk.last).items():
        if spot.face == "down":
            assert piece_set.pieces[piece_set.physical_id(piece)].down is not None


@CONFORMANCE
@given(walks(most=20))
def test_somebody_must_choose_exactly_until_the_match_has_an_outcome(walk: Walk) -> None:
    seats = {seat.seat for seat in walk.game.view(walk.last, None).seats}
    for state in walk.states:
        decision, outcome = walk.game.decider(state), walk.game.outcome(state)
        assert (outcome is not None) == (decision.chooser is Chooser.NOBODY)
        assert bool(walk.game.legal_actions(state)) == (outcome is None)
        # A seat where a seat chooses, nobody at the end; where chance does, whose die it is, if anybody's.
        assert decision.seats or decision.chooser is not Chooser.SEAT
        assert not decision.seats or decision.chooser is not Chooser.NOBODY
        assert set(decision.seats) <= seats
        if outcome is not None:
            assert set(outcome.winners) <= seats
            assert outcome.rule


@CONFORMANCE
@given(walks())
def test_what_a_seat_may_know_can_be_sent(walk: Walk) -> None:
    open_view = walk.game.view(walk.last, None)
    for seat in (None, *(one.seat for one in open_view.seats)):
        sent = msgspec.json.decode(msgspec.json.encode(walk.game.view(walk.last, seat), enc_hook=encode_hook))
        assert sent["headline"]
        layout, named = walk.game.layout(walk.last), {one["piece"] for one in sent["pieces"] if one["cell"]}
        assert named <= set(layout)
        # All that lies face up is named, but for cards of a pile that not everybody may look through.
        assert all(layout[one].piled for one in layout.keys() - named)
        drawn, absent = ({one["piece"] for one in sent[which]} for which in ("pieces", "absent"))
        # A card that lies face down or in a hand isn't named to anybody who doesn't know it.
        assert walk.game.lays_face_down or set(walk.game.pieces(walk.last)) <= drawn | absent
        assert drawn | absent <= set(walk.game.pieces(walk.last))
        assert not drawn & absent


@CONFORMANCE
@given(walks(), st.data())
def test_the_advice_for_a_piece_offers_what_it_can_do_and_can_be_sent(
    walk: Walk, data: st.DataObject
) -> None:
    piece = data.draw(st.sampled_from(walk.game.pieces(walk.last)))
    advice = walk.game.advice(walk.last, piece)
    assert msgspec.json.decode(msgspec.json.encode(advice, enc_hook=encode_hook))["piece"] == piece
    assert set(advice.moves) <= set(walk.start.board.surface.cells)
    assert set(advice.attacks) <= set(walk.game.layout(walk.last))
    if advice.moves or advice.attacks or advice.digs:
        assert any(
            piece in walk.game.trace(walk.last, action).pieces
            for action in walk.game.legal_actions(walk.last)
        )


@CONFORMANCE
@given(walks())
def test_the_advice_for_all_pieces_on_the_table_can_be_sent(walk: Walk) -> None:
    game, state = walk.game, walk.last
    table_advice = game.table_advice(state)
    assert msgspec.json.decode(msgspec.json.encode(table_advice, enc_hook=encode_hook))["left"] is not None
    view = game.view(state, None)
    owned = {one.piece for one in view.pieces if one.seat is not None and one.cell is not None}
    assert owned <= {one.piece for one in table_advice.advice}
    for one in table_advice.advice:
        assert one == game.advice(state, one.piece)
    due = {one.seat for one in table_advice.left if one.due}
    assert due <= set(game.decider(state).seats)
    assert all(one.text and "{" not in one.text for one in table_advice.left)


@CONFORMANCE
@given(walks(), st.data())
def test_why_something_cant_be_is_said_by_rules_and_only_then(walk: Walk, data: st.DataObject) -> None:
    game, state = walk.game, walk.last
    pieces = game.pieces(state)
    piece = data.draw(st.sampled_from(pieces))
    place = data.draw(st.sampled_from(walk.start.board.surface.cells) | st.sampled_from(pieces))
    advice = game.advice(state, piece)
    for one in game.why_not(state, piece, str(place)):
        assert all(game.violation_text(broken) for broken in one.broken)
        offered = {*advice.moves, *advice.attacks, *advice.digs, *advice.warps, *advice.entries}
        assert (not one.broken) == (one.target in {str(thing) for thing in (*offered, *advice.blocks)})


@CONFORMANCE
@given(walks(least=1))
def test_an_action_leaves_on_the_table_what_its_trace_says(walk: Walk) -> None:
    game = walk.game
    for i, action in enumerate(walk.actions):
        trace = game.trace(walk.states[i], action)
        if not trace.explicit:
            changed = _changed(game.layout(walk.states[i]), game.layout(walk.states[i + 1]))
            assert changed <= trace.pieces, f"{game.format_action(action)} changes {changed - trace.pieces}"


@CONFORMANCE
@given(walks(least=1))
def test_once_answered_an_attack_and_its_answers_leave_what_their_traces_say(walk: Walk) -> None:
    game = walk.game
    for first, action in enumerate(walk.actions):
        trace = game.trace(walk.states[first], action)
        if trace.explicit:
            continue
        said, last = set(trace.pieces), first
        while (
            last + 1 < len(walk.actions)
            and game.decider(walk.states[last + 1]).kind == "answer"
            and not game.trace(walk.states[last + 1], walk.actions[last + 1]).explicit
        ):
            last += 1
            answer = game.trace(walk.states[last], walk.actions[last])
            accepted = next(iter(game.format_action(walk.actions[last]))) == "accept"
            # A player who accepts puts nothing on the table: the attack has announced all that happens.
            said |= set() if accepted else answer.pieces
        assert _changed(game.layout(walk.states[first]), game.layout(walk.states[last + 1])) <= said


@CONFORMANCE
@given(walks(), st.data())
def test_the_actions_about_some_pieces_are_legal_and_leave_none_out_that_touches_them(
    walk: Walk, data: st.DataObject
) -> None:
    game, state = walk.game, walk.last
    pieces = frozenset(data.draw(st.lists(st.sampled_from(game.pieces(state)), max_size=3)))
    about, legal = set(game.actions_about(state, pieces)), set(game.legal_actions(state))
    assert about <= legal
    assert {action for action in legal if game.trace(state, action).pieces & pieces} <= about


@CONFORMANCE
@given(walks(), st.data())
def test_where_several_decide_each_has_actions_of_its_own_and_what_it_writes_is_its_own(
    walk: Walk, data: st.DataObject
) -> None:
    game, state = walk.game, walk.last
    decision = game.decider(state)
    if decision.chooser is not Chooser.SEAT:
        return
    own = [own_actions(game, state, seat) for seat in decision.seats]
    assert all(own)
    assert sorted(map(str, chain(*own))) == sorted(map(str, game.legal_actions(state)))
    seat = data.draw(st.sampled_from(decision.seats))
    action = data.draw(st.sampled_from(own_actions(game, state, seat)))
    assert game.actor(state, action) == seat
    written = {key: one for key, one in game.format_action(action).items() if key != BY}
    again = game.parse_action(entry_of(written_by(game, written, seat)))
    assert game.apply(state, again) == game.apply(state, action)


@CONFORMANCE
@given(walks(least=1))
def test_actions_can_be_said_to_people(walk: Walk) -> None:
    for state, action in zip(walk.states, walk.actions, strict=False):
        sentence = walk.game.action_text(state, action)
        assert sentence
        assert "{" not in sentence


@CONFORMANCE
@given(walks(), st.data())
def test_guesses_at_any_table_are_actions_that_can_be_judged(walk: Walk, data: st.DataObject) -> None:
    game, state = walk.game, walk.last
    seen = dict(game.layout(state))
    cells = walk.start.board.surface.cells
    for piece in data.draw(st.lists(st.sampled_from(game.pieces(state)), max_size=3, unique=True)):
        cell = data.draw(st.sampled_from(cells))
        if data.draw(st.booleans()):
            seen.pop(piece, None)
        else:
            seen[piece] = Spot(cell, edge=data.draw(st.booleans()))
    for action in game.guesses(state, seen):
        assert game.parse_action(entry_of(game.format_action(action))) == action
        game.violations(state, action)


def _changed(before: Layout, after: Layout) -> set[PieceId]:
    """Return the pieces that somebody at the table has to touch."""
    return {
        piece
        for piece in before.keys() | after.keys()
        if _lies_otherwise(before.get(piece), after.get(piece))
    }


def _lies_otherwise(before: Spot | None, after: Spot | None) -> bool:
    if before is None or after is None:
        return before is not after
    if (before.cell, before.face) != (after.cell, after.face):
        return True
    return None not in (before.edge, after.edge) and before.edge is not after.edge


BESIDE: dict[str, set[str]] = {"hero_realms": {"acquire"}}
"""Actions that a game accepts of a seat and offers to nobody, by word: another copy than the listed one."""


@CONFORMANCE
@given(walks(), st.data())
def test_an_accepted_action_is_kept_as_it_is_listed(walk: Walk, data: st.DataObject) -> None:
    game, state = walk.game, walk.last
    pool = [action for other in walk.states for action in game.legal_actions(other)]
    if not pool or game.decider(state).chooser is not Chooser.SEAT:
        return
    action = draw_action(data.draw, game, pool)
    accepted = not game.violations(state, action)
    kept = as_listed(game, state, action)
    legal = game.legal_actions(state)
    word = next(iter(game.format_action(action)))
    assert (kept in legal) == accepted or (accepted and word in BESIDE.get(game.name, ()))
    assert not accepted or not game.violations(state, kept)
    assert as_listed(game, state, kept) == kept
    for one in legal[:20]:
        assert as_listed(game, state, one) == one
