"""Has KiCad fill a board's ground, check its design rules and write a factory's files: `make tile`.

It runs in KiCad's own Python (Debian: /usr/bin/python3), which has the module `pcbnew`. It ends with status 1
if a rule is broken.
"""

import re
import sys
from pathlib import Path

import pcbnew

LAYERS = (
    ("top-copper", pcbnew.F_Cu),
    ("bottom-copper", pcbnew.B_Cu),
    ("top-paste", pcbnew.F_Paste),
    ("top-mask", pcbnew.F_Mask),
    ("bottom-mask", pcbnew.B_Mask),
    ("bottom-words", pcbnew.B_SilkS),
    ("edge", pcbnew.Edge_Cuts),
)
"""The layers that a factory needs, with the names of their files."""


def plot(board: "pcbnew.BOARD", folder: Path) -> None:
    """Write the layers as Gerber files, the holes as Excellon, and a picture of each side."""
    control = pcbnew.PLOT_CONTROLLER(board)
    options = control.GetPlotOptions()
    options.SetOutputDirectory(str(folder))
    options.SetUseAuxOrigin(True)
    options.SetPlotFrameRef(False)
    options.SetUseGerberProtelExtensions(False)
    options.SetIncludeGerberNetlistInfo(False)
    options.SetSubtractMaskFromSilk(True)
    for name, layer in LAYERS:
        control.SetLayer(layer)
        control.OpenPlotfile(name, pcbnew.PLOT_FORMAT_GERBER, name)
        control.PlotLayer()
    control.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetOptions(False, False, board.GetDesignSettings().GetAuxOrigin(), False)
    drill.SetFormat(True)
    drill.CreateDrillandMapFilesSet(str(folder), True, False)


def undated(folder: Path) -> None:
    """Remove date and program from each file, so that the same board gives the same files."""
    for path in sorted(folder.iterdir()):
        text = path.read_text(encoding="utf-8")
        kept = [
            line
            for line in text.splitlines()
            if not re.search(r"CreationDate|Created (on|by)|GenerationSoftware|DRILL file|ProjectId", line)
        ]
        path.write_text("\n".join(kept) + "\n", encoding="utf-8")


def main(source: Path, folder: Path) -> int:
    """Make all files from the board's file; return 0 if KiCad finds no broken rule."""
    folder.mkdir(parents=True, exist_ok=True)
    board = pcbnew.LoadBoard(str(source))
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    report = folder / "rules.txt"
    pcbnew.WriteDRCReport(board, str(report), pcbnew.EDA_UNITS_MILLIMETRES, True)
    plot(board, folder)
    undated(folder)
    said = report.read_text(encoding="utf-8").replace(str(source), source.name)
    report.write_text(said, encoding="utf-8")
    broken = sum(int(count) for count in re.findall(r"Found (\d+)", said))
    print(f"{source.name}: {broken} rules broken; {len(list(folder.iterdir()))} files in {folder.name}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]).resolve()))
