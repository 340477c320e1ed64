"""A piece that a hand pushed in passing, beside another one. The true play is among the answers."""

from dataclasses import replace

import pytest

from engine.bus.messages.commands import Command, CommandKind
from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face, Spot
from engine.games.dozen_war.game import DozenWar
from engine.session.explaining.explanations import Ambiguous, Settled, Why
from engine.session.explaining.referee import explain
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.commands import command
from engine.session.playing.judgement import judge
from engine.session.playing.table import setting_of, table_of
from engine.session.seen.sighting import Sighting
from engine.session.seen.touches import Lie, Touch
from tests.session.seeing import shown

PIECES = {
    "n.gen.neuro": {"at": "d11"},
    "n.cav.1": {"at": "e11"},
    "e.gen.siri": {"at": "f11", "hp": 3},
    "e.inf.1": {"at": "m8"},
}
SETUP = {"seats": ["east", "north"], "turn": "north", "pieces": PIECES}
SHOWN, MOVER, BESIDE = PieceId("e.gen.siri"), PieceId("n.gen.neuro"), PieceId("n.cav.1")


@pytest.fixture(scope="module")
def game() -> DozenWar:
    return DozenWar(load_board("mativen"), Ruleset())


def lie(cell: str, *, pushed: bool = False) -> Lie:
    return Lie(Cell(cell), Face.UP, pushed)


TOUCHES = tuple(
    Touch(Seconds(at), piece, was, now)
    for at, piece, was, now in (
        (1.0, MOVER, lie("d11"), lie("e11")),
        (2.0, SHOWN, lie("f11"), None),
        (2.5, SHOWN, None, lie("f11")),
        (3.0, MOVER, lie("e11"), None),
        (3.5, MOVER, None, lie("e11", pushed=True)),
        (3.5, BESIDE, lie("e11"), lie("e11", pushed=True)),
    )
)
"""A piece is put beside another, shows its target, and pushes both to the edge."""


def seen_at(game: DozenWar) -> Sighting:
    spots = dict(shown(game.layout(game.initial(entry_of(SETUP)))))
    spots[MOVER] = spots[BESIDE] = Spot(Cell("e11"), Face.UP, edge=True)
    return Sighting(spots, touches=TOUCHES)


def test_the_true_play_is_among_the_answers_if_the_other_piece_was_only_nudged(game: DozenWar) -> None:
    found = explain(game, game.initial(entry_of(SETUP)), seen_at(game))
    assert isinstance(found, Ambiguous)
    assert found.why is Why.NUDGED
    answers = [[game.format_action(action) for action in line.actions] for line in found.lines]
    attack = {"attack": "n.gen.neuro", "target": "e.gen.siri"}
    assert [{"move": "n.gen.neuro", "to": "e11"}, attack] in answers


def test_a_piece_that_a_tablet_moved_and_that_lies_pushed_may_have_attacked_too(game: DozenWar) -> None:
    opening = MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "", setup=SETUP)
    match, _ = open_match(game, opening)
    setting = setting_of(game, match.state, None)
    table = table_of(setting, replace(match, started=True))
    table = judge(setting, table, replace(seen_at(game), taken_at=Seconds(4.0))).table
    said = Command("1", CommandKind.ACT, 0, action={"move": "n.gen.neuro", "to": "e11"})
    step = command(setting, table, said)
    assert step.table.match.revision == 1, "of whose attack it was nothing is known yet"


def test_an_attack_by_tablet_awaits_its_answer_though_a_piece_was_nudged_beside_it(game: DozenWar) -> None:
    guarded = {**SETUP, "pieces": {**PIECES, "e.inf.1": {"at": "g11"}}}
    opening = MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "", setup=guarded)
    match, _ = open_match(game, opening)
    setting = setting_of(game, match.state, None)
    table = table_of(setting, replace(match, started=True))
    seen = seen_at(game)
    seen = replace(seen, spots={**seen.spots, PieceId("e.inf.1"): Spot(Cell("g11"), Face.UP, edge=False)})
    table = judge(setting, table, replace(seen, taken_at=Seconds(4.0))).table
    played = ({"move": "n.gen.neuro", "to": "e11"}, {"attack": "n.gen.neuro", "target": "e.gen.siri"})
    for revision, action in enumerate(played):
        table = command(
            setting, table, Command(f"{revision}", CommandKind.ACT, revision, action=action)
        ).table
    table = judge(setting, table, replace(seen, taken_at=Seconds(5.0))).table
    assert table.match.revision == 2, "whether the hit is taken, or blocked, nobody has said yet"
    assert game.decider(table.match.state).kind == "answer"


