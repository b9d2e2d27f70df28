"""Checks of this machine: the installation, and the jail under every attack in `attacks`."""
