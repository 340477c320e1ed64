"""Other makers' devices that speak MQTT: read by a mapping file, and our own devices announced like them."""
