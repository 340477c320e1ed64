"""The choice of `--push`: who is named to push services, and what sends notifications."""

import re
from typing import TYPE_CHECKING

from engine.core.faults import InputFault

if TYPE_CHECKING:
    from dashboard.web.pushing.devices import Push

_CONTACT = re.compile(r"mailto:[^\s@]+@[^\s@]+|https://[^\s/]+\.[^\s]*")


def checked_contact(text: str) -> str:
    """Return the contact of whoever runs the table, as push services get it (RFC 8292, 2.1).

    Raises:
        InputFault: it's neither an address of mail nor of a page.
    """
    if not _CONTACT.fullmatch(text):
        raise InputFault(f"--push '{text}': expected mailto:you@example.org or https://...")
    return text


def chosen_push(contact: str, *, key: bytes, table: str) -> "Push | None":
    """Return a maker of the notifications for a table's devices; None where none are wanted.

    Raises:
        InputFault: the contact is unusable.
        MissingFault: the libraries of the extra `push` aren't installed.
    """
    if not contact:
        return None
    # For tables that send notifications alone.
    from dashboard.web.pushing.reach import PublicPost  # noqa: PLC0415
    from dashboard.web.pushing.sending import Pushing, PushKey  # noqa: PLC0415

    signing = PushKey(key, table=table, contact=checked_contact(contact))
    return lambda book: Pushing(book, signing, PublicPost(), table=table)
