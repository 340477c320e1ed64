"""Turns a look's words into values: outlines, symbols, portraits and cards' art."""
