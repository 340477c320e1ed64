"""Devices that others made and that speak MQTT: heard by a mapping file, and ours announced as theirs are."""
