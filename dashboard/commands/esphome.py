"""`boardwarden export esphome BOARD.JSON`: writes the files of an ESPHome node for a board.

One file is the node that ESPHome builds. The other is the mapping for the bridge, which reads its topics.
"""

import os
from pathlib import Path

from dashboard.commands import DONE
from engine.core.faults import InputFault, MissingFault
from firmware_bridge.foreign.esphome import SECRETS, esphome_node
from firmware_bridge.wiring import read_board_file
from hardware.firmware.warden import configuration

ESPHOME = "esphome"
"""The word that `export` takes in the place of a match's name."""


def write_node(board: Path, folder: Path, *, name: str, reader: str) -> int:
    """Write NAME.yaml and NAME-devices.yaml into a folder, and a secrets.yaml if there is none.

    Raises:
        InputFault: the board can't be read, ESPHome can't run such a board, or another file is in the way.
        MissingFault: a file can't be written.
    """
    try:
        found = configuration.read(read_board_file(board))
    except configuration.Unusable as error:
        raise InputFault(f"{board}: {error}") from error
    node = esphome_node(found, name=name, reader=reader)
    config, devices = folder / f"{node.name}.yaml", folder / f"{node.name}-devices.yaml"
    for path, text in ((config, node.config), (devices, node.devices)):
        if path.exists() and path.read_text(encoding="utf-8", errors="replace") != text:
            raise InputFault(
                f"{path}: is there already, and differs; remove it, or choose another --name or --out"
            )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in ((config, node.config), (devices, node.devices)):
            path.write_text(text, encoding="utf-8")
            print(path)
        secrets = folder / "secrets.yaml"
        if not secrets.exists():
            with os.fdopen(os.open(secrets, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(SECRETS)
            print(f"{secrets}: fill it in")
    except OSError as error:
        raise MissingFault(f"--out {folder}: can't be written: {error.strerror or error}") from error
    print(f"then: esphome run {config}")
    print(f"and:  boardwarden play --broker mqtt://BROKER --devices {devices}")
    return DONE
