"""What the arena does for students: a beginning."""
