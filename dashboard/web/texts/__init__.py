"""The texts of the pages and of the service behind them: one file for each language.

The browser gets a whole file and fills in the facts. `TEXTS` is for the service's own sentences. Sentences
about a match aren't here: the services that make them have their own texts.
"""

from collections.abc import Collection
from functools import cache
from pathlib import Path

from engine.core.faults import InputFault
from engine.core.phrase import ENGLISH, LANGUAGES
from engine.core.sentences import Texts

TEXTS = Texts("pages", Path(__file__).parent)

OWN = (
    "audit",
    "calibrate",
    "decks",
    "enrol",
    "film",
    "hall",
    "health",
    "holders",
    "large",
    "own_pieces",
    "passkeys",
    "phone",
    "projecting",
    "replay",
    "rounds",
    "setup",
    "start",
    "tapping",
    "trust",
)
"""The first words of the keys that only one page needs, or few pages. Each page names those that it needs
(`data-texts`). Their headings are sent to all pages, because links to these pages show them."""

SERVICES = "refused"
"""The first word of the keys that only the service says. No page loads these texts."""


@cache
def page_texts(language: str) -> dict[str, str]:
    """Return a language's sentences by key (`turn.won`), without their facts; a missing one in English.

    Raises:
        InputFault: there is no such language, or its file is damaged. The message says where.
    """
    if language not in LANGUAGES:
        raise InputFault(f"no page texts in '{language}'; expected one of {', '.join(LANGUAGES)}")
    sentences = {}
    for key in sorted(TEXTS.keys):
        own = TEXTS.template(key, language)
        found = TEXTS.template(key, ENGLISH) if own is None else own
        sentences[key] = found or ""
    return sentences


def loaded_texts(language: str, also: Collection[str] = ()) -> dict[str, str]:
    """Return the sentences that a page loads: those of all pages, and those of `OWN` that it names in `also`.

    Raises:
        InputFault: as `page_texts`.
    """
    left_out = {SERVICES, *OWN} - set(also)
    sentences = {}
    for key, text in page_texts(language).items():
        first, _, rest = key.partition(".")
        if first not in left_out or rest == "heading":
            sentences[key] = text
    return sentences
