"""The English of the project, cut into sentences, and the forms that a reader has to read twice.

Subject first, one thought a sentence. A form is found by a pattern, so it finds a little too much
and a little too little; that is why code has an allowance that only goes down, and prose has none.
"""

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

TOP = Path(__file__).parents[2]

_VERB = (
    r"(?:is|are|was|were|has|does|do|may|can|must|lies|ends|takes|looks|shows|sees|stands|comes|works|goes|falls|"
    r"moves|rests|draws|leaves|plays|isn't|aren't|can't)"
)
_MAIN_VERB = (
    r"(?:is|isn't|are|aren't|was|wasn't|were|stays|counts|comes|depends|means|doesn't|don't|stands|goes|decides|"
    r"follows|matters)"
)
_SAME_CLAUSE = (
    r"(?:(?!\b(?:while|until|when|before|after|because|that|who|whom|which|once|if|since|though|as|so|than|more|"
    r"less|larger|where|and)\b)[^,:;])*?"
)
"""A sentence with two verbs in one clause has a clause as its subject: "How it lies is measured". A field's
text has one: "How it lies". In "Where it lies, nothing grows" a comma parts the clauses.
"""

FORMS: Mapping[str, re.Pattern[str]] = {
    "headless subject": re.compile(r"^(?:What|Who|Whom|Whoever|Whatever|Whichever)\b(?!.*\?$)"),
    "clause as subject": re.compile(
        rf"^(?:(?:How(?! many)|Where|Why)\b{_SAME_CLAUSE}\b{_VERB}\b{_SAME_CLAUSE}\b{_MAIN_VERB}\b"
        r"|Whose\b.*\b(?:loses|has|have|may|is|are|falls)\b)(?!.*\?$)"
    ),
    "the own": re.compile(
        r"\b(?:the|an|in|of|to|from|with|on|any|another|all|two|next) own\b", re.IGNORECASE
    ),
    "told": re.compile(r"\btold\b", re.IGNORECASE),
    "by which": re.compile(r"\b(?:of|by|in|to|with|from|for|on|at) which\b", re.IGNORECASE),
    "whom": re.compile(r"\bwhom\b", re.IGNORECASE),
    "came to": re.compile(r"\bcame to\b", re.IGNORECASE),
    "old words": re.compile(r"\b(?:anew|besides|amid|nought)\b", re.IGNORECASE),
    "headless object": re.compile(r"^(?:Return|Yield) (?:what|who|whom|whose|whoever|whatever)\b"),
    "so many": re.compile(r"\bso (?:many|much)\b(?! (?:that|as)\b)", re.IGNORECASE),
}
"""The forms by name. docs/words.md says what to write instead."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_CODE = re.compile(r"```.*?```|~~~.*?~~~", re.DOTALL)
_INLINE = re.compile(r"`[^`\n]*`")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_END = re.compile(r"(?<=[.!?])[\"”')*_]*\s+(?=[\"“(*_]*[A-ZĐ`<])")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of English and the place where a reader finds it."""

    text: str
    path: str
    """The file, from the top of the project."""
    line: int
    """The line of the paragraph that the sentence stands in, from 1."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence that has a form which it shouldn't have."""

    form: str
    sentence: Sentence

    def __str__(self) -> str:
        return f"{self.sentence.path}:{self.sentence.line}: {self.form}: {self.sentence.text:.120}"


def findings(sentences: Iterator[Sentence]) -> list[Finding]:
    """Return the findings in sentences: one for each form and sentence."""
    return [
        Finding(form, one) for one in sentences for form, pattern in FORMS.items() if pattern.search(one.text)
    ]


def tracked(*patterns: str) -> list[str]:
    """Return the files that the project keeps, by git's patterns."""
    listed = subprocess.run(
        ["git", "ls-files", "--", *patterns], cwd=TOP, capture_output=True, text=True, check=True
    )
    return [path for path in listed.stdout.splitlines() if (TOP / path).exists()]


def sentences_of(text: str, path: str, line: int) -> Iterator[Sentence]:
    """Yield the sentences of one paragraph; code, links' targets and marks of emphasis are taken out."""
    plain = _LINK.sub(r"\1", _INLINE.sub("code", text)).replace("**", "").replace("*", "")
    for one in _END.split(" ".join(plain.split())):
        if len(one.split()) > 1:
            yield Sentence(one.strip(), path, line)


