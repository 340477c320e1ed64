"""The referee's search: sequences of legal actions that lead to the layout that was seen.

Written once for all games. Its limit is a number of applied actions, so that the same sighting gives the same
answer on every machine.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import pairwise
from typing import Generic

from engine.core.decisions import Chooser
from engine.core.game import A, Game, S
from engine.core.ids import Cell, PieceId
from engine.core.layout import Layout
from engine.session.explaining.hands_order import HandsOrder
from engine.session.explaining.lines import (
    USUAL,
    ActionLine,
    Call,
    Effort,
    Findings,
    LineFit,
    SearchLimits,
    is_within,
)
from engine.session.explaining.ways import SearchWays
from engine.session.seen.sighting import (
    NO_LEFTOVERS,
    Differences,
    Leftovers,
    Sighting,
    differences,
    lies_wrong,
    same_claim,
)
from engine.session.seen.trays import trays_of


@dataclass(frozen=True, slots=True)
class _Node(Generic[S, A]):
    """A state that the search reached."""

    line: ActionLine[S, A]
    """The actions that led to it."""
    layout: Layout
    """Its layout."""
    off: Differences
    """How the sighting differs from it."""
    before: Layout
    """The layout at the last reported action."""
    leftovers: Leftovers
    """The leftovers at the last reported action."""
    turns: int = 0
    """How many turns have ended on the way."""
    called: int = 0
    """How many of the reported actions occurred on the way."""
    strayed: bool = False
    """Whether an action on the way brought a piece to a cell where it doesn't lie."""
    worst: LineFit = LineFit.EXACT
    """The worst fit at a reported action so far."""
    played: bool = False
    """Whether a visible play led here."""


def search(  # noqa: PLR0913  # the search's question and its bounds, by name
    game: Game[S, A],
    state: S,
    sighting: Sighting,
    *,
    leftovers: Leftovers = NO_LEFTOVERS,
    calls: Sequence[Call[A]] = (),
    limits: SearchLimits = USUAL,
    effort: Effort = Effort.USUAL,
) -> Findings[S, A]:
    """Return the shortest lines of play from a state that make the table look as it is seen.

    `effort` widens the search.
    """
    one = _Search(
        game, state, sighting, leftovers=leftovers, calls=tuple(calls), limits=limits, effort=effort
    )
    return one.run()


def dash(
    game: Game[S, A],
    state: S,
    sighting: Sighting,
    *,
    leftovers: Leftovers = NO_LEFTOVERS,
    limits: SearchLimits = USUAL,
    after_search: bool = False,
) -> Findings[S, A] | None:
    """Return a line of play to a table that has changed much, as after a whole turn played at once.

    It always continues from the state with the fewest wrong pieces, in the order of the seen touches. So it
    finds a line soon, and never knows whether there is another: the findings aren't complete. None: nothing
    was found. Without `after_search` also None where `search` will find the line too.
    """
    one = _Search(game, state, sighting, leftovers=leftovers, calls=(), limits=limits, effort=Effort.USUAL)
    return one.dash(after_search=after_search)


