"""A game within a game: the one class that wraps a game and hands every question on to it."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any, ClassVar

from kibitz.game import FLAGGED, Action, Facts, Game, State, rests_on_an_answer
from kibitz.game.shown_within import ShownWithin
from kibitz.native.override import override

# The questions of groups that a wrapping game leaves open as a whole.
HIDDEN = ("view", "essence", "deals", "deal")
LEARNING = ("features", "viewer")
ENDGAMES = (
    *("section", "place", "is_swapped", "section_size", "is_placed", "placed", "sections", "section_exits"),
    *("section_name", "section_named"),
)
REASONS = ("decided", "banked", "outline", "detail", "mattering", "named", "why_before", "is_covered")


class Within(ShownWithin):
    """A game that answers as the one inside it does. A subclass answers only what differs.

    What would be wrong to hand on is named in `left_open`, each question with its reason: Kibitz's own answer stands
    for it there. States may differ from those of the game inside: `stripped` gives the state that one stands for.
    """

    left_open: ClassVar[dict[str, str]] = {}  # question → why it is not handed on

    @override
    def __init_subclass__(cls, **more: Any) -> None:
        for question in vars(cls).get("left_open", ()):
            setattr(cls, question, getattr(Game, question))
        super().__init_subclass__(**more)

    def __init__(self, game: Game) -> None:
        self._kibitz_within = game
        self.players = game.players
        self.zero_sum = bool(game.facts.zero_sum)
        self.utility_sum = float(game.utility_sum)
        self.teams = game.teams
        self.whole = bool(game.whole)
        self.guesses_within = bool(game.guesses_within)
        self.guesses_are_whole = bool(game.guesses_are_whole)
        self.swing, self.haste, self.unit = float(game.swing), float(game.haste), float(game.unit)
        self.repetition = game.repetition
        self.repetition_times = game.repetition_times
        self.repetition_is_illegal = bool(game.repetition_is_illegal)
        for question in FLAGGED:
            setattr(self, f"has_{question}", rests_on_an_answer(self, question))

    @override
    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._kibitz_within!r})"

    # Not kept in attributes: those are part of the machine code, and all trees share one compilation.

    @property
    @override
    def utility_range(self) -> tuple[float, float]:  # type: ignore[override]
        """That of the game inside."""
        low, high = self._kibitz_within.utility_range
        return float(low), float(high)

    @property
    @override
    def utility_total(self) -> float:  # type: ignore[override]
        """That of the game inside."""
        return float(self._kibitz_within.utility_total)

    @property
    @override
    def facts(self) -> Facts:
        inner: Facts = self._kibitz_within.facts
        return replace(
            inner,
            players=self.players,
            zero_sum=bool(self.zero_sum),
            utility_sum=self.utility_sum,
            chance=inner.chance if self.chance is None else self.chance,
            hidden=inner.hidden if self.hidden is None else self.hidden,
        )

    def heed(self, stopping: Any) -> None:
        """End whatever this game itself searches once the only number of an array is no longer 0."""

    # ------------------------------------------------------------ rules and chance

    @override
    def initial(self) -> State:
        return self.entered(self._kibitz_within.initial())

    @override
    def player(self, s: State) -> int:
        return self._kibitz_within.player(self.stripped(s))

    @override
    def actions(self, s: State) -> Iterable[Action]:
        return self._kibitz_within.actions(self.stripped(s))

    @override
    def result(self, s: State, a: Action) -> State:
        return self.entered(self._kibitz_within.result(self.stripped(s), a))

    @override
    def is_terminal(self, s: State) -> bool:
        return self._kibitz_within.is_terminal(self.stripped(s))

    @override
    def utility(self, s: State, player: int) -> float:
        return self._kibitz_within.utility(self.stripped(s), player)

    @override
    def outcomes(self, s: State) -> Iterable[tuple[Action, float]]:
        return self._kibitz_within.outcomes(self.stripped(s))

    # ------------------------------------------------------------ judging and ordering

    @override
    def evaluate(self, s: State, player: int) -> float:
        return self._kibitz_within.evaluate(self.stripped(s), player)

    @override
    def depth_spent(self, s: State) -> int:
        return self._kibitz_within.depth_spent(self.stripped(s))

    @override
    def is_quiet(self, s: State) -> bool:
        return self._kibitz_within.is_quiet(self.stripped(s))

    @override
    def is_noisy(self, s: State, a: Action) -> bool:
        return self._kibitz_within.is_noisy(self.stripped(s), a)

    @override
    def passed(self, s: State) -> Iterable[State]:
        for other in self._kibitz_within.passed(self.stripped(s)):
            yield self.entered(other)

    @override
    def is_reducible(self, s: State, a: Action) -> bool:
        return self._kibitz_within.is_reducible(self.stripped(s), a)

    @override
    def order(self, s: State, a: Action) -> float:
        return self._kibitz_within.order(self.stripped(s), a)

    @override
    def survey(self, s: State) -> Any:
        return self._kibitz_within.survey(self.stripped(s))

    @override
    def promise(self, s: State, a: Action, after: State, survey: Any) -> float:
        return self._kibitz_within.promise(self.stripped(s), a, self.stripped(after), survey)

    @override
    def candidates(self, s: State) -> Iterable[Action]:
        return self._kibitz_within.candidates(self.stripped(s))

    # ------------------------------------------------------------ selecting

    @override
    def noisy_actions(self, s: State) -> Iterable[Action]:
        return self._kibitz_within.noisy_actions(self.stripped(s))

    @override
    def is_over_early(self, s: State) -> bool:
        return self._kibitz_within.is_over_early(self.stripped(s))

    @override
    def gain(self, s: State, a: Action) -> float:
        return self._kibitz_within.gain(self.stripped(s), a)

    @override
    def exchange(self, s: State, a: Action) -> float:
        return self._kibitz_within.exchange(self.stripped(s), a)

    @override
    def action_kind(self, s: State, a: Action) -> int:
        return self._kibitz_within.action_kind(self.stripped(s), a)

    @override
    def forecast(self, s: State, depth: int) -> tuple[int, float, float, float]:
        return self._kibitz_within.forecast(self.stripped(s), depth)

    @override
    def playout(self, s: State, luck: int) -> Action:
        return self._kibitz_within.playout(self.stripped(s), luck)

    @override
    def prospect(self, s: State, a: Action) -> tuple[float, float]:
        return self._kibitz_within.prospect(self.stripped(s), a)

    # ------------------------------------------------------------ limits and identity

    @override
    def at_stake(self, s: State) -> float:
        return self._kibitz_within.at_stake(self.stripped(s))

    @override
    def bounds(self, s: State) -> tuple[float, float]:
        return self._kibitz_within.bounds(self.stripped(s))

    @override
    def proof(self, s: State) -> tuple[float, float]:
        return self._kibitz_within.proof(self.stripped(s))

    @override
    def stakes(self, s: State, player: int) -> tuple[float, float]:
        return self._kibitz_within.stakes(self.stripped(s), player)

    @override
    def settled(self, s: State, alpha: float, beta: float) -> tuple[float, int]:
        return self._kibitz_within.settled(self.stripped(s), alpha, beta)

    @override
    def lasts(self, s: State) -> int:
        return self._kibitz_within.lasts(self.stripped(s))

    @override
    def goes_on(self, s: State) -> bool:
        return self._kibitz_within.goes_on(self.stripped(s))

    @override
    def known(self, s: State) -> float | None:
        return self._kibitz_within.known(self.stripped(s))

    @override
    def key(self, s: State) -> int:
        return self._kibitz_within.key(self.stripped(s))

    @override
    def recurrence(self, s: State) -> int:
        return self._kibitz_within.recurrence(self.stripped(s))

    @override
    def retakes(self, s: State, a: Action) -> bool:
        return self._kibitz_within.retakes(self.stripped(s), a)

    @override
    def symmetric(self, s: State) -> Iterable[State]:
        for other in self._kibitz_within.symmetric(self.stripped(s)):
            yield self.entered(other)

    @override
    def previous(self, s: State) -> Iterable[State]:
        for before in self._kibitz_within.previous(self.stripped(s)):
            yield self.entered(before)

    @override
    def is_memorable(self, s: State) -> bool:
        return self._kibitz_within.is_memorable(self.stripped(s))

    @override
    def reversible(self, s: State) -> int:
        return self._kibitz_within.reversible(self.stripped(s))

    # ------------------------------------------------------------ endgames

    @override
    def section(self, s: State) -> int:
        return self._kibitz_within.section(self.stripped(s))

    @override
    def place(self, s: State) -> int:
        return self._kibitz_within.place(self.stripped(s))

    @override
    def is_swapped(self, s: State) -> bool:
        return self._kibitz_within.is_swapped(self.stripped(s))

    @override
    def section_size(self, section: int) -> int:
        return self._kibitz_within.section_size(section)

    @override
    def is_placed(self, section: int, place: int) -> bool:
        return self._kibitz_within.is_placed(section, place)

    @override
    def placed(self, section: int, place: int) -> State:
        return self.entered(self._kibitz_within.placed(section, place))

    @override
    def sections(self, men: int) -> Iterable[int]:
        return self._kibitz_within.sections(men)

    @override
    def section_exits(self, section: int) -> Iterable[int]:
        return self._kibitz_within.section_exits(section)

    @override
    def section_name(self, section: int) -> str:
        return self._kibitz_within.section_name(section)

    @override
    def section_named(self, text: str) -> int:
        return self._kibitz_within.section_named(text)

    @override
    def plies_allowed(self, s: State) -> int:
        return self._kibitz_within.plies_allowed(self.stripped(s))

    # ------------------------------------------------------------ what is hidden, and what is learned

    @override
    def view(self, s: State, player: int) -> Any:
        return self._kibitz_within.view_of(self.stripped(s), player)  # compiled code knows `view` by no other name

    @override
    def essence(self, view: Any) -> Any:
        return self._kibitz_within.essence(view)

    @override
    def deals(self, view: Any) -> Iterable[tuple[State, float]]:
        for s, weight in self._kibitz_within.deals(view):
            yield self.entered(s), weight

    @override
    def deal(self, view: Any, random: Random) -> State:
        return self.entered(self._kibitz_within.deal(view, random))

    @override
    def features(self, s: State) -> Iterable[tuple[int, float]]:
        return self._kibitz_within.features(self.stripped(s))

    @override
    def weigh(self, weights: Any) -> None:
        self._kibitz_within = copy.copy(self._kibitz_within)
        self._kibitz_within.weigh(weights)

    @override
    def viewer(self, s: State) -> int:
        return self._kibitz_within.viewer(self.stripped(s))

    # ------------------------------------------------------------ partition search

    @override
    def decided(self, s: State, target: int) -> tuple[int, int]:
        return self._kibitz_within.decided(self.stripped(s), target)

    @override
    def banked(self, s: State) -> int:
        return self._kibitz_within.banked(self.stripped(s))

    @override
    def outline(self, s: State) -> int:
        return self._kibitz_within.outline(self.stripped(s))

    @override
    def detail(self, s: State) -> tuple[int, int]:
        return self._kibitz_within.detail(self.stripped(s))

    @override
    def mattering(self, s: State, why: int) -> int:
        return self._kibitz_within.mattering(self.stripped(s), why)

    @override
    def named(self, s: State, bits: int) -> int:
        return self._kibitz_within.named(self.stripped(s), bits)

    @override
    def why_before(self, s: State, a: Action, why: int, is_enough: bool) -> int:
        return self._kibitz_within.why_before(self.stripped(s), a, why, is_enough)

    @override
    def is_covered(self, s: State, a: Action, other: Action, why: int) -> bool:
        return self._kibitz_within.is_covered(self.stripped(s), a, other, why)
