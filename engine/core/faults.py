"""The tree of errors. The physical world's faults are values elsewhere, never these."""


class BoardwardenError(Exception):
    """An error that this program raises on purpose."""


class InputFault(BoardwardenError):
    """An input that can't be used: a file, an argument, a message. Exit status 2."""


class MissingFault(BoardwardenError):
    """A device or a service that was asked for is not there. Exit status 3."""


class CallerFault(BoardwardenError):
    """A bug of our own: a function was called against its contract."""


class IllegalActionFault(CallerFault):
    """`apply` was given an action that `violations` refuses."""
