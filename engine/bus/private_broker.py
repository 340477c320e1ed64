"""Brokers that run as a child of ours, on 127.0.0.1 only: mosquitto, and iotcore from its wheel."""

import getpass
import socket
import subprocess
import sys
import tempfile
import threading
import time
from importlib.util import find_spec
from pathlib import Path
from typing import IO, TYPE_CHECKING

from engine.bus import tether
from engine.bus.accounts import OWNER, Accounts
from engine.bus.limits import LARGEST_PAYLOAD_BYTES
from engine.core.faults import MissingFault
from engine.core.programs import find_program
from engine.core.whole_file import put_whole

if TYPE_CHECKING:
    from iotcore import Broker as Iotcore

START_SECONDS = 30.0
STOP_SECONDS = 3.0

_HOST = "127.0.0.1"
_POLL_SECONDS = 0.02
# This comes before its configuration is read, so that no setting there can keep it quiet.
_ROOT_WARNING = b"Mosquitto should not be run as root"
# The log has topic and header beside the payload.
_LARGEST_PACKET_BYTES = LARGEST_PAYLOAD_BYTES + 4096

_MOSQUITTO = """\
# Written by boardwarden for one table, gone when it ends.
listener {port} {host}
user {user}
{access}
persistence false
set_tcp_nodelay true
max_packet_size {packet_bytes}
max_queued_messages 10000
connection_messages false
log_dest stderr
log_type error
"""

# Segments limit how much the broker remembers. With its defaults it grows by 0.5 kB a message; with these it
# stays at 35 MB. Of the messages that it keeps, it sends a newcomer as many as its outgoing packets; a table
# keeps fewer than a hundred.
_IOTCORE = """\
id = 0

[router]
id = 0
max_connections = 200
max_outgoing_packet_count = 2000
max_segment_size = 1048576
max_segment_count = 4

[v4.1]
name = "table"
listen = "{host}:{port}"
next_connection_delay_ms = 1

[v4.1.connections]
connection_timeout_ms = 10000
max_payload_size = {packet_bytes}
max_inflight_count = 100
dynamic_filters = true
"""

_ANONYMOUS = "allow_anonymous true"
_ACCOUNTS = """\
allow_anonymous false
password_file {passwords}
acl_file {rules}"""


def _ending(status: int | None) -> str:
    if status is None:
        return "didn't listen in time"
    return f"died of signal {-status}" if status < 0 else f"ended with status {status}"


def find_mosquitto() -> str | None:
    """Return mosquitto's path, also from the folders that only root's PATH has; None when there is none."""
    return find_program("mosquitto")


def has_iotcore() -> bool:
    """Tell whether iotcore's wheel is installed."""
    return find_spec("iotcore") is not None


