"""The one interface that every game meets: pure functions on frozen states.

A game object is bound to a board, options and content; it holds no match. Games know no clock, I/O,
randomness or logging. `S` is the game's state, `A` its action, both frozen values with equality and hash.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol, TypeVar, runtime_checkable

from engine.core.advice import Advice, IntentCheck, TableAdvice
from engine.core.decisions import Chooser, Decision, Outcome, Trace, Violation
from engine.core.document import Entry
from engine.core.faces import Faces
from engine.core.ids import Cell, PieceId, Seat
from engine.core.layout import Heap, Layout
from engine.core.options import Option
from engine.core.phrase import Phrase
from engine.core.tags import Taggable
from engine.core.views import Held, UseView, View

S = TypeVar("S")
A = TypeVar("A")
S_contra = TypeVar("S_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)
A_contra = TypeVar("A_contra", contravariant=True)


class Game(Protocol[S, A]):
    """The interface. Every method is pure; `apply` is only defined for legal actions."""

    @property
    def name(self) -> str:
        """The game's key in the registry and in files (`dozen_war`)."""

    def initial(self, setup: Entry | None) -> S:
        """Return the state of a `setup:` as scenario files write it; None is the standard opening.

        Raises:
            InputFault: names file, line, what was expected and what came.
        """

    def decider(self, state: S) -> Decision:
        """Return who must choose now."""

    def legal_actions(self, state: S) -> Sequence[A]:
        """Return every legal action, each once, in a fixed order."""

    def violations(self, state: S, action: A) -> tuple[Violation, ...]:
        """Return all rules the action breaks.

        Empty exactly where `as_listed` finds the action among `legal_actions`, or where it's one that is
        accepted and offered to nobody: giving up and the like, another copy than the one that is listed,
        several choices at once, the order of a shuffle.
        """

    def apply(self, state: S, action: A) -> S:
        """Return the state after a legal action.

        Raises:
            IllegalActionFault: the action isn't legal.
        """

    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while it runs."""

    def pieces(self, state: S) -> tuple[PieceId, ...]:
        """Return every piece of the match, on the table or off it."""

    def layout(self, state: S) -> Layout:
        """Return what the table looks like."""

    def trace(self, state: S, action: A) -> Trace:
        """Return what an action leaves on the table; need not be legal."""

    def guesses(self, state: S, layout: Layout) -> Sequence[A]:
        """Return actions, legal or not, that a player may have meant by making the table look like this.

        For warnings: their violations are what was broken, nearest first.
        """

    def advice(self, state: S, piece: PieceId) -> Advice:
        """Return all that one piece can do; empty for what is nobody's piece."""

    def table_advice(self, state: S) -> TableAdvice:
        """Return the advice for all pieces at once, for far less than one by one."""

    def why_not(self, state: S, piece: PieceId, place: str) -> tuple[IntentCheck, ...]:
        """Return what a piece could be meant to do at a cell or with another piece, and what forbids it.

        The rules are those of `violations`. Empty where piece and place have nothing to do with each other.
        """

    def view(self, state: S, seat: Seat | None) -> View:
        """Return what a seat may know."""

    def parse_action(self, entry: Entry) -> A:
        """Return the action that a scenario file writes.

        Raises:
            InputFault: unknown words, pieces or places, with the line.
        """

    def format_action(self, action: A) -> dict[str, Any]:
        """Return the action as scenario files write it; inverse of `parse_action`."""

    def action_text(self, state: S, action: A) -> Phrase:
        """Return the action as a sentence for people."""

    def violation_text(self, violation: Violation) -> Phrase:
        """Return the broken rule as a sentence for people."""

    def mismatches(self, state: S, expected: Entry) -> tuple[str, ...]:
        """Return a sentence for each fact of an `expect:` that doesn't hold.

        Raises:
            InputFault: unknown facts, pieces or places, with the line.
        """

    def dump(self, state: S) -> dict[str, Any]:
        """Return the state as JSON values."""

    def load(self, document: dict[str, Any]) -> S:
        """Return the state that `dump` wrote.

        Raises:
            InputFault: not such a document.
        """