class _Search(Generic[S, A]):
    """One breadth-first search. Lives for one call of `search`."""

    def __init__(  # noqa: PLR0913  # the search's question and its bounds, by name
        self,
        game: Game[S, A],
        state: S,
        sighting: Sighting,
        *,
        leftovers: Leftovers,
        calls: tuple[Call[A], ...],
        limits: SearchLimits,
        effort: Effort,
    ) -> None:
        self._game = game
        self._sighting = sighting
        self._calls = calls
        self._limits = limits
        self._effort = effort
        self._pieces = game.pieces(state)
        self._before = game.layout(state)
        self._ground = frozenset(piece for piece, spot in self._before.items() if spot.covered)
        self._came = sighting.came
        self._passing = _passing(game, sighting, self._before) & frozenset(self._pieces)
        self._start = self._off(self._before, self._before, leftovers)
        start: ActionLine[S, A] = ActionLine((), (state,))
        self._root = _Node(start, self._before, self._start, self._before, leftovers)
        self._ways = SearchWays(game, start)
        self._applied = 0
        self._budget = limits.applied
        self._astray: set[A] = set()
        self._found: dict[LineFit, list[tuple[int, ActionLine[S, A]]]] = {}
        self._ends: dict[tuple[S, int], LineFit] = {}

    def run(self) -> Findings[S, A]:
        if not self._start.pieces and not self._calls:
            return Findings(self._start)
        frontier = [self._root]
        most = self._depth() + len(self._calls)
        while frontier:
            deeper: list[_Node[S, A]] = []
            for node in frontier:
                for child in self._children(node):
                    if child is None:
                        return self._findings(complete=False)
                    deeper.append(child)
            exact = self._found.get(LineFit.EXACT)
            # Only answers that are still owed can make another line that is as short, or of the greatest
            # length.
            shortest = min((turns for turns, _ in exact), default=most) if exact else most
            # A piece that came and went may need plays of its own.
            shortest += len(self._passing) if exact else 0
            frontier = [node for node in deeper if node.turns < shortest or self._owes_answer(node)]
        return self._findings(complete=True)

    def _owes_answer(self, node: _Node[S, A]) -> bool:
        return self._game.decider(node.line.state).continues

    def _depth(self) -> int:
        """How many actions in a row to search: where much happens in one go, one for each newly laid piece.

        Much may happen wherever the cards of a cost lie side by side. A piece that came and went needs plays
        of its own.
        """
        many = self._game.decider(self._root.line.state).many or bool(trays_of(self._game))
        usual = max(self._limits.actions, len(self._start.pieces)) if many else self._limits.actions
        return usual + len(self._passing)

    def dash(self, *, after_search: bool) -> Findings[S, A] | None:
        limits = self._limits
        if len(self._start.pieces) <= limits.many and not after_search:
            return None
        self._budget = max(limits.applied, limits.dash_applied) if after_search else limits.dash_applied
        hands = HandsOrder(self._sighting.touches)
        waiting: list[tuple[int, float, int, int, _Node[S, A]]] = [(0, 0.0, 0, 0, self._root)]
        count = 0
        while waiting and LineFit.EXACT not in self._found:
            *_, node = heappop(waiting)
            if node.turns >= limits.dash_actions:
                continue
            for child in self._children(node):
                if child is None:
                    return None
                count += 1
                off = len(child.off.pieces) + hands.untouched(child.line.pieces)
                # Of equally near states the last one begun comes first: a player ends one thing before the
                # next.
                rank = (off, -hands.open_since(child.off.pieces), -child.turns, count)
                heappush(waiting, (*rank, child))
        exact = self._found.get(LineFit.EXACT)
        if not exact:
            return None
        if min(len(line.actions) for _, line in exact) <= self._depth() and not after_search:
            return None
        return Findings(self._start, {LineFit.EXACT: _shortest(exact)}, complete=False)

    def _findings(self, *, complete: bool) -> Findings[S, A]:
        return Findings(
            self._start,
            {
                fit: _shortest(self._most_seen(self._ways.with_others(lines)))
                for fit, lines in sorted(self._found.items())
            },
            complete,
            self._applied,
        )

    def _most_seen(
        self, lines: Sequence[tuple[int, ActionLine[S, A]]]
    ) -> Sequence[tuple[int, ActionLine[S, A]]]:
        """Return the lines that concern the most pieces that came and went."""
        most = max(len(self._passing & line.pieces) for _, line in lines)
        return [(turns, line) for turns, line in lines if len(self._passing & line.pieces) == most]

    def _made_up(self, node: _Node[S, A]) -> Iterator[PieceId]:
        """Yield the pieces that a line puts unseen into a pile, under its seen card.

        Pieces are left out that a play brings along without naming them, together with a piece that was seen
        to come.
        """
        unseen = node.line.pieces - self._sighting.spots.keys() - self._sighting.hidden
        for piece in unseen - self._brought_along(node.line) if unseen else ():
            spot = node.layout.get(piece)
            if spot is None or not spot.piled or same_claim(spot, self._before.get(piece)):
                continue
            if spot.cell not in self._came.get(piece, ()) and spot.cell not in self._sighting.murky:
                yield piece

    def _brought_along(self, line: ActionLine[S, A]) -> frozenset[PieceId]:
        """Return pieces that actions move without naming them, such as a card chosen before."""
        found: set[PieceId] = set()
        for action, (before, after) in zip(line.actions, pairwise(line.states), strict=True):
            was, now = self._game.layout(before), self._game.layout(after)
            changed = {piece for piece in now if not same_claim(was.get(piece), now[piece])}
            if any(
                not lies_wrong(now[one], self._sighting.spots.get(one)) for one in changed & self._start.wrong
            ):
                written = str(self._game.format_action(action))
                found |= {piece for piece in changed if piece not in written}
        return frozenset(found)

    def _off(self, layout: Layout, before: Layout, leftovers: Leftovers) -> Differences:
        return differences(self._sighting, layout, self._pieces, before=before, leftovers=leftovers)

    def _still_off(self, node: _Node[S, A], layout: Layout) -> Differences:
        """Return the differences after one more action: only its own changes are compared again."""
        changed = {piece for piece, spot in layout.items() if node.layout.get(piece) is not spot}
        changed |= node.layout.keys() - layout.keys()
        if self._sighting.unnamed or self._sighting.otherwise:
            # A piece that reaches a cell with something unnamed explains every piece that this might have
            # been.
            return self._off(layout, node.before, node.leftovers)
        new = differences(self._sighting, layout, changed, before=node.before, leftovers=node.leftovers)
        edges = {piece: pushed for piece, pushed in node.off.edges.items() if piece not in changed}
        return Differences(node.off.wrong - changed | new.wrong, {**edges, **new.edges})

    def _children(self, node: _Node[S, A]) -> Iterator[_Node[S, A] | None]:
        """Yield the nodes to go on from; None when the budget is used up."""
        state = node.line.state
        decision = self._game.decider(state)
        by_chance = decision.chooser is Chooser.CHANCE
        if decision.chooser is Chooser.NOBODY:
            return
        if by_chance and not decision.shows:
            # Decisions of chance can't be seen on the table; where chance has one outcome, it is known.
            forced = self._game.legal_actions(state)
            if len(forced) == 1:
                yield from self._child(node, forced[0], frozenset(), answering=True)
            return
        # A card that chance turns up is searched only where it lies; before that, chance is owed.
        answering = decision.continues and not by_chance
        if node.called < len(self._calls):
            call = self._calls[node.called]
            theirs = call.seat is None or call.seat == self._game.actor(state, call.action)
            if theirs and not self._game.violations(state, call.action):
                yield from self._called(node, call.action)
        wide = answering or (self._effort is Effort.ANSWERS and not by_chance)
        about = node.off.pieces | self._passing
        found = self._game.legal_actions(state) if wide else self._game.actions_about(state, about)
        for action in found:
            trace = self._game.trace(state, action)
            if trace.explicit or action in self._astray or (trace.silent and node.played):
                continue
            if not (wide or trace.pieces & about):
                continue
            going_on = node if trace.silent or by_chance else replace(node, played=True)
            for child in self._child(going_on, action, trace.pieces, answering=decision.continues):
                yield child
                if decision.many and child is not None and _turned_up_beside(node, child):
                    return

    def _called(self, node: _Node[S, A], action: A) -> Iterator[_Node[S, A] | None]:
        """Follow a reported action; the pieces that it moves can't have been moved on the table yet."""
        if self._spent():
            yield None
            return
        after = self._game.apply(node.line.state, action)
        called = node.called + 1
        line = ActionLine((*node.line.actions, action), (*node.line.states, after), node.line.pieces)
        if not self._ways.is_new(line, called, node.turns + 1):
            return
        layout = self._game.layout(after)
        leftovers = {
            piece: spot
            for piece, spot in node.leftovers.items()
            if layout.get(piece) == node.before.get(piece)
        }
        for piece in self._pieces:
            if piece not in node.off.pieces and layout.get(piece) != node.layout.get(piece):
                leftovers[piece] = self._sighting.spots.get(piece)
        off = self._off(layout, layout, leftovers)
        worst = LineFit.DOUBTFUL if self._unsure_who_acted(node.layout, node.off) else node.worst
        child = _Node(line, layout, off, layout, leftovers, node.turns + 1, called, node.strayed, worst)
        self._record(child, helped=False)
        yield child

    def _child(
        self, node: _Node[S, A], action: A, touched: frozenset[PieceId], *, answering: bool
    ) -> Iterator[_Node[S, A] | None]:
        if self._spent():
            yield None
            return
        after = self._game.apply(node.line.state, action)
        line = ActionLine(
            (*node.line.actions, action), (*node.line.states, after), node.line.pieces | touched
        )
        turns = node.turns + (0 if answering else 1)
        if not self._ways.is_new(line, node.called, turns):
            # Another way to the same state: hands may have shown that it was this one.
            if (fit := self._ends.get((after, node.called))) is not None:
                self._found[fit].append((turns, line))
            return
        layout = self._game.layout(after)
        off = self._still_off(node, layout)
        child = replace(node, line=line, layout=layout, off=off, turns=turns)
        self._record(child, helped=bool(node.off.wrong - off.wrong))
        # An uncovered piece may be covered again by the next one that comes there.
        passing = self._passing_at(layout)
        if off.wrong - node.off.wrong - self._ground - passing:
            return
        better = (len(off.wrong), len(off.edges)) < (len(node.off.wrong), len(node.off.edges))
        if better or answering or touched & passing or self._game.decider(after).continues:
            yield child
        elif touched & off.wrong:
            if self._effort is not Effort.DETOURS:
                if len(touched) == 1 and not self._game.lays_face_down:
                    # The action leads its only piece to another place than it lies in, and would from other
                    # states too. A card is different: it waits beside the discards or goes there, depending
                    # on its use.
                    self._astray.add(action)
            elif not node.strayed:
                # A piece may reach its place in two steps (a warp, then a move), but not in any number.
                yield replace(child, strayed=True)

    def _passing_at(self, layout: Layout) -> frozenset[PieceId]:
        """Return the pieces that came and went, and lie where they went or are gone again."""
        return frozenset(
            piece for piece in self._passing if piece not in layout or layout[piece].cell in self._came[piece]
        )

    def _spent(self) -> bool:
        self._applied += 1
        return self._applied > self._budget

    def _record(self, node: _Node[S, A], *, helped: bool) -> None:
        """Record a node's line if it explains the differences.

        `helped`: its last action put a piece right.
        """
        if node.called < len(self._calls) or node.off.wrong & self._start.wrong:
            return
        off, made_up = node.off, tuple(self._made_up(node))
        if not self._start.wrong.issuperset(made_up):
            return  # of a piece that lay nowhere, nothing shows that it was played
        if off.wrong:
            # A pushed piece has acted: it isn't waiting to be put somewhere, nor idle.
            pushed = {piece for piece, is_pushed in self._start.edges.items() if is_pushed}
            if helped and not pushed & off.pieces:
                self._keep(LineFit.UNFINISHED, node)
        elif self._unsure_who_acted(node.layout, off):
            if not self._contradictory(node.layout, off):
                self._keep(LineFit.DOUBTFUL, node)
        elif made_up:
            self._keep(LineFit.UNSEEN, node)
        else:
            self._keep(max(node.worst, LineFit.SLOPPY if off.edges else LineFit.EXACT), node)

    def _keep(self, fit: LineFit, node: _Node[S, A]) -> None:
        self._found.setdefault(fit, []).append((node.turns, node.line))
        if fit is not LineFit.UNFINISHED:
            self._ends[node.line.state, node.called] = fit

    def _unsure_who_acted(self, layout: Layout, off: Differences) -> bool:
        return any(
            not self._moved(layout, piece) if pushed else layout.get(piece) != self._before.get(piece)
            for piece, pushed in off.edges.items()
        )

    def _contradictory(self, layout: Layout, off: Differences) -> bool:
        """Tell whether another piece is pushed than the one that acted in this line."""
        idle = any(pushed and not self._moved(layout, piece) for piece, pushed in off.edges.items())
        return idle and not all(off.edges.values())

    def _moved(self, layout: Layout, piece: PieceId) -> bool:
        return lies_wrong(layout.get(piece), self._before.get(piece))


