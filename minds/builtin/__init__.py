"""The built-in minds, one a file: a new file here is a new mind, named like the file."""
