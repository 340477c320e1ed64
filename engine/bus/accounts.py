"""The accounts of a private broker: one user a service, with passwords made for one run.

Nobody else has one.
"""

import json
import secrets
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import pbkdf2_hmac
from pathlib import Path
from urllib.parse import quote

from engine.bus.access import ALL, access_rules, user_of
from engine.bus.channels import Service
from engine.core.faults import InputFault
from engine.core.whole_file import put_whole

OWNER = ALL
"""The user of the data folder's owner, who may do everything that the services may."""

KEEPER = "boardwarden-keeper"
"""The user of the broker's keeper: reads and writes nothing."""

_PASSWORD_BYTES = 24
_SALT_BYTES = 12
_ROUNDS = 101
"""As few as mosquitto_passwd has: the passwords are random, so that guessing them is hopeless anyway."""


@dataclass(frozen=True, slots=True)
class Accounts:
    """Users and their passwords; as text it leaves the passwords out."""

    passwords: Mapping[str, str] = field(repr=False)
    """Each user's password."""

    @classmethod
    def fresh(cls) -> "Accounts":
        """Return an account for each service, the owner and the keeper, with new passwords."""
        users = (OWNER, KEEPER, *map(user_of, Service))
        return cls({user: secrets.token_urlsafe(_PASSWORD_BYTES) for user in users})

    def url(self, user: str, address: str) -> str:
        """Return the URL that a user reaches the broker by at an address, `127.0.0.1:1883`."""
        return f"mqtt://{quote(user, safe='')}:{quote(self.passwords[user], safe='')}@{address}"

    def write(self, path: Path) -> None:
        """Write the accounts to a file that only this user can read.

        Raises:
            OSError: it can't be written.
        """
        put_whole(path, json.dumps(dict(self.passwords)).encode())

    @classmethod
    def read(cls, path: Path) -> "Accounts":
        """Return the accounts that `write` has written.

        Raises:
            InputFault: it can't be read, or isn't such a file.
        """
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            return cls({str(user): str(password) for user, password in found.items()})
        except (OSError, ValueError, AttributeError) as error:
            raise InputFault(
                f"--accounts {path}: expected a file with a broker's accounts: {error}"
            ) from error

    def mosquitto_passwords(self) -> str:
        """Return mosquitto's `password_file`: PBKDF2 with SHA-512, as mosquitto_passwd writes it."""
        return "".join(f"{user}:{_hashed(password)}\n" for user, password in self.passwords.items())

    def mosquitto_rules(self) -> str:
        """Return mosquitto's `acl_file`: each service writes its own channels."""
        return access_rules()

    def iotcore_users(self) -> str:
        """Return the table of users in iotcore's configuration; iotcore has no finer rights."""
        return "".join(f"{json.dumps(user)} = {json.dumps(said)}\n" for user, said in self.passwords.items())


def _hashed(password: str) -> str:
    salt = secrets.token_bytes(_SALT_BYTES)
    digest = pbkdf2_hmac("sha512", password.encode(), salt, _ROUNDS)
    return f"$7${_ROUNDS}${b64encode(salt).decode()}${b64encode(digest).decode()}"
