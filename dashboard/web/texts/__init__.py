"""The texts of the pages and of the service behind them, a file a language.

The browser gets it whole and fills it in; `TEXTS` is for what the service says by itself. The table's
sentences about a match aren't here: they come ready, from the services that say them.
"""

from functools import cache
from pathlib import Path

from engine.core.faults import InputFault
from engine.core.phrase import ENGLISH, LANGUAGES
from engine.core.sentences import Texts

TEXTS = Texts("pages", Path(__file__).parent)


@cache
def page_texts(language: str) -> dict[str, str]:
    """Return a language's sentences by key (`turn.won`), to be filled in; what it lacks is said in English.

    Raises:
        InputFault: no such language, or a broken file; says where.
    """
    if language not in LANGUAGES:
        raise InputFault(f"no page texts in '{language}'; expected one of {', '.join(LANGUAGES)}")
    sentences = {}
    for key in sorted(TEXTS.keys):
        own = TEXTS.template(key, language)
        found = TEXTS.template(key, ENGLISH) if own is None else own
        sentences[key] = found or ""
    return sentences
