"""The table of the times of vision's steps: calls and milliseconds of each step, in the order of a frame."""

from collections.abc import Mapping, Sequence

from vision.look.step import StepTimes
from vision.look.steps import STEPS


def times_table(times: Mapping[str, StepTimes], frames: int) -> Sequence[str]:
    """Return the table's lines for a run over this number of frames; steps that never ran are left out."""
    wide = max(len(step.name) for step in STEPS)
    lines = [f"{'step':<{wide}}  {'stage':<7} {'calls':>6} {'ms a call':>10} {'ms a frame':>11}"]
    for step in STEPS:
        one = times.get(step.name)
        if one is None:
            continue
        ms = one.seconds * 1000
        lines.append(
            f"{step.name:<{wide}}  {step.stage:<7} {one.calls:>6} {ms / one.calls:>10.2f} "
            f"{ms / max(frames, 1):>11.2f}"
        )
    total = sum(one.seconds for one in times.values()) * 1000
    lines.append(f"{'all':<{wide}}  {'':<7} {frames:>6} {'':>10} {total / max(frames, 1):>11.2f}")
    return lines
