"""Replaces the ids of pieces by the pieces' names, in sentences for readers who don't see the board.

Pages that show the board do it themselves (`named` in `static/state/selectors.js`).
"""

import re
from collections.abc import Mapping

from dashboard.web.words.speaking import said
from engine.bus.messages.match import MatchState

_ID = re.compile(r"(?<!\w)(?<!\w-)[a-z][\w-]*(?:#\d+|(?:\.[a-z0-9-]+)+)\b")
"""The form of an id, as the pages look for it: `w.inf.1`, `gold#2`. It has no full stop at its end."""


def labels_of(match: MatchState | None, language: str) -> Mapping[str, str]:
    """Return the names of a match's pieces in a language, by id; empty without a match."""
    if match is None:
        return {}
    labels = {one.piece: one.label for one in match.view.pieces}
    labels |= {one.piece: one.label for one in match.view.absent}
    return {piece: said(label, language) for piece, label in labels.items()}


def by_name(text: str, labels: Mapping[str, str]) -> str:
    """Return a sentence with the pieces' names instead of their ids.

    >>> by_name("w.inf.1 is seen on c5 by pad.west.", {"w.inf.1": "South infantry 1"})
    'South infantry 1 is seen on c5 by pad.west.'
    """
    return _ID.sub(lambda found: labels.get(found[0], found[0]), text)
