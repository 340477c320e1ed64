"""Simulates a match of a game with cards: people shuffle, draw and play, and cameras and readers see it.

A play that sensors can't recognise, such as the choice of a seat, is tapped on a tablet before it's laid.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from dashboard.lab.corpus.evening import GLARE_S, Evening
from dashboard.lab.corpus.hands import EyesMoment, changes, laid
from dashboard.lab.corpus.wrongs import wrong_backs, wrong_card
from engine.bus.messages.commands import Command, CommandKind
from engine.bus.sealing import Seal
from engine.core.decisions import Chooser, Decision
from engine.core.device_events import DeviceEvent, PadReading, PadReadingKind
from engine.core.document import entry_of
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.layout import Layout, Spot, lie_across
from engine.core.tags import FILE, TagBook, dump_tags
from engine.kit.resolving.answer_windows import Window
from engine.kit.resolving.moments import Firing
from engine.session.boards.pads import SeatPads, pad_of
from engine.session.boards.tags import TagDesk
from engine.session.seen.trays import trays_of

_PATIENCE_S = 8.0
"""The wait for a warning of face-down cards, in seconds; it's longer than a doubt may last."""

_FULL = 6
"""The number of cards that have room side by side in a tray; a player who pays more gathers these first."""


@dataclass(frozen=True, slots=True)
class CardManners:
    """People's habits with cards, each as a share of laid or drawn cards unless its field says otherwise."""

    crooked: float = 0.3
    """A new card is laid before an old one is taken, in any order."""
    wavers: float = 0.05
    """A card is laid, taken up again and laid once more."""
    misread: float = 0.1
    """A card passes the seat's reader unread, and is typed on a tablet."""
    ahead: float = 0.2
    """A card is drawn before the table knows that a draw is due."""
    says_first: float = 0.1
    """A play that the table could recognise is tapped."""
    face_down: float = 0.4
    """The share of wrong plays that are made with face-down cards."""
    hasty: float = 0.05
    """The share of cards for a pile with a tray that go on the pile at once."""
    hides: float = 0.05
    """The share of cards laid on ground that hide the ground's corner."""
    gathers: float = 0.4
    """The share of plays before which the cards beside a pile are swept onto it."""


