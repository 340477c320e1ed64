"""The simulated table as the camera sees it while hands move pieces, one gesture after the other. Pure."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from math import hypot
from random import Random
from types import MappingProxyType

from dashboard.simulator.physical import LyingPiece, Pieces
from dashboard.simulator.surroundings import CALM, Surroundings, fallen, scrap_on
from engine.bus.messages.simulated import LabelState
from engine.core.board import Tray
from engine.core.ids import PieceId, Seconds
from engine.core.pieces import PieceSet
from vision.render.cards import crooked, stacked
from vision.render.dice import RolledDie
from vision.render.hand import Hand
from vision.render.solids import PlacedPiece

GESTURE_S = 0.9
HURRIED_S = 0.35
"""The length of a gesture in seconds: the only one, and one that others wait for."""

_TAKEN, _LET_GO = 0.3, 0.7
"""The shares of a gesture's time when the hand takes the piece, and when it lets go."""
_CARRIED_MM = 45.0
_AWAY_MM = 900.0
_OFF_MM, _OFF_DEG = 1.2, 1.5
"""The standard deviation of a laid card from its exact place, and from its exact turn."""

_TOUCH_MM = 110.0
"""The diagonal of a card, in mm. Cards whose middles are farther apart don't lie on each other."""

_BOX_MM = (0.0, -520.0)


@dataclass(frozen=True, slots=True)
class Gesture:
    """The movement of a hand that changes the place of one piece."""

    piece: PieceId
    """The piece that is moved."""
    before: LyingPiece
    """The piece as it lies before the movement."""
    after: LyingPiece
    """The piece as it lies after the movement."""
    lifts: bool = False
    """Whether the hand keeps the piece in the air, to put it down later."""


@dataclass(frozen=True, slots=True)
class Stage:
    """The pieces on the table, and the gestures that are still to be shown."""

    lying: Pieces
    """The pieces as they lie before the gestures. Lifted pieces have their old places here."""
    gestures: tuple[Gesture, ...] = ()
    """The gestures that are still to be shown, in order."""
    since: float = 0.0
    """The time when the first gesture began, in seconds of the wall clock."""
    dice: tuple[RolledDie, ...] = ()
    """The dice in the tray."""
    about: Surroundings = CALM
    """The light, the camera's stand, and foreign things over the board."""
    lifted: tuple[PieceId, ...] = ()
    """The pieces that hands hold up. Only the last one is shown over the board."""


@dataclass(frozen=True, slots=True)
class StageScene:
    """All things in front of the camera at one moment."""

    placed: tuple[PlacedPiece, ...]
    """The pieces that lie on the table."""
    held: tuple[PlacedPiece, ...] = ()
    """The pieces in the hand."""
    hand: Hand | None = None
    """The hand over the board; None: there's none."""
    dice: tuple[RolledDie, ...] = ()
    """The dice in the tray."""
    things: tuple[PlacedPiece, ...] = ()
    """The foreign things, which lie among the pieces or on them."""
    about: Surroundings = CALM
    """The light and the camera's stand."""


