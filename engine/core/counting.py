"""Numbers with their nouns, for lines that are English only: the output of commands, faults, logs.

Sentences in several languages are texts; `{n:card|cards}` does the same there.
"""


def noun(number: float, one: str, many: str = "") -> str:
    """Return the noun that fits a number; `many` is the plural if that isn't `one` with an s."""
    return one if number == 1 else many or f"{one}s"


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with the noun that fits it: `1 match`, `2 matches`."""
    return f"{number} {noun(number, one, many)}"
