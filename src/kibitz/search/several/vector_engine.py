"""The engine for several players: `vectors`' search with its table, its desk and its clock."""

from __future__ import annotations

import contextlib
from math import inf

from kibitz.errors import Stopped
from kibitz.game import Action, Game, State, answers
from kibitz.game.given import is_game
from kibitz.lookup.endgame_table import Endgames
from kibitz.lookup.transposition import NO_MOVE
from kibitz.lookup.vector_table import VectorTable
from kibitz.native.execution import run
from kibitz.search.asking import nth_action
from kibitz.search.diagnosis import in_words
from kibitz.search.endgame_values import set_reliance
from kibitz.search.engine import desk as word
from kibitz.search.engine.counts import Counts
from kibitz.search.engine.engine import MEGABYTES
from kibitz.search.engine.techniques import Techniques
from kibitz.search.several import vector_look as steps
from kibitz.search.stack import with_room

USED_TECHNIQUES = ("table", "best_first", "killers", "history", "order", "bounds")


def most_together(game: Game) -> float:
    """The most that all players' utilities sum to."""
    facts = game.facts
    everyone = facts.players * facts.utility_range[1]
    return float(min(facts.utility_sum if facts.zero_sum else game.utility_total, everyone))


class VectorEngine:
    """A maxn search for one game that keeps its table from one question to the next. Values are vectors."""

    def __init__(
        self,
        game: Game,
        *,
        megabytes: float | None = None,
        techniques: Techniques | None = None,
        interpreted: bool = False,
        nodes: int | None = None,
        endgames: Endgames | None = None,
    ) -> None:
        """`endgames` is a table of the game's last positions, which are then not searched."""
        is_game(game)
        self.game = game
        self.interpreted = interpreted
        self.table = VectorTable(game.players, MEGABYTES if megabytes is None else megabytes)
        self.desk = steps.VectorDesk(game.players, nodes, game.teams, endgames)
        set_reliance([self.desk], game, endgames)
        self._told_to_stop = False
        self.desk.numbers[steps.TOTAL] = most_together(game)
        self.desk.numbers[steps.SLACK] = 1e-9 if game.has_outcomes else 0.0
        self._techniques = techniques or Techniques()
        self._switch(self._techniques)
        self._is_prepared = False

    def _switch(self, on: Techniques) -> None:
        words = self.desk.words
        has_order = answers(self.game, "order") or answers(self.game, "promise")
        words[word.TABLE] = on.table
        words[word.BEST_FIRST] = on.best_first
        words[word.KILLERS] = on.killers and not has_order
        words[word.HISTORY] = on.history and not has_order
        words[word.ORDER] = on.order

    # ------------------------------------------------------------ questions

    def begin(self, s: State) -> None:
        """Forget everything for a new position, and have all compiled before a clock starts."""
        self.table.clear()
        if not self._is_prepared and not self.game.is_terminal(s):
            self.stop()
            with contextlib.suppress(Stopped):
                self.search(s, 1)
            self._is_prepared = True
        self.go_on()
        self.desk.begin()

    def stop(self) -> None:
        """End what is being searched, and whatever is asked next, from any thread."""
        self._told_to_stop = True
        self.desk.words[word.STOP] = 1

    @property
    def is_stopped(self) -> bool:
        """Has it been told to stop?"""
        return self._told_to_stop

    def go_on(self) -> None:
        """Take an order to stop back."""
        self._told_to_stop = False
        self.desk.words[word.STOP] = 0

    def search(self, s: State, depth: int) -> tuple[tuple[float, ...], int]:
        """The vector of a state to a depth, and the number of the action that reaches it, or -1.

        Nothing is cut where guesses may break what the game says of utilities: up to a depth limit, in a game that has
        guesses and does not answer `stakes`. Where one is met that does all the same, all is searched again.
        """
        words = self.desk.words
        words[word.BOUNDS] = self.may_cut(depth)
        number = self._looked(s, depth)
        if words[word.BROKEN] and words[word.BOUNDS]:
            words[word.BOUNDS] = 0
            self.table.clear()
            number = self._looked(s, depth)
        return tuple(map(float, self.desk.rows[: self.game.players])), number

    def may_cut(self, depth: int) -> bool:
        """May anything be cut in a search to this depth?"""
        if not self._techniques.bounds or self.desk.words[word.BROKEN]:
            return False
        low, high = self.game.utility_range
        nothing_is_fine = low <= 0 <= high and self.desk.numbers[steps.TOTAL] >= 0
        is_zero = not self.game.has_evaluate and nothing_is_fine
        return depth >= steps.WITHOUT_LIMIT or is_zero or bool(self.game.has_stakes)

    def _looked(self, s: State, depth: int) -> int:
        given = (depth, -1, -inf, 0, word.STACK_AT, self.table, self.desk)
        with in_words(self.game, s):
            call = (steps.look, self.game, s, *given)
            return int(with_room(self.game, [self.desk], lambda: run(*call, interpreted=self.interpreted)))

    def value(self, s: State, depth: int = steps.WITHOUT_LIMIT) -> tuple[float, ...]:
        """The vector of a state to a depth."""
        return self.search(s, depth)[0]

    def action(self, s: State, depth: int = steps.WITHOUT_LIMIT) -> Action:
        """The action that the player to move takes; None where there is none."""
        return nth_action(self.game, s, self.search(s, depth)[1])

    def table_action(self, s: State) -> Action:
        """The action that the table holds best, or None."""
        place = self.table.find(int(self.game.key(s)))
        if place < 0 or self.table.move(place) == NO_MOVE:
            return None
        return nth_action(self.game, s, int(self.table.move(place)))

    # ------------------------------------------------------------ what was done

    def guesses(self) -> int:
        """How often an evaluation has been believed so far: if that does not change, what is found is exact."""
        return int(self.desk.words[word.HORIZON])

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return int(self.desk.words[word.NODES])

    def counts(self) -> Counts:
        """What has been done since `begin`."""
        return Counts.of([self.desk])

    def cuts(self) -> dict[str, int]:
        """How often each kind of pruning cut."""
        words = self.desk.words
        return {
            "immediate_cutoffs": int(words[word.IMMEDIATE]),
            "shallow_cutoffs": int(words[word.SHALLOW]),
        }
