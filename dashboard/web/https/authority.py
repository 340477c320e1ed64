"""Makes and reads two certificates: the table's authority, and the pages' certificate that it signs.

The authority may only sign names that nobody owns in the Internet (X.509 name constraints, RFC 5280
4.2.1.10). So a thief of its key can't pretend to be a bank to the devices that trust it.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from ipaddress import ip_address, ip_network

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from dashboard.web.https.due import (
    AUTHORITY_LASTS,
    CERTIFICATE_LASTS,
    HOME_DOMAINS,
    HOME_NETWORKS,
    CertificateFacts,
    ServerNames,
    validity,
    vouched_for,
)
from engine.core.faults import InputFault

_ORGANIZATION = "Boardwarden"
_LONGEST_NAME = 64
"""The most characters of a common name (RFC 5280, ub-common-name)."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate and its key."""

    x509: x509.Certificate
    """The certificate."""
    key: ec.EllipticCurvePrivateKey
    """The certificate's private key."""

    @property
    def der(self) -> bytes:
        """The certificate in DER, as devices install it."""
        return self.x509.public_bytes(serialization.Encoding.DER)

    @property
    def with_key(self) -> bytes:
        """The private key and the certificate in PEM, as one file."""
        key = self.key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        return key + self.x509.public_bytes(serialization.Encoding.PEM)

    @property
    def fingerprint(self) -> str:
        """The SHA-256 fingerprint as devices show it: `AB:CD:…`."""
        return hashlib.sha256(self.der).digest().hex(":").upper()

    @property
    def name(self) -> str:
        """The common name; empty without one."""
        found = self.x509.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
        return str(found[0].value) if found else ""

    @property
    def facts(self) -> CertificateFacts:
        """The facts that decide whether a new certificate is due."""
        found = self.x509.extensions
        try:
            issuer = found.get_extension_for_class(x509.AuthorityKeyIdentifier).value.key_identifier or b""
        except x509.ExtensionNotFound:
            issuer = b""
        try:
            known = found.get_extension_for_class(x509.SubjectAlternativeName).value
            names = ServerNames(
                frozenset(known.get_values_for_type(x509.DNSName)),
                frozenset(ip_address(str(one)) for one in known.get_values_for_type(x509.IPAddress)),
            )
        except x509.ExtensionNotFound:
            names = ServerNames()
        return CertificateFacts(self.x509.not_valid_before_utc, self.x509.not_valid_after_utc, issuer, names)

    @property
    def key_identifier(self) -> bytes:
        """The key's identifier. Certificates that this key signs name it as their issuer's."""
        return x509.SubjectKeyIdentifier.from_public_key(self.key.public_key()).digest

    def vouches_for(self, names: ServerNames) -> ServerNames:
        """Return those of a server's names that this authority may vouch for."""
        try:
            held = self.x509.extensions.get_extension_for_class(x509.NameConstraints).value
        except x509.ExtensionNotFound:
            return names
        permitted = held.permitted_subtrees or ()
        return vouched_for(
            names,
            domains=(str(one.value) for one in permitted if isinstance(one, x509.DNSName)),
            networks=[one.value for one in permitted if isinstance(one, x509.IPAddress)],  # type: ignore[misc] # ranges, in constraints
        )


def read_certificate(pem: bytes) -> Certificate:
    """Return a certificate and its key from a file of both, as `Certificate.with_key` writes it.

    Raises:
        InputFault: the file has another content, or the key isn't the certificate's.
    """
    try:
        found = x509.load_pem_x509_certificate(pem)
        key = serialization.load_pem_private_key(pem.partition(b"-----BEGIN CERTIFICATE")[0], None)
    except (ValueError, TypeError) as error:
        raise InputFault(f"expected a key and a certificate in PEM: {error}") from error
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != found.public_key():
        raise InputFault("the key isn't this certificate's")
    return Certificate(found, key)


def make_authority(machine: str, own_names: ServerNames, now: datetime) -> Certificate:
    """Return a new authority, named after the machine.

    It may vouch for the names of home networks, and for the names and addresses that the machine has now.
    """
    begins, ends = validity(now, AUTHORITY_LASTS)
    key = ec.generate_private_key(ec.SECP256R1())
    called = f"Boardwarden at {machine}, {now:%Y-%m-%d}"[:_LONGEST_NAME]
    name = _name(called)
    own = own_names.without(vouched_for(own_names, domains=HOME_DOMAINS))
    domains = (*HOME_DOMAINS, *sorted(own.hosts))
    networks = (*HOME_NETWORKS, *(ip_network(one) for one in sorted(own.addresses, key=str)))
    made = (
        _begun(name, name, key, begins, ends)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.NameConstraints(
                [*map(x509.DNSName, domains), *map(x509.IPAddress, networks)], excluded_subtrees=None
            ),
            critical=True,
        )
    )
    return Certificate(made.sign(key, hashes.SHA256()), key)


def make_certificate(authority: Certificate, names: ServerNames, now: datetime) -> Certificate:
    """Return a new certificate for the pages, for all `names` that the authority may vouch for."""
    begins, ends = validity(now, CERTIFICATE_LASTS, at_most=authority.facts.ends_at)
    key = ec.generate_private_key(ec.SECP256R1())
    ours = authority.vouches_for(names)
    known = [*map(x509.DNSName, sorted(ours.hosts)), *map(x509.IPAddress, sorted(ours.addresses, key=str))]
    made = (
        _begun(_name("Boardwarden's pages"), authority.x509.subject, key, begins, ends)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(known), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()), critical=False
        )
    )
    return Certificate(made.sign(authority.key, hashes.SHA256()), key)


def _begun(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    begins: datetime,
    ends: datetime,
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(ends)
    )


def _name(common: str) -> x509.Name:
    return x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, _ORGANIZATION),
            x509.NameAttribute(NameOID.COMMON_NAME, common),
        ]
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )
