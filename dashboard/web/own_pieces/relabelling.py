"""A set of pieces whose labels were glued on in another order than they are printed for. Pure.

A label is the paper of one piece of the set: its tag on top and, on most, another one beneath. People glue
any label onto any piece of their own. Then the set's file is written again with each label's tags at the
piece that it is on.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import yaml

from dashboard.web.texts import TEXTS
from engine.core.faults import InputFault
from engine.core.ids import PieceId
from engine.core.pieces import Piece, PieceSet

_HEAD = """\
# Each piece has the tags of the label that a photograph shows on it. Written by the page /own-pieces.
"""


@dataclass(frozen=True, slots=True)
class Relabelled:
    """Which label is on each piece."""

    labels: Mapping[PieceId, PieceId]
    """For each piece the piece that its label is printed for, in the set's order."""
    missing: tuple[PieceId, ...]
    """The pieces that no photograph showed, in the set's order. Their labels have to be printed."""


def is_labelled(piece: Piece) -> bool:
    """Tell whether a piece gets a label glued on: cards have theirs printed, the board's parts too."""
    return piece.kind.is_labelled


def relabelled(pieces: PieceSet, chosen: Mapping[str, int]) -> Relabelled:
    """Return which label each piece has. `chosen`: a tag of the label that is on a piece, by the piece's id.

    A piece that isn't chosen gets its own label, or a free one like it if its own is elsewhere.

    Raises:
        InputFault: there is no such piece or label, one label is on two pieces, or a label without a tag
            beneath is on a piece that is turned over in play.
    """
    labels: dict[PieceId, PieceId] = {}
    on: dict[PieceId, PieceId] = {}
    for name, tag in chosen.items():
        piece = pieces.pieces.get(PieceId(name))
        if piece is None or not is_labelled(piece):
            raise InputFault(TEXTS.say("own_pieces.no_piece", piece=str(name)[:40]))
        found = pieces.by_tag.get(tag)
        if found is None or not is_labelled(found[0]):
            raise InputFault(TEXTS.say("own_pieces.no_label", tag=tag))
        label = found[0]
        if label.id in on:
            raise InputFault(TEXTS.say("own_pieces.twice", tag=tag, one=on[label.id], other=name))
        if (label.down is None) != (piece.down is None):
            key = "own_pieces.no_back" if label.down is None else "own_pieces.back_too_many"
            raise InputFault(TEXTS.say(key, tag=tag, piece=name))
        labels[piece.id], on[label.id] = label.id, piece.id
    every = [piece for piece in pieces.pieces.values() if is_labelled(piece)]
    missing = tuple(piece.id for piece in every if piece.id not in labels)
    # Labels that are free stay where they belong; only then others get what is left.
    labels |= {name: name for name in missing if name not in on}
    free = [label for label in every if label.id not in on and label.id not in labels.values()]
    for name in missing:
        if name not in labels:
            needs = pieces.pieces[name].down is None
            label = next(one for one in free if (one.down is None) == needs)
            free.remove(label)
            labels[name] = label.id
    return Relabelled({piece.id: labels[piece.id] for piece in every}, missing)


def relabelled_file(content: str, pieces: PieceSet, now: Relabelled) -> str:
    """Return the text of a pieces file with each piece's tags as its label has them.

    `content` is the text of the file that `pieces` was read from. Comments are lost.
    """
    entries = yaml.safe_load(content)
    for name, label in now.labels.items():
        printed, entry = pieces.pieces[label], entries["pieces"][name]
        entry["up"] = printed.up
        if printed.down is not None:
            entry["down"] = printed.down
    return _HEAD + yaml.safe_dump(
        entries, sort_keys=False, allow_unicode=True, default_flow_style=None, width=110
    )
