# ruff: noqa: INP001, T201 # an example, for readers
"""How long each player thinks: the median of the seconds in a table that `export --to table` wrote."""

import csv
import sys
from pathlib import Path
from statistics import median

seconds: dict[str, list[float]] = {}
with Path(sys.argv[1]).open(encoding="utf-8", newline="") as stream:
    for row in csv.DictReader(stream):
        if row["verdict"] == "settled" and row["seat"] and float(row["seconds"]):
            name = row["player"] or row["bot"] or row["seat"]
            seconds.setdefault(name, []).append(float(row["seconds"]))
for name, found in sorted(seconds.items()):
    print(f"{name}: {median(found):.1f} s, {len(found)} actions")
