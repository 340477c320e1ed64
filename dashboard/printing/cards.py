"""Cards from a content pack: names and texts in Vietnamese and English, a tag on those of the decks.

The decks' cards take tags from the dictionary's ids that the boards leave free, in the pack's order, one
a copy: the print's `--json` says which card has which.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from dashboard.printing.colours import NEUTRAL, SIDES, lighter
from dashboard.printing.drawing import Box, Drawing, Path, Shape, Text, drawing_of
from dashboard.printing.flow import Item
from dashboard.printing.tags import label_side_mm, tag_drawing
from dashboard.printing.typeface import text_width_mm, wrapped
from engine.core.faults import InputFault
from engine.games.dozen_war.arms import Arm
from engine.games.dozen_war.content.pack import (
    EquipmentRecord,
    EventRecord,
    GeneralRecord,
    Pack,
    SkillRecord,
    TokenRecord,
    Wording,
)

CARD_MM = (63.0, 88.0)
TOKEN_MM = (42.0, 42.0)

CARD_DICTIONARY = "DICT_5X5_1000"
"""Its first 250 tags are those of `DICT_5X5_250`, which boards and pieces have."""

FIRST_CARD_TAG = 250
CARD_TAG_MM = 12.0

_INK, _SOFT = "#23262b", "#5d574a"
_LARGEST_TEXT_MM, _LEAST_TEXT_MM = 4.0, 1.7
_EDGE_MM = 3.5
_ARM_COLOURS = {Arm.INFANTRY: SIDES[0], Arm.CAVALRY: SIDES[1], Arm.ARCHER: SIDES[2], Arm.ALCHEMIST: SIDES[4]}
_ARM_NAMES = {
    Arm.INFANTRY: "Bộ binh · Infantry",
    Arm.CAVALRY: "Kỵ binh · Cavalry",
    Arm.ARCHER: "Cung thủ · Archer",
    Arm.ALCHEMIST: "Giả kim · Alchemist",
}
_MARK_NAMES = {"attack": "Công · Attack", "defend": "Thủ · Defend"}


@dataclass(frozen=True, slots=True)
class _Words:
    """A paragraph: its text, size as a share of the card's, and how it looks."""

    text: str
    share: float = 1.0
    colour: str = _INK
    bold: bool = False
    space: float = 0.35


def card_items(pack: Pack) -> tuple[Item, ...]:
    """Return every card and token of a pack, in its copies.

    Raises:
        InputFault: a card's text doesn't fit.
    """
    tags = count(FIRST_CARD_TAG)
    return (
        *(_general(general) for general in pack.generals.values()),
        *(
            _equipment(card, copy, next(tags))
            for card in pack.equipment.values()
            for copy in range(1, card.copies + 1)
        ),
        *(_event(event, next(tags)) for event in pack.events.values()),
        *_tokens(pack.treasures.values(), SIDES[3], "Báu vật · Treasure"),
        *_tokens(pack.curses.values(), SIDES[4], "Lời nguyền · Curse"),
    )


def _general(general: GeneralRecord) -> Item:
    words = [words for skill in general.skills for words in _skill(skill)]
    return _card(
        general.slug,
        general.names,
        about=_ARM_NAMES[general.arm],
        colour=_ARM_COLOURS[general.arm],
        words=words,
    )


def _skill(skill: SkillRecord) -> Iterator[_Words]:
    marks = ", ".join(_MARK_NAMES[mark.value].split(" · ")[0] for mark in skill.marks)
    cost = f", {skill.coins} xu" if skill.coins else ""
    yield _Words(f"{skill.number}. {skill.names.vi} / {skill.names.en} ({marks}{cost})", bold=True, space=0.7)
    yield _Words(skill.text.vi)
    yield _Words(skill.text.en, 0.88, _SOFT)


def _equipment(card: EquipmentRecord, copy: int, tag: int) -> Item:
    colour = NEUTRAL if card.arm is None else _ARM_COLOURS[card.arm]
    about = " · ".join(
        ["Chung · Common" if card.arm is None else _ARM_NAMES[card.arm]]
        + [_MARK_NAMES[mark.value] for mark in card.marks]
    )
    words = [_Words(card.text.vi), _Words(card.text.en, 0.88, _SOFT, space=0.8)]
    return _card(
        f"{card.slug}.{copy}", card.names, about=about, colour=colour, words=words, tag=tag, star=card.star
    )


