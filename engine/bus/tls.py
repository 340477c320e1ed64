"""TLS to a broker: the broker must prove its name. Also the reason, in words, where that fails."""

import socket
import ssl

from engine.bus.address import BrokerAddress, Certificates
from engine.bus.texts import TEXTS
from engine.core.faults import InputFault
from engine.core.phrase import SILENCE, Phrase

_PROBE_S = 3.0


def context_of(certificates: Certificates) -> ssl.SSLContext:
    """Return a TLS context that always checks a broker's certificate and its name.

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
    """Return why TLS to a broker that takes connections fails; silence where TLS isn't the reason.

    It connects once more, which can take some seconds.
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
            # A broker that requires our certificate breaks off, but within TLS.
            return TEXTS.say("broker.speaks_tls", broker=broker) if "ALERT" in reason else SILENCE
        return TEXTS.say("broker.no_tls", broker=broker, why=reason)


def _unchecked() -> ssl.SSLContext:
    """Return a context that only finds out whether the other side speaks TLS; nothing is sent over it."""
    found = ssl.create_default_context()
    found.check_hostname = False
    found.verify_mode = ssl.CERT_NONE
    return found
