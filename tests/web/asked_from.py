"""Visitors as the web server hands them over, from anywhere."""

from starlette.requests import HTTPConnection

PORT = 8321


def visitor(
    host: str, *headers: tuple[bytes, bytes], asked: str = f"127.0.0.1:{PORT}", version: str = "1.1"
) -> HTTPConnection:
    """Return a visitor from an address, who reached us at 127.0.0.1 and asked for the host `asked`."""
    return HTTPConnection(
        {
            "type": "http",
            "http_version": version,
            "client": (host, 50_000),
            "server": ("127.0.0.1", PORT),
            "headers": [(b"host", asked.encode()), *headers],
        }
    )
