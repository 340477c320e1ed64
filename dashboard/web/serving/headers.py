"""The headers that hold a browser to what the pages need: where their parts come from, what they may use."""

from starlette.responses import Response

_MAY_USE = (
    "camera=(self), screen-wake-lock=(self), fullscreen=(self), microphone=(), geolocation=(), payment=()"
)
"""The devices that pages may use (Permissions Policy): cameras, and a screen that stays on. Web NFC isn't
among the policy's names; browsers ask the visitor.
"""


def protect(response: Response, host: str, *, asks_securely: bool = False) -> None:
    """Set the headers of an answer to a request for `host`, a `Host` header that is one of ours.

    `asks_securely`: the page comes in clear, and may ask whether the same host is trusted by HTTPS.
    There is no Strict-Transport-Security: a browser that keeps it doesn't open the pages of a table that is
    started without `--https` again, nor anything else at that name, such as `localhost`.
    """
    lines = f"ws://{host} wss://{host}" + (f" https://{host}" if asks_securely else "")
    response.headers.setdefault(
        "Content-Security-Policy",
        f"default-src 'self'; connect-src 'self' {lines}; img-src 'self' data:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    )
    response.headers["Permissions-Policy"] = _MAY_USE
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    # A tablet that stays open for weeks must get the page that belongs to this server.
    response.headers.setdefault("Cache-Control", "no-cache")
