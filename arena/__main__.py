"""`python -m arena` runs the command `arena`."""

from arena.cli import main

main()
