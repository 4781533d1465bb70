"""What is decided before a search begins: which algorithm, why, and who asks it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any, NamedTuple

from kibitz.answer.analysis import Analysis, mover
from kibitz.answer.confirmed import is_confirmed
from kibitz.answer.first_try import FirstTry, better_of, deeper_than
from kibitz.answer.options import Options, techniques_text
from kibitz.answer.questions import question_for, users_of
from kibitz.answer.questions.question import Progress, Question
from kibitz.errors import BadInput
from kibitz.game import CHANCE, Game, State
from kibitz.game.malformed import answers_the_questions
from kibitz.search import ALGORITHMS, ENGINE
from kibitz.search.algorithm import Algorithm
from kibitz.search.clock import Remote
from kibitz.search.hidden.deals import DEALS
from kibitz.search.needs import is_in_vectors
from kibitz.search.several.vector_engine import USED_TECHNIQUES
from kibitz.search.soundness import refuse_unsound
from kibitz.search.textbook.likely_outcomes import over_likely
from kibitz.search.textbook.maxn import MAXN
from kibitz.search.textbook.paranoid import PARANOID
from kibitz.search.whole.value_iteration import TABLE

# Refused where they have no effect. `threads`, `megabytes` and `seed` are not: they allow something, and are given
# once for games of all kinds.
PARTICULAR = ("techniques", "outcomes", "worlds", "variant", "iterations", "strategy")


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

    @staticmethod
    def of(game: Game, options: Options | None = None, s: State = None, *, for_value: bool = False) -> Plan:
        """Decide how a game is searched, from a state if one is given.

        `for_value`: the exact value of positions is wanted, whatever the limits, and not a judgement of every move.
        `DoesNotFit` where the algorithm cannot be asked about the game, `BadInput` where an option has no effect.
        """
        options = Options() if options is None else options
        answers_the_questions(game)
        has_no_seat = s is not None and mover(game, s) == CHANCE and options.algorithm == "auto"
        algorithm, reason = choose(
            options.algorithm,
            game,
            exact=for_value or not options.is_limited,
            open_cards=for_value or has_no_seat,
            outcomes=options.outcomes,
        )
        _refuse_useless(options, algorithm)
        note = _open_cards(game, algorithm) if game.facts.hidden else ""
        return Plan(game, options, algorithm, reason, note)

    @property
    def kind(self) -> type[Question]:
        """Who asks the algorithm."""
        return question_for(self.algorithm)

    @property
    def in_vectors(self) -> bool:
        """Has every value one number for each player?"""
        return self.kind.is_in_vectors(self.algorithm, self.game)

    def question(self, s: State, position: str) -> Question:
        """What is asked about a state; `position` is the text to report it under."""
        return self.kind.of(self.game, s, self.algorithm, self.options, position)

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
        attempt = self.first_try(s)
        first: Analysis | None = None
        if attempt.seconds > 0:
            with attempt as options:
                first = replace(self, options=options)._found(s, text, progress, remote, attempt.seconds)
            if attempt.is_final(first) or (remote is not None and remote.stopped):
                return first
            if remote is not None:
                remote.start_over()
            progress = deeper_than(first, progress)
        try:
            found = self._found(s, text, progress, remote, attempt.time_left)
        except KeyboardInterrupt:  # while it is being compiled
            if first is None:
                raise
            return replace(first, search=replace(first.search, stopped_by="interrupted"))
        attempt.has_compiled()
        if not self.options.interpreted and not is_confirmed(found):
            found = self._found(s, text, progress, remote)  # machine code was wrong: the game is plain Python now
        return found if first is None else better_of(first, found)

    def first_try(self, s: State) -> FirstTry:
        """Whether, and for how long, plain Python is tried before the game is compiled."""
        return FirstTry.of(self.algorithm.name, self.game, self.options, s, self.kind.is_tried_first)

    def _found(
        self, s: State, text: str, progress: Progress | None, remote: Remote | None, seconds: float | None = None
    ) -> Analysis:
        """What the question finds; `seconds` is what is left of the time limit."""
        question = self.question(s, text)
        question.patience = seconds

        def completed(answer: Analysis) -> Analysis:
            return replace(answer, state=s, note=answer.note or self.note)

        passed_on = None if progress is None else lambda answer: progress(completed(answer))
        return completed(question.answer(passed_on, remote))


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
    is_usual = algorithm == "auto" and bool(game.usual)
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
    if exact and facts.chance:
        return Chosen(TABLE, "table solves the whole game, so that values with chance in them are exact")
    if is_in_vectors(game) and (sides == 1 or (sides == 2 and facts.zero_sum)):
        return Chosen(PARANOID, "paranoid fits players in teams that win what the others lose")
    if is_in_vectors(game):
        return Chosen(MAXN, "maxn fits players who each play for themselves")
    who = "one player" if facts.players == 1 else "two opponents"
    return Chosen(ENGINE, f"deepening is the fastest for {who}")


def _open_cards(game: Game, algorithm: Algorithm) -> str:
    """What to say of an answer for which nothing was hidden."""
    if algorithm.is_seated:
        return ""
    instead = "; deals answers from what the player to move can see" if DEALS.fits(game) else ""
    return f"as if all cards were open: {algorithm.name} sees what is hidden{instead}"


def _refuse_useless(options: Options, algorithm: Algorithm) -> None:
    """Refuse options that have no effect on the algorithm: nobody gives one to have it ignored."""
    given = options.given()
    uses = question_for(algorithm).uses
    for name in PARTICULAR:
        if name in given and name not in uses:
            raise BadInput(f"{_shown(name, given[name])} no effect on {algorithm.name}: use {_either(users_of(name))}")
    if algorithm is MAXN and options.techniques is not None:
        useless = [w for w in techniques_text(options.techniques) if _technique(w) not in USED_TECHNIQUES]
        if useless:
            known = ", ".join(name.replace("_", "-") for name in USED_TECHNIQUES)
            raise BadInput(f"technique {useless[0]!r} has no effect on maxn: expected one of {known}")


def _shown(name: str, value: Any) -> str:
    """An option that was given, up to its verb."""
    if name == "techniques":
        return f"techniques {' '.join(techniques_text(value))!r} have"
    return f"{name} {value!r} {'have' if name in ('worlds', 'iterations', 'outcomes') else 'has'}"


def _technique(word: str) -> str:
    return word.removeprefix("no-").partition("=")[0].replace("-", "_")


def _either(names: list[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
