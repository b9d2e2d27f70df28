"""The attacks, a module a topic and a function an attack; the folder is also that of the mind which runs them."""
