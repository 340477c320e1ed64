"""The things to print: boards, labels, cards and the calibration sheet, true to scale, as PDF and SVG."""
