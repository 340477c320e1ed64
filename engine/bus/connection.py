"""The paho client that every part of a table uses: signed in, and encrypted where the address says so."""

import secrets
import socket
from typing import Any

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from engine.bus.address import BrokerAddress
from engine.bus.tls import context_of

KEEPALIVE_SECONDS = 10


def client_of(address: BrokerAddress, role: str) -> Client:
    """Return a client that isn't connected yet; `role` is a part of its id, for readers of the broker's log.

    Raises:
        InputFault: the address' certificates can't be read.
    """
    # A fresh id each time: a broker may still be busy with the connection that had the old one.
    client = Client(CallbackAPIVersion.VERSION2, f"bw-{role}-{secrets.token_hex(6)}")
    if address.user:
        client.username_pw_set(address.user, address.password or None)
    if address.certificates is not None:
        client.tls_set_context(context_of(address.certificates))
    client.on_socket_open = _without_nagle
    return client


def _without_nagle(_client: Client, _data: Any, connection: Any) -> None:
    # Else a client that reads and publishes at QoS 1 waits 44 ms for the peer's delayed acknowledgement.
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