class MosquittoBroker:
    """A mosquitto of our own, with a configuration of our own and nothing else on disk."""

    def __init__(self, *, port: int, folder: Path | None = None, accounts: Accounts | None = None) -> None:
        self._port = port
        self._accounts = accounts
        self._folder = _Folder(folder)
        self._process: subprocess.Popen[bytes] | None = None
        self._words: threading.Thread | None = None

    @property
    def url(self) -> str:
        """The URL that it listens at, with its owner's account."""
        return _url(self._port, self._accounts)

    @property
    def about(self) -> str:
        """Its description for people."""
        return f"mosquitto on {_HOST}:{self._port}"

    @property
    def running(self) -> bool:
        """Whether the process lives."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int | None:
        """Its process's id; None while it doesn't run."""
        return None if self._process is None else self._process.pid

    def start(self) -> None:
        """Start it and wait until it takes connections.

        Raises:
            MissingFault: not installed, or it doesn't come up.
        """
        if self.running:
            return
        program = find_mosquitto()
        if program is None:
            raise MissingFault("mosquitto isn't installed; on Debian: sudo apt install mosquitto")
        _expect_free(self._port)
        access = _ANONYMOUS
        if self._accounts is not None:
            access = _ACCOUNTS.format(
                passwords=self._folder.write("passwords", self._accounts.mosquitto_passwords()),
                rules=self._folder.write("rules.acl", self._accounts.mosquitto_rules()),
            )
        configuration = self._folder.write(
            "mosquitto.conf",
            _MOSQUITTO.format(
                port=self._port,
                host=_HOST,
                # Started as root, it would change to another user and lose the tie to its parent.
                user=getpass.getuser(),
                access=access,
                packet_bytes=_LARGEST_PACKET_BYTES,
            ),
        )
        self._process = subprocess.Popen(  # noqa: S603 # mosquitto's path, our own file
            [sys.executable, "-I", "-S", tether.__file__, program, "-c", str(configuration)],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        self._words = threading.Thread(
            target=_pass_on, args=(self._process.stderr,), name="mosquitto's words", daemon=True
        )
        self._words.start()
        until = time.monotonic() + START_SECONDS
        while not _listening(self._port):
            status = self._process.poll()
            if status is not None or time.monotonic() > until:
                self.stop()
                ended = _ending(status)
                raise MissingFault(f"{program} {ended}; try --broker iotcore, or see its words above")
            time.sleep(_POLL_SECONDS)

    def stop(self) -> None:
        """Stop it and remove its configuration."""
        process, self._process = self._process, None
        if process is not None:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        words, self._words = self._words, None
        if words is not None:
            words.join(STOP_SECONDS)
        self._folder.remove()


class IotcoreBroker:
    """The broker inside the iotcore wheel. It runs in a child that ends when we do."""

    def __init__(self, *, port: int, folder: Path | None = None, accounts: Accounts | None = None) -> None:
        self._port = port
        self._accounts = accounts
        self._folder = _Folder(folder)
        self._broker: Iotcore | None = None
        self._pid: int | None = None

    @property
    def url(self) -> str:
        """The URL that it listens at, with its owner's account."""
        return _url(self._port, self._accounts)

    @property
    def about(self) -> str:
        """Its description for people."""
        return f"iotcore on {_HOST}:{self._port}"

    @property
    def running(self) -> bool:
        """Whether the process lives."""
        return self._broker is not None and bool(self._broker.is_running)

    @property
    def pid(self) -> int | None:
        """Its process's id; None while it doesn't run, or where the system doesn't say."""
        return self._pid

    def start(self) -> None:
        """Start it and wait until it takes connections.

        Raises:
            MissingFault: not installed, or it doesn't come up.
        """
        if self.running:
            return
        try:
            from iotcore import Broker  # noqa: PLC0415 # no wheel exists for some machines, which have mosquitto
        except ImportError as error:
            raise MissingFault(f"iotcore isn't installed: python -m pip install iotcore ({error})") from error
        _expect_free(self._port)
        settings = _IOTCORE.format(port=self._port, host=_HOST, packet_bytes=_LARGEST_PACKET_BYTES)
        if self._accounts is not None:
            settings += f"\n[v4.1.connections.auth]\n{self._accounts.iotcore_users()}"
        configuration = self._folder.write("iotcore.toml", settings)
        broker = Broker(config_path=str(configuration))
        before = _children()
        try:
            broker.start(timeout=START_SECONDS)
        except (OSError, RuntimeError) as error:
            self._folder.remove()
            raise MissingFault(
                f"iotcore's broker doesn't come up: {error}; try --broker mosquitto"
            ) from error
        self._broker = broker
        self._pid = next(iter(_children() - before), None)

    def stop(self) -> None:
        """Stop it and remove its configuration."""
        broker, self._broker, self._pid = self._broker, None, None
        if broker is not None:
            broker.stop(timeout=STOP_SECONDS)
        self._folder.remove()


class _Folder:
    """The folder of a broker's configuration while it runs: a given one, or a temporary one of ours."""

    def __init__(self, given: Path | None) -> None:
        self._given = given
        self._own: tempfile.TemporaryDirectory[str] | None = None

    def write(self, name: str, text: str) -> Path:
        if self._given is None and self._own is None:
            self._own = tempfile.TemporaryDirectory(prefix="boardwarden-broker-")
        folder = self._given or Path(self._own.name if self._own else ".")
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / name
        put_whole(path, text.encode())
        return path

    def remove(self) -> None:
        if self._own is not None:
            self._own.cleanup()
            self._own = None


def _pass_on(words: IO[bytes] | None) -> None:
    """Repeat mosquitto's output on our standard error, line by line, until it ends."""
    if words is None:
        return
    with words:
        for line in words:
            # A person who runs a table as root (a container, CI) knows it; the broker listens on this machine
            # only.
            if _ROOT_WARNING not in line:
                sys.stderr.write(line.decode(errors="replace"))
                sys.stderr.flush()


def _children() -> set[int]:
    """Return the processes that this thread started and that run; none where the system doesn't say."""
    try:
        listed = Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text(encoding="ascii")
    except OSError:
        return set()
    return {int(one) for one in listed.split()}


def _url(port: int, accounts: Accounts | None) -> str:
    address = f"{_HOST}:{port}"
    return f"mqtt://{address}" if accounts is None else accounts.url(OWNER, address)


def _listening(port: int) -> bool:
    try:
        with socket.create_connection((_HOST, port), timeout=1.0):
            return True
    except OSError:
        return False


def _expect_free(port: int) -> None:
    """See that the port is free, so that we don't take somebody else's broker for ours."""
    if _listening(port):
        raise MissingFault(
            f"port {port} on {_HOST} is in use by another program; a broker can't listen there"
        )
