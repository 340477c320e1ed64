"""Trials of MQTT brokers, alone and as clusters, with a table's channels."""
