"""The form of a message in an evidence file, which viewers parse by a schema without references.

Lichtblick and Foxglove take a JSON schema without references, unions and lists of lists: each property has
one `type`. So a field without a value is left out, a sentence is always an object, and a list within a list
is an object with `items`. Files of earlier versions, written field by field, are read too.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import msgspec

from engine.core.phrase import PHRASE_SCHEMA, decode_hook, encode_hook, schema_hook

_ITEMS: Final = "items"
"""The property of an object that stands for a list within a list."""

_JSON_TYPES: Final = {str: "string", bool: "boolean", int: "integer", float: "number"}


@dataclass(frozen=True, slots=True)
class _Plain:
    """A value that is written as it is."""


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A phrase."""


@dataclass(frozen=True, slots=True)
class _ListOf:
    """A list."""

    item: "_Shape"
    """The shape of each item."""
    boxed: bool
    """Whether its items are lists, each written as an object."""


@dataclass(frozen=True, slots=True)
class _Fields:
    """An object with known properties."""

    shapes: dict[str, "_Shape"]
    """The properties that aren't plain."""
    nullable: frozenset[str]
    """Those that may have no value."""
    needed: frozenset[str]
    """The properties of `nullable` that a decoder requires."""


_Shape = _Plain | _Sentence | _ListOf | _Fields

_PLAIN: Final = _Plain()


class OpenForm:
    """The form of one class of messages."""

    def __init__(self, kind: type, *, title: str) -> None:
        """Derive the form from the class's JSON schema.

        Raises:
            TypeError: no viewer can parse a part of the class, such as the class itself or a union.
        """
        self._kind = kind
        found = msgspec.json.schema(kind, schema_hook=schema_hook)
        definitions = found.pop("$defs", {})
        opened, self._shape = _Opening(definitions).opened(found, at=kind.__name__)
        self.schema: Final = msgspec.json.encode({**opened, "title": title})
        """The JSON schema, as UTF-8."""
        self._is_rewritten = _is_rewritten(self._shape)

    def encode(self, message: object) -> bytes:
        """Return a message as JSON."""
        return msgspec.json.encode(
            _written(self._shape, msgspec.to_builtins(message, enc_hook=encode_hook)),
        )

    def decode(self, data: bytes) -> Any:
        """Return the message of this form, or of an earlier version's form.

        Raises:
            msgspec.MsgspecError: it's no such message.
            ValueError: a sentence in it is broken.
        """
        if not self._is_rewritten:
            return msgspec.json.decode(data, type=self._kind, dec_hook=decode_hook)
        found = _read(self._shape, msgspec.json.decode(data))
        return msgspec.convert(found, type=self._kind, dec_hook=decode_hook, str_keys=True)


@cache
def open_form(kind: type, *, title: str) -> OpenForm:
    """Return the form of a class of messages.

    Raises:
        TypeError: no viewer can parse a part of the class.
    """
    return OpenForm(kind, title=title)


