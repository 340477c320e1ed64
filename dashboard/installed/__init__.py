"""A table that the machine itself starts and keeps: units for systemd."""
