"""How KingdomSquare is played: its frames, what follows from events, what may be done at any time."""

from collections.abc import Sequence
from dataclasses import replace

from engine.core.decisions import Trace
from engine.core.faults import InputFault
from engine.core.ids import PieceId, Seat
from engine.core.unusable import TEXTS as UNUSABLE
from engine.games.kingdom_square.content.printed import Kind
from engine.games.kingdom_square.match import Counts, State
from engine.games.kingdom_square.options import Options
from engine.games.kingdom_square.position.actions import (
    ACTIONS,
    Concede,
    Move,
    TimeUp,
)
from engine.games.kingdom_square.position.field import SEATS, TILES, foe
from engine.games.kingdom_square.position.state import (
    card_of,
    counted_as,
    hero,
    is_hero,
    own,
    rule,
    seat_of,
    slug_of,
    stand,
    tile_of,
)
from engine.games.kingdom_square.position.stats import hp
from engine.games.kingdom_square.turn.battles import Battling, Swapping
from engine.games.kingdom_square.turn.book_searches import Fetching, Pawning, Wondering
from engine.games.kingdom_square.turn.card_choices import Choice, Weighing
from engine.games.kingdom_square.turn.consequences import Event, Follows
from engine.games.kingdom_square.turn.costs_and_draws import Drawn, Dropping, Milling, OpenDrawing, Paying
from engine.games.kingdom_square.turn.damage import ended
from engine.games.kingdom_square.turn.effects import (
    DIES,
    SUMMONED,
    Recalling,
    Reclaiming,
    Returning,
    Working,
    face_at,
)
from engine.games.kingdom_square.turn.moves import Exploring, Moving, turns_back
from engine.games.kingdom_square.turn.opening import OPENING_FRAMES
from engine.games.kingdom_square.turn.phases import DrawPhase, Ending, Main, Starting
from engine.games.kingdom_square.turn.rushes import Rushing
from engine.games.kingdom_square.turn.shifts import Chaining, Shoving, Whirling
from engine.games.kingdom_square.turn.skills_and_abilities import Casting, Lifting, Responding, Using
from engine.games.kingdom_square.turn.time_limit import timed_out
from engine.kit.changed import altered
from engine.kit.choosing.actions import GameAction
from engine.kit.game import TableGame
from engine.kit.resolving.frames import StackFrame
from engine.kit.zones.box import CardId, bits


class SquarePlay(TableGame[State]):
    """KingdomSquare as its rules see it."""

    options: Options
    """The readings in force."""
    frames = (
        Main,
        Starting,
        DrawPhase,
        Ending,
        Drawn,
        Dropping,
        Paying,
        Milling,
        OpenDrawing,
        Casting,
        Using,
        Lifting,
        Responding,
        Moving,
        Exploring,
        Battling,
        Swapping,
        Rushing,
        Follows,
        Working,
        Returning,
        Reclaiming,
        Recalling,
        Fetching,
        Pawning,
        Wondering,
        Shoving,
        Chaining,
        Whirling,
        Weighing,
        *OPENING_FRAMES,
    )
    actions = ACTIONS

    def pieces(self, state: State) -> tuple[PieceId, ...]:
        """Return the cards that are in the match."""
        unnamed = 0
        for pool in state.zones.pools:
            unnamed |= pool
        inside = set(bits(unnamed)) | {n for n, at in enumerate(state.zones.where) if at >= 0}
        return tuple(card for n, card in enumerate(self.tabletop.box.cards) if n in inside)

    def following(self, state: State, what: Follows) -> tuple[StackFrame, ...]:
        """Return the frames that follow from an event."""
        seat = what.seat
        match what.event:
            case Event.DIED:
                return (Working(seat, what.tile, what.what, DIES),)
            case Event.SUMMONED:
                gone = tile_of(state, what.what) is None
                source = what.tile if gone else what.what
                return (Working(seat, source, face_at(state, what.what), SUMMONED),)
            case Event.SAVED:
                return (Reclaiming(what.what),)
            case Event.DRAWS:
                return tuple(Drawn(seat) for _ in range(what.number))
            case Event.DISCARDS:
                return (Dropping(seat, what.number),)
            case Event.RANSOMED:
                return (Weighing(seat, Choice.RANSOM, what.what, what.number),)
            case Event.LECTURED:
                return (Drawn(seat), Dropping(seat, 1))
            case Event.RUSHES:
                return (Rushing(seat, what.number),)

    def is_anytime(self, action: GameAction) -> bool:
        """Tell whether any seat may do such an action at any time: conceding (KS-3)."""
        return isinstance(action, Concede)

    def volunteered(self, state: State, action: GameAction) -> State | None:
        """Return the state after a seat has conceded, or the seat that is asked has called time (KS-3)."""
        timed = self.options.time_limit == "on" and all(
            tile_of(state, hero(one)) is not None for one in SEATS
        )
        if isinstance(action, TimeUp) and timed:
            return replace(timed_out(state), stack=())
        if not isinstance(action, Concede) or action.by is None:
            return None
        return replace(ended(state, (foe(action.by),), rule(3), "conceded"), stack=())

    def trace(self, state: State, action: GameAction) -> Trace:
        """Return the changes that the table shows of an action.

        Nobody can see that a unit has come to a tile twice.
        """
        found = super().trace(state, action)
        unseen = isinstance(action, Move) and turns_back(state, action)
        return replace(found, explicit=True) if unseen else found

    def with_number(self, state: State, seat: Seat, what: str, number: int) -> State:
        """Return the position with a hero's HP set, as damage that the hero has taken."""
        del what
        one = hero(seat)
        whole = hp(self, state, seat) + state.counters[one, Counts.DAMAGE]
        if number > whole:
            raise InputFault(UNUSABLE.say("correcting.limit", most=whole))
        return counted_as(state, one, Counts.DAMAGE, whole - number)

    def shelves(self, state: State, card: CardId) -> Sequence[str]:
        """Return where an arbiter may lay an open card: a unit on a tile or in its owner's graveyard."""
        is_unit = is_hero(card) or card_of(card).kind in (Kind.UNIT, Kind.TOKEN)
        stays = is_hero(card) or slug_of(card).startswith("token")
        return [
            *(stand(tile) for tile in TILES if is_unit),
            *([] if stays or not is_unit else [own(seat_of(card), "graveyard")]),
        ]

    def with_card(self, state: State, card: CardId, zone: str) -> State:
        """Return the position with a unit moved. Into a graveyard its binds go along."""
        if zone != own(seat_of(card), "graveyard"):
            return altered(
                state, zones=state.zones.moved(card, zone, sideways=state.zones.look(card).sideways)
            )
        zones = state.zones
        for bind, object_ in state.binds:
            if object_ == card:
                zones = zones.moved(bind, own(seat_of(bind), "graveyard"))
        binds = tuple(one for one in state.binds if one[1] != card)
        turncoats = tuple(one for one in state.turncoats if one != card)
        return super().with_card(altered(state, zones=zones, binds=binds, turncoats=turncoats), card, zone)
