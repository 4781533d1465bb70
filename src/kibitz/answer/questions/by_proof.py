"""Answers by proof-number search: won, drawn or lost, move by move, and then what it is worth exactly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf

from kibitz.answer.analysis import Analysis, MoveReport, SearchReport
from kibitz.answer.certainty import DRAW, LOSS, UNDECIDED, WIN, undecided_words
from kibitz.answer.endgames_at_hand import endgames_for
from kibitz.answer.proofs import Bounds, Proofs
from kibitz.answer.questions.question import DEEPEST, LONGEST_LINE, ValueQuestion
from kibitz.answer.soonest import PLAIN_WORDS
from kibitz.errors import Unsolved
from kibitz.game import Action, State
from kibitz.game.repeating import counts_repetition
from kibitz.native.override import override
from kibitz.search.engine import desk as word
from kibitz.search.engine.ordering import at_least
from kibitz.search.proof.proof_engine import ProofEngine

AT_LEAST, AT_BEST = "draws at least", "draws at best"
NOBODY = f"{UNDECIDED}: neither player can force more"


@dataclass
class ProofQuestion(ValueQuestion):
    """One position for proof-number search."""

    algorithms = ("proof",)
    uses = ("megabytes", "techniques", "endgames")

    proofs: Proofs = field(init=False)
    is_for_outcome: bool = field(init=False, default=False)  # is it enough to know who wins, and one move?

    @cached_property
    def engine(self) -> ProofEngine:
        """The engine; it is kept from one position to the next."""
        endgames = endgames_for(self.game, self.options)
        return ProofEngine(self.game, techniques=self.options.techniques, endgames=endgames, **self.options.settings)

    @override
    def begin(self) -> ProofEngine:
        self.engine.begin(self.s)
        self.engine.play_on_from(self.options.history)
        self.engine.depth = min(self.options.depth or word.WITHOUT_LIMIT, word.WITHOUT_LIMIT)
        self.proofs = Proofs(self.engine, self.s, self.player)
        vars(self).pop("_promise", None)
        return self.engine

    @override
    def prepare(self) -> ProofEngine:
        return self.begin()

    @override
    def exact_value(self) -> float:
        """The value; `Unsolved` where nobody can force any."""
        root = self.proofs.root
        while (goal := self.proofs.next_goal(root, sign=False)) is not None:
            self.proofs.ask_root(goal)
        if not root.is_exact:
            raise Unsolved(f"{self.game.text(self.s)!r} is not solved: neither player can force a result")
        return root.low + 0.0

    @override
    def depths(self) -> Iterable[int]:
        """One question after the other, until nothing is left to ask: first whether it is won, drawn or lost, with a
        move that shows it; then the same of each move; then how much exactly."""
        yield 0  # what the rules tell at once
        for sign in (True,) if self.is_for_outcome else (True, False):
            for asked in self._questions(sign=sign):
                self._asked = asked
                yield 1

    def _questions(self, *, sign: bool) -> Iterator[tuple[int | None, float]]:
        """What is asked, of the position (None) and then of every move; the answers come between two questions."""
        proofs = self.proofs
        while (goal := proofs.next_goal(proofs.root, sign=sign)) is not None:
            yield None, goal
        if self.is_for_outcome:
            return
        for number, row in enumerate(proofs.rows):
            while (goal := proofs.next_goal(row, sign=sign)) is not None:
                yield number, goal

    @override
    def at_depth(self, depth: int) -> tuple[list[MoveReport], bool]:
        asked = vars(self).pop("_asked", None)
        if asked is not None:
            number, goal = asked
            if number is None:
                self.proofs.ask_root(goal)
            else:
                self.proofs.ask_move(number, goal)
        reports = [self._move(number) for number in range(len(self.proofs.rows))]
        return self._in_order(reports), all(report.exact for report in reports)

    def _in_order(self, reports: list[MoveReport]) -> list[MoveReport]:
        """Those first of which more is sure, among equals: `report` then sorts by value, and keeps this order."""

        def rank(number: int) -> tuple[float, float, float, float]:
            row = self.proofs.rows[number]
            return -row.low, -row.high, self._length(row), -self._promise[number]

        return [reports[number] for number in sorted(range(len(reports)), key=rank)]

    @cached_property
    def _promise(self) -> list[float]:
        """What the game itself thinks of each move, before anything is proven."""
        game, s = self.game, self.s
        survey = game.survey(s)
        return [at_least(float(game.promise(s, a, game.result(s, a), survey))) for a in self.proofs.actions]

    def _length(self, row: Bounds) -> float:
        """Shorter proofs of a win come first, longer ones of a loss."""
        plies = inf if row.plies is None else row.plies
        return -plies if row.outcome(self.proofs.middle) == LOSS else plies

    @override
    def report(self, moves: list[MoveReport], exact: bool, search: SearchReport) -> Analysis:
        answer = super().report(moves, exact, search)
        root = self.proofs.root
        is_best = root.is_exact and moves[0].value == root.low
        return replace(answer, exact=exact or (is_best and moves[0].exact), proofs=self.proofs)

    @override
    def ended(self, exact: bool) -> str:
        is_limited = self.options.depth is not None
        if exact or (self.proofs.root.is_exact and not is_limited):
            return "solved"
        return "depth" if is_limited else "answered"

    @override
    def _sure(self, move: MoveReport, exact: bool) -> MoveReport:
        return move

    @override
    def at_a_glance(self) -> list[MoveReport]:
        return self.at_depth(0)[0]

    @override
    def did(self, depth: int, seconds: float) -> SearchReport:
        words = self.engine.desk.words
        statistics = {
            "bound_cutoffs": int(words[word.BOUND_CUTOFFS]),
            "proof_cutoffs": int(words[word.PROOF_CUTOFFS]),
            "table_full": self.engine.table.fullness(),
            **({"endgame_hits": int(words[word.ENDGAME_HITS])} if words[word.ENDGAME_HITS] else {}),
        }
        plies = self.engine.desk.longest_line()
        nodes = self.engine.nodes
        return SearchReport(
            self.algorithm.name, plies, nodes, seconds, int(words[word.TABLE_HITS]), statistics=statistics
        )

    # ------------------------------------------------------------ in words

    def _move(self, number: int) -> MoveReport:
        proofs, row = self.proofs, self.proofs.rows[number]
        action = proofs.actions[number]
        text = self.game.action_text(self.s, action)
        value = min(max(proofs.middle, row.low), row.high) + 0.0
        words = self._words(row, value)
        outcome = row.outcome(proofs.middle)
        return MoveReport(
            text, action, value, words, 0.0, self._line(number, outcome), exact=row.is_exact, outcome=outcome
        )

    def _words(self, row: Bounds, value: float) -> str:
        """What is known of a move, in words; of a proof only that it ends within its longest line."""
        middle, outcome = self.proofs.middle, row.outcome(self.proofs.middle)
        if row.is_exact and outcome == DRAW:
            return self.words(value, True, DEEPEST)
        words = self.words(value, True, DEEPEST) if row.is_exact else ""
        if outcome is not None:
            words = words or PLAIN_WORDS[outcome == LOSS]
            is_plain = words in PLAIN_WORDS and row.plies is not None
            return f"{words} within {row.plies}" if is_plain else words
        if row.low == middle or row.high == middle:
            return AT_LEAST if row.low == middle else AT_BEST
        is_closed = row.closed and self.proofs.next_goal(row, sign=True) is None
        if is_closed and self.options.depth is None:
            return NOBODY
        return undecided_words(self.options.depth)

    def _line(self, number: int, outcome: str | None) -> tuple[str, ...]:
        """What follows a move that is won or lost, as far as the table tells: short proofs, long defences."""
        game, s, engine = self.game, self.s, self.engine
        action: Action | None = self.proofs.actions[number]
        line: list[str] = []
        winner = self.player if outcome == WIN else 1 - self.player
        limit = LONGEST_LINE if outcome in (WIN, LOSS) and not self._by_path else 1
        goal = engine.above(self.proofs.middle)
        found = self.proofs.rows[number].depth
        depth = word.WITHOUT_LIMIT if found is None else found
        while action is not None and len(line) < limit:
            line.append(game.action_text(s, action))
            s = game.result(s, action)
            action = None if game.is_terminal(s) else self._follows(s, winner, goal, depth)
            depth = engine.depth_below(s, depth)
        return tuple(line)

    @property
    def _by_path(self) -> bool:
        return (counts_repetition(self.game) and self.game.repetition_is_illegal) or self.options.depth is not None

    def _follows(self, s: State, winner: int, goal: float, depth: int) -> Action | None:
        """The move with the winner's shortest proof, or the loser's with the longest, by the table."""
        moves = self.engine.moves(s)
        below = self.engine.depth_below(s, depth)
        known = [(a, self.engine.known(self.game.result(s, a), winner, goal, below)) for a in moves]
        found = [(a, finding) for a, finding in known if finding is not None]
        is_winners = self.game.player(s) == winner
        if not found or (not is_winners and len(found) < len(moves)):
            return None

        def length(pair: tuple[Action, object]) -> float:
            plies = getattr(pair[1], "plies", None)
            return inf if plies is None else float(plies)

        return (min if is_winners else max)(found, key=length)[0]
