"""Games that were played elsewhere become a results folder: they are read in processes, named, paired and stored."""
