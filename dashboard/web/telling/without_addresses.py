"""Takes the network addresses out of the reports of cameras and boards, before pages get them.

Anybody with a stream's address can fetch the camera's pictures, whatever `--pictures` says. Anybody with a
board's address can send it orders. The pages use the cameras' and boards' names instead.
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
"""A random key for the marks of addresses. Without it the few addresses of a network could be guessed."""


def without_addresses(message: object) -> object:
    """Return a message of the bus. Addresses in a camera's or board's report are cut to `http://…`."""
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
            # Devices with the same port belong together, so each address keeps a mark of its own.
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
