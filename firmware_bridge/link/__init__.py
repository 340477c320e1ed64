"""The link between host and board as pure values and state machines: bytes ⇄ events.

No port, no thread, no clock in here; times come in as arguments. Imports nothing of the bridge outside this
package.
"""
