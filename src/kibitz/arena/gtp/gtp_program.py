"""A program that speaks GTP as a player, at Go or whatever else it knows by the texts of its moves."""

from __future__ import annotations

import math
import time

from kibitz.arena.match.player import Failed, GameSoFar, Player, Resigned, choice_of
from kibitz.arena.match.program import Program
from kibitz.game import Action, Game, State
from kibitz.games import manners_of
from kibitz.native.override import override

START_TIME = 180.0  # seconds for the first answer, and for one without a time limit: ours may have to be compiled
ANSWER_TIME = 20.0  # seconds for an answer that needs no thought
PATIENCE = 10.0  # seconds past its time limit after which a program is taken to hang
WITHOUT_LIMIT = 3600.0  # seconds for a move that has no time limit
COLOURS = "bw"
PASS = "pass"


class Refused(Failed):
    """A program answered a command with an error."""


class GtpTalk:
    """A program that is asked one command after the other. It is started with the first one."""

    def __init__(self, command: str) -> None:
        self._program = Program(command)
        self._has_answered = False

    @property
    def called(self) -> str:
        """The program's name in a sentence."""
        return self._program.called

    def ask(self, command: str, seconds: float = ANSWER_TIME) -> str:
        """The answer to a command; `Refused` where it is an error, `Failed` where there is none in time."""
        if not self._program.is_running:
            self._program.start()
            self._has_answered = False
        self._program.send(command)
        answer = self._answer(time.monotonic() + (seconds if self._has_answered else max(seconds, START_TIME)))
        self._has_answered = True
        mark, text = answer[:1], answer[1:].lstrip("0123456789").strip()
        if mark == "=":
            return text
        if mark == "?":
            raise Refused(f"{self.called} answered {command!r} with {text!r}")
        raise Failed(f"{self.called} answered {command!r} with {answer!r}, which is not GTP")

    def _answer(self, until: float) -> str:
        """The lines up to the empty one that ends an answer."""
        heard: list[str] = []
        while True:
            line = self._program.hear(until)
            if line:
                heard.append(line)
            elif heard:
                return "\n".join(heard)

    def close(self) -> None:
        """End the program."""
        self._program.quit()


class GtpProgram(Player):
    """Plays what a program answers to `genmove`. With `seconds`, each of its moves is given this long by the clock."""

    def __init__(self, command: str, *, seconds: float | None = None) -> None:
        self.seconds = seconds
        self._talk = GtpTalk(command)
        self._told = 0  # moves of the game that the program knows

    @override
    def begin(self, game: Game, s: State, seat: int) -> None:
        """A new game: the program is told its size, its komi and its clock, and any stones that are there."""
        ask = self._talk.ask
        size = getattr(game, "size", None) or len(game.picture(s).cells)
        ask(f"boardsize {size}")
        ask("clear_board")
        if hasattr(game, "komi"):
            ask(f"komi {game.komi:g}")
        if self.seconds is not None:
            ask(f"time_settings 0 {max(1, math.floor(self.seconds))} 1")
        self._told = 0
        self._colour = COLOURS[seat]
        if s != game.initial():
            self._set_up(game, s)

    def _set_up(self, game: Game, s: State) -> None:
        """Put the stones of a first position on the program's board."""
        manners = manners_of(game)
        if manners is None:
            raise Failed(f"{self._talk.called} can only begin at the initial position of {game.facts.name!r}")
        for colour, stones in zip(COLOURS, manners.stones(s), strict=True):
            for point in stones:
                self._talk.ask(f"play {colour} {point}")

    @override
    def choose(self, so_far: GameSoFar) -> Action:
        """What the program answers, after it has been told what was played since."""
        for number in range(self._told, len(so_far.texts)):
            colour = COLOURS[so_far.game.player(so_far.states[number])]
            self._talk.ask(f"play {colour} {so_far.texts[number]}")
        seconds = WITHOUT_LIMIT if self.seconds is None else self.seconds + PATIENCE
        text = self._talk.ask(f"genmove {self._colour}", seconds).lower()
        if text == "resign":
            raise Resigned
        self._told = len(so_far.texts) + 1
        return choice_of(so_far, text, self._talk.called)

    @override
    def close(self) -> None:
        """End the program."""
        self._talk.close()
