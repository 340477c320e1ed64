"""The errors of all readers: a tag doesn't answer, or the reader itself doesn't."""

CROWDED = "has too many tags"
"""The text of Dead when a reader broke a reading off with tags left that it hadn't asked."""


class Silent(Exception):
    """No tag answered, or its answer was damaged or a refusal."""


class Dead(Exception):
    """The reader itself doesn't answer, has lost its settings, or can't read all tags. It is started again.

    Its text names the cause, if that is known: `its pn5180 answers, but ...`.
    """
