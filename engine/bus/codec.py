"""Messages to JSON and back, both ways checked against the channel's type."""

from typing import Any

import msgspec

from engine.bus.channels import CHANNELS, Channel
from engine.bus.limits import LARGEST_PAYLOAD_BYTES
from engine.core.faults import CallerFault, InputFault
from engine.core.phrase import decode_hook, encode_hook

_SHOWN_BYTES = 80
_LATEST_S = 10_000_000_000
"""The year 2286. Evidence counts nanoseconds since the epoch in 64 bits, up to the year 2554."""

_ENCODER = msgspec.json.Encoder(enc_hook=encode_hook)
_DECODERS: dict[str, msgspec.json.Decoder[Any]] = {
    channel.name: msgspec.json.Decoder(channel.json_kind, dec_hook=decode_hook) for channel in CHANNELS
}


def encode(channel: Channel, message: object) -> bytes:
    """Return a message as JSON.

    The bytes are read back before they are returned. Python doesn't check a field against its annotation, and
    a wrong value should fail here at its sender, not in every receiver.

    Raises:
        CallerFault: the message isn't what the channel carries, or it is too long.
    """
    if not isinstance(message, channel.message):
        raise CallerFault(
            f"channel '{channel.name}' carries {channel.message.__name__}; got {type(message).__name__}"
        )
    try:
        payload = _ENCODER.encode(channel.written(message))
        _DECODERS[channel.name].decode(payload)
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise CallerFault(f"channel '{channel.name}': {message!r:.200} isn't sound: {error}") from error
    if len(payload) > LARGEST_PAYLOAD_BYTES:
        raise CallerFault(
            f"channel '{channel.name}': expected at most {LARGEST_PAYLOAD_BYTES} bytes; got {len(payload)}"
        )
    return payload


def decode(channel: Channel, payload: bytes, *, topic: str = "") -> Any:
    """Return the message that a payload holds; its type is `channel.message`.

    Unknown keys are ignored, so that messages of a newer sender can be read.

    Raises:
        InputFault: it isn't sound, or its time isn't one that a clock shows; names the topic, what was
            expected and what came.
    """
    try:
        found = channel.read(_DECODERS[channel.name].decode(payload))
        _expect_times(found)
    # JSON nested deeper than the interpreter's stack is the sender's fault like any other.
    except (msgspec.MsgspecError, ValueError, OverflowError, RecursionError) as error:
        raise InputFault(
            f"{topic or channel.name}: expected {channel.message.__name__} as JSON: {error}; "
            f"came {len(payload)} bytes {payload[:_SHOWN_BYTES]!r}"
        ) from error
    return found


def _expect_times(message: object) -> None:
    """Refuse a message whose time no clock shows, because it couldn't be recorded.

    Raises:
        ValueError: names the time.
    """
    taken_at = getattr(message, "taken_at", None)
    if taken_at is not None and abs(taken_at) > _LATEST_S:
        raise ValueError(f"expected a time within {_LATEST_S:.0f} s of the epoch, got {taken_at:.0f}")