def _turned_up_beside(node: _Node[S, A], child: _Node[S, A]) -> bool:
    """Tell whether an action only brought cards to where they lie, none on another.

    Cards that chance turns up at once, side by side, have no known order and need none. So it is enough to go
    on from one of them.
    """
    righted = node.off.wrong - child.off.wrong
    lie = [child.layout.get(piece) for piece in righted]
    return child.off.wrong < node.off.wrong and all(spot and not spot.piled for spot in lie)


def _passing(game: Game[S, A], sighting: Sighting, before: Layout) -> frozenset[PieceId]:
    """Return the pieces that appeared and aren't seen any more: a card turned up and bought at once.

    There are some only in games where pieces go out of sight: into hands, under others. A piece that already
    lay there when hands first touched it came there by earlier plays.
    """
    if not game.lays_face_down:
        return frozenset()
    lay: dict[PieceId, Cell | None] = {}
    came: set[PieceId] = set()
    for one in sighting.touches:
        first = lay.setdefault(one.piece, one.was.cell if one.was is not None else None)
        if one.now is not None and one.now.cell != first:
            came.add(one.piece)
    known = {piece for piece, spot in before.items() if lay.get(piece) != spot.cell}
    return frozenset(came) - known - sighting.spots.keys() - sighting.hidden


def _shortest(lines: Sequence[tuple[int, ActionLine[S, A]]]) -> tuple[ActionLine[S, A], ...]:
    """Return the lines with the fewest turns, without those that only add answers to another of them.

    Lines stay apart where the added answer comes before a play: they differ in who took which hit.
    """
    fewest = min(turns for turns, _ in lines)
    kept: list[ActionLine[S, A]] = []
    for turns, line in sorted(lines, key=lambda one: len(one[1].actions)):
        if turns == fewest and not any(is_within(other, line) for other in kept):
            kept.append(line)
    return tuple(kept)
