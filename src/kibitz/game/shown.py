"""What is shown to people: notation, pictures and words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kibitz.draw.picture import Picture
from kibitz.errors import BadInput, TooWide
from kibitz.game.facts import Described
from kibitz.game.guessed import guessed_picture
from kibitz.game.rules import CHANCE, Action, State
from kibitz.game.threats import Threat
from kibitz.game.written import MISFIT, in_shape, is_of_numbers, kinds_of, read, written, written_action
from kibitz.native.tuples import shaped

MOST_CHOICES = 1_000_000  # actions of one position; a game with more is taken to list them without end


@dataclass(frozen=True)
class Underway:
    """A move that is made step by step, after some of its steps: the board as it stands then.

    The picture's `clicks` are the steps that may follow, by their texts. `leads` tells of each step the whole moves, as
    texts, that it may become part of; `completes` is the whole move that a step ends.
    """

    picture: Picture
    leads: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    completes: Mapping[str, str] = field(default_factory=dict)


class Shown(Described):
    """How a position is written, drawn and spoken of. Asked by the command, the page and every answer; never compiled.

    The law: `parse` reads what `text` writes, and `parse_action` what `action_text` writes; two actions of a position
    are never written alike; what `seen` and `told` show a player gives nothing away that is hidden from it.
    """

    def text(self, s: State) -> str:
        """The state as one line of text, from which `parse` gets it back."""
        return written(s)

    def parse(self, text: str) -> State:
        """The state that a line of text stands for; `BadInput` if there is none."""
        example = self.initial()
        try:
            found = read(text, example, lambda: kinds_of(type(self), example))
            return _state_like(self, example, found)
        except (ValueError, SyntaxError, TypeError, KeyError, OverflowError, MemoryError, RecursionError):
            wanted = f"expected a position of the form {written(example)}"
            raise BadInput(f"{text!r} is not a position of {self.facts.name}: {wanted}") from None

    def action_text(self, s: State, a: Action) -> str:
        """An action, or an outcome of chance, as a person writes it."""
        return written_action(a)

    def parse_action(self, s: State, text: str) -> Action:
        """The legal action (or outcome) that a person means; `BadInput` if there is none."""
        if self.is_terminal(s):
            raise BadInput(f"the game is over at {self.text(s)!r}: {text!r} cannot be played")
        legal = {self.action_text(s, a): a for a in self.choices(s)}
        if text.strip() in legal:
            return legal[text.strip()]
        raise BadInput(f"{text!r} is not a legal move at {self.text(s)!r}: expected one of {_listed(legal)}")

    def picture(self, s: State) -> Picture:
        """What the state looks like; by default a guess from the state itself, helped by `drawn_as`."""
        return guessed_picture(self, s)

    def seen(self, s: State, player: int) -> Picture:
        """What this player sees of the state: not what others hide."""
        return self.picture(s)

    def underway(self, s: State, done: Sequence[str]) -> Underway | None:
        """For moves that people make in several steps: what it looks like after these steps, and what may follow.

        Steps are texts as `Underway` offers them; `BadInput` where they cannot be made. None: a move is made at once.
        """
        return None

    def recalled(self, s: State, picture: Picture, past: Sequence[tuple[State, Action]], player: int | None) -> Picture:
        """The picture with what players remember and the state does not hold, such as the last trick.

        `picture` is what the player sees, or with None what everybody would; `past` are the game's states before this
        one, each with the action taken there.
        """
        return picture

    def told(self, s: State, a: Action, player: int) -> str:
        """An action, or an outcome of chance, as it looks to this player: a card dealt to another is only a card."""
        return self.action_text(s, a)

    def won_by(self, s: State) -> tuple[int, ...]:
        """Who has won a finished game: those who get most, unless all get the same."""
        shares = [float(self.utility(s, player)) for player in range(self.players)]
        most = tuple(player for player, share in enumerate(shares) if share == max(shares))
        return most if len(most) < self.players else ()

    def seat(self, player: int) -> int:
        """The number by which people know a player: another one where a game is seen from one player's side."""
        return player

    def threats(self, s: State, player: int) -> Iterable[Threat]:
        """What this player would do next if nobody stopped it, the worst for the others first; none to leave it unsaid.

        Asked whoever is to move, wherever a sentence says why a move is bad: only for what everybody can see.
        """
        return ()

    def player_name(self, player: int) -> str:
        """What people call a player in the middle of a sentence: "White", "North"; "player 1" by default."""
        return f"player {self.seat(player) + 1}"

    def score_text(self, s: State, player: int) -> str:
        """What a player has scored in a finished game, as in "9 tricks"; empty where only the winner counts."""
        return ""

    def conditions(self) -> dict[str, Any]:
        """What else an answer depends on, by name: how the opponent is assumed to play, say."""
        return {}

    def ending(self, s: State) -> str:
        """How a finished game ended, in a sentence; empty to leave it to Kibitz."""
        return ""

    def words(self, s: State, value: float) -> str:
        """What an exact value, for the player to move, means; empty to leave it to Kibitz."""
        return ""

    def plies_left(self, s: State, value: float) -> int:
        """The plies to the end under best play, where an exact value for the player to move tells them; else −1."""
        return -1

    def choices(self, s: State) -> Iterator[Action]:
        """The legal actions, or the outcomes where CHANCE is to move; `TooWide` where they seem never to end.

        Kibitz's own, for whoever is shown them: no game answers it.
        """
        rolls = self.player(s) == CHANCE
        found: Iterable[Action] = (outcome for outcome, _ in self.outcomes(s)) if rolls else self.actions(s)
        for number, choice in enumerate(found):
            if number >= MOST_CHOICES:
                question = "outcomes" if rolls else "actions"
                many = f"{self.facts.name!r} has more than {MOST_CHOICES:,} {question} at {self.text(s)!r}"
                raise TooWide(f"{many}: does {question}() ever end?")
            yield choice

    @classmethod
    def values_of(cls, parameter: str) -> tuple[str, ...]:
        """The values to offer for a parameter of the game; empty: any.

        Where there are some, a server takes no others: so a parameter that may name a file reads none from afar.
        """
        return ()


def where(game: Shown, s: State) -> str:
    """A position in a sentence: its text in quotes, or the state itself where the game cannot write it."""
    try:
        return repr(game.text(s))
    except Exception:  # the rules are somebody else's
        return repr(s)


def is_answered(game: Shown, s: State) -> bool:
    """Do the rules accept this as a state?"""
    try:
        if not game.is_terminal(s):
            a = next(iter(game.choices(s)))
            game.is_terminal(game.result(s, a))
    except Exception:
        return False
    return True


def _state_like(game: Shown, example: State, value: Any) -> State:
    """A value as a state. One that is not made of numbers may differ in shape, if the rules accept it."""
    if is_of_numbers(example):
        return shaped(example, value)
    try:
        s = in_shape(example, value)
        is_sure = not isinstance(example, str)
    except MISFIT:
        s, is_sure = in_shape(example, value, loose=True), False
    if not is_sure and not is_answered(game, s):
        raise ValueError("not a state")
    return s


def _listed(words: Iterable[str], most: int = 12) -> str:
    """Words in a row for a sentence, cut where there are too many."""
    given = list(words)
    shown = ", ".join(given[:most])
    return shown if len(given) <= most else f"{shown} and {len(given) - most} more"
