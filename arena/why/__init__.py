"""How a game was lost: found, told, and played again."""
