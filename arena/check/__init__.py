"""`arena check`: try a mind as a tournament will, in the same jail and limits, on positions where minds fail."""
