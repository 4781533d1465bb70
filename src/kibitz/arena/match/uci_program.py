"""A program that speaks UCI as a player, at whatever game it knows: positions and moves are the game's own texts."""

from __future__ import annotations

import time
from collections.abc import Mapping

from kibitz.arena.match.player import GameSoFar, Player, Resigned, choice_of
from kibitz.arena.match.program import Program
from kibitz.game import Action, Game, State
from kibitz.native.override import override

START_TIME = 180.0  # seconds for a program to get ready: ours may have to be compiled
PATIENCE = 10.0  # seconds past its time limit after which a program is taken to hang
WITHOUT_LIMIT = 3600.0  # seconds for a move that is limited by depth or nodes
NO_MOVE = ("", "(none)", "0000")


class UciProgram(Player):
    """Plays what a program answers to `go movetime`, `go nodes` or `go depth`.

    `settings` are its options by name, as in `setoption`.
    """

    def __init__(
        self,
        command: str,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.seconds = seconds
        self._settings = dict(settings or {})
        self._limits = [("movetime", None if seconds is None else max(1, round(1000 * seconds)))]
        self._limits += [("depth", depth), ("nodes", nodes)]
        self._program = Program(command)

    @override
    def begin(self, game: Game, s: State, seat: int) -> None:
        program = self._program
        if not program.is_running:
            program.start()
            program.send("uci")
            self._wait_for("uciok")
            for name, value in self._settings.items():
                program.send(f"setoption name {name} value {value}")
        program.send("ucinewgame")
        program.send("isready")
        self._wait_for("readyok")
        self._begins = "startpos" if s == game.initial() else f"fen {game.text(s)}"

    def _wait_for(self, word: str) -> None:
        until = time.monotonic() + START_TIME
        while self._program.hear(until) != word:
            pass

    @override
    def choose(self, so_far: GameSoFar) -> Action:
        program = self._program
        moves = f" moves {' '.join(so_far.texts)}" if so_far.texts else ""
        program.send(f"position {self._begins}{moves}")
        program.send(" ".join(["go", *(f"{word} {number}" for word, number in self._limits if number is not None)]))
        until = time.monotonic() + (WITHOUT_LIMIT if self.seconds is None else self.seconds + PATIENCE)
        while True:
            words = program.hear(until).split()
            if words[:1] == ["bestmove"]:
                break
        text = words[1] if len(words) > 1 else ""
        if text in NO_MOVE:
            raise Resigned
        return choice_of(so_far, text, program.called)

    @override
    def close(self) -> None:
        self._program.quit()
