"""Any game as a PettingZoo environment, for programs that learn by playing: `env(game)`.

It is an AEC environment as PettingZoo's classic games are: agents `player_0`, `player_1`, …; an observation is a
dictionary of `observation` and `action_mask`; a reward is the utility, given once, at the end of the game. Chance is
drawn by the environment. An agent is shown what `view` lets its player know, never the state behind it.

Actions are numbers. Where a game's actions are small whole numbers, an action is that number. Else it is the place of
the action among the legal ones, in the order in which the game lists them; or its place in `actions`, if all actions
that there are in the game are given. An observation is made of the numbers that the view is made of, one behind the
other. How many numbers there may be is found out by playing games at random, the same ones each time.

This is the one module that needs PettingZoo: `pip install 'kibitz[pettingzoo]'`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from math import isfinite
from typing import Any

import numpy as np

from kibitz.errors import BadInput
from kibitz.game import CHANCE, Action, Game, State
from kibitz.game.given import is_game, whole
from kibitz.game.malformed import answers_the_questions
from kibitz.game.repeating import allowed, is_repeated_out, keys_of, worth_repeated

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"{error}: to use it, pip install 'kibitz[pettingzoo]'", name=error.name) from None

PROBED_PLIES = 1_000  # played at random to see what actions and views are like
MOST_NUMBERED = 4_096  # whole numbers up to this many apart are numbers of actions as they are
SPARE = 4  # where actions are numbered by their places, there are this many times as many numbers as were needed
WORD = 1 << 63  # an int of 64 bits is below this


def env(game: Game, **settings: Any) -> AECEnv[str, Any, Any]:
    """The environment of a game, with PettingZoo's own checks around it: an illegal action ends the game and loses.

    `settings` are those of `KibitzEnv`.
    """
    made: Any = KibitzEnv(game, **settings)
    low = float(game.utility_range[0])
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=low if isfinite(low) else -1.0)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class KibitzEnv(AECEnv[str, Any, Any]):
    """A game as an AEC environment, without checks around it.

    `actions` lists all actions of the game in the order of their numbers; `most_actions` and `observation_size` are how
    many actions and how many numbers in an observation there may be, where playing at random does not show it.
    `bits`: has an observation one number for every bit, as fits boards that are kept in bits? After `most_plies` moves
    a game that is not over is cut short. `render_mode` is "ansi" for `render` to return the position as text, or
    "human" to print it.
    """

    metadata = {"render_modes": ["human", "ansi"], "name": "kibitz_v0", "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012  PettingZoo's name

    def __init__(
        self,
        game: Game,
        *,
        actions: Sequence[Action] | None = None,
        most_actions: int | None = None,
        observation_size: int | None = None,
        bits: bool = False,
        most_plies: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        is_game(game)
        answers_the_questions(game)
        if render_mode not in (None, "human", "ansi"):
            raise BadInput(f"the render mode must be 'human', 'ansi' or None, got {render_mode!r}")
        self.game, self.render_mode = game, render_mode
        self._most_plies = None if most_plies is None else whole("most_plies", most_plies)
        self._random = random.Random()
        self.possible_agents = [f"player_{player}" for player in range(game.players)]
        self.agents: list[str] = []
        probed = list(_probed(game))
        self._number_actions(probed, actions, most_actions)
        self._set_out_observations(probed, observation_size, bits)

    # ------------------------------------------------------------ spaces

    def _number_actions(self, probed: list[State], given: Sequence[Action] | None, most: int | None) -> None:
        """Decide how actions are numbered, and how many numbers there are."""
        self._lowest: int | None = None  # the action with number 0, where actions are numbers
        self._numbers: dict[Action, int] | None = None
        seen = [list(self.game.choices(s)) for s in probed if self.game.player(s) != CHANCE]
        kinds = {type(a) for legal in seen for a in legal}
        if given is not None:
            self._numbers = {a: number for number, a in enumerate(given)}
            count = len(given)
        elif kinds <= {int, bool, np.int64} and (count := _span(seen)) <= (most or MOST_NUMBERED):
            self._lowest = min(0, min(a for legal in seen for a in legal))
        else:
            count = 1 << (SPARE * max(map(len, seen), default=1) - 1).bit_length()
        self._size = whole("most_actions", count if most is None else most)
        self._action_space = {agent: spaces.Discrete(self._size) for agent in self.possible_agents}

    def _set_out_observations(self, probed: list[State], size: int | None, bits: bool) -> None:
        """Decide of how many numbers an observation is made, and of what kind."""
        views = [list(_numbers(self.game.view(s, player))) for s in probed for player in range(self.game.players)]
        lengths = {len(view) for view in views}
        count = max(lengths, default=1) * (1 if len(lengths) < 2 else 2)
        self._length = whole("observation_size", max(1, count) if size is None else size)
        is_whole = all(isinstance(number, int) for view in views for number in view)
        self._kind: Any = np.int64 if is_whole else np.float64
        self._bits = bits
        if bits and not is_whole:
            raise BadInput(f"bits=True does not fit {self.game.facts.name!r}: what a player sees are not whole numbers")
        if bits:
            seen: Any = spaces.Box(0, 1, (64 * self._length,), np.int8)
        elif is_whole:
            ends = np.iinfo(np.int64)
            seen = spaces.Box(ends.min, ends.max, (self._length,), np.int64)
        else:
            seen = spaces.Box(-np.inf, np.inf, (self._length,), np.float64)
        mask = spaces.Box(0, 1, (self._size,), np.int8)
        self._observation_space = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """What an agent may be shown."""
        return self._observation_space[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers that an agent may choose from."""
        return self._action_space[agent]

    # ------------------------------------------------------------ playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; with a `seed`, chance falls as it did with this seed before. `options` has no effect."""
        if seed is not None:
            self._random = random.Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._before: tuple[int, ...] = ()  # the keys of the positions before this one, where repetitions matter
        self._plies = 0
        self.agent_selection = self.agents[0]
        self._reach(self.game.initial())

    def step(self, action: Any) -> None:
        """Play the action of this number for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen = self._legal().get(int(action))
        if chosen is None:
            raise BadInput(f"{action!r} is not the number of a legal action: expected one of {sorted(self._legal())}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._plies += 1
        self._move_on(chosen)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent's player knows, and which actions it has: none unless it is its turn."""
        mask = np.zeros(self._size, np.int8)
        is_over = self.terminations.get(agent, True) or self.truncations.get(agent, True)
        if agent == self.agent_selection and not is_over:
            mask[list(self._legal())] = 1
        view = self.game.view(self.state_now, self.possible_agents.index(agent))
        return {"observation": self._observed(view), "action_mask": mask}

    def action_of(self, number: int) -> Action:
        """The game's own action behind a number, in the position as it is; `BadInput` where it is not legal."""
        legal = self._legal()
        if number not in legal:
            raise BadInput(f"{number!r} is not the number of a legal action: expected one of {sorted(legal)}")
        return legal[number]

    def number_of(self, action: Action) -> int:
        """The number of one of the game's actions in the position as it is; `BadInput` where it is not legal."""
        for number, legal in self._legal().items():
            if legal == action:
                return number
        raise BadInput(f"{action!r} is not a legal action at {self.game.text(self.state_now)!r}")

    def render(self) -> str | None:
        """The position as text, with all that is hidden: returned, or printed for a person."""
        text = str(self.game.text(self.state_now))
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""

    # ------------------------------------------------------------ the game

    def _move_on(self, chosen: Action) -> None:
        self._before += keys_of(self.game, [self.state_now])
        self._reach(self.game.result(self.state_now, chosen))

    def _reach(self, s: State) -> None:
        """Come to a state: chance is drawn, and if the game is over, everybody gets what it is worth to them."""
        game = self.game
        self.state_now = s
        self._choices: dict[int, Action] | None = None
        while not game.is_terminal(s) and game.player(s) == CHANCE:
            self._before += keys_of(game, [s])
            s = self.state_now = game.result(s, _drawn(game, s, self._random))
        if game.is_terminal(s):
            self._end([float(game.utility(s, player)) for player in range(game.players)])
        elif is_repeated_out(game, s, self._before):
            share = worth_repeated(game, s)
            opposed = game.players == 2 and game.facts.zero_sum
            self._end([share, game.utility_sum - share] if opposed else [share] * game.players)
        else:
            self.agent_selection = self.possible_agents[game.player(s)]
            if self._most_plies is not None and self._plies >= self._most_plies:
                self.truncations = dict.fromkeys(self.agents, True)

    def _end(self, utilities: list[float]) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = dict(zip(self.agents, utilities, strict=True))

    def _legal(self) -> dict[int, Action]:
        """The legal actions by their numbers."""
        if self._choices is None:
            choices = allowed(self.game, self.state_now, self._before)
            self._choices = {self._numbered(place, a): a for place, a in enumerate(choices)}
        return self._choices

    def _numbered(self, place: int, a: Action) -> int:
        """The number of the legal action at a place among the others."""
        number = place if self._lowest is None else int(a) - self._lowest
        if self._numbers is not None:
            number = self._numbers.get(a, -1)
        if not 0 <= number < self._size:
            wanted = "list it in actions" if self._numbers is not None else "give a larger most_actions"
            raise BadInput(
                f"action {self.game.action_text(self.state_now, a)!r} of {self.game.facts.name!r} has no number below"
                f" {self._size}: {wanted}"
            )
        return number

    def _observed(self, view: Any) -> Any:
        """A view as an array of numbers."""
        numbers = list(_numbers(view))
        if len(numbers) > self._length:
            raise BadInput(
                f"what a player of {self.game.facts.name!r} sees has {len(numbers)} numbers, more than {self._length}:"
                " give a larger observation_size"
            )
        array = np.zeros(self._length, self._kind)
        array[: len(numbers)] = numbers
        if self._bits:
            return np.unpackbits(array.astype("<i8").view(np.uint8), bitorder="little").astype(np.int8)
        return array


