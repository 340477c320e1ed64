"""The calibration of a lens: the printed target, its corners in a picture, the guided session, the fit."""
