def h_minimax(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state, 0)
    if depth <= 0:
        return game.evaluate(state, 0)
    maximizing = game.player(state) == 0
    best = None
    for action in game.actions(state):
        depth -= 1
        value = h_minimax(game, game.result(state, action), depth)
        if best is None or (value > best if maximizing else value < best):
            best = value
    return best
