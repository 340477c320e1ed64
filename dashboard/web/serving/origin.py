"""Which web addresses may talk to this server: keeps foreign pages in a visitor's browser out."""

from ipaddress import ip_address
from urllib.parse import urlsplit

_HOME_DOMAINS = (".local", ".lan", ".internal", ".home.arpa", ".localhost")


def host_of(header: str) -> str:
    """Return the host of a `Host` header, without port and brackets, lower case; empty when unreadable."""
    try:
        return urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return ""


def trusted_host(header: str, served_as: str = "") -> bool:
    """Tell whether a `Host` header names this server as a table would.

    An address, a name without a dot, a home network's name, or the name given by `--http`. A public name
    that somebody else points at us (DNS rebinding) isn't one.
    """
    host = host_of(header)
    if not host:
        return False
    if host == served_as.lower() or "." not in host or host.endswith(_HOME_DOMAINS):
        return True
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def same_origin(origin: str | None, host_header: str) -> bool:
    """Tell whether a browser's page came from this server; programs that aren't browsers send no origin."""
    if origin is None:
        return True
    try:
        netloc = urlsplit(origin).netloc
    except ValueError:
        return False
    return netloc != "" and netloc.lower() == host_header.lower()
