"""The tree lab: game trees to run, draw at random, edit, ask questions about and print. No page is needed for it."""
