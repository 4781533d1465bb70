from kibitz import MAX

def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.player(state))
    values = [minimax(game, game.result(state, a)) for a in game.actions(state)]
    return max(values) if game.player(state) == MAX else min(values)