@runtime_checkable
class Chancy(Protocol[S_contra, A_co]):
    """A desk of games of chance: how likely each of chance's actions is."""

    def chance_outcomes(self, state: S_contra) -> Sequence[tuple[A_co, float]]:
        """Return what may come of the open chance, each with its weight; empty when none is open."""


@runtime_checkable
class Seated(Protocol[S_contra, A_contra]):
    """A desk of games where several seats may owe a decision at once: whose an action is.

    Its actions, as files and commands write them, say it under `by`; where that is left out, an action is
    meant by the only seat that is to decide. `legal_actions` lists every action with its seat.
    """

    def actor(self, state: S_contra, action: A_contra) -> Seat | None:
        """Return the seat that acts; None: chance, or the action leaves it out and several are to decide."""


@runtime_checkable
class Listing(Protocol[S_contra, A]):
    """A desk of games that accept an action in other words than those that they list it in."""

    def listed(self, state: S_contra, action: A) -> A:
        """Return a legal action as `legal_actions` lists it; one that is offered to nobody as it is."""


@runtime_checkable
class Declining(Protocol[S_contra, A_co]):
    """A desk of games where a seat that is asked something may pass."""

    def declined(self, state: S_contra, seat: Seat) -> A_co | None:
        """Return the action that passes the question a seat is asked; None where it has to choose."""


@runtime_checkable
class Discreet(Protocol[S_contra, A_contra]):
    """A desk of games with secrets: an action for seats that may not know all of it."""

    def shown_action(self, state: S_contra, action: A_contra, seat: Seat | None) -> dict[str, Any]:
        """Return the action as scenario files write it, less what the seat (None: anybody) may not know."""

    def is_secret_choice(self, state: S_contra, action: A_contra) -> bool:
        """Tell whether only the seat that decides may know if the action, once read, is possible."""

    def own_text(self, state: S_contra, action: A_contra) -> Phrase:
        """Return the action as a sentence for the seat that chooses it, with what it alone may know."""


@runtime_checkable
class Annotated(Protocol[S_contra, A_contra]):
    """A desk that explains play: the text of a played card, and what followed from it."""

    def action_note(self, state: S_contra, action: A_contra) -> Phrase:
        """Return the text of the card, skill or event for everybody; empty where an action needs none."""

    def consequences(self, before: S_contra, after: S_contra) -> Sequence[Phrase]:
        """Return in sentences for everybody what an action changed that its own sentence doesn't say."""


@runtime_checkable
class Resourceful(Protocol[S_contra]):
    """A desk of games whose players use more than their pieces: cards, skills."""

    def uses(self, state: S_contra, seat: Seat) -> Sequence[UseView]:
        """Return all that a seat has to use, usable now or not; for that seat's eyes only."""


@runtime_checkable
class HasHands(Protocol[S_contra]):
    """A desk of games with hands: what each seat holds hidden, as a broadcast may show it.

    Hands, and a seat's own cards that lie face down (a general that isn't shown yet). Never what lies in a
    pile, whoever has looked at it: what nobody holds is still to come.
    """

    def held(self, state: S_contra) -> Sequence[Held]:
        """Return what each seat holds, in the order of the seats."""


@runtime_checkable
class Tangible(Protocol):
    """A desk of games whose cards and skills are cards on the table that can carry RFID tags."""

    def things(self) -> Sequence[Taggable]:
        """Return them, each once. A thing's name is its `UseView.key`, with the physical pieces' names."""


@runtime_checkable
class Curt(Protocol):
    """A desk of games whose files may name a card without its owner."""

    def short_name(self, piece: str) -> str:
        """Return what files call a card whosever it is; of any other word the word itself."""


