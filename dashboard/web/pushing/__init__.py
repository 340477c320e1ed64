"""Notifications by web push: to the devices of seats that asked for them, though their pages are closed."""
