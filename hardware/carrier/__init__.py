"""The carrier of one pad: plugs for a reader's module, a button and a flat cable, and the pad's light."""
