"""The body of a request, of a bounded length: whoever sends more is refused before the rest is read."""

from fastapi import Request

from engine.core.faults import InputFault
from engine.core.phrase import Phrase


async def body_within(request: Request, most_bytes: int, refusal: Phrase) -> bytes:
    """Return the body of a request.

    Raises:
        InputFault: it is longer than `most_bytes`; the fault says `refusal`.
    """
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most_bytes:
            raise InputFault(refusal)
    return bytes(body)
