"""The fast search for two sides."""
