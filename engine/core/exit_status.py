"""The exit statuses of commands and services, as `docs/develop/commands.md` lists them."""

DONE = 0
"""The command did all that was asked."""

DIDNT_HOLD = 1
"""A check failed, or a service broke."""

BAD_INPUT = 2
"""The arguments or the input are unusable; starting it again changes nothing."""

MISSING = 3
"""A device, a port or another service is missing; a later start may find it."""
