"""OpenSpiel's Monte Carlo tree search, which is in C++, over its Connect Four, which is too."""

from __future__ import annotations

import pyspiel

EXPLORATION = 2.0


class Simulated:
    """Simulations of one position by a new bot each time, with its solver, as ours has one."""

    def __init__(self, name: str, simulations: int) -> None:
        self.game = pyspiel.load_game(name)
        self.state = self.game.new_initial_state()
        self.simulations = simulations
        self.evaluator = pyspiel.RandomRolloutEvaluator(1, 7)

    def run(self) -> int:
        """The action that the bot takes."""
        bot = pyspiel.MCTSBot(
            self.game,
            self.evaluator,
            EXPLORATION,
            self.simulations,
            1_000,  # megabytes: it never has to throw anything away
            True,  # its solver
            7,
            False,
        )
        return int(bot.step(self.state))
