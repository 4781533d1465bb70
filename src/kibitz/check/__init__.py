"""Is a game well defined? Every fault in one sentence, with the position that shows it."""

from __future__ import annotations

import random
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import islice
from math import isfinite
from typing import Any

from kibitz.game import CHANCE, Game
from kibitz.native.execution import compiles
from kibitz.search import ALGORITHMS
from kibitz.search.asking import answers_the_questions, ask, is_whole
from kibitz.search.watch import Count

SMALL = 20_000  # positions; a game with no more is walked whole
RANDOM_GAMES = 60
LONGEST = 400  # plies of one random game
MOST_FAULTS = 12
MOST_CHOICES = 5_000
COMPARED_DEPTH = 4
MOST_DEALS = 400  # of one view
DRAWN_DEALS = 4
VIEWS_CHECKED = 150
STEADY = "expected the same answer to the same question, whatever is random or remembered elsewhere"

Answer = tuple[Any, Any, int]  # of a search: value, action, nodes


@dataclass
class Report:
    """What a check found: the faults, and how much of the game was looked at."""

    faults: list[str] = field(default_factory=list)
    positions: int = 0
    final: int = 0
    whole: bool = False  # every position of the game was looked at
    compiled: bool | None = None  # None: not tried

    def __bool__(self) -> bool:
        """True where the game is well defined."""
        return not self.faults

    def __str__(self) -> str:
        looked = "all" if self.whole else "walked"
        seen = f"{looked} {self.positions:,} positions, {self.final:,} of them final"
        if self.faults:
            return "\n".join(
                [*self.faults, f"{len(self.faults)} faults ({seen})" if len(self.faults) > 1 else f"1 fault ({seen})"]
            )
        how = {True: "; compiled and interpreted answers agree", False: "; it is played interpreted", None: ""}
        return f"well defined: {seen}{how[self.compiled]}"


def check(game: Game, *, seed: int = 0, compiled: bool = True) -> Report:
    """Walk a game, whole if it is small and at random if not, and tell every fault found."""
    answers_the_questions(game)
    walk = _Walk(game, Report())
    try:
        start = walk.asked("initial", None, game.initial)
        if start is None:
            walk.fault("initial", "initial gives None: expected a state")
            return walk.report
        whole = walk.everywhere(start)
        if not whole:
            walk.at_random(start, random.Random(seed))
        if compiled and not walk.report.faults:
            walk.compare(start)
    except _Enough:
        pass
    return walk.report


class _Enough(Exception):
    """There is no point in looking further."""


