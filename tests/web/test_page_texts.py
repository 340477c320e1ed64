"""The pages' own texts: nothing is said past the texts, and no language lacks anything."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from dashboard.web.serving.pages import STATIC_FOLDER, source_of
from dashboard.web.texts import OWN, SERVICES, TEXTS, loaded_texts, page_texts
from engine.core.faults import InputFault
from engine.core.phrase import LANGUAGES
from tests import asking
from tests.web.shown_table import RunningServer

_FACT = re.compile(r"\{(\w+)[^}]*\}")
_SPOKEN_ATTRIBUTES = ("aria-label", "title", "alt", "placeholder", "aria-valuetext")
_VOID = ("meta", "link", "img", "input", "br")
_NAMES = {"Boardwarden", "px"}
"""The words that a page may say by itself: they're the same in every language."""

_TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|/(?:\\.|[^/\\\n\s])+/[gimsuy]*(?=[.,;)])""",
    re.DOTALL,
)
"""Comments, texts and patterns of a script."""
_FILLED = re.compile(r"\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
_SENTENCE = re.compile(
    r"^[A-Z][a-z]+(?: |$)|[A-Za-z]{2,}[,.:;!?…] |[a-z]'[a-z]+ |(?:\b[A-Za-z]+ ){2}[A-Za-z]{2,}"
)
_FOR_NO_READER = re.compile(
    r"(?:[!=]== |Error\(|warn\(|matchMedia\(|closest(?:\?\.)?\(|querySelector(?:All)?\("
    r"|class(?:es|Name)?(?::| =) |authorization: |transform(?::| =) |DEFS = )$"
)
"""The code before a text that no person reads."""
_LANGUAGES_OWN = {"English", "Tiếng Việt", "日本語"}
_KEY = re.compile(
    r"""(?:\bsay|\bsayable|\baway)\(\s*"([a-z_.]+)"|\bsay\([^"`]*\? "([a-z_.]+)" : "([a-z_.]+)\""""
)

_IMPORTED = re.compile(r"""^(?:import|export)\b[^;]*?"(\.[^"]+\.js)";""", re.MULTILINE)
"""A script that another one imports."""
_OWN_KEY = re.compile(rf"""["`]((?:{"|".join(OWN)}|{SERVICES})\.[a-z_.]+)""")
"""A key of the texts that not all pages load, or its beginning."""


def _texts(script: str) -> list[str]:
    """Return the sentences that a script has written out."""
    found = []
    for token in _TOKEN.finditer(script):
        text = _FILLED.sub("0", token.group()[1:-1])
        aside = token.group()[0] == "/" or _FOR_NO_READER.search(script[: token.start()])
        if not aside and _SENTENCE.search(text) and text not in _LANGUAGES_OWN:
            found.append(token.group())
    return found


