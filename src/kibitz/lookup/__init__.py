"""What is looked up instead of searched."""
