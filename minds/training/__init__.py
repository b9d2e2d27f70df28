"""How the numbers of this folder are found: from games, by what came of the positions in them."""
