"""The magnetic field of pieces at the cells' switches, computed: `python -m hardware.fields.report`."""
