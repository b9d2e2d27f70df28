"""The worlds: one file or package each, found by `world.registry`."""
