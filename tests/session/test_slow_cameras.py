"""A camera of two pictures a second has one look between two hands, which the table is judged by."""

from typing import Any

from engine.core.board import load_board
from engine.core.device_events import ButtonPress, DeviceEvent
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Spot
from engine.core.pieces import load_pieces
from engine.core.verdict import Verdict, VerdictKind
from engine.games.registry import open_game
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.reports import finish, report, see
from engine.session.playing.table import Table, TableStep, setting_of, table_of
from tests.session.playing import Play
from tests.session.seeing import look_at, shown

FAR = ("c9",)
"""The cells under the hands while they show."""


class Slow(Play):
    """A table whose looks come half a second apart, unless a test says otherwise."""

    def __init__(self, *, watched: bool = True) -> None:
        self.watched = watched
        super().__init__()

    def rest(self, looks: int = 2) -> list[Verdict]:
        return super().rest(looks) if self.watched or self.now else []

    def hand(self, *cells: str) -> None:
        """Show a hand over some cells."""
        spots = {piece: one for piece, one in self.spots.items() if one.cell not in cells}
        self.see(self.look(steady=False, blind=cells or FAR, spots=spots))

    def carry(self, piece: str, to: str) -> None:
        """Carry a piece by a hand that is seen on its way."""
        self.hand(self.spots[PieceId(piece)].cell, *FAR)
        self.put(piece, to)
        self.hand(to, *FAR)

    def once(self) -> None:
        """Show the table at rest in a single look."""
        self.see(self.look(steady=False))


def test_a_play_that_one_look_shows_between_two_hands_is_played() -> None:
    play = Slow()
    play.carry("a.1", "c2")
    play.once()
    assert play.table.match.revision == 0
    once = play.table.looks["cam"].sequence
    play.hand("c6", *FAR)
    assert play.said == [("settled", ("step a.1 c2",))]
    assert [proof.after for proof in play.verdicts[0].proofs] == [once]


def test_a_play_shown_by_two_looks_is_judged_once() -> None:
    play = Slow()
    play.carry("a.1", "c2")
    play.rest()
    play.hand("c6", *FAR)
    assert play.said == [("settled", ("step a.1 c2",))]


def test_a_piece_that_one_look_shows_where_no_play_brings_it_is_warned_of() -> None:
    play = Slow()
    play.carry("a.1", "c9")
    play.once()
    play.hand(*FAR)
    assert [one.kind for one in play.verdicts] == [VerdictKind.ILLEGAL]
    play.put("a.1", "c1")
    play.once()
    play.hand("c6")
    assert play.said[-1] == ("settled", ())


def test_a_piece_that_one_look_misses_may_be_in_a_hand_beside_the_board() -> None:
    play = Slow()
    play.hand("c1", *FAR)
    play.put("a.1", None)
    play.once()
    play.hand(*FAR)
    assert play.verdicts == []


def test_one_look_that_could_not_read_everything_proves_nothing() -> None:
    for blind, unsure in ((("c5",), ()), ((), ("c5",))):
        play = Slow()
        play.carry("a.1", "c2")
        play.now += 0.5
        play.see(look_at(play.spots, play.now, steady=False, blind=blind, unsure=unsure))
        play.hand("c6", *FAR)
        assert play.table.match.revision == 0


def test_a_quick_cameras_one_look_between_hands_proves_nothing() -> None:
    for before_s, after_s in ((0.2, 0.5), (0.5, 0.2)):
        play = Slow()
        play.carry("a.1", "c2")
        play.now += before_s
        play.see(look_at(play.spots, play.now, steady=False))
        play.now += after_s
        play.see(look_at(play.spots, play.now, steady=False, blind=FAR))
        assert play.table.match.revision == 0


def test_a_piece_that_slides_without_a_hand_to_be_seen_is_on_its_way_yet() -> None:
    play = Slow()
    play.carry("a.1", "c2")
    play.once()
    play.put("a.1", "c1")
    play.once()
    play.hand("c6", *FAR)
    assert play.verdicts == []


def test_a_first_look_alone_shows_that_a_match_begins_as_it_should() -> None:
    play = Slow(watched=False)
    play.once()
    play.carry("a.1", "c2")
    play.rest()
    assert play.said == [("settled", ("step a.1 c2",))]