def test_two_hits_that_the_hands_never_made_apart_may_be_one_and_a_nudge(game: DozenWar) -> None:
    """In a splash both targets are shown before any push. Two hits are made one after the other."""
    pieces = {
        "n.cav.1": {"at": "a8"},
        "n.arc.2": {"at": "a8"},
        "w.cav.1": {"at": "c8"},
        "w.gen.raen": {"at": "b8", "hp": 1},
        "w.inf.1": {"at": "l3"},
    }
    setup = {"seats": ["west", "north"], "turn": "north", "pieces": pieces}
    state = game.initial(entry_of(setup))
    splash = {"attack": "n.cav.1", "target": "w.gen.raen", "splash": "w.cav.1"}
    spots = dict(shown(game.layout(state)))
    gone, attackers = [PieceId("w.gen.raen"), PieceId("w.cav.1")], [PieceId("n.cav.1"), PieceId("n.arc.2")]
    for piece in attackers:
        spots[piece] = Spot(Cell("a8"), Face.UP, edge=True)
    cells = {piece: spots.pop(piece).cell for piece in gone}
    pushed = [(piece, lie("a8"), lie("a8", pushed=True)) for piece in attackers]
    together = tuple(
        Touch(Seconds(at), piece, was, now)
        for at, changes in ((1.0, [(piece, lie(cells[piece]), None) for piece in gone]), (2.0, pushed))
        for piece, was, now in changes
    )
    found = explain(game, state, Sighting(spots, touches=together))
    assert isinstance(found, Ambiguous)
    answers = [[game.format_action(action) for action in line.actions] for line in found.lines]
    assert [splash] in answers
    two = next(answer for answer in answers if len(answer) == 2)
    assert {one["attack"] for one in two} == set(attackers)

    apart = tuple(
        Touch(Seconds(at), piece, was, now)
        for at, (piece, was, now) in (
            (1.0, (gone[1], lie("c8"), None)),
            (2.0, pushed[1]),
            (4.0, (gone[0], lie("b8"), None)),
            (5.0, pushed[0]),
        )
    )
    found = explain(game, state, Sighting(spots, touches=apart))
    assert isinstance(found, Settled)
    assert len(found.line.actions) == 2


def test_a_pushed_piece_has_attacked_though_its_mountain_shows_for_a_moment(game: DozenWar) -> None:
    archer, mountain, enemy = PieceId("n.arc.1"), PieceId("mountain.i8"), {"at": "h8", "hp": 3}
    pieces = {
        archer: {"at": "i8"},
        "n.gen.neuro": {"at": "d11"},
        "w.gen.siri": enemy,
        "w.inf.1": {"at": "a3"},
    }
    state = game.initial(entry_of({"seats": ["west", "north"], "turn": "north", "pieces": pieces}))
    spots = dict(shown(game.layout(state)))
    spots[archer] = Spot(Cell("i8"), Face.UP, edge=True)
    touches = (
        Touch(Seconds(1.0), archer, lie("i8"), None),
        Touch(Seconds(1.0), mountain, None, lie("i8")),
        Touch(Seconds(1.5), archer, None, lie("i8")),
        Touch(Seconds(1.5), mountain, lie("i8"), None),
        Touch(Seconds(1.75), archer, lie("i8"), lie("i8", pushed=True), beside=frozenset((mountain,))),
    )
    found = explain(game, state, Sighting(spots, touches=touches))
    assert isinstance(found, Settled)
    assert [game.format_action(one) for one in found.line.actions] == [
        {"attack": "n.arc.1", "target": "w.gen.siri"}
    ]
