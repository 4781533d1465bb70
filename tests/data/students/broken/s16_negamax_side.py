def negamax(game, s, depth):
    if game.is_terminal(s):
        return game.utility(s, 0)
    if depth == 0:
        return game.evaluate(s, 0)
    best = float("-inf")
    me = game.player(s)
    for a in game.actions(s):
        after = game.result(s, a)
        v = negamax(game, after, depth - 1)
        if game.player(after) != me:
            v = -v
        best = max(best, v)
    return best
