"""A broker's URL: `mqtt://[user[:password]@]host[:port]`; `mqtts://…` with `?ca=…&cert=…&key=…`."""

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from engine.core.faults import InputFault

USUAL_PORT = 1883
USUAL_TLS_PORT = 8883

_EXPECTED = (
    "expected mqtt://host, mqtt://host:port or mqtt://user:password@host:port, or the same with mqtts://, "
    "which takes ?ca=FILE&cert=FILE&key=FILE"
)


@dataclass(frozen=True, slots=True)
class Certificates:
    """The certificates that prove a broker's name to us and ours to it, over TLS: files in PEM."""

    ca: str = ""
    """The authorities that may vouch for the broker; empty: those that the system trusts."""
    cert: str = ""
    """Our own certificate, where the broker wants one; else empty."""
    key: str = ""
    """The key of our own certificate; else empty."""


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """The place where a broker listens, and the user to sign in as. As text it leaves the password out."""

    host: str
    """The broker's host name or address."""
    port: int = USUAL_PORT
    """The broker's port."""
    user: str = ""
    """The user to sign in as; empty for none."""
    password: str = field(default="", repr=False)
    """The user's password."""
    certificates: Certificates | None = None
    """The broker is reached by TLS and must prove its name; None: in clear."""

    def __str__(self) -> str:
        user = f"{quote(self.user, safe='')}@" if self.user else ""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtt' if self.certificates is None else 'mqtts'}://{user}{host}:{self.port}"


def parse_broker_url(url: str) -> BrokerAddress:
    """Return the parts of a broker's URL.

    Raises:
        InputFault: not such a URL, or a file that it names can't be read. The message never repeats a
            password.
    """
    shown = without_password(url)
    try:
        parts = urlsplit(url)
        port = parts.port
        certificates = _certificates(parts.query) if parts.scheme == "mqtts" else None
    except ValueError as error:
        raise InputFault(f"broker '{shown}': {_EXPECTED}: {error}") from error
    if (
        parts.scheme not in ("mqtt", "mqtts")
        or not parts.hostname
        or parts.path not in ("", "/")
        or (parts.query and certificates is None)
        or parts.fragment
    ):
        raise InputFault(f"broker '{shown}': {_EXPECTED}")
    if port == 0:
        raise InputFault(f"broker '{shown}': {_EXPECTED}; port 0 is none")
    return BrokerAddress(
        host=parts.hostname,
        port=port or (USUAL_PORT if certificates is None else USUAL_TLS_PORT),
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        certificates=certificates,
    )


def _certificates(query: str) -> Certificates:
    said = dict(parse_qsl(query, keep_blank_values=True, strict_parsing=True)) if query else {}
    unknown = said.keys() - {"ca", "cert", "key"}
    if unknown:
        raise ValueError(f"'{min(unknown)}' is none of ca, cert and key")
    if ("cert" in said) != ("key" in said):
        raise ValueError("cert and key belong together")
    for name, path in said.items():
        if not Path(path).is_file():
            raise ValueError(f"{name}={path} is no file")
    return Certificates(**said)


def without_password(url: str) -> str:
    """Return a URL as it may be shown to everybody: `http://…@host/` for one that signs in.

    Everything before the last `@` goes, because a password may hold an unescaped `/`.
    """
    return url if "@" not in url else f"{url.partition('://')[0]}://…@{url.rpartition('@')[2]}"
