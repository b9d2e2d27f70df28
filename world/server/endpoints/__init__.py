"""The server's endpoints, one file each. To add one, copy a file: it is found, served and described by itself."""
