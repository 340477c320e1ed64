"""A small whole pack as text, and what a broken one answers."""

from pathlib import Path

import pytest

from engine.core.faults import InputFault
from engine.games.dozen_war.content.pack import Pack, load_pack

HEAD = "name: mine\nbase: house\n"

HOUSE_CARDS = len(load_pack("house").deck)
"""The number of cards in the deck that comes with the game."""

ONE_MORE = f"{HEAD}cards: {HOUSE_CARDS + 1}\n"
"""The head of a pack that adds one copy of a card."""

CARD = """\
equipment:
  - slug: giao-sat
    copies: 1
    vi: Giáo Sắt
    en: Iron Pike
    arm: infantry
    star: 2
    marks: [attack]
    targets:
      user: {who: ally unit, arms: [infantry]}
      target: {who: enemy unit, where: range}
    effects:
      - damage: {on: target, amount: 1}
      - push: {on: target, hexes: 1}
    text: {vi: Đẩy lùi., en: Pushes back.}
    origin: printed
"""

EVENT = """\
events:
  - slug: mua-da
    vi: Mưa Đá
    en: Hail
    hits: all
    lasts: round
    targets:
      units: {who: ally unit, every: true}
    effects:
      - move: {on: units, amount: -1, lasts: round}
    text: {vi: Chậm lại., en: Slower.}
    origin: house
"""

TREASURE = """\
treasures:
  - slug: ruong-vang
    vi: Rương Vàng
    en: Chest
    effects:
      - coin: {amount: 3}
    text: {vi: Ba tiền., en: Three coins.}
    origin: house
"""


def loaded(folder: Path, text: str) -> Pack:
    """Load a pack written to a new file."""
    path = folder / f"pack{len(list(folder.iterdir()))}.yaml"
    path.write_text(text, encoding="utf-8")
    return load_pack(str(path))


def refused(folder: Path, text: str) -> tuple[int, str]:
    """Return the line and the words of the fault that a pack meets."""
    path = folder / f"pack{len(list(folder.iterdir()))}.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputFault) as caught:
        load_pack(str(path))
    words = str(caught.value)
    assert words.startswith(f"{path}:"), words
    line, _, rest = words.removeprefix(f"{path}:").partition(":")
    return int(line), rest.strip()


def line_of(text: str, piece: str) -> int:
    """Return the line where a piece of text begins."""
    return text[: text.index(piece)].count("\n") + 1
