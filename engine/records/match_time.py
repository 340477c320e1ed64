"""Times of a match, as people read them."""


def clock_text(seconds: float) -> str:
    """Return the time since a match began as `H:MM:SS`, in whole seconds that have passed.

    The replay page writes it in the same way.

    >>> clock_text(61.9)
    '0:01:01'
    """
    # Thousandths, as the page gets them: two readings of a clock may differ by just less than a second.
    minutes, rest = divmod(int(round(seconds, 3)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}"
