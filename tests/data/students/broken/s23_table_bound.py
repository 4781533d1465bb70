import math

def alphabeta_tt(game, s, depth, alpha, beta, table=None):
    if table is None:
        table = {}
    if (s, depth) in table:
        return table[(s, depth)]
    if game.is_terminal(s):
        return game.utility(s, 0)
    if depth == 0:
        return game.evaluate(s, 0)
    if game.player(s) == 0:
        v = -math.inf
        for a in game.actions(s):
            v = max(v, alphabeta_tt(game, game.result(s, a), depth - 1, alpha, beta, table))
            if v >= beta:
                break
            alpha = max(alpha, v)
    else:
        v = math.inf
        for a in game.actions(s):
            v = min(v, alphabeta_tt(game, game.result(s, a), depth - 1, alpha, beta, table))
            if v <= alpha:
                break
            beta = min(beta, v)
    table[(s, depth)] = v
    return v
