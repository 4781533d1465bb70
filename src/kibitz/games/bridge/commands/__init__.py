"""The commands that bridge brings."""