@runtime_checkable
class Adjustable(Protocol):
    """A desk for a table that chooses how to play: options, who plays."""

    def readings(self) -> Sequence[Option]:
        """Return the readings that decide something on its board, those first that most want to choose."""

    def readings_in_force(self) -> Mapping[str, str]:
        """Return the value of each reading; without a ruleset's own, what is usual on the board."""

    def packs(self) -> Sequence[str]:
        """Return the content packs that come with the game."""

    def openings(self) -> Mapping[tuple[Seat, ...], dict[str, Any]]:
        """Return the setup of the standard opening for each group of seats that can play, in turn order."""


@runtime_checkable
class Inviting(Protocol):
    """A desk for people who set up a match: its openings, and the things they need for them."""

    def ways(self) -> Mapping[str, Mapping[str, str]]:
        """Return by name the readings that a match on its board can be opened with, the first offered first.

        The names are `book` (as the rulebook opens a match) and `quick`. Empty: as usual.
        """

    def boxes(self, players: int) -> int:
        """Return how many printed games this number of players needs."""


@runtime_checkable
class HasPrintedCards(Protocol):
    """A desk of games with cards: the print on them."""

    def faces(self) -> Faces:
        """Return all cards that can be played with, and what the zones are called."""


@runtime_checkable
class Heaped(Protocol[S_contra]):
    """A desk of games whose pieces lie face down, so that nobody knows which they are."""

    def heaps(self, state: S_contra) -> Sequence[Heap]:
        """Return what lies face down, and piles that are empty now; these pieces aren't in the layout."""


@runtime_checkable
class Gathering(Protocol):
    """A desk of games whose table has places where cards lie side by side before they're piled."""

    def trays(self) -> Mapping[Cell, Cell]:
        """Return each such cell with its pile's cell; cards in the first count as lying on the pile."""


@runtime_checkable
class Twinned(Protocol[S_contra]):
    """A desk of games with pieces of one kind: which may stand for each other."""

    def twins(self, state: S_contra, piece: PieceId) -> Sequence[PieceId]:
        """Return the other pieces that players may take for this one: alike, of the same owner."""


@runtime_checkable
class Levelling(Protocol[S_contra]):
    """A desk that compares positions: some differ in nothing that is still to come."""

    def comes_to_the_same(self, one: S_contra, other: S_contra) -> bool:
        """Tell whether the same may follow in two positions, and comes to the same, whoever holds what.

        By what everybody may know: whether players are asked for the difference must betray no hand.
        """


@runtime_checkable
class Spacious(Protocol):
    """A desk of games whose cells lie apart: the table names the nearest thing to put first."""

    def apart(self, one: Cell, other: Cell) -> int:
        """Return how many steps lie between two cells; 0 between a cell and itself."""


@runtime_checkable
class Adopting(Protocol[S]):
    """A desk that goes on from a table as it lies, whatever led to it."""

    def adopted(self, state: S, layout: Layout) -> S:
        """Return the state with the pieces as in a layout, all else as it was.

        Raises:
            InputFault: no position of the game looks like this; names what and why.
        """


@runtime_checkable
class Correctable(Protocol[S]):
    """A desk for arbiters: facts of a position that they may set.

    Facts that everybody may see, by name: of a piece (`piece.hp`, `piece.at`, `piece.acted`), of a seat
    (`seat.` and the name of one of its numbers), of the match (`match.round`, `match.turn`).
    """

    def correctable(self) -> Sequence[str]:
        """Return the facts that can be set."""

    def corrected(self, state: S, whose: str, fact: str, value: str) -> S:
        """Return the position with a fact of a piece or seat set (of the match, if `whose` is empty).

        Raises:
            InputFault: there's no such fact of it, or no position of the game has that value; says why.
        """


@runtime_checkable
class Outlasting(Protocol[S]):
    """A desk that goes on without a player who goes home."""

    def without(self, state: S, seat: Seat) -> S:
        """Return the state after a player has left the match, whatever it was to choose.

        Raises:
            InputFault: nobody can leave now, or this one is out already; says why.
        """


@runtime_checkable
class Weighed(Protocol[S_contra]):
    """A desk for bots: a guess how good a state is."""

    def standing(self, state: S_contra, seat: Seat) -> float:
        """Return how well a seat stands against the others, in the game's own points; more is better.

        A heuristic, cheap, defined for every state, also while a decision is half made.
        """


