"""A short Yacht for one player: roll dice, keep some, roll the others again, and score each category once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import factorial, inf
from typing import NamedTuple

from kibitz.draw.picture import Picture
from kibitz.draw.score_sheet import ROLLING, score_sheet
from kibitz.errors import BadInput
from kibitz.game import CHANCE, Game
from kibitz.game.shown import Underway
from kibitz.native.override import override

FACES = 6
FIELD = 3  # bits for the number of dice that show a face
CHOICE, STRAIGHT, YACHT = 7, 8, 9  # the kinds of category beside the faces 1 to 6
LETTERS = "123456csy"
NAMES = ("ones", "twos", "threes", "fours", "fives", "sixes", "choice", "straight", "yacht")
STRAIGHT_POINTS = 30
YACHT_POINTS = 50
SCORE = 1 << FIELD * FACES  # an action below this keeps dice, the others score a category
WAYS = tuple(factorial(number) for number in range(FACES))
CHANCES = (0.0, 1 / 6, 11 / 36, 91 / 216)  # that a die shows a given face after 0, 1, 2, 3 rolls
AVERAGES = (0.0, 3.5, 4.25, 14 / 3)  # of a die after up to 0, 1, 2, 3 rolls, rolling low numbers again
UNKNOWN = "?"


class State(NamedTuple):
    """Dice are counted by face, three bits each, the ones lowest."""

    score: int
    free: int  # the categories still to be scored, one bit each
    dice: int  # on the table; while others are rolled, those kept
    rolls: int  # that are left in this turn
    rolling: int  # 1 while dice are in the air


class Yacht(Game):
    """Roll dice, keep what helps, and score every category once."""

    title = "Yacht, in short"
    counts = "points"
    notation = "points, categories left, dice (? in the air) and rolls left: 0 6csy 22456 2; over: 57 - - 0"
    players = 1
    guesses_within = True

    def __init__(self, dice: int = 5, rolls: int = 3, categories: str = "6csy") -> None:
        if not 2 <= dice <= 5:
            raise BadInput(f"{dice} dice are out of range: expected 2 to 5")
        if not 1 <= rolls <= 3:
            raise BadInput(f"{rolls} rolls are out of range: expected 1 to 3")
        if not categories or set(categories) - set(LETTERS) or len(set(categories)) < len(categories):
            raise BadInput(f"categories={categories!r} is not understood: expected some of {LETTERS}, each once")
        self.dice = dice
        self.rolls = rolls
        self.categories = categories
        self.kinds = tuple(LETTERS.index(letter) + 1 for letter in categories)
        self.averages = tuple(self._usual(kind) for kind in self.kinds)
        self.utility_range = (0.0, float(sum(self._most(kind) for kind in self.kinds)))

    def _most(self, kind: int) -> int:
        return {CHOICE: FACES * self.dice, STRAIGHT: STRAIGHT_POINTS, YACHT: YACHT_POINTS}.get(kind, kind * self.dice)

    def _usual(self, kind: int) -> float:
        """About what a category brings in its own turn."""
        if kind == CHOICE:
            return self.dice * AVERAGES[self.rolls]
        if kind == STRAIGHT:
            return 0.25 * STRAIGHT_POINTS
        if kind == YACHT:
            return YACHT_POINTS * float(CHANCES[self.rolls] ** (self.dice - 1))
        return kind * self.dice * CHANCES[self.rolls]

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        return State(0, (1 << len(self.kinds)) - 1, 0, self.rolls, 1)

    @override
    def player(self, s: State) -> int:
        return CHANCE if s.rolling else 0

    @override
    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        """What the dice in the air may show, counted by face."""
        number = self.dice - self.total(s.dice)
        for ones in range(number + 1):
            for twos in range(number - ones + 1):
                for threes in range(number - ones - twos + 1):
                    for fours in range(number - ones - twos - threes + 1):
                        for fives in range(number - ones - twos - threes - fours + 1):
                            sixes = number - ones - twos - threes - fours - fives
                            rolled = ones | twos << 3 | threes << 6 | fours << 9 | fives << 12 | sixes << 15
                            orders = WAYS[ones] * WAYS[twos] * WAYS[threes] * WAYS[fours] * WAYS[fives] * WAYS[sixes]
                            yield rolled, WAYS[number] / orders / FACES**number

    @override
    def actions(self, s: State) -> Iterator[int]:
        """Score a free category; or, while rolls are left, keep any dice but not all and roll the others."""
        if s.free and not s.rolling:
            for number in range(len(self.kinds)):
                if s.free >> number & 1:
                    yield SCORE + number
            if s.rolls > 0:
                kept = s.dice
                while kept > 0:
                    kept = self.fewer(s.dice, kept)
                    yield kept

    @override
    def result(self, s: State, a: int) -> State:
        if s.rolling:
            return State(s.score, s.free, s.dice + a, s.rolls - 1, 0)
        if a < SCORE:
            return State(s.score, s.free, a, s.rolls, 1)
        score = s.score + self.points(s.dice, self.kinds[a - SCORE])
        free = s.free & ~(1 << a - SCORE)
        return State(score, free, 0, self.rolls if free else 0, 1 if free else 0)

    @override
    def is_terminal(self, s: State) -> bool:
        return s.free == 0

    @override
    def utility(self, s: State, player: int) -> float:
        return float(s.score)

    def points(self, dice: int, kind: int) -> int:
        """What dice bring in a category."""
        if kind <= FACES:
            return kind * self.showing(dice, kind)
        if kind == CHOICE:
            return self.spots(dice)
        if kind == YACHT:
            return YACHT_POINTS if self.most_alike(dice) == self.dice else 0
        return STRAIGHT_POINTS if self.is_straight(dice) else 0

    def showing(self, dice: int, face: int) -> int:
        """How many dice show a face."""
        return dice >> FIELD * (face - 1) & 7

    def total(self, dice: int) -> int:
        """How many dice there are."""
        number = 0
        for face in range(1, FACES + 1):
            number += self.showing(dice, face)
        return number

    def spots(self, dice: int) -> int:
        """The sum of the dice."""
        shown = 0
        for face in range(1, FACES + 1):
            shown += face * self.showing(dice, face)
        return shown

    def most_alike(self, dice: int) -> int:
        """How many show the face that most of them show."""
        most = 0
        for face in range(1, FACES + 1):
            most = max(most, self.showing(dice, face))
        return most

    def is_straight(self, dice: int) -> bool:
        """Are all dice different, and in a row?"""
        if self.most_alike(dice) > 1 or self.total(dice) < self.dice:
            return False
        lowest = highest = 0
        for face in range(1, FACES + 1):
            if self.showing(dice, face):
                lowest = lowest if lowest else face
                highest = face
        return highest - lowest == self.dice - 1

    def fewer(self, dice: int, kept: int) -> int:
        """The next smaller selection of dice: one fewer of the lowest face, or all of it again and one fewer above."""
        for face in range(1, FACES + 1):
            place = FIELD * (face - 1)
            if kept >> place & 7:
                below = dice & (1 << place) - 1
                return (kept >> place) - 1 << place | below
        return 0

    # ------------------------------------------------------------ what helps the search

    @override
    def evaluate(self, s: State, player: int) -> float:
        """The points, what the free categories usually bring, and how much more the best of them can hope for now."""
        total = float(s.score)
        best = -inf
        for number in range(len(self.kinds)):
            if s.free >> number & 1:
                total += self.averages[number]
                best = max(best, self.hope(s, self.kinds[number]) - self.averages[number])
        return total if s.rolling and s.dice == 0 else total + best

    def hope(self, s: State, kind: int) -> float:
        """About what a category will bring with the dice on the table and those in the air."""
        missing = self.dice - self.total(s.dice)
        if missing == 0:
            return float(self.points(s.dice, kind))
        if kind == CHOICE:
            return self.spots(s.dice) + missing * AVERAGES[s.rolls]
        if kind <= FACES:
            return kind * (self.showing(s.dice, kind) + missing * CHANCES[s.rolls])
        alike = self.most_alike(s.dice)
        if kind == YACHT:
            return YACHT_POINTS * CHANCES[s.rolls] ** missing if alike == self.dice - missing else 0.0
        return STRAIGHT_POINTS * CHANCES[s.rolls] ** missing if alike == 1 else 0.0

    # ------------------------------------------------------------ notation and picture

    @override
    def text(self, s: State) -> str:
        if s.free == 0:
            return f"{s.score} - - 0"
        left = "".join(letter for number, letter in enumerate(self.categories) if s.free >> number & 1)
        shown = _written(s.dice)
        return f"{s.score} {left} {shown}{UNKNOWN * (self.dice - len(shown))} {s.rolls}"

    @override
    def parse(self, text: str) -> State:
        words = text.split()
        if len(words) != 4 or not all(map(_is_number, (words[0], words[3]))):
            wanted = f"points, categories left, dice and rolls left, such as {self.text(self.initial())}"
            raise BadInput(f"{text!r} is not a position of yacht: expected {wanted}")
        score, rolls = int(words[0]), int(words[3])
        if words[1:] == ["-", "-", "0"]:
            return State(score, 0, 0, 0, 0)
        free = self._read_categories(words[1], text)
        shown = words[2].rstrip(UNKNOWN)
        if len(words[2]) != self.dice or set(shown) - set(LETTERS[:FACES]):
            raise BadInput(f"{text!r} has dice of {words[2]!r}: expected {self.dice} of 1 to 6, or ? in the air")
        rolling = 1 if len(shown) < self.dice else 0
        self._refuse_rolls(rolls, rolling, len(shown), text)
        return State(score, free, _packed(shown), rolls, rolling)

    def _read_categories(self, letters: str, text: str) -> int:
        if set(letters) - set(self.categories) or len(set(letters)) < len(letters):
            raise BadInput(f"{text!r} has the categories {letters!r}: expected some of {self.categories}, each once")
        return sum(1 << number for number, letter in enumerate(self.categories) if letter in letters)

    def _refuse_rolls(self, rolls: int, rolling: int, kept: int, text: str) -> None:
        least = rolling
        most = self.rolls if rolling and not kept else self.rolls - 1
        if not least <= rolls <= most:
            raise BadInput(f"{text!r} has {rolls} rolls left: expected {least} to {most} with these dice")

    @override
    def action_text(self, s: State, a: int) -> str:
        """`keep:22`, `keep:none`, `score:sixes`; and the dice that a roll shows."""
        if s.rolling:
            return _written(a)
        if a >= SCORE:
            return f"score:{NAMES[self.kinds[a - SCORE] - 1]}"
        return f"keep:{_written(a) or 'none'}"

    @override
    def parse_action(self, s: State, text: str) -> int:
        """Dice are read in any order."""
        dice = re.fullmatch(r"(keep:)?([1-6]+)", text.strip())
        try:
            found: int = super().parse_action(s, f"{dice[1] or ''}{''.join(sorted(dice[2]))}" if dice else text)
        except BadInput:
            found = super().parse_action(s, text)  # refused again, quoting what was typed
        return found

    @override
    def words(self, s: State, value: float) -> str:
        return f"{value:.2f} points"

    @override
    def ending(self, s: State) -> str:
        return f"The game is over: {s.score} points."

    @override
    def picture(self, s: State) -> Picture:
        """The dice, and below them the categories with what the dice would bring there; a click scores."""
        dice = _written(s.dice) if s.free else ""
        row = [*dice, *UNKNOWN * (self.dice - len(dice))] if s.free else []
        width = max(self.dice, len(self.kinds))
        open_ones = [number for number in range(len(self.kinds)) if s.free >> number & 1]
        points = {n: str(self.points(s.dice, self.kinds[n])) if not s.rolling else "." for n in open_ones}
        rows = [
            (*row, *[""] * (width - len(row))),
            (*self.categories, *[""] * (width - len(self.kinds))),
            tuple(points.get(number, "") for number in range(width)),
        ]
        clicks = {} if s.rolling else {self.action_text(s, SCORE + number): (2, number) for number in open_ones}
        return Picture(
            cells=tuple(rows),
            row_labels=("dice", "category", "points"),
            clicks=clicks,
            caption=self._news(s),
            scene=score_sheet(row, [NAMES[kind - 1] for kind in self.kinds], points, words=self._news(s)),
        )

    @override
    def underway(self, s: State, done: Sequence[str]) -> Underway | None:
        """Dice are kept one by one, each by a click and another one to let it go; then the others are rolled."""
        if s.free == 0 or s.rolling:
            return None
        board = self.picture(s)
        faces = list(_written(s.dice))
        names = [f"die {number + 1}: {face}" for number, face in enumerate(faces)]
        if strange := next((step for step in done if step not in names), None):
            raise BadInput(f"{strange!r} is not a step that can be made here: expected one of {', '.join(names)}")
        kept = [number for number, name in enumerate(names) if done.count(name) % 2]
        clicks = dict(board.clicks)
        completes = {move: move for move in clicks}
        words = ""
        if s.rolls > 0:
            clicks |= {name: (0, number) for number, name in enumerate(names)}
            if len(kept) < self.dice:
                words = "roll all" if not kept else f"roll {self.dice - len(kept)}"
                clicks[words] = ROLLING
                completes[words] = f"keep:{''.join(faces[number] for number in kept) or 'none'}"
        leads: dict[str, tuple[str, ...]] = {step: (whole,) for step, whole in completes.items()}
        for number, name in enumerate(names):
            wanted = Counter(faces[at] for at in {number} ^ set(kept))
            leads[name] = tuple(self.action_text(s, a) for a in self.actions(s) if a < SCORE and wanted <= _counted(a))
        sheet = score_sheet(faces, [NAMES[kind - 1] for kind in self.kinds], self._brought(board), kept, words)
        return Underway(replace(board, clicks=clicks, scene=sheet), {step: leads[step] for step in clicks}, completes)

    def _brought(self, board: Picture) -> dict[int, str]:
        """What each free category would bring."""
        return {number: text for number, text in enumerate(board.cells[2]) if text}

    def _news(self, s: State) -> str:
        if s.free == 0:
            return f"{s.score} points"
        left = "the dice roll" if s.rolling else f"{s.rolls} {'roll' if s.rolls == 1 else 'rolls'} left"
        return f"{s.score} points so far, {left}"


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) < 4


def _written(dice: int) -> str:
    """Dice as digits, from the lowest."""
    return "".join(str(face + 1) * (dice >> FIELD * face & 7) for face in range(FACES))


def _counted(dice: int) -> Counter[str]:
    """How many dice show each face."""
    return Counter(_written(dice))


def _packed(shown: str) -> int:
    """Digits as dice."""
    return sum(shown.count(str(face + 1)) << FIELD * face for face in range(FACES))