class _Opening:
    """Turns a schema with references into one without, and into the shape of its values."""

    def __init__(self, definitions: dict[str, Any]) -> None:
        self._definitions = definitions
        self._within: list[str] = []

    def opened(self, schema: dict[str, Any], *, at: str) -> tuple[dict[str, Any], _Shape]:
        """Return the schema and the shape; `at` names the place in a fault."""
        if "$ref" in schema:
            return self._referred(schema, at=at)
        if schema == PHRASE_SCHEMA or schema.get("anyOf") == PHRASE_SCHEMA["anyOf"]:
            return _sentence_schema(schema), _Sentence()
        if "anyOf" in schema:
            raise TypeError(f"{at}: expected values of one kind; found one of several")
        if "enum" in schema:
            (kind,) = {_JSON_TYPES[type(one)] for one in schema["enum"]}
            return {**schema, "type": kind}, _PLAIN
        match schema.get("type"):
            case "object":
                return self._object(schema, at=at)
            case "array":
                return self._array(schema, at=at)
            case "string" | "boolean" | "integer" | "number":
                return schema, _PLAIN
            case other:
                raise TypeError(f"{at}: expected a type that viewers know; found {other}")

    def _referred(self, schema: dict[str, Any], *, at: str) -> tuple[dict[str, Any], _Shape]:
        name = schema["$ref"].removeprefix("#/$defs/")
        if name in self._within:
            raise TypeError(f"{at}: expected a class that doesn't hold itself; found {name} within {name}")
        self._within.append(name)
        opened, shape = self.opened(self._definitions[name], at=at)
        self._within.pop()
        return {**opened, **{key: value for key, value in schema.items() if key != "$ref"}}, shape

    def _object(self, schema: dict[str, Any], *, at: str) -> tuple[dict[str, Any], _Shape]:
        properties, shapes, nullable = {}, {}, set()
        for name, found in schema.get("properties", {}).items():
            one, may_lack = _without_null(found)
            if may_lack:
                nullable.add(name)
            properties[name], shape = self.opened(one, at=f"{at}.{name}")
            if shape != _PLAIN:
                shapes[name] = shape
        required = [name for name in schema.get("required", ()) if name not in nullable]
        needed = nullable & set(schema.get("required", ()))
        opened = {**schema, "properties": properties, "required": required}
        if "properties" not in schema:
            opened = schema
        if not shapes and not nullable:
            return opened, _PLAIN
        return opened, _Fields(shapes, frozenset(nullable), frozenset(needed))

    def _array(self, schema: dict[str, Any], *, at: str) -> tuple[dict[str, Any], _Shape]:
        if "prefixItems" in schema:
            kinds = schema["prefixItems"]
            if any(one != kinds[0] for one in kinds):
                raise TypeError(f"{at}: expected items of one kind; found several")
            return self._array({"type": "array", "items": kinds[0]}, at=at)
        item, shape = self.opened(schema.get("items", {}), at=f"{at}[]")
        boxed = item["type"] == "array"
        if boxed:
            item = {"type": "object", "properties": {_ITEMS: item}, "required": [_ITEMS]}
        opened = {key: value for key, value in schema.items() if key != "default"} | {"items": item}
        return opened, _ListOf(shape, boxed) if boxed or shape != _PLAIN else _PLAIN


def _without_null(schema: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """Return the schema of a property's value, and whether the value may be missing."""
    kinds = schema.get("anyOf", ())
    if {"type": "null"} not in kinds:
        return schema, False
    rest = [one for one in kinds if one != {"type": "null"}]
    more = {key: value for key, value in schema.items() if key not in ("anyOf", "default")}
    return ({**rest[0], **more} if len(rest) == 1 else {**more, "anyOf": rest}), True


def _sentence_schema(schema: dict[str, Any]) -> dict[str, Any]:
    of_object = next(one for one in PHRASE_SCHEMA["anyOf"] if one["type"] == "object")
    return {
        "description": schema.get("description", PHRASE_SCHEMA["description"]),
        **of_object,
        "required": ["en"],
    }


def _is_rewritten(shape: _Shape) -> bool:
    """Tell whether values of this shape are written in another form than decoders read."""
    match shape:
        case _ListOf():
            return shape.boxed or _is_rewritten(shape.item)
        case _Fields():
            return bool(shape.needed) or any(map(_is_rewritten, shape.shapes.values()))
        case _:
            return False


def _written(shape: _Shape, value: Any) -> Any:
    match shape:
        case _Sentence():
            return {"en": value} if isinstance(value, str) else value
        case _ListOf():
            items = [_written(shape.item, one) for one in value]
            return [{_ITEMS: one} for one in items] if shape.boxed else items
        case _Fields():
            return {
                name: _written(shape.shapes.get(name, _PLAIN), one)
                for name, one in value.items()
                if one is not None or name not in shape.nullable
            }
        case _:
            return value


def _read(shape: _Shape, value: Any) -> Any:
    """Return a value in the form that a decoder reads; a value of another shape stays as it is."""
    match shape:
        case _ListOf() if isinstance(value, list):
            items = [_unboxed(one) for one in value] if shape.boxed else value
            return [_read(shape.item, one) for one in items]
        case _Fields() if isinstance(value, dict):
            found = {name: _read(shape.shapes.get(name, _PLAIN), one) for name, one in value.items()}
            return dict.fromkeys(shape.needed - found.keys()) | found
        case _:
            return value


def _unboxed(item: Any) -> Any:
    return item.get(_ITEMS) if isinstance(item, dict) else item
