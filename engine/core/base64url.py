"""Bytes as base64url without padding (RFC 4648, section 5), as browsers and links write them."""

from base64 import urlsafe_b64decode, urlsafe_b64encode


def to_base64url(content: bytes) -> str:
    """Return bytes as base64url, without padding."""
    return urlsafe_b64encode(content).decode().rstrip("=")


def from_base64url(text: str) -> bytes:
    """Return the bytes that a text in base64url stands for, written with padding or without.

    Raises:
        ValueError: the text isn't base64url.
    """
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
