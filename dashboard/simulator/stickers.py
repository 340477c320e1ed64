"""The RFID tags of the simulated table's pieces, which are enrolled like those of a real table. Pure."""

from hashlib import sha256

from engine.core.ids import PieceId
from engine.core.pieces import PieceSet
from engine.core.tags import TagBook


def stickers(piece: PieceId, uid_bytes: int, *, fixed: bool = False) -> tuple[str, ...]:
    """Return the uids of a piece's RFID tags, always the same; a fixed piece has two, one at each end."""
    count = 2 if fixed else 1
    # The maker NXP has the number 04: ISO 14443-A uids begin with 04, ISO 15693's with E0 04 (ISO 7816-6).
    begin = "04" if uid_bytes == 7 else "E004"
    digits = 2 * uid_bytes - len(begin)
    return tuple(
        begin + sha256(f"{piece}/{number}".encode()).hexdigest()[:digits].upper() for number in range(count)
    )


def enrolled(book: TagBook, pieces: PieceSet, uid_bytes: int) -> TagBook:
    """Return the book with every RFID tag of a piece set; entries that it has already stay."""
    for piece, one in pieces.pieces.items():
        for uid in stickers(piece, uid_bytes, fixed=one.kind.fixed):
            if not book.thing(uid):
                book = book.with_tag(uid, f"piece {piece}")
    return book
