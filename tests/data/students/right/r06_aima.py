import numpy as np


class Searcher:
    """Minimax as in the book: a value and a move."""

    def __init__(self, verbose=True):
        self.verbose = verbose
        self.nodes = 0

    def minimax_search(self, game, state):
        player = game.player(state)
        value, move = self.max_value(game, state) if player == 0 else self.min_value(game, state)
        if self.verbose:
            print("value", value, "move", move, "after", self.nodes, "nodes")
        return value, move

    def max_value(self, game, state):
        self.nodes += 1
        if game.is_terminal(state):
            return game.utility(state, 0), None
        v, move = -np.inf, None
        for a in game.actions(state):
            v2, _ = self.of(game, game.result(state, a))
            if v2 > v:
                v, move = v2, a
        return v, move

    def min_value(self, game, state):
        self.nodes += 1
        if game.is_terminal(state):
            return game.utility(state, 0), None
        v, move = np.inf, None
        for a in game.actions(state):
            v2, _ = self.of(game, game.result(state, a))
            if v2 < v:
                v, move = v2, a
        return v, move

    def of(self, game, state):
        if game.is_terminal(state):
            return game.utility(state, 0), None
        return self.max_value(game, state) if game.player(state) == 0 else self.min_value(game, state)
