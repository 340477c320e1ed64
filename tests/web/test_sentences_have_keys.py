"""Every sentence on a page can be said in every language: it is a phrase with a key wherever it begins.

Faults, phrases, answers over HTTP and the facts inside sentences are looked for in the sources; what stays
English is listed here with its reason.
"""

import ast
import dataclasses
import re
import typing
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import engine

ROOT = Path(engine.__file__).parents[1]
PACKAGES = ("engine", "firmware_bridge", "vision", "dashboard")

AT_THE_COMMAND_LINE = "said where the program is started, to whoever typed it"
IN_A_FILE = "names the line of a file, to whoever writes the file; on a page it is a fact of a sentence"
OF_A_PROGRAM = "for whoever writes a program that speaks to ours; no page of ours sends such a thing"
IN_THE_LOG = "only logged"

ENGLISH_FAULTS = {
    "dashboard/backup": AT_THE_COMMAND_LINE,
    "dashboard/lab": AT_THE_COMMAND_LINE,
    "dashboard/commands": AT_THE_COMMAND_LINE,
    "dashboard/doctor/camera.py": AT_THE_COMMAND_LINE,
    "dashboard/doctor/board.py": AT_THE_COMMAND_LINE,
    "dashboard/installed": AT_THE_COMMAND_LINE,
    "dashboard/pictures": AT_THE_COMMAND_LINE,
    "dashboard/printing": AT_THE_COMMAND_LINE,
    "dashboard/simulator": AT_THE_COMMAND_LINE,
    "dashboard/supervisor": AT_THE_COMMAND_LINE,
    "dashboard/archive": AT_THE_COMMAND_LINE,
    "dashboard/web/audience/delay.py": AT_THE_COMMAND_LINE,
    "dashboard/web/https": AT_THE_COMMAND_LINE,
    "dashboard/web/own_pieces/pages.py": OF_A_PROGRAM,
    "dashboard/web/own_pieces/photograph.py": "says the phrase that the eyes found",
    "dashboard/web/passkeys/kept.py": AT_THE_COMMAND_LINE,
    "dashboard/web/phones": OF_A_PROGRAM,
    "dashboard/web/seats/eras.py": AT_THE_COMMAND_LINE,
    "dashboard/web/seats/hall_address.py": AT_THE_COMMAND_LINE,
    "dashboard/web/serving/app.py": OF_A_PROGRAM,
    "dashboard/web/serving/listening.py": AT_THE_COMMAND_LINE,
    "dashboard/web/serving/origin.py": AT_THE_COMMAND_LINE,
    "dashboard/web/serving/requests.py": OF_A_PROGRAM,
    "dashboard/web/telling/deltas.py": OF_A_PROGRAM,
    "dashboard/web/tapping/scanning.py": "says the phrase that the eyes found",
    "dashboard/web/texts": OF_A_PROGRAM,
    "engine/bots/series.py": AT_THE_COMMAND_LINE,
    "engine/bus/accounts.py": AT_THE_COMMAND_LINE,
    "engine/bus/address.py": AT_THE_COMMAND_LINE,
    "engine/bus/broker.py": AT_THE_COMMAND_LINE,
    "engine/bus/codec.py": IN_THE_LOG,
    "engine/bus/clearing.py": AT_THE_COMMAND_LINE,
    "engine/bus/document.py": AT_THE_COMMAND_LINE,
    "engine/bus/private_broker.py": AT_THE_COMMAND_LINE,
    "engine/bus/proofs.py": IN_THE_LOG,
    "engine/bus/sealing.py": IN_THE_LOG,
    "engine/bus/tls.py": AT_THE_COMMAND_LINE,
    "engine/bus/topics.py": OF_A_PROGRAM,
    "engine/core/aids.py": IN_A_FILE,
    "engine/core/board.py": IN_A_FILE,
    "engine/core/bounded_text.py": IN_A_FILE,
    "engine/core/desks/table.py": OF_A_PROGRAM,
    "engine/core/sentences.py": OF_A_PROGRAM,
    "engine/core/document.py": IN_A_FILE,
    "engine/core/footage.py": IN_A_FILE,
    "engine/core/pieces.py": IN_A_FILE,
    "engine/core/rulebook.py": IN_A_FILE,
    "engine/core/surfaces": IN_A_FILE,
    "engine/core/tags.py": IN_A_FILE,
    "engine/core/wording.py": IN_A_FILE,
    "engine/core/appearance.py": IN_A_FILE,
    "engine/games/dozen_war": IN_A_FILE,
    "engine/games/hero_realms": IN_A_FILE,
    "engine/games/quoc_chien": IN_A_FILE,
    "engine/games/kingdom_square": IN_A_FILE,
    "engine/games/carried.py": IN_A_FILE,
    "engine/games/registry.py": AT_THE_COMMAND_LINE,
    "engine/kit": IN_A_FILE,
    "engine/records/anchor.py": AT_THE_COMMAND_LINE,
    "engine/records/archive_index.py": AT_THE_COMMAND_LINE,
    "engine/records/index_row.py": AT_THE_COMMAND_LINE,
    "engine/records/archive.py": AT_THE_COMMAND_LINE,
    "engine/records/bounded.py": AT_THE_COMMAND_LINE,
    "engine/records/chain.py": AT_THE_COMMAND_LINE,
    "engine/records/evidence.py": AT_THE_COMMAND_LINE,
    "engine/records/evidence_check.py": AT_THE_COMMAND_LINE,
    "engine/records/exports.py": AT_THE_COMMAND_LINE,
    "engine/records/imports.py": AT_THE_COMMAND_LINE,
    "engine/records/notation.py": AT_THE_COMMAND_LINE,
    "engine/records/from_pictures.py": AT_THE_COMMAND_LINE,
    "engine/records/packed_pictures.py": AT_THE_COMMAND_LINE,
    "engine/records/section.py": AT_THE_COMMAND_LINE,
    "engine/scenarios": IN_A_FILE,
    "engine/session/boards/palettes.py": AT_THE_COMMAND_LINE,
    "engine/session/boards/sensors.py": IN_A_FILE,
    "engine/session/matches/as_recorded.py": "says again the fault that the rules found",
    "engine/session/matches/signing.py": AT_THE_COMMAND_LINE,
    "firmware_bridge/wanted_orders.py": IN_THE_LOG,
    "firmware_bridge/foreign/esphome.py": AT_THE_COMMAND_LINE,
    "firmware_bridge/foreign/reports.py": IN_THE_LOG,
    "firmware_bridge/foreign/mapping.py": IN_A_FILE,
    "firmware_bridge/readers/choice.py": AT_THE_COMMAND_LINE,
    "firmware_bridge/lights.py": IN_THE_LOG,
    "firmware_bridge/learning.py": "a fault of wires, which the doctor says in words",
    "firmware_bridge/link": IN_THE_LOG,
    "firmware_bridge/simulated": AT_THE_COMMAND_LINE,
    "firmware_bridge/tag_text.py": IN_THE_LOG,
    "firmware_bridge/wiring.py": AT_THE_COMMAND_LINE,
    "vision/addresses/camera_address.py": AT_THE_COMMAND_LINE,
    "vision/addresses/phone_address.py": AT_THE_COMMAND_LINE,
    "vision/addresses/phone_line.py": IN_THE_LOG,
    "vision/tags/dictionary.py": IN_A_FILE,
    "vision/render": AT_THE_COMMAND_LINE,
    "vision/sources/live/device.py": AT_THE_COMMAND_LINE,
    "vision/sources/opening.py": AT_THE_COMMAND_LINE,
    "vision/sources/files/video.py": AT_THE_COMMAND_LINE,
    "vision/addresses/stream_address.py": AT_THE_COMMAND_LINE,
}
"""Where faults are raised that are English only, and why that is right there."""

