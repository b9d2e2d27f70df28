"""Where play happens."""
