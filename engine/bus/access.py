"""Mosquitto's access list: who may write and read which topics on a broker that others can reach.

It's made from the channel table. The services trust messages on their channels, so a broker in a network has
to keep everybody else from writing there.
"""

from collections.abc import Iterator

from engine.bus.channels import BY_NAME, CHANNELS, Channel, Service
from engine.bus.messages.commands import SealedAnswer, SealedCommand
from engine.bus.messages.match import SealedSheet

ALL = "boardwarden"
"""The user of a table whose services come by one name, as `play` starts them."""
WATCHER = "boardwarden-watch"
"""The user of programs that follow a match: they write nothing and read only what spectators may see."""
HOME = "boardwarden-home"
"""The user of Home Assistant: it reads the channels of a watcher and of boards, and wishes for the brightness
of the boards' lights."""
_HOME_READS = ("device", "device_event", "lights", "lights_wish")
_SEALED = (SealedSheet, SealedCommand, SealedAnswer)
_DISCOVERY = "homeassistant/#"

_HEAD = """\
# Who may do what on a mosquitto that others reach too: acl_file. Written from engine/bus/channels.py by
# `make docs`. Beside it mosquitto.conf needs
#   allow_anonymous false
#   password_file /etc/mosquitto/boardwarden.passwords     (mosquitto_passwd -c FILE boardwarden)
#   max_packet_size 4198400
# Whoever isn't named here reads and writes nothing of a table; sensors that others made get topics of their
# own beside these, such as `user zigbee` with `topic readwrite zigbee2mqtt/#`.
"""


def user_of(service: Service) -> str:
    """Return the user of a service that has a machine of its own."""
    return f"{ALL}-{service}"


def access_rules() -> str:
    """Return the access list."""
    return _HEAD + "".join(f"\n# {about}\nuser {user}\n{rules}" for user, about, rules in _users())


def _users() -> Iterator[tuple[str, str, str]]:
    whole = ("readwrite boardwarden/#", f"write {_DISCOVERY}", "read #")
    yield ALL, "All services of a table by one name: --broker mqtt://boardwarden:PASSWORD@HOST", _lines(whole)
    for service in Service:
        written = [f"write {_filter(one, service)}" for one in CHANNELS if service in one.senders]
        if service is Service.BRIDGE:
            # Anybody's sensors are read wherever a file says.
            written += [f"write {_DISCOVERY}", "read #"]
        about = f"The service {service} alone, on a machine of its own."
        yield user_of(service), about, _lines(("read boardwarden/#", *dict.fromkeys(written)))
    seen = [f"read {_filter(one)}" for one in CHANNELS if _may_be_watched(one)]
    yield WATCHER, "Programs that follow a match: what spectators may see.", _lines(seen)
    home = [f"read {_filter(one)}" for one in CHANNELS if one.name in _HOME_READS]
    home += [f"write {_filter(BY_NAME['lights_wish'])}", f"readwrite {_DISCOVERY}"]
    yield HOME, "Home Assistant: the match, the boards, the brightness of their lights.", _lines(seen + home)


def _may_be_watched(channel: Channel) -> bool:
    """Tell whether spectators may see a channel.

    Devices and the simulator name tags and cards, so those are hidden.
    """
    if channel.name in ("availability", "claim"):
        return True
    engines = channel.topic.startswith("boardwarden/{table}/engine/")
    return engines and channel.message not in _SEALED and channel.name not in ("command", "answer")


def _filter(channel: Channel, sender: Service | None = None) -> str:
    """Return a channel's topic for any table; a service's own availability is its own alone."""
    own = channel.name in ("availability", "pulse")
    name = str(sender) if own and sender is not None else "+"
    return channel.topic.replace("{table}", "+").replace("{name}", name)


def _lines(rules: Iterator[str] | tuple[str, ...] | list[str]) -> str:
    return "".join(f"topic {rule}\n" for rule in rules)
