"""The reviewed matches show every kind of effect that the content has, and nearly all of its records."""

from collections.abc import Iterable
from typing import Any

from engine.games.dozen_war.content.effect import each_effect
from engine.games.dozen_war.content.pack import load_pack
from engine.games.dozen_war.position.holdings import MAP
from tests.conformance.test_transcripts import MATCHES, played_in

PACK = load_pack("house")
RECORDS: dict[str, Any] = {**PACK.equipment, **PACK.skills, **PACK.events, **PACK.treasures, **PACK.curses}
"""Every record of the pack whose effects act in play, by slug."""


def words_of(slugs: Iterable[str]) -> set[str]:
    return {effect.name for slug in slugs for effect in each_effect(RECORDS[slug].effects)}


def acted(written: dict[str, Any]) -> str | None:
    """Return the record that an action lets act."""
    if "skill" in written:
        return str(PACK.skill(written["skill"].split(".")[-1], written["number"]).slug)
    slug = written.get("play") or written.get("event") or written.get("token")
    return None if slug in {None, MAP} else str(slug)


def test_the_reviewed_matches_show_every_kind_of_effect() -> None:
    own = [match.name for match in MATCHES if match.game == "dozen_war"]
    shown = {slug for name in own for written in played_in(name) if (slug := acted(written))}
    for slug in sorted(set(RECORDS) - shown):
        print(f"{slug}: acts in no reviewed match")  # noqa: T201 - the coverage report, seen with -s or on failure
    assert words_of(RECORDS) - words_of(shown) == set()
    assert len(shown) >= len(RECORDS) * 9 // 10
