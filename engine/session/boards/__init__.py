"""Boards: their lights and sounds, and the tags on the seats' pads."""
