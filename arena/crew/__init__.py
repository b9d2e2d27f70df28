"""Where games run: workers behind one submit()."""
