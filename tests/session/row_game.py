"""A game in a few lines, unlike the project's own, that the session has to judge all the same.

Two seats, `a` and `b`, have men on a row of cells. A man steps to a free cell beside it, once a turn. Or he
hits an enemy beside it, which pushes him to the edge and ends his turn. A man who is hit leaves the board. A
king or a queen has two lives, and nothing shows that one is lost. If a man is hit beside another man of his
seat, that one may `shield` him: it is turned over instead. `done` ends a turn; then a die gives the coins of
the next one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.core.advice import Advice, IntentCheck, TableAdvice
from engine.core.decisions import Chooser, Decision, Outcome, Trace, Violation
from engine.core.document import Entry
from engine.core.faults import IllegalActionFault, InputFault
from engine.core.game import Game
from engine.core.ids import Cell, PieceId, RuleId, Seat
from engine.core.layout import Face, Layout, Spot
from engine.core.phrase import Phrase
from engine.core.views import PieceView, SeatView, View

CELLS = tuple(Cell(f"c{n}") for n in range(1, 10))
Action = tuple[str, ...]
"""`("step", man, cell)`, `("hit", man, enemy)`, `("shield", man)`, `("bear",)`, `("done",)`, `("die", n)`."""


@dataclass(frozen=True)
class State:
    """`men` is name → (cell, lives, face down); `spent` are the men who have stepped (`s:`) or hit (`h:`)."""

    men: tuple[tuple[str, tuple[str, int, bool]], ...]
    turn: str = "a"
    spent: frozenset[str] = frozenset()
    hit: tuple[str, str] | None = None
    rolling: bool = False
    coins: int = 0


class RowGame(Game[State, Action]):
    """The game."""

    name = "row"

    def initial(self, setup: Entry | None) -> State:
        places = (
            {key: entry.text() for key, entry in setup.mapping().items()}
            if setup is not None
            else {"a.1": "c1", "a.2": "c3", "b.1": "c6", "b.king": "c8"}
        )
        return State(
            tuple(
                (man, (cell, 2 if man.endswith(("king", "queen")) else 1, False))
                for man, cell in places.items()
            )
        )

    def decider(self, state: State) -> Decision:
        if state.rolling:
            return Decision(Chooser.CHANCE, (), "die")
        if state.hit:
            return Decision(Chooser.SEAT, (Seat(state.hit[1][0]),), "answer")
        if len({man[0] for man, _ in state.men}) < 2:
            return Decision(Chooser.NOBODY)
        return Decision(Chooser.SEAT, (Seat(state.turn),))

    def legal_actions(self, state: State) -> Sequence[Action]:
        return [one for one in self._thinkable(state) if not self.violations(state, one)]

    def violations(self, state: State, action: Action) -> tuple[Violation, ...]:
        reason = self._why_not(state, dict(state.men), action)
        return (Violation(RuleId(reason[0]), reason[1]),) if reason else ()

    def apply(self, state: State, action: Action) -> State:
        if self.violations(state, action):
            raise IllegalActionFault(str(action))
        men = dict(state.men)
        match action:
            case ("step", man, cell):
                men[man] = (cell, *men[man][1:])
                spent = state.spent | {f"s:{man}"}
                return replace(state, men=tuple(men.items()), spent=spent)
            case ("hit", man, enemy):
                after = replace(state, spent=state.spent | {f"h:{man}", f"s:{man}"})
                if self._shields(men, enemy):
                    return replace(after, hit=(man, enemy))
                return self._struck(after, men, enemy)
            case ("shield", man):
                men[man] = (*men[man][:2], True)
                return replace(state, men=tuple(men.items()), hit=None)
            case ("bear",):
                assert state.hit is not None
                return self._struck(replace(state, hit=None), men, state.hit[1])
            case ("done",):
                return replace(state, turn="b" if state.turn == "a" else "a", spent=frozenset(), rolling=True)
            case _:
                return replace(state, rolling=False, coins=int(action[1]))

    def outcome(self, state: State) -> Outcome | None:
        seats = {man[0] for man, _ in state.men}
        return Outcome((Seat(seats.pop()),), RuleId("R-9"), "alone") if len(seats) == 1 else None

    def pieces(self, state: State) -> tuple[PieceId, ...]:
        del state
        return tuple(PieceId(man) for man in ("a.1", "a.2", "b.1", "b.2", "b.king", "b.queen"))

    def layout(self, state: State) -> Layout:
        return {
            PieceId(man): Spot(
                Cell(cell),
                Face.DOWN if down else Face.UP,
                edge=f"h:{man}" in state.spent if man[0] == state.turn else None,
            )
            for man, (cell, _, down) in state.men
        }

    def twins(self, state: State, piece: PieceId) -> Sequence[PieceId]:
        plain = [man for man, (_, _, _) in state.men if man.partition(".")[2].isdecimal()]
        return [PieceId(man) for man in plain if piece in plain and man[0] == piece[0] and man != piece]

    def adopted(self, state: State, layout: Layout) -> State:
        cells = [spot.cell for spot in layout.values()]
        if len(set(cells)) < len(cells):
            raise InputFault("expected one man a cell")
        men = tuple(
            (man, (layout[PieceId(man)].cell, lives, layout[PieceId(man)].face is Face.DOWN))
            for man, (_, lives, _) in state.men
            if man in layout
        )
        return replace(state, men=men)

    def trace(self, state: State, action: Action) -> Trace:
        if action[0] in {"done", "die"}:
            return Trace(frozenset(), explicit=True)
        if action[0] == "bear" and state.hit:
            return Trace(frozenset(map(PieceId, state.hit)))
        return Trace(frozenset(PieceId(one) for one in action[1:] if "." in one))

    def guesses(self, state: State, layout: Layout) -> Sequence[Action]:
        men = dict(state.men)
        return [
            ("step", man, layout[PieceId(man)].cell)
            for man in men
            if PieceId(man) in layout and layout[PieceId(man)].cell != men[man][0]
        ]

    def advice(self, state: State, piece: PieceId) -> Advice:
        steps = [one for one in self.legal_actions(state) if one[:2] == ("step", piece)]
        return Advice(piece, moves=tuple(Cell(one[2]) for one in steps))

    def table_advice(self, state: State) -> TableAdvice:
        return TableAdvice(tuple(self.advice(state, PieceId(man)) for man, _ in state.men))

    def why_not(self, state: State, piece: PieceId, place: str) -> tuple[IntentCheck, ...]:
        return (IntentCheck("step", place, self.violations(state, ("step", piece, place))),)

    def view(self, state: State, seat: Seat | None) -> View:
        del seat
        views = tuple(
            PieceView(piece, spot.cell, "man", Phrase(piece), Seat(piece[0]))
            for piece, spot in self.layout(state).items()
        )
        seats = tuple(SeatView(Seat(one), Phrase(one)) for one in "ab")
        return View(Phrase("row"), self.decider(state), Seat(state.turn), 1, views, seats)

    def parse_action(self, entry: Entry) -> Action:
        ((word, value),) = entry.fields(optional=("step", "hit", "shield", "bear", "done", "die")).items()
        if word in {"bear", "done"}:
            return (word,)
        return (word, *(one.text() for one in value.sequence()))

    def format_action(self, action: Action) -> dict[str, Any]:
        return {action[0]: list(action[1:]) or True}

    def action_text(self, state: State, action: Action) -> Phrase:
        del state
        return Phrase(" ".join(action))

    def violation_text(self, violation: Violation) -> Phrase:
        return Phrase(f"{violation.reason}.")

    def mismatches(self, state: State, expected: Entry) -> tuple[str, ...]:
        del state, expected
        return ()

    def dump(self, state: State) -> dict[str, Any]:
        return {
            "men": {man: list(facts) for man, facts in state.men},
            "turn": state.turn,
            "spent": sorted(state.spent),
            "hit": list(state.hit) if state.hit else None,
            "rolling": state.rolling,
            "coins": state.coins,
        }

    def load(self, document: dict[str, Any]) -> State:
        hit = document["hit"]
        return State(
            tuple((man, (facts[0], facts[1], facts[2])) for man, facts in document["men"].items()),
            document["turn"],
            frozenset(document["spent"]),
            (hit[0], hit[1]) if hit else None,
            document["rolling"],
            document["coins"],
        )

    def _thinkable(self, state: State) -> list[Action]:
        men = [man for man, _ in state.men]
        return [
            *(("step", man, cell) for man in men for cell in CELLS),
            *(("hit", man, enemy) for man in men for enemy in men),
            *(("shield", man) for man in men),
            ("bear",),
            ("done",),
            *(("die", str(n)) for n in range(1, 7)),
        ]

    def _why_not(
        self, state: State, men: dict[str, tuple[str, int, bool]], action: Action
    ) -> tuple[str, str] | None:
        answering, word = state.hit is not None, action[0]
        if state.rolling is not (word == "die") or answering is not (word in {"shield", "bear"}):
            return "R-1", "not now"
        if word == "shield" and state.hit:
            return None if action[1] in self._shields(men, state.hit[1]) else ("R-5", "too far to shield")
        if word in {"done", "bear", "die"}:
            return None
        man = action[1]
        if man[0] != state.turn:
            return "R-2", "not yours"
        if f"{word[0]}:{man}" in state.spent:
            return "R-3", "spent"
        goal = action[2] if word == "step" else men[action[2]][0]
        if abs(CELLS.index(Cell(goal)) - CELLS.index(Cell(men[man][0]))) != 1:
            return "R-4", "one cell only"
        if word == "step" and any(place[0] == goal for place in men.values()):
            return "R-6", "taken"
        if word == "hit" and action[2][0] == man[0]:
            return "R-7", "a friend"
        return None

    def _shields(self, men: dict[str, tuple[str, int, bool]], hurt: str) -> list[str]:
        at = CELLS.index(Cell(men[hurt][0]))
        return [
            man
            for man, (cell, _, down) in men.items()
            if man[0] == hurt[0] and not down and abs(CELLS.index(Cell(cell)) - at) == 1
        ]

    def _struck(self, state: State, men: dict[str, tuple[str, int, bool]], hurt: str) -> State:
        cell, lives, down = men.pop(hurt)
        left = dict(men)
        if lives > 1:
            left[hurt] = (cell, lives - 1, down)
        return replace(state, men=tuple(sorted(left.items())))
