"""The body of a request, of a bounded length."""

from fastapi import Request


async def body_within(request: Request, most_bytes: int) -> bytes | None:
    """Return the body of a request; None if it is longer than `most_bytes`. The rest of that isn't read."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most_bytes:
            return None
    return bytes(body)
