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
