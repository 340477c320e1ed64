"""Along whole matches: all that is said of them is said in every language, with nothing of another in it."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import islice
from random import Random
from typing import Any

import pytest

from dashboard.web.words.speaking import INTERPRETER
from engine.core.document import entry_of
from engine.core.game import Game
from engine.core.phrase import LANGUAGES, Phrase
from engine.session.matches.match import described
from tests.conformance.test_transcripts import MATCHES, Played, played_in

LATIN = re.compile(r"[A-Za-z]{3,}")
NAMES = re.compile(r"[nesw]\.(inf|cav|arc|gen|castle)\.[a-z0-9]+|(mountain|volcano|warp)\.[a-z]+[0-9]+")
"""The names of pieces everywhere: they stand on them."""
LOOKED_AT = 10
"""All that is said of a position takes a while; these many of a match are looked at."""


def phrases(found: Any) -> Iterator[Phrase]:
    """Every phrase in a value."""
    if isinstance(found, Phrase):
        yield found
    elif is_dataclass(found):
        for field in fields(found):
            yield from phrases(getattr(found, field.name))
    elif isinstance(found, tuple):
        for one in found:
            yield from phrases(one)


def of_position(game: Game[Any, Any], state: Any, chance: Random) -> Iterator[Any]:
    """All that may be said of a position: to everybody, to each seat, and why not."""
    view = game.view(state, None)
    yield from (view, game.table_advice(state))
    for seat in view.seats:
        yield game.view(state, seat.seat)
        yield game.uses(state, seat.seat)
    cells = [piece.cell for piece in view.pieces if piece.cell is not None]
    for piece in chance.sample(game.pieces(state), 4):
        for place in chance.sample([*cells, *game.pieces(state)], 4):
            for refusal in game.why_not(state, piece, place):
                yield from (game.violation_text(one) for one in refusal.broken)


def of_match(match: Played) -> Iterator[Any]:
    """All that may be said of a reviewed match, as it is played and of some of its positions."""
    game, chance = match.open(), Random(3)  # noqa: S311  # a test's dice
    state, written = game.initial(match.setup), played_in(match.name)
    for number, one in enumerate(written):
        action = game.parse_action(entry_of(one))
        before, state = state, game.apply(state, action)
        yield described(game, before, action, after=state)
        if number % (len(written) // LOOKED_AT + 1) == 0:
            yield from of_position(game, state, chance)


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.name)
def test_all_that_is_said_of_a_match_is_said_in_every_language(match: Played) -> None:
    said = dict.fromkeys(phrase for found in of_match(match) for phrase in phrases(found) if phrase)
    assert len(said) > LOOKED_AT
    assert [phrase for phrase in said if not phrase.key] == []
    for language in LANGUAGES:
        for phrase in said:
            assert not set("{}") & set(INTERPRETER.said(phrase, language)), phrase
    in_japanese = (INTERPRETER.said(phrase, "ja") for phrase in said)
    assert [*islice((one for one in in_japanese if LATIN.search(NAMES.sub("", one))), 3)] == []
    # Vietnamese is written in the same letters: what is no name must read otherwise.
    kept = [phrase for phrase in said if INTERPRETER.said(phrase, "vi") == phrase and phrase.key != "spoken"]
    assert [phrase for phrase in kept if LATIN.search(NAMES.sub("", phrase))] == []
