"""The state under one key, in every language that is asked for: the whole, and the steps up to it.

Made when the first tablet takes it, once a language, and shared by all: what isn't taken costs nothing, and
what comes in a burst is one step.
"""

import secrets
from collections import deque
from collections.abc import Callable
from itertools import count
from typing import Any

import msgspec

from dashboard.web.telling.deltas import check_of, delta, patched, tree_of
from dashboard.web.telling.names import Names
from engine.core.phrase import encode_hook

Key = tuple[str, str]
"""Channel and name."""

Render = Callable[[Any, str], bytes]
"""Turns a message into JSON with its sentences in a language."""

RenderCalling = Callable[[Any, str, Names], bytes]
"""The same, with what players are called."""

STEPS_KEPT = 8
"""A tablet that is further behind gets the whole."""

_FIRST_NUMBERS = 1 << 48
"""Each state's numbers begin at random below this: one that was forgotten and came back has others.

A count over all states would tell every tablet when some seat's sheet changes.
"""


def unrendered(message: Any, language: str, names: Names = ()) -> bytes:
    """Return a message's JSON, its sentences as the bus has them."""
    del language, names
    return msgspec.json.encode(message, enc_hook=encode_hook)


def envelope(channel: str, name: str, message: Any) -> str:
    """Return a browser's message: `{"channel", "name", "data"}`."""
    return _text({"channel": channel, "name": name, "data": message})


class PageRemark:
    """A message that is sent once, to those that it concerns at that moment."""

    def __init__(self, key: Key, message: Any, render: Render = unrendered) -> None:
        self._key = key
        self._message = message
        self._render = render
        self._texts: dict[str, str] = {}

    def text(self, language: str) -> str:
        """Return the text for a tablet of this language."""
        if language not in self._texts:
            # As states are sent, to the last decimal: a verdict comes in both, and is one to the page.
            self._texts[language] = envelope(*self._key, tree_of(self._render(self._message, language)))
        return self._texts[language]


class PageState:
    """The present state under one key. None: nothing any more."""

    def __init__(self, key: Key, message: Any = None, render: Render = unrendered) -> None:
        self.key = key
        self._message = message
        self._render = render
        self._editions: dict[str, _Edition] = {}

    @property
    def message(self) -> Any:
        """The present state."""
        return self._message

    def said_anew(self) -> None:
        """Note that the same message reads otherwise from now on."""
        for edition in self._editions.values():
            edition.is_newest = False

    def becomes(self, message: Any) -> None:
        """Take what is so now."""
        self._message = message
        self.said_anew()

    def since(self, language: str, known: int | None, *, steps: bool) -> tuple[str, int] | None:
        """Return the message for a tablet that has the tree `known`, and the number that it then has.

        None when nothing is new to it. `steps`: it takes the steps from there, where they are known and
        shorter than the whole.
        """
        edition = self._editions.get(language)
        if edition is None:
            edition = self._editions[language] = _Edition(self.key)
        if not edition.is_newest:
            edition.take(self._render(self._message, language))
        if known == edition.number:
            return None
        return edition.since(known) if steps else edition.plain, edition.number


class _Edition:
    """A state in one language: the newest tree, its text, and the last steps that led to it."""

    def __init__(self, key: Key) -> None:
        self._head = f'{{"channel":{_text(key[0])},"name":{_text(key[1])}'
        self.is_newest = False
        self.number = 0
        self._numbers = count(1 + secrets.randbelow(_FIRST_NUMBERS))
        self._tree: Any = None
        self._text = b""
        self._steps: deque[tuple[int, str]] = deque(maxlen=STEPS_KEPT)
        self._made: dict[int | None, str] = {}

    def take(self, told: bytes) -> None:
        """Go on to the present state."""
        self.is_newest = True
        tree = tree_of(told)
        text = msgspec.json.encode(tree)
        if text == self._text:
            return
        step = delta(self._tree, tree) if self.number else None
        # Tried before it's sent. Equal isn't the same in JSON: a truth and a one, keys in another order.
        if self.number and msgspec.json.encode(patched(self._tree, step)) == text:
            self._steps.append((self.number, _text(step)))
        else:
            self._steps.clear()
        self.number, self._tree, self._text = next(self._numbers), tree, text
        self._made.clear()

    @property
    def plain(self) -> str:
        """The whole without its number."""
        return f'{self._head},"data":{self._text.decode()}}}'

    def since(self, known: int | None) -> str:
        """Return the shortest text that updates a tablet which has the tree `known` (None: no tree)."""
        steps = [] if known is None else self._steps_from(known)
        if not steps or sum(map(len, steps)) >= len(self._text):
            known = None
        if known not in self._made:
            if known is None:
                tail = f'"data":{self._text.decode()}'
            else:
                tail = f'"from":{known},"check":{check_of(self._text)},"steps":[{",".join(steps)}]'
            self._made[known] = f'{self._head},"number":{self.number},{tail}}}'
        return self._made[known]

    def _steps_from(self, known: int) -> list[str]:
        numbers = [before for before, _ in self._steps]
        if known not in numbers:
            return []
        return [step for _, step in [*self._steps][numbers.index(known) :]]


def _text(tree: Any) -> str:
    return msgspec.json.encode(tree).decode()
