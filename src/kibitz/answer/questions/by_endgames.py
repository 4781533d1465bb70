"""Answers from an endgame table that is kept: every move is looked up, and nothing is searched or compiled."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from kibitz.answer.analysis import Analysis, MoveReport, SearchReport
from kibitz.answer.certainty import Value
from kibitz.answer.questions.question import LONGEST_LINE, Progress, Question
from kibitz.answer.soonest import is_counted, measured
from kibitz.errors import Unsolved
from kibitz.game import CHANCE, Action, Game, State
from kibitz.lookup.endgame_file import Known, look_up
from kibitz.lookup.endgame_table import Endgames
from kibitz.native.override import override
from kibitz.search import needs
from kibitz.search.algorithm import Algorithm
from kibitz.search.clock import Remote, Stoppable
from kibitz.search.soundness import payoff
from kibitz.search.ties import ROUNDING

BETWEEN = 4  # plies: this many states without a place in the table may lie between two that have one
FOR_LINES = 500  # positions that are looked up to draw the lines of an answer; the best move's comes first


class Looking:
    """Looks states of one game up in a table, and works out those that lie between its positions."""

    def __init__(self, game: Game, endgames: Endgames) -> None:
        self.game = game
        self.endgames = endgames
        self.count = 0  # of the states that were looked at

    def known(self, s: State, between: int = BETWEEN) -> Known | None:
        """What a state is worth to each player, and the plies to its end; None where the table does not tell for sure.

        `between` is how many plies further on the table may begin.
        """
        game = self.game
        self.count += 1
        if game.is_terminal(s):
            return Known(tuple(payoff(game, s, player) + 0.0 for player in range(game.players)), 0)
        found = look_up(game, s, self.endgames)
        if found is None:
            return self._worked_out(s, between - 1) if between > 0 else None
        is_draw = game.players == 2 and found.values[0] == game.at_stake(s) / 2
        if game.has_plies_allowed and not is_draw and not 0 <= found.plies <= game.plies_allowed(s):
            return None
        return found

    def _worked_out(self, s: State, between: int) -> Known | None:
        """What a state is worth by those that follow it."""
        rows: list[tuple[Action, Known]] = []
        for a in self.game.choices(s):
            known = self.known(self.game.result(s, a), between)
            if known is None:
                return None
            rows.append((a, known))
        if self.game.player(s) != CHANCE:
            best = self.best(s, rows)[1]
            return Known(best.values, best.plies + 1 if best.plies >= 0 else -1)
        chances = [float(chance) for _, chance in self.game.outcomes(s)]
        shares = zip(*(known.values for _, known in rows), strict=True)
        return Known(tuple(sum(map(float.__mul__, chances, share)) for share in shares), -1)

    def best(self, s: State, rows: list[tuple[Action, Known]]) -> tuple[Action, Known]:
        """The first of the best actions of a player: who wins hurries, who loses holds out."""
        game, player = self.game, int(self.game.player(s))
        most = max(known.values[player] for _, known in rows)
        enough = most - ROUNDING * max(1.0, abs(most))
        best = [row for row in rows if row[1].values[player] >= enough]
        if game.players != 2 or not game.facts.zero_sum or most == game.at_stake(s) / 2:
            return best[0]
        return (min if most > game.at_stake(s) / 2 else max)(best, key=lambda row: row[1].plies)

    def line(self, s: State, longest: int, most: int) -> list[Action]:
        """Best play from a state, up to a roll or to where it comes round again; `most` states are looked at."""
        game, line, been = self.game, list[Action](), set[int]()
        until = self.count + most
        known = self.known(s)
        while known is not None and len(line) < longest and self.count < until:
            if game.is_terminal(s) or game.player(s) == CHANCE:
                break
            been.add(int(game.key(s)))
            action, known = self._next(s, known)
            if action is None:
                break
            s = game.result(s, action)
            if known.plies < 0 and int(game.key(s)) in been:
                break
            line.append(action)
        return line

    def _next(self, s: State, known: Known) -> tuple[Action, Known]:
        """An action of best play at a state of which all is known, and what follows; None where there is none.

        It is the first that keeps the value and takes a ply: that is seldom the last one to be looked at.
        """
        game, player = self.game, int(self.game.player(s))
        worth = known.values[player]
        enough = worth - ROUNDING * max(1.0, abs(worth))
        for a in game.actions(s):
            after = self.known(game.result(s, a))
            if after is None or after.values[player] < enough:
                continue
            if known.plies < 0 or after.plies == known.plies - 1:
                return a, after
        return None, known


@dataclass
class EndgameQuestion(Question):
    """One position whose moves all lead to positions of a table."""

    looking: Looking = field(init=False)

    @classmethod
    @override
    def is_in_vectors(cls, algorithm: Algorithm, game: Game) -> bool:
        return needs.is_in_vectors(game)

    def known(self) -> dict[int, Known] | None:
        """What every move leads to, by its number; None where the table does not know all of it.

        The position itself may be missing, as one may in which the dice lie.
        """
        found: dict[int, Known] = {}
        if self.rests_on_history:
            return None
        between = 0 if self.looking.known(self.s, 0) is None else BETWEEN
        for number, action in enumerate(self.choices()):
            known = self.looking.known(self.game.result(self.s, action), between)
            if known is None:
                return None
            found[number] = known
        return found

    def best_if_known(self) -> Action | None:
        """The best action; None where the table does not know every one."""
        known = self.known()
        return (
            None if not known else self.looking.best(self.s, list(zip(self.choices(), known.values(), strict=True)))[0]
        )

    def value_if_known(self) -> Value | None:
        """The value of the position for the player to move; None where the table does not tell."""
        known = None if self.rests_on_history else self.looking.known(self.s, 1)
        return None if known is None else self._share(known)

    def answer_if_known(self, note: str) -> Analysis | None:
        """The answer; None where the table does not know every move. `note` says which table it is."""
        began = time.perf_counter()
        known = self.known()
        if not known:
            return None
        moves = [self._move(action, known[number]) for number, action in enumerate(self.choices())]
        plies = {move.move: known[number].plies + 1 for number, move in enumerate(moves) if known[number].plies >= 0}
        made = replace(self.report(moves, True, self.did(1, 0.0)), state=self.s)
        counted = {move.move for move in made.moves if is_counted(self.game, self.s, move)}
        made = measured(made, {move: number for move, number in plies.items() if move in counted})
        made = replace(made, moves=self._with_lines(made.moves), note=note)
        return replace(made, search=self.did(made.distance or 1, time.perf_counter() - began))

    def _share(self, known: Known) -> Value:
        return known.values if self.in_vectors else known.values[max(self.player, 0)] + 0.0

    def _move(self, action: Action, known: Known) -> MoveReport:
        text, value = self.game.action_text(self.s, action), self._share(known)
        return MoveReport(text, action, value, self.words(value, True, 1), 0.0, (text,), exact=True)

    def _with_lines(self, moves: tuple[MoveReport, ...]) -> tuple[MoveReport, ...]:
        """The moves with what best play is after each, as far as there is room for that: the best one has all of it."""
        drawn: list[MoveReport] = []
        begun = self.looking.count
        for move in moves:
            left = FOR_LINES - (self.looking.count - begun) if drawn else 10 * FOR_LINES
            s, texts = self.game.result(self.s, move.action), [move.move]
            for action in self.looking.line(s, LONGEST_LINE - 1, left) if left > 0 else ():
                texts.append(self.game.action_text(s, action))
                s = self.game.result(s, action)
            drawn.append(replace(move, line=tuple(texts)))
        return tuple(drawn)

    @override
    def did(self, depth: int, seconds: float) -> SearchReport:
        return SearchReport("table", depth, self.looking.count, seconds, stopped_by="table")

    # ------------------------------------------------------------ nothing is searched

    @override
    def prepare(self) -> Stoppable:
        raise Unsolved("a table is not searched")

    @override
    def depths(self) -> Iterable[int]:
        return ()

    @override
    def at_depth(self, depth: int) -> tuple[list[MoveReport], bool]:
        raise Unsolved("a table is not searched")

    @override
    def answer(self, progress: Progress | None, remote: Remote | None = None) -> Analysis:
        found = self.answer_if_known("")
        if found is None:
            raise Unsolved(f"{self.position!r} is not in the table")
        return found
