"""Films a random match as people play it: hands come, lift pieces, put them down; settled pictures between.

Two pictures a second: two or three of a settled table, then one to three with a hand, and so on.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import cos, hypot, radians, sin

from dashboard.simulator.physical import ROOM_MM, Lying, all_boxed, places_in
from dashboard.simulator.setting import set_table
from dashboard.simulator.stage import Scene, placed_pieces
from engine.core.board import Board, HexSurface
from engine.core.ids import PieceId
from engine.core.layout import Layout, Spot
from engine.core.pieces import PieceSet
from tests.vision.matches import Play, RandomMatch, changed_pieces
from vision.render.hand import Hand
from vision.render.solids import PlacedPiece

SKINS = ((132, 162, 208), (96, 128, 186), (60, 84, 132), (38, 52, 84), (176, 196, 232))
SLEEVES = ((158, 176, 92), (40, 30, 190), (60, 60, 60), (225, 225, 230), (84, 110, 140), (150, 90, 40))
_BESIDE_MM = 478.0
_ON_LINE_MM = 1.2
_PUSHED_ON_ROCK_MM = (23.5, 25.5)


@dataclass(frozen=True)
class Moment:
    """What is before the camera for one picture; `press`: whose end-turn button was pressed just before."""

    scene: Scene
    press: str = ""
    play: int = 0


@dataclass
class Film:
    """The pictures of a match, as scenes; `plays` is filled while they are taken."""

    match: RandomMatch
    board: Board
    pieces: PieceSet
    actions: int = 12
    plays: list[Play] = field(default_factory=list)

    def moments(self) -> Iterator[Moment]:
        chance = random.Random(self.match.seed + 1000)  # noqa: S311  # chance for pictures, not for secrets
        layout = self.match.opening()
        lying = self._laid_out(layout, chance)
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
                yield Moment(Scene(self._placed(lying)), press, number)
            wanted = _physical(layout, play.layout)
            for piece in changed_pieces(layout, wanted):
                after = self._put(piece, lying, wanted.get(piece), chance)
                for scene in self._gesture(piece, lying, after, arm):
                    yield Moment(scene, "", number)
                lying = {**lying, self.pieces.physical_id(piece): after}
            quiet = play.illegal is None and len(changed_pieces(layout, wanted)) <= 1
            layout = wanted
            if answered and quiet and play.action and "move" not in play.action:
                # Nobody can tell from the table what was hit: players wait to be asked.
                yield from self._still(lying, 7, number)
            elif answered or chance.random() < 0.3:
                yield from self._still(lying, chance.choice((2, 2, 3)), number)

    def _placed(self, lying: Mapping[PieceId, Lying]) -> tuple[PlacedPiece, ...]:
        """Return the pieces as they lie; also what is pushed to a rock's rim lies on the rock."""
        placed = placed_pieces(lying, self.pieces)
        rocks = [one for one in placed if one.piece.kind.shape == "rock"]
        found = []
        for one in placed:
            below = [
                rock.top_mm
                for rock in rocks
                if one.piece.kind.height_mm > 0
                and one.piece.kind.shape != "rock"
                and hypot(one.x_mm - rock.x_mm, one.y_mm - rock.y_mm) < rock.piece.kind.size_mm / 2
            ]
            found.append(replace(one, lift_mm=max(below, default=0.0)))
        return tuple(found)

    def _laid_out(self, layout: Layout, chance: random.Random) -> dict[PieceId, Lying]:
        neat = dict(set_table(layout, self.board.surface, self.pieces))
        if chance.random() < 0.3:
            return neat
        lying = dict(all_boxed(self.pieces))
        for piece, how in neat.items():
            kind = self.pieces.pieces[piece].kind
            if how.at_mm is None or kind.shape in ("rock", "printed") or kind.name == "castle":
                lying[piece] = how
        for name, spot in layout.items():
            piece = self.pieces.physical_id(name)
            if lying[piece].at_mm is None and neat[piece].at_mm is not None:
                lying[piece] = self._put(name, lying, spot, chance)
        return lying

    def _still(self, lying: Mapping[PieceId, Lying], count: int, play: int = 0) -> Iterator[Moment]:
        for _ in range(count):
            yield Moment(Scene(self._placed(lying)), "", play)

    def _put(
        self, name: PieceId, lying: Mapping[PieceId, Lying], spot: Spot | None, chance: random.Random
    ) -> Lying:
        piece = self.pieces.physical_id(name)
        before = lying[piece]
        turned = chance.uniform(0, 360)
        if spot is None:
            if chance.random() < 0.5:
                return Lying(None)
            at = (chance.choice((-1, 1)) * _BESIDE_MM, chance.uniform(-330, 330))
            return Lying(at, before.face, turned) if _has_room(at, lying, piece) else Lying(None)
        surface, kinds = self.board.surface, self.pieces.pieces
        edge = bool(spot.edge)
        stays = before.at_mm is not None and surface.cell_at(*before.at_mm) == spot.cell
        if stays and before.at_mm is not None:
            stays = ".castle." in name or surface.pushed(spot.cell, *before.at_mm) == edge
        if stays:
            return replace(before, face=spot.face)
        rocks = [
            how.at_mm
            for other, how in lying.items()
            if kinds[other].kind.shape == "rock" and how.at_mm == surface.centre_mm(spot.cell)
        ]
        if rocks:
            x, y = surface.centre_mm(spot.cell)
            if edge:
                towards = radians(60 * chance.randrange(6))
                reach = chance.uniform(*_PUSHED_ON_ROCK_MM)
                return Lying((x + reach * cos(towards), y + reach * sin(towards)), spot.face, turned)
            return Lying((x + chance.uniform(-8, 8), y + chance.uniform(-8, 8)), spot.face, turned)
        places = [
            place
            for place in places_in(surface, spot.cell)
            if surface.pushed(spot.cell, *place) is edge and _is_clear(surface, spot, place)
        ]
        chance.shuffle(places)
        for place in places:
            if _has_room(place, lying, piece):
                return Lying(place, spot.face, turned)
        # A crowd: where there is most room.
        return Lying(max(places, key=lambda place: _room(place, lying, piece)), spot.face, turned)

    def _gesture(
        self, piece: PieceId, lying: Mapping[PieceId, Lying], after: Lying, arm: "_Arms"
    ) -> Iterator[Scene]:
        """A hand at the piece, the piece in the air, the hand at where it lies now; some of these."""
        name = self.pieces.physical_id(piece)
        before, chance = lying[name], arm.chance
        start, end = before.at_mm or arm.box, after.at_mm or arm.box
        placed = self._placed(lying)
        down = self._placed({**lying, name: after})
        from_deg = arm.side()
        if before.at_mm is not None:
            yield Scene(placed, (), arm.hand(start, from_deg))
        if chance.random() < 0.8 and (before.at_mm, before.face) != (after.at_mm, after.face):
            share, lift = chance.uniform(0.2, 0.8), chance.uniform(15, 70)
            x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
            held = PlacedPiece(self.pieces.pieces[name], x, y, before.face, before.turned_deg, lift)
            rest = tuple(one for one in placed if one.piece.id != name)
            hand = arm.hand((x, y), from_deg, lift + 6)
            yield Scene(rest, (held,), hand)
        if after.at_mm is not None and chance.random() < 0.9:
            for _ in range(chance.choice((1, 1, 1, 2))):
                yield Scene(down, (), arm.hand(end, from_deg))


