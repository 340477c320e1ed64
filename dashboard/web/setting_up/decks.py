"""The page for building a deck: the cards, the rules that a deck breaks, a match's setup, the printed cards.

A deck is a part of the address (`/decks/kingdom_square?deck=hero=no.13;book=no.17*3`). So a link shares it,
and the table keeps nothing. Everybody may read these addresses.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import yaml
from fastapi import APIRouter
from fastapi.responses import PlainTextResponse, Response

from dashboard.printing.order import PrintOrder
from dashboard.web.serving.pages import page
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import encoded, language_asked, why
from engine.core.board import load_board
from engine.core.decks import Deck, DeckPart, format_deck, parse_deck
from engine.core.desks.files import FilesDesk
from engine.core.faults import InputFault
from engine.core.game import Game, Ruleset
from engine.core.ids import RuleId
from engine.core.phrase import Phrase
from engine.core.pieces import pieces_beside
from engine.games.registry import GAMES, open_game, usual_board

_PRINTS_KEPT = 4


@dataclass(frozen=True, slots=True)
class SampleDeck:
    """A deck that comes with the game."""

    name: str
    """The deck's name."""
    deck: str
    """The deck as one line, as commands take it."""


@dataclass(frozen=True, slots=True)
class DeckOffer:
    """The cards that a game's decks are built from."""

    game: str
    """The game's name."""
    parts: tuple[DeckPart, ...]
    """The parts of a deck, each with its cards."""
    samples: tuple[SampleDeck, ...]
    """The decks that come with the game."""


@dataclass(frozen=True, slots=True)
class BrokenDeckRule:
    """A rule that a deck breaks."""

    rule: RuleId
    """The rule's id."""
    text: Phrase
    """The reason, as a sentence."""


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """A deck, and the rules that it breaks."""

    deck: str
    """The deck as one line."""
    faults: tuple[BrokenDeckRule, ...]
    """The broken rules; empty if the deck may be played."""


def deck_pages() -> APIRouter:
    """Return the routes. A game without decks gets the status 404, an unreadable deck 400."""
    router = APIRouter()

    # Not coroutines, so they run in threads: opening a game or drawing prints takes a second or two.
    @router.get("/decks/{game}", include_in_schema=False)
    def _page(game: str, lang: str = "en") -> Response:
        return _answered(game, lang, lambda _: page("setting_up/decks"))

    @router.get("/decks/{game}/cards")
    def _cards(game: str, lang: str = "en") -> Response:
        def found(built: Game[Any, Any]) -> Response:
            samples = (SampleDeck(name, format_deck(deck)) for name, deck in built.sample_decks().items())
            return _json(DeckOffer(game, tuple(built.deck_parts()), tuple(samples)), lang)

        return _answered(game, lang, found)

    @router.get("/decks/{game}/check")
    def _check(game: str, deck: str, lang: str = "en") -> Response:
        def found(built: Game[Any, Any]) -> Response:
            read = parse_deck(deck)
            faults = (BrokenDeckRule(one.rule, built.violation_text(one)) for one in built.deck_faults(read))
            return _json(DeckCheck(format_deck(read), tuple(faults)), lang)

        return _answered(game, lang, found)

    @router.get("/decks/{game}/setup.yaml")
    def _setup(game: str, deck: str, lang: str = "en") -> Response:
        def found(built: Game[Any, Any]) -> Response:
            setup = yaml.safe_dump(built.deck_setup(parse_deck(deck)), sort_keys=False)
            return _file(setup, "application/yaml", f"{game}-deck.yaml")

        return _answered(game, lang, found)

    @router.get("/decks/{game}/cards.pdf")
    def _print(game: str, deck: str, paper: str = "a4", lang: str = "en") -> Response:
        def found(built: Game[Any, Any]) -> Response:
            only, board = _prints(built, parse_deck(deck)), usual_board(game)
            pieces = pieces_beside(board)
            order = PrintOrder(game, board, pieces, paper=paper, language=language_asked(lang), only=only)
            name, content = _printed(order)
            return _file(content, "application/pdf", name)

        return _answered(game, lang, found)

    return router


def _answered(game: str, lang: str, find: Callable[[Game[Any, Any]], Response]) -> Response:
    """Return the answer of `find` for a game; a refusal if the game has no decks, or `find` refuses."""
    opened = _opened(game) if game in GAMES else None
    if opened is None or not opened.has_decks:
        return PlainTextResponse(f"{why(InputFault(TEXTS.say('refused.no_decks')), lang)}\n", 404)
    try:
        return find(opened)
    except InputFault as error:
        return PlainTextResponse(f"{why(error, lang)}\n", 400)


def _json(found: object, lang: str) -> Response:
    return Response(encoded(found, language_asked(lang)), media_type="application/json")


def _file(content: str | bytes, media_type: str, name: str) -> Response:
    named = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media_type, headers=named)


def _prints(game: FilesDesk[Any, Any], deck: Deck) -> tuple[tuple[str, int], ...]:
    """Return the printed cards of a deck and their numbers.

    Raises:
        InputFault: the deck breaks a rule.
    """
    if game.deck_faults(deck):
        raise InputFault(TEXTS.say("refused.bad_deck"))
    return tuple(sorted(game.deck_prints(deck).items()))


@lru_cache(maxsize=_PRINTS_KEPT)
def _printed(order: PrintOrder) -> tuple[str, bytes]:
    from dashboard.printing.printable import printed  # noqa: PLC0415 # loads OpenCV, which no other page needs

    return printed("cards", order)


@lru_cache(maxsize=len(GAMES))
def _opened(game: str) -> Game[Any, Any]:
    return open_game(game, load_board(usual_board(game)), Ruleset())
