"""How balanced a game is: who won how often, by seat, place in the turn order, bot, general and card.

Copies of a card are one card.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.bots.intervals import Interval, wilson
from engine.bots.playing import MatchRecord
from engine.core.game import Game, Printed
from engine.core.ids import Seat

GENERAL = "general"
"""The kind of the pieces whose names are counted, as views name it."""
CARD_WORDS = ("play", "skill")
"""The words of the actions whose uses are counted, as scenario files write them."""
BUY_WORD = "acquire"
"""The word of the action with which a card is bought."""


@dataclass(frozen=True, slots=True)
class Digest:
    """What the report needs of a match; `seats` in turn order, everything else by seat."""

    seats: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    finished: bool
    reason: str
    turns: int
    actions: int
    bots: Mapping[Seat, str]
    generals: Mapping[Seat, tuple[str, ...]]
    cards: Mapping[Seat, tuple[str, ...]]
    kinds: Mapping[Seat, str] = field(default_factory=dict)
    """Of which kind of card a seat bought most different ones, if it bought any."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How often one thing was in a finished match, and how often its seat won; shared wins count in part."""

    name: str
    matches: int
    wins: float
    shared: int

    @property
    def rate(self) -> float:
        """The share of matches won."""
        return self.wins / self.matches if self.matches else 0.0

    @property
    def interval(self) -> Interval:
        """The 95 % confidence interval of the rate (Wilson)."""
        return wilson(self.wins, self.matches)


@dataclass(frozen=True, slots=True)
class Balance:
    """The report. `fair`: the win rate of a seat where no seat is ahead, over matches as they were manned."""

    matches: int
    unfinished: int
    shared: int
    fair: float
    turns: float
    actions: float
    reasons: tuple[tuple[str, int], ...]
    tallies: Mapping[str, tuple[Tally, ...]]
    """By what was counted: `seat`, `place`, `bot`, `general`, `kind`, `card`."""


def digest(game: Game[Any, Any], record: MatchRecord) -> Digest:
    """Return what the report needs of a match."""
    view = game.view(record.final, None)
    bots = dict(record.bots)
    generals: dict[Seat, list[str]] = {seat: [] for seat in bots}
    for piece in view.pieces:
        if piece.kind == GENERAL and piece.seat is not None:
            generals[piece.seat].append(piece.piece.rsplit(".", 1)[-1])
    cards: dict[Seat, set[str]] = {seat: set() for seat in bots}
    bought: dict[Seat, dict[str, set[str]]] = {seat: {} for seat in bots}
    kinds = {one.card: one.kind for one in game.faces().cards} if isinstance(game, Printed) else {}
    for played in record.actions:
        if played.by is None:
            continue
        written = game.format_action(played.action)
        for word in CARD_WORDS:
            if word in written:
                name = _name(written[word])
                cards[played.by].add(f"{name} {written['number']}" if "number" in written else name)
        one = _name(written.get(BUY_WORD, ""))
        if one in kinds:
            bought[played.by].setdefault(kinds[one], set()).add(one)
    ended = record.outcome
    return Digest(
        seats=record.order + tuple(seat for seat in bots if seat not in record.order),
        winners=ended.winners if ended else (),
        finished=ended is not None,
        reason=f"{ended.rule} {ended.reason}" if ended else "unfinished",
        turns=record.turns,
        actions=len(record.actions),
        bots=bots,
        generals={seat: tuple(sorted(names)) for seat, names in generals.items()},
        cards={seat: tuple(sorted(names)) for seat, names in cards.items()},
        kinds={
            seat: max(sorted(each), key=lambda kind: len(each[kind])) for seat, each in bought.items() if each
        },
    )


def _name(written: object) -> str:
    """Return what a card or skill is called, without whose it is and which of several copies."""
    return str(written).rsplit(".", 1)[-1].partition("#")[0]


def weigh(digests: Iterable[Digest]) -> Balance:
    """Return the report on matches; those that were broken off count as nothing but unfinished."""
    found = tuple(digests)
    done = tuple(one for one in found if one.finished)
    counts = {what: _Count() for what in ("seat", "place", "bot", "general", "kind", "card")}
    reasons: dict[str, int] = {}
    for one in found:
        reasons[one.reason] = reasons.get(one.reason, 0) + 1
    for one in done:
        for place, seat in enumerate(one.seats, start=1):
            won = 1 / len(one.winners) if seat in one.winners else 0.0
            counts["seat"].add(str(seat), won)
            counts["place"].add(str(place), won)
            counts["bot"].add(one.bots[seat], won)
            for general in one.generals[seat]:
                counts["general"].add(general, won)
            if seat in one.kinds:
                counts["kind"].add(one.kinds[seat], won)
            for card in one.cards[seat]:
                counts["card"].add(card, won)
    manned = sum(len(one.seats) for one in done)
    return Balance(
        matches=len(found),
        unfinished=len(found) - len(done),
        shared=sum(len(one.winners) > 1 for one in done),
        fair=sum(bool(one.winners) for one in done) / manned if manned else 0.0,
        turns=sum(one.turns for one in done) / len(done) if done else 0.0,
        actions=sum(one.actions for one in done) / len(done) if done else 0.0,
        reasons=tuple(sorted(reasons.items())),
        tallies={what: count.tallies() for what, count in counts.items()},
    )


class _Count:
    """Matches and wins by name, while they're counted."""

    def __init__(self) -> None:
        self._found: dict[str, list[float]] = {}

    def add(self, name: str, won: float) -> None:
        tally = self._found.setdefault(name, [0, 0.0, 0])
        tally[0] += 1
        tally[1] += won
        tally[2] += 0.0 < won < 1.0

    def tallies(self) -> tuple[Tally, ...]:
        return tuple(
            Tally(name, int(matches), wins, int(shared))
            for name, (matches, wins, shared) in sorted(self._found.items())
        )
