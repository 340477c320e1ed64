"""Everything that tablets offer in live positions of all games can be pressed, and reads as words."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from dashboard.web.words.speaking import rendered
from engine.core.decisions import Chooser
from engine.core.document import entry_of
from engine.core.phrase import LANGUAGES
from engine.session.matches.match import play
from engine.session.playing.table import setting_of, table_of
from engine.session.serving.bus_messages import advice_of, match_state_of, seat_sheet_of
from tests.web.played import Played, opened

GAMES = {"dozen_war": 4, "hero_realms": 3, "kingdom_square": 2, "quoc_chien": 6}
_ID = re.compile(r"\b[a-z][\w-]*(?:#\d+|(?:\.[A-Za-z0-9-]+)+)\b", re.ASCII)
"""As a page finds ids of pieces, of copies of cards and of zones, to say their names."""
_RAW = re.compile(r"\b[a-z]+_[a-z]+\b|\[\]|\(\)|\bNone\b|^-?$|\s\s|^\s|\s$|\s[,.:;]( |$)|: *$")
"""A value of a program, an empty list, or the gap that a missing name leaves."""
STRIDE = 7
"""All buttons are pressed after each seventh play."""


def offered(match: Played) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each action that a seat's tablet or the arbiter's page has a button for, and whose."""
    setting = setting_of(match.game, match.match.state, None)
    table = table_of(setting, match.match)
    for seat in match.seats:
        sheet = seat_sheet_of(setting, table, seat)
        yield from ((seat, dict(one.action)) for one in sheet.choices)
        yield from ((seat, dict(action)) for use in sheet.uses for action in use.actions)
    yield from (("arbiter", dict(one.action)) for one in match_state_of(setting, table).choices)


def sentences(match: Played, language: str) -> Iterator[str]:
    """Yield pages' texts of a position in a language, with names in the place of ids."""
    setting = setting_of(match.game, match.match.state, None)
    table = table_of(setting, match.match)
    state = rendered(match_state_of(setting, table), language)
    view = state["view"]
    faces = rendered(match.game.faces(), language) if hasattr(match.game, "faces") else {}
    names = {one["piece"]: one["label"] for one in [*view["pieces"], *view["absent"]]}
    names |= {one["card"]: one["label"] for one in faces.get("cards", ())}
    places = {one["cell"]: one["label"] for one in faces.get("zones", ())}

    def named(text: str) -> str:
        def name(found: re.Match[str]) -> str:
            there = found[0]
            label = names.get(there) or names.get(there.partition("#")[0]) or places.get(there)
            return label or f"<{there}>"

        return _ID.sub(name, text)

    shown = [view["headline"], *state["last_actions"], *(one["text"] for one in state["choices"])]
    shown += [one["text"] for one in rendered(advice_of(setting, table), language)["left"]]
    for seat in match.seats:
        sheet = rendered(seat_sheet_of(setting, table, seat), language)
        shown += [one["text"] for one in sheet["choices"]]
        for use in sheet["uses"]:
            shown += [use["label"], *(text for _, text in use["why_not"])]
    yield from dict.fromkeys(map(named, shown))


def positions(name: str, plays: int, seed: int) -> Iterator[Played]:
    """Yield one of each `STRIDE` positions of a match that bots play."""
    match = opened(name, GAMES[name], seed)
    for at in range(plays):
        if match.decision.chooser is Chooser.NOBODY:
            return
        if at % STRIDE == 0 and match.decision.chooser is Chooser.SEAT:
            yield match
        match.step()


def refusals(match: Played, most: int, chance: Random) -> list[str]:
    """Press what is offered, each button in the same position; return what is refused."""
    buttons = list({repr(one): (who, one) for who, one in offered(match)}.values())
    found = []
    for who, pressed in chance.sample(buttons, min(most, len(buttons))):
        action = match.game.parse_action(entry_of(pressed))
        broken = match.game.violations(match.match.state, action)
        if broken:
            found.append(f"{who} presses {pressed}: {broken}")
            continue
        after, _, _ = play(match.game, match.match, (action,))
        if after.revision == match.match.revision:
            found.append(f"{who} presses {pressed}: nothing comes of it")
    return found


def unsaid(match: Played) -> list[str]:
    """Return the sentences of a position that have an id, an empty list or a gap, in any language."""
    said = [(language, text) for language in LANGUAGES for text in sentences(match, language)]
    return [f"{language}: {text}" for language, text in said if "<" in text or _RAW.search(text)]


@pytest.mark.parametrize("name", GAMES)
def test_no_button_of_any_seat_is_refused_and_no_sentence_has_an_id_or_a_gap(name: str) -> None:
    found: list[str] = []
    for match in positions(name, 90, seed=11):
        found += [*refusals(match, 12, Random(match.match.revision)), *unsaid(match)]  # noqa: S311 - positions
    assert found == []


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", GAMES)
def test_every_button_of_whole_matches_can_be_pressed(name: str, seed: int) -> None:
    found: list[str] = []
    for match in positions(name, 600, seed):
        found += [*refusals(match, 10_000, Random(0)), *unsaid(match)]  # noqa: S311 - positions
    assert sorted(set(found)) == []
