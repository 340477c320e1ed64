"""Why something can't be used, in every language: refusals of the operating system, unknown names.

Faults carry such a phrase where people may read them on a page; `explained` takes it out again.
"""

import errno
import socket
from pathlib import Path
from types import MappingProxyType
from typing import Final

from engine.core.phrase import Phrase
from engine.core.sentences import Texts

TEXTS: Final = Texts("core", Path(__file__).parent)

_USUAL = MappingProxyType(
    {
        errno.ENOSPC: "no_space",
        errno.EDQUOT: "no_space",
        errno.EFBIG: "too_large",
        errno.EROFS: "read_only",
        errno.EACCES: "forbidden",
        errno.EPERM: "forbidden",
        errno.ENOENT: "missing",
        errno.ENOTDIR: "no_folder",
        errno.EISDIR: "a_folder",
        errno.ESPIPE: "no_file",
        errno.EOVERFLOW: "too_long",
        errno.EIO: "broken",
        errno.ECONNREFUSED: "nobody_there",
        errno.ECONNRESET: "broke_off",
        errno.EPIPE: "broke_off",
        errno.ECONNABORTED: "broke_off",
        errno.EHOSTUNREACH: "unreachable",
        errno.ENETUNREACH: "unreachable",
        errno.EHOSTDOWN: "unreachable",
        errno.ETIMEDOUT: "no_answer",
    }
)
"""The sentences for the system's usual errors, by number; others are said in the system's own words."""


def system_words(error: OSError) -> str:
    """Return why the operating system refused: a phrase for the usual reasons, else its own words."""
    if isinstance(error, socket.gaierror):
        return TEXTS.say("system.no_host")
    if isinstance(error, TimeoutError):
        return TEXTS.say("system.no_answer")
    usual = _USUAL.get(error.errno or 0)
    return TEXTS.say(f"system.{usual}") if usual else error.strerror or str(error) or type(error).__name__


def explained(error: Exception) -> Phrase:
    """Return a fault's message as a phrase, so that it can be said in any language.

    A message that has no phrase of its own, such as a place in a file, becomes a fact in one.
    """
    said = error.args[0] if error.args else ""
    if isinstance(said, Phrase) and said.key:
        return said
    return TEXTS.say("other", why=str(error))
