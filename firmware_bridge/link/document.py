"""Writes the page docs/develop/link.md from the message table: `python -m firmware_bridge.link.document`."""

from pathlib import Path

from firmware_bridge.conversation import KNOCK, KNOCKED
from firmware_bridge.link import framing, host, stream
from firmware_bridge.link.dictionary import DICTIONARY, LINK_VERSION, MESSAGES, Direction, dictionary_text
from firmware_bridge.link.fields import LONGEST_BLOCK, LONGEST_TEXT
from firmware_bridge.link.older import FOLDER
from hardware.firmware.warden import link, running

PAGE = Path(__file__).parents[2] / "docs" / "develop" / "link.md"

_WHERE = {Direction.TO_BOARD: "host → board", Direction.TO_HOST: "board → host"}
_KINDS = {
    framing.FrameKind.LOOSE: "a message outside the numbered stream",
    framing.FrameKind.NUMBERED: "a message of the stream",
    framing.FrameKind.ACKNOWLEDGE: "says only what arrived",
    framing.FrameKind.PROBE: "asks for an acknowledgement",
}

_TEMPLATE = """\
# The link between host and board

Made from `firmware_bridge/link/dictionary.py`. To change it, change that table and run
`python -m firmware_bridge.link.document`.

Link version {version}, dictionary `{dictionary:08x}`.

## Frames

```
0x00  COBS( kind u8 · session u32 · sequence u16 · acknowledged u16 · body · crc u16 )  0x00
```

Integers are little-endian. `crc` is CRC-16/CCITT-FALSE (polynomial 0x1021, start 0xFFFF; `123456789`
gives 0x29B1) over everything before it. A frame has at most {max_plain} bytes before stuffing, a body
at most {max_body}. Two zeros with nothing between them mean nothing. A damaged block is dropped.

| kind | name | |
| --- | --- | --- |
{kinds}

## Knocking

On a port that nobody named, the host sends only the letters `{knock}` until it hears `{knocked}`. Frames
may contain any byte, and some bytes would stop the program of a foreign board. Our board answers whenever
it hears those letters. On a port that was named, the host asks at once.

## Sessions

- The host sends `ask` under a session whose upper half is a number that it hasn't used lately and whose
  lower half is 0. It asks at once, again after {first_ask} s, then after twice as long each time, up to
  every {longest_ask} s, until the board answers.
- The board answers every `ask` with `hello`. A new upper half opens a new session: the board puts a
  fresh number into the lower half, and both streams start over. If the upper half is that of the open
  session, the board repeats its `hello`. It also answers another dictionary or link version, but opens
  no session then. A host that knows the board's older dictionary asks again in that, and uses the
  messages that both have.
- Any other frame whose session isn't the open one is dropped. The board answers it with `stranger`
  under that frame's session, once for each batch that it reads, and the host asks again.
- The host sends `probe` after {probe_after} s without a frame, again every {probe_again} s, and
  gives the session up after {host_silence} s. The board gives it up after {board_silence} s.

## The numbered stream

- Each end numbers its messages from {first_sequence}, modulo 65536, so that each session soon passes the
  wrap. `acknowledged`, in every frame, is the next number that its sender waits for.
- At most {window} messages are under way. A numbered frame or a probe is answered at once, by a message
  that is due anyway or by `acknowledge`.
- If a message isn't acknowledged in time, the sender sends all of the window again: after {first_timeout} s
  at first, then after a time that follows the line's delay (RFC 6298), between {shortest_timeout} s and
  {longest_timeout} s. A receiver may keep messages that arrive early, or drop them.

## Events

`button`, `tag_placed`, `tag_gone`, `cell_covered` and `cell_clear` carry a counter that begins at 1 with
each boot. The board keeps them until `noted` names their counter or a later one. At the start of each new
session it sends those that it kept again. The host drops counters that it knows. After `hello` the host
sends `tell_picture` and compares the answer with what it knew.

## Updates

`update_begin` empties a second folder on the board; `update_file` and `update_part` fill it. The board
answers each file that is whole and undamaged with `update_said`. `update_try` has the board start once
with the new files. After the new firmware's `hello` the host sends `update_keep`. Without it, the next
start is the old firmware's again.

## Messages

A body is the message's number (u8), then its fields. `text`, `uid` and `bytes`: a length byte (at most
{longest_text}), then UTF-8 or plain bytes. `block`: the same with at
most {longest_block} bytes. `names`: a count byte, then that many texts. `ask` and `hello` may have more
fields at their end in later versions; a reader ignores those that it doesn't know.

| number | name | direction | fields | |
| --- | --- | --- | --- | --- |
{messages}

The dictionary's number is the CRC-32 of this text, each line ended by a line feed:

```
{dictionary_text}```

Next: [languages](languages.md).
"""


