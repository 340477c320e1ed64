"""Prints boards, labels, cards, dice trays and the calibration sheet, true to scale, as PDF and SVG."""
