"""A beam: forward pruning. At every node only the few most promising actions are looked at, by a first guess.

Contract: of the actions of a state, those N whose states look best to the player to move: a terminal one by its
utility, another by its evaluation; of equals, the first. All of them where N is 0. A search with a beam may be wrong:
what it leaves out may have been best, and no bound tells. It is right wherever the beam holds all actions.
"""

from __future__ import annotations

from kibitz.game import MAX, Action, Game, State
from kibitz.search.soundness import sound
from kibitz.search.watch import Watch

PSEUDOCODE = """\
function BEAM(s) = the {width} of ACTIONS(s) whose RESULT(s, a) looks best to PLAYER(s):
  by UTILITY where it is TERMINAL, else by EVALUATE"""


def in_beam(game: Game, s: State, width: int, watch: Watch) -> list[tuple[int, Action]]:
    """The actions that are looked at, each with its number, counted from 0, in the order of the game."""
    numbered = list(enumerate(game.actions(s)))
    if width == 0 or len(numbered) <= width:
        return numbered
    looks = [at_a_glance(game, game.result(s, a)) for _, a in numbered]
    is_max = game.player(s) == MAX
    kept = sorted(range(len(numbered)), key=lambda number: -looks[number] if is_max else looks[number])[:width]
    watch.drop(s, tuple(looks), tuple(number for number, _ in numbered if number not in kept))
    return [numbered[number] for number in sorted(kept)]


def at_a_glance(game: Game, s: State) -> float:
    """What a state looks worth to player 0, before anything behind it is searched."""
    return sound(float(game.utility(s, MAX) if game.is_terminal(s) else game.evaluate(s, MAX)))
