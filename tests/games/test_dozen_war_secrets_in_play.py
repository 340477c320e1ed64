"""Along whole matches: whatever a seat may not know can be otherwise, and it receives the very same."""

import json
from dataclasses import asdict, replace
from random import Random
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Seat, Seconds
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.position.state import State
from engine.session.matches.entries import JournalEntry
from engine.session.matches.journal_replay import replay
from engine.session.matches.match import open_match, play
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import setting_of, table_of
from engine.session.serving.bus_messages import match_state_of
from tests.conformance.test_transcripts import MATCHES, Played, played_in
from tests.games.test_dozen_war_secrecy import received

SAMPLES = 4
"""How many positions of a match are looked at: all that everybody receives of one takes a while."""

WITH_SECRETS = [match for match in MATCHES if match.game == "dozen_war" and match.curious]


def positions(match: Played) -> tuple[DozenWar, list[tuple[State, dict[str, Any]]]]:
    """Return some positions of a reviewed match, each with the action that is played next."""
    game = match.open()
    assert isinstance(game, DozenWar)
    state, written = game.initial(match.setup), played_in(match.name)
    step, found = len(written) // SAMPLES, []
    for number, one in enumerate(written):
        if number % step == step // 2:
            found.append((state, one))
        state = game.apply(state, game.parse_action(entry_of(one)))
    return game, found


def match_state_as_sent(game: DozenWar, state: State) -> dict[str, Any]:
    """Return the match as everybody receives it."""
    match, _ = open_match(game, MatchOpening("m", Seconds(0.0), "dozen_war", "duel", "none"))
    setting = setting_of(game, state, None)
    return asdict(match_state_of(setting, table_of(setting, replace(match, state=state))))


@pytest.mark.parametrize("match", WITH_SECRETS, ids=lambda match: match.name)
def test_another_deal_of_what_is_hidden_from_a_seat_changes_nothing_it_receives(match: Played) -> None:
    game, found = positions(match)
    dealt_otherwise = 0
    for number, (state, following) in enumerate(found):
        action = game.parse_action(entry_of(following))
        seats = [one.seat for one in game.view(state, None).seats]
        seat = seats[number % len(seats)]
        other = game.determinize(state, seat, Random(number))  # noqa: S311  # a test's dice
        dealt_otherwise += other != state
        assert received(game, other, seat) == received(game, state, seat)
        assert match_state_as_sent(game, other) == match_state_as_sent(game, state)
        assert game.action_text(other, action) == game.action_text(state, action)
        assert game.shown_action(other, action, seat) == game.shown_action(state, action, seat)
    assert dealt_otherwise > SAMPLES // 2


@pytest.mark.parametrize(("asked", "alike"), [("all", True), ("able", False)])
def test_where_all_are_asked_a_question_tells_nothing_of_the_hand(asked: str, *, alike: bool) -> None:
    """Whether the hand holds what cancels the card and answers the hit, or cards that never answer."""
    game = DozenWar(load_board("mativen"), Ruleset(options={"asked": asked}))
    said = []
    for hand in (["day-chuyen-may-man", "khien-go"], ["song-kiem", "dai-dao"]):
        pieces = {"w.cav.1": {"at": "d5"}, "n.cav.1": {"at": "e5"}, "n.inf.1": {"at": "l9"}}
        hands = {"west": ["dai-dao"], "north": hand}
        state = game.initial(entry_of({"seats": ["west", "north"], "pieces": pieces, "hands": hands}))
        seen = []
        for written in ({"play": "dai-dao", "user": "w.cav.1"}, {"attack": "w.cav.1", "target": "n.cav.1"}):
            state = game.apply(state, game.parse_action(entry_of(written)))
            seen.append((match_state_as_sent(game, state), received(game, state, Seat("west"))))
            while game.decider(state).seats == (Seat("north"),):
                state = game.apply(state, game.parse_action(entry_of({"accept": True})))
        said.append(seen)
    assert (said[0] == said[1]) is alike


@pytest.mark.parametrize("seat", ["south", None])
def test_matches_replayed_from_journals_that_differ_in_hidden_draws_look_alike(seat: str | None) -> None:
    game = DozenWar(load_board("duel"), Ruleset(options={"turn_order": "given", "generals": "fixed"}))
    looks = []
    for cards in (["no-sat", "dao-gam"], ["giao-thep", "khien-go"]):
        kept, entry = open_match(game, MatchOpening("m", Seconds(0.0), "dozen_war", "duel", "none"))
        entries, sentences = [entry], []
        for card in (*cards, "bua-chien", "song-kiem", "bom-khoi"):
            kept, entry, played = play(game, kept, (game.parse_action(entry_of({"draw": card})),))
            entries.append(entry)
            sentences.append([asdict(one) for one in played])
        on_disk = tuple(JournalEntry(one.kind, json.loads(json.dumps(one.body))) for one in entries)
        again = replay(game, on_disk)
        assert len(again.state.cards.hands[1]) == 5  # north's, who moves second, and so draws first
        shown_to = None if seat is None else Seat(seat)
        looks.append((received(game, again.state, shown_to), sentences, again.last_actions))
    assert looks[0] == looks[1]


def test_dice_that_have_not_fallen_are_in_nothing_that_anybody_receives() -> None:
    game = DozenWar(load_board("duel"), Ruleset())
    opened = MatchOpening("m", Seconds(0.0), "dozen_war", "duel", "none", seed="one")
    match, _ = open_match(game, opened)
    other = replace(match, opening=replace(opened, seed="other"))
    setting = setting_of(game, match.state, None)
    one, two = (asdict(match_state_of(setting, table_of(setting, each))) for each in (match, other))
    assert one == two
    assert [choice["action"] for choice in one["choices"]] == [{"die": face} for face in range(1, 7)]
