"""Reports of cameras and boards as the pages have them: without the addresses that they are reached by.

A stream's address opens the camera's pictures to whoever fetches it, past what `--pictures` says; a board's
in the network takes orders from anybody. The pages name cameras and boards by their names.
"""

import re
import secrets
from dataclasses import replace
from hashlib import blake2s

from engine.bus.messages.boards import DeviceState
from engine.bus.messages.cameras import CameraState
from engine.core.phrase import Fact, Phrase

_ADDRESS = re.compile(r"\b([a-z][a-z0-9+.-]{0,19})://\S*[^\s,.:;]", re.IGNORECASE)
_RUN = secrets.token_bytes(16)
"""A secret of this run for the marks: a network has few addresses, which could be guessed."""


def without_addresses(message: object) -> object:
    """Return a message of the bus; a camera's or a board's has `http://…` where it had an address."""
    match message:
        case CameraState():
            return replace(
                message,
                source=_ADDRESS.sub(r"\1://…", message.source),
                problem=_left_out(message.problem),
                remark=_left_out(message.remark),
                settings=_left_out(message.settings),
            )
        case DeviceState():
            # Devices at one port belong together, so two ports must keep two marks.
            port = _ADDRESS.sub(lambda found: f"{found[1]}://…{_mark(found[0])}", message.port)
            return replace(message, port=port, problem=_left_out(message.problem))
        case _:
            return message


def _left_out(said: Phrase) -> Phrase:
    if "://" not in said:
        return said
    facts = tuple((name, _fact(fact)) for name, fact in said.facts)
    return Phrase(_ADDRESS.sub(r"\1://…", said), said.key, facts)


def _fact(fact: Fact) -> Fact:
    if isinstance(fact, Phrase):
        return _left_out(fact)
    return _ADDRESS.sub(r"\1://…", fact) if isinstance(fact, str) else fact


def _mark(address: str) -> str:
    return blake2s(address.encode(), digest_size=2, key=_RUN).hexdigest()
