"""Units of systemd: with them the machine starts a table and keeps it running."""
