"""Writes the simulated camera's pictures and the truth about them as a footage folder."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from dashboard.simulator.stage import StageScene
from engine.core.faults import InputFault
from engine.core.footage import DESCRIPTION
from engine.core.ids import Seconds
from engine.core.layout import Face
from vision.render.renderer import PieceTruth

HIDDEN_SHARE = 0.03
"""A piece counts as hidden if more than this share of its label is covered; fingers at the rim cover less."""


class FootageWriter:
    """Writes a footage folder.

    Args:
        folder: The folder, which must be new or empty.
        fps: The frame rate, in pictures a second.
        description: The content of footage.yaml, without the frame rate.
        option: The option that named the folder, for messages about it.

    Raises:
        InputFault: the folder isn't empty, or can't be written.
    """

    def __init__(
        self, folder: Path, *, fps: float, description: dict[str, Any], option: str = "--record"
    ) -> None:
        self._folder = folder
        self._frames = 0
        self._began: Seconds | None = None
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise InputFault(
                f"{option} {folder}: there is something already; give a folder that doesn't exist yet"
            )
        text = yaml.safe_dump({**description, "fps": fps}, sort_keys=False, allow_unicode=True)
        try:
            (folder / "frames").mkdir(parents=True)
            (folder / DESCRIPTION).write_text(text, encoding="utf-8")
        except OSError as error:
            raise InputFault(f"{option} {folder}: can't be written: {error.strerror or error}") from error

    def add(self, jpeg: bytes, truth: Sequence[PieceTruth], scene: StageScene, now: Seconds) -> None:
        """Write one frame, as a JPEG, and its truth."""
        self._began = now if self._began is None else self._began
        self._frames += 1
        (self._folder / "frames" / f"{self._frames:06d}.jpg").write_bytes(jpeg)
        lifted = {one.piece.id for one in scene.held}
        there = [one for one in truth if one.cell is not None and one.placed.piece.id not in lifted]
        # Cards that show a shared back all look the same, so the truth only counts them.
        lying = [one for one in there if _back(one) is None]
        backs = _backs(there)
        self._append(
            "truth.jsonl",
            {
                "frame": self._frames,
                "t": round(now - self._began, 3),
                "settled": scene.hand is None,
                "layout": {
                    one.placed.piece.id: {
                        "cell": one.cell,
                        "face": one.placed.face,
                        "edge": one.edge and one.placed.piece.kind.is_moved,
                        "turned_deg": one.placed.turned_deg,
                        "sideways": one.sideways,
                    }
                    for one in lying
                },
                **({} if backs is None else {"backs": backs}),
                "hidden": sorted(
                    one.placed.piece.id
                    for one in lying
                    if one.hidden > HIDDEN_SHARE or one.placed.tag is None
                ),
                "lifted": sorted(lifted),
            },
        )

    def pressed(self, pad: str, button: str, now: Seconds) -> None:
        """Write the event that a button of a pad was pressed."""
        since = 0.0 if self._began is None else max(0.0, now - self._began)
        self._append(
            "devices.jsonl", {"t": round(since, 3), "device": f"pad.{pad}", "event": "button", "name": button}
        )

    def _append(self, name: str, line: dict[str, Any]) -> None:
        with (self._folder / name).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def _back(one: PieceTruth) -> str | None:
    """Return the name of the shared back that a piece shows; None: it shows none."""
    back = one.placed.piece.back
    return back.name if back is not None and one.placed.face is Face.DOWN else None


def _backs(lying: Sequence[PieceTruth]) -> dict[str, dict[str, int]] | None:
    """Return the number of shown backs in each cell, by name; None: no piece of the set shares its back."""
    if all(one.placed.piece.back is None for one in lying):
        return None
    found: dict[str, dict[str, int]] = {}
    for one in lying:
        back = _back(one)
        if back is not None and one.cell is not None:
            there = found.setdefault(one.cell, {})
            there[back] = there.get(back, 0) + 1
    return found
