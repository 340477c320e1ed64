"""The device of a visitor, as its browser describes itself. It is shown to people and gives no right.

Only names from the lists here are shown. Nothing else that a browser writes about itself reaches a page.
"""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from dashboard.web.seats.visitors import address_of

_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""Marks of browsers in `User-Agent`, and the browsers' names. Most browsers have the later marks too, so the
first one counts.
"""

_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True, slots=True)
class Device:
    """A device, by the facts that distinguish it from others."""

    address: str
    """The network address; empty if the system doesn't say."""
    browser: str = ""
    """The browser's name; empty for another program."""
    system: str = ""
    """The name of the device's system; empty if the browser doesn't say."""


def device_of(visitor: HTTPConnection) -> Device:
    """Return the device that a request comes from."""
    said = visitor.headers.get("user-agent", "")
    return Device(address_of(visitor), _named(said, _BROWSERS), _named(said, _SYSTEMS))


def _named(said: str, marks: tuple[tuple[str, str], ...]) -> str:
    return next((name for mark, name in marks if mark in said), "")
