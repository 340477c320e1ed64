"""Reads what is written beneath a class's fields, for documents that are made from the classes.

Python keeps no docstring of a field, so it's read from the source. Nothing at a table needs this.
"""

import ast
import inspect
from collections.abc import Iterable, Iterator
from itertools import pairwise
from textwrap import dedent
from typing import Any

import msgspec.inspect


def field_docs(kind: type) -> dict[str, str]:
    """Return the text beneath each documented field of a class, with those of the classes it derives from.

    A text is one paragraph, its line breaks being spaces.
    """
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__[:-1]):
        if base.__module__ != "builtins" and "__annotations__" in vars(base):
            found |= _documented(base)
    return found


def documented_schemas(schemas: dict[str, Any], types: Iterable[Any]) -> dict[str, Any]:
    """Return msgspec's schema components with the text beneath each field as that property's description."""
    kinds = {kind.__name__: kind for kind in _classes(types)}
    return {name: _with_descriptions(schema, kinds.get(name)) for name, schema in schemas.items()}


def _with_descriptions(schema: dict[str, Any], kind: type | None) -> dict[str, Any]:
    docs = field_docs(kind) if kind is not None else {}
    if not docs or "properties" not in schema:
        return schema
    described = {
        name: {**inner, "description": docs[name]} if name in docs else inner
        for name, inner in schema["properties"].items()
    }
    return {**schema, "properties": described}


def _documented(kind: type) -> Iterator[tuple[str, str]]:
    try:
        [node] = ast.parse(dedent(inspect.getsource(kind))).body
    except (OSError, TypeError):  # a class that no file holds
        return
    body = node.body if isinstance(node, ast.ClassDef) else []
    for field, below in pairwise(body):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, " ".join(text.split())


def _classes(types: Iterable[Any]) -> Iterator[type]:
    """Yield the classes with fields that messages are made of, each once."""
    left: list[Any] = list(msgspec.inspect.multi_type_info(types))
    seen: set[type] = set()
    while left:
        match left.pop():
            case (
                msgspec.inspect.StructType(cls=kind, fields=fields)
                | msgspec.inspect.DataclassType(cls=kind, fields=fields)
            ) if kind not in seen:
                seen.add(kind)
                yield kind
                left.extend(field.type for field in fields)
            case msgspec.inspect.UnionType(types=ways):
                left.extend(ways)
            case msgspec.inspect.DictType(key_type=key, value_type=value):
                left.extend((key, value))
            case msgspec.inspect.TupleType(item_types=items):
                left.extend(items)
            case msgspec.inspect.CollectionType(item_type=item) | msgspec.inspect.Metadata(type=item):
                left.append(item)