class _Bypasses(HTMLParser):
    """Collects what a page says by itself, and the keys that it asks for."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.keys: set[str] = set()
        self._open: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.found += [f"{name}={given[name]}" for name in _SPOKEN_ATTRIBUTES if given.get(name)]
        self.keys |= {value for name, value in attrs if name.startswith("data-say") and value}
        if tag not in _VOID:
            # A text in a language that is named is meant to be read in it.
            self._open.append("lang" in given and tag != "html")

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if not any(self._open) and any(map(str.isalpha, data)) and data.strip() not in _NAMES:
            self.found.append(data.strip())


@pytest.mark.parametrize("path", sorted(STATIC_FOLDER.rglob("*.html")), ids=lambda path: path.stem)
def test_a_page_says_nothing_but_what_the_catalogue_has(path: Path) -> None:
    page = _Bypasses()
    page.feed(path.read_text(encoding="utf-8"))
    assert page.found == []
    assert page.keys - set(page_texts("en")) == set()
    assert len(page.keys) > 2


@pytest.mark.parametrize("path", sorted(STATIC_FOLDER.rglob("*.html")), ids=lambda path: path.stem)
def test_a_pages_head_comes_from_the_one_that_all_have(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    page = source_of(path.relative_to(STATIC_FOLDER).with_suffix("").as_posix())
    assert "viewport" not in written
    assert page.count('<meta name="viewport"') == page.count("/static/page/page.css") == 1
    assert "<!--" not in page


def test_no_script_has_a_sentence_of_its_own() -> None:
    found = {path.name: _texts(path.read_text(encoding="utf-8")) for path in STATIC_FOLDER.rglob("*.js")}
    assert {name: texts for name, texts in found.items() if texts} == {}


@pytest.mark.parametrize(
    "written",
    [
        'html("p", {}, "Paused")',
        "html(`p`, {}, `Camera ${name} is away.`)",
        'title("could move here next turn")',
        '{ text: "it isn\'t so" }',
    ],
)
def test_a_sentence_written_out_in_a_script_is_found(written: str) -> None:
    assert len(_texts(f"// A comment may say anything.\n{written};")) == 1


def test_every_text_that_a_script_asks_for_is_there() -> None:
    scripts = (path.read_text(encoding="utf-8") for path in STATIC_FOLDER.rglob("*.js"))
    asked = {key for script in scripts for found in _KEY.findall(script) for key in found if key}
    assert len(asked) > 200
    assert asked - set(page_texts("en")) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_and_says_something(language: str) -> None:
    assert list(TEXTS.gaps(language)) == []
    said = page_texts(language)
    assert [key for key, text in said.items() if not text.strip() and page_texts("en")[key].strip()] == []


def test_japanese_texts_are_written_in_japanese() -> None:
    script = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
    said = {text: _FACT.sub("", text) for text in page_texts("ja").values()}
    english = {text for text, rest in said.items() if any(map(str.isalpha, rest)) and not script.search(rest)}
    assert {text for text in english if not text.isupper() and not text.startswith("HP ")} == set()


def test_a_language_that_the_pages_do_not_speak_is_refused(server: RunningServer) -> None:
    with pytest.raises(InputFault, match=r"'tlh'; expected one of en, vi, ja"):
        page_texts("tlh")
    assert asking.get(f"{server.url}/texts/tlh.json").status_code == 404
    of_all = asking.get(f"{server.url}/texts/ja.json").json()
    for own in OWN:
        of_page = {key: text for key, text in page_texts("ja").items() if key.startswith(f"{own}.")}
        assert of_page
        assert of_page.keys() & of_all.keys() <= {f"{own}.heading"}
        assert asking.get(f"{server.url}/texts/ja.json?also={own}").json() == of_all | of_page
    both = asking.get(f"{server.url}/texts/ja.json?also={OWN[0]},{OWN[1]}").json()
    assert both == loaded_texts("ja", OWN[:1]) | loaded_texts("ja", OWN[1:2])
    assert not [key for key in both if key.startswith(f"{SERVICES}.")]


@pytest.mark.parametrize("path", sorted(STATIC_FOLDER.rglob("*.html")), ids=lambda path: path.stem)
def test_a_page_loads_the_texts_that_it_names_and_no_others(path: Path) -> None:
    html = path.read_text(encoding="utf-8")
    files = {STATIC_FOLDER / name for name in re.findall(r'src="/static/([^"]+\.js)"', html)}
    waiting = list(files)
    while waiting:
        script = waiting.pop()
        found = _IMPORTED.findall(script.read_text(encoding="utf-8"))
        new = {(script.parent / one).resolve() for one in found} - files
        files |= new
        waiting += new
    written = [html, *(script.read_text(encoding="utf-8") for script in files)]
    named = {key for one in written for key in _OWN_KEY.findall(one)}
    own = [one for words in re.findall(r'data-texts="([^"]+)"', html) for one in words.split(",")]
    loaded = loaded_texts("en", own)
    assert [key for key in named if not any(one.startswith(key) for one in loaded)] == []
    assert [one for one in own if not any(key.startswith(f"{one}.") for key in named)] == []
