"""The addresses of a service that runs: what it makes itself, not what a list says of it."""

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.routing import BaseRoute, Route

from dashboard.web.serving.app import make_app


def made_apps(monkeypatch: pytest.MonkeyPatch, **further: Any) -> list[FastAPI]:
    """Return where each app is kept from now on that a service makes for itself, the newest last.

    `further`: the other things that each is made with.
    """
    made: list[FastAPI] = []

    def kept(**arguments: Any) -> FastAPI:
        made.append(make_app(**arguments, **further))
        return made[-1]

    monkeypatch.setattr("dashboard.web.serving.service.make_app", kept)
    return made


def every_route(routes: list[BaseRoute]) -> Iterator[BaseRoute]:
    """Yield the routes, and those of the routers among them."""
    for route in routes:
        yield route
        yield from every_route(getattr(getattr(route, "original_router", None), "routes", []))


def paths(routes: list[BaseRoute]) -> set[str]:
    """Return the paths of all routes, mounted folders and sockets too."""
    return {path for one in every_route(routes) if isinstance(path := getattr(one, "path", None), str)}


def readable(routes: list[BaseRoute]) -> list[str]:
    """Return the paths that answer a GET, sorted."""
    return sorted(
        {one.path for one in every_route(routes) if isinstance(one, Route) and "GET" in (one.methods or ())}
    )
