"""Our own rules of chess, compiled."""
