"""A table under assault: `make assault` prints what was tried, what survived, what was lost."""
