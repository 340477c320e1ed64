"""The error of every reader when nobody answers: a tag, or the reader itself."""


class Silent(Exception):
    """No tag answered, or its answer was damaged or a refusal."""


class Dead(Exception):
    """The reader itself doesn't answer, or has lost its settings: it is to be started again.

    Its words say what it lacks, if that is known: `its pn5180 answers, but ...`.
    """