def in_page(path: str) -> Iterator[Sentence]:
    """Yield the sentences of a Markdown page: headings, paragraphs, list items and table cells, no code.

    A heading may begin with "What" or "Who", so the sentence of one begins with "Heading:".
    """
    text = (TOP / path).read_text(encoding="utf-8")
    text = _CODE.sub(lambda found: "\n" * found.group().count("\n"), text)
    paragraph: list[str] = []
    start = 1
    for number, row in enumerate([*text.split("\n"), ""], 1):
        bare = row.strip()
        begins_item = re.match(r"(?:[-*+]|\d+\.)\s", bare)
        if not bare or bare.startswith(("#", "|", "!", "<", "---", ":::")) or begins_item:
            yield from sentences_of(" ".join(paragraph), path, start)
            paragraph, start = [], number
        if bare.startswith("#"):
            yield from sentences_of(f"Heading: {bare.lstrip('# ')}", path, number)
        elif bare.startswith("|"):
            for cell in bare.strip("|").split("|"):
                yield from sentences_of(cell, path, number)
        elif begins_item:
            paragraph = [bare[begins_item.end() :]]
        elif bare and not bare.startswith(("#", "!", "<", "---", ":::")):
            paragraph.append(bare)


def in_texts(path: str) -> Iterator[Sentence]:
    """Yield the sentences of a file of texts, whatever its keys are."""
    node = yaml.compose((TOP / path).read_text(encoding="utf-8"), _LOADER)
    left = [node] if node is not None else []
    while left:
        one = left.pop()
        if isinstance(one, yaml.ScalarNode):
            yield from sentences_of(str(one.value), path, one.start_mark.line + 1)
        elif isinstance(one, yaml.MappingNode):
            left.extend(value for _, value in reversed(one.value))
        elif isinstance(one, yaml.SequenceNode):
            left.extend(reversed(one.value))


def in_english(path: str) -> Iterator[Sentence]:
    """Yield the English sentences of a file that has several languages beside each other, under keys."""
    source = (TOP / path).read_text(encoding="utf-8")
    if not re.search(r"\ben:", source):
        return
    left = [(one, False) for one in yaml.compose_all(source, _LOADER)]
    while left:
        one, english = left.pop()
        if isinstance(one, yaml.ScalarNode) and english:
            yield from sentences_of(str(one.value), path, one.start_mark.line + 1)
        elif isinstance(one, yaml.MappingNode):
            left += [(value, english or key.value == "en") for key, value in reversed(one.value)]
        elif isinstance(one, yaml.SequenceNode):
            left += [(value, english) for value in reversed(one.value)]


def in_titles(path: str) -> Iterator[Sentence]:
    """Yield the titles of a file of scenarios."""
    for number, row in enumerate((TOP / path).read_text(encoding="utf-8").split("\n"), 1):
        if row.startswith("title: "):
            title = row.removeprefix("title: ").strip('"')
            yield from sentences_of(title[:1].upper() + title[1:], path, number)


def in_makefile(path: str) -> Iterator[Sentence]:
    """Yield the sentences of a Makefile's comments and of the lines that its targets print."""
    for number, row in enumerate((TOP / path).read_text(encoding="utf-8").split("\n"), 1):
        found = re.match(r"#+ (.*)|\t@echo \"(.*)\"", row)
        if found:
            yield from sentences_of(found[1] or found[2], path, number)


def docstrings(path: str) -> Iterator[Sentence]:
    """Yield the sentences of a Python file's docstrings, fields' texts and comments."""
    source = (TOP / path).read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and _text_of(node.value) is not None:
            for paragraph in str(_text_of(node.value)).split("\n\n"):
                yield from sentences_of(paragraph, path, node.lineno)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield from sentences_of(token.string.lstrip("#! "), path, token.start[0])


def messages(path: str) -> Iterator[Sentence]:
    """Yield the sentences in a Python file's string literals of three words or more, which people read."""
    tree = ast.parse((TOP / path).read_text(encoding="utf-8"))
    spoken = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if id(node) in spoken or id(node) in inside:
            continue
        text = _text_of(node)
        if text is not None and len(text.split()) > 2:
            yield from sentences_of(text, path, getattr(node, "lineno", 1))


def _text_of(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = [
            one.value if isinstance(one, ast.Constant) and isinstance(one.value, str) else "code"
            for one in node.values
        ]
        return "".join(map(str, parts))
    return None


def in_script(path: str) -> Iterator[Sentence]:
    """Yield the sentences of a script's comments, without the types in them."""
    paragraph: list[str] = []
    start = 1
    source = (TOP / path).read_text(encoding="utf-8")
    for number, row in enumerate([*source.split("\n"), ""], 1):
        found = re.match(r"\s*(?:/\*\*?|\*/?|//)\s?(.*?)(?:\*/)?$", row)
        words = re.sub(r"@\w+ \{.*\}", "", found.group(1)).strip() if found else ""
        if words:
            paragraph.append(words)
        else:
            yield from sentences_of(" ".join(paragraph), path, start)
            paragraph, start = [], number + 1