class _Walk:
    """Looks at positions one by one and writes down what is wrong with them."""

    def __init__(self, game: Game, report: Report) -> None:
        self.game = game
        self.report = report
        self._keys: dict[int, Any] = {}
        self._said: set[str] = set()
        self._views: set[Any] = set()

    # ------------------------------------------------------------ where to look

    def everywhere(self, start: Any) -> bool:
        """Look at every position, up to a number of them; True if that was all."""
        seen = {_frozen(start)}
        todo = [start]
        while todo:
            s = todo.pop()
            for after in self.look(s):
                mark = _frozen(after)
                if mark not in seen:
                    if len(seen) >= SMALL:
                        return False
                    seen.add(mark)
                    todo.append(after)
        self.report.whole = True
        return True

    def at_random(self, start: Any, dice: random.Random) -> None:
        """Look along random games."""
        for _ in range(RANDOM_GAMES):
            s = start
            for _ in range(LONGEST):
                following = self.look(s)
                if not following:
                    break
                s = dice.choice(following)

    # ------------------------------------------------------------ what to look for

    def look(self, s: Any) -> list[Any]:
        """Find the faults of one position, and give the positions that follow."""
        self.report.positions += 1
        before = deepcopy(s)
        over = self.asked("is_terminal", s, self.game.is_terminal, s)
        if over:
            self.report.final += 1
            self._end(s)
            following: list[Any] = []
        else:
            following = self._middle(s)
        self._text(s, over)
        self._key(s)
        if _frozen(before) != _frozen(s):
            self.fault(
                "changed", f"a position changed while it was looked at: {self.where(before)} became {self.where(s)}"
            )
        return following

    def _end(self, s: Any) -> None:
        shares = [self.asked("utility", s, self.game.utility, s, player) for player in range(self.game.players)]
        for player, share in enumerate(shares):
            if not _is_number(share):
                self.fault("utility", f"utility of player {player} at {self.where(s)} is {share!r}: expected a number")
                return
        facts = self.game.facts
        if facts.zero_sum and abs(sum(shares) - self.game.at_stake(s)) > 1e-9:
            wanted = f"declared to sum to {self.game.at_stake(s):g}"
            self.fault(
                "sum", f"utilities {shares} at {self.where(s)} sum to {sum(shares):g}: {wanted} (zero_sum, utility_sum)"
            )
        low, high = facts.utility_range
        if any(not low <= share <= high for share in shares):
            self.fault(
                "range", f"utilities {shares} at {self.where(s)} leave the declared utility_range {low:g} to {high:g}"
            )
        if self.game.whole and not all(map(is_whole, shares)):
            promised = "whole = True promises whole numbers from -30,000 to 30,000"
            self.fault("whole", f"utilities {shares} at {self.where(s)} are not whole: {promised}")
        self._no_actions(s)

    def _no_actions(self, s: Any) -> None:
        try:
            left = list(islice(self.game.actions(s), 1))
        except Exception:
            return  # a finished game need not answer
        if left:
            self.fault("terminal", f"{self.where(s)} is terminal but has actions, {left[0]!r} for one")

    def _middle(self, s: Any) -> list[Any]:
        player = self.asked("player", s, self.game.player, s)
        if player != CHANCE and player not in range(self.game.players):
            wanted = f"expected 0 to {self.game.players - 1}, or CHANCE"
            self.fault("player", f"player at {self.where(s)} is {player!r}: {wanted}")
            return []
        choices = self._outcomes(s) if player == CHANCE else self._actions(s)
        self._estimates(s)
        if self.game.facts.hidden and player != CHANCE:
            self._hidden(s, player, choices)
        return [self._follow(s, a) for a in choices]

    def _actions(self, s: Any) -> list[Any]:
        found: list[Any] = self.asked("actions", s, lambda: list(islice(self.game.actions(s), MOST_CHOICES + 1)))
        if not found:
            self.fault("stuck", f"{self.where(s)} is not terminal but has no actions")
        if len(found) > MOST_CHOICES:
            self.fault("many", f"{self.where(s)} has more than {MOST_CHOICES} actions: does actions() ever end?")
            raise _Enough
        texts = [self.asked("action_text", s, self.game.action_text, s, a) for a in found]
        if len(set(texts)) < len(texts):
            twice = next(text for text in texts if texts.count(text) > 1)
            self.fault("twice", f"two actions at {self.where(s)} are both written {twice!r}")
        return found

    def _outcomes(self, s: Any) -> list[Any]:
        pairs: list[Any] = self.asked("outcomes", s, lambda: list(islice(self.game.outcomes(s), MOST_CHOICES + 1)))
        if not self.game.facts.chance or not pairs:
            self.fault("chance", f"CHANCE is to move at {self.where(s)}, but outcomes gives nothing there")
            return []
        odd = next((pair for pair in pairs if not _is_chance(pair)), None)
        if odd is not None:
            self.fault(
                "pairs", f"outcomes at {self.where(s)} gives {odd!r}: expected pairs of an outcome and its probability"
            )
            return []
        chances = [probability for _, probability in pairs]
        if any(not 0 <= probability <= 1 for probability in chances):
            self.fault("probability", f"a probability at {self.where(s)} is {min(chances):g}: expected 0 to 1")
        elif abs(sum(chances) - 1) > 1e-9:
            self.fault("probabilities", f"the probabilities at {self.where(s)} sum to {sum(chances):.6g}: expected 1")
        return [outcome for outcome, _ in pairs]

    def _follow(self, s: Any, a: Any) -> Any:
        before = _frozen(s)
        after = self.asked("result", s, self.game.result, s, a, action=a)
        if _frozen(s) != before:
            self.fault(
                "mutated", f"result changed the position it was given, {self.where(s)}, instead of making a new one"
            )
            return after
        if after is None:
            self.fault("none", f"result with {a!r} at {self.where(s)} is None: expected a state")
            raise _Enough
        again = self.asked("result", s, self.game.result, s, a, action=a)
        if _frozen(after) != _frozen(again):
            two = f"{self.where(after)} and then {self.where(again)}"
            self.fault("unsteady", f"result with {a!r} at {self.where(s)} gave {two}: {STEADY}")
            raise _Enough
        return after

    def _estimates(self, s: Any) -> None:
        least, most = self.game.utility_range
        for player in range(self.game.players):
            guess = self.asked("evaluate", s, self.game.evaluate, s, player)
            if not _is_number(guess):
                self.fault(
                    "evaluate", f"evaluate of player {player} at {self.where(s)} is {guess!r}: expected a number"
                )
            elif self.game.guesses_within and not least - 1e-9 <= guess <= most + 1e-9:
                promised = f"guesses_within promises that it keeps to utility_range, {least:g} to {most:g}"
                self.fault("guess", f"evaluate of player {player} at {self.where(s)} is {guess:g}: {promised}")
        low, high = self.asked("bounds", s, self._bounds, s)
        if not low <= high:
            self.fault("bounds", f"bounds at {self.where(s)} are {low:g} and {high:g}: expected the lower first")

    # ------------------------------------------------------------ what is hidden

    def _hidden(self, s: Any, player: int, actions: list[Any]) -> None:
        """What the player to move knows, and the states that are dealt from it."""
        view = self.asked("view", s, self.game.view, s, player)
        mark = _frozen(view)
        cls = type(self.game)
        answers = cls.deals is not Game.deals or cls.deal is not Game.deal
        if mark in self._views or len(self._views) >= VIEWS_CHECKED or not answers:
            return
        self._views.add(mark)
        listed: list[Any] | None = None
        if cls.deals is not Game.deals:
            listed = self._listed(s, view)
            for other in listed or []:
                self._dealt("deals", s, player, view, actions, other)
        if cls.deal is not Game.deal:
            dice = random.Random(0)
            for _ in range(DRAWN_DEALS):
                other = self.asked("deal", s, self.game.deal, view, dice)
                self._dealt("deal", s, player, view, actions, other)
                if listed is not None and _frozen(other) not in {_frozen(each) for each in listed}:
                    said = f"what player {player} knows at {self.where(s)}"
                    self.fault("undealt", f"deal draws {self.where(other)} for {said}, but deals does not list it")

    def _listed(self, s: Any, view: Any) -> list[Any] | None:
        """Every state that is dealt from a view; None where there are too many."""
        pairs: list[Any] = self.asked("deals", s, lambda: list(islice(self.game.deals(view), MOST_DEALS + 1)))
        odd = next((pair for pair in pairs if not _is_chance(pair)), None)
        if odd is not None:
            self.fault("weights", f"deals at {self.where(s)} gives {odd!r}: expected pairs of a state and its weight")
            return None
        least = min((weight for _, weight in pairs), default=1.0)
        if not least > 0:
            self.fault("weight", f"a deal at {self.where(s)} has the weight {least:g}: expected more than 0")
        if len(pairs) > MOST_DEALS:
            for other, _ in pairs[:DRAWN_DEALS]:
                self._dealt("deals", s, self.game.player(s), view, list(self.game.actions(s)), other)
            return None
        states = [state for state, _ in pairs]
        if _frozen(s) not in {_frozen(state) for state in states}:
            self.fault("absent", f"{self.where(s)} is not among the states that deals gives for what is seen of it")
        return states

    def _dealt(self, question: str, s: Any, player: int, view: Any, actions: list[Any], other: Any) -> None:
        """A state dealt from a view must look the same to the player, on the board too, and have the same moves."""
        seen = self.asked("view", other, self.game.view, other, player)
        where = f"{question} gives {self.where(other)} for what player {player} knows at {self.where(s)}"
        if _frozen(seen) != _frozen(view):
            self.fault("disagrees", f"{where}, but there it would know {seen!r} and not {view!r}")
            return
        if self.game.is_terminal(other) or self.game.player(other) != player:
            self.fault("turn", f"{where}, but there it is not that player's turn")
            return
        legal = list(self.game.actions(other))
        if sorted(map(repr, legal)) != sorted(map(repr, actions)):
            self.fault(
                "legal", f"{where}, but there it may play {legal!r} and not {actions!r}: it could tell them apart"
            )
        if self.game.seen(other, player) != self.game.seen(s, player):
            self.fault("shown", f"{where}, but seen shows it another picture there: that tells what is hidden")

    def _bounds(self, s: Any) -> tuple[float, float]:
        low, high = self.game.bounds(s)
        return float(low), float(high)

    def _text(self, s: Any, over: bool) -> None:
        text = self.asked("text", s, self.game.text, s)
        try:
            back = self.game.parse(text)
        except Exception as error:
            self.fault("parse", f"parse refuses {text!r}, which is what text gives for {s!r}: {error}")
            return
        if _frozen(back) != _frozen(s):
            self.fault("text", f"text and parse lose something: {s!r} is written {text!r}, which reads as {back!r}")

    def _key(self, s: Any) -> None:
        key = self.asked("key", s, self.game.key, s)
        if not isinstance(key, int) and not hasattr(key, "__index__"):
            self.fault("key", f"key at {self.where(s)} is {key!r}: expected a whole number")
            return
        other = self._keys.setdefault(int(key), s)
        if _frozen(other) != _frozen(s):
            self.fault("collision", f"two positions have the key {int(key)}: {self.where(other)} and {self.where(s)}")

    # ------------------------------------------------------------ compiled and interpreted

    def compare(self, start: Any) -> None:
        """Ask one search both ways along a random game."""
        dice = random.Random(1)
        s = start
        for _ in range(12):
            if self.game.is_terminal(s):
                break
            self._compare_at(s)
            if not compiles(self.game):
                break
            s = self.game.result(s, dice.choice(list(self.game.choices(s))))
        self.report.compiled = compiles(self.game)

    def _compare_at(self, s: Any) -> None:
        depth = COMPARED_DEPTH
        while depth > 1 and self._size(s, depth) > 3_000:
            depth -= 1
        one, other = (self._answer_at(s, depth, interpreted=interpreted) for interpreted in (False, True))
        if _agree(one, other):
            return
        again = self._answer_at(s, depth, interpreted=True)
        if not _agree(other, again):
            said = " and then ".join(f"{a[0]} by {a[1]!r} in {a[2]} nodes" for a in (other, again))
            self.fault("unsteady", f"two searches of {self.where(s)}, both interpreted, gave {said}: {STEADY}")
            return
        said = " but ".join(f"{a[0]} by {a[1]!r} in {a[2]} nodes" for a in (one, other))
        self.fault(
            "differ",
            f"compiled and interpreted answers differ at {self.where(s)}: {said}; does a number leave 64 bits?",
        )

    def _answer_at(self, s: Any, depth: int, *, interpreted: bool) -> Answer:
        """Value, action and nodes of a search."""
        watch = Count()
        how = "an interpreted" if interpreted else "a compiled"
        choice = self.asked(f"{how} search", s, ask, ALGORITHMS["maxn"], self.game, s, depth, watch, interpreted)
        return choice.value, choice.action, watch.nodes

    def _size(self, s: Any, depth: int) -> int:
        """Nodes to that depth, a roll of the dice being no ply, or more than 3,000 if there are more."""
        todo = [(s, depth)]
        for here, left in todo:
            if len(todo) > 3_000:
                break
            if left > 0 and not self.game.is_terminal(here):
                below = left - self.game.depth_spent(here)
                todo += [(self.game.result(here, a), below) for a in self.game.choices(here)]
        return len(todo)

    # ------------------------------------------------------------ saying it

    def asked(self, question: str, s: Any, function: Any, *arguments: Any, action: Any = None) -> Any:
        """The game's answer; an exception is a fault, and the end of the walk if the question is one of the six."""
        try:
            return function(*arguments)
        except Exception as error:
            at = "" if s is None else f" at {self.where(s)}"
            by = "" if action is None else f" with {action!r}"
            what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            self.fault(question, f"{question}{by}{at} raises {what}")
            raise _Enough from None

    def fault(self, kind: str, sentence: str) -> None:
        """Write a fault down, the first of each kind."""
        if kind not in self._said:
            self._said.add(kind)
            self.report.faults.append(sentence)
        if len(self.report.faults) >= MOST_FAULTS:
            raise _Enough

    def where(self, s: Any) -> str:
        """A position in a sentence."""
        try:
            return repr(self.game.text(s))
        except Exception:
            return repr(s)


def _frozen(s: Any) -> Any:
    """Something to compare and to keep in a set in place of a state."""
    if type(s) is int:
        return s  # most states are made of these
    if getattr(s, "shape", ()):
        return s.tobytes()
    if isinstance(s, (tuple, list)):
        return tuple(_frozen(item) for item in s)
    equal_only_to_itself = not any("__eq__" in vars(cls) for cls in type(s).__mro__[:-1])
    if equal_only_to_itself and hasattr(s, "__dict__"):
        return type(s).__qualname__, _frozen(tuple(vars(s).items()))
    try:
        hash(s)
    except TypeError:
        return repr(s)
    return s


def _is_chance(pair: Any) -> bool:
    return isinstance(pair, (tuple, list)) and len(pair) == 2 and _is_number(pair[1])


def _is_number(value: Any) -> bool:
    try:
        return isfinite(float(value))
    except (TypeError, ValueError):
        return False


def _agree(one: Answer, other: Answer) -> bool:
    return _alike(one[0], other[0]) and one[1:] == other[1:]


def _alike(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(a == b or abs(a - b) <= 1e-9 * max(1.0, abs(a), abs(b)) for a, b in zip(one, other, strict=True))
