"""Scenario files: rules shown to hold, step by step."""
