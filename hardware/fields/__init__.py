"""What a cell's switches feel of a piece's magnet, computed: `python -m hardware.fields.report`."""
