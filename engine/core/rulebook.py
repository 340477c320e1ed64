"""A game's rules for people: each in one sentence, with the place where its rulebook has it.

The file has the book's name and the places in it. For each rule id it has a sentence and one of these places.
All texts are in several languages. Where the book leaves a rule open, `reading` names the option that lets a
table choose. For each kind of decision, `questions` has the question to its seat and the rule that asks it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.core.document import Entry, read_document
from engine.core.ids import RuleId
from engine.core.wording import Wording, is_language, read_wording


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule in one sentence."""

    id: RuleId
    """The rule's id."""
    sentence: Wording
    """The rule in words."""
    place: Wording
    """Where the printed rules say it."""
    reading: str = ""
    """The option that chooses how the rule is read; empty where there is only one way."""


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """The words that a seat is asked with when it must choose out of its turn."""

    sentence: Wording
    """The question, to the player who chooses."""
    rule: RuleId | None = None
    """The rule that asks; None where the played card or skill asks."""
    open: bool = False
    """Whether everybody sees the possible answers: then a single one may be given without asking."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A game's rules in words."""

    title: Wording
    """The name of the printed rules."""
    left_open: Wording
    """The sentence about a rule with an option."""
    rules: Mapping[RuleId, Rule]
    """The rules by id, in the file's order."""
    questions: Mapping[str, QuestionWords] = field(default_factory=dict)
    """The questions by the decision's kind (`discard`)."""

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that every text of the rulebook has."""
        return self.title.languages


def read_rulebook(path: Path) -> Rulebook:
    """Return the rulebook of a file.

    Raises:
        InputFault: a broken file, a place that isn't listed or that no rule has, a question of an unknown
            rule, or a text that lacks one of the title's languages; with file and line.
    """
    found = read_document(path).fields(
        required=("book", "left_open", "places", "rules"), optional=("questions",)
    )
    title = read_wording(found["book"].mapping(), (), found["book"])
    languages = title.languages
    places = {
        name: read_wording(entry.mapping(), languages, entry)
        for name, entry in found["places"].mapping().items()
    }
    named: set[str] = set()
    rules: dict[RuleId, Rule] = {}
    for name, entry in found["rules"].mapping().items():
        spoken = tuple(key for key in entry.mapping() if is_language(key))
        given = entry.fields(required=("place",), optional=("reading", *spoken))
        place = given["place"].text(tuple(places))
        named.add(place)
        reading = given["reading"].text() if "reading" in given else ""
        rule = RuleId(name)
        rules[rule] = Rule(rule, read_wording(given, languages, entry), places[place], reading)
    _refuse_unnamed(found["places"], named)
    left_open = read_wording(found["left_open"].mapping(), languages, found["left_open"])
    asked = found["questions"].mapping() if "questions" in found else {}
    questions = {kind: _question(entry, languages, rules) for kind, entry in asked.items()}
    return Rulebook(title, left_open, rules, questions)


def _question(entry: Entry, languages: tuple[str, ...], rules: Mapping[RuleId, Rule]) -> QuestionWords:
    spoken = tuple(key for key in entry.mapping() if is_language(key))
    given = entry.fields(optional=("rule", "open", *spoken))
    rule = RuleId(given["rule"].text(tuple(rules))) if "rule" in given else None
    is_open = "open" in given and given["open"].flag()
    return QuestionWords(read_wording(given, languages, entry), rule, is_open)


def _refuse_unnamed(places: Entry, named: set[str]) -> None:
    for name, entry in places.mapping().items():
        if name not in named:
            raise entry.fault("no rule has this place; take it out, or name it where a rule stands there")
