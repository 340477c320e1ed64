"""The choice between pages in clear, by the table's own certificates, and by given ones."""

import argparse
from functools import partial
from pathlib import Path

from dashboard.web.https.encryption import Encryption, GivenEncryption, OwnEncryption
from dashboard.web.https.kept import KeptCertificates
from dashboard.web.https.machine_names import machine_names
from engine.core.faults import InputFault


def is_encrypted(parsed: argparse.Namespace) -> bool:
    """Tell whether the pages are to be served by HTTPS."""
    return bool(parsed.https or parsed.certificate or parsed.key)


def chosen_encryption(parsed: argparse.Namespace, *, served_as: str) -> Encryption | None:
    """Return the certificates of the pages; None: they are served in clear.

    Makes the table's own where none are given and there are none yet.

    Raises:
        InputFault: one of --certificate and --key is given alone, or what is given or kept is unusable.
    """
    if not is_encrypted(parsed):
        return None
    if bool(parsed.certificate) != bool(parsed.key):
        alone, lacks = ("--certificate", "--key") if parsed.certificate else ("--key", "--certificate")
        raise InputFault(f"{alone} needs {lacks} too: a certificate and its key, each a file in PEM")
    if parsed.certificate:
        return GivenEncryption(Path(parsed.certificate), Path(parsed.key))
    return OwnEncryption(KeptCertificates(Path(parsed.data), partial(machine_names, served_as)))
