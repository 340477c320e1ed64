"""The choice of how pages are served: by HTTP, or by HTTPS with the table's own or given certificates."""

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.faults import InputFault

if TYPE_CHECKING:
    from dashboard.web.https.encryption import Encryption


def is_encrypted(parsed: argparse.Namespace) -> bool:
    """Tell whether the pages are to be served by HTTPS."""
    return bool(parsed.https or parsed.certificate or parsed.key)


def chosen_encryption(parsed: argparse.Namespace, *, served_as: str) -> "Encryption | None":
    """Return the certificates of the pages; None: the pages are served by HTTP.

    If none are given, the table makes its own and keeps them in its data folder.

    Raises:
        InputFault: --certificate or --key is given without the other, or a given or kept file is unusable.
    """
    if not is_encrypted(parsed):
        return None
    # 4 MB, which a table in clear doesn't need.
    from dashboard.web.https.encryption import GivenEncryption, OwnEncryption  # noqa: PLC0415
    from dashboard.web.https.kept import KeptCertificates  # noqa: PLC0415
    from dashboard.web.https.machine_names import machine_names  # noqa: PLC0415

    if bool(parsed.certificate) != bool(parsed.key):
        alone, lacks = ("--certificate", "--key") if parsed.certificate else ("--key", "--certificate")
        raise InputFault(f"{alone} needs {lacks} too: a certificate and its key, each a file in PEM")
    if parsed.certificate:
        return GivenEncryption(Path(parsed.certificate), Path(parsed.key))
    return OwnEncryption(KeptCertificates(Path(parsed.data), partial(machine_names, served_as)))
