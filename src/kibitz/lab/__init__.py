"""The tree lab: game trees to search, draw at random, edit, ask questions about and print, with or without the page."""
