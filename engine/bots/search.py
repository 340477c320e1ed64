"""The bot that looks ahead: Monte Carlo tree search over the real rules.

After Kocsis and Szepesvári, "Bandit based Monte-Carlo Planning" (2006), with progressive widening (Coulom,
"Computing Elo Ratings of Move Patterns", 2007): a node's actions are tried best prospect first, and more of
them with each visit. Every seat prefers its own standing. Secrets are drawn again for each look ahead, and
all looks share one tree (Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search", 2012).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf, log, sqrt
from random import Random
from typing import Any

from engine.bots.bot import as_known, seats_of
from engine.bots.chance import draw
from engine.core.decisions import Chooser
from engine.core.game import Game, own_actions
from engine.core.ids import Seat

_CURIOSITY = 0.7
"""The weight of trying rarely tried actions, in spans of the standings met."""


@dataclass(slots=True)
class _Node:
    """The search's knowledge of the states after one line of actions."""

    mover: Seat | None = None
    """The seat that decides there; None: chance, or nobody."""
    visits: int = 0
    """How often the search came here."""
    totals: dict[Seat, float] = field(default_factory=dict)
    """The sum of each seat's standings over the visits."""
    children: "dict[Any, _Node]" = field(default_factory=dict)
    """The nodes after the actions that were tried."""
    ranked: list[Any] | None = None
    """The legal actions, the most promising first; None until they are ranked."""
    prospects: dict[Any, tuple[float, float]] = field(default_factory=dict)
    """Each action's expected standing, and a random number that decides among equals."""


@dataclass(slots=True)
class _Span:
    """The range of each seat's standings. It makes standings comparable with the weight of curiosity."""

    low: dict[Seat, float] = field(default_factory=dict)
    """The lowest standing that each seat met."""
    high: dict[Seat, float] = field(default_factory=dict)
    """The highest standing that each seat met."""

    def meet(self, values: Mapping[Seat, float]) -> None:
        for seat, value in values.items():
            self.low[seat] = min(value, self.low.get(seat, inf))
            self.high[seat] = max(value, self.high.get(seat, -inf))

    def share(self, seat: Seat, value: float) -> float:
        width = self.high[seat] - self.low[seat]
        return (value - self.low[seat]) / width if width else 0.5


@dataclass(frozen=True, slots=True)
class SearchBot:
    """Plays actions in its head for every decision; their number, never a clock, ends the thinking."""

    nodes: int = 100
    """How many actions it plays in its head."""
    rollout: int = 0
    """How many more actions it plays greedily beyond the tree before it values the standing."""

    @property
    def name(self) -> str:
        """`search:NODES:ROLLOUT`, as `open_bot` reads it."""
        return f"search:{self.nodes}:{self.rollout}"

    def choose(self, game: Game[Any, Any], state: Any, seat: Seat, chance: Random) -> Any:
        """Return the action that was looked at most; a single legal action needs no look."""
        legal = own_actions(game, state, seat)
        if len(legal) == 1:
            return legal[0]
        look = _Look(game, seat, seats_of(game, state), self.rollout, chance)
        spent = 0
        while spent < self.nodes:
            spent += look.once(as_known(game, state, seat, chance))
        tried = [(child.visits, child.totals.get(seat, 0.0) / child.visits, n, action)
                 for n, (action, child) in enumerate(look.root.children.items())]  # fmt: skip
        # The first among equals: it had the best prospect.
        return max(tried, key=lambda one: (one[0], one[1], -one[2]))[3]


class _Look:
    """The tree of one decision, during the search."""

    def __init__(
        self, game: Game[Any, Any], seat: Seat, seats: tuple[Seat, ...], rollout: int, chance: Random
    ) -> None:
        self.root = _Node(seat)
        self._game = game
        self._seats = seats
        self._rollout = rollout
        self._chance = chance
        self._span = _Span()
        self._open = not game.has_secrets

    def once(self, state: Any) -> int:
        """Follow the tree to a new node, play on, and add the result; return the number of played actions."""
        game, node, path = self._game, self.root, [self.root]
        while True:
            decision = game.decider(state)
            if decision.chooser is Chooser.NOBODY:
                break
            if decision.chooser is Chooser.CHANCE:
                action, fresh = draw(game, state, self._chance), False
                node.mover = None
            else:
                if node.mover not in decision.seats:
                    node.mover = decision.seats[0]
                action, fresh = self._pick(node, state)
            state = game.apply(state, action)
            node = node.children.setdefault(action, _Node())
            path.append(node)
            if fresh:
                break
        played = len(path) - 1
        state, more = self._play_on(state)
        values = self._values(state)
        self._span.meet(values)
        for one in path:
            one.visits += 1
            for seat, value in values.items():
                one.totals[seat] = one.totals.get(seat, 0.0) + value
        return max(1, played + more)

    def _pick(self, node: _Node, state: Any) -> tuple[Any, bool]:
        """Return the action to follow from a seat's node, and whether it's tried for the first time."""
        mover = node.mover
        assert mover is not None  # noqa: S101  # narrows the type; set by the caller
        if node.ranked is None or not self._open:
            node.ranked = self._ranked(node, state, mover)
        known = [action for action in node.ranked if action in node.children]
        if len(known) < min(len(node.ranked), 2 + int(sqrt(2 * node.visits))):
            return next(action for action in node.ranked if action not in node.children), True
        lure = _CURIOSITY * sqrt(log(node.visits + 1))

        def bound(action: Any) -> float:
            child = node.children[action]
            mean = self._span.share(mover, child.totals[mover] / child.visits)
            return mean + lure / sqrt(child.visits)

        return max(known, key=bound), False

    def _ranked(self, node: _Node, state: Any, mover: Seat) -> list[Any]:
        """Return the legal actions, the best prospect first; prospects that are known already stay."""
        actions = own_actions(self._game, state, mover)
        fresh = [action for action in actions if action not in node.prospects]
        if fresh:
            values = self._game.prospects(state, mover, fresh)
            found = [(value, self._chance.random()) for value in values]
            node.prospects.update(zip(fresh, found, strict=True))
        return sorted(actions, key=node.prospects.__getitem__, reverse=True)

    def _play_on(self, state: Any) -> tuple[Any, int]:
        """Return the state after greedy play by all, and how many actions that took."""
        game = self._game
        for count in range(self._rollout):
            decision = game.decider(state)
            match decision.chooser:
                case Chooser.NOBODY:
                    return state, count
                case Chooser.CHANCE:
                    action = draw(game, state, self._chance)
                case Chooser.SEAT:
                    mover = decision.seats[0]
                    actions = own_actions(game, state, mover)
                    values = game.prospects(state, mover, actions)
                    action = actions[max(range(len(actions)), key=values.__getitem__)]
            state = game.apply(state, action)
        return state, self._rollout

    def _values(self, state: Any) -> dict[Seat, float]:
        return {seat: self._game.standing(state, seat) for seat in self._seats}
