cache = {}


def minimax(game, state, depth):
    if (state, depth) in cache:
        return cache[state, depth]
    if game.is_terminal(state):
        value = game.utility(state, 0)
    elif depth <= 0:
        value = game.evaluate(state, 0)
    else:
        value = (max if game.player(state) == 0 else min)(
            [minimax(game, game.result(state, action), depth - 1) for action in game.actions(state)]
        )
    cache[state, depth] = value
    return value
