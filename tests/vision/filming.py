"""Films of random matches: hands come, lift pieces and put them down, with settled pictures between.

Two pictures a second are taken: two or three of a settled table, then one to three with a hand, and so on.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from dashboard.lab.films.gestures import SKINS, SLEEVES
from dashboard.lab.films.piece_places import laid_out, put, standing
from dashboard.simulator.physical import LyingPiece
from dashboard.simulator.stage import StageScene
from engine.core.board import Board
from engine.core.ids import PieceId
from engine.core.layout import Layout, Spot
from engine.core.pieces import PieceSet
from tests.vision.matches import Play, RandomMatch, changed_pieces
from vision.render.hand import Hand
from vision.render.solids import PlacedPiece


@dataclass(frozen=True)
class Moment:
    """The things in front of the camera in one picture; `press` is the seat that pressed end turn."""

    scene: StageScene
    press: str = ""
    play: int = 0


@dataclass
class Film:
    """The pictures of a match, as scenes. `plays` fills up while they are taken."""

    match: RandomMatch
    board: Board
    pieces: PieceSet
    actions: int = 12
    plays: list[Play] = field(default_factory=list)

    def moments(self) -> Iterator[Moment]:
        chance = random.Random(self.match.seed + 1000)  # noqa: S311  # chance for pictures, not for secrets
        layout = self.match.opening()
        lying = laid_out(layout, self.board, self.pieces, chance)
        arm = _Arms(chance)
        yield from self._still(lying, 3)
        plays = list(self.match.plays(self.actions))
        for number, play in enumerate(plays):
            self.plays.append(play)
            answered = number + 1 == len(plays) or not _is_answer(plays[number + 1])
            press = ""
            if play.is_press:
                seats = [str(one) for one in self.match.setup["seats"]]
                turns = sum(one.is_press for one in self.plays) - 1
                press = seats[turns % len(seats)]
                yield Moment(StageScene(standing(lying, self.pieces)), press, number)
            wanted = _physical(layout, play.layout)
            for piece in changed_pieces(layout, wanted):
                after = put(
                    piece, lying, wanted.get(piece), board=self.board, pieces=self.pieces, chance=chance
                )
                for scene in self._gesture(piece, lying, after, arm):
                    yield Moment(scene, "", number)
                lying = {**lying, self.pieces.physical_id(piece): after}
            quiet = play.illegal is None and len(changed_pieces(layout, wanted)) <= 1
            layout = wanted
            if answered and quiet and play.action and "move" not in play.action:
                # The table doesn't show what was hit. So players wait until they are asked.
                yield from self._still(lying, 7, number)
            elif answered or chance.random() < 0.3:
                yield from self._still(lying, chance.choice((2, 2, 3)), number)

    def _still(self, lying: Mapping[PieceId, LyingPiece], count: int, play: int = 0) -> Iterator[Moment]:
        for _ in range(count):
            yield Moment(StageScene(standing(lying, self.pieces)), "", play)

    def _gesture(
        self, piece: PieceId, lying: Mapping[PieceId, LyingPiece], after: LyingPiece, arm: "_Arms"
    ) -> Iterator[StageScene]:
        """Some of these: a hand at the piece, the piece in the air, the hand at the piece's new place."""
        name = self.pieces.physical_id(piece)
        before, chance = lying[name], arm.chance
        start, end = before.at_mm or arm.box, after.at_mm or arm.box
        placed = standing(lying, self.pieces)
        down = standing({**lying, name: after}, self.pieces)
        from_deg = arm.side()
        if before.at_mm is not None:
            yield StageScene(placed, (), arm.hand(start, from_deg))
        if chance.random() < 0.8 and (before.at_mm, before.face) != (after.at_mm, after.face):
            share, lift = chance.uniform(0.2, 0.8), chance.uniform(15, 70)
            x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
            held = PlacedPiece(self.pieces.pieces[name], x, y, before.face, before.turned_deg, lift)
            rest = tuple(one for one in placed if one.piece.id != name)
            hand = arm.hand((x, y), from_deg, lift + 6)
            yield StageScene(rest, (held,), hand)
        if after.at_mm is not None and chance.random() < 0.9:
            for _ in range(chance.choice((1, 1, 1, 2))):
                yield StageScene(down, (), arm.hand(end, from_deg))


@dataclass
class _Arms:
    """One player's arm: its colours and its direction."""

    chance: random.Random
    box: tuple[float, float] = (0.0, -520.0)

    def __post_init__(self) -> None:
        self.skin, self.sleeve = self.chance.choice(SKINS), self.chance.choice(SLEEVES)
        self.mostly = self.chance.choice((0.0, 90.0, 180.0, 270.0))

    def side(self) -> float:
        base = self.mostly if self.chance.random() < 0.7 else self.chance.choice((0.0, 90.0, 180.0, 270.0))
        return base + self.chance.uniform(-30, 30)

    def hand(self, at_mm: tuple[float, float], from_deg: float, height_mm: float = 12.0) -> Hand:
        x, y = (value + self.chance.uniform(-12, 12) for value in at_mm)
        return Hand(
            x, y, from_deg, height_mm, self.chance.uniform(0.1, 0.8), skin=self.skin, sleeve=self.sleeve
        )


def _physical(before: Layout, after: Layout) -> dict[PieceId, Spot]:
    """Return the intended places of the pieces.

    If the game doesn't say whether one is pushed, it stays as it is.
    """
    found = {}
    for piece, spot in after.items():
        if piece == "warp.g6":
            continue
        was = before.get(piece)
        edge = spot.edge
        if edge is None:
            same = was is not None and was.cell == spot.cell
            edge = bool(was.edge) if same and was is not None else False
        found[piece] = replace(spot, edge=edge)
    return found


def _is_answer(play: Play) -> bool:
    return play.action is not None and ("accept" in play.action or "block" in play.action)
