"""Virtual PC/SC readers: the real pcscd with vsmartcard's vpcd, and tags that are laid on them.

Sources: vsmartcard's vpcd documentation (the protocol between it and a card); PC/SC 2.01 part 3, 3.2.2.
"""

import fcntl
import os
import re
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

import pytest

from engine.bus.broker import free_port
from engine.core.programs import find_program
from firmware_bridge.readers.pcsc import find_readers
from firmware_bridge.readers.shop_reader import ReaderGone
from tests.needs import expect_packages
from tests.patience import PATIENCE_S

_DRIVER = Path("/etc/reader.conf.d/vpcd")
_LOCK = Path("/tmp/boardwarden-pcscd.lock")  # noqa: S108 # one pcscd a machine, whichever worker tests it
_SOCKET = Path("/run/pcscd/pcscd.comm")
_ATR = bytes.fromhex("3B8F8001804F0CA0000003060300030000000068")
"""The ATR that an ACR122U gives an Ultralight or NTAG (PC/SC 2.01 part 3, table of ATRs)."""
_ASKED_FOR_ATR = 4
WELL = b"\x90\x00"


class VirtualReaders:
    """The system's PC/SC service with two virtual readers, `Virtual PCD 00 00` and `Virtual PCD 00 01`."""

    def __init__(self, folder: Path, port: int) -> None:
        self.port = port
        self._folder = folder
        self._folder.mkdir(exist_ok=True)
        text = _DRIVER.read_text(encoding="utf-8")
        (folder / "vpcd").write_text(re.sub(r"0x8C7B", f"0x{port:X}", text), encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin, and wait until both readers are there."""
        program = find_program("pcscd") or "/usr/sbin/pcscd"
        self._process = subprocess.Popen([program, "--foreground", "-c", str(self._folder)])
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            with suppress(ReaderGone):
                if len(find_readers()) == 2:
                    return
            time.sleep(0.05)
        pytest.fail("pcscd named no two virtual readers")

    def stop(self) -> None:
        """End it, as a plug that is pulled does."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
        self._process = None


@contextmanager
def running_service(folder: Path) -> Iterator[VirtualReaders]:
    """Start the service; the test is left out where it can't run."""
    expect_packages("pcscd", "vsmartcard-vpcd")
    if os.geteuid() != 0:
        pytest.skip("pcscd has its socket below /run, which only root may make")
    with _LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if _answers():
            pytest.skip("another pcscd runs on this machine")
        service = VirtualReaders(folder / "readers", _two_free_ports())
        try:
            service.start()
            yield service
        finally:
            service.stop()


def _two_free_ports() -> int:
    """A port that is free, as is the one after it: vpcd takes one for each reader."""
    while True:
        port = free_port()
        with socket.socket() as one, socket.socket() as next_one, suppress(OSError):
            one.bind(("", port))
            next_one.bind(("", port + 1))
            return port


def _answers() -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(_SOCKET)) == 0


class VirtualTag:
    """An NTAG213 that lies on a virtual reader while the block runs. `slot`: 0 or 1."""

    def __init__(
        self, service: VirtualReaders, uid: bytes, *, slot: int = 0, answer: bytes | None = None
    ) -> None:
        self.memory = bytearray(45 * 4)
        self._uid = uid
        self._answer = answer
        self._socket = socket.create_connection(("127.0.0.1", service.port + slot), PATIENCE_S)
        self._socket.settimeout(None)
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join()

    def _serve(self) -> None:
        with suppress(OSError):
            while size := self._socket.recv(2):
                asked = self._socket.recv(int.from_bytes(size))
                if len(asked) == 1:
                    if asked[0] == _ASKED_FOR_ATR:
                        self._say(_ATR)
                else:
                    self._say(self._answered(asked))

    def _say(self, answer: bytes) -> None:
        self._socket.sendall(len(answer).to_bytes(2) + answer)

    def _answered(self, asked: bytes) -> bytes:
        match asked[1], asked[3]:
            case 0xCA, _:
                return self._uid + WELL if self._answer is None else self._answer
            case 0xB0, page:
                return bytes(self.memory[4 * page : 4 * page + asked[4]]) + WELL
            case 0xD6, page if page >= 4:
                self.memory[4 * page : 4 * page + asked[4]] = asked[5:]
                return WELL
            case _:
                return b"\x6a\x81"
