"""The state under one key, as text in each language that tablets use: whole, and as steps to it.

A text is made when the first tablet takes it, once for each language, and shared by all tablets. So a state
that no tablet takes costs nothing, and several quick changes are one step.
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
"""The channel and name of a state, such as ("camera", "left")."""

Render = Callable[[Any, str], bytes]
"""Turns a message into JSON with its sentences in a language."""

RenderCalling = Callable[[Any, str, Names], bytes]
"""Turns a message into JSON with its sentences in a language, with the players' names in them."""

STEPS_KEPT = 8
"""The number of steps that are kept. A tablet that is further behind gets the whole state."""

_FIRST_NUMBERS = 1 << 48
"""The bound of a state's first number, which is random, so that a state that comes back has other numbers.

The numbers aren't counted over all states, because then every tablet could see when another seat's sheet
changes.
"""


def unrendered(message: Any, language: str, names: Names = ()) -> bytes:
    """Return a message as JSON, with its sentences as the bus has them."""
    del language, names
    return msgspec.json.encode(message, enc_hook=encode_hook)


def envelope(channel: str, name: str, message: Any) -> str:
    """Return a message to a browser as JSON: `{"channel", "name", "data"}`."""
    return _text({"channel": channel, "name": name, "data": message})


class PageRemark:
    """An event: a message that is sent once."""

    def __init__(self, key: Key, message: Any, render: Render = unrendered) -> None:
        self._key = key
        self._message = message
        self._render = render
        self._texts: dict[str, str] = {}

    def text(self, language: str) -> str:
        """Return the message as text in a language."""
        if language not in self._texts:
            # Numbers are rounded as in states, because a verdict comes in both, and the page compares them.
            self._texts[language] = envelope(*self._key, tree_of(self._render(self._message, language)))
        return self._texts[language]


class PageState:
    """The present state under one key. Its message is None when the state is gone.

    `is_public`: everybody may know it now, also visitors without a seat.
    """

    def __init__(
        self, key: Key, message: Any = None, render: Render = unrendered, *, is_public: bool = False
    ) -> None:
        self.key = key
        self.is_public = is_public
        self._message = message
        self._render = render
        self._editions: dict[str, _Edition] = {}

    @property
    def message(self) -> Any:
        """The present message; None if the state is gone."""
        return self._message

    def said_anew(self) -> None:
        """Note that the message's texts have to be made again, for instance with other players' names."""
        for edition in self._editions.values():
            edition.is_newest = False

    def becomes(self, message: Any) -> None:
        """Take the new message; None if the state is gone."""
        self._message = message
        self.said_anew()

    def since(self, language: str, known: int | None, *, steps: bool) -> tuple[str, int] | None:
        """Return the text for a tablet that has the state's number `known`, and the state's new number.

        None if the tablet has the newest state. `steps`: the tablet can take steps; it gets them if they are
        kept and shorter than the whole state.
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

    def take(self, state: bytes) -> None:
        """Take the newest state's JSON, and keep the step that leads to it."""
        self.is_newest = True
        tree = tree_of(state)
        text = msgspec.json.encode(tree)
        if text == self._text:
            return
        step = delta(self._tree, tree) if self.number else None
        # Each step is tried here first. Trees that Python calls equal may differ in JSON: `true` and `1`, or
        # keys in another order.
        if self.number and msgspec.json.encode(patched(self._tree, step)) == text:
            self._steps.append((self.number, _text(step)))
        else:
            self._steps.clear()
        self.number, self._tree, self._text = next(self._numbers), tree, text
        self._made.clear()

    @property
    def plain(self) -> str:
        """The whole state as text, without its number, for tablets that take no steps."""
        return f'{self._head},"data":{self._text.decode()}}}'

    def since(self, known: int | None) -> str:
        """Return the shortest text for a tablet that has the state's number `known` (None: no state)."""
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
