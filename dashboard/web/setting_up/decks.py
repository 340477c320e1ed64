"""The page on which a deck is built: its cards, what is wrong with it, a file for a match, its prints.

A deck is a line in the address (`/decks/kingdom_square?deck=hero=no.13;book=no.17*3`): a link shares it, and
the table keeps nothing. What cards there are and which rules a deck breaks is no secret.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import yaml
from fastapi import APIRouter
from fastapi.responses import PlainTextResponse, Response

from dashboard.printing.order import Order
from dashboard.web.serving.pages import page
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import encoded, language_asked, why
from engine.core.board import load_board
from engine.core.decks import Deck, Decked, DeckPart, format_deck, parse_deck
from engine.core.faults import InputFault
from engine.core.game import Game, Ruleset
from engine.core.ids import RuleId
from engine.core.phrase import Phrase
from engine.core.pieces import pieces_beside
from engine.games.registry import GAMES, open_game, usual_board

_PRINTS_KEPT = 4


@dataclass(frozen=True, slots=True)
class SampleDeck:
    """A deck that comes with the game, as a line."""

    name: str
    deck: str


@dataclass(frozen=True, slots=True)
class DeckOffer:
    """All that a deck can be built of."""

    game: str
    parts: tuple[DeckPart, ...]
    samples: tuple[SampleDeck, ...]


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A rule that a deck breaks, in words."""

    rule: RuleId
    text: Phrase


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """A deck as the table reads it, and each rule that it breaks."""

    deck: str
    faults: tuple[BrokenRule, ...]


def deck_pages() -> APIRouter:
    """Return the routes."""
    router = APIRouter()

    # In threads of their own: a game is opened the first time, and prints take a second or two.
    @router.get("/decks/{game}", include_in_schema=False)
    def _page(game: str, lang: str = "en") -> Response:
        return page("setting_up/decks") if _built(game) is not None else _none(lang)

    @router.get("/decks/{game}/cards")
    def _cards(game: str, lang: str = "en") -> Response:
        found = _built(game)
        if found is None:
            return _none(lang)
        samples = (SampleDeck(name, format_deck(deck)) for name, deck in found[1].sample_decks().items())
        offered = DeckOffer(game, tuple(found[1].deck_parts()), tuple(samples))
        return Response(encoded(offered, language_asked(lang)), media_type="application/json")

    @router.get("/decks/{game}/check")
    def _check(game: str, deck: str, lang: str = "en") -> Response:
        found = _built(game)
        if found is None:
            return _none(lang)
        try:
            read = parse_deck(deck)
        except InputFault as error:
            return PlainTextResponse(f"{why(error, lang)}\n", 400)
        faults = (BrokenRule(one.rule, found[0].violation_text(one)) for one in found[1].deck_faults(read))
        checked = DeckCheck(format_deck(read), tuple(faults))
        return Response(encoded(checked, language_asked(lang)), media_type="application/json")

    @router.get("/decks/{game}/setup.yaml")
    def _setup(game: str, deck: str, lang: str = "en") -> Response:
        found = _built(game)
        if found is None:
            return _none(lang)
        try:
            setup = found[1].deck_setup(parse_deck(deck))
        except InputFault as error:
            return PlainTextResponse(f"{why(error, lang)}\n", 400)
        named = {"Content-Disposition": f'attachment; filename="{game}-deck.yaml"'}
        return Response(yaml.safe_dump(setup, sort_keys=False), media_type="application/yaml", headers=named)

    @router.get("/decks/{game}/cards.pdf")
    def _print(game: str, deck: str, paper: str = "a4", lang: str = "en") -> Response:
        found = _built(game)
        if found is None:
            return _none(lang)
        try:
            read = parse_deck(deck)
            only = _prints(found[1], read)
            board = usual_board(game)
            pieces = pieces_beside(board)
            order = Order(game, board, pieces, paper=paper, language=language_asked(lang), only=only)
            name, content = _printed(order)
        except InputFault as error:
            return PlainTextResponse(f"{why(error, lang)}\n", 400)
        named = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(content, media_type="application/pdf", headers=named)

    return router


def _prints(game: Decked, deck: Deck) -> tuple[tuple[str, int], ...]:
    """Return the printed cards of a deck that keeps the rules.

    Raises:
        InputFault: it breaks one.
    """
    if game.deck_faults(deck):
        raise InputFault(TEXTS.say("refused.bad_deck"))
    return tuple(sorted(game.deck_prints(deck).items()))


@lru_cache(maxsize=_PRINTS_KEPT)
def _printed(order: Order) -> tuple[str, bytes]:
    from dashboard.printing.printable import printed  # noqa: PLC0415 # loads OpenCV, which no other page needs

    return printed("cards", order)


@lru_cache(maxsize=len(GAMES))
def _opened(game: str) -> Game[Any, Any]:
    return open_game(game, load_board(usual_board(game)), Ruleset())


def _built(game: str) -> tuple[Game[Any, Any], Decked] | None:
    """Return a game whose players build decks, as both; None: there's no such game."""
    found = _opened(game) if game in GAMES else None
    return (found, found) if isinstance(found, Decked) else None


def _none(lang: str) -> Response:
    return PlainTextResponse(f"{why(InputFault(TEXTS.say('refused.no_decks')), lang)}\n", 404)
