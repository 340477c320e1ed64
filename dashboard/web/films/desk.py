"""Has films made, one at a time, by a process of its own that leaves the processor to the table."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import dashboard
from dashboard.web.films.kept import KeptFilm
from dashboard.web.films.work import FilmState, FilmWork
from dashboard.web.texts import TEXTS
from engine.bus.sealing import KEY_VARIABLE
from engine.core.faults import MissingFault

LONGEST_S = 1800.0
"""The longest time that one film may take. A Raspberry Pi without PyAV takes ten minutes."""

Command = Callable[[Path, Path, str], Sequence[str]]
"""Returns the command line that makes a film from a journal, a file to write, and a language."""


def making_command(journal: Path, out: Path, language: str) -> Sequence[str]:
    """Return the command line of `dashboard.pictures.making_film`."""
    module = "dashboard.pictures.making_film"
    return (sys.executable, "-P", "-m", module, str(journal.absolute()), str(out.absolute()), language)


class FilmDesk:
    """The films of a table's matches. It can be used from several threads.

    At most one film is made at a time. A second request for the same film follows the first.
    """

    def __init__(self, *, command: Command = making_command, longest_s: float = LONGEST_S) -> None:
        self._command = command
        self._longest_s = longest_s
        self._lock = threading.Lock()
        self._work: FilmWork | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def asked(self, film: KeptFilm) -> FilmWork:
        """Have a film made, unless it is kept or under way; return how it stands.

        Raises:
            MissingFault: another film is being made, or no process can be started. The message says what to
                do.
        """
        with self._lock:
            now = self._standing(film)
            if now.state is FilmState.MADE or now.goes_on:
                return now
            other = self._work
            if other is not None and other.goes_on:
                raise MissingFault(
                    TEXTS.say("refused.film_other", match=other.match, percent=int(100 * other.done))
                )
            self._work = self._begun(film)
            return self._work

    def standing(self, film: KeptFilm) -> FilmWork:
        """Return how a film stands."""
        with self._lock:
            return self._standing(film)

    def stop(self) -> None:
        """End the making of a film, since the table ends."""
        with self._lock:
            process = self._process
        if process is not None:
            process.kill()

    def _standing(self, film: KeptFilm) -> FilmWork:
        now = self._work
        ours = now is not None and (now.match, now.language) == (film.match, film.language)
        if now is not None and ours and now.goes_on:
            return now
        if film.path.is_file():
            return FilmWork(film.match, film.language, FilmState.MADE, 1.0)
        if now is not None and ours and now.state is FilmState.FAILED:
            return now
        return FilmWork(film.match, film.language, FilmState.NONE)

    def _begun(self, film: KeptFilm) -> FilmWork:
        film.drop_others()
        work = FilmWork(film.match, film.language)
        # The process runs the same packages, wherever they lie, and needs no key of the table.
        paths = (str(Path(dashboard.__file__).parents[1]), os.environ.get("PYTHONPATH", ""))
        environment = {name: value for name, value in os.environ.items() if name != KEY_VARIABLE}
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
        try:
            process = subprocess.Popen(  # noqa: S603 # this Python, with the path of a match that is there
                [*self._command(film.journal, film.path, film.language)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                env=environment,
            )
        except OSError as error:
            raise MissingFault(TEXTS.say("refused.film_stopped")) from error
        self._process = process
        # The thread waits for the process, which `stop` ends, so it never outlives the table.
        threading.Thread(target=self._follow, args=(process, film), name="film", daemon=True).start()
        return work

    def _follow(self, process: subprocess.Popen[bytes], film: KeptFilm) -> None:
        too_long = threading.Timer(self._longest_s, process.kill)
        too_long.daemon = True
        too_long.start()
        assert process.stdout is not None  # noqa: S101 # narrows the type: it was opened with a pipe
        with process.stdout as lines:
            for line in lines:
                with self._lock:
                    self._work = None if self._work is None else self._work.after(line)
        status = process.wait()
        too_long.cancel()
        film.drop_others()
        with self._lock:
            self._process = None
            if self._work is not None:
                self._work = self._work.ended(whole=status == 0 and film.path.is_file())
