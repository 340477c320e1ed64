"""One hash over the messages of an evidence file. It stays the same when the file is packed."""

import hashlib

DIGITS = 32
"""How many hexadecimal digits of a SHA-256 a seal has."""


class RunningHash:
    """One hash over the messages of an evidence file, in their order."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self.count = 0

    def take(self, topic: str, log_time_ns: int, publish_time_ns: int, data: bytes) -> None:
        """Take in the next message."""
        self._hash.update(f"{topic}\n{log_time_ns} {publish_time_ns} {len(data)}\n".encode() + data)
        self.count += 1

    def digest(self) -> str:
        """Return the hash of all messages so far."""
        return self._hash.copy().hexdigest()[:DIGITS]
