import re
from dataclasses import fields, is_dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest

from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.games.dozen_war.content.document import with_tables
from engine.games.dozen_war.content.effect import Case, Effect, each_effect
from engine.games.dozen_war.content.pack import Pack, load_pack
from engine.games.dozen_war.content.parsing import parse_effects
from engine.games.dozen_war.content.targets import (
    MOMENT_MEANS,
    NEED_MEANS,
    ONLY_MEANS,
    THROUGH_MEANS,
    WHERE_MEANS,
    WHO_MEANS,
    Moment,
    Need,
    Only,
    Through,
    Where,
    Who,
)
from engine.games.dozen_war.content.terms import BLOW_MEANS, LASTING_MEANS, Blow, Lasting
from engine.games.dozen_war.content.vocabulary import parameters, words
from engine.games.dozen_war.words.dice_and_knowledge import Roll
from tests.content.packs import refused

PAGE = Path(__file__).parents[2] / "docs" / "develop" / "dozen-war-content.md"


def written(effect: Effect) -> dict[str, Any]:
    """An effect as a pack writes it, every parameter named."""
    values: dict[str, Any] = {}
    for one in fields(effect):
        value = getattr(effect, one.name)
        if isinstance(effect, Roll):
            value = [
                {"faces": list(case.faces), "effects": [written(inner) for inner in case.effects]}
                for case in effect.cases
            ]
        values[one.name] = str(value) if isinstance(value, StrEnum) else value
    return {effect.name: values}


def test_effects_written_out_in_full_read_as_the_same_effects(house: Pack) -> None:
    groups = (house.skills, house.equipment, house.events, house.treasures, house.curses)
    for record in (one for group in groups for one in group.values()):
        again = parse_effects(entry_of([written(effect) for effect in record.effects]))
        assert again == record.effects, record.slug


def test_every_word_is_a_frozen_slotted_value_that_says_what_it_does() -> None:
    for word, effect in words().items():
        assert is_dataclass(effect)
        assert hasattr(effect, "__slots__")
        assert vars(effect)["__dataclass_params__"].frozen, word
        assert effect.__doc__, word
        assert not effect.__doc__.startswith(f"{effect.__name__}("), f"{word} has no meaning of its own"
        for parameter in parameters(word):
            assert parameter.says.text, f"{word}.{parameter.name}"


def test_every_word_of_slots_and_durations_has_a_meaning() -> None:
    assert set(WHO_MEANS) == set(Who)
    assert set(WHERE_MEANS) == set(Where)
    assert set(THROUGH_MEANS) == set(Through)
    assert set(ONLY_MEANS) == set(Only)
    assert set(MOMENT_MEANS) == set(Moment)
    assert set(NEED_MEANS) == set(Need)
    assert set(LASTING_MEANS) == set(Lasting)
    assert set(BLOW_MEANS) == set(Blow)


def test_effects_inside_a_roll_are_found_too() -> None:
    inner = parse_effects(entry_of([{"coin": {"amount": 1}}]))
    roll = Roll((Case((1, 2), inner), Case((3,), (Roll((Case((4,), inner),)),))))
    assert [one.name for one in each_effect((roll,))] == ["roll", "coin", "roll", "coin"]


def test_the_page_s_tables_are_those_of_the_code() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_tables(page), (
        "docs/develop/dozen-war-content.md is behind; run python -m engine.games.dozen_war.content.document"
    )


def test_a_page_without_its_markers_is_refused() -> None:
    with pytest.raises(InputFault, match="vocabulary: begin"):
        with_tables("# nothing here\n")


def test_the_page_s_example_is_refused_as_it_says_and_loads_once_mended(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    example = re.search(r"```yaml\n(.*?)```", page, re.DOTALL)
    assert example is not None
    text = example[1]
    quoted = "push.on: 'target' can't be that here; expected user"
    assert quoted in " ".join(page.split())
    assert refused(tmp_path, text)[1].endswith(quoted)
    slot = "      target: {who: enemy unit, where: range}\n"
    mended = tmp_path / "mended.yaml"
    mended.write_text(text.replace("    effects:\n", f"{slot}    effects:\n"), encoding="utf-8")
    assert load_pack(str(mended)).equipment["giao-sat"].star == 2
