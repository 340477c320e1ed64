"""The checks before a match: camera, serial port, broker, sensors, clock, disk and tags."""
