"""A table's words in every language: no gap, no English left over, nothing that nobody says."""

import re
from pathlib import Path
from string import Formatter

import pytest

import dashboard
import engine
import firmware_bridge
import vision
from dashboard.doctor.texts import TEXTS as DOCTOR
from dashboard.web.texts import page_texts
from dashboard.web.words.speaking import INTERPRETER, SPEAKERS
from engine.bus.texts import TEXTS as BUS
from engine.core.phrase import ENGLISH, LANGUAGES, Fact
from engine.core.sentences import Texts
from engine.core.unusable import TEXTS as UNUSABLE
from engine.session.texts import TEXTS as SESSION
from firmware_bridge.texts import TEXTS as BOARDS
from vision.texts import TEXTS as CAMERAS

SENTENCES = [one for one in SPEAKERS if one.owner != "pages"]
"""The owners of sentences; pages also say joints, codes and units, looked at in test_page_texts.py."""
OTHERS = [language for language in LANGUAGES if language != ENGLISH]
PACKAGES = {"vision": vision, "bridge": firmware_bridge, "doctor": dashboard, "bus": engine, "core": engine}
SAID = re.compile(r'(?:TEXTS|TEXTS|UNUSABLE)\.say\(\s*f?"([^"]+)"(?: if [^"]+ else "([^"]+)")?')


def sample(texts: Texts, key: str) -> dict[str, Fact]:
    """Return facts of the kinds that a sentence shows: numbers where it formats them, else text."""
    template = texts.template(key, ENGLISH) or ""
    shown = [(name, spec or "") for _, name, spec, _ in Formatter().parse(template) if name]
    numbers = {name for name, spec in shown if spec[-1:] in {"f", "g", "x", "%"} or "|" in spec}
    return {name: 2 if name in numbers else "e5" for name, _ in shown}


def words(text: str) -> str:
    """Return a template without what is filled in, code, what cards print alike, and what isn't a letter."""
    return "".join(filter(str.isalpha, re.sub(r"{[^}]*}|`[^`]*`|\b(?:AT|DF|SP)(?![A-Za-z])", "", text)))


GAMES_NAME = "game.named"
"""The key of a game's title."""


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("texts", SPEAKERS, ids=lambda one: one.owner)
def test_no_language_has_a_gap(texts: Texts, language: str) -> None:
    assert list(texts.gaps(language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("texts", SENTENCES, ids=lambda one: one.owner)
def test_every_sentence_can_be_filled_in(texts: Texts, language: str) -> None:
    for key in texts.keys:
        said = INTERPRETER.said(texts.say(key, **sample(texts, key)), language)
        assert "{" not in said, key
        assert said.strip(), key


@pytest.mark.parametrize("texts", SENTENCES, ids=lambda one: one.owner)
def test_no_english_is_left_in_japanese(texts: Texts) -> None:
    for key in texts.keys:
        english, japanese = (texts.template(key, language) or "" for language in (ENGLISH, "ja"))
        if words(english) and words(japanese):
            assert any("\u3040" <= letter <= "\u9fff" for letter in japanese), f"{key}: {japanese}"


@pytest.mark.parametrize("texts", SENTENCES, ids=lambda one: one.owner)
def test_no_english_is_left_in_vietnamese(texts: Texts) -> None:
    for key in texts.keys:
        if key == GAMES_NAME:
            # A game's title is a name: KingdomSquare is called so everywhere.
            continue
        english, vietnamese = (texts.template(key, language) or "" for language in (ENGLISH, "vi"))
        assert not words(english) or english != vietnamese, f"{key}: {vietnamese}"


@pytest.mark.parametrize("texts", [CAMERAS, BOARDS, DOCTOR, BUS, UNUSABLE], ids=lambda one: one.owner)
def test_every_sentence_is_said_somewhere(texts: Texts) -> None:
    folder = Path(str(PACKAGES[texts.owner].__file__)).parent
    sources = [path.read_text("utf-8") for path in folder.rglob("*.py")]
    keys = {key for source in sources for both in SAID.findall(source) for key in both if key}
    patterns = [re.compile(re.sub(r"{[^}]*}", "[a-z_]+", key.replace(".", r"\."))) for key in keys]
    unsaid = [key for key in sorted(texts.keys) if not any(one.fullmatch(key) for one in patterns)]
    assert unsaid == []


def test_the_page_knows_the_sentence_that_the_table_is_right_again() -> None:
    """Elsewhere than in the log it's news; there the page leaves it out where only hands had been busy."""
    for language in LANGUAGES:
        said = INTERPRETER.said(SESSION.say("settled.again"), language)
        assert page_texts(language)["verdict.again"] == said
