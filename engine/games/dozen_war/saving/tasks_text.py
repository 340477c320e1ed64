"""Open tasks as text: the entries of `agenda` in a setup, also in a saved position.

A task has one key for its further subject, `word`. Some works use another key for it: `cell` holds the number
of the seat that uses a card, `piece` the number of the robbed seat. Earlier journals have these too.
"""

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.document import Entry
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.position.field import cell_number
from engine.games.dozen_war.position.holdings import (
    FateCard,
    KeptUse,
    RobbedHand,
    RolledFaces,
    SplashVictims,
    Task,
    TaskSubject,
    Work,
)

_FATES = (Work.EVENT_DIE, Work.FATE_DIE, Work.FATE)
_ROLLS = (Work.ROLL_DRAFT, Work.ROLL_ORDER)
_USES = (Work.CARD, Work.SKILL_DIE)


def dumped_task(rules: Rules, task: Task) -> dict[str, object]:
    """Return a task as a saved position has it."""
    roster, cells = rules.roster, rules.field.cells
    document: dict[str, object] = {"work": task.work.value}
    if task.seat >= 0:
        document["seat"] = str(roster.seats[task.seat])
    piece = task.subject.seat if isinstance(task.subject, RobbedHand) else task.piece
    if piece >= 0:
        document["piece"] = str(roster.ids[piece])
    lent = isinstance(task.subject, KeptUse) and task.work is Work.CARD
    cell = task.subject.seat if isinstance(task.subject, KeptUse) and lent else task.cell
    if cell >= 0:
        document["cell"] = str(cells[cell])
    if task.count != 1:
        document["count"] = task.count
    word = _word(task.subject)
    if word:
        document["word"] = word
    return document


def _word(subject: TaskSubject | None) -> str:
    match subject:
        case FateCard(slug):
            return slug
        case RolledFaces(faces):
            return "".join(map(str, faces))
        case SplashVictims(pieces):
            return ",".join(map(str, pieces))
        case KeptUse(slug, stars, _, chosen):
            slots = ";".join(f"{slot}={','.join(map(str, things))}" for slot, things in chosen)
            return f"{slug}|{stars}|{slots}"
        case _:
            return ""


@dataclass(frozen=True, slots=True)
class TaskReader:
    """Reads tasks. `seat` and `piece` return the number that an entry names, as for all other keys."""

    rules: Rules
    """The rules of the match."""
    seat: Callable[[Entry], int]
    """Returns the number of a seat."""
    piece: Callable[[Entry], int]
    """Returns the number of a piece."""

    def read(self, entry: Entry) -> Task:
        """Return the task that an entry holds; inverse of `dumped_task`.

        Raises:
            InputFault: the entry lacks what its work needs, or names something unknown; with the line.
        """
        found = entry.fields(required=("work",), optional=("seat", "piece", "cell", "count", "word"))
        work = Work(found["work"].text(tuple(Work)))
        seat = self.seat(found["seat"]) if "seat" in found else -1
        piece = self.piece(found["piece"]) if "piece" in found else -1
        cell = cell_number(found["cell"], self.rules.field.index) if "cell" in found else -1
        count = found["count"].whole(0, 99) if "count" in found else 1
        subject = self._subject(entry, found.get("word"), work, piece, cell if work is Work.CARD else seat)
        return Task(
            work,
            seat,
            piece=-1 if work is Work.STEAL else piece,
            cell=-1 if work is Work.CARD else cell,
            count=count,
            subject=subject,
        )

    def _subject(
        self, entry: Entry, word: Entry | None, work: Work, piece: int, user: int
    ) -> TaskSubject | None:
        if work is Work.STEAL:
            if not 0 <= piece < len(self.rules.roster.seats):
                raise entry.fault("a task 'steal' needs 'piece': the number of the seat that is robbed")
            return RobbedHand(piece)
        if work in _ROLLS:
            return None if word is None else RolledFaces(tuple(map(int, _digits(word))))
        if work not in (*_FATES, *_USES, Work.SPILL):
            return None
        if word is None:
            raise entry.fault(f"a task '{work}' needs 'word'")
        if work in _FATES:
            return FateCard(word.text(self._fates))
        if work is Work.SPILL:
            return SplashVictims(self._numbers(word, word.text()))
        return self._use(word, user)

    @property
    def _fates(self) -> tuple[str, ...]:
        pack = self.rules.pack
        return (*pack.events, *pack.treasures, *pack.curses)

    def _use(self, word: Entry, user: int) -> KeptUse:
        slug, stars, slots = (*word.text().split("|"), "", "")[:3]
        if slug not in self.rules.pack.equipment and slug not in self.rules.pack.skills:
            raise word.fault(f"expected CARD_OR_SKILL|STARS|SLOTS, found {word.described()}")
        if not (stars.isascii() and stars.isdecimal()):
            raise word.fault(f"expected CARD_OR_SKILL|STARS|SLOTS, found {word.described()}")
        pairs = [pair.partition("=") for pair in slots.split(";")] if slots else []
        chosen = tuple((slot, self._numbers(word, things)) for slot, _, things in pairs)
        return KeptUse(slug, int(stars), user, chosen)

    def _numbers(self, word: Entry, text: str) -> tuple[int, ...]:
        numbers = [one for one in text.split(",") if one]
        if not all(one.isascii() and one.isdecimal() for one in numbers):
            raise word.fault(f"expected numbers with commas between, found '{text[:40]}'")
        return tuple(map(int, numbers))


def _digits(word: Entry) -> str:
    text = word.text()
    if not (text.isascii() and text.isdecimal()):
        raise word.fault(f"expected the faces of dice, found {word.described()}")
    return text
