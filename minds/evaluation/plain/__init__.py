"""What the seeds of this project looked at in a position: plain ideas with untuned numbers, one a file."""
