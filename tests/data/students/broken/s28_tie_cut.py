from math import inf

def alphabeta(game, s, depth, alpha, beta):
    if game.is_terminal(s):
        return game.utility(s, 0), None
    if depth == 0:
        return game.evaluate(s, 0), None
    move = None
    if game.player(s) == 0:
        for a in game.actions(s):
            v, _ = alphabeta(game, game.result(s, a), depth - 1, alpha, beta)
            if v >= alpha:
                alpha, move = v, a
            if alpha >= beta:
                break
        return alpha, move
    for a in game.actions(s):
        v, _ = alphabeta(game, game.result(s, a), depth - 1, alpha, beta)
        if v <= beta:
            beta, move = v, a
        if beta <= alpha:
            break
    return beta, move
