"""What a position is worth: one idea a file."""
