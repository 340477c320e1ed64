"""An authenticator in software, by WebAuthn (W3C, level 3): it makes passkeys and signs challenges with them.

It does what a phone does, and what a thief with a copy of one would do: sign for another page, or count back.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

_PRESENT, _VERIFIED, _WITH_KEY = 0x01, 0x04, 0x40


@dataclass
class SoftAuthenticator:
    """One passkey and its counter."""

    id: bytes = b"a passkey's id 1"
    count: int = 0
    flags: int = _PRESENT | _VERIFIED
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def makes(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
        """Return the credential that a browser sends for a server's options to bind one."""
        said = self._said("webauthn.create", options["challenge"], origin)
        numbers = self.key.public_key().public_numbers()
        key = cbor2.dumps({
            1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big"),
        })  # fmt: skip
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + key
        data = self._data(options["rp"]["id"], _WITH_KEY) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._credential({"clientDataJSON": _text(said), "attestationObject": _text(attestation)})

    def signs(
        self, options: dict[str, Any], origin: str, *, host: str = "", kind: str = "webauthn.get"
    ) -> dict[str, Any]:
        """Return the credential for a server's options to sign in; `host`: another one than they name."""
        self.count += 1
        said = self._said(kind, options["challenge"], origin)
        data = self._data(host or options["rpId"])
        signature = self.key.sign(data + sha256(said).digest(), ec.ECDSA(SHA256()))
        return self._credential({
            "clientDataJSON": _text(said), "authenticatorData": _text(data), "signature": _text(signature),
        })  # fmt: skip

    def _said(self, kind: str, challenge: str, origin: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": origin}).encode()

    def _data(self, host: str, flags: int = 0) -> bytes:
        return sha256(host.encode()).digest() + bytes([self.flags | flags]) + self.count.to_bytes(4, "big")

    def _credential(self, response: dict[str, str]) -> dict[str, Any]:
        own = _text(self.id)
        return {
            "id": own, "rawId": own, "type": "public-key", "response": response, "clientExtensionResults": {},
        }  # fmt: skip


def tampered(text: str) -> str:
    """Return base64url with one bit of its bytes changed."""
    content = bytearray(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    content[-1] ^= 1
    return _text(bytes(content))


def _text(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")
