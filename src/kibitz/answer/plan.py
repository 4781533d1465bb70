"""What is decided before a search begins: which algorithm, why, and who asks it."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from typing import Any, NamedTuple

from kibitz.answer.analysis import Analysis, mover
from kibitz.answer.books import book_answer, is_in_book, value_in_book, with_book_told
from kibitz.answer.certainty import Value
from kibitz.answer.confirmed import is_confirmed
from kibitz.answer.endgames_at_hand import endgames_for
from kibitz.answer.first_try import FirstTry, TimeLeft, better_of, deeper_than
from kibitz.answer.from_table import answer_from_table, value_in_table, with_table_told
from kibitz.answer.options import Options, techniques_text
from kibitz.answer.questions import question_about, question_for, users_of
from kibitz.answer.questions.by_montecarlo import MonteCarloQuestion
from kibitz.answer.questions.by_proof import ProofQuestion
from kibitz.answer.questions.by_selective import SelectiveQuestion, Sitting
from kibitz.answer.questions.question import Progress, Question
from kibitz.errors import BadInput, TooDeep, Unsolved
from kibitz.game import CHANCE, Action, Game, State, answers
from kibitz.game.malformed import answers_the_questions
from kibitz.game.repeating import is_repeated_out
from kibitz.search import ALGORITHMS, ENGINE, montecarlo
from kibitz.search.algorithm import Algorithm
from kibitz.search.clock import Remote
from kibitz.search.engine.techniques import Techniques
from kibitz.search.hidden.deals import DEALS
from kibitz.search.montecarlo import USED_WHERE_HIDDEN
from kibitz.search.needs import is_in_vectors
from kibitz.search.partition.partition_engine import is_judged
from kibitz.search.proof.proof_algorithm import PROOF
from kibitz.search.several.vector_engine import USED_TECHNIQUES
from kibitz.search.soundness import refuse_unsound
from kibitz.search.textbook.likely_outcomes import over_likely
from kibitz.search.textbook.maxn import MAXN
from kibitz.search.textbook.montecarlo import MONTECARLO
from kibitz.search.textbook.paranoid import PARANOID
from kibitz.search.whole.size import MOMENT, size_of
from kibitz.search.whole.value_iteration import TABLE

# Refused where they have no effect. `threads`, `megabytes` and `seed` are not: they allow something, and are given
# once for games of all kinds.
SHARE_FOR_TABLE = 0.7  # of the time that is left, for a whole game in which play can go on for ever
SHARE_FOR_PROOF = 0.1  # of the time limit, for proof-number search where deepening leaves a position undecided
SHARE_TO_COUNT = 0.1  # of the time limit, for counting the positions of a game that may be small
PARTICULAR = ("techniques", "outcomes", "worlds", "variant", "iterations", "simulations", "strategy")


class Chosen(NamedTuple):
    """An algorithm, and the sentence that says why it was chosen."""

    algorithm: Algorithm
    reason: str


@dataclass(frozen=True)
class Plan:
    """How positions of a game are searched: decided once, for as many positions as one likes."""

    game: Game
    options: Options
    algorithm: Algorithm
    reason: str  # why this algorithm, in a sentence
    note: str  # what should be known of every answer, in a sentence: empty, or that it was found with open cards
    sitting: Sitting | None = None  # the game that the positions belong to, where one goes on
    only: tuple[Action, ...] = ()  # the actions to judge, where others judge the rest; the engine heeds it

    @staticmethod
    def of(game: Game, options: Options | None = None, s: State = None, *, for_value: bool = False) -> Plan:
        """Decide how a game is searched, from a state if one is given.

        `for_value`: the exact value of positions is wanted, whatever the limits, and not a judgement of every move.
        `DoesNotFit` where the algorithm cannot be asked about the game, `BadInput` where an option has no effect.
        """
        options = Options() if options is None else options
        answers_the_questions(game)
        has_no_seat = s is not None and mover(game, s) == CHANCE and options.algorithm == "auto"
        is_sized = (
            for_value or s is None or is_in_book(game, s, options) or value_in_table(game, s, options) is not None
        )
        chosen = None if is_sized else _whole_if_small(game, options, s)
        wants_simulations = options.simulations is not None and options.algorithm == "auto"
        algorithm, reason = chosen or choose(
            MONTECARLO.name if wants_simulations else options.algorithm,
            game,
            exact=for_value or not options.is_limited,
            open_cards=for_value or has_no_seat,
            outcomes=options.outcomes,
        )
        _refuse_useless(game, options, algorithm)
        note = _open_cards(game, algorithm) if game.facts.hidden else ""
        return Plan(game, options, algorithm, reason, note)

    @property
    def kind(self) -> type[Question]:
        """Who asks the algorithm."""
        return question_about(self.algorithm, self.game)

    @property
    def in_vectors(self) -> bool:
        """Has every value one number for each player?"""
        return self.kind.is_in_vectors(self.algorithm, self.game)

    def question(self, s: State, position: str) -> Question:
        """What is asked about a state; `position` is the text to report it under."""
        asked = self.kind.of(self.game, s, self.algorithm, self.options, position)
        if isinstance(asked, SelectiveQuestion | MonteCarloQuestion):
            asked.sitting = self.sitting
        asked.only = self.only
        if isinstance(asked, ProofQuestion):
            asked.is_for_outcome = self.options.algorithm == "auto"
        return asked

    def answer(
        self, s: State, *, position: str | None = None, progress: Progress | None = None, remote: Remote | None = None
    ) -> Analysis:
        """Every legal move of a state, judged.

        `position` is the text to report the state under, where the game's own is not wanted. `progress` is called with
        every better answer on the way; `remote` stops the search from another thread.
        """
        refuse_unsound(self.game, s)
        text = self.game.text(s) if position is None else position
        if self.game.is_terminal(s):
            return self.question(s, text).of_the_end()
        if is_repeated_out(self.game, s, self.options.history):
            return self.question(s, text).of_repetition()
        found = answer_from_table(self.game, s, self.options, text) or book_answer(self.game, s, self.options, text)
        if found is None:
            found = self._told_or_whole(s, text, progress, remote)
            found = replace(found, note=found.note or self._advice(found))
        return with_book_told(with_table_told(found, self.options), self.options)

    def value_in_table(self, s: State) -> Value | None:
        """The exact value of a state for the player to move, where an endgame table or an opening book has it."""
        found = value_in_table(self.game, s, self.options)
        return value_in_book(self.game, s, self.options) if found is None else found

    def _advice(self, found: Analysis) -> str:
        """What to ask for instead, where a search that `auto` took had nothing to go by."""
        options = self.options
        is_lost = options.algorithm == "auto" and options.seconds is not None and found.undecided
        has_guesses = answers(self.game, "evaluate") or self.algorithm is TABLE
        if not is_lost or has_guesses or not found.moves or not MONTECARLO.fits(self.game):
            return ""
        return "there is no evaluation to go by: --algorithm montecarlo judges moves by simulations"

    def _told_or_whole(self, s: State, text: str, progress: Progress | None, remote: Remote | None) -> Analysis:
        """The answer by the algorithm, or by the table of the whole game where that is the only way, or the better."""
        left = TimeLeft(self.options.seconds)
        kept = SHARE_FOR_PROOF * (left.seconds or 0.0) if self._may_prove else 0.0
        left.spend(kept)
        found = self._by_algorithm(s, text, progress, remote, left)
        is_open = found.undecided and found.search.stopped_by != "interrupted"
        return self._by_proof(s, text, remote, found, kept) if kept > 0.0 and is_open else found

    @property
    def _may_prove(self) -> bool:
        """May proof-number search have the last part of the time? Where there is nothing to guess by, and only then."""
        options, game = self.options, self.game
        is_timed = options.seconds is not None and options.depth is None and options.nodes is None
        is_free = options.algorithm == "auto" and self.algorithm is ENGINE and not _particular(options)
        return is_timed and is_free and not answers(game, "evaluate") and PROOF.fits(game)

    def _by_proof(self, s: State, text: str, remote: Remote | None, found: Analysis, seconds: float) -> Analysis:
        """What proof-number search finds where nothing else was found: a long forced win is only a few positions.

        As plain Python: compiling it would take longer than the search.
        """
        if remote is not None and remote.stopped:
            return found
        plan = replace(self, algorithm=PROOF, options=replace(self.options, interpreted=True))
        proven = plan._found(s, text, None, remote, TimeLeft(seconds), False)
        if proven.outcome is None:
            did, tried = found.search, proven.search
            did = replace(did, nodes=did.nodes + tried.nodes, seconds=did.seconds + tried.seconds)
            return replace(found, search=did)
        return replace(proven, note=proven.note or "found by proof-number search: deepening had nothing")

    def _by_algorithm(
        self, s: State, text: str, progress: Progress | None, remote: Remote | None, left: TimeLeft
    ) -> Analysis:
        """The answer by the algorithm, or by the table, in the time that is left."""
        if not self.can_be_whole:
            return self._answered(s, text, progress, remote, left)
        if self._only_a_table_proves(s) and (found := self._by_table(s, text, remote, left)) is not None:
            return found
        with contextlib.suppress(TooDeep):  # play can go on for ever: the table of a whole game does not mind
            found = self._answered(s, text, progress, remote, left, yields=True)
            if self.options.is_limited or found.search.stopped_by != "depth":
                return found
        return self._by_table(s, text, remote, left) or self._answered(s, text, progress, remote, left)

    def _by_table(self, s: State, text: str, remote: Remote | None, left: TimeLeft) -> Analysis | None:
        """The answer of a whole game solved, if there is time and memory for that."""
        if remote is not None:
            remote.start_over()
        if left.seconds is None:
            return self.whole()._answered(s, text, None, remote, left)
        some = TimeLeft(SHARE_FOR_TABLE * left.seconds)
        try:
            found = self.whole()._answered(s, text, None, remote, some)
        except Unsolved:
            return None
        finally:
            left.spend(some.spent)
        return found if found.exact or (remote is not None and remote.stopped) else None

    def _answered(
        self,
        s: State,
        text: str,
        progress: Progress | None,
        remote: Remote | None,
        left: TimeLeft,
        *,
        yields: bool = False,
    ) -> Analysis:
        """What is found in the time that is left: as plain Python in a moment, else as machine code.

        `yields`: raise `TooDeep`, whatever the limit, where play can go on for ever.
        """
        attempt = self.first_try(s)
        first: Analysis | None = None
        if attempt.seconds > 0:
            with attempt as options:
                moment = attempt.moment
                first = replace(self, options=options)._found(s, text, progress, remote, moment, yields)
            left.spend(moment.spent)
            if attempt.is_final(first) or (remote is not None and remote.stopped):
                return first
            if remote is not None:
                remote.start_over()
            progress = deeper_than(first, progress)
        try:
            found = self._found(s, text, progress, remote, left, yields)
        except KeyboardInterrupt:  # while it is being compiled
            if first is None:
                raise
            return replace(first, search=replace(first.search, stopped_by="interrupted"))
        attempt.has_compiled()
        if not self.options.interpreted and not is_confirmed(found):
            again = TimeLeft(self.options.seconds)
            found = self._found(s, text, progress, remote, again, yields)  # the game runs as plain Python now
        return found if first is None else better_of(first, found)

    @property
    def can_be_whole(self) -> bool:
        """May the whole game be solved instead, where play can go on for ever?"""
        is_open = _is_open(self.game, self.options) and not _particular(self.options) and TABLE.fits(self.game)
        return is_open and self.algorithm is not TABLE

    def _only_a_table_proves(self, s: State) -> bool:
        """Are there dice or circles, and nothing to guess by? Then looking deeper proves nothing, and says little."""
        options, game = self.options, self.game
        is_timed = options.seconds is not None and options.depth is None and options.nodes is None
        if not is_timed or answers(game, "evaluate"):
            return False
        return game.facts.chance or size_of(game, s, SHARE_TO_COUNT * (options.seconds or 0.0)).is_circular

    def whole(self) -> Plan:
        """The same plan, but the whole game is solved."""
        return replace(self, algorithm=TABLE, reason="table solves the whole game, also one that can go on for ever")

    def first_try(self, s: State) -> FirstTry:
        """Whether, and for how long, plain Python is tried before the game is compiled."""
        # With an endgame table an engine is another piece of machine code.
        probes = "endgames" in self.kind.uses and endgames_for(self.game, self.options) is not None
        name = f"{self.algorithm.name}+table" if probes else self.algorithm.name
        return FirstTry.of(name, self.game, self.options, s, self.kind.is_tried_first)

    def _found(
        self, s: State, text: str, progress: Progress | None, remote: Remote | None, left: TimeLeft, yields: bool
    ) -> Analysis:
        """What the question finds in the time that is left."""
        question = self.question(s, text)
        question.patience, question.slack = left.seconds, left.slack
        question.yields = yields

        def completed(answer: Analysis) -> Analysis:
            return replace(answer, state=s, note=answer.note or self.note)

        passed_on = None if progress is None else lambda answer: progress(completed(answer))
        try:
            return completed(question.answer(passed_on, remote))
        finally:
            left.spend(question.spent)


def choose(
    algorithm: str,
    game: Game,
    *,
    exact: bool = False,
    open_cards: bool = False,
    outcomes: float | None = None,
) -> Chosen:
    """The algorithm of that name; `auto` picks the one that fits, to the end of the game if it is to be `exact`.

    Where something is hidden `auto` answers from what a player sees, unless `open_cards` is set. `outcomes` is the
    share of the probability that is searched, where not all of it is.
    """
    if outcomes is not None:
        likely = over_likely("expectiminimax" if algorithm == "auto" else algorithm, outcomes)
        likely.needs(likely.name, game)
        return Chosen(likely, f"{likely.name} searches only the likely outcomes")
    is_usual = algorithm == "auto" and bool(game.usual) and not (exact and game.usual == MONTECARLO.name)
    if is_usual:
        algorithm = game.usual
    if algorithm == "auto" and DEALS.fits(game) and not open_cards:
        return Chosen(DEALS, "deals answers from what the player to move can see")
    if algorithm == "auto" or (algorithm == DEALS.name == game.usual and open_cards):
        return _fitting(game, exact)
    if not isinstance(algorithm, str) or algorithm not in ALGORITHMS:
        near = get_close_matches(str(algorithm), ALGORITHMS, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"expected auto, {', '.join(ALGORITHMS)}"
        raise BadInput(f"unknown algorithm {algorithm!r}; {hint}")
    chosen = ALGORITHMS[algorithm]
    chosen.needs(algorithm, game)
    who = f"{game.facts.name!r} is usually searched by it" if is_usual else "it was asked for"
    return Chosen(chosen, f"{algorithm}: {who}")


def seated_algorithm(game: Game) -> str | None:
    """Who plays a seat at a table where something is hidden: the usual algorithm if it sees no more, else `deals`.

    None where no algorithm can do without what is hidden, or nothing is.
    """
    usual = choose("auto", game).algorithm
    if not game.facts.hidden:
        return None
    return usual.name if usual.is_seated else DEALS.name if DEALS.fits(game) else None


def _fitting(game: Game, exact: bool) -> Chosen:
    """One side, or two that win what the other loses, are searched as such; several players by maxn."""
    facts, sides = game.facts, len(set(game.teams))
    if exact and facts.chance and TABLE.fits(game):
        return Chosen(TABLE, "table solves the whole game, so that values with chance in them are exact")
    if is_in_vectors(game) and (sides == 1 or (sides == 2 and facts.zero_sum)):
        return Chosen(PARANOID, "paranoid fits players in teams that win what the others lose")
    if is_in_vectors(game):
        return Chosen(MAXN, "maxn fits players who each play for themselves")
    if is_judged(game) and not exact:
        return Chosen(ENGINE, f"deepening thinks selectively about {facts.name!r}, by its evaluation")
    who = "one player" if facts.players == 1 else "two opponents"
    return Chosen(ENGINE, f"deepening is the fastest for {who}")


def _is_open(game: Game, options: Options) -> bool:
    """Does nothing speak against solving the whole game: a wish, hidden cards, a book that knows better?"""
    has_own_way = bool(game.usual) or game.facts.hidden or answers(game, "known")
    return options.algorithm == "auto" and not has_own_way


def _whole_if_small(game: Game, options: Options, s: State) -> Chosen | None:
    """`auto` solves a game of few positions whole, so that nothing is left to guess; None where it is larger.

    Not where a depth or a number of nodes is asked for: that is a question about a search.
    """
    is_about_search = options.depth is not None or options.nodes is not None or _particular(options)
    if not _is_open(game, options) or is_about_search or game.is_terminal(s) or not TABLE.fits(game):
        return None
    if game.players > 2 and not game.facts.chance:
        return None  # maxn tells who is with whom, too
    moment = MOMENT if options.seconds is None else SHARE_TO_COUNT * options.seconds
    number = size_of(game, s, moment).positions
    return None if number is None else Chosen(TABLE, f"table solves the whole game: it has {number:,} positions")


def _open_cards(game: Game, algorithm: Algorithm) -> str:
    """What to say of an answer for which nothing was hidden."""
    if algorithm.is_seated:
        return ""
    instead = "; deals answers from what the player to move can see" if DEALS.fits(game) else ""
    return f"as if all cards were open: {algorithm.name} sees what is hidden{instead}"


def _refuse_useless(game: Game, options: Options, algorithm: Algorithm) -> None:
    """Refuse options that have no effect on the algorithm: nobody gives one to have it ignored."""
    given = options.given()
    uses = question_for(algorithm).uses
    for name in PARTICULAR:
        if name in given and name not in uses:
            raise BadInput(f"{_shown(name, given[name])} no effect on {algorithm.name}: use {_either(users_of(name))}")
    if options.table is not None and options.algorithm != "auto" and "endgames" not in uses:
        raise BadInput(
            f"{_shown('table', options.table)} no effect on {algorithm.name}: use {_either(users_of('endgames'))}"
        )
    if options.techniques is not None:
        used = _used_techniques(game, algorithm)
        useless = [w for w in techniques_text(options.techniques) if _technique(w) not in used]
        if useless:
            known = ", ".join(name.replace("_", "-") for name in used)
            hidden = f" where something is hidden, as in {game.facts.name!r}" if used == USED_WHERE_HIDDEN else ""
            raise BadInput(
                f"technique {useless[0]!r} has no effect on {algorithm.name}{hidden}: expected one of {known}"
            )


def _used_techniques(game: Game, algorithm: Algorithm) -> tuple[str, ...]:
    """The techniques that have an effect on an algorithm."""
    if question_for(algorithm) is MonteCarloQuestion:
        return USED_WHERE_HIDDEN if game.facts.hidden else montecarlo.USED_TECHNIQUES
    if algorithm is MAXN:
        return USED_TECHNIQUES
    return tuple(f.name for f in fields(Techniques) if f.name not in montecarlo.OWN_TECHNIQUES)


def _particular(options: Options) -> bool:
    """Is there an option that not every algorithm knows?"""
    given = options.given()
    return any(name in given for name in PARTICULAR)


def _shown(name: str, value: Any) -> str:
    """An option that was given, up to its verb."""
    if name == "techniques":
        return f"techniques {' '.join(techniques_text(value))!r} have"
    return f"{name} {value!r} {'have' if name.endswith('s') else 'has'}"


def _technique(word: str) -> str:
    return word.removeprefix("no-").partition("=")[0].replace("-", "_")


def _either(names: list[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
