"""The `view` step: a seat's view names some cards, and others nowhere."""

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from engine.core.game import Game
from engine.core.ids import PieceId, Seat
from engine.core.phrase import encode_hook
from engine.scenarios.piece_words import bare
from engine.scenarios.result import Miss
from engine.scenarios.steps import SPECTATOR, ViewCheck

S = TypeVar("S")
A = TypeVar("A")


def read_view(game: Game[S, A], step: ViewCheck, pieces: frozenset[PieceId], seats: frozenset[Seat]) -> None:
    """Read the words of a `view` step.

    Raises:
        InputFault: an unknown seat or card; names file and line.
    """
    if step.seat is not None and step.seat not in seats:
        known = ", ".join((*sorted(seats), SPECTATOR))
        raise step.entry.fault(f"unknown seat '{step.seat}' in 'view'; expected one of {known}")
    names = {name for piece in pieces for name in _names(game, piece)}
    for card in (*step.knows, *step.hides):
        if card not in names:
            raise step.entry.fault(f"unknown card or piece '{card}'")


def judge_view(game: Game[S, A], state: S, step: ViewCheck) -> Miss | None:
    """Return the fault in a seat's view; None: there is none.

    A name stands for any copy.
    """
    received: list[Any] = [game.view(state, step.seat)]
    if step.seat is not None:
        received.append(game.uses(state, step.seat))
    sent = msgspec.json.decode(msgspec.json.encode(received, enc_hook=encode_hook))
    named = {word for text in _texts(sent) for word in _names(game, text)}
    unknown = [card for card in step.knows if card not in named]
    betrayed = [card for card in step.hides if card in named]
    if not unknown and not betrayed:
        return None
    expected = [f"knows {', '.join(step.knows)}"] if step.knows else []
    expected += [f"hides {', '.join(step.hides)}"] if step.hides else []
    came = [f"doesn't name {', '.join(unknown)}"] if unknown else []
    came += [f"names {', '.join(betrayed)}"] if betrayed else []
    whose = f"a view of {step.seat or SPECTATOR}"
    return Miss((), f"{whose} that {' and '.join(expected)}", f"one that {'; '.join(came)}")


def _names(game: Game[S, A], piece: str) -> tuple[str, ...]:
    """Return the names of a piece in files: as it is, without its copy, and without its owner."""
    return (piece, bare(piece), game.short_name(piece))


def _texts(value: Any) -> Iterator[str]:
    """Yield each text but the names of a game's own counters (`numbers`), which may equal a card's name."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            if key != "numbers":
                yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