def _probed(game: Game) -> Iterator[State]:
    """The states of games that are played at random, the same ones each time; those that are over are left out."""
    luck = random.Random(0)
    s = game.initial()
    for _ in range(PROBED_PLIES):
        if game.is_terminal(s):
            s = game.initial()
            if game.is_terminal(s):
                return
        yield s
        s = game.result(s, _drawn(game, s, luck) if game.player(s) == CHANCE else luck.choice(list(game.choices(s))))


def _drawn(game: Game, s: State, luck: random.Random) -> Action:
    """An outcome of chance, by its probability."""
    outcomes, chances = zip(*game.outcomes(s), strict=True)
    return luck.choices(outcomes, chances)[0]


def _span(seen: list[list[Any]]) -> int:
    """How many whole numbers there are from the least action, or 0, to the greatest."""
    numbers = [int(a) for legal in seen for a in legal]
    return max(numbers, default=0) - min([0, *numbers]) + 1


def _numbers(value: Any) -> Iterator[float]:
    """The numbers that a value is made of. Where it may be of any length, its length comes first."""
    for kind, taken_apart in PARTS:
        if kind(value):
            for part in taken_apart(value):
                yield from _numbers(part) if not isinstance(part, (int, float)) else _words(part)
            return
    yield from _words(value if isinstance(value, float) else int(value))


