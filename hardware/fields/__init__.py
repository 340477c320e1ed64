"""The field of a piece's magnet at a cell's switches, computed: `python -m hardware.fields.report`."""
