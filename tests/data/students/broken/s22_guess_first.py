def minimax(game, state, depth):
    if depth == 0:
        return game.evaluate(state, 0), None
    if game.is_terminal(state):
        return game.utility(state, 0), None
    best_action = None
    if game.player(state) == 0:
        best = float("-inf")
        for action in game.actions(state):
            value, _ = minimax(game, game.result(state, action), depth - 1)
            if value > best:
                best, best_action = value, action
    else:
        best = float("inf")
        for action in game.actions(state):
            value, _ = minimax(game, game.result(state, action), depth - 1)
            if value < best:
                best, best_action = value, action
    return best, best_action
