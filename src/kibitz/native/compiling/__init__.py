"""From a plain function to machine code, kept on disk."""
