"""`arena check`: test a mind under tournament conditions, on positions where minds fail."""
