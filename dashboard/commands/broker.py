"""The choice of a command's broker or a hall's: by `--broker`, by the environment, or else a private one."""

import os

from engine.bus.address import parse_broker_url
from engine.core.faults import InputFault

BROKER_VARIABLE = "BOARDWARDEN_BROKER"
"""The environment variable in the place of `--broker`. It keeps a password out of the list of processes."""

EMBEDDED = "embedded"


def chosen_broker(given: str | None) -> str:
    """Return the chosen broker: the name of a private one, such as `embedded`, or a URL."""
    return given or os.environ.get(BROKER_VARIABLE) or EMBEDDED


def chosen_brokers(given: list[str], environment: str) -> tuple[str, ...]:
    """Return the brokers' URLs that were asked for, each once; `environment` has one a line.

    Raises:
        InputFault: there is none, or one isn't a broker's URL.
    """
    found = tuple(dict.fromkeys(given or environment.split()))
    if not found:
        raise InputFault(
            "a hall shows the tables of a broker that they share: expected --broker mqtt://HOST:PORT (or the "
            f"same in {BROKER_VARIABLE}), none was named. Start one, such as `mosquitto -p 1883`, then each "
            "table with `boardwarden play --broker mqtt://HOST:1883 --table NAME`; or let the hall run "
            "tables of its own with --tables N"
        )
    for url in found:
        parse_broker_url(url)
    return found


def running_broker(given: str | None, *, service: str) -> str:
    """Return the URL of the broker that a service joins when it's started alone.

    Raises:
        InputFault: no URL was given. Only `play` starts a broker.
    """
    choice = chosen_broker(given)
    if "://" not in choice:
        found = f"--broker {choice}" if given else "none was named"
        raise InputFault(
            f"a service alone joins a broker that runs already: expected --broker mqtt://HOST:PORT (or the "
            f"same in {BROKER_VARIABLE}), {found}. Start one, such as `mosquitto -p 1883`, then "
            f"`boardwarden {service} --broker mqtt://127.0.0.1:1883`; or run `boardwarden play`, which "
            "brings its own broker and all services"
        )
    return choice
