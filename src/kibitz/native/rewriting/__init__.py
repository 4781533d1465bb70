"""What people write, rewritten into what the compiler understands."""
