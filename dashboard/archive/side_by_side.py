"""A match judged again by the installed rules and by those of another version, side by side. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from engine.records.rejudgement import Account, RejudgedDifference

AS_RECORDED = ("as recorded",)
"""The line of a side that judges a moment as it was judged then."""


@dataclass(frozen=True, slots=True)
class VersionsMoment:
    """One moment that at least one of two versions judges otherwise than it was."""

    file: str
    """The evidence file's name."""
    at_s: float
    """When, in seconds since the file began."""
    took: str
    """The event that the engine took in."""
    recorded: tuple[str, ...]
    """The recorded results, for people."""
    other: tuple[str, ...] | None
    """The results by the other version; None: as recorded."""
    installed: tuple[str, ...] | None
    """The results by the installed one; None: as recorded."""


@dataclass(frozen=True, slots=True)
class SideBySide:
    """One match by two versions."""

    rules: str
    """The other version's name."""
    installed: Account
    """The result by the installed rules."""
    other: Mapping[str, Any]
    """The result by the other version, as its `rejudge --json` prints it."""

    @property
    def moments(self) -> tuple[VersionsMoment, ...]:
        """The moments that differ, in order; each side's are compared with the record."""
        return tuple(_moments(self.installed, self.other))

    @property
    def stops_early(self) -> bool:
        """Whether the other version takes the match for its own: it ends at a difference then."""
        return bool(self.other["differences"]) and not self.other.get("by_others", False)

    @property
    def is_same(self) -> bool:
        """Whether both judge everything as it was recorded, from evidence that is whole."""
        return not (self.moments or self.installed.damage)


def _moments(installed: Account, other: Mapping[str, Any]) -> Iterator[VersionsMoment]:
    # Versions may name the thing that was taken in otherwise; its file and time are the record's.
    ours = {(one.file, round(one.at_s, 3)): one for one in installed.differences}
    theirs = {(one.file, round(one.at_s, 3)): one for one in map(_difference, other["differences"])}
    for key in sorted({*ours, *theirs}):
        mine, its = ours.get(key), theirs.get(key)
        said = mine or its
        if said is not None:
            yield VersionsMoment(
                said.file,
                said.at_s,
                said.took,
                said.recorded,
                None if its is None else its.judged,
                None if mine is None else mine.judged,
            )


def _difference(written: Mapping[str, Any]) -> RejudgedDifference:
    return RejudgedDifference(
        str(written["file"]),
        float(written["at_s"]),
        str(written["took"]),
        str(written["stage"]),
        tuple(map(str, written["recorded"])),
        tuple(map(str, written["judged"])),
    )


def side_by_side_facts(match: str, found: SideBySide) -> dict[str, Any]:
    """Return the result as the `--json` line has it."""
    return {
        "match": match,
        "same": found.is_same,
        "rules": found.rules,
        "installed": asdict(found.installed),
        "other": dict(found.other),
        "moments": [asdict(one) for one in found.moments],
    }


def side_by_side_text(match: str, found: SideBySide) -> str:
    """Return the result for people: each moment that differs, with the record and both sides beneath."""
    installed, other = len(found.installed.differences), len(found.other["differences"])
    lines = [f"{match}  by {found.rules}: {_count(other)}; by the installed rules: {_count(installed)}"]
    lines += [f"  the evidence isn't whole: {one}" for one in found.installed.damage]
    if found.stops_early:
        lines.append(f"  {found.rules} takes the match for its own, and ends at a difference")
    for one in found.moments:
        lines.append(f"  {one.at_s:8.2f} s  {one.file}, {one.took}")
        sides = (("recorded", one.recorded), (found.rules, one.other), ("installed", one.installed))
        wide = max(len(name) for name, _ in sides) + 1
        for name, told in sides:
            lines += [
                f"      {f'{name}:':{wide}} {text}"
                for text in (AS_RECORDED if told is None else told or ("nothing",))
            ]
    return "\n".join(lines)


def _count(differences: int) -> str:
    return f"differs in {differences}" if differences else "the same"
