"""Two worlds that a seat can't tell apart, and what is done in both: for every game that the tests play.

A seat's own actions, and those that everybody sees whole, are the same in both worlds. An action that others
don't see whole (a card discarded, drawn or laid face down) is each world's own: so hidden things not only lie
there, they move.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from engine.bots.bot import RandomBot
from engine.bots.bot_matches import play_match
from engine.core.board import load_board
from engine.core.decisions import Chooser, Decision
from engine.core.document import entry_of
from engine.core.game import Game, Ruleset
from engine.core.ids import Seat
from engine.core.pieces import pieces_beside
from engine.games.registry import open_game, usual_board
from engine.kit.game import TableGame
from engine.kit.resolving.state_json import renamed
from tests.bots.nim import seeded

ACTIONS_MAX = 6
"""The most actions in a pair: then the match goes on in the next pair."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A seat's action in either world, as the game writes it (None: chance, through the seat that draws)."""

    by: Seat
    one: dict[str, Any]
    other: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Pair:
    """A position, another that `seat` (None: who looks on) can't tell from it, what is done, what is hidden.

    `kind`: what was to be decided. `hidden`: names of things that only one of the worlds, or another seat,
    knows. `asked`: the actions ended because only in one world somebody is asked, as the rules say.
    """

    one: Any
    other: Any
    seat: Seat | None
    kind: str
    actions: tuple[Deed, ...]
    hidden: tuple[str, ...]
    asked: bool


