"""The text beneath a field reaches the documents that are made from its class."""

from dataclasses import dataclass

import msgspec

from engine.core.field_docs import documented_schemas, field_docs


@dataclass(frozen=True)
class Die:
    """A die of the sample below."""

    sides: int
    """The number of its faces,
    from 1."""
    colour: str = ""


@dataclass(frozen=True)
class LoadedDie(Die):
    """A die that falls on one face."""

    colour: str = "red"
    """Its paint."""


class Throw(msgspec.Struct):
    """A message of the sample."""

    dice: tuple[Die, ...]
    """The dice that fell."""
    best: dict[str, Die | None]


def test_a_fields_text_is_one_paragraph_and_a_bare_field_has_none() -> None:
    assert field_docs(Die) == {"sides": "The number of its faces, from 1."}


def test_a_class_has_the_texts_of_those_it_derives_from() -> None:
    assert field_docs(LoadedDie) == {"sides": "The number of its faces, from 1.", "colour": "Its paint."}


def test_a_schema_describes_the_fields_of_all_classes_in_a_message() -> None:
    _, schemas = msgspec.json.schema_components((Throw,), ref_template="{name}")
    found = documented_schemas(schemas, (Throw,))
    assert found["Throw"]["properties"]["dice"]["description"] == "The dice that fell."
    assert "description" not in found["Throw"]["properties"]["best"]
    assert found["Die"]["properties"]["sides"] == {
        "type": "integer",
        "description": "The number of its faces, from 1.",
    }
    assert schemas["Die"]["properties"]["sides"] == {"type": "integer"}, "what came in stays as it was"
