"""This machine's own address in its network."""

import socket

# An address that no network routes (RFC 5737). Asking the system for a route to it sends nothing.
_NOWHERE = ("192.0.2.1", 9)


def network_address() -> str | None:
    """Return this machine's IPv4 address in its network; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE)
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith(("127.", "0.")) else found
