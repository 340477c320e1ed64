"""Random matches of Dozen War as people play them by hand, with the changes that each play makes."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.core.board import Board
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Game, Ruleset
from engine.core.ids import Cell, PieceId
from engine.core.layout import Layout, Spot
from engine.games.registry import open_game

_ARMS = ("inf", "cav", "arc")
_GENERALS = ("est", "mask", "raen", "kazu", "soul", "xacnas", "rodoc", "siri", "lucy", "grim")
_CASTLES = {"west": ("c3", "d1", "a4"), "north": ("c9", "d11", "a8")}
_ATTACK_SHARE = 0.75
_ILLEGAL_SHARE = 0.15


@dataclass(frozen=True)
class Play:
    """One play: an action or, if `illegal`, a piece put where it can't go.

    `layout` and `state` (as JSON values) are the result.
    """

    action: dict[str, Any] | None
    layout: Layout
    state: dict[str, Any]
    illegal: PieceId | None = None
    back: bool = False

    @property
    def is_press(self) -> bool:
        """Whether the end-turn button is pressed."""
        return self.action == {"end_turn": True}


@dataclass
class RandomMatch:
    """A match from a crowded random opening; the same seed gives the same match."""

    board: Board
    seed: int
    soldiers: int = 4
    chance: random.Random = field(init=False)
    game: Game[Any, Any] = field(init=False)
    setup: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)  # noqa: S311  # chance for pictures, not for secrets
        self.game = open_game("dozen_war", self.board, Ruleset())
        self.setup = self._setup()

    def opening(self) -> Layout:
        return self.game.layout(self.game.initial(entry_of(self.setup)))

    def plays(self, count: int) -> Iterator[Play]:
        """Yield actions until this many are played, or the match is over."""
        state = self.game.initial(entry_of(self.setup))
        done = 0
        while done < count and self.game.outcome(state) is None:
            if self.game.decider(state).kind == "turn" and self.chance.random() < _ILLEGAL_SHARE:
                yield from self._illegal(state)
            action = self._chosen(state)
            state = self.game.apply(state, action)
            done += 1
            yield Play(self.game.format_action(action), self.game.layout(state), self.game.dump(state))

    def _chosen(self, state: Any) -> Any:
        legal = list(self.game.legal_actions(state))
        kinds: dict[str, list[Any]] = {}
        for action in legal:
            kinds.setdefault(next(iter(self.game.format_action(action))), []).append(action)
        if "attack" in kinds and self.chance.random() < _ATTACK_SHARE:
            return self.chance.choice(kinds["attack"])
        if "end_turn" in kinds and len(kinds) > 1 and self.chance.random() < 0.85:
            del kinds["end_turn"]
        return self.chance.choice(kinds[self.chance.choice(sorted(kinds))])

    def _illegal(self, state: Any) -> Iterator[Play]:
        """Move a soldier or general of the seat on turn much too far, and put it back."""
        layout = self.game.layout(state)
        seat = self.game.decider(state).seats[0][0]
        surface = self.board.surface
        busy = {spot.cell for spot in layout.values()}
        movers = [p for p in layout if p.startswith(f"{seat}.") and "castle" not in p]
        if not movers:
            return
        piece = self.chance.choice(sorted(movers))
        x, y = surface.centre_mm(layout[piece].cell)
        far = [
            cell
            for cell in surface.cells
            if cell not in busy
            and (surface.centre_mm(cell)[0] - x) ** 2 + (surface.centre_mm(cell)[1] - y) ** 2 > 400**2
        ]
        there = dict(layout)
        there[piece] = Spot(self.chance.choice(far), layout[piece].face, edge=layout[piece].edge)
        yield Play(None, there, self.game.dump(state), illegal=piece)
        yield Play(None, layout, self.game.dump(state), illegal=piece, back=True)

    def _setup(self) -> dict[str, Any]:
        """Return two armies near each other. A place that the rules of stacking refuse is drawn again."""
        for _ in range(200):
            setup = self._thrown()
            try:
                self.game.initial(entry_of(setup))
            except InputFault:
                continue
            return setup
        raise AssertionError(f"no opening for seed {self.seed}")

    def _thrown(self) -> dict[str, Any]:
        near = [cell for cell in self.board.surface.cells if cell[0] in "bcdefgh" and 4 <= int(cell[1:]) <= 8]
        generals = self.chance.sample(_GENERALS, 6)
        pieces: dict[str, dict[str, Any]] = {}
        free = self.chance.sample(near, len(near))
        for seat, name in (("w", "west"), ("n", "north")):
            castles = [cell for cell in _CASTLES[name] for _ in range(3)]
            for arm in _ARMS:
                for number in range(1, self.soldiers + 1):
                    home = self.chance.random() < 0.2
                    at = castles.pop(self.chance.randrange(len(castles))) if home else free.pop()
                    pieces[f"{seat}.{arm}.{number}"] = {"at": at}
            for _ in range(3):
                general, at = generals.pop(), free.pop()
                pieces[f"{seat}.gen.{general}"] = {"at": at, "hp": self.chance.randint(1, 3)}
        return {"seats": ["west", "north"], "turn": "west", "round": 2, "pieces": pieces}


def changed_pieces(before: Layout, after: Layout) -> list[PieceId]:
    """Return the pieces that change, those first that move or leave."""
    pieces = [piece for piece in {**before, **after} if _looks(before.get(piece)) != _looks(after.get(piece))]
    pushed = [piece for piece in pieces if _is_only_pushed(before.get(piece), after.get(piece))]
    return [piece for piece in pieces if piece not in pushed] + pushed


def _looks(spot: Spot | None) -> tuple[Cell, str | None, bool] | None:
    return None if spot is None else (spot.cell, spot.face, bool(spot.edge))


def _is_only_pushed(before: Spot | None, after: Spot | None) -> bool:
    return before is not None and after is not None and (before.cell, before.face) == (after.cell, after.face)
