"""A frame's parts have names, and journals keep their numbers."""

from dataclasses import dataclass, fields

import pytest

from engine.core.faults import InputFault
from engine.games.kingdom_square.game import KingdomSquare
from engine.games.quoc_chien.game import QuocChien
from engine.kit.resolving.frames import StackFrame
from engine.kit.resolving.parts import FramePart
from engine.kit.resolving.state_json import Keeping
from engine.kit.zones.box import Box
from engine.kit.zones.tabletop import Tabletop


class Rung(FramePart):
    PULL = 0
    RING = 1
    HUSH = 2


@dataclass(frozen=True, slots=True)
class Ringing(StackFrame):
    part: Rung = Rung.PULL


KEEPING = Keeping((Ringing,), Tabletop((), (), Box.of({})))


def test_after_the_last_part_there_is_no_other() -> None:
    assert [part.following for part in Rung] == [Rung.RING, Rung.HUSH, Rung.HUSH]


def test_a_part_is_kept_as_its_number_and_comes_back_by_its_name() -> None:
    kept = KEEPING.dump(Ringing(Rung.RING))
    assert kept == {"frame": "Ringing", "part": 1}
    assert type(kept["part"]) is int
    back = KEEPING.load(Ringing, kept)
    assert isinstance(back, Ringing)
    assert back.part is Rung.RING


@pytest.mark.parametrize("number", [3, -1, "1", True, 1.0, None])
def test_a_number_that_no_part_has_is_refused(number: object) -> None:
    with pytest.raises(InputFault):
        KEEPING.load(Ringing, {"frame": "Ringing", "part": number})


@pytest.mark.parametrize("game", [KingdomSquare, QuocChien])
def test_the_parts_of_every_frame_are_numbered_without_a_gap(game: type[KingdomSquare | QuocChien]) -> None:
    firsts = [one.default for frame in game.frames for one in fields(frame)]
    parts = {type(first) for first in firsts if isinstance(first, FramePart)}
    assert len(parts) > 1
    assert [kind for kind in parts if [part.value for part in kind] != [*range(len(kind))]] == []
