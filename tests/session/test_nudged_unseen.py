"""A piece that the next one nudges as it's put down, in a cell that no camera can read at that time."""

from collections.abc import Iterable
from dataclasses import replace

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face, Layout, Spot
from engine.games.dozen_war.game import DozenWar
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import setting_of, table_of
from engine.session.playing.table_events import happen
from tests.session.seeing import look_at, read, shown

SETUP = {
    "seats": ["east", "north"],
    "turn": "north",
    "pieces": {
        "n.gen.neuro": {"at": "d11"},
        "n.cav.1": {"at": "e11"},
        "e.gen.siri": {"at": "f11", "hp": 3},
        "e.inf.1": {"at": "m8"},
    },
}
HIT, MOVER, BESIDE = PieceId("e.gen.siri"), PieceId("n.gen.neuro"), PieceId("n.cav.1")


class Table:
    """A table with one camera and, if wished, a reader beneath e11."""

    def __init__(self, *, reads: bool = True) -> None:
        self.reads = reads
        game = DozenWar(load_board("mativen"), Ruleset())
        opening = MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "", setup=SETUP)
        match, _ = open_match(game, opening)
        self.game, self.setting = game, setting_of(game, match.state, None)
        self.table = table_of(self.setting, replace(match, started=True))
        self.spots = dict(shown(game.layout(game.initial(entry_of(SETUP)))))
        self.now = 0.0
        self.played: list[str] = []
        self.watch(6)

    def watch(self, looks: int, *, blind: Iterable[str] = (), clear: Iterable[PieceId] = ()) -> None:
        """Let camera and reader look, four times a second. `clear` are pieces seen even in a blind cell."""
        for _ in range(looks):
            self.now += 0.25
            if self.reads:
                there = {str(piece): "e11" for piece, one in self.spots.items() if one.cell == "e11"}
                self.took(read(there, self.now, covers=("e11",), notices=(MOVER, BESIDE)))
            seen: Layout = {
                piece: one for piece, one in self.spots.items() if one.cell not in blind or piece in clear
            }
            self.took(look_at(seen, self.now, blind=blind))

    def took(self, look: object) -> None:
        step = happen(self.setting, self.table, look, self.now)  # type: ignore[arg-type]
        self.table = step.table
        self.played += [str(action.text) for one in step.verdicts for action in one.actions]

    def put(self, piece: PieceId, *, edge: bool) -> None:
        self.spots[piece] = Spot(Cell("e11"), Face.UP, edge=edge)


def test_a_push_that_shows_after_the_play_beside_it_was_committed_is_no_attack() -> None:
    table = Table()
    table.put(MOVER, edge=False)
    table.put(BESIDE, edge=True)
    table.watch(20, blind=["e11"])
    assert table.played == ["n.gen.neuro moves d11 to e11"]
    table.watch(20)
    assert table.played == ["n.gen.neuro moves d11 to e11"]
    assert table.table.match.leftovers[BESIDE] == table.spots[BESIDE]


def test_a_push_after_a_camera_has_read_the_cell_again_is_an_attack() -> None:
    table = Table()
    table.put(MOVER, edge=False)
    table.watch(20, blind=["e11"])
    table.watch(4)
    table.put(BESIDE, edge=True)
    table.watch(20)
    assert table.played == ["n.gen.neuro moves d11 to e11", "n.cav.1 attacks e.gen.siri"]


def test_a_piece_whose_target_was_shown_has_attacked_though_no_push_was_seen() -> None:
    table = Table()
    table.put(MOVER, edge=False)
    table.put(BESIDE, edge=True)
    table.watch(20, blind=["e11"])
    lay = table.spots.pop(HIT)
    table.watch(3, blind=["e11"])
    table.spots[HIT] = lay
    table.watch(20)
    assert table.played == ["n.gen.neuro moves d11 to e11", "n.cav.1 attacks e.gen.siri"]


def test_a_push_that_is_seen_beneath_an_arm_is_no_attack_where_another_turns_out_to_be_put_beside() -> None:
    table = Table(reads=False)
    del table.spots[MOVER]
    table.put(BESIDE, edge=True)
    table.watch(7, blind=["e11"], clear=[BESIDE])
    table.put(MOVER, edge=False)
    table.watch(20)
    assert table.played == ["n.gen.neuro moves d11 to e11"]
    assert table.table.match.leftovers[BESIDE] == table.spots[BESIDE]


def test_a_push_that_is_seen_is_an_attack_where_another_is_put_beside_after_the_arm_has_gone() -> None:
    table = Table(reads=False)
    table.put(BESIDE, edge=True)
    table.watch(1, blind=["e11"], clear=[BESIDE])
    table.watch(2)
    del table.spots[MOVER]
    table.watch(2, blind=["e11"], clear=[BESIDE])
    table.put(MOVER, edge=False)
    table.watch(20)
    assert table.played == ["n.cav.1 attacks e.gen.siri", "n.gen.neuro moves d11 to e11"]
