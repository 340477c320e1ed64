"""The headers that allow a browser only what the pages need: the sources of their parts, the devices."""

from starlette.responses import Response

_MAY_USE = (
    "camera=(self), screen-wake-lock=(self), fullscreen=(self), microphone=(), geolocation=(), payment=()"
)
"""The devices that pages may use (Permissions Policy): cameras, and a screen that stays on. The policy has no
name for Web NFC; browsers ask the visitor for that.
"""


def protect(
    response: Response, host: str, *, asks_securely: bool = False, inline: tuple[str, ...] = ()
) -> None:
    """Set the headers of an answer. `host` is the request's `Host` header, which names this server.

    `inline`: the hashes of the scripts that may stand in a page; no other script in a page runs.
    `asks_securely`: the page comes by plain HTTP, and may ask the same host by HTTPS. There is no
    Strict-Transport-Security: a browser would remember it, and then no longer open a table that is started
    without `--https`, nor any other server at that name, such as `localhost`.
    """
    lines = f"ws://{host} wss://{host}" + (f" https://{host}" if asks_securely else "")
    allowed = " ".join(("'self'", *(f"'{one}'" for one in inline)))
    scripts = f"script-src {allowed}; " if inline else ""
    response.headers.setdefault(
        "Content-Security-Policy",
        f"default-src 'self'; {scripts}connect-src 'self' {lines}; img-src 'self' data:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    )
    response.headers["Permissions-Policy"] = _MAY_USE
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    # A tablet that stays open for weeks has to get the page of this server's version.
    response.headers.setdefault("Cache-Control", "no-cache")
