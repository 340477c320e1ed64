"""The address of the hall whose rounds are played at a table."""

from urllib.parse import urlsplit

from engine.core.faults import InputFault


def parse_hall_address(text: str) -> str:
    """Return the hall's address, which ends with a slash, from the text of `--rounds`; empty: there's none.

    Raises:
        InputFault: the text isn't the address of a server's pages.
    """
    if not text:
        return ""
    try:
        parts = urlsplit(text)
        is_address = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1)
    except ValueError:
        is_address = False
    if not is_address or parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc:
        raise InputFault(f"--rounds '{text}': expected the hall's address, such as http://hall.local:8320/")
    return f"{parts.scheme}://{parts.netloc}/"
