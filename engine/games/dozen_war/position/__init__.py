"""The parts of a position: pieces, field, masks, marks, holdings, and the rules that a match is played by.

Only values and facts derived from them: nothing here knows of actions.
"""
