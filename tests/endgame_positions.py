"""Endgame tables made in memory from what a test knows of positions, without a builder and without a file."""

import numpy as np

from kibitz.lookup.endgame_table import BY_KEY, HAS_PLIES, KIND, PLACES, STEP, WIDTH, Endgames


def table_of(game, known):
    """A table of states: `known` has the value to player 0, or to each player, and the plies (-1: not counted)."""
    rows = sorted((int(game.key(s)), value, plies) for s, (value, plies) in known.items())
    keys = np.array([key for key, _, _ in rows], np.int64)
    made = Endgames(
        keys=keys,
        directory=keys[::STEP].copy(),
        values=np.array([value for _, value, _ in rows], np.float64).ravel(),
        plies=np.array([plies for _, _, plies in rows], np.int64),
    )
    made.told[KIND] = BY_KEY
    made.told[PLACES] = len(rows)
    made.told[WIDTH] = np.size(rows[0][1]) if rows else 1
    made.told[HAS_PLIES] = 1
    made.total[0] = game.utility_sum
    return made


def solved(game, s, known=None):
    """Every state that can be reached and does not end the game: its value to player 0 and plies, by plain recursion.

    For two who win what the other loses, where every line of play ends: who wins hurries, and who loses holds out.
    """
    known = {} if known is None else known
    waiting = [s]
    while waiting:
        here = waiting[-1]
        after = [game.result(here, a) for a in game.actions(here)]
        if missing := [t for t in after if not game.is_terminal(t) and t not in known]:
            waiting += missing
            continue
        waiting.pop()
        sign = 1 if game.player(here) == 0 else -1
        rows = [(float(game.utility(t, 0)), 0) if game.is_terminal(t) else known[t] for t in after]
        best = max(sign * value for value, _ in rows)
        plies = [plies for value, plies in rows if sign * value == best]
        known[here] = sign * best + 0.0, -1 if best == 0 else 1 + (min(plies) if best > 0 else max(plies))
    return known
