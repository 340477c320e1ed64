"""Pieces by the names that people know, in sentences whose readers have no board before them.

Pages that show the board put names in place of ids themselves (`named` in `static/state/selectors.js`).
"""

import re
from collections.abc import Mapping

from dashboard.web.words.speaking import said
from engine.bus.messages.match import MatchState

_ID = re.compile(r"(?<!\w)(?<!\w-)[a-z][\w-]*(?:#\d+|(?:\.[a-z0-9-]+)+)\b")
"""The form of an id, as pages look for it: `w.inf.1`, `gold#2`. A sentence's full stop isn't its own."""


def labels_of(match: MatchState | None, language: str) -> Mapping[str, str]:
    """Return the names of a match's pieces in a language, by id; empty: there is no match."""
    if match is None:
        return {}
    labels = {one.piece: one.label for one in match.view.pieces}
    labels |= {one.piece: one.label for one in match.view.absent}
    return {piece: said(label, language) for piece, label in labels.items()}


def by_name(text: str, labels: Mapping[str, str]) -> str:
    """Return a sentence that calls pieces by their names.

    >>> by_name("w.inf.1 is seen on c5 by pad.west.", {"w.inf.1": "South infantry 1"})
    'South infantry 1 is seen on c5 by pad.west.'
    """
    return _ID.sub(lambda found: labels.get(found[0], found[0]), text)
