"""Chess, refereed by python-chess."""
