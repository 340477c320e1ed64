"""Cards that go back to where they lay: what one seat chose alone is taken back by it, and no more."""

from dataclasses import replace
from typing import Any

from engine.core.document import entry_of
from engine.core.draws import DrawSource
from engine.core.ids import PieceId, Seconds
from engine.session.matches.match import open_match, play
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.amendments import taken_back
from engine.session.seen.sighting import Sighting
from tests.bazaar.test_judging import SETUP, CountingBazaar


def back_to(*plays: dict[str, Any], lacking: str) -> int | None:
    """Return the revision that a table shows if it lacks a card after these plays."""
    game = CountingBazaar()
    opening = MatchOpening("m", Seconds(0.0), "bazaar", "bazaar", "none", SETUP, draws=DrawSource.SEEN)
    match, _ = open_match(game, opening)
    for written in plays:
        match, _, _ = play(game, match, (game.parse_action(entry_of(written)),))
    spots = {
        piece: replace(lies, edge=False)
        for piece, lies in game.layout(match.state).items()
        if not lies.covered and piece != lacking
    }
    for earlier in match.shown_this_turn:  # what lay under it shows again
        top = [piece for piece, lies in game.layout(earlier.state).items() if not lies.covered]
        spots.update({piece: game.layout(earlier.state)[piece] for piece in top})
    found = taken_back(game, match, Sighting(spots), {})
    return None if found is None or found.puts else found.revision


def test_who_takes_up_the_card_just_played_takes_it_back() -> None:
    assert back_to({"play": "thief#1", "on": "b", "by": "a"}, lacking="thief#1") == 0


def test_a_card_missing_from_the_top_of_a_pile_undoes_nobodys_answer() -> None:
    plays = ({"play": "thief#1", "on": "b", "by": "a"}, {"respond": "guard#1", "by": "b"})
    assert back_to(*plays, lacking=PieceId("guard#1")) is None