THE_SAME_EVERYWHERE = {
    "dashboard/lab/made_archive.py": "the filler of made records",
    "engine/core/phrase.py": "makes phrases",
    "engine/core/sentences.py": "makes phrases",
    "engine/core/tags.py": "a piece's id",
    "engine/games/dozen_war": "numbers and ids",
    "engine/games/kingdom_square/telling/asking.py": "a tile",
    "engine/kit": "the names of cards, seats and zones that a game gives no other",
    "engine/records/exports.py": "a remark that somebody wrote into a text",
    "engine/session/matches/as_recorded.py": "a kept sentence, and Python's words for a fault",
    "engine/session/matches/results.py": "a sentence as the journal kept it",
}
"""Where phrases are made without a key."""

OTHERS_WORDS = {
    ("engine/core/unusable/__init__.py", "other"): "what was said in English only",
    ("engine/records/evidence.py", "evidence.not_whole"): "a library's words for damage",
    ("engine/records/evidence.py", "evidence.damaged"): "a library's words for damage",
    ("engine/session/matches/journal.py", "journal.no_entry"): "bytes of the file",
    ("engine/session/matches/journal.py", "journal.upgrade"): "what Python found missing",
    ("engine/session/matches/match_opening.py", "journal.incomplete"): "what Python found missing",
    ("dashboard/web/serving/app.py", "refused.not_understood"): OF_A_PROGRAM,
    ("engine/session/playing/commands.py", "unreadable"): OF_A_PROGRAM,
}
"""Sentences with a fact that is somebody else's text."""

