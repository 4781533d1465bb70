"""A session: it answers one line after the other, and a bad line is refused with a sentence, never with an end."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

from kibitz.arena.gtp import lines
from kibitz.arena.gtp.game_clocks import GameClocks
from kibitz.arena.gtp.game_in_progress import PASS, GameInProgress
from kibitz.arena.gtp.gtp_thinkers import Choice, GtpMeans, GtpThinker, MakeThinker, gtp_thinker_for
from kibitz.arena.gtp.lines import GtpCommand
from kibitz.errors import BadInput, KibitzError, raised
from kibitz.game import Game, State
from kibitz.game.manners import GameManners
from kibitz.game.record import KeptGame
from kibitz.games import game as make_game
from kibitz.games import game_class, manners_of, parameters_from_text, record_of
from kibitz.version import VERSION

HOPELESS = 0.05  # of what is at stake: a move that is worth less for this many moves in a row is answered by giving up
HOPELESS_MOVES = 2
ENOUGH_SIMULATIONS = 500  # to believe that a game is lost


class GtpSession:
    """Kibitz as an engine. `say` is given each whole answer, with the empty line that ends it.

    `settings` are parameters of the game by name, as text; `boardsize` and `komi` change those called `size` and
    `komi`. The search is made and compiled with the first move that is asked for.
    """

    def __init__(
        self,
        say: Callable[[str], None],
        *,
        name: str = "go",
        settings: dict[str, str] | None = None,
        seconds: float = 5.0,
        means: GtpMeans | None = None,
        may_resign: bool = True,
        make_thinker: MakeThinker = gtp_thinker_for,
    ) -> None:
        self._say = say
        self._name = name
        self._settings = dict(settings or {})
        self._class = game_class(name)
        self._takes = frozenset(inspect.signature(self._class).parameters)
        self._means = means or GtpMeans()
        self._may_resign = may_resign
        self._make_thinker = make_thinker
        self._thinker: GtpThinker | None = None
        self._clocks = GameClocks(seconds)
        self._hopeless = [0, 0]
        self._progress = GameInProgress(self._made(self._settings))
        self._commands: dict[str, Callable[[tuple[str, ...]], str]] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: "Kibitz",
            "version": lambda _: VERSION,
            "known_command": self._is_known,
            "list_commands": lambda _: "\n".join((*self._commands, "quit")),
            "boardsize": self._set_size,
            "query_boardsize": lambda _: str(self._size()),
            "clear_board": lambda _: self._clear(),
            "komi": self._set_komi,
            "get_komi": lambda _: f"{getattr(self._game, 'komi', 0.0):g}",
            "play": self._play,
            "genmove": self._generate,
            "reg_genmove": self._suggest,
            "kibitz-analyze": self._analyse,
            "undo": lambda _: self._undo(),
            "showboard": lambda _: f"\n{self._game.picture(self._progress.s)}",
            "final_score": lambda _: self._board().score_text(self._progress.s),
            "final_status_list": self._list_status,
            "time_settings": self._set_time,
            "kgs-time_settings": self._set_kgs_time,
            "time_left": self._set_time_left,
            "fixed_handicap": self._fixed_handicap,
            "place_free_handicap": self._fixed_handicap,
            "set_free_handicap": self._set_handicap,
            "loadsgf": self._load,
            "gogui-interrupt": lambda _: "",
        }

    # ------------------------------------------------------------ from outside

    def obey(self, line: str) -> bool:
        """Answer a line; False where it says to quit."""
        command = lines.read(line)
        if command is None:
            return True
        if command.name == "quit":
            self._say(lines.answered(command.number, ""))
            return False
        self._say(self._answer(command))
        return True

    def interrupt(self) -> None:
        """End a thought, from any thread: the best move so far is played."""
        if self._thinker is not None:
            self._thinker.stop()

    def _answer(self, command: GtpCommand) -> str:
        try:
            if command.name not in self._commands:
                raise BadInput("unknown command")
            return lines.answered(command.number, self._commands[command.name](command.arguments))
        except KibitzError as error:
            return lines.refused(command.number, str(error))
        except Exception as error:  # a game's rules may raise anything: the session goes on
            return lines.refused(command.number, raised(repr(self._name), error))

    # ------------------------------------------------------------ the game

    @property
    def _game(self) -> Game:
        return self._progress.game

    def _made(self, settings: dict[str, str]) -> Game:
        return make_game(self._name, **parameters_from_text(self._class, settings))

    def _board(self) -> GameManners:
        """What only Go can answer; `BadInput` in another game."""
        manners = manners_of(self._game, interpreted=self._means.interpreted)
        if manners is None:
            raise BadInput(f"only Go answers this, and the game is {self._name!r}")
        return manners

    @property
    def _is_go(self) -> bool:
        """Is it a game in which one may pass and resign, and in which stones can be dead?"""
        return manners_of(self._game) is not None

    def _size(self) -> int:
        return int(getattr(self._game, "size", 0)) or len(self._game.picture(self._progress.s).cells)

    def _begin(self, settings: dict[str, str]) -> None:
        """Begin a game with these parameters; nothing changes where they are not allowed."""
        if settings != self._settings:
            game = self._made(settings)
            self._settings, self._thinker = settings, None
        else:
            game = self._game
        self._begin_at(game, game.initial())

    def _begin_at(self, game: Game, s: State) -> None:
        self._progress = GameInProgress(game, s)
        self._hopeless = [0, 0]
        if self._thinker is not None:
            self._thinker.begin_game()

    def _clear(self) -> str:
        self._clocks.begin_game()
        self._begin(self._settings)
        return ""

    def _set_size(self, words: tuple[str, ...]) -> str:
        size = lines.number(_one(words, "boardsize", "a size"), "a board size", least=1, most=99)
        if "size" in self._takes:
            try:
                self._begin(self._settings | {"size": str(size)})
            except BadInput:
                raise BadInput("unacceptable size") from None
        elif size != self._size():
            raise BadInput("unacceptable size")
        else:
            self._begin(self._settings)
        return ""

    def _set_komi(self, words: tuple[str, ...]) -> str:
        """Change the komi, and keep the game that is being played."""
        komi = lines.decimal(_one(words, "komi", "a number"), "komi")
        if "komi" not in self._takes:
            raise BadInput(f"{self._name!r} has no komi")
        settings = self._settings | {"komi": f"{komi:g}"}
        if self._made(settings).komi == self._game.komi:  # type: ignore[attr-defined]
            return ""
        self._progress = self._progress.in_another(self._made(settings))
        self._settings, self._thinker = settings, None
        return ""

    def _play(self, words: tuple[str, ...]) -> str:
        if len(words) != 2:
            raise BadInput(f"play needs a colour and a move after it, got {' '.join(words)!r}")
        self._progress.play(lines.colour(words[0]), words[1])
        return ""

    def _undo(self) -> str:
        self._progress.undo()
        return ""

    def _load(self, words: tuple[str, ...]) -> str:
        if not 1 <= len(words) <= 2:
            raise BadInput(f"loadsgf needs a file and perhaps a move number after it, got {' '.join(words)!r}")
        until = lines.number(words[1], "a move number", least=1) if len(words) == 2 else None
        kept = self._kept(Path(words[0]))
        settings = self._settings | dict(kept.parameters)
        self._begin(settings)
        game = self._game
        s = game.parse(kept.position) if kept.position else game.initial()
        self._begin_at(game, s)
        for text in kept.moves[: None if until is None else until - 1]:
            self._progress.play(game.player(self._progress.s), text)
        return ""

    def _kept(self, path: Path) -> KeptGame:
        """The game in a file."""
        record = record_of(type(self._game))
        try:
            if record is None:
                raise BadInput(f"{self._name!r} has no files")
            return record.read(path.read_text(errors="replace"))
        except (OSError, BadInput) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise BadInput(f"cannot load file: {reason}") from None

    # ------------------------------------------------------------ thinking

    def _ready(self) -> GtpThinker:
        """The search for this game, made and compiled."""
        if self._thinker is None:
            self._thinker = self._make_thinker(self._game, self._means)
            self._thinker.prepare()
        return self._thinker

    def _think(self, player: int, seconds: float | None = None) -> tuple[State, Choice]:
        s = self._progress.turn(player)
        thinker = self._ready()
        pace = self._clocks.pace(player) if seconds is None else GameClocks(seconds).pace(player)
        return s, thinker.choose(s, self._progress.history, pace)

    def _generate(self, words: tuple[str, ...]) -> str:
        player = lines.colour(_one(words, "genmove", "a colour"))
        if self._game.is_terminal(self._progress.s):
            if self._is_go:
                return PASS
            raise BadInput("the game is over")
        s, choice = self._think(player)
        action = self._polite(s, choice)
        if action is None:
            return "resign"
        self._progress.make(s, action)
        return self._vertex(self._progress.moves[-1])

    def _polite(self, s: State, choice: Choice) -> object:
        """The action to make of a choice: a pass where that is enough; None to resign."""
        player = self._game.player(s)
        if self._is_go:
            passing = self._board().pass_is_enough(s, player)
            if passing is not None:
                return passing
        low, high = self._game.utility_range
        share = (choice.value - low) / (high - low) if high > low else 1.0
        is_hopeless = share < HOPELESS and (choice.simulations >= ENOUGH_SIMULATIONS or choice.is_exact)
        self._hopeless[player] = self._hopeless[player] + 1 if is_hopeless else 0
        if self._may_resign and self._is_go and self._hopeless[player] >= HOPELESS_MOVES:
            return None
        return choice.action

    def _suggest(self, words: tuple[str, ...]) -> str:
        player = lines.colour(_one(words, "reg_genmove", "a colour"))
        s, choice = self._think(player)
        return self._vertex(self._game.action_text(s, choice.action))

    def _analyse(self, words: tuple[str, ...]) -> str:
        if not 1 <= len(words) <= 2:
            raise BadInput(f"kibitz-analyze needs a colour and perhaps seconds after it, got {' '.join(words)!r}")
        seconds = lines.decimal(words[1], "seconds", least=0) if len(words) == 2 else None
        _, choice = self._think(lines.colour(words[0]), seconds)
        return "\n".join(
            f"{self._vertex(each.text)} visits {each.visits} value {each.value:.3f}"
            f" line {' '.join(self._vertex(text) for text in each.line)}"
            for each in choice.considered
        )

    def _vertex(self, text: str) -> str:
        """A move as the protocol writes it."""
        return text if text == PASS else text.upper()

    # ------------------------------------------------------------ the end, clocks, handicap

    def _list_status(self, words: tuple[str, ...]) -> str:
        status = _one(words, "final_status_list", "alive, seki or dead")
        if status not in ("alive", "seki", "dead"):
            raise BadInput(f"a status is alive, seki or dead, got {status!r}")
        board, s = self._board(), self._progress.s
        if status == "seki":
            return ""
        return "\n".join(" ".join(map(self._vertex, string)) for string in board.strings(s, is_dead=status == "dead"))

    def _set_time(self, words: tuple[str, ...]) -> str:
        if len(words) != 3:
            raise BadInput(f"time_settings needs main time, period and stones after it, got {' '.join(words)!r}")
        main, period = lines.decimal(words[0], "main time"), lines.decimal(words[1], "a period")
        self._clocks.set(main, period, lines.number(words[2], "stones"))
        return ""

    def _set_kgs_time(self, words: tuple[str, ...]) -> str:
        kind, *rest = words or ("",)
        if kind == "none" and not rest:
            return self._set_time(("0", "1", "0"))
        if kind == "absolute" and len(rest) == 1:
            return self._set_time((rest[0], "0", "0"))
        if kind == "canadian" and len(rest) == 3:
            return self._set_time((rest[0], rest[1], rest[2]))
        if kind == "byoyomi" and len(rest) == 3:  # a period is lost only where it is overrun: one move in each
            return self._set_time((rest[0], rest[1], "1"))
        raise BadInput(
            "kgs-time_settings needs 'none', 'absolute MAIN', 'canadian MAIN PERIOD STONES' or"
            f" 'byoyomi MAIN PERIOD PERIODS' after it, got {' '.join(words)!r}"
        )

    def _set_time_left(self, words: tuple[str, ...]) -> str:
        if len(words) != 3:
            raise BadInput(f"time_left needs a colour, seconds and stones after it, got {' '.join(words)!r}")
        player = lines.colour(words[0])
        self._clocks.remain(player, lines.decimal(words[1], "a time"), lines.number(words[2], "stones"))
        return ""

    def _fixed_handicap(self, words: tuple[str, ...]) -> str:
        stones = self._board().handicap(lines.number(_one(words, "fixed_handicap", "a number"), "stones", least=2))
        self._place(stones)
        return " ".join(map(self._vertex, stones))

    def _set_handicap(self, words: tuple[str, ...]) -> str:
        if len(words) < 2 or len({word.lower() for word in words}) != len(words):
            raise BadInput(f"set_free_handicap needs two different points or more, got {' '.join(words)!r}")
        self._place(list(words))
        return ""

    def _place(self, stones: list[str]) -> None:
        if any(self._board().stones(self._progress.s)):
            raise BadInput("board not empty")
        placed = GameInProgress(self._game)
        for stone in stones:
            if stone.lower() == PASS:
                raise BadInput("a handicap stone cannot be a pass")
            placed.play(0, stone)
        self._begin_at(self._game, placed.turn(1))

    def _is_known(self, words: tuple[str, ...]) -> str:
        name = _one(words, "known_command", "a command")
        return "true" if name in self._commands or name == "quit" else "false"


def _one(words: tuple[str, ...], command: str, what: str) -> str:
    """The only word after a command."""
    if len(words) != 1:
        raise BadInput(f"{command} needs {what} after it, got {' '.join(words)!r}")
    return words[0]
