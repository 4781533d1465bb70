"""The searches of the book, one file a page."""