NOT_READ = {
    ("dashboard/web/setting_up/cameras.py", "_order"): OF_A_PROGRAM,
    ("dashboard/web/words/looks.py", "_art"): OF_A_PROGRAM,
    ("dashboard/web/words/wording.py", "_texts"): OF_A_PROGRAM,
    ("dashboard/web/audience/public.py", "_events"): OF_A_PROGRAM,
    ("dashboard/web/audience/public.py", "answer"): OF_A_PROGRAM,
}
"""Refusals over HTTP that no page shows."""

ASKED = re.compile(
    r"""["`](/(?:cameras|doctor|health|links|rules|start/offer)(?!/page)(?:(?!\.jpg)[^"`])*)["`]"""
)
"""An address in a page's script where the server answers in sentences."""


@dataclasses.dataclass(frozen=True)
class Found:
    """A call in a source file, and the function it stands in."""

    path: str
    call: ast.Call
    function: ast.FunctionDef | ast.AsyncFunctionDef | None
    phrases: frozenset[str]

    @property
    def place(self) -> str:
        return f"{self.path}:{self.call.lineno}: {ast.unparse(self.call):.120}"


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


@cache
def calls() -> tuple[Found, ...]:
    """Return every call of every source file."""
    found: list[Found] = []
    for path in (one for package in PACKAGES for one in sorted((ROOT / package).rglob("*.py"))):
        tree = ast.parse(path.read_text("utf-8"))
        # A phrase that a function of the same file returns is looked at where it's made.
        phrases = frozenset(
            node.name
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef) and node.returns and ast.unparse(node.returns) == "Phrase"
        )
        found += _calls_in(tree, None, str(path.relative_to(ROOT)), phrases)
    return tuple(found)


def _calls_in(
    node: ast.AST, function: ast.FunctionDef | ast.AsyncFunctionDef | None, path: str, phrases: frozenset[str]
) -> Iterator[Found]:
    for child in ast.iter_child_nodes(node):
        inside = child if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) else function
        if isinstance(child, ast.Call):
            yield Found(path, child, inside, phrases)
        yield from _calls_in(child, inside, path, phrases)


