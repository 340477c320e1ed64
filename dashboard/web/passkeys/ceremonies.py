"""Binding a passkey and signing in with it, by WebAuthn (W3C, level 3), checked by py_webauthn.

Each ceremony has its own challenge, which is valid once and for a limited time.
"""

import importlib.util
import json
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dashboard.web.passkeys.kept import BoundPasskey, PasskeyBook
from dashboard.web.seats.seating import TabletPlace
from dashboard.web.texts import TEXTS
from engine.core.base64url import from_base64url, to_base64url
from engine.core.faults import InputFault, MissingFault
from engine.core.ids import Seconds

LASTS_S = 300.0
"""The time that a challenge is valid."""
_MOST_OPEN = 64
_CHALLENGE_BYTES = 32


@dataclass(frozen=True, slots=True)
class Site:
    """The pages' address as the browser names it."""

    host: str
    """The host name. A passkey is bound to it."""
    origin: str
    """The origin, as `https://boardwarden.local:8321`."""


@dataclass(frozen=True, slots=True)
class _Open:
    """A ceremony that has begun and isn't finished."""

    challenge: bytes
    """The ceremony's challenge."""
    site: Site
    """The address of the pages where it began."""
    until: float
    """The time when it ends, steady clock, s."""
    place: TabletPlace | None = None
    """The place that a passkey is bound to; None for a sign-in."""
    name: str = ""
    """The person's name that a passkey is bound to; empty for a sign-in."""


class Ceremonies:
    """The ceremonies of a table. `steady` is the monotonic clock, `wall` the wall clock, both in seconds."""

    def __init__(
        self,
        book: PasskeyBook,
        steady: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._book, self._steady, self._wall = book, steady, wall
        self._open: OrderedDict[str, _Open] = OrderedDict()

    def begin_binding(self, site: Site, place: TabletPlace, name: str) -> dict[str, Any]:
        """Begin to bind a passkey to a name and a place; return the ceremony and the browser's options.

        Raises:
            InputFault: browsers make no passkey for this address.
            MissingFault: the extra `passkeys` isn't installed.
        """
        webauthn = _webauthn()
        from webauthn.helpers import structs  # noqa: PLC0415 # an extra

        opened = self._opened(_Open(secrets.token_bytes(_CHALLENGE_BYTES), site, 0.0, place, name))
        ceremony, began = opened
        options = webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name="Boardwarden",
            user_name=name,
            challenge=began.challenge,
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED
            ),
            exclude_credentials=[
                structs.PublicKeyCredentialDescriptor(id=from_base64url(one.id))
                for one in self._book.of(place)
            ],
        )
        return {"ceremony": ceremony, "options": json.loads(webauthn.options_to_json(options))}

    def bind(self, ceremony: str, credential: dict[str, Any], place: TabletPlace) -> BoundPasskey:
        """Bind the passkey that a browser made, and return it.

        `place`: the place of the link that the browser shows now; it has to be the one of the beginning.

        Raises:
            InputFault: the ceremony is over, or the credential doesn't answer its challenge.
            MissingFault: the disk refuses.
        """
        began = self._taken(ceremony)
        if began.place != place:
            raise InputFault(TEXTS.say("refused.passkey_over"))
        found = _checked(
            lambda: _webauthn().verify_registration_response(
                credential=credential,
                expected_challenge=began.challenge,
                expected_rp_id=began.site.host,
                expected_origin=began.site.origin,
            )
        )
        one = BoundPasskey(
            to_base64url(found.credential_id),
            to_base64url(found.credential_public_key),
            int(found.sign_count),
            began.name,
            place.seat,
            began.site.host,
            Seconds(self._wall()),
        )
        self._book.bind(one)
        return one

    def begin_signing_in(self, site: Site) -> dict[str, Any]:
        """Begin to sign in; return the ceremony and the browser's options.

        Raises:
            InputFault: browsers use no passkey at this address.
            MissingFault: the extra `passkeys` isn't installed.
        """
        webauthn = _webauthn()
        ceremony, began = self._opened(_Open(secrets.token_bytes(_CHALLENGE_BYTES), site, 0.0))
        options = webauthn.generate_authentication_options(rp_id=site.host, challenge=began.challenge)
        return {"ceremony": ceremony, "options": json.loads(webauthn.options_to_json(options))}

    def sign_in(self, ceremony: str, credential: dict[str, Any]) -> BoundPasskey:
        """Return the passkey that a person signs in with, and keep its new counter.

        Raises:
            InputFault: the ceremony is over, or the credential isn't a passkey of this table.
            MissingFault: the disk refuses.
        """
        began = self._taken(ceremony)
        if began.place is not None:
            raise InputFault(TEXTS.say("refused.passkey_over"))
        one = self._book.find(str(credential.get("id", "")))
        found = _checked(
            lambda: _webauthn().verify_authentication_response(
                credential=credential,
                expected_challenge=began.challenge,
                expected_rp_id=began.site.host,
                expected_origin=began.site.origin,
                credential_public_key=from_base64url(one.key),
                credential_current_sign_count=one.count,
            )
        )
        self._book.used(one, int(found.new_sign_count))
        return one

    def _opened(self, began: _Open) -> tuple[str, _Open]:
        if not _may_have_passkeys(began.site.host):
            raise InputFault(TEXTS.say("refused.passkey_address"))
        until = self._steady() + LASTS_S
        began = _Open(began.challenge, began.site, until, began.place, began.name)
        ceremony = secrets.token_urlsafe(16)
        self._open[ceremony] = began
        if len(self._open) > _MOST_OPEN:
            self._open.popitem(last=False)
        return ceremony, began

    def _taken(self, ceremony: str) -> _Open:
        began = self._open.pop(ceremony, None)
        if began is None or self._steady() > began.until:
            raise InputFault(TEXTS.say("refused.passkey_over"))
        return began


def is_offered() -> bool:
    """Tell whether the library of the extra `passkeys` is installed."""
    return importlib.util.find_spec("webauthn") is not None


def _webauthn() -> Any:
    try:
        import webauthn  # noqa: PLC0415 # an extra
    except ImportError as error:
        raise MissingFault(TEXTS.say("refused.passkey_extra")) from error
    return webauthn


def _checked(verify: Callable[[], Any]) -> Any:
    """Return the result of a check of the library; raise an `InputFault` for whatever it refuses."""
    from webauthn.helpers import exceptions  # noqa: PLC0415 # an extra

    try:
        return verify()
    except (exceptions.WebAuthnException, ValueError, TypeError, KeyError) as error:
        raise InputFault(TEXTS.say("refused.passkey_wrong")) from error


def _may_have_passkeys(host: str) -> bool:
    """Tell whether browsers bind passkeys to a host. They do so for names, never for IP addresses."""
    return not (host == "" or ":" in host or host.replace(".", "").isdigit())
