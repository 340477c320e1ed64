"""A phone's camera as users write it: `phone`, or `phone:left` if there are several. It imports no pixels."""

import re

from engine.core.faults import InputFault

USUAL_NAME = "phone"
"""The name of a phone that the user gave none."""

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,23}")


def is_phone_address(spec: str) -> bool:
    """Return whether a text is a phone's address."""
    return spec == "phone" or spec.startswith("phone:")


def parse_phone_address(spec: str) -> str:
    """Return the phone's name from its address.

    Raises:
        InputFault: it isn't a name that a phone can have.
    """
    name = spec.removeprefix("phone").removeprefix(":") if ":" in spec else USUAL_NAME
    if not is_phone_address(spec) or not _NAME.fullmatch(name):
        raise InputFault(
            f"{spec}: expected phone, or phone:NAME with a name of up to 24 small letters, digits and "
            "hyphens, such as phone:left"
        )
    return name
