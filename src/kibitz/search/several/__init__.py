"""The fast searches for several players."""
