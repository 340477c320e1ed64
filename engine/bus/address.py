"""A broker's URL: `mqtt://[user[:password]@]host[:port]`."""

from dataclasses import dataclass, field
from urllib.parse import quote, unquote, urlsplit

from engine.core.faults import InputFault

USUAL_PORT = 1883


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """Where a broker listens and as whom to sign in. As text it leaves the password out."""

    host: str
    port: int = USUAL_PORT
    user: str = ""
    password: str = field(default="", repr=False)

    def __str__(self) -> str:
        user = f"{quote(self.user, safe='')}@" if self.user else ""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"mqtt://{user}{host}:{self.port}"


def parse_broker_url(url: str) -> BrokerAddress:
    """Return what a broker's URL says.

    Raises:
        InputFault: not such a URL. The message never repeats a password.
    """
    expected = "expected mqtt://host, mqtt://host:port or mqtt://user:password@host:port"
    shown = without_password(url)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise InputFault(f"broker '{shown}': {expected}: {error}") from error
    if (
        parts.scheme != "mqtt"
        or not parts.hostname
        or parts.path not in ("", "/")
        or parts.query
        or parts.fragment
    ):
        raise InputFault(f"broker '{shown}': {expected}")
    if port == 0:
        raise InputFault(f"broker '{shown}': {expected}; port 0 is none")
    return BrokerAddress(
        host=parts.hostname,
        port=USUAL_PORT if port is None else port,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
    )


def without_password(url: str) -> str:
    """Return a URL as it may be shown to everybody: `http://…@host/` for one that signs in.

    All up to the last `@` goes: a password may hold a `/` that nobody escaped.
    """
    return url if "@" not in url else f"{url.partition('://')[0]}://…@{url.rpartition('@')[2]}"
