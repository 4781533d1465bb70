EXACT, LOWER, UPPER = range(3)


def negamax(game, s, depth, alpha, beta, table=None):
    """Value for the player to move at s. A player may move twice in a row."""
    if table is None:
        table = {}
    me = game.player(s)
    if game.is_terminal(s):
        return game.utility(s, me)
    if depth == 0:
        return game.evaluate(s, me)
    start = alpha
    found = table.get((s, depth))
    if found is not None:
        flag, value = found
        if flag == EXACT:
            return value
        if flag == LOWER:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            return value
    best = float("-inf")
    for a in game.actions(s):
        t = game.result(s, a)
        if game.player(t) == me:
            v = negamax(game, t, depth - 1, alpha, beta, table)
        else:
            v = -negamax(game, t, depth - 1, -beta, -alpha, table)
        best = max(best, v)
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    if best <= start:
        table[s, depth] = UPPER, best
    elif best >= beta:
        table[s, depth] = LOWER, best
    else:
        table[s, depth] = EXACT, best
    return best
