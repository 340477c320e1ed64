"""Makes an archive of many matches for measuring, each with its own players, date, length and evidence.

Some matches are played at random by the real rules. The others repeat one of these up to a random action.
Every journal has its own chain of hashes, and its own evidence with verdicts.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from engine.core.decisions import Chooser
from engine.core.ids import RuleId, Seconds
from engine.core.phrase import Phrase
from engine.core.terms import Terms
from engine.core.verdict import Verdict, VerdictKind, ViolationText
from engine.games.registry import usual_board
from engine.records.evidence import EvidenceFile
from engine.records.packing import pack
from engine.session.matches.entries import canonical
from engine.session.matches.journal import FIRST_HASH, NAME, journals
from engine.session.matches.match import play
from engine.session.matches.match_opening import MatchOpening
from engine.session.serving.match_parts import make_match_parts

GAMES = ("dozen_war", "hero_realms", "quoc_chien", "kingdom_square")
PLAYERS = (
    "Anna",
    "Bình",
    "Chloé",
    "Dung",
    "Emi",
    "Fumiko",
    "Giang",
    "Hana",
    "Isao",
    "Jonas",
    "Kenji",
    "Linh",
)
RULES = ("DW-5", "DW-6.1", "DW-7.2", "HR-3.1", "QC-4", "KS-2.5")
_OPENED_AT, _YEARS_S = 1_600_000_000.0, 5 * 365 * 86400.0
_STEP_S = 20.0


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of a played match's journal, without its hash, its time and its number."""

    kind: str
    """The kind of the entry."""
    body: dict[str, Any]
    """The entry's content."""
    content: bytes
    """The content as canonical JSON."""


def make_archive(folder: Path, entries: int, *, seed: int = 1, played: int = 3, longest: int = 150) -> int:
    """Write matches until they have this many entries in all; return the number of matches.

    Args:
        folder: The data folder to write to.
        entries: The number of entries.
        seed: The seed of all random choices.
        played: The number of matches of each game that are really played.
        longest: The most actions of a match that is really played.
    """
    chance = Random(seed)  # noqa: S311  # reproducible
    ways = [_played(game, Random(f"{seed} {game} {n}"), longest) for game in GAMES for n in range(played)]  # noqa: S311
    written = count = 0
    while written < entries:
        count += 1
        way = chance.choice(ways)
        kept = min(chance.randint(max(2, len(way) // 2), len(way)), max(2, entries - written))
        written += _write(folder, count, way[:kept], chance)
    return count


def _played(game: str, chance: Random, longest: int) -> Sequence[_Line]:
    board = usual_board(game)
    with TemporaryDirectory() as made:
        parts = make_match_parts(Terms(game, board, f"{board}-pieces"), None, folder=Path(made))
        opening = MatchOpening("", Seconds(0.0), "", "", "", table="made", seed=str(chance.random()))
        match, journal = parts.keeper.open(opening.on_terms(parts.terms), Seconds(0.0))
        entries = []
        for _ in range(longest):
            if parts.game.decider(match.state).chooser is Chooser.NOBODY:
                break
            action = chance.choice(list(parts.game.legal_actions(match.state)))
            match, entry, _ = play(parts.game, match, (action,))
            entries.append(entry)
        journal.append(tuple(entries), Seconds(1.0))
        journal.close()
        (path,) = journals(Path(made))
        lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    return [_Line(one["kind"], one["body"], canonical(one["body"])) for one in lines]


def _write(folder: Path, number: int, way: Sequence[_Line], chance: Random) -> int:
    at = _OPENED_AT + chance.random() * _YEARS_S
    name = f"{number:06d}-made"
    seats = sorted({str(by) for line in way for by in line.body.get("by", ()) if by is not None})
    players = dict(zip(seats, chance.sample(PLAYERS, len(seats)), strict=True))
    opened = {**way[0].body, "match": name, "opened_at": at, "players": players}
    place = folder / name
    place.mkdir(parents=True)
    last, lines = FIRST_HASH, []
    for n, line in enumerate(way, start=1):
        body = canonical(opened) if n == 1 else line.content
        when = json.dumps(at).encode()
        bare = b'{"at":%b,"body":%b,"kind":"%b","n":%d}' % (when, body, line.kind.encode(), n)
        last = hashlib.sha256(last.encode() + bare).hexdigest()
        lines.append(
            b'{"at":%b,"body":%b,"hash":"%b","kind":"%b","n":%d}\n'
            % (when, body, last.encode(), line.kind.encode(), n)
        )
        at += chance.expovariate(1 / _STEP_S)
    (place / NAME).write_bytes(b"".join(lines))
    _write_evidence(place, opened, chance)
    return len(way)


def _write_evidence(place: Path, opened: dict[str, Any], chance: Random) -> None:
    file = EvidenceFile(place / "evidence-001.mcap.part", table="made", about={"version": opened["version"]})
    for n in range(chance.randint(3, 12)):
        at = Seconds(opened["opened_at"] + n * _STEP_S)
        broken = tuple(
            ViolationText(RuleId(one), Phrase("so it is"))
            for one in chance.sample(RULES, chance.randint(0, 2))
        )
        kind = VerdictKind.ILLEGAL if broken else VerdictKind.SETTLED
        file.write(
            "verdict", "", Verdict(kind, at, n, n, violations=broken, text=Phrase("so")), round(at * 1e9)
        )
    file.finish()
    pack(file.path)
