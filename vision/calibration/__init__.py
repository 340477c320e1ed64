"""A camera's lens, measured: the printed target, what a picture shows of it, the guided session, the fit."""
