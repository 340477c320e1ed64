"""The engine: games, rules, the match, what the sensors should see, and the bus contract.

Knows nothing of serial ports, pixels or pages; imports no other package of the project.
"""