@dataclass(frozen=True, slots=True)
class Played:
    """A game as it's played here: its terms, a whole match for a seed, and what is hidden in a position."""

    name: str
    board: str
    pieces: str
    options: tuple[tuple[str, str], ...]
    setup: dict[str, Any] | None
    otherwise: Callable[[Any, Any, Seat | None, Random], tuple[Any, Callable[[Any, Any, Any], Any]]]
    hidden: Callable[[Any, Any, Seat | None], tuple[str, ...]]

    def open(self) -> Game[Any, Any]:
        """Return the game."""
        return open_game(self.name, load_board(self.board), Ruleset(options=dict(self.options)))

    def pairs(self, seed: int, every: int) -> Iterator[Pair]:
        """Yield pairs along a match of random players, one at each so-manieth position, the seats in turn."""
        game, chance = self.open(), seeded(seed)
        setup = None if self.setup is None else entry_of(self.setup)
        state = game.initial(setup)
        seats: list[Seat | None] = [one.seat for one in game.view(state, None).seats]
        players = {seat: RandomBot() for seat in seats if seat is not None}
        record = play_match(game, players, seed, setup=setup, actions_max=160)
        actions = [one.action for one in record.actions]
        readers = [*seats, None]
        for number, action in enumerate(actions):
            if number % every == every // 2 and game.decider(state).chooser is Chooser.SEAT:
                reader = readers[(number // every + seed) % len(readers)]
                yield self._pair(game, state, reader, actions[number : number + ACTIONS_MAX], chance)
            state = game.apply(state, action)

    def _pair(self, game: Any, state: Any, reader: Seat | None, actions: list[Any], chance: Random) -> Pair:
        other, done_there = self.otherwise(game, state, reader, chance)
        one_now, other_now, played, asked = state, other, [], False
        for action in actions:
            decision = game.decider(one_now)
            if decision != game.decider(other_now):
                asked = True
                break
            if decision.chooser is Chooser.NOBODY:
                break
            # Of a card that is drawn says who sees it which one it is.
            written = game.format_action(action)
            sees = (
                one.seat
                for one in game.view(one_now, None).seats
                if game.shown_action(one_now, action, one.seat) == written
            )
            by = game.actor(one_now, action) or next(iter(decision.seats), None) or next(sees, None)
            there = done_there(one_now, other_now, action)
            if by is None or there is None or game.violations(other_now, there):
                break
            seen = [_seen(game, at, does, reader) for at, does in ((one_now, action), (other_now, there))]
            if seen[0] != seen[1] or (
                decision.chooser is Chooser.CHANCE and _is_shown(game, one_now, action)
            ):
                break
            nexts = game.apply(one_now, action), game.apply(other_now, there)
            if any(_is_drawn(game.decider(one)) for one in nexts):
                break
            if game.layout(nexts[0]) != game.layout(nexts[1]):
                # A hidden thing lies open now: the worlds part, and rightly.
                break
            if any(game.decider(one).chooser is Chooser.NOBODY for one in nexts):
                # A match that is over is everybody's to read whole.
                break
            if all(game.decider(one).kind == "draw" for one in nexts) and _held(game, nexts[0]) != _held(
                game, nexts[1]
            ):
                # Of a deck with cards of one name alone each comes by itself, as a deck's last card does.
                break
            drawn = decision.chooser is Chooser.CHANCE and reader is not None
            if drawn and game.uses(nexts[0], reader) != game.uses(nexts[1], reader):
                # A deck's last card comes with the one before it: the reader was dealt what it couldn't know.
                break
            played.append(Deed(by, game.format_action(action), game.format_action(there)))
            one_now, other_now = nexts
        return Pair(
            state,
            other,
            reader,
            game.decider(state).kind,
            tuple(played),
            self.hidden(game, state, reader),
            asked,
        )


def _seen(game: Any, state: Any, action: Any, reader: Seat | None) -> Any:
    """Return an action as the rules mean it to be seen: the words that hide a name hide it in both worlds."""
    return game.shown_action(state, action, reader)


def _held(game: Any, state: Any) -> list[Any]:
    """Return each seat's numbers, the cards that it holds among them."""
    return [one.numbers for one in game.view(state, None).seats]


def _is_drawn(decision: Decision) -> bool:
    """Tell whether the match's generator goes on by itself: what it brings needn't be the same."""
    return decision.chooser is Chooser.CHANCE and decision.kind != "draw"


def _is_shown(game: Any, state: Any, action: Any) -> bool:
    """Tell whether chance tells everybody what it brought: then the worlds part, and rightly."""
    return bool(game.shown_action(state, action, None) == game.format_action(action))


def _kit_otherwise(
    game: TableGame[Any], state: Any, reader: Seat | None, chance: Random
) -> tuple[Any, Callable[[Any, Any, Any], Any]]:
    other, instead = game.imagined(state, reader, chance)
    return other, lambda _one, _other, action: renamed(action, instead)


def _kit_hidden(game: TableGame[Any], state: Any, reader: Seat | None) -> tuple[str, ...]:
    held = (one for pile in state.zones.held for one in pile if one.card is not None)
    shown = set(map(str, game.layout(state)))
    return tuple(
        sorted(
            str(one.card)
            for one in held
            if str(one.card) not in shown and (reader is None or not state.zones.known_to(reader, one.card))
        )
    )


def _war_otherwise(
    game: Any, state: Any, reader: Seat | None, chance: Random
) -> tuple[Any, Callable[[Any, Any, Any], Any]]:
    # A secret from all visitors is a secret from a seat without a hand, too.
    seats = [one.seat for one in game.view(state, None).seats]
    other = state
    for seat in seats if reader is None else [reader]:
        # For a visitor, all hands are dealt again: each by what another seat doesn't know.
        other = game.determinize(other, seat, chance)

    def there(one_now: Any, other_now: Any, action: Any) -> Any:
        written = game.format_action(action)
        if game.shown_action(one_now, action, reader) == written:
            return action
        for word in ("discard", "take"):
            if word in written:
                # The card that lies at the same place of the hand.
                for hand, others in zip(one_now.cards.hands, other_now.cards.hands, strict=True):
                    if written[word] in hand and len(hand) == len(others):
                        card = others[hand.index(written[word])]
                        return game.parse_action(entry_of({**written, word: card}))
        if "draw" in written:
            options = sorted(game.legal_actions(other_now), key=lambda one: str(game.format_action(one)))
            return next(iter(options), None)
        return None

    return other, there


def _war_hidden(game: Any, state: Any, reader: Seat | None) -> tuple[str, ...]:
    own = {card.card for card in game.view(state, reader).hand}
    return tuple(sorted({card for hand in state.cards.hands for card in hand} - own))


_BAZAAR = Path(__file__).parent.parent / "bazaar" / "boards"


def bazaar(**options: str) -> Played:
    """Return the bazaar with some of its readings."""
    return Played(
        "bazaar",
        str(_BAZAAR / "bazaar.yaml"),
        str(_BAZAAR / "bazaar-pieces.yaml"),
        tuple(options.items()),
        None,
        _kit_otherwise,
        _kit_hidden,
    )


def hero_realms(**options: str) -> Played:
    """Return Hero Realms for its usual seats, with some of its readings."""
    board = usual_board("hero_realms")
    return Played(
        "hero_realms", board, pieces_beside(board), tuple(options.items()), None, _kit_otherwise, _kit_hidden
    )


def quoc_chien(seats: int, **options: str) -> Played:
    """Return Quốc Chiến for some seats, with some of its readings."""
    board = usual_board("quoc_chien")
    setup = {"box": "whole", "seats": [f"s{number}" for number in range(1, seats + 1)]}
    return Played(
        "quoc_chien", board, pieces_beside(board), tuple(options.items()), setup, _kit_otherwise, _kit_hidden
    )


WAR_SETUP: dict[str, Any] = {
    "seats": ["west", "north"],
    "turn": "west",
    "round": 2,
    "coins": {"west": 4, "north": 4},
    "pieces": {
        "w.gen.est": {"at": "d4"},
        "w.inf.1": {"at": "e5"},
        "w.cav.1": {"at": "d5"},
        "w.arc.1": {"at": "c5"},
        "n.gen.lucy": {"at": "f8"},
        "n.inf.1": {"at": "f7"},
        "n.cav.1": {"at": "e7"},
        "n.inf.3": {"at": "i10"},
    },
    "hands": {
        "west": ["song-kiem", "dai-dao", "khien-go"],
        "north": ["truong-thuong", "khien-go", "dao-gam"],
    },
    "deck": {"shuffled": [
        "bua-chien", "thuong-ky-si", "binh-mau", "no-sat", "bom-khoi", "luoi-sat", "giao-thep", "dao-gam",
    ]},
    "tokens": {"e4": ["map", "doc-khi"], "b6": ["ruong-vang"]},
    "events": ["duoc-mua", "suoi-lanh"],
}  # fmt: skip


def dozen_war(**options: str) -> Played:
    """Return Dozen War with cards in hands and things face down, by some of its readings."""
    return Played(
        "dozen_war",
        "mativen",
        "mativen-pieces",
        tuple(options.items()),
        WAR_SETUP,
        _war_otherwise,
        _war_hidden,
    )
