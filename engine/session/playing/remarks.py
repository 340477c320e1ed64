"""Remarks on a match that no play caused: recorded in the journal with their evidence, then announced.

Pure.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.core.game import A, S
from engine.core.phrase import Phrase
from engine.session.matches.match import remark
from engine.session.playing.standing_verdict import teller_of
from engine.session.playing.table import Setting, Table, TableStep, presumed, speak
from engine.session.seen.sighting import START


def remarked(
    setting: Setting[S, A], table: Table[S, A], said: Phrase, evidence: Mapping[str, Any]
) -> TableStep[S, A]:
    """Record a remark with its evidence and announce it.

    The evidence is the last look, or the opening's.
    """
    seen = presumed(setting, table)
    taken_at = seen.taken_at if seen.taken_at != START else table.match.opening.opened_at
    entry = remark(table.match, said, {"taken_at": taken_at, **evidence})
    verdict = teller_of(setting, table, replace(seen, taken_at=taken_at)).remark(said)
    return TableStep(table, (entry,)).then(speak(table, verdict))
