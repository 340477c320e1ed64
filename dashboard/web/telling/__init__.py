"""Messages to tablets: the newest states, as whole texts or as steps, in the tablet's language.

A tablet only gets the messages that its place may know.
"""
