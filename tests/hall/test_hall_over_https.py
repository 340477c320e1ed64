"""A hall is served by HTTPS as a table is: in clear there is only the page that says how to trust it."""

import ssl
from ipaddress import ip_address
from pathlib import Path

import httpx

from dashboard.web.https.due import ServerNames
from dashboard.web.https.encryption import OwnEncryption
from dashboard.web.https.kept import KeptCertificates
from engine.bus.broker import Broker
from tests.hall.running import running_hall
from tests.patience import PATIENCE_S

HERE = ServerNames(frozenset({"localhost"}), frozenset({ip_address("127.0.0.1")}))


def test_the_pages_are_read_by_whoever_trusts_the_authority(broker: Broker, tmp_path: Path) -> None:
    encryption = OwnEncryption(KeptCertificates(tmp_path, lambda: HERE))
    assert encryption.authority is not None
    trust = ssl.create_default_context(cadata=encryption.authority.der)
    with running_hall(broker.url, encryption=encryption) as hall:
        with httpx.Client(verify=trust, timeout=PATIENCE_S) as client:
            assert client.get(f"{hall.url.replace('http:', 'https:')}/watch").status_code == 200
        in_clear = httpx.get(f"{hall.url}/trust", timeout=PATIENCE_S)
        assert in_clear.status_code == 200
        assert "hall.js" not in httpx.get(hall.url, timeout=PATIENCE_S, follow_redirects=False).text
