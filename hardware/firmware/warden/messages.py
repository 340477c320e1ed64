"""The link's messages, made from firmware_bridge/link/dictionary.py: not for editing."""

LINK_VERSION = 1
DICTIONARY = 0x67D3B436

# ruff: noqa: E501 # a row is a line, as in the table that this is made from
# fmt: off
MESSAGES = (
    (0, "ask", "to_board", (("link", "u8"), ("dictionary", "u32"))),
    (1, "hello", "to_host", (("link", "u8"), ("dictionary", "u32"), ("boot", "u32"), ("at_ms", "u32"), ("board", "text"), ("firmware", "text"), ("abilities", "names"), ("pads", "names"), ("identity", "text"), ("configuration", "u32"), ("faults", "names"))),
    (2, "stranger", "to_host", ()),
    (16, "button", "to_host", (("counter", "u32"), ("at_ms", "u32"), ("pad", "text"), ("button", "text"))),
    (17, "tag_placed", "to_host", (("counter", "u32"), ("at_ms", "u32"), ("pad", "text"), ("uid", "uid"))),
    (18, "tag_gone", "to_host", (("counter", "u32"), ("at_ms", "u32"), ("pad", "text"), ("uid", "uid"))),
    (19, "cell_covered", "to_host", (("counter", "u32"), ("at_ms", "u32"), ("cell", "text"))),
    (20, "cell_clear", "to_host", (("counter", "u32"), ("at_ms", "u32"), ("cell", "text"))),
    (32, "noted", "to_board", (("counter", "u32"),)),
    (33, "tell_picture", "to_board", ()),
    (34, "picture_tag", "to_host", (("pad", "text"), ("uid", "uid"))),
    (35, "picture_cells", "to_host", (("cells", "names"),)),
    (36, "picture_told", "to_host", (("counter", "u32"), ("tags", "u8"), ("cells", "u16"), ("switches", "u16"))),
    (37, "tell_clock", "to_board", ()),
    (38, "clock", "to_host", (("at_ms", "u32"),)),
    (39, "read_tag", "to_board", (("pad", "text"), ("uid", "uid"))),
    (40, "write_tag", "to_board", (("pad", "text"), ("uid", "uid"), ("content", "bytes"))),
    (41, "tag_content", "to_host", (("pad", "text"), ("uid", "uid"), ("content", "bytes"), ("fault", "text"))),
    (42, "reader_fault", "to_host", (("pad", "text"), ("fault", "text"))),
    (43, "picture_switched", "to_host", (("cells", "names"),)),
    (48, "lights", "to_board", (("pad", "text"), ("red", "u8"), ("green", "u8"), ("blue", "u8"), ("cells", "names"))),
    (49, "sound", "to_board", (("pad", "text"), ("sound", "text"))),
    (50, "brightness", "to_board", (("percent", "u8"),)),
    (56, "update_begin", "to_board", ()),
    (57, "update_file", "to_board", (("path", "text"), ("size", "u32"), ("crc", "u32"))),
    (58, "update_part", "to_board", (("data", "block"),)),
    (59, "update_try", "to_board", (("files", "u16"),)),
    (60, "update_keep", "to_board", ()),
    (61, "update_said", "to_host", (("step", "text"), ("about", "text"), ("fault", "text"))),
)
# fmt: on