def test_a_hand_that_rests_for_long_holds_up_no_play_elsewhere() -> None:
    play = Play()
    arm = ("c8", "c9")
    for n in range(5):
        play.put("a.1", "c2" if n % 2 else "c1")
        play.see(play.look(steady=False, blind=arm))
    assert play.verdicts == []
    play.put("a.1", "c2")
    spots = {piece: one for piece, one in play.spots.items() if one.cell not in arm}
    for n in range(3):
        play.see(play.look(steady=n > 0, blind=arm, spots=spots))
    assert play.said == [("settled", ("step a.1 c2",))]


def test_a_hand_that_has_just_come_holds_up_a_play_beside_one_that_rests() -> None:
    play = Play()
    for n in range(8):
        play.put("a.1", "c2" if n % 2 else "c1")
        play.see(play.look(steady=False, blind=("c9",)))
    play.put("a.1", "c2")
    for n in range(4):
        play.see(play.look(steady=n > 0, blind=("c5", "c9")))
    assert play.verdicts == []


def test_a_camera_that_was_silent_after_its_one_look_has_not_seen_a_rest() -> None:
    play = Slow()
    play.carry("a.1", "c2")
    play.once()
    play.now += 5.0
    play.hand("c6", *FAR)
    assert play.table.match.revision == 0


def test_a_press_after_the_one_look_comes_after_the_play() -> None:
    play = Slow()
    play.carry("a.1", "c2")
    play.once()
    play.press(at=play.now + 0.2)
    play.hand("c6", *FAR)
    play.rest()
    assert [actions for kind, actions in play.said if kind == "settled"][:2] == [("step a.1 c2",), ("done",)]


def test_a_films_last_picture_alone_is_judged_where_its_pictures_come_slowly() -> None:
    play = Slow()
    play.carry("a.1", "c2")
    play.once()
    play.took(finish(play.setting, play.table))
    assert play.said == [("settled", ("step a.1 c2",))]


def test_a_play_after_an_ended_turn_is_not_warned_of_if_one_look_shows_both_turns() -> None:
    setup = {
        "seats": ["west", "south"],
        "turn": "west",
        "round": 2,
        "pieces": {"w.inf.1": {"at": "d5"}, "s.inf.1": {"at": "i3"}},
    }
    game = open_game("dozen_war", load_board("mativen"), Ruleset())
    match, _ = open_match(
        game, MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "mativen-pieces", setup=setup)
    )
    setting = setting_of(game, match.state, load_pieces("mativen-pieces"))
    spots = dict(shown(game.layout(match.state)))
    verdicts: list[Verdict] = []

    def took(step: TableStep[Any, Any]) -> Table[Any, Any]:
        verdicts.extend(step.verdicts)
        return step.table

    table: Table[Any, Any] = table_of(setting, match)
    for at, steady in ((0.5, False), (1.0, True)):
        table = took(see(setting, table, look_at(spots, at, steady=steady)))
    for piece, lay, lies, hands_s, clear_s in (
        ("w.inf.1", "d5", "d6", (1.5, 2.0), (2.5, 3.0)),
        ("s.inf.1", "i3", "h3", (3.5, 4.0), (4.5,)),
    ):
        for at, cell in zip(hands_s, (lay, lies), strict=True):
            others = {one: spot for one, spot in spots.items() if one != piece}
            table = took(see(setting, table, look_at(others, at, steady=False, blind=(cell, "a1"))))
        spots[PieceId(piece)] = Spot(Cell(lies), edge=False)
        for at in clear_s:
            table = took(see(setting, table, look_at(spots, at, steady=False)))
        if piece == "w.inf.1":
            ended = DeviceEvent("pad.west", Seconds(3.0), ButtonPress("end_turn"))
            table = took(report(setting, table, ended, 3.0))
    table = took(see(setting, table, look_at(spots, 5.0, steady=False, blind=("c9", "a1"))))
    for at in (5.5, 6.0, 6.5):
        table = took(see(setting, table, look_at(spots, at)))
    assert VerdictKind.ILLEGAL not in [one.kind for one in verdicts]
    assert [action.action for one in verdicts for action in one.actions] == [
        {"move": "w.inf.1", "to": "d6"},
        {"end_turn": True},
        {"move": "s.inf.1", "to": "h3"},
    ]
