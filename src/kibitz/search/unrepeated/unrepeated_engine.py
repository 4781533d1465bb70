"""The engine for games where repeating is illegal: as `Engine`, but exact values are proven, see `prove_unrepeated`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from kibitz.errors import Stopped
from kibitz.game import MAX, MIN, Game, State, answers
from kibitz.native.execution import run
from kibitz.native.override import override
from kibitz.search.diagnosis import in_words
from kibitz.search.engine.engine import Engine, EngineSettings, table_size
from kibitz.search.unrepeated.proof_sheet import FAILED, KEEPS_FAILURES, NODE_LIMIT, NODES, STACK_AT, STOP, ProofSheet
from kibitz.search.unrepeated.prove_unrepeated import prove_unrepeated
from kibitz.search.watch import UNLIMITED

FOR_THE_ENGINE = 8.0  # megabytes: where values depend on the path, its own table keeps little but moves
FORGETFUL = 5_000  # nodes of each proof that keeps no failure, so that none from another path can hide it
STEPS = 12  # from this depth on, deeper by this part of it each time: failures are cheap to find again


class UnrepeatedEngine(Engine):
    """An engine that proves exact values where repeating is illegal, from a position with no game before it.

    What one player can make sure of is a lower limit, what the other can is an upper one; proofs of both are tried in
    turn, deeper and deeper, until they meet.
    """

    def __init__(self, game: Game, **settings: Unpack[EngineSettings]) -> None:
        """As `Engine`; the memory is for the proofs."""
        self._memory = table_size(game, settings.get("megabytes"))
        self._sheets: list[ProofSheet] = []  # one for each player, once they are needed
        ours: EngineSettings = {**settings, "megabytes": min(self._memory, FOR_THE_ENGINE)}
        super().__init__(game, **ours)

    @staticmethod
    def fits(game: Game) -> bool:
        """Does a game forbid repetitions, and promise what proofs without them need?"""
        facts = game.facts
        is_for_two = facts.players == 2 and facts.zero_sum and not facts.chance and not facts.hidden
        return is_for_two and bool(game.repetition_is_illegal) and answers(game, "retakes") and bool(levels(game))

    @property
    @override
    def nodes(self) -> int:
        """Nodes searched since `begin`, in proofs too."""
        return super().nodes + sum(int(sheet.words[NODES]) for sheet in self._sheets)

    @override
    def begin(self, s: State) -> None:
        """Forget everything for a new position. No proof needs what looks to a depth: `prepare_lines` compiles that."""
        self._sheets = []
        is_prepared, self._is_prepared = self._is_prepared, True
        super().begin(s)
        self._is_prepared = is_prepared

    @override
    def prepare_lines(self, s: State) -> None:
        """Have what looks to a depth compiled before a clock starts."""
        super().begin(s)

    @override
    def _halt(self) -> None:
        super()._halt()
        for sheet in self._sheets:
            sheet.words[STOP] = 1

    @override
    def solve(self, s: State) -> float:
        """The exact value; with a game so far, which the proofs know nothing of, by looking deeper and deeper."""
        if self.history not in ((), (int(self.game.recurrence(s)),)):
            return super().solve(s)
        value = self._between(s, levels(self.game))
        return value if self.side(s) == MAX else self.game.utility_sum - value

    def _between(self, s: State, possible: list[float]) -> float:
        """Player 0's value, out of these: halve what is left by whichever of two proofs is found."""
        if not self._sheets:
            self._sheets = [ProofSheet(self._memory / 2) for _ in (MAX, MIN)]
        low, high = 0, len(possible) - 1
        while low < high:
            middle = (low + high) // 2
            self.proven = (possible[low], possible[high])
            if self._is_more(s, possible[middle + 1], possible[middle]):
                low = middle + 1
            else:
                high = middle
        return possible[low]

    def _is_more(self, s: State, at_least: float, at_most: float) -> bool:
        """Is MAX sure of the one value, or MIN of the other? Who has looked at fewer positions goes deeper next."""
        targets, turns, spent = (at_least, -at_most), (depths(), depths()), [0, 0]
        while True:
            side = MAX if spent[MAX] <= spent[MIN] else MIN
            depth, before = next(turns[side]), self.nodes
            if any(self._proves(s, side, targets[side], depth, keeps) for keeps in (False, True)):
                return side == MAX
            spent[side] += self.nodes - before

    def _proves(self, s: State, side: int, target: float, depth: int, keeps: bool) -> bool:
        """Is a player proven to be sure of a value, within a depth?"""
        sheet = self._sheets[side]
        left = self._most_nodes - self.nodes
        sheet.words[KEEPS_FAILURES] = keeps
        sheet.words[NODE_LIMIT] = int(sheet.words[NODES]) + min(left, UNLIMITED if keeps else FORGETFUL)
        sheet.words[STOP] = self.is_stopped
        with in_words(self.game, s):
            try:
                given = (side, int(2 * target), depth, 0, STACK_AT, sheet)
                return bool(run(prove_unrepeated, self.game, s, *given, interpreted=self.interpreted) != FAILED)
            except Stopped:
                if keeps or self.is_stopped or left <= FORGETFUL:
                    raise
                return False


def levels(game: Game) -> list[float]:
    """The values that player 0 may end with, in rising order; none where they are not known or not halves."""
    low, high = game.utility_range
    if game.utility_levels:
        found = sorted(map(float, game.utility_levels))
    elif game.whole:
        found = [float(value) for value in range(int(low), int(high) + 1)]
    else:
        return []
    return found if all(2 * value == int(2 * value) for value in found) else []


def depths() -> Iterator[int]:
    """How deep to look, again and again."""
    depth = 1
    while True:
        yield depth
        depth += max(1, depth // STEPS)