def _words(number: float) -> Iterator[float]:
    """A number, or one of more than 64 bits in pieces, the lowest first."""
    while isinstance(number, int) and not -WORD <= number < WORD:
        yield number & (WORD - 1)
        number >>= 63
    yield float(number) if isinstance(number, float) else int(number)


def _sized(items: Iterable[Any]) -> list[Any]:
    listed = list(items)
    return [len(listed), *listed]


# How to take values of each kind apart.
PARTS: tuple[tuple[Callable[[Any], bool], Callable[[Any], Iterable[Any]]], ...] = (
    (lambda value: value is None, lambda value: [-1]),
    (
        lambda value: isinstance(value, Enum) and not isinstance(value, int),
        lambda value: [[*value.__class__].index(value)],
    ),
    (lambda value: isinstance(value, str), lambda value: _sized(map(ord, value))),
    (lambda value: isinstance(value, tuple), lambda value: value),
    (is_dataclass, lambda value: [getattr(value, field.name) for field in fields(value)]),
    (lambda value: isinstance(value, dict), lambda value: _sized(sorted(value.items(), key=repr))),
    (lambda value: isinstance(value, (set, frozenset)), lambda value: _sized(sorted(value, key=repr))),
    (lambda value: isinstance(value, (list, bytes, np.ndarray)), lambda value: _sized(value)),
)
