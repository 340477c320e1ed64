"""Vision: from camera frames to looks at the board. Knows pixels and tags; no games, no rules.

A frame passes the stages in this order, and none imports a later one (a contract in pyproject.toml):
pictures, change, tags, board, light, known, motion, labels, cells, look. At the edge are cameras at work
(`camera`), where pictures come from (`sources`), lenses (`calibration`), dice, and the doctor.
"""
