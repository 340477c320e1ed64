"""At the simulated table the hands of bots make the table look as the match expects."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from dashboard.simulator.bots import followed, was_bots
from dashboard.simulator.cards import cards_in
from dashboard.simulator.laid_out import set_table
from dashboard.simulator.physical import LyingPiece, Pieces
from engine.bots.bot_matches import play_match
from engine.bots.greedy import GreedyBot
from engine.bus.messages.match import MatchState
from engine.core.board import Board, load_board
from engine.core.decisions import Chooser, Decision
from engine.core.document import entry_of
from engine.core.game import Game, Ruleset
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.layout import Layout
from engine.core.phrase import Phrase
from engine.core.pieces import PieceSet, load_pieces, pieces_beside
from engine.core.views import PieceView
from engine.games.registry import open_game, usual_board

BOARD: Board = load_board("mativen")
PIECES: PieceSet = load_pieces("mativen-pieces")
GAME: Game[Any, Any] = open_game("dozen_war", BOARD, Ruleset())


HAND = ("ruby", "gold", "dagger", "gold", "shortsword", "gold")


def _match_state(state: Any, revision: int) -> MatchState:
    return MatchState("m", "dozen_war", revision, Seconds(0.0), GAME.view(state, None))


def _wrong(lying: Pieces, layout: Layout) -> list[str]:
    """The pieces that don't lie as the game expects, as the referee would see them."""
    wrong = []
    expected = {PIECES.physical_id(piece): spot for piece, spot in layout.items()}
    rocks = {spot.cell for piece, spot in layout.items() if piece.startswith(("mountain", "volcano"))}
    for piece, lies in lying.items():
        spot = expected.get(piece)
        if spot is None or lies.at_mm is None:
            if spot is not None or lies.at_mm is not None:
                wrong.append(f"{piece}: {lies} instead of {spot}")
            continue
        surface = BOARD.surface
        right = surface.cell_at(*lies.at_mm) == spot.cell and lies.face == spot.face
        # On a rock there is one place only: its top.
        free = spot.edge is not None and spot.cell not in rocks
        if not right or (free and surface.pushed(spot.cell, *lies.at_mm) != spot.edge):
            wrong.append(f"{piece}: {lies} instead of {spot}")
    return wrong


@pytest.mark.parametrize("seed", [1, 2])
def test_all_that_bots_play_lies_on_the_table_as_the_match_has_it(seed: int) -> None:
    state = GAME.initial(None)
    seats = [one.seat for one in GAME.view(state, None).seats]
    record = play_match(GAME, dict.fromkeys(seats, GreedyBot()), seed, actions_max=150)
    lying = set_table(GAME.layout(state), BOARD.surface, PIECES)
    for revision, played in enumerate(record.actions):
        after = GAME.apply(state, played.action)
        lying = followed(
            lying, _match_state(state, revision), _match_state(after, revision + 1), BOARD.surface, PIECES
        )
        assert _wrong(lying, GAME.layout(after)) == [], GAME.format_action(played.action)
        state = after


def test_of_each_card_that_bots_lay_in_a_row_the_corner_with_its_tag_shows() -> None:
    board = load_board(usual_board("hero_realms"))
    game, pieces = (
        open_game("hero_realms", board, Ruleset()),
        load_pieces(pieces_beside(usual_board("hero_realms"))),
    )
    state = game.initial(entry_of({"players": {"p1": {"hand": HAND}, "p2": {}}}))
    lying = set_table(game.layout(state), board.surface, pieces)
    for revision, name in enumerate(HAND):
        after = game.apply(state, game.parse_action(entry_of({"play": name})))
        was, now = (
            MatchState("m", game.name, number, Seconds(0.0), game.view(one, None))
            for number, one in ((revision, state), (revision + 1, after))
        )
        lying, state = followed(lying, was, now, board.surface, pieces), after
    row = cards_in(lying, Cell("p1.play"), board.surface, pieces)
    along = [lying[one].at_mm[0] for one in row]  # type: ignore[index]
    # From the bottom up: each lies to the right of what it lies on.
    assert len(along) == len(HAND)
    assert along == sorted(along)


def test_hands_move_for_what_bots_chose_and_for_nothing_else() -> None:
    state = GAME.initial(None)
    (mover,) = GAME.decider(state).seats
    before, after = _match_state(state, 3), _match_state(state, 4)
    assert was_bots(before, after, frozenset((mover,)))
    assert not was_bots(before, after, frozenset((Seat("nobody"),)))
    assert not was_bots(before, before, frozenset((mover,)))


def test_where_bots_play_every_seat_hands_also_do_what_chance_and_a_killed_engine_left() -> None:
    state = GAME.initial(None)
    seats = frozenset(one.seat for one in GAME.view(state, None).seats)
    before = _match_state(state, 3)
    nobodys = replace(before, view=replace(before.view, decision=Decision(Chooser.CHANCE)))
    after = _match_state(state, 7)
    assert was_bots(nobodys, after, seats)
    assert not was_bots(nobodys, after, frozenset(list(seats)[1:]))
    assert not was_bots(nobodys, replace(after, match="another"), seats)


def test_what_a_person_chose_has_bots_take_their_own_pieces_and_leave_the_persons() -> None:
    state = _match_state(GAME.initial(None), 1)
    there = [one for one in state.view.pieces if one.cell is not None and one.kind == "infantry"]
    mine, theirs = (next(one for one in there if one.seat == seat) for seat in ("west", "south"))
    rest = tuple(one for one in state.view.pieces if one not in {mine, theirs})
    after = replace(state, revision=2, view=replace(state.view, pieces=rest))
    lying = set_table(GAME.layout(GAME.initial(None)), BOARD.surface, PIECES)
    left = followed(lying, state, after, BOARD.surface, PIECES, whose={Seat("south")})
    gone = [piece for piece in lying if lying[piece].at_mm is not None and left[piece].at_mm is None]
    assert gone == [PIECES.physical_id(theirs.piece)]


def test_a_piece_that_comes_into_a_full_hex_lies_on_no_other() -> None:
    # A castle at the hex's edge and five units that lie as they came: nowhere is room left between them.
    cell, x, y = Cell("j9"), *BOARD.surface.centre_mm(Cell("j9"))
    lies = {"e.castle.infantry": (0, 30), "e.inf.2": (-21, 0), "e.inf.3": (0, -21), "gen.soul": (21, 0)}
    lying: Pieces = {piece: LyingPiece(None) for piece in PIECES.pieces}
    lying = {**lying, **{PieceId(one): LyingPiece((x + dx, y + dy)) for one, (dx, dy) in lies.items()}}
    units = ("e.inf.2", "e.inf.3", "e.gen.soul")
    views = [PieceView(PieceId(one), cell, "infantry", Phrase(one)) for one in units]
    state = _match_state(GAME.initial(None), 1)
    for number, coming in enumerate(("e.cav.4", "e.inf.1"), start=1):
        more = [*views, PieceView(PieceId(coming), cell, "infantry", Phrase(coming))]
        before = replace(state, view=replace(state.view, pieces=tuple(views)))
        after = replace(state, revision=1 + number, view=replace(state.view, pieces=tuple(more)))
        lying = followed(lying, before, after, BOARD.surface, PIECES)
        views = more
    places = [one.at_mm for one in lying.values() if one.at_mm is not None]
    assert len(places) == 6
    assert all(BOARD.surface.cell_at(*place) == cell for place in places)
    apart = [max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in combinations(places, 2)]
    assert min(apart) >= 20