@dataclass
class _Arms:
    """One player's arm: its looks, and where it comes from."""

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
    """Return how the pieces are meant to lie; where the game doesn't say whether pushed, they stay."""
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


def _is_clear(surface: HexSurface, spot: Spot, place: tuple[float, float]) -> bool:
    """Tell whether a place is clearly pushed or clearly not: nobody can say of one on the line."""
    return (
        len(
            {
                surface.pushed(spot.cell, place[0] + dx, place[1] + dy)
                for dx in (-_ON_LINE_MM, _ON_LINE_MM)
                for dy in (-_ON_LINE_MM, _ON_LINE_MM)
            }
        )
        == 1
    )


def _has_room(at_mm: tuple[float, float], lying: Mapping[PieceId, Lying], piece: PieceId) -> bool:
    return _room(at_mm, lying, piece) >= (1.42 * ROOM_MM) ** 2


def _room(at_mm: tuple[float, float], lying: Mapping[PieceId, Lying], piece: PieceId) -> float:
    """Return the square of the distance to the nearest piece."""
    return min(
        (how.at_mm[0] - at_mm[0]) ** 2 + (how.at_mm[1] - at_mm[1]) ** 2
        for other, how in lying.items()
        if how.at_mm is not None and other != piece and not other.startswith(("mountain", "volcano", "warp"))
    )
