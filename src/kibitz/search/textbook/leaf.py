"""Where a search stops: at the end of the game, or at the depth limit."""

from __future__ import annotations

from kibitz.game import MAX, Game, State
from kibitz.native import jit
from kibitz.search.soundness import sound
from kibitz.search.watch import Watch


@jit
def leaf_value(game: Game, s: State, over: bool, watch: Watch) -> float:
    """What a state is worth to player 0 without looking on: its utility if the game is over, else its evaluation.

    `over` is what `is_terminal` said of it: where rules look at the whole board, asking twice takes most of the time.
    """
    if over:
        v = sound(float(game.utility(s, MAX)))
        watch.leaf(s, v)
    else:
        v = sound(float(game.evaluate(s, MAX)))
        watch.horizon(s, v)
    return v
