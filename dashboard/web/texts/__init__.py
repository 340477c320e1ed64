"""What the pages themselves say: a catalogue a language, sent to the browser that fills it in.

What the table says of a match isn't here: that comes ready, from the services that say it.
"""

from functools import cache
from pathlib import Path

from engine.core.document import Entry, read_document
from engine.core.faults import InputFault

LANGUAGES = ("en", "vi", "ja")
"""The languages of the pages; the first one speaks for a browser that knows none of them."""

_FOLDER = Path(__file__).parent


@cache
def page_texts(language: str) -> dict[str, str]:
    """Return a language's sentences by key (`turn.won`); what it lacks is said in the first language.

    Raises:
        InputFault: no such language, or a broken file; says where.
    """
    if language not in LANGUAGES:
        raise InputFault(f"no page texts in '{language}'; expected one of {', '.join(LANGUAGES)}")
    own = written_texts(language)
    return own if language == LANGUAGES[0] else page_texts(LANGUAGES[0]) | own


def written_texts(language: str) -> dict[str, str]:
    """Return what a language's own file says, by key.

    Raises:
        InputFault: there's no such file, or it's broken; says where.
    """
    return _flat(read_document(_FOLDER / f"{language}.yaml"))


def _flat(entry: Entry, above: str = "") -> dict[str, str]:
    if not isinstance(entry.value, dict):
        return {above: entry.text()}
    return {
        key: text
        for name, one in entry.value.items()
        for key, text in _flat(one, f"{above}.{name}" if above else name).items()
    }
