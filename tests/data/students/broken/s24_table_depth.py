def search(game, s, depth):
    table = {}

    def value(s, d):
        if s in table:
            return table[s]
        if game.is_terminal(s):
            v = game.utility(s, 0)
        elif d == 0:
            v = game.evaluate(s, 0)
        else:
            kids = [value(game.result(s, a), d - 1) for a in game.actions(s)]
            v = max(kids) if game.player(s) == 0 else min(kids)
        table[s] = v
        return v

    return value(s, depth)
