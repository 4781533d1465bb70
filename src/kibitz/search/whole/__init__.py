"""Games solved whole: every position that can be reached."""
