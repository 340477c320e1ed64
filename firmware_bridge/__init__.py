"""The bridge to board devices: bytes, frames, devices, lights. Knows no games and no pixels."""
