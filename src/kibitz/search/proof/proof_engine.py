"""The engine of `proof`: asks whether a player gets at least so much, and finds values by such questions."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, inf, isfinite
from typing import Any

from kibitz.errors import Stopped
from kibitz.game import Action, Game, State, answers
from kibitz.game.given import is_game
from kibitz.game.repeating import allowed, counts_repetition
from kibitz.lookup.endgame_table import Endgames
from kibitz.lookup.proof_table import INFINITE, MOST_PLIES, ProofTable, Standing
from kibitz.native.bits import mix
from kibitz.native.execution import race
from kibitz.native.packing import pack, word_of
from kibitz.search.diagnosis import in_words
from kibitz.search.endgame_values import NO_TABLE, SURE, reliance, set_reliance, told
from kibitz.search.engine import desk as word
from kibitz.search.engine.engine import table_size
from kibitz.search.engine.position import spent
from kibitz.search.engine.techniques import Techniques
from kibitz.search.proof import proof_desk as field
from kibitz.search.proof.pursue import own_key, pursue
from kibitz.search.soundness import needs_whole_range, payoff
from kibitz.search.stack import with_room
from kibitz.search.watch import UNLIMITED, share_stop

FIRST_TURN, FIRST_DEPTH = 4_000, 3  # nodes, which double from turn to turn, and plies
LITTLE = 1e-9  # no two values of a game are this close to each other, beside their size
SLACK = 25  # percent: how far limits reach beyond what they must


@dataclass(frozen=True)
class Finding:
    """What is known of «this player gets at least the goal» at a state.

    `holds` is True or False where that is proven, and None where neither player can bring it about: play can go round
    in circles, and nothing is said of what that is worth. `bound` is what the player gets at least, or at most.
    `plies` is the longest line of the proof, None where the proof does not tell; `depth` is the depth limit that it was
    found within, by which the table tells it apart.
    """

    holds: bool | None
    bound: float
    plies: int | None
    depth: int = word.WITHOUT_LIMIT


class ProofEngine:
    """Proof-number search for one game of two opponents, with a table that is kept from one question to the next.

    Values are the game's own, for the player that is named. `stop` ends a search from any thread.
    """

    def __init__(
        self,
        game: Game,
        *,
        megabytes: float | None = None,
        techniques: Techniques | None = None,
        interpreted: bool = False,
        nodes: int | None = None,
        static: bool = True,
        endgames: Endgames | None = None,
    ) -> None:
        """`static`: ask what the game itself knows of positions. Without it every proof ends where games end.

        Or where `endgames`, a table of the game's last positions, knows how they end.
        """
        is_game(game)
        needs_whole_range(game)
        self.game = game
        self.techniques = techniques or Techniques()
        self.interpreted = interpreted
        self.megabytes = megabytes
        self.table = ProofTable(table_size(game, megabytes))
        self.history: tuple[int, ...] = ()
        self._is_prepared = False
        self._told_to_stop = False
        self.depth = word.WITHOUT_LIMIT  # plies within which proofs are looked for
        self.endgames = endgames
        self.desk = self._desk(static)
        set_reliance([self.desk], game, endgames)
        self.allow(nodes)

    # ------------------------------------------------------------ running

    def stop(self) -> None:
        """End what is being searched, and whatever is asked next, from any thread."""
        self._told_to_stop = True
        self.desk.words[word.STOP] = 1

    def go_on(self) -> None:
        """Take an order to stop back."""
        self._told_to_stop = False
        self.desk.words[word.STOP] = 0

    @property
    def is_stopped(self) -> bool:
        """Has it been told to stop?"""
        return self._told_to_stop

    def allow(self, nodes: int | None) -> None:
        """At most this many nodes, those searched since `begin` included; None for any number."""
        self.desk.words[word.NODE_LIMIT] = UNLIMITED if nodes is None else nodes

    @property
    def nodes(self) -> int:
        """Positions looked at since `begin`: each when it is first met, and again each time it is gone through."""
        return int(self.desk.words[word.NODES])

    def begin(self, s: State) -> None:
        """Forget everything for a new position, and have all compiled before a clock starts."""
        self.table.clear()
        if not self._is_prepared and not self.game.is_terminal(s):
            self.stop()
            with contextlib.suppress(Stopped):
                self._pursued(s, 0, 0.0, self.depth)
            self._is_prepared = True
        self.go_on()
        self.desk.begin()

    def play_on_from(self, history: Sequence[int]) -> None:
        """Tell of the game so far, where repetitions count: the keys of its positions, the oldest first.

        What was found with another game so far is forgotten.
        """
        given = tuple(history) if counts_repetition(self.game) else ()
        if given != self.history:
            self.history = given
            if not self.game.repetition_is_illegal:  # else the table tells paths apart
                self.table.clear()
            self.desk.play_on_from(given)
            is_sure = reliance(self.game, self.endgames, given) == SURE  # a proof believes nothing
            set_reliance([self.desk], self.game, self.endgames if is_sure else None)
        self._set_symmetry()

    # ------------------------------------------------------------ questions

    def ask(self, s: State, player: int, goal: float) -> Finding:
        """Does a player get at least `goal` from a state?

        Where repeating a position is worth that much to the player, it is asked whether the opponent can prevent it:
        only what needs no repetition is ever proven.
        """
        game = self.game
        if game.is_terminal(s):
            value = payoff(game, s, player)
            return Finding(value >= goal, value, 0)
        stake = float(game.at_stake(s))
        is_helped = self._repetition_for(player, stake) >= goal
        first = self._either(s, player, goal, stake, is_turned=is_helped)
        if first.holds is not None:
            return first
        second = self._either(s, player, goal, stake, is_turned=not is_helped)
        return first if second.holds is None else second

    def _either(self, s: State, player: int, goal: float, stake: float, *, is_turned: bool) -> Finding:
        """Can the player get the goal, or (`is_turned`) can the opponent prevent it? Said for the player."""
        if is_turned:
            return _turned(self._asked(s, 1 - player, self.above(stake - goal)), stake)
        return self._asked(s, player, goal)

    def above(self, value: float) -> float:
        """The next larger number that a game can be worth; where values are not whole, one that none lies below."""
        return floor(value) + 1.0 if self.is_whole and isfinite(value) else value + LITTLE * max(1.0, abs(value))

    @property
    def is_whole(self) -> bool:
        """Are all values whole numbers? Then one question fewer is asked of each."""
        return bool(self.game.whole) and not answers(self.game, "at_stake") and self.game.utility_sum % 1 == 0

    def known(self, s: State, player: int, goal: float, depth: int | None = None) -> Finding | None:
        """What the table already holds in favour of «a player gets at least `goal`»; None where it holds no proof.

        `depth` is that of a finding, less one for every ply after it, or what is left of the engine's own.
        """
        depth = self.depth if depth is None else depth
        stake = float(self.game.at_stake(s))
        if self.game.is_terminal(s):
            value = payoff(self.game, s, player)
            return Finding(True, value, 0) if value >= goal else None
        if self.desk.probes and self.desk.words[word.ENDGAMES] != NO_TABLE:
            is_known, value, plies = told(self.game, s, player, self.desk.endgames)
            if is_known:
                return Finding(True, value + stake / 2, _length(plies), depth) if value + stake / 2 >= goal else None
        if self._repetition_for(player, stake) >= goal:
            found = self._stands(s, 1 - player, self.above(stake - goal), depth)
            if not found.found or found.disproof != 0 or found.circles:
                return None
            return Finding(True, stake / 2 - float(found.bound), _length(found.plies), depth)
        found = self._stands(s, player, goal, depth)
        return Finding(True, float(found.bound) + stake / 2, _length(found.plies), depth) if found.proof == 0 else None

    def _stands(self, s: State, player: int, goal: float, depth: int) -> Standing:
        self._set_question(player, goal - float(self.game.at_stake(s)) / 2)
        return self.table.probe(int(own_key(self.game, s, depth, 0, self.desk)))

    def depth_below(self, s: State, depth: int | None = None) -> int:
        """The depth that is left after a move at a state: of the engine's own, or another."""
        return int(spent(self.game, s, self.depth if depth is None else depth))

    def moves(self, s: State) -> list[Action]:
        """What may be played at a state."""
        return allowed(self.game, s, self.history) if self.game.repetition_is_illegal else list(self.game.actions(s))

    # ------------------------------------------------------------ how

    def _repetition_for(self, player: int, stake: float) -> float:
        """What a repetition is worth to a player; −∞ where the game does not say, or forbids it."""
        game = self.game
        if game.repetition is None or game.repetition_is_illegal:
            return -inf
        return float(game.repetition) if player == 0 else stake - float(game.repetition)

    def _asked(self, s: State, player: int, goal: float) -> Finding:
        """Does a player whom no repetition helps get at least `goal`?"""
        if self.depth < word.WITHOUT_LIMIT or self.game.haste <= 0.0:
            return self._within(s, player, goal, self.depth)
        return self._in_turns(s, player, goal)

    def _in_turns(self, s: State, player: int, goal: float) -> Finding:
        """As `_asked`, in games where an early win is worth more: within few plies, and without a limit, in turns.

        Long forced lines are found without a limit; a short win by a quiet move, which has many replies, is found
        sooner by looking only a few plies ahead. Taking turns costs at most twice what the better of the two takes.
        """
        most, depth, turn = int(self.desk.words[word.NODE_LIMIT]), FIRST_DEPTH, FIRST_TURN
        while True:
            for within in (word.WITHOUT_LIMIT, depth):
                self.desk.words[word.NODE_LIMIT] = min(most, self.nodes + turn)
                try:
                    found = self._within(s, player, goal, within)
                    if within == word.WITHOUT_LIMIT or found.holds:
                        return found
                    depth += 2
                except Stopped:
                    if self._told_to_stop or self.nodes >= most:
                        raise
                finally:
                    self.desk.words[word.NODE_LIMIT] = most
            turn *= 2

    def _within(self, s: State, player: int, goal: float, depth: int) -> Finding:
        """Does the player get at least `goal` within a depth?"""
        if depth <= 0:
            return Finding(None, inf, None, depth)
        stake = float(self.game.at_stake(s))
        proof, disproof, bound, plies, _, circles = self._pursued(s, player, goal - stake / 2, depth)
        if proof == 0:
            return Finding(True, float(bound) + stake / 2, _length(plies), depth)
        assert disproof == 0
        if circles:
            return Finding(None, inf, None, depth)
        return Finding(False, float(bound) + stake / 2, _length(plies), depth)

    def _set_question(self, player: int, goal: float) -> None:
        """Put a question on the desk; the goal is centred."""
        words = self.desk.words
        words[field.ATTACKER] = player
        pack(words, field.GOAL, float(goal))
        words[field.SALT] = mix(mix(word_of(float(goal))) ^ (player + 1))

    def _pursued(self, s: State, player: int, goal: float, depth: int) -> Any:
        self._set_question(player, goal)
        game, desk = self.game, self.desk

        def search() -> Any:
            share_stop(game, desk.words[word.STOP : word.STOP + 1])
            if self._told_to_stop:  # a stack that has grown is in another array
                self._halt()
            call = (pursue, game, s, (depth, 0, INFINITE, INFINITE, field.STACK_AT, self.table, desk))
            return race([call], self._halt, None, interpreted=self.interpreted)

        with in_words(game, s):
            return with_room(game, [desk], search)

    def _halt(self) -> None:
        self.desk.words[word.STOP] = 1

    def _set_symmetry(self) -> None:
        is_free = not self.history and not self.game.repetition_is_illegal
        self.desk.words[word.SYMMETRY] = self.techniques.symmetry and is_free

    def _desk(self, static: bool) -> word.Desk:
        game, on = self.game, self.techniques
        again, forbids = game.repetition, bool(game.repetition_is_illegal)
        made = word.Desk(
            repetition=game.utility_sum / 2 if forbids and again is None else again,
            forbids=forbids,
            endgames=self.endgames,
        )
        words = made.words
        is_bounded = game.has_bounds or all(map(isfinite, game.utility_range))
        words[field.STATIC] = static
        words[word.BOUNDS] = on.bounds and is_bounded
        words[word.PROOF] = on.proof
        words[field.ASK_SETTLED] = static and on.settled
        words[field.MOBILITY] = 1
        words[field.SLACK] = SLACK
        words[word.CLOCKED] = 1
        words[word.SYMMETRY] = on.symmetry and not forbids
        return made


def _length(plies: int) -> int | None:
    """The length of a proof that the table holds, where it is known."""
    return int(plies) if 0 <= plies < MOST_PLIES else None


def _turned(found: Finding, stake: float) -> Finding:
    """What a finding for one player says for the other."""
    return Finding(None if found.holds is None else not found.holds, stake - found.bound, found.plies, found.depth)
