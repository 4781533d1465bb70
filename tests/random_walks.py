"""Positions to ask about: those of games that are played at random."""

import random

import kibitz as kz


def walked(game, seed):
    """The positions of a random game in which a player is to move, from the first to the last."""
    dice = random.Random(seed)
    s = game.initial()
    found = []
    while not game.is_terminal(s):
        if game.player(s) != kz.CHANCE:
            found.append(s)
        s = game.result(s, dice.choice(list(game.choices(s))))
    return found
