"""The texts of the pages and of the service behind them: one file for each language.

The browser gets a whole file and fills in the facts. `TEXTS` is for the service's own sentences. Sentences
about a match aren't here: the services that make them have their own texts.
"""

from functools import cache
from pathlib import Path

from engine.core.faults import InputFault
from engine.core.phrase import ENGLISH, LANGUAGES
from engine.core.sentences import Texts

TEXTS = Texts("pages", Path(__file__).parent)

OWN = ("large", "projecting", "rounds")
"""The first words of the keys that one page needs, or the few pages of one kind. Others don't load these
texts."""


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


def loaded_texts(language: str, also: str = "") -> dict[str, str]:
    """Return the sentences that a page loads: those of all pages, and those whose keys begin with `also`.

    Raises:
        InputFault: as `page_texts`.
    """
    left_out = tuple(f"{one}." for one in OWN if one != also)
    return {key: text for key, text in page_texts(language).items() if not key.startswith(left_out)}
