"""The device that a visitor comes with, as its browser describes itself: a word for people, never a right.

Only names from these lists are shown: what else a browser writes about itself reaches no page.
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
"""Marks of browsers in `User-Agent`, and their names. Most browsers bear the later marks too."""

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
    """A device by what sets it apart from others."""

    address: str
    """The address that it comes from; empty where the system doesn't say."""
    browser: str = ""
    """The name of its browser; empty for another program."""
    system: str = ""
    """The name of its system; empty where the browser doesn't say."""


def device_of(visitor: HTTPConnection) -> Device:
    """Return the device that a request comes from."""
    said = visitor.headers.get("user-agent", "")
    return Device(address_of(visitor), _named(said, _BROWSERS), _named(said, _SYSTEMS))


def _named(said: str, marks: tuple[tuple[str, str], ...]) -> str:
    return next((name for mark, name in marks if mark in said), "")
