"""The worlds there are: one game a file, or a folder."""