def with_changes(
    stage: Stage,
    now: Seconds,
    after: Pieces,
    *,
    cards: Collection[PieceId] = (),
    down: Collection[PieceId] = (),
    straight: Collection[PieceId] = (),
) -> Stage:
    """Return the stage with gestures that change the table to `after`.

    A card that stays, but must lie on a card that moves, is lifted and laid down again.

    Args:
        stage: The stage before.
        now: The time, in seconds of the wall clock.
        after: The table after all gestures.
        cards: The pieces that are cards.
        down: The lifted pieces that are put down in any case. Other lifted pieces stay in their hands if
        their
            places stay the same.
        straight: The pieces that skip gestures planned before, and go to their new places at once.
    """
    under_way, rest = stage.gestures[:1], stage.gestures[1:]
    stage = replace(stage, gestures=(*under_way, *(one for one in rest if one.piece not in straight)))
    shown = final(stage)
    fresh: list[Gesture] = []
    for piece, lying in after.items():
        under = (one.after for one in fresh if one.piece in cards)
        put = piece in down and _is_lifted(stage, piece)
        if put or shown[piece] != lying or (piece in cards and any(_touch(lying, one) for one in under)):
            fresh.append(Gesture(piece, shown[piece], lying))
    if not stage.gestures:
        # A hand that holds its piece already needn't come for it, so its gesture begins later.
        holds = bool(fresh) and stage.lifted[-1:] == (fresh[0].piece,)
        since = now - _TAKEN * (GESTURE_S if len(fresh) == 1 else HURRIED_S) if holds else now
        return replace(stage, gestures=tuple(fresh), since=since)
    coming = stage.gestures[-1]
    if fresh and coming.lifts and coming.piece == fresh[0].piece:
        # The hand that was to lift the piece puts it at its place in the same movement.
        return replace(stage, gestures=(*stage.gestures[:-1], *fresh))
    return replace(stage, gestures=(*stage.gestures, *fresh))


def with_lift(stage: Stage, now: Seconds, piece: PieceId) -> Stage:
    """Return the stage with a gesture that takes a piece and holds it up until it's put down."""
    how = final(stage)[piece]
    if how.at_mm is None or _is_lifted(stage, piece):
        return stage
    lift = Gesture(piece, how, how, lifts=True)
    return replace(stage, gestures=(*stage.gestures, lift), since=stage.since if stage.gestures else now)


def _is_lifted(stage: Stage, piece: PieceId) -> bool:
    """Tell whether a piece will be in a hand after all gestures."""
    last = next((one for one in reversed(stage.gestures) if one.piece == piece), None)
    return piece in stage.lifted if last is None else last.lifts


def _touch(one: LyingPiece, other: LyingPiece) -> bool:
    if one.at_mm is None or other.at_mm is None:
        return False
    return hypot(one.at_mm[0] - other.at_mm[0], one.at_mm[1] - other.at_mm[1]) < _TOUCH_MM


def with_throw(stage: Stage, tray: Tray, chance: Random) -> Stage:
    """Return the stage after one die was thrown into the tray; it replaces the die that lay there."""
    (x, y), room = tray.centre_mm, [side / 2 - 1.2 * tray.die_mm for side in tray.size_mm]
    die = RolledDie(
        x + chance.uniform(-room[0], room[0]),
        y + chance.uniform(-room[1], room[1]),
        chance.randint(1, 6),
        chance.uniform(0.0, 360.0),
        side_mm=tray.die_mm,
    )
    return replace(stage, dice=(die,))


def final(stage: Stage) -> Pieces:
    """Return the pieces as they lie after all gestures."""
    return _after(stage.lying, stage.gestures)


def at(stage: Stage, now: Seconds) -> Stage:
    """Return the stage at a moment: finished gestures are removed, and their pieces have their new places."""
    while stage.gestures and now - stage.since >= _lasts_s(stage):
        done, *rest = stage.gestures
        since = stage.since + _lasts_s(stage)
        lifted = tuple(one for one in stage.lifted if one != done.piece)
        stage = replace(
            stage,
            lying=stage.lying if done.lifts else _after(stage.lying, (done,)),
            gestures=tuple(rest),
            since=since,
            lifted=(*lifted, done.piece) if done.lifts else lifted,
        )
    return stage


def resting(stage: Stage, now: Seconds) -> Pieces:
    """Return the pieces as they lie on the table at a moment; a piece in a hand has no place."""
    held = set(stage.lifted)
    lying = stage.lying
    if stage.gestures:
        gesture, share = stage.gestures[0], (now - stage.since) / _length_s(stage)
        if share >= _LET_GO:
            held.discard(gesture.piece)
            lying = _after(lying, (gesture,))
        elif share >= _TAKEN:
            held.add(gesture.piece)
    if not held:
        return lying
    return MappingProxyType({**lying, **{piece: replace(lying[piece], at_mm=None) for piece in held}})


