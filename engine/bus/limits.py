"""The limits of the bus. Imports nothing, so that a broker starts without reading the messages' types."""

LARGEST_PAYLOAD_BYTES = 4 * 1024 * 1024
"""The longest message that the brokers are set up to carry; a longer message would cost its sender the
connection.
"""