@dataclass(slots=True)
class CardEvening(Evening):
    """A simulated match of a game with cards."""

    folder: Path = Path()
    """The folder of the book of tags."""
    card_manners: CardManners = CardManners()
    """The people's habits with cards."""
    occurred: Counter[str] = field(default_factory=Counter)
    """The number of times that each kind of situation came up, by its description."""
    _pads: SeatPads[Any, Any] = field(init=False)
    """The seats' pads."""
    _seal: Seal = field(init=False)
    """The table's seal, for readings of pads."""
    _uids: Mapping[str, str] = field(init=False)
    """The uid of each card's tag, by the card."""
    _misplaced: dict[Cell, dict[str, int]] = field(default_factory=dict)
    """The number of visible backs, by name, in a cell with a wrong play."""
    _upon: dict[PieceId, tuple[Spot, bool]] = field(default_factory=dict)
    """The cards that lie on others: the place of each, and whether it hides the lower card's corner."""

    def __post_init__(self) -> None:
        """Open the match, and give every card an RFID tag."""
        Evening.__post_init__(self)
        game = self.game
        things = game.things()
        self._uids = {thing.name: f"04{number:06X}" for number, thing in enumerate(things, start=1)}
        path = self.folder / FILE
        dump_tags(TagBook({uid: name for name, uid in self._uids.items()}), path)
        self._seal = Seal(bytes(32), table="bench")
        self._pads = SeatPads(TagDesk(path, things, self._seal, discreet=True))

    def _set_out(self) -> None:
        """Lay out the cards, shuffle the stocks, and make the draws that are due at once."""
        # The lowest card of a pile comes first.
        for piece, spot in reversed(tuple(self.game.layout(self._truth.state).items())):
            self.hands.spots[piece] = replace(spot, covered=False)
        for cell in self._stocks():
            # People lay cards that are all alike in any order.
            pile = [piece for piece, spot in self.hands.spots.items() if spot.cell == cell]
            for piece in self._chance.sample(pile, len(pile)):
                self.hands.spots[piece] = self.hands.spots.pop(piece)
        self._watch(self.hands.still(8))
        self._deal()
        self._agree()

    def _next_seat(self, decision: Decision) -> Seat:
        """Return the seat that acts next; when several may, it's a random one."""
        self.occurred["two seats deciding at once"] += len(decision.seats) > 1
        self.occurred["a window within a window"] += self._windows() > 1
        return self._chance.choice(decision.seats)

    def _stocks(self) -> set[Cell]:
        """Return the piles of equal cards, where the game doesn't care which card is on top."""
        layout = self.game.layout(self._truth.state)
        tops = {spot.cell for spot in layout.values() if not spot.covered}
        return {spot.cell for spot in layout.values() if spot.piled} - tops

    def _at_hand(self, action: Any) -> Any:
        """Return an action that names the top card of its stock instead of another card of that stock."""
        game, state = self.game, self._truth.state
        layout, written = game.layout(state), game.format_action(action)
        for key, name in written.items():
            spot = layout.get(PieceId(str(name)))
            if spot is not None and spot.cell in self._stocks():
                top = [piece for piece, lies in self.hands.spots.items() if lies.cell == spot.cell][-1]
                self.occurred["whichever was at hand taken from a stock"] += top != name
                return game.parse_action(entry_of({**written, key: str(top)}))
        return action

    def _windows(self) -> int:
        stack: Sequence[object] = getattr(self._truth.state, "stack", ())
        return sum(isinstance(frame, Window | Firing) for frame in stack)

    # The people's actions

    def _play(self, seat: Seat, action: Any) -> None:
        game, state, listed = self.game, self._truth.state, action
        action = self._at_hand(action)
        if self._trays and self._does(self.card_manners.gathers):
            self._gather(seat)
        before, after_state = game.layout(state), game.apply(state, action)
        after = game.layout(after_state)
        silent = game.trace(state, action).explicit or before == after or self._names_nothing(action)
        tapped = silent or self._looks_like_another(state, action, after_state)
        self.tally.tapped_actions += tapped and not silent
        uses_tablet = tapped or self._does(self.card_manners.says_first)
        if uses_tablet:
            # A player who taps looks at the tablet, which must show all earlier plays.
            self._agree()
        self._advance(action)
        if not uses_tablet:
            self.tally.seen_actions += 1
            self.occurred["a quarter-turn seen"] += any(
                piece in before and lie_across(before[piece], spot) for piece, spot in after.items()
            )
        elif game.format_action(action).get("end_turn"):
            self._press(seat)
            self._agree()
        else:
            self._tell(listed)
        self._lay_cards(seat, after)
        # The cards of this play are laid before a pile is shuffled away.
        self._lay_cards(seat, game.layout(self._truth.state))
        self._deal()
        if uses_tablet or not self._does(self.manners.hurries):
            self._agree()

    def _names_nothing(self, action: Any) -> bool:
        """Tell whether an action names no card, such as a pass, so that it can't be laid."""
        words = {str(one) for one in self.game.format_action(action).values()}
        return words.isdisjoint(map(str, self.game.pieces(self._truth.state)))

    def _looks_like_another(self, state: Any, action: Any, after: Any) -> bool:
        """Tell whether another play would lead to the same table."""
        game = self.game
        layout, heaps = game.layout(after), self._heaps(after)
        others = (one for one in game.legal_actions(state) if one != action)
        return any(
            game.layout(then) == layout and self._heaps(then) == heaps
            for then in (game.apply(state, one) for one in others)
        )

    def _heaps(self, state: Any) -> Any:
        return self.game.heaps(state)

    def _deal(self) -> None:
        """Draw and turn up all cards that are due, from the deck that people have shuffled."""
        game = self.game
        while (decision := game.decider(self._truth.state)).chooser is Chooser.CHANCE:
            state = self._truth.state
            if decision.kind != "draw":
                self._truth = self._with_chance(self._truth)
                self._lay_cards(None, game.layout(self._truth.state))
                self._follow_chance()
                continue
            found = game.chance_outcomes(state)
            (action,) = self._chance.choices([one for one, _ in found], [weight for _, weight in found])
            if decision.shows:
                self.occurred["a card turned up, seen by a camera"] += 1
                self._gather(next(iter(self.bots)), least=_FULL)
                self._advance(action)
                self._lay_cards(None, game.layout(self._truth.state))
            elif decision.seats:
                self._draw(decision.seats[0], action)
            else:
                self._agree()
                self._advance(action)
                self._tell(action)

    def _advance(self, action: Any) -> None:
        """Play an action and the hidden chance events after it, as the judged match does."""
        Evening._advance(self, action)  # noqa: SLF001 - its own, of the class it extends
        self._unfallen = self._truth.state
        self._truth = self._with_chance(self._truth)
        self._since[-1] = (action, self._truth.state)

    def _follow_chance(self) -> None:
        """Let the judged match make hidden chance events, as it does by itself after a play."""
        if self._table.match.state != self._truth.state:
            judged = self._with_chance(self._table.match)
            if judged.state == self._truth.state:
                self._table = replace(self._table, match=judged)

    def _draw(self, seat: Seat, action: Any) -> None:
        """Draw a card, and lay it on the seat's reader."""
        manners = self.card_manners
        if not self._does(manners.ahead):
            self._agree()
        card = str(self.game.format_action(action)["draw"])
        self._advance(action)
        self._watch(self.hands.still(1))
        self._hand_left_at = self.at
        if self._does(manners.misread):
            self.occurred["a draw typed, its card unread"] += 1
            self._agree_before_last()
            self._tell(action)
        else:
            self.occurred["a draw seen by a reader"] += 1
            self._read(seat, self._uids[card])
            self._watch(self.hands.still(3))
            self._agree()
            self._read(seat, "")
        # After a deck's last card, its player shuffles the discard pile before the next draw.
        self._lay_cards(seat, self.game.layout(self._truth.state))

    def _agree_before_last(self) -> None:
        """Let the table be seen until the judged match waits for the draw that is typed now."""
        for _ in range(16):
            if self.game.decider(self._table.match.state).kind == "draw":
                return
            self._watch(self.hands.still(1))

    def _read(self, seat: Seat, uid: str) -> None:
        """Let a seat's reader report this uid; empty: no tag lies on it."""
        pad, mark = pad_of(seat), f"{self._truth.revision}/{self.at}"
        reading = PadReading(PadReadingKind.TAGS, str(seat), self._seal.sealed_text(uid))
        event, wall = DeviceEvent(pad, Seconds(self.at), reading, mark), Seconds(self.at)
        for found in self._pads.heard(self._setting, lambda: self._table, event, reading, wall=wall):
            if isinstance(found, Command):
                self._obey(found)

    def _watch(self, moments: Any) -> None:
        """Let the cameras look at each moment, and show the judged table to the pads."""
        for moment in moments:
            backs = {**self._backs(), **self._misplaced}
            hidden = self._hidden(moment)
            shown = {
                piece: spot
                for piece, spot in moment.spots.items()
                if not (spot.ground and spot.cell in hidden)
            }
            backed = replace(
                moment,
                spots=shown,
                backs={cell: {} if cell in hidden else there for cell, there in backs.items()},
            )
            Evening._watch(self, (backed,))  # noqa: SLF001 - its own, of the class it extends
            for asked in tuple(self._pads.shown(self._setting, self._table)):
                self._obey(asked)

    def _laid_aside(self, after: Layout, *, by_chance: bool) -> dict[PieceId, Spot]:
        """Return the spots where the cards are to lie; several for one pile lie in its tray first."""
        wanted = {piece: replace(spot, edge=None) for piece, spot in after.items()}
        lies = self.hands.spots
        for tray, pile in self._trays.items():
            coming = [
                piece
                for piece, spot in wanted.items()
                if spot.cell == pile and (piece not in lies or lies[piece].cell not in (pile, tray))
            ]
            for piece in coming:
                lone = len(coming) == 1 and not by_chance
                if not (lone or self._does(self.card_manners.hasty)):
                    wanted[piece] = replace(wanted[piece], cell=tray, covered=False, piled=False)
            for piece, spot in lies.items():
                if spot.cell == tray and piece in wanted and wanted[piece].cell == pile:
                    wanted[piece] = replace(wanted[piece], cell=tray, covered=False, piled=False)
        return wanted

    @property
    def _trays(self) -> Mapping[Cell, Cell]:
        return trays_of(self.game)

    def _gather(self, seat: Seat, *, least: int = 1) -> None:
        """Sweep the cards beside a pile onto it in any order, above or beneath its visible card."""
        spots = self.hands.spots
        for tray, pile in self._trays.items():
            lying = [piece for piece, spot in spots.items() if spot.cell == tray]
            if len(lying) < least:
                continue
            self._agree()  # people gather cards only after the tablet has shown them
            self.occurred["a cost gathered from where it lay side by side"] += 1
            upon = [piece for piece, spot in spots.items() if spot.cell == pile]
            *under, top = self._chance.sample(lying, len(lying))
            for piece in under:
                spots[piece] = replace(spots.pop(piece), cell=pile)
            self._watch(self.hands.put(top, replace(spots[top], cell=pile), seat))
            if upon and self._chance.random() < 0.5:
                spots[upon[-1]] = spots.pop(upon[-1])

    def _hidden(self, moment: EyesMoment) -> frozenset[Cell]:
        """Return the cells where a card hides the corner of the card or land beneath it."""
        grounds = {spot.cell for spot in moment.spots.values() if spot.ground}
        fields = (cell for cell, there in self._backs().items() if any(there.values()))
        grounds |= {cell for cell in fields if self.hands.surface.zone_of(cell) is None}
        for piece, spot in moment.spots.items():
            if spot.cell not in grounds or spot.ground:
                self._upon.pop(piece, None)
            elif piece not in self._upon or self._upon[piece][0] != spot:
                self._upon[piece] = (spot, self._does(self.card_manners.hides))
        lying = moment.spots.keys()
        return frozenset(spot.cell for one, (spot, hides) in self._upon.items() if hides and one in lying)

    def _lay_cards(self, seat: Seat | None, after: Layout) -> None:
        """Let hands change the cards as the game did, in any order and one after the other."""
        hand = seat if seat is not None else Seat("")
        wanted = self._laid_aside(after, by_chance=seat is None)
        changed = changes(self.hands.spots, wanted)
        going = [piece for piece in changed if piece not in wanted]
        # The lowest card of a pile comes first.
        coming = [piece for piece in reversed(list(after)) if piece in changed]
        going = self._with_piles_at_once(going)
        order = [*going, *coming]
        if self._does(self.card_manners.crooked):
            order = [*coming, *going]
        for piece in order:
            to = laid(self.hands.spots.get(piece), wanted.get(piece))
            home = self.hands.spots.get(piece)
            if home is None and to is None:
                continue
            if to is not None and self._does(self.card_manners.wavers):
                self._watch(self.hands.put(piece, to, hand))
                self._watch(self.hands.put(piece, home, hand))
            self._watch(self.hands.put(piece, to, hand))
        self._hand_left_at = self.at

    def _with_piles_at_once(self, going: list[PieceId]) -> list[PieceId]:
        """Take cards beneath another one that goes, so that a pile is lifted whole; return the others."""
        tops = {spot.cell: piece for piece, spot in self.hands.spots.items()}
        under = [piece for piece in going if tops[self.hands.spots[piece].cell] in set(going) - {piece}]
        for piece in under:
            del self.hands.spots[piece]
        return [piece for piece in going if piece not in under]

    def _backs(self) -> dict[Cell, dict[str, int]]:
        """Return the number of face-down cards in the true match, by cell and back."""
        found: dict[Cell, dict[str, int]] = {}
        for heap in self._heaps(self._truth.state):
            found.setdefault(heap.cell, {})[heap.back] = heap.number
        return found

    def _play_wrongly(self, seat: Seat) -> None:
        """Put a card where no play brings it, wait for the warning, and put it back."""
        manners = self.card_manners
        if not (manners.face_down and self._does(manners.face_down)):
            Evening._play_wrongly(self, seat)  # noqa: SLF001 - its own, of the class it extends
            return
        found = wrong_backs(self.hands, self._backs(), self._chance)
        if found is None:
            return
        cell, what, lies = found
        self.tally.wrong_plays += 1
        self.occurred[f"wrong on purpose: {what}"] += 1
        self._warned, self._wronging = False, True
        self._misplaced = {cell: lies}
        waited_until = self.at + _PATIENCE_S
        glared_until = self.at + GLARE_S
        while not self._warned and self.at < waited_until:
            self._watch(self.hands.still(1))
            judged = self._table.judged
            unclear = judged is None or judged.backs is None or judged.backs.at(cell) is None
            if unclear and self.at < glared_until:
                waited_until = self.at + _PATIENCE_S
        if not self._warned:
            self.tally.missed += 1
            self._note(f"no warning: {what} at {cell}")
        self._misplaced = {}
        self._watch(self.hands.still(6))
        self._wronging = False
        self._agree()

    def _wrong_play(self) -> tuple[PieceId, Spot | None] | None:
        """Return a card and a spot that no legal play brings it to, such as a needless quarter turn."""
        return wrong_card(self.game, self._truth, self.hands, self._chance, self._trays)

    # The results

    def _tell(self, action: Any) -> None:
        state = self._table.match.state
        seats = self.game.decider(state).seats
        seat = self.game.actor(state, action) or (seats[0] if len(seats) == 1 else None)
        if seat is None and self.game.decider(state).chooser is Chooser.CHANCE:
            seat = next(iter(self.bots))  # a card that is turned up for all may be typed by anybody
        self._command(CommandKind.ACT, seat=seat, action=self.game.format_action(action))

    def _leads(self, actions: tuple[Any, ...]) -> bool:
        game, state = self.game, self._table.match.state
        for action in actions:
            if game.violations(state, action):
                return False
            state = game.apply(state, action)
            # A hidden chance event comes by itself.
            while (open_one := game.decider(state)).chooser is Chooser.CHANCE and open_one.kind != "draw":
                state = game.apply(state, game.legal_actions(state)[0])
        return bool(state == self._truth.state)

    def _obey(self, asked: Command) -> None:
        self._command(asked.kind, seat=asked.seat, action=asked.action)
