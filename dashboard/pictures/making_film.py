"""Makes the evening's film as a process of its own.

`python -m dashboard.pictures.making_film JOURNAL OUT LANGUAGE`.

A table's pages start it, so it takes the least part of the processor. It prints a line of JSON for each step:
`{"done": 0.4}`, 0..1, and at a fault `{"fault": "…"}`, a sentence in the film's language. It loads OpenCV.
"""

import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import why
from engine.core.faults import BoardwardenError, InputFault, MissingFault
from engine.core.unusable import explained, system_words
from engine.core.whole_file import finished_whole
from engine.records.recorded import open_recorded
from engine.records.rejudgement import sittings
from engine.records.replay import entry_times, timeline
from engine.session.matches.journal_replay import players_of

ROOM_BYTES = 200_000_000
"""The room that a disk must have for a film. A minute takes 30 MB at most; the match that is played needs the
rest.
"""

_LEAST_PRIORITY = 19
_STEP = 0.01


def make_film(
    journal: Path, out: Path, language: str, progress: Callable[[float], None] = lambda _: None
) -> None:
    """Write the evening's film of a recorded match as an MP4.

    `progress` gets the part that is done, 0..1.

    Raises:
        InputFault: the match isn't over or can't be shown to its end, or its evidence can't be read.
        MissingFault: the film can't be written here. Either message says what to do.
    """
    if shutil.disk_usage(out.parent).free < ROOM_BYTES:
        raise MissingFault(TEXTS.say("refused.film_room", mb=ROOM_BYTES // 1_000_000))
    match = open_recorded(journal)
    try:
        seen = sittings(journal.parent)
    except InputFault as error:
        raise _unreadable(error) from error
    # They load OpenCV, a second on a small machine, which a match that can't be filmed does without.
    from dashboard.pictures.evenings_film import filmed_match, shots_of, write_evenings_film  # noqa: PLC0415
    from dashboard.pictures.lettering import drawn_names  # noqa: PLC0415

    players = drawn_names(players_of(match.entries))
    filmed = filmed_match(match, timeline(entry_times(journal), seen), language=language, players=players)
    shots = shots_of(filmed)
    try:
        with finished_whole(out) as part:
            write_evenings_film(part, filmed, shots, progress=progress)
    except InputFault as error:
        raise _unreadable(error) from error
    except MissingFault as error:
        raise MissingFault(TEXTS.say("refused.film_encoder")) from error
    except OSError as error:
        raise MissingFault(TEXTS.say("refused.film_disk", why=system_words(error))) from error


def _unreadable(error: InputFault) -> InputFault:
    return InputFault(TEXTS.say("refused.film_evidence", why=explained(error)))


def main(arguments: list[str], said: TextIO) -> int:
    """Make the film that the arguments name, and report each step; return the exit status."""
    journal, out, language = arguments
    last = 0.0

    def tell(step: dict[str, Any]) -> None:
        said.write(f"{json.dumps(step)}\n")
        said.flush()

    def progress(done: float) -> None:
        nonlocal last
        if done >= last + _STEP or done >= 1.0:
            last = done
            tell({"done": round(done, 3)})

    try:
        make_film(Path(journal), Path(out), language, progress)
    except BoardwardenError as error:
        tell({"fault": why(error, language)})
        return 1
    return 0


if __name__ == "__main__":
    os.umask(0o077)
    if hasattr(os, "nice"):
        os.nice(_LEAST_PRIORITY)
    sys.exit(main(sys.argv[1:], sys.stdout))