@runtime_checkable
class Foreseen(Protocol[S_contra, A_contra]):
    """A desk for bots: how good many actions are, for less work than applying each."""

    def prospects(self, state: S_contra, seat: Seat, actions: Sequence[A_contra]) -> Sequence[float]:
        """Return how well a seat would stand after each of these legal actions.

        Comparable with each other; what comes to all players alike need not be counted.
        """


@runtime_checkable
class Grouped(Protocol[S_contra, A_contra]):
    """A desk for reports of many matches: groups, beside seats, whose wins are counted."""

    def group_titles(self) -> Mapping[str, str]:
        """Return the kinds of groups in the order of the report: a short key, and a heading in English."""

    def groups(
        self, played: Sequence[tuple[Seat | None, A_contra]], final: S_contra
    ) -> Mapping[str, Mapping[Seat, Sequence[str]]]:
        """Return each seat's groups of each kind in a match, each named once.

        They are read from the match's actions (None: by chance), in their order, and its last position. A
        seat is left out if nothing is known of it.
        """


@runtime_checkable
class Veiled(Protocol[S]):
    """A desk of games with secrets, for bots: a guess of what a seat can't know."""

    def determinize(self, state: S, seat: Seat, chance: Random) -> S:
        """Return a state that looks the same to a seat; `chance` draws all that the seat may not know."""


@runtime_checkable
class Indexed(Protocol[S_contra, A_co]):
    """A desk of games with many actions: the actions that concern some pieces, for less work."""

    def actions_about(self, state: S_contra, pieces: frozenset[PieceId]) -> Sequence[A_co]:
        """Return the legal actions that may change how one of the pieces lies; none of these is left out.

        This costs less than listing all and asking each for its trace. More actions than those may come.
        """


BY = "by"
"""The key under which an action, as files and commands write it, says whose it is."""


def actor(game: Game[S, A], state: S, action: A) -> Seat | None:
    """Return whose an action is: as the game says, else the only seat that is to decide; None: nobody's."""
    if isinstance(game, Seated):
        return game.actor(state, action)
    decision = game.decider(state)
    return decision.seats[0] if len(decision.seats) == 1 else None


def as_listed(game: Game[S, A], state: S, action: A) -> A:
    """Return a seat's legal action as `legal_actions` lists it, which is how journals keep it.

    One that is accepted and offered to nobody stays as it is, and so does what chance did.
    """
    if not isinstance(game, Listing) or game.decider(state).chooser is not Chooser.SEAT:
        return action
    found: A = game.listed(state, action)
    return found


def actions_about(game: Game[S, A], state: S, pieces: frozenset[PieceId]) -> Sequence[A]:
    """Return at least the legal actions that may change how one of the pieces lies."""
    return game.actions_about(state, pieces) if isinstance(game, Indexed) else game.legal_actions(state)


def come_to_the_same(game: Game[S, A], one: S, other: S) -> bool:
    """Tell whether two positions are the same, or differ in nothing that is still to come."""
    return one == other or (isinstance(game, Levelling) and game.comes_to_the_same(one, other))


def own_actions(game: Game[S, A], state: S, seat: Seat) -> Sequence[A]:
    """Return the legal actions that are a seat's to choose, in the game's order."""
    actions = game.legal_actions(state)
    if len(game.decider(state).seats) < 2 or not isinstance(game, Seated):
        return actions
    return [action for action in actions if game.actor(state, action) == seat]


def written_by(game: Game[Any, Any], written: Mapping[str, Any], seat: Seat | None) -> dict[str, Any]:
    """Return a written action with the seat that sends it, where the game's actions say whose they are.

    The action's own word for it stays.
    """
    if seat is None or not isinstance(game, Seated):
        return dict(written)
    return {BY: str(seat), **written}


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A table's choices: the content pack and the options that differ from their defaults."""

    content: str = "house"
    """The name of the content pack."""
    options: dict[str, str] = field(default_factory=dict)
    """The chosen values, by the options' names."""
