"""The exact values of positions: the same questions as `analyse` asks, asked for a value."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace

from kibitz.answer.analysis import mover
from kibitz.answer.certainty import Value
from kibitz.answer.endgames_at_hand import complaint
from kibitz.answer.kept_solving import KeptSolving, as_value
from kibitz.answer.options import Options
from kibitz.answer.plan import Plan
from kibitz.answer.questions.question import Question
from kibitz.errors import TooDeep, Unsolved
from kibitz.game import Game, State
from kibitz.game.given import state_of
from kibitz.game.repeating import is_repeated_out, keys_of
from kibitz.native.at_hand import TRY
from kibitz.search.replay import is_trusted
from kibitz.search.soundness import refuse_unsound
from kibitz.search.whole.size import size_of

NOT_LONG = 20.0  # seconds for the table of a game that goes round in circles, before the engine tries to prove it


def solve(
    game: Game,
    s: State = None,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    algorithm: str = "auto",
    threads: int = 1,
    megabytes: float | None = None,
    interpreted: bool = False,
    endgames: bool = True,
    table: str | None = None,
    openings: bool = True,
    book: str | None = None,
    progress: Callable[[str], None] | None = None,
    history: Iterable[State] = (),
) -> Value:
    """The exact value of a state for the player to move (a vector for several players).

    Raises `Unsolved` where a limit was given and reached. `progress` is called every half second with a line that says
    how far the search is. `history` are the states of the game so far, the oldest first, where that matters.
    `endgames`, `table`, `openings` and `book` are described in `kibitz.answer.options.Options`.
    """
    options = Options(
        seconds=seconds,
        nodes=nodes,
        algorithm=algorithm,
        threads=threads,
        megabytes=megabytes,
        interpreted=interpreted,
        endgames=endgames,
        table=table,
        openings=openings,
        book=book,
    )
    solver = Solver(game, options, progress)
    return solver.value(state_of(game, s), keys_of(game, history))


class Solver:
    """Finds exact values, of many positions one after the other; each is solved as if it were the only one.

    What was compiled, and the memory for tables, is kept from one position to the next.
    """

    def __init__(
        self,
        game: Game,
        options: Options | None = None,
        progress: Callable[[str], None] | None = None,
        kept: KeptSolving | None = None,
    ) -> None:
        """`kept` is where answers, and the search for the next one, are kept."""
        self._game = game
        self._kept = kept
        self._plan = Plan.of(game, options, for_value=True)
        self._progress = progress
        self._question: Question | None = None
        self._is_sized = False  # has anyone looked how large the game is?

    def value(self, s: State, history: tuple[int, ...] = ()) -> Value:
        """The exact value of a state for the player to move; `Unsolved` where a limit is reached.

        `history` are the keys of the game so far, for games in which it matters that a position comes up again.
        """
        kept, name = self._kept, "" if self._kept is None else KeptSolving.name(self._game, s, history)
        if kept is not None and (found := kept.answer(name, "value")) is not None:
            return as_value(found)
        value = self._value_now(s, history)
        if kept is not None:
            kept.keep(name, "value", value)
        return value

    def _value_now(self, s: State, history: tuple[int, ...]) -> Value:
        if history != self._plan.options.history:
            self._plan = replace(self._plan, options=replace(self._plan.options, history=history))
            self._question = None
        found, is_compiled = self._value(s)
        if not is_compiled or is_trusted(self._game, s):
            return found
        self._question = None  # solved by machine code that is wrong about the game
        return self._value(s)[0]

    def complaint(self) -> str:
        """Why an endgame table was left out, in a sentence, told once; else empty."""
        return complaint(self._game, self._plan.options)

    def _value(self, s: State) -> tuple[Value, bool]:
        """The value, and whether machine code found it."""
        game, is_seated = self._game, self._plan.algorithm.is_seated
        mover(game, s)  # refuses a player that does not exist
        refuse_unsound(game, s)
        is_over = game.is_terminal(s)
        if not is_over:
            deque(game.choices(s), maxlen=0)  # refuses actions that never end
        if (is_over or not is_seated) and (known := game.known(s)) is not None:
            return float(known), False
        if is_over:
            return self._plan.question(s, "").of_the_end().value, False
        if is_repeated_out(game, s, self._plan.options.history):
            return self._plan.question(s, "").of_repetition().value, False
        if (looked_up := self._plan.value_in_table(s)) is not None:
            return looked_up, False
        attempt = self._plan.first_try(s)
        seconds = self._plan.options.seconds
        if attempt.seconds > 0:
            with attempt as options:
                question = replace(self._plan, options=options).question(s, "")
                question.slack = attempt.moment.slack
                found = self._within(question, attempt.seconds)
            if found is not None or not question.has_run_out:
                return self._solved(question, found), False
            seconds = None if seconds is None else max(0.0, seconds - attempt.spent)
        try:
            if (whole := self._whole_if_it_pays(s, is_tried=attempt.seconds > 0)) is not None:
                return whole
            question = self._about(s)
            if self._kept is not None:
                name = KeptSolving.name(self._game, s, self._plan.options.history)
                question.keeper = self._kept.of(name, s)
            found = self._within(question, seconds)
        except TooDeep:
            if not self._plan.can_be_whole:
                raise
            return self._as_a_whole(s)
        attempt.has_compiled()
        return self._solved(question, found), not self._plan.options.interpreted

    def _whole_if_it_pays(self, s: State, *, is_tried: bool) -> tuple[Value, bool] | None:
        """The value from the table, where the game is small or goes round in circles; looked at for one position only.

        `is_tried`: the engine has had its moment. A position that it proves in one needs no look at the size.
        """
        options = self._plan.options
        if self._is_sized or not self._plan.can_be_whole or (options.is_limited and not is_tried):
            return None
        self._is_sized = True
        if not is_tried:
            question = self._about(s)
            found = self._within(question, TRY)
            if found is not None or not question.has_run_out:
                return self._solved(question, found), not options.interpreted
        return self._whole_if_small(s)

    def _whole_if_small(self, s: State) -> tuple[Value, bool] | None:
        """The value from the table, for a game of few positions, or for one with circles if that does not take long."""
        size = size_of(self._game, s)
        if size.positions is not None:
            return self._as_a_whole(s)
        if not size.is_circular or self._plan.options.seconds is not None:
            return None
        plan = self._plan.whole()
        question = plan.question(s, "")
        with contextlib.suppress(Unsolved):  # it does not fit in memory
            found = self._within(question, NOT_LONG)
            if found is not None:
                self._plan, self._question = plan, question
                return found, not plan.options.interpreted
        return None

    def _as_a_whole(self, s: State) -> tuple[Value, bool]:
        """The value from the table of the whole game, and so those of all positions from now on."""
        self._plan, self._question = self._plan.whole(), None
        return self._value(s)

    def _within(self, question: Question, seconds: float | None) -> Value | None:
        question.patience = seconds
        return question.value(self._progress)

    def _solved(self, question: Question, found: Value | None) -> Value:
        if found is None:
            raise Unsolved(f"{self._game.text(question.s)!r} is not solved {question.shortfall}")
        return found

    def _about(self, s: State) -> Question:
        """The question about a state, with what the last one has compiled."""
        kept = self._question
        self._question = self._plan.question(s, "") if kept is None else kept.moved_to(s)
        return self._question
