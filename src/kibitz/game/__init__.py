"""What a game is: the textbook's questions, and what a game may add to them."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from kibitz.draw.picture import Picture
from kibitz.errors import BadInput, TooWide
from kibitz.native import Native
from kibitz.native.tuples import fingerprint, shaped

State = Any  # what `initial` and `result` answer: a NamedTuple of ints as a rule. Each game has its own kind
Action = Any  # what `actions` and `outcomes` list: an int or a tuple of ints as a rule

MAX = 0
MIN = 1
CHANCE = -1

MOST_CHOICES = 1_000_000  # actions of one position; where there are more, they are taken never to end

HIDDEN = ("_", "learned_", "learnt_")  # attributes that begin so are no parameters of a game: they are not shown


@dataclass(frozen=True)
class Facts:
    """The properties of a game that algorithms ask for."""

    name: str
    title: str
    players: int
    zero_sum: bool  # utilities always sum to `utility_sum`
    utility_sum: float
    chance: bool
    hidden: bool
    utility_range: tuple[float, float]
    notation: str


class Game(Native):
    """A game, by its textbook definition. Subclass it and answer the six questions.

    States are best NamedTuples of ints (floats, tuples and small arrays work too), actions ints or tuples of them: then
    the game is compiled to machine code. A state is never changed: `result` makes a new one.

    Player 0 is MAX; in a game for two with zero sum, player 1 is MIN. `CHANCE` is to move where dice roll.
    """

    # ------------------------------------------------------------ facts, where they differ from these

    players: int = 2
    zero_sum: bool | None = None  # do utilities always sum to utility_sum? None: yes if there are two players
    utility_sum: float = 0.0
    utility_total: float = math.inf  # the most that all utilities sum to, where they do not always sum to the same
    teams: tuple[int, ...] = ()  # the side of each player, from 0, where partners share a payoff; none: each for itself
    chance: bool | None = None  # None: yes if the game answers `outcomes`
    hidden: bool | None = None  # None: yes if the game answers `view`
    usual: str = ""  # the algorithm that `auto` takes; none said: what fits the game and the limit
    utility_range: tuple[float, float] = (-math.inf, math.inf)
    guesses_within: bool = False  # do all evaluations keep to utility_range? Then a search to a depth may cut by it
    whole: bool = False  # are all utilities whole numbers between -30,000 and 30,000? Guesses need not be
    feature_count: int = 0  # how many numbers `features` has
    utility_levels: tuple[float, ...] = ()  # utilities a game can end with, rising; a network tells how likely each is
    name: str = ""  # None given: the class's name, in lower case with hyphens
    title: str = ""
    notation: str = "one line of text"
    opens: str = ""  # the view of the page that begins with this game: "play" or "lab"
    chance_kind: str = ""  # what chance brings: "die" or "card"; none said: dice where it reads like dice

    # Which of the questions below does the class answer? Found out automatically, for compiled code.
    has_outcomes: bool = False
    has_evaluate: bool = False
    has_bounds: bool = False
    has_proof: bool = False
    has_stakes: bool = False

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        for question in ("outcomes", "evaluate", "bounds", "proof", "stakes"):
            setattr(cls, f"has_{question}", getattr(cls, question) is not getattr(Game, question))
        # What a class says of its guesses does not hold for a class derived from it that guesses otherwise.
        of_guesses = (kind for kind in cls.__mro__ if "guesses_within" in vars(kind) or "evaluate" in vars(kind))
        if "guesses_within" not in vars(next(of_guesses)):
            cls.guesses_within = False

    # ------------------------------------------------------------ the six questions

    def initial(self) -> Any:
        """The state in which the game begins."""
        raise NotImplementedError(f"{type(self).__name__} does not answer initial(self)")

    def player(self, s: Any) -> int:
        """Who is to move: 0, 1, … or CHANCE. Not asked of terminal states."""
        raise NotImplementedError(f"{type(self).__name__} does not answer player(self, s)")

    def actions(self, s: Any) -> Iterable[Any]:
        """The legal actions: at least one while the game goes on, none once it is over. Not asked of CHANCE."""
        raise NotImplementedError(f"{type(self).__name__} does not answer actions(self, s)")

    def result(self, s: Any, a: Any) -> Any:
        """The state that follows when this action is taken, or this outcome falls."""
        raise NotImplementedError(f"{type(self).__name__} does not answer result(self, s, a)")

    def is_terminal(self, s: Any) -> bool:
        """Is the game over?"""
        raise NotImplementedError(f"{type(self).__name__} does not answer is_terminal(self, s)")

    def utility(self, s: Any, player: int) -> float:
        """What a terminal state is worth to a player."""
        raise NotImplementedError(f"{type(self).__name__} does not answer utility(self, s, player)")

    def at_stake(self, s: Any) -> float:
        """What the utilities sum to in every game that goes on from this state, where it depends on the position.

        Along one game it never changes. A card game for two that may begin with any number of cards needs it.
        """
        return self.utility_sum

    # ------------------------------------------------------------ what a game may add for the search

    def outcomes(self, s: Any) -> Iterable[tuple[Any, float]]:
        """Where CHANCE is to move: every outcome with its probability."""
        for _ in range(0):
            for a in self.actions(s):
                yield a, 0.0

    def evaluate(self, s: Any, player: int) -> float:
        """A guess at the utility of a state in which the game is not over, on the same scale.

        It may leave `utility_range`; a game whose guesses never do says so in `guesses_within`, and is searched faster.
        """
        return 0.0

    def depth_spent(self, s: Any) -> int:
        """How much of a search's depth a step from this state takes: 1 for a move, 0 for a roll of the dice.

        A game whose depth is to count rounds says 1 for the last player of a round and 0 for the others.
        """
        return 0 if self.has_outcomes and self.player(s) == CHANCE else 1

    def order(self, s: Any, a: Any) -> float:
        """How promising an action looks; a search tries higher ones first."""
        return 0.0

    def survey(self, s: Any) -> Any:
        """What `promise` wants to know about a state, worked out once for all its actions."""
        return 0

    def promise(self, s: Any, a: Any, after: Any, survey: Any) -> float:
        """`order` for games that need more than the action: the state it leads to, and a survey of the one before."""
        return self.order(s, a)

    def candidates(self, s: Any) -> Iterable[Any]:
        """The actions that need to be searched: one that is best is among them, or `bounds` is a single number."""
        return self.actions(s)

    def bounds(self, s: Any) -> tuple[float, float]:
        """Two numbers between which player 0's value is proven to lie. Cheap: asked of every child.

        In a search to a depth they may take the place of a guess that lies beyond them.
        """
        return self.utility_range

    def stakes(self, s: Any, player: int) -> tuple[float, float]:
        """Two numbers between which a player's utility will lie, and any guess at it, however the game goes on."""
        return self.utility_range

    def proof(self, s: Any) -> tuple[float, float]:
        """The same by harder thinking: asked once of a state, when it is about to be searched."""
        return self.utility_range

    def is_memorable(self, s: Any) -> bool:
        """Is this a state worth looking up in a table? Not where searching is as quick."""
        return True

    def passed(self, s: Any) -> Iterable[Any]:
        """The state after doing nothing, where that is sure to be no better than the best action (null move)."""
        for _ in range(0):
            yield s

    def is_reducible(self, s: Any, a: Any) -> bool:
        """May this action, when tried late, be searched less deep at first?"""
        return False

    def key(self, s: Any) -> int:
        """A 64-bit number for the state; different states must have different ones."""
        return fingerprint(s)

    def symmetric(self, s: Any) -> Iterable[Any]:
        """Other states that are worth the same: mirror images, say."""
        for _ in range(0):
            yield s

    def is_quiet(self, s: Any) -> bool:
        """May `evaluate` be trusted here? No in the middle of an exchange."""
        return True

    def is_noisy(self, s: Any, a: Any) -> bool:
        """Is this an action that upsets `evaluate`, such as a capture?"""
        return False

    def known(self, s: Any) -> float | None:
        """The exact value for the player to move where a book or a table holds it. Asked in Python, before a search."""
        return None

    # ------------------------------------------------------------ what a game may add for partition search
    #
    # Whether player 0 gets so much in the end often depends on little of a position. A game of whole numbers that can
    # tell on how little is remembered in classes (`search/partition/`). *Why* is a set of things that matter, one
    # bit each, such as the cards that must be where they are; the fewer, the larger the class. A game that answers
    # `decided` answers all of these. They are asked of states that are memorable, but for `why_before`.

    def decided(self, s: Any, target: int) -> tuple[int, int]:
        """Does player 0 get `target` or more in the end? 1, 0 or, if that is not plain to see, -1; and why."""
        return -1, 0

    def banked(self, s: Any) -> int:
        """What player 0 has for sure: two positions that differ in nothing else are one to the table."""
        return 0

    def outline(self, s: Any) -> int:
        """What all positions of a class have in common, as a 64-bit number."""
        return fingerprint(s)

    def detail(self, s: Any) -> tuple[int, int]:
        """What they may differ in: two 64-bit numbers, of which the same bits matter."""
        return 0, 0

    def mattering(self, s: Any, why: int) -> int:
        """The bits of `detail` that matter if `why` does."""
        return 0

    def named(self, s: Any, bits: int) -> int:
        """What matters in this state if these bits of its detail do: `mattering` turned round."""
        return 0

    def why_before(self, s: Any, a: Any, why: int, is_enough: bool) -> int:
        """What matters before an action if `why` matters after it.

        Where one action is not enough, the answer holds for all actions that `candidates` leaves out in its favour.
        """
        return why

    def is_covered(self, s: Any, a: Any, other: Any, why: int) -> bool:
        """If an action fails because of `why`, does another one lead to the same class, and so fail too?"""
        return False

    # ------------------------------------------------------------ what a game may add where something is hidden

    def view(self, s: Any, player: int) -> Any:
        """All that this player knows of a state: equal for states it cannot tell apart. A tuple of ints, compiled."""
        return s

    def essence(self, view: Any) -> Any:
        """What of a view matters to how one plays: equal for views that differ, say, in the names of suits alone.

        Their actions have to be the same, in the same order. Compiled.
        """
        return view

    def deals(self, view: Any) -> Iterable[tuple[Any, float]]:
        """Every state that agrees with what a player knows, with its weight. Asked in Python."""
        yield view, 1.0

    def deal(self, view: Any, random: Random) -> Any:
        """One of these states, drawn by weight: to be answered where there are too many to list. Asked in Python."""
        states, weights = zip(*self.deals(view), strict=True)
        return random.choices(states, weights)[0]

    # ------------------------------------------------------------ what a game may add to learn from

    def features(self, s: Any) -> Iterable[tuple[int, float]]:
        """What an evaluation is learnt from: the number, below `feature_count`, of each thing here, and how much of it.

        What is left out is 0. Seen by `viewer(s)`; dice that lie on the table are not looked at.
        """
        for _ in range(0):
            yield 0, 0.0

    def viewer(self, s: Any) -> int:
        """The player who sees these features: player 0, or whoever's turn it is where both sides are alike."""
        return MAX

    # ------------------------------------------------------------ what a game may add for people

    def text(self, s: Any) -> str:
        """The state as one line of text, from which `parse` gets it back."""
        return _plain(s)

    def parse(self, text: str) -> Any:
        """The state that a line of text stands for; `BadInput` if there is none."""
        example = self.initial()
        try:
            return shaped(example, ast.literal_eval(text))
        except (ValueError, SyntaxError, TypeError, OverflowError, MemoryError, RecursionError):
            wanted = f"expected a position of the form {_plain(example)}"
            raise BadInput(f"{text!r} is no position of {self.facts.name}: {wanted}") from None

    def action_text(self, s: Any, a: Any) -> str:
        """An action, or an outcome of chance, as a person writes it."""
        return _plain(a).strip("()").rstrip(",")

    def parse_action(self, s: Any, text: str) -> Any:
        """The legal action (or outcome) that a person means; `BadInput` if there is none."""
        if self.is_terminal(s):
            raise BadInput(f"the game is over at {self.text(s)!r}: {text!r} cannot be played")
        legal = {self.action_text(s, a): a for a in self.choices(s)}
        if text.strip() in legal:
            return legal[text.strip()]
        raise BadInput(f"{text!r} is no move at {self.text(s)!r}: expected one of {_listed(legal)}")

    def picture(self, s: Any) -> Picture:
        """What the state looks like."""
        return Picture(caption=self.text(s))

    def seen(self, s: Any, player: int) -> Picture:
        """What this player sees of the state: not what others hide."""
        return self.picture(s)

    def told(self, s: Any, a: Any, player: int) -> str:
        """An action, or an outcome of chance, as it looks to this player: a card dealt to another is only a card."""
        return self.action_text(s, a)

    def won_by(self, s: Any) -> tuple[int, ...]:
        """Who has won a finished game: those who get most, unless all get as much."""
        shares = [float(self.utility(s, player)) for player in range(self.players)]
        most = tuple(player for player, share in enumerate(shares) if share == max(shares))
        return most if len(most) < self.players else ()

    def seat(self, player: int) -> int:
        """The number by which people know a player: another one where a game is seen from one player's side."""
        return player

    def conditions(self) -> dict[str, Any]:
        """What else an answer depends on, by name: how the opponent is taken to play, say."""
        return {}

    def ending(self, s: Any) -> str:
        """How a finished game ended, in a sentence; empty to leave it to Kibitz."""
        return ""

    def words(self, s: Any, value: float) -> str:
        """What an exact value, for the player to move, means; empty to leave it to Kibitz."""
        return ""

    def plies_left(self, s: Any, value: float) -> int:
        """The plies to the end under best play, where an exact value for the player to move tells them; else −1."""
        return -1

    @classmethod
    def values_of(cls, parameter: str) -> tuple[str, ...]:
        """The values to offer for a parameter of the game; empty: any.

        Where there are some, a server takes no others: so a parameter that may name a file reads none from afar.
        """
        return ()

    # ------------------------------------------------------------ what follows from all this

    @property
    def facts(self) -> Facts:
        """The game's properties, declared or derived."""
        cls = type(self)
        name = self.name or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()
        described = (cls.__doc__ or "").strip().split("\n")[0]
        return Facts(
            name=name,
            title=self.title or described or name,
            players=self.players,
            zero_sum=self.players == 2 if self.zero_sum is None else self.zero_sum,
            utility_sum=self.utility_sum,
            chance=cls.has_outcomes if self.chance is None else self.chance,
            hidden=cls.view is not Game.view if self.hidden is None else self.hidden,
            utility_range=self.utility_range,
            notation=self.notation,
        )

    def choices(self, s: Any) -> Iterator[Any]:
        """The legal actions, or the outcomes where CHANCE is to move; refused where they seem never to end."""
        rolls = self.player(s) == CHANCE
        found: Iterable[Any] = (outcome for outcome, _ in self.outcomes(s)) if rolls else self.actions(s)
        for number, choice in enumerate(found):
            if number >= MOST_CHOICES:
                raise too_wide(self, s)
            yield choice

    def view_of(self, s: Any, player: int) -> Any:
        """`view`, under the name by which compiled code has to ask for it."""
        return self.view(s, player)

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in vars(self).items() if not name.startswith(HIDDEN))
        return f"{type(self).__name__}({given})"


def too_wide(game: Game, s: Any) -> TooWide:
    """What to say of a position with too many actions to list."""
    question = "outcomes" if game.player(s) == CHANCE else "actions"
    many = f"{game.facts.name!r} has more than {MOST_CHOICES:,} {question} at {game.text(s)!r}"
    return TooWide(f"{many}: does {question}() ever end?")


def _plain(value: Any) -> str:
    """A state or action without the names of its classes, short: `(0,3,(1,2))`."""
    if isinstance(value, tuple):
        items = ",".join(_plain(item) for item in value)
        return f"({items},)" if len(value) == 1 else f"({items})"
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if isinstance(value, list):
        return "[" + ",".join(_plain(item) for item in value) + "]"
    return repr(value)


def _listed(words: Iterable[str], most: int = 12) -> str:
    """Words in a row for a sentence, cut where there are too many."""
    given = list(words)
    shown = ", ".join(given[:most])
    return shown if len(given) <= most else f"{shown} and {len(given) - most} more"
