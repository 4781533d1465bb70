def minimax(game, s):
    """Value for player 0."""
    def go(s, maximizing):
        if game.is_terminal(s):
            return game.utility(s, 0)
        vals = (go(game.result(s, a), not maximizing) for a in game.actions(s))
        return max(vals) if maximizing else min(vals)

    return go(s, game.player(s) == 0)
