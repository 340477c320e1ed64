"""The checks before a match: camera, serial, broker, clock, disk, tags. Thin edges round scored values."""
