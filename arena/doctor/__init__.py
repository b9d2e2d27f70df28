"""What the arena can prove of this machine: the attacks on the jail, and the bait they are aimed at."""
