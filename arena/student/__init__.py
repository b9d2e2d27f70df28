"""The starting point for students: `arena new` makes a mind to build on."""
