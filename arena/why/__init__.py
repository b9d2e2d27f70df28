"""`arena why`: find a lost game, explain it, and ask the mind again."""
