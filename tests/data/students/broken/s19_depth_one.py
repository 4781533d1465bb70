def depth_limited(game, s, depth):
    if game.is_terminal(s):
        return game.utility(s, 0)
    if depth <= 1:
        return game.evaluate(s, 0)
    if game.player(s) == 0:
        best = -1e9
        for a in game.actions(s):
            best = max(best, depth_limited(game, game.result(s, a), depth - 1))
    else:
        best = 1e9
        for a in game.actions(s):
            best = min(best, depth_limited(game, game.result(s, a), depth - 1))
    return best
