"""TLS to a broker: the broker must prove to be who it says. And what is wrong where that fails, in words."""

import socket
import ssl

from engine.bus.address import BrokerAddress, Certificates
from engine.bus.texts import TEXTS
from engine.core.faults import InputFault
from engine.core.phrase import SILENCE, Phrase

_PROBE_S = 3.0


def context_of(certificates: Certificates) -> ssl.SSLContext:
    """Return how to speak to a broker: its certificate and its name are checked, always.

    Raises:
        InputFault: a file isn't what it should be.
    """
    try:
        found = ssl.create_default_context(cafile=certificates.ca or None)
        if certificates.cert:
            found.load_cert_chain(certificates.cert, certificates.key)
    except (OSError, ValueError) as error:
        raise InputFault(f"the broker's certificates {certificates} can't be used: {error}") from error
    return found


def trouble_of(address: BrokerAddress) -> Phrase:
    """Return why a broker that takes connections can't be spoken to; silence where TLS isn't the reason.

    Asks it once more, which takes up to some seconds.
    """
    in_clear, broker = address.certificates is None, str(address)
    context = _unchecked() if address.certificates is None else context_of(address.certificates)
    try:
        line = socket.create_connection((address.host, address.port), _PROBE_S)
    except OSError:
        return SILENCE
    try:
        with line, context.wrap_socket(line, server_hostname=address.host):
            return TEXTS.say("broker.speaks_tls", broker=broker) if in_clear else SILENCE
    except ssl.SSLCertVerificationError as error:
        return TEXTS.say("broker.untrusted", broker=broker, why=error.verify_message.rstrip("."))
    except OSError as error:
        reason = str(getattr(error, "reason", None) or error.strerror or error)
        if in_clear:
            # A broker that wants a certificate of ours breaks off, but in TLS.
            return TEXTS.say("broker.speaks_tls", broker=broker) if "ALERT" in reason else SILENCE
        return TEXTS.say("broker.no_tls", broker=broker, why=reason)


def _unchecked() -> ssl.SSLContext:
    """Return what only finds out whether somebody speaks TLS: nothing is said to them."""
    found = ssl.create_default_context()
    found.check_hostname = False
    found.verify_mode = ssl.CERT_NONE
    return found
