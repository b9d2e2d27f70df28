"""A mind examined as the tournament will: in the same jail, under the same limits, on positions where minds fail."""
