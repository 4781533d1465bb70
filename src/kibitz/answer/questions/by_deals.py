"""Answers where something is hidden: every move's average over the deals that agree with what a player sees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Self

from kibitz.answer.analysis import Analysis, MoveReport, SearchReport, average_words, mover
from kibitz.answer.certainty import Value
from kibitz.answer.options import Options
from kibitz.answer.questions.question import Progress, Question
from kibitz.errors import BadInput, TooDeep
from kibitz.game import Action, Game, State
from kibitz.native.override import override
from kibitz.search import needs
from kibitz.search.algorithm import Algorithm
from kibitz.search.clock import Remote
from kibitz.search.hidden.crew import Crew
from kibitz.search.hidden.deals import LISTED, Average, Averages, Seat, Worlds, seated
from kibitz.search.hidden.solver import TO_THE_END

SAMPLE = 400  # worlds, where they are too many to list and no limit is given
LISTED_IN_FULL = 100_000  # deals, where no limit is given
GROWTH = 1.5  # from one answer to the next, in worlds
AT_ONCE = 32  # worlds for each thread: they are dealt before they are solved, and an order to stop is seen in between


@dataclass
class DealsQuestion(Question):
    """What the player to move asks. Its state is one of the worlds: the real one is not known here."""

    algorithms = ("deals",)
    uses = ("worlds", "seed", "threads", "megabytes")

    seat: Seat | None = None
    worlds: Worlds | None = None
    crew: Crew = field(init=False)
    _is_followed: bool = field(init=False, default=False)  # does anybody want the answers on the way?

    @classmethod
    @override
    def is_in_vectors(cls, algorithm: Algorithm, game: Game) -> bool:
        return needs.is_in_vectors(game)

    @classmethod
    @override
    def of(cls, game: Game, s: State, algorithm: Algorithm, options: Options, position: str) -> Self:
        """The question of the player to move. From here on the state itself is forgotten, unless the game is over."""
        if game.is_terminal(s):
            return cls(game, s, algorithm, options, position)
        seat = seated(game, s, mover(game, s))
        dealt = Worlds(seat, seed=options.seed or 0, most=_worth_listing(options))
        first, _ = dealt.first
        return cls(game, first, algorithm, options, position, seat, dealt)

    # ------------------------------------------------------------ the worlds

    @override
    def prepare(self) -> Crew:
        assert self.seat is not None and self.worlds is not None
        self.actions = list(self.game.actions(self.s))
        options = self.options
        self.averages = Averages(self.seat.player if self.in_vectors else 0, self.worlds.total)
        self.crew = Crew(
            self.game,
            in_vectors=self.in_vectors,
            threads=options.threads,
            seconds=options.seconds,
            **options.settings,
        )
        self.crew.prepare(self.s, len(self.actions), options.depth)
        self._known: dict[State, Any] = {}  # what was found of a world that may be drawn again
        self._is_begun = False
        return self.crew

    @override
    def depths(self) -> Iterator[int]:
        """How many worlds are to be solved by the next answer, and the next."""
        end = self._end
        number = 1 if self._is_followed else AT_ONCE
        while end is None or (self._is_followed and number < end):
            yield number
            number = max(number + 1, int(number * GROWTH))
        yield end

    @property
    def _end(self) -> int | None:
        """How many worlds are solved in the end; None for as many as there is time for."""
        assert self.worlds is not None
        total, most = self.worlds.total, self.options.worlds
        if most is not None:
            return most if total is None else min(most, total)
        is_limited = self.options.seconds is not None or self.options.nodes is not None
        return SAMPLE if total is None and not is_limited else total

    @override
    def at_depth(self, depth: int) -> tuple[list[MoveReport], bool]:
        """Every move's average over `depth` worlds."""
        assert self.worlds is not None
        if not self._is_begun:
            self.crew.begin(self.s)
            self._is_begun = True
        while self.averages.worlds < depth:
            number = min(depth - self.averages.worlds, AT_ONCE * self.options.threads)
            left, end = self._solve(self.worlds.take(number))
            if isinstance(end, TooDeep) and self.options.is_limited and not self.is_endless:
                self.is_endless = True
                self.crew.shorten(self.s)
                _, end = self._solve(left)
            if end is not None:
                raise end
        return self._reports(), self._is_exact

    def _solve(self, worlds: list[tuple[State, float]]) -> tuple[list[tuple[State, float]], BaseException | None]:
        """Solve worlds and add them to the averages, as far as it goes; those left, and what ended it early."""
        is_drawn = self.averages.total is None
        fresh = list({s: None for s, _ in worlds if s not in self._known}) if is_drawn else [s for s, _ in worlds]
        rows, end = self.crew.solve(fresh) if fresh else ([], None)
        solved = {s: self._in_order(s, row) for s, row in zip(fresh, rows, strict=True) if row is not None}
        if is_drawn:
            self._known |= solved
            solved = self._known
        for s, weight in worlds:
            if s in solved:
                self.averages.add(weight, solved[s])
        return [(s, weight) for s, weight in worlds if s not in solved], end

    def _in_order(self, s: State, row: Any) -> Any:
        """The values of a world's moves in the order in which they are reported."""
        actions = list(self.game.actions(s))
        if actions == self.actions:
            return row
        if len(actions) != len(self.actions) or set(actions) != set(self.actions):
            raise BadInput(
                f"{self.game.facts.name!r} deals states that agree with one view but have other moves, "
                f"{self.game.text(s)!r} for one; 'kibitz check' finds it"
            )
        return row[[actions.index(action) for action in self.actions]]

    @property
    def _is_exact(self) -> bool:
        return self.averages.is_complete and self.crew.exact

    # ------------------------------------------------------------ the answer

    @override
    def answer(self, progress: Progress | None, remote: Remote | None = None) -> Analysis:
        self._is_followed = progress is not None
        found = super().answer(progress, remote)
        if found.search.stopped_by == "depth" and not self.averages.is_complete:
            return replace(found, search=replace(found.search, stopped_by="worlds"))
        return found

    @override
    def _stopped(self, answer: Analysis | None, end: BaseException, remote: Remote, seconds: float) -> Analysis:
        """As elsewhere, but no world that was solved is lost."""
        if self.averages.worlds:
            answer = self.report(self._reports(), self._is_exact, self.did(0, seconds))
        return super()._stopped(answer, end, remote, seconds)

    @property
    @override
    def shortfall(self) -> str:
        return f"over all deals, but over {self._note()}"

    def _reports(self) -> list[MoveReport]:
        averages = self.averages.of_moves()
        return [self._move(action, average) for action, average in zip(self.actions, averages, strict=True)]

    def _move(self, action: Action, average: Average) -> MoveReport:
        value = average.means if self.in_vectors else average.means[0]
        text = self.game.action_text(self.s, action)
        return MoveReport(
            text,
            action,
            value,
            average_words(self.game, self.s, value, average.error),
            0.0,
            (text,),
            standard_error=average.error,
            loss_error=average.loss_error,
            best_share=average.best_share,
        )

    @override
    def report(self, moves: list[MoveReport], exact: bool, search: SearchReport) -> Analysis:
        return replace(super().report(moves, exact, search), note=self._note())

    def _note(self) -> str:
        solved, total = self.averages.worlds, self.averages.total
        if total == 1:
            return "nothing is hidden from the player to move"
        agree = "that agree with what the player to move sees"
        if self.averages.is_complete:
            return f"all {total:,} deals {agree}, each by its weight"
        if total is not None:
            return f"{solved:,} of the {total:,} deals {agree}"
        return f"a sample of {solved:,} {'deal' if solved == 1 else 'deals'} {agree}"

    @override
    def did(self, depth: int, seconds: float) -> SearchReport:
        plies = self.crew.depth if self.crew.depth < TO_THE_END else None
        statistics = {"worlds": self.averages.worlds, "deals": self.averages.total, "plies": plies}
        return SearchReport(self.algorithm.name, self.crew.deepest, self.crew.nodes, seconds, statistics=statistics)

    @override
    def glanced(self, action: Action, value: Value) -> MoveReport:
        """Without a world solved, every move looks as it is evaluated in one."""
        report = super().glanced(action, value)
        return replace(report, words=average_words(self.game, self.s, value, None))


def _worth_listing(options: Options) -> int:
    """How many deals are looked for before some are drawn instead: looking for them takes time too."""
    if options.worlds is not None:
        return min(LISTED, max(64, 4 * options.worlds))
    return LISTED_IN_FULL if options.seconds is None and options.nodes is None else LISTED
