"""The messages on the bus. Frozen values; the codec turns them into JSON and back, checked."""
