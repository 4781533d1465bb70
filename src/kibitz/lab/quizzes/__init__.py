"""The kinds of questions, one file each: whatever class derived from `Question` a file defines is a kind."""