def next_turn(stage: Stage, now: Seconds) -> Seconds | None:
    """Return the next time when a hand takes a piece, lets it go, or has gone; None: there is no hand."""
    if not stage.gestures:
        return None
    if stage.gestures[0].lifts:
        turn = Seconds(stage.since + _lasts_s(stage))
        return max(now, turn)
    turns = (stage.since + share * _length_s(stage) for share in (_TAKEN, _LET_GO, 1.0))
    return next((Seconds(turn) for turn in turns if turn > now), now)


def is_going(stage: Stage, now: Seconds) -> bool:
    """Tell whether a hand has let go of its piece and is leaving."""
    return bool(stage.gestures) and now >= stage.since + _LET_GO * _length_s(stage)


def left_behind(stage: Stage, now: Seconds, within_s: float) -> Stage | None:
    """Return the stage after the only gesture, if its hand lets go within `within_s` seconds; else None."""
    if len(stage.gestures) != 1 or stage.gestures[0].lifts:
        return None
    taken_at, let_go_at = (stage.since + share * _length_s(stage) for share in (_TAKEN, _LET_GO))
    if not taken_at <= now < let_go_at <= now + within_s:
        return None
    return replace(stage, lying=final(stage), gestures=())


def left_after_s(start_mm: tuple[float, float], end_mm: tuple[float, float], edge_mm: float) -> float:
    """Return the seconds from the beginning of a single gesture until its hand has left the board.

    The hand leaves along y, with its fingertips last. The board ends `edge_mm` from its middle.
    """
    _, way = _way(start_mm, end_mm)
    beyond = min(1.0, max(0.0, edge_mm - way * end_mm[1]) / _AWAY_MM)
    return GESTURE_S * (_LET_GO + (1.0 - _LET_GO) * beyond)


def _way(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, int]:
    """Return the direction that an arm comes from, in degrees, and its sign: 1 from above, -1 from below.

    An arm comes from the side of the board that is nearer to the movement.
    """
    above = max(start[1], end[1]) > 0 and min(start[1], end[1]) >= 0
    return (90.0, 1) if above else (270.0, -1)


def scene_of(stage: Stage, now: Seconds, pieces: PieceSet) -> StageScene:
    """Return all things in front of the camera at a moment; `at` must have removed the finished gestures.

    A gesture has three parts: an arm comes, carries or turns over the piece, and leaves. A hand that rests
    over the board or holds a piece up isn't shown during a gesture, because the same hand makes it.
    """
    lies = {piece: how for piece, how in stage.lying.items() if piece not in stage.lifted}
    if not stage.gestures:
        if not stage.lifted:
            return _scene(stage, stage.lying, pieces, hand=stage.about.hand)
        piece = stage.lifted[-1]
        how = stage.lying[piece]
        x, y = how.at_mm or _BOX_MM
        hand = Hand(x, y, _way((x, y), (x, y))[0], height_mm=10.0 + _CARRIED_MM)
        return _scene(stage, lies, pieces, held=(_in(hand, piece, how, pieces),), hand=hand)
    gesture = stage.gestures[0]
    share = min(1.0, max(0.0, (now - stage.since) / _length_s(stage)))
    start = gesture.before.at_mm or _BOX_MM
    end = gesture.after.at_mm or _BOX_MM
    came, carried, went = _part(share, 0.0, _TAKEN), _part(share, _TAKEN, _LET_GO), _part(share, _LET_GO, 1.0)
    x, y = (a + (b - a) * carried for a, b in zip(start, end, strict=True))
    from_deg, way = _way(start, end)
    away = way * _AWAY_MM * ((1 - came) + went)
    holds = gesture.piece in stage.lifted
    raised = 1.0 if holds and carried < 0.5 else min(1.0, 4 * carried * (1 - carried))
    hand = Hand(x, y + away, from_deg, height_mm=10.0 + _CARRIED_MM * raised)
    if (carried > 0.0 or holds) and carried < 1.0:
        lying = replace(gesture.before if carried < 0.5 else gesture.after, at_mm=(x, y))
        rest = {piece: how for piece, how in lies.items() if piece != gesture.piece}
        return _scene(stage, rest, pieces, held=(_in(hand, gesture.piece, lying, pieces),), hand=hand)
    return _scene(stage, lies if carried == 0.0 else _after(lies, (gesture,)), pieces, hand=hand)


