"""Lists and tuples of any length, in memory of the thread."""