def is_phrase(value: ast.expr, found: Found) -> bool:
    """Tell whether an expression is a sentence with a key, as far as the file that it stands in tells."""
    match value:
        case ast.Call():
            return name_of(value) in {"say", "joined", "explained", *found.phrases}
        case ast.IfExp():
            return is_phrase(value.body, found) and is_phrase(value.orelse, found)
        case ast.Name() if found.function is not None:
            given = [
                node.value
                for node in ast.walk(found.function)
                if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == value.id
            ]
            return bool(given) and all(is_phrase(one, found) for one in given)
        case _:
            return False


def listed(path: str, allowed: typing.Iterable[str]) -> str | None:
    """Return the entry of a list that a file is under."""
    return next((one for one in allowed if path == one or path.startswith(f"{one}/")), None)


def unkeyed(kinds: Callable[[str], bool]) -> list[Found]:
    return [
        one
        for one in calls()
        if kinds(name_of(one.call)) and one.call.args and not is_phrase(one.call.args[0], one)
    ]


def is_fault(name: str) -> bool:
    """Tell a fault of somebody else's from our own bug, and from a value that says what a sensor has."""
    return name == "fault" or (
        name.endswith("Fault") and name not in {"CallerFault", "IllegalActionFault", "SensorFault"}
    )


def test_every_fault_that_a_page_can_show_has_a_key() -> None:
    faults = unkeyed(is_fault)
    assert [one.place for one in faults if listed(one.path, ENGLISH_FAULTS) is None] == []
    used = {listed(one.path, ENGLISH_FAULTS) for one in faults}
    assert ENGLISH_FAULTS.keys() - used == set(), "nothing is English there any more: take it off the list"


def test_every_phrase_is_made_with_a_key() -> None:
    made = [one for one in unkeyed(lambda name: name == "Phrase") if len(one.call.args) == 1]
    assert [one.place for one in made if listed(one.path, THE_SAME_EVERYWHERE) is None] == []


def test_no_sentence_has_an_english_one_for_a_fact() -> None:
    found = {
        (one.path, ast.literal_eval(one.call.args[0])): one.place
        for one in calls()
        if name_of(one.call) in {"say", "_say"}
        and one.call.args
        and isinstance(one.call.args[0], ast.Constant)
        and any(reads_as_words(fact.value) for fact in one.call.keywords)
    }
    assert [place for sentence, place in found.items() if sentence not in OTHERS_WORDS] == []
    assert OTHERS_WORDS.keys() - found.keys() == set()


def reads_as_words(fact: ast.expr) -> bool:
    """Tell whether a fact is written out in English here, or is what an error says."""
    match fact:
        case ast.Constant(value=str(text)):
            return " " in text
        case ast.JoinedStr(values=parts):
            return any(" " in str(part.value) for part in parts if isinstance(part, ast.Constant))
        case ast.Call(args=[inner]):
            name = name_of(fact)
            return name == "repr" or (name == "str" and isinstance(inner, ast.Name) and inner.id == "error")
        case _:
            return False


def test_every_refusal_that_a_page_shows_is_said_in_its_language() -> None:
    english = {
        (one.path, one.function.name if one.function else ""): one.place
        for one in calls()
        if name_of(one.call) in {"PlainTextResponse", "JSONResponse"}
        and one.path.startswith("dashboard/web")
        and one.call.args
        and any(status >= 400 for status in numbers(one.call))
        and not {name_of(node) for node in ast.walk(one.call.args[0]) if isinstance(node, ast.Call)} & {"why"}
    }
    assert [place for where, place in english.items() if where not in NOT_READ] == []
    assert NOT_READ.keys() - english.keys() == set()


def numbers(call: ast.Call) -> list[int]:
    constants = [node.value for node in ast.walk(call) if isinstance(node, ast.Constant)]
    return [value for value in constants if type(value) is int]


def test_every_page_asks_in_its_language() -> None:
    static = ROOT / "dashboard" / "web" / "static"
    asked = [found for path in static.rglob("*.js") for found in ASKED.findall(path.read_text("utf-8"))]
    assert asked
    assert [address for address in asked if "lang=" not in address] == []