def _in(hand: Hand, piece: PieceId, how: LyingPiece, pieces: PieceSet) -> PlacedPiece:
    """Return a piece in a hand, at the fingertips."""
    placed = _placed(piece, how, pieces, lift_mm=hand.height_mm)
    return replace(placed, x_mm=hand.x_mm, y_mm=hand.y_mm)


def _scene(
    stage: Stage,
    lying: Mapping[PieceId, LyingPiece],
    pieces: PieceSet,
    *,
    held: tuple[PlacedPiece, ...] = (),
    hand: Hand | None,
) -> StageScene:
    placed = placed_pieces(lying, pieces)
    scraps = tuple(scrap_on(one) for one in placed if lying[one.piece.id].shown is LabelState.COVERED)
    return StageScene(placed, held, hand, stage.dice, (*scraps, *stage.about.things), stage.about)


def placed_pieces(lying: Mapping[PieceId, LyingPiece], pieces: PieceSet) -> tuple[PlacedPiece, ...]:
    """Return the pieces on the table for the renderer; a piece on a rock has the rock's height.

    A card lies on earlier cards that it covers, and a little crooked, as if a hand had laid it.
    """
    rocks = [
        (how.at_mm, pieces.pieces[piece].kind)
        for piece, how in lying.items()
        if how.at_mm is not None and pieces.pieces[piece].kind.is_rock
    ]
    placed = []
    for piece, how in lying.items():
        if how.at_mm is None:
            continue
        kind = pieces.pieces[piece].kind
        below = [
            rock.height_mm
            for (x, y), rock in rocks
            if not kind.is_rock
            and kind.height_mm > 0
            and max(abs(x - how.at_mm[0]), abs(y - how.at_mm[1])) < rock.size_mm / 4
        ]
        placed.append(_placed(piece, how, pieces, lift_mm=max(below, default=0.0)))
    cards = stacked(_as_left(one) for one in placed if one.piece.kind.is_card)
    return (*(one for one in placed if not one.piece.kind.is_card), *cards)


def _as_left(card: PlacedPiece) -> PlacedPiece:
    """Return a card laid a little crooked; the same card at the same place always lies alike."""
    chance = Random(f"{card.piece.id} {card.x_mm:.0f} {card.y_mm:.0f}")  # noqa: S311 # no secret
    (left,) = crooked([card], chance, off_mm=_OFF_MM, off_deg=_OFF_DEG)
    return left


def _placed(piece: PieceId, how: LyingPiece, pieces: PieceSet, *, lift_mm: float) -> PlacedPiece:
    x, y = how.at_mm or _BOX_MM
    placed = PlacedPiece(pieces.pieces[piece], x, y, how.face, how.turned_deg, lift_mm)
    return fallen(placed) if how.shown is LabelState.FALLEN else placed


def _after(lying: Pieces, gestures: tuple[Gesture, ...]) -> Pieces:
    after = dict(lying)
    for gesture in gestures:
        # The piece that was moved last lies on top.
        after.pop(gesture.piece, None)
        after[gesture.piece] = gesture.after
    return MappingProxyType(after)


def _length_s(stage: Stage) -> float:
    return GESTURE_S if len(stage.gestures) == 1 else HURRIED_S


def _lasts_s(stage: Stage) -> float:
    """Return the length of the first gesture, in seconds; a lift ends when the hand has its piece."""
    return _length_s(stage) * (_TAKEN if stage.gestures[0].lifts else 1.0)


def _part(share: float, begin: float, end: float) -> float:
    return min(1.0, max(0.0, (share - begin) / (end - begin)))
