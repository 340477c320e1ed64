"""`boardwarden bench`: measure on this machine, speed as ratios to a reference in the same run."""

import argparse
import json

from dashboard.bench.engine import bench_engine
from dashboard.bench.referee import bench_referee
from dashboard.bench.vision import bench_vision
from engine.core.faults import InputFault

PARTS = {"vision": bench_vision, "engine": bench_engine, "referee": bench_referee}


def run(parsed: argparse.Namespace) -> int:
    """Measure the parts asked for (all, when none is named) and print a row a figure."""
    for part in parsed.parts:
        if part not in PARTS:
            raise InputFault(f"expected {' or '.join(PARTS)}, found '{part}'")
    for part in parsed.parts or PARTS:
        for row in PARTS[part]():
            if parsed.json:
                print(json.dumps({"part": part, **row}))
            else:
                print(f"{part:8} {row['what']:60} {row['value']}")
    return 0
