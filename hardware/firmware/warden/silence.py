"""The errors of all readers: a tag doesn't answer, or the reader itself doesn't."""


class Silent(Exception):
    """No tag answered, or its answer was damaged or a refusal."""


class Dead(Exception):
    """The reader itself doesn't answer, or has lost its settings. It has to be started again.

    Its text names the cause, if that is known: `its pn5180 answers, but ...`.
    """
