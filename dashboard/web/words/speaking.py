"""Turns the sentences of messages into plain text in a reader's language.

The bus carries sentences as phrases. Here, at the last step before a browser, they become words. A message
for many readers is rendered once for each language. Sentences have the players' names instead of the
seats', if players have given names.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import msgspec

from dashboard.doctor.texts import TEXTS as DOCTOR
from dashboard.web.health.texts import TEXTS as HEALTH
from dashboard.web.telling.names import Names
from dashboard.web.texts import TEXTS as PAGES
from engine.bus.texts import TEXTS as BUS
from engine.core.faults import BoardwardenError
from engine.core.phrase import ENGLISH, LANGUAGES, Phrase
from engine.core.sentences import Interpreter
from engine.core.unusable import TEXTS as UNUSABLE
from engine.core.unusable import explained
from engine.games.registry import all_texts
from engine.session.texts import TEXTS as SESSION
from firmware_bridge.texts import TEXTS as BOARDS
from vision.texts import TEXTS as CAMERAS

SPEAKERS: Final = (*all_texts(), UNUSABLE, BUS, SESSION, CAMERAS, BOARDS, DOCTOR, HEALTH, PAGES)
"""The texts of all services that make sentences at a table."""

_REGION_OR_NEXT = re.compile("[-,;]")

INTERPRETER: Final = Interpreter(SPEAKERS)
"""Turns the phrases of every service into words."""


def language_asked(wanted: str | None) -> str:
    """Return the language that a reader asked for (`vi`, `vi-VN`), or English if the pages don't speak it.

    In a browser's list (`vi-VN,vi;q=0.9,en;q=0.8`, as in Accept-Language), the first one counts.
    """
    code = _REGION_OR_NEXT.split(wanted or "", 1)[0].strip().lower()
    return code if code in LANGUAGES else ENGLISH


def why(error: BoardwardenError, wanted: str) -> str:
    """Return a fault's sentence in the language that a reader asked for."""
    return INTERPRETER.said(explained(error), language_asked(wanted))


def said(phrase: Phrase, language: str, names: Names = ()) -> str:
    """Return a phrase as a sentence in a language, with players' names instead of their seats'."""
    return _closed(_interpreter(names).said(phrase, language))


def rendered(message: Any, language: str, names: Names = ()) -> Any:
    """Return a message as JSON values, with its sentences in a language."""
    return msgspec.json.decode(encoded(message, language, names))


def encoded(message: Any, language: str = ENGLISH, names: Names = ()) -> bytes:
    """Return a message as encoded JSON, with its sentences in a language."""
    return msgspec.json.encode(message, enc_hook=_words(language, names))


def schema_of_words(kind: type) -> dict[str, Any]:
    """Return the JSON schema of a sentence as readers get it (msgspec's `schema_hook`).

    Raises:
        NotImplementedError: msgspec doesn't know the type, and it isn't `Phrase`.
    """
    if kind is Phrase:
        return {"type": "string"}
    raise NotImplementedError(f"expected a type that JSON can hold; got {kind.__name__}")


def _closed(text: str) -> str:
    """Take out the double space that an empty fact leaves, such as the target of a card used on nobody."""
    return " ".join(filter(None, text.split(" "))) if f" {text} ".count("  ") else text


@lru_cache(maxsize=32)
def _interpreter(names: Names) -> Interpreter:
    return INTERPRETER.calling(dict(names))


@lru_cache(maxsize=96)
def _words(language: str, names: Names) -> Callable[[object], str]:
    speaks = _interpreter(names)

    def words(found: object) -> str:
        if isinstance(found, Phrase):
            return _closed(speaks.said(found, language))
        raise NotImplementedError(f"expected a value that JSON can hold; got {type(found).__name__}")

    return words
