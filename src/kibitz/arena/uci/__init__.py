"""The Universal Chess Interface: Kibitz as an engine for any chess program, and for other games of two by their name.

`session` obeys the lines, `running_search` thinks in a thread of its own, and `thinkers` ask the search that
suits the game.
"""
