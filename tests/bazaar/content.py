"""The bazaar's cards as data, and the vocabulary of their effects."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

from engine.core.document import Entry
from engine.kit.content.records import HEAD_OPTIONAL, HEAD_REQUIRED, Head, read_head, read_records
from engine.kit.content.vocabulary import Effects, Says, Vocabulary
from engine.kit.zones.box import Box
from tests.bazaar.texts import TEXTS

SUITS = ("red", "black")
ANSWERS = ("theft", "judgment")
MOMENTS = ("shielded", "unmasked", "judged", "robbed")


@dataclass(frozen=True, slots=True)
class Gain:
    """Take gold."""

    gold: Annotated[int, Says("gold", 1, 9)]


@dataclass(frozen=True, slots=True)
class Rob:
    """Take gold from the seat that the card is played on, unless a guard is played."""

    gold: Annotated[int, Says("gold", 1, 9)]


@dataclass(frozen=True, slots=True)
class Judge:
    """Turn up the top card of the deck; if it's red, take gold."""

    gold: Annotated[int, Says("gold", 1, 9)]


@dataclass(frozen=True, slots=True)
class Contest:
    """Both put a card from hand at the same time; the dearer one takes gold."""

    gold: Annotated[int, Says("gold", 1, 9)]


@dataclass(frozen=True, slots=True)
class Take:
    """Draw cards."""

    cards: Annotated[int, Says("cards", 1, 5)]


@dataclass(frozen=True, slots=True)
class Either:
    """Choose one of the ways."""

    ways: Annotated[tuple[Effects, ...], Says("each way is effects of its own")]


WORDS = Vocabulary((Gain, Rob, Judge, Contest, Take, Either), TEXTS)


@dataclass(frozen=True, slots=True)
class Record:
    """One card. `stays`: it's laid before its player; `mask`: the moment when it may be shown."""

    head: Head
    suit: str = ""
    cost: int = 0
    stays: bool = False
    play: Effects = ()
    use: Effects = ()
    answers: str = ""
    mask: str = ""


@cache
def cards() -> dict[str, Record]:
    """Return the cards by slug."""
    return read_records(Path(__file__).parent / "cards.yaml", "cards", _record)


def box() -> Box:
    """Return all copies of all cards."""
    return Box.of({slug: record.head.copies for slug, record in cards().items()})


def _record(entry: Entry) -> tuple[str, Record]:
    given = entry.fields(
        required=HEAD_REQUIRED,
        optional=(*HEAD_OPTIONAL, "suit", "cost", "stays", "play", "use", "answers", "mask"),
    )
    head = read_head(given)
    return head.slug, Record(
        head,
        suit=given["suit"].text(SUITS) if "suit" in given else "",
        cost=given["cost"].whole(0, 9) if "cost" in given else 0,
        stays=given["stays"].flag() if "stays" in given else False,
        play=WORDS.parse(given["play"]) if "play" in given else (),
        use=WORDS.parse(given["use"]) if "use" in given else (),
        answers=given["answers"].text(ANSWERS) if "answers" in given else "",
        mask=given["mask"].text(MOMENTS) if "mask" in given else "",
    )
