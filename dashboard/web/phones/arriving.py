"""Puts a phone's picture together from the pieces that it arrives in. Pure."""

from dataclasses import dataclass, field

from dashboard.web.phones.requests import ComingPicture, is_small_enough
from dashboard.web.texts import TEXTS
from engine.core.faults import InputFault
from vision.addresses.jpeg_size import jpeg_size


@dataclass
class ArrivingPictures:
    """The pictures of one phone, one after the other."""

    _coming: ComingPicture | None = None
    """The picture that was announced and isn't whole yet; None without one."""
    _bytes: bytearray = field(default_factory=bytearray)
    """The bytes of it that have arrived."""

    def announced(self, picture: ComingPicture) -> None:
        """Take in a picture's announcement. A picture that isn't whole yet is dropped."""
        self._coming, self._bytes = picture, bytearray()

    def piece(self, content: bytes) -> tuple[ComingPicture, bytes] | None:
        """Take in a piece; return the announcement and the JPEG when the picture is whole, None before.

        Raises:
            InputFault: no picture was announced, more bytes came than announced, or they aren't a JPEG of at
                most `MOST_PIXELS`. The next announcement begins a new picture.
        """
        coming = self._coming
        if coming is None:
            raise InputFault("expected a picture's announcement before its bytes")
        self._bytes += content
        if len(self._bytes) < coming.size_bytes:
            return None
        jpeg, self._coming, self._bytes = bytes(self._bytes), None, bytearray()
        if len(jpeg) > coming.size_bytes:
            raise InputFault(f"expected {coming.size_bytes} bytes, got {len(jpeg)}")
        size = jpeg_size(jpeg)
        if size is None:
            raise InputFault(TEXTS.say("phone.no_jpeg"))
        if not is_small_enough(*size):
            raise InputFault(TEXTS.say("phone.too_large", width=size[0], height=size[1]))
        return coming, jpeg
