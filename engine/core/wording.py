"""Names and texts that data files bring in several languages: a content pack's cards, a game's rules.

A language is its two-letter code. The file's reader decides which languages are needed; other languages in
the file are kept too. English stands in for a missing language; no other one has a special role here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from engine.core.document import Entry
from engine.core.phrase import Phrase, translated

CODE_LETTERS = 2
"""The length of a language's code. No other key of such a file is this short, so a language can stand beside
them."""
FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class Wording:
    """A name or a text in several languages."""

    in_languages: tuple[tuple[str, str], ...]
    """Each language with its words, in the order of the file."""

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that it has."""
        return tuple(language for language, _ in self.in_languages)

    def said_in(self, language: str) -> str:
        """Return the text in a language. English stands in for it, and the first language for English."""
        for wanted in (language, FALLBACK):
            for code, text in self.in_languages:
                if code == wanted:
                    return text
        return self.in_languages[0][1]

    @property
    def phrase(self) -> Phrase:
        """The text in all its languages, as one phrase."""
        return _phrase(self.in_languages)

    @property
    def en(self) -> str:
        """English."""
        return self.said_in("en")

    @property
    def vi(self) -> str:
        """Vietnamese."""
        return self.said_in("vi")


@cache
def _phrase(in_languages: tuple[tuple[str, str], ...]) -> Phrase:
    """Return the phrase of a wording; remembered by the tuple, whose hash is faster than a wording's."""
    return translated(dict(in_languages))


def is_language(word: str) -> bool:
    """Whether a word has the form of a language's code: two lower-case letters."""
    return len(word) == CODE_LETTERS and word.isascii() and word.isalpha() and word.islower()


def read_languages(entry: Entry) -> tuple[str, ...]:
    """Return the languages that a file lists.

    Raises:
        InputFault: none, one twice, or a word that is no language's code.
    """
    found = tuple(one.text() for one in entry.sequence())
    for one, code in zip(entry.sequence(), found, strict=True):
        if not is_language(code):
            raise one.fault(f"expected a language's two lower-case letters, such as en; found '{code}'")
    if not found or len(set(found)) < len(found):
        raise entry.fault("expected at least one language, none of them twice")
    return found


def read_wording(given: dict[str, Entry], languages: Iterable[str], at: Entry) -> Wording:
    """Return a mapping's texts, each under its language.

    Raises:
        InputFault: one of `languages` is missing from `at`, or its text is empty.
    """
    for language in languages:
        if language not in given:
            raise at.fault(f"the key '{language}' is missing; found {', '.join(given) or 'nothing'}")
    return Wording(tuple((key, read_text(one)) for key, one in given.items() if is_language(key)))


def read_text(entry: Entry) -> str:
    """Return a text that isn't empty.

    Raises:
        InputFault: it's empty or no text.
    """
    text = entry.text().strip()
    if not text:
        raise entry.fault("expected text, found nothing")
    return text
