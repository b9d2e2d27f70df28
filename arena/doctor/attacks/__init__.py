"""The attacks: one module a topic, one function an attack. The attacking mind runs from this folder."""
