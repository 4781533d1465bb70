"""The Go Text Protocol, version 2: Kibitz as an engine for any Go program, and any such program as a player here.

`gtp_session` obeys the lines, `game_in_progress` keeps the game, `gtp_thinkers` ask the search that suits it, and
`gtp_program` is the other side: it starts a program and asks it for moves.
"""