def _event(event: EventRecord, tag: int) -> Item:
    words = [_Words(event.text.vi), _Words(event.text.en, 0.88, _SOFT, space=0.8)]
    return _card(event.slug, event.names, about="Sự kiện · Event", colour=SIDES[5], words=words, tag=tag)


def _tokens(records: Iterable[TokenRecord], colour: str, about: str) -> Iterator[Item]:
    for record in records:
        words = [_Words(record.text.vi), _Words(record.text.en, 0.88, _SOFT)]
        for copy in range(1, record.copies + 1):
            yield _card(
                f"{record.slug}.{copy}",
                record.names,
                about=about,
                colour=colour,
                words=words,
                size_mm=TOKEN_MM,
            )


def _card(
    name: str,
    names: Wording,
    *,
    about: str,
    colour: str,
    words: Sequence[_Words],
    size_mm: tuple[float, float] = CARD_MM,
    tag: int | None = None,
    star: int = 0,
) -> Item:
    """Return a card: a band with both names, the text, and below it the tag, or the slug alone."""
    width, height = size_mm
    card = Box(0, 0, width, height)
    band = Box(0, height - 13.5, width, height)
    inner = width - 2 * _EDGE_MM
    stars = text_width_mm("★" * star, 4.2) + 2.0 * bool(star)
    title = min(5.0, 5.0 * (inner - stars) / text_width_mm(names.vi, 5.0, bold=True))
    second = min(3.2, 3.2 * inner / text_width_mm(names.en, 3.2))
    note = min(2.3, 2.3 * inner / text_width_mm(about, 2.3))
    shapes: list[Shape] = [
        Path((card.outline,), fill="#fffdf8"),
        Path((band.outline,), fill=colour),
        Text((_EDGE_MM, band.top - 6.2), names.vi, title, "#ffffff", bold=True),
        Text((_EDGE_MM, band.top - 11.2), names.en, second, lighter(colour, 0.85)),
        Text((_EDGE_MM, band.bottom - 3.4), about, note, colour),
    ]
    if star:
        shapes.append(Text((width - _EDGE_MM, band.top - 6.2), "★" * star, 4.2, "#ffe08a", anchor="end"))
    low = 4.5 if tag is None else _EDGE_MM + label_side_mm(CARD_DICTIONARY, CARD_TAG_MM)
    shapes += _text(words, Box(_EDGE_MM, low, width - _EDGE_MM, band.bottom - 5.4), name)
    shapes.append(Text((_EDGE_MM, 2.2), name, 1.9, _SOFT))
    shapes.append(Path((card.outline,), line="#9a9a9a", line_mm=0.12))
    drawing = drawing_of(shapes)
    if tag is not None:
        drawing += _card_tag(tag, width, name)
    return Item(name, width, height, drawing)


def _card_tag(tag: int, width: float, name: str) -> Drawing:
    half = label_side_mm(CARD_DICTIONARY, CARD_TAG_MM) / 2
    centre = (width - 2.0 - half, 2.0 + half)
    return drawing_of(
        Path((Box(*centre, *centre).grown(half).outline,), fill="#ffffff"),
        tag_drawing(CARD_DICTIONARY, tag, centre, CARD_TAG_MM, whose=name),
    )


def _text(words: Sequence[_Words], room: Box, name: str) -> Iterator[Text]:
    """Yield the paragraphs' lines from the top, as large as the room allows.

    Raises:
        InputFault: they don't fit however small they may be.
    """
    size = _LARGEST_TEXT_MM
    while size >= _LEAST_TEXT_MM:
        lines = [
            (line, one, i == 0)
            for one in words
            for i, line in enumerate(wrapped(one.text, room.width, size * one.share, bold=one.bold))
        ]
        step = [1.28 * size * one.share + one.space * size * first for _, one, first in lines]
        if sum(step) <= room.height:
            break
        size -= 0.1
    else:
        raise InputFault(
            f"{name}: its text doesn't fit a card, even with letters of {_LEAST_TEXT_MM} mm; shorten it"
        )
    y = room.top
    for (line, one, _), down in zip(lines, step, strict=True):
        y -= down
        yield Text((room.left, y), line, size * one.share, one.colour, bold=one.bold)
