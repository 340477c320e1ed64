"""`boardwarden bench vision --cards`: measures how well cards are read, and what a thousand ids cost."""

import argparse
import json
from dataclasses import asdict

from dashboard.lab.cards.card_recall import CASES, CardRecall, read_cards
from dashboard.lab.cards.dictionaries import Cost, compare_dictionaries
from engine.core.faults import InputFault

_TABLES = 2
_DICTIONARIES = "dictionaries"
_HEAD = f"{'condition':<46} {'zone':<8} {'cards':>6} {'right':>6} {'unsure':>7} {'missed':>7} {'wrong':>6}"


def run_cards(parsed: argparse.Namespace) -> int:
    """Print a line for each condition and zone, and one for each dictionary and size.

    Returns 1 when a card is seen wrong or an id is false, else 0.

    Raises:
        InputFault: no condition has the text of `--rows` in its name, or `--boards` is no whole number.
    """
    cases = tuple(case for case in CASES if parsed.rows in case.name)
    if not cases and parsed.rows not in _DICTIONARIES:
        names = ", ".join((*(case.name for case in CASES), _DICTIONARIES))
        raise InputFault(
            f"--rows {parsed.rows}: no condition has this in its name; expected a part of: {names}"
        )
    tables = parsed.boards or str(_TABLES)
    if not tables.isdecimal() or int(tables) < 1:
        raise InputFault(f"--boards: expected a whole number from 1, found '{parsed.boards}'")
    if not parsed.json:
        print(_HEAD)
    held = True
    for recall in read_cards(cases, tables=int(tables)):
        held = held and not recall.wrong
        print(_line(recall, as_json=parsed.json), flush=True)
    if parsed.rows in _DICTIONARIES:
        for cost in compare_dictionaries(tables=int(tables)):
            held = held and not cost.false
            print(_cost_line(cost, as_json=parsed.json), flush=True)
    return 0 if held else 1


def _line(one: CardRecall, *, as_json: bool) -> str:
    if as_json:
        return json.dumps({"part": "vision", **asdict(one)})
    return (
        f"{one.case:<46} {one.zone:<8} {one.cards:>6} {one.right:>6} {one.unsure:>7} {one.missed:>7} "
        f"{one.wrong:>6}"
    )


def _cost_line(one: Cost, *, as_json: bool) -> str:
    if as_json:
        return json.dumps({"part": "vision", **asdict(one)})
    return (
        f"{one.module_px:g} px a module, {one.dictionary:<14} {one.read} of {one.shown} tags read, "
        f"{one.false} false, lead over the next id {one.margin:.3f} (95 %: {one.margin_5:.3f}), {one.ms:g} ms"
    )
