"""Phones that are cameras of the table: their page, and the way of their pictures to the cameras' service."""
