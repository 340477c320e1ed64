"""The links to the table's places, as the arbiter's page shows them: each an address and a code to scan."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from dashboard.web.seats.seating import ARBITER, Role, Seating, TabletPlace
from dashboard.web.texts import TEXTS
from engine.core.views import SeatView

SPECTATORS, ARBITERS, STREAMERS = "spectator", "arbiter", "streamer"
"""The names of the links that don't belong to a seat."""

SIGNING_IN = "passkeys/page"
"""The path of the page for signing in with a passkey."""


def link_url(page_url: str, link: str) -> str:
    """Return the address that gives a tablet its place. The part after # reaches no log and no other site."""
    return f"{page_url}#join={link}"


def table_links(
    seating: Seating,
    *,
    seats: tuple[SeatView, ...],
    url: str,
    reached: bool = True,
    asks_passkey: Callable[[TabletPlace], bool] = lambda _: False,
) -> dict[str, Any]:
    """Return the links of a table: each seat's, the spectators' and the arbiter's, with their codes.

    `url`: the pages' address; `reached`: whether other machines reach it. If not, there are no codes. For a
    place that `asks_passkey`, the link opens the page for signing in.
    """

    def leads(place: TabletPlace) -> tuple[str, bool, bool]:
        if asks_passkey(place):
            return f"{url}{SIGNING_IN}", reached, True
        return link_url(url, seating.link(place)), reached, False

    return {
        "links": [
            *(_link(one.seat, one.label, *leads(TabletPlace(Role.SEAT, one.seat))) for one in seats),
            _link(SPECTATORS, TEXTS.say("links.spectators"), url, reached, False),  # noqa: FBT003 # as the others
            _link(ARBITERS, TEXTS.say("links.the_arbiter"), *leads(ARBITER)),
        ]
    }


@lru_cache(maxsize=64)  # the guide asks for the same codes every few seconds
def code_of(url: str) -> str:
    """Return a QR code that opens an address, as the `data:` address of an SVG."""
    import segno  # noqa: PLC0415 # loads an HTTP client, which most users of this module do without

    return segno.make(url, micro=False, error="m").svg_data_uri(border=2, scale=4)


def _link(name: str, label: str, url: str, reached: bool, passkey: bool) -> dict[str, Any]:  # noqa: FBT001 # of each the same
    code = code_of(url) if reached else ""
    return {"name": name, "label": label, "url": url, "code": code, "passkey": passkey}
