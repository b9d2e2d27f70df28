"""Minds and seats reached over the network."""