def link_page() -> str:
    """Return the page as Markdown."""
    rows = []
    for row in MESSAGES:
        where = _WHERE[row.direction] + (" (loose)" if row.loose else "")
        shape = ", ".join(f"`{name}` {wire}" for name, wire in row.fields) or "none"
        rows.append(f"| {row.number} | `{row.name}` | {where} | {shape} | {row.about} |")
    return _TEMPLATE.format(
        version=LINK_VERSION,
        knock=KNOCK.decode(),
        knocked=KNOCKED.decode(),
        dictionary=DICTIONARY,
        max_plain=framing.MAX_PLAIN,
        max_body=framing.MAX_BODY,
        kinds="\n".join(
            f"| {int(kind)} | `{kind.name.lower()}` | {about} |" for kind, about in _KINDS.items()
        ),
        first_ask=host.FIRST_ASK,
        longest_ask=host.LONGEST_ASK,
        probe_after=host.PROBE_AFTER,
        probe_again=host.PROBE_AGAIN,
        host_silence=host.SILENCE,
        board_silence=link.SILENCE / 1000,
        first_sequence=stream.FIRST_SEQUENCE,
        window=stream.WINDOW,
        first_timeout=stream.FIRST_TIMEOUT,
        shortest_timeout=stream.SHORTEST_TIMEOUT,
        longest_timeout=stream.LONGEST_TIMEOUT,
        longest_text=LONGEST_TEXT,
        longest_block=LONGEST_BLOCK,
        messages="\n".join(rows),
        dictionary_text=dictionary_text(),
    )


FIRMWARE_TABLE = Path(__file__).parents[2] / "hardware" / "firmware" / "warden" / "messages.py"


ARDUINO_TABLE = Path(__file__).parents[2] / "hardware" / "arduino" / "warden" / "messages.h"


def firmware_table() -> str:
    """Return the table as the firmware has it: plain Python that MicroPython reads too."""
    rows = []
    for row in MESSAGES:
        shape = ", ".join(f'("{name}", "{wire}")' for name, wire in row.fields)
        shape = f"({shape},)" if len(row.fields) == 1 else f"({shape})"
        rows.append(f'    ({row.number}, "{row.name}", "{row.direction}", {shape}),')
    lines = [
        '"""The link\'s messages, made from firmware_bridge/link/dictionary.py: not for editing."""',
        "",
        f"LINK_VERSION = {LINK_VERSION}",
        f"DICTIONARY = 0x{DICTIONARY:08X}",
        "",
        "# ruff: noqa: E501 # a row is a line, as in the table that this is made from",
        "# fmt: off",
        "MESSAGES = (",
        *rows,
        ")",
        "# fmt: on",
    ]
    return "\n".join(lines) + "\n"


def arduino_table() -> str:
    """Return the table's numbers as the Arduino port has them."""
    lines = [
        "// The link's numbers, made from firmware_bridge/link/dictionary.py: not for editing.",
        "#pragma once",
        "",
        "#include <stdint.h>",
        "",
        "namespace warden {",
        "",
        f"const uint8_t LINK_VERSION = {LINK_VERSION};",
        f"const uint32_t DICTIONARY = 0x{DICTIONARY:08X};",
        f'const char *const FIRMWARE = "{running.VERSION} AVR";',
        "",
        "enum Message : uint8_t {",
        *(f"  {row.name.upper()} = {row.number}," for row in MESSAGES),
        "};",
        "",
        "}  // namespace warden",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(link_page(), encoding="utf-8")
    FIRMWARE_TABLE.write_text(firmware_table(), encoding="utf-8")
    (FOLDER / f"{DICTIONARY:08x}.txt").write_text(dictionary_text(), encoding="utf-8")
    ARDUINO_TABLE.write_text(arduino_table(), encoding="utf-8")
