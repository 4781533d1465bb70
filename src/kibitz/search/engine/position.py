"""What the engine asks of one position: whose side it is seen from, its key, and what is known of its value.

Values are centred: those of the two players sum to 0 even where the game's utilities sum to something else.
"""

from __future__ import annotations

from math import inf

from kibitz.errors import NotWhole
from kibitz.game import CHANCE, MAX, Game, State
from kibitz.lookup.transposition import GOLDEN, TO_THE_END
from kibitz.native import jit
from kibitz.native.bits import multiply
from kibitz.search.endgame_values import BELIEVED, told, within
from kibitz.search.engine import desk as word
from kibitz.search.engine.desk import WITHOUT_LIMIT, Desk
from kibitz.search.soundness import is_whole, sound


@jit
def side_of(game: Game, s: State) -> int:
    """From whose side a state is seen: that of the player to move, and MAX's where it is CHANCE."""
    player = game.player(s)
    if game.has_outcomes and player == CHANCE:
        return MAX
    return player


@jit
def position_key(game: Game, s: State, desk: Desk) -> int:
    """The key of a state, or of the one among its mirror images that has the smallest.

    A proof also tells apart what a game takes for the same position but for a count of moves, which may end the game.
    """
    key = game.key(s)
    if game.has_reversible and desk.words[word.CLOCKED] != 0:
        key ^= multiply(game.reversible(s) + 1, GOLDEN)
    if game.has_symmetric and desk.words[word.SYMMETRY] != 0:
        for other in game.symmetric(s):
            key = min(key, game.key(other))
    return key


@jit
def utility_for(game: Game, s: State, side: int) -> float:
    """The utility of a finished game for a player, centred."""
    v = float(game.utility(s, MAX))
    if not game.whole:
        sound(v)
    elif not is_whole(v):
        raise NotWhole("a utility is not whole")
    v -= game.at_stake(s) / 2
    return v if side == MAX else -v


@jit
def by_endgames(game: Game, s: State, side: int, depth: int, desk: Desk) -> tuple[bool, float]:
    """What the endgame table knows of a state: does it answer what is asked to a depth, and the value for a player.

    To be asked only where the desk has a table. The value is centred.
    """
    words = desk.words
    known, value, plies = told(game, s, side, desk.endgames)
    if known and words[word.BY_DEPTH] != 0:
        known, value = within(game, s, side, depth, value, plies)
    if known:
        words[word.ENDGAME_HITS] += 1
        if words[word.ENDGAMES] == BELIEVED:
            words[word.HORIZON] += 1
    return known, value


@jit
def evaluation_for(game: Game, s: State, side: int) -> float:
    """The evaluation for a player, centred."""
    v = sound(float(game.evaluate(s, MAX))) - game.at_stake(s) / 2
    return v if side == MAX else -v


@jit
def for_side(game: Game, s: State, side: int, bounds: tuple[float, float]) -> tuple[float, float]:
    """Bounds on player 0's value of a state, as bounds on a player's centred value."""
    low = float(bounds[0]) - game.at_stake(s) / 2
    high = float(bounds[1]) - game.at_stake(s) / 2
    if side == MAX:
        return low, high
    return -high, -low


@jit
def spent(game: Game, s: State, depth: int) -> int:
    """The depth that is left for the states that follow one; a search without a limit goes on without one."""
    return depth if depth >= WITHOUT_LIMIT else depth - game.depth_spent(s)


@jit
def reaches(game: Game, found: int, depth: int) -> bool:
    """Does what was found by a search of one depth do for another?

    What is found deeper is better. But an average is of values of one kind: with dice it has to be the same depth.
    """
    return found == TO_THE_END or (found == depth if game.has_outcomes else found >= depth)


@jit
def nth_result(game: Game, s: State, number: int) -> State:
    """The state that the candidate with this number leads to."""
    after = s
    for at, a in enumerate(game.candidates(s)):
        if at == number:
            after = game.result(s, a)
    return after


@jit
def width(value: float) -> float:
    """A step so small that nothing lies within it."""
    return 1e-9 * max(1.0, abs(value)) if value > -inf else inf


@jit
def is_narrow(game: Game, alpha: float, beta: float) -> bool:
    """Does no value lie between α and β? In a game of whole numbers they are then 1 apart, else as good as equal."""
    return beta - alpha <= 1.0 if game.whole else beta <= alpha + 2.0 * width(alpha)
