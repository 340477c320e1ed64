"""The bus contract: channels, messages, codec, client and broker. Knows no game."""
