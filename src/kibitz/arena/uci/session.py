"""A session: it obeys one line after the other, and a bad line is answered with a sentence, never with an end."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from math import inf

from kibitz.arena.uci.go_words import GoWords
from kibitz.arena.uci.report import FARTHEST
from kibitz.arena.uci.running_search import RunningSearch
from kibitz.arena.uci.thinkers import Asked, Means, Thinker, thinker_for
from kibitz.arena.uci.uci_options import UciOptions
from kibitz.check.perft import counted
from kibitz.errors import BadInput, KibitzError, raised
from kibitz.game import Action, Game, State
from kibitz.games import game as make_game
from kibitz.games import game_class, names
from kibitz.lookup.polyglot import PolyglotBook
from kibitz.search.pacing import Pace
from kibitz.version import VERSION

AUTHORS = "the Kibitz project"
AFTER_A_MISTAKE = 1.0  # seconds for a `go` of which no limit was understood: without one it would never answer
REMADE_BY = ("Hash", "Threads", "UCI_Variant")  # options after which a new engine is made


def variants() -> tuple[str, ...]:
    """The names of our games that can be played: for two, with everything in the open and without dice."""
    return tuple(name for name in names() if fits(game_class(name)))


def fits(cls: type[Game]) -> bool:
    """Can a game of this class be played through the protocol?"""
    is_hidden = cls.has_view if cls.hidden is None else cls.hidden
    has_chance = cls.has_outcomes if cls.chance is None else cls.chance
    return cls.players == 2 and cls.zero_sum is not False and not is_hidden and not has_chance


class UciSession:
    """Kibitz as an engine. `say` is given every line of its answers, from more than one thread, never two at once.

    `make` makes the game that is played until `UCI_Variant` says otherwise, `name` is what it is called there. It is
    made when it is first needed: `uci` is to be answered at once.
    """

    def __init__(
        self,
        say: Callable[[str], None],
        *,
        make: Callable[[], Game] | None = None,
        name: str = "chess",
        means: Means | None = None,
        make_thinker: Callable[[Game, Means], Thinker] = thinker_for,
        seed: int | None = None,
    ) -> None:
        self._lock = threading.Lock()
        self._say_line = say
        self._make = make or (lambda: make_game(name))
        self._name = name
        self._variant = name
        self._made: Game | None = None
        self._means = means or Means()
        self._make_thinker = make_thinker
        self._thinker: Thinker | None = None
        self._thinks_about: Game | None = None
        self._options: UciOptions | None = None
        self._book: PolyglotBook | None = None
        self._has_new_game = False
        self._search: RunningSearch | None = None
        self._last: threading.Thread | None = None  # what was begun last, and ends before the next begins
        self._random = random.Random(seed)
        self._commands: dict[str, Callable[[str], None]] = {
            "uci": self._introduce,
            "isready": self._get_ready,
            "ucinewgame": self._begin_game,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponder_hit,
            "setoption": self._set_option,
            "debug": lambda _: None,
            "register": lambda _: None,
        }

    @property
    def _game(self) -> Game:
        if self._made is None:
            self._made = self._make() if self._variant == self._name else make_game(self._variant)
            self._rules = counted(self._made)  # whether a draw is claimed is for the chess program to say
            self._begin_at("startpos", self._made.initial())
        return self._made

    # ------------------------------------------------------------ from outside

    def obey(self, line: str) -> bool:
        """Do what a line says; False where it says to quit."""
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            return False
        try:
            if word in self._commands:
                self._commands[word](rest.strip())
            elif word:
                known = ", ".join((*self._commands, "quit"))
                raise BadInput(f"unknown command {word!r}; expected one of {known}")
        except KibitzError as error:
            self._tell(str(error))
        except Exception as error:  # a game's rules may raise anything: the session goes on
            self._tell(raised(repr(self._variant), error))
        return True

    def close(self) -> None:
        """End what runs; its best move is still told."""
        if self._search is not None and self._search.is_running:
            self._search.stop()
            if self._last is not None:
                self._last.join(1.0)

    # ------------------------------------------------------------ answering

    def _say(self, line: str) -> None:
        with self._lock:
            self._say_line(line)

    def _tell(self, sentence: str) -> None:
        self._say("info string " + " ".join(sentence.split()))

    # ------------------------------------------------------------ commands

    def _introduce(self, _: str) -> None:
        self._say(f"id name Kibitz {VERSION}")
        self._say(f"id author {AUTHORS}")
        for line in self._offered.lines():
            self._say(line)
        self._say("uciok")

    @property
    def _offered(self) -> UciOptions:
        """The options; what they may be is looked up when it is first needed."""
        if self._options is None:
            others = variants()
            self._options = UciOptions(others if self._name in others else (self._name, *others), self._name)
        return self._options

    def _get_ready(self, _: str) -> None:
        """Answer at once while a search runs; else compile first what is not compiled yet, and let `stop` wait."""
        is_ready = self._thinker is not None and not self._has_new_game
        if is_ready or (self._search is not None and self._search.is_running):
            self._say("readyok")
            return

        game = self._game

        def work() -> None:
            try:
                self._ready_thinker(game)
            except Exception as error:
                self._tell(str(error) if isinstance(error, KibitzError) else raised(repr(self._name), error))
            self._say("readyok")

        self._in_turn(work)

    def _in_turn(self, work: Callable[[], None]) -> None:
        """Do some work in a thread of its own, once what was begun before has ended."""
        before = self._last

        def follow() -> None:
            if before is not None:
                before.join()
            work()

        self._last = threading.Thread(target=follow, name="kibitz-uci", daemon=True)
        self._last.start()

    def _ready_thinker(self, game: Game) -> Thinker:
        """The thinker for a game, made and compiled; in the thread of whatever needs it."""
        thinker = self._thinker
        if thinker is None or self._thinks_about is not game:
            options = self._offered
            means = Means(
                float(options.number("Hash")),
                options.number("Threads"),
                self._means.techniques,
                self._means.interpreted,
            )
            thinker = self._make_thinker(game, means)
            thinker.prepare()
            self._thinker, self._thinks_about = thinker, game
        elif self._has_new_game:
            thinker.begin_game()
        self._has_new_game = False
        return thinker

    def _begin_game(self, _: str) -> None:
        self._has_new_game = True

    def _stop(self, _: str) -> None:
        if self._search is not None and self._search.is_running:
            self._search.stop()

    def _ponder_hit(self, _: str) -> None:
        if self._search is None or not self._search.is_running:
            raise BadInput("ponderhit was sent, but nothing is being pondered; expected go ponder before it")
        self._search.ponder_hit()

    def _set_option(self, words: str) -> None:
        name = self._offered.set(words)
        if name == "Clear Hash":
            self._has_new_game = True
        if name == "Book File":
            self._book = None
            if self._offered.text(name):
                self._book = PolyglotBook(self._offered.text(name))
        if name == "UCI_Variant":
            self._variant, self._made = self._offered.text(name), None
        if name in REMADE_BY:
            self._thinker = None

    # ------------------------------------------------------------ the position

    def _begin_at(self, text: str, s: State) -> None:
        self._start = text
        self._moves: list[str] = []
        self._states = [s]
        self._keys = [int(self._game.recurrence(s))]  # of the states

    def _set_position(self, words: str) -> None:
        """Set the position. The moves that the last one had too are not played again: a long game is sent each time."""
        game = self._game
        begins, _, moves = f"{words} ".partition(" moves ")
        begins = begins.strip()
        if begins != self._start:
            self._begin_at(begins, self._beginning(begins))
        given = moves.split()
        same = 0
        while same < min(len(given), len(self._moves)) and given[same] == self._moves[same]:
            same += 1
        del self._moves[same:]
        del self._states[same + 1 :], self._keys[same + 1 :]
        for number, move in enumerate(given[same:], same + 1):
            s = self._states[-1]
            try:
                action = self._rules.parse_action(s, move)
            except BadInput as error:
                raise BadInput(f"move {number} of the position: {error}") from None
            self._moves.append(move)
            self._states.append(game.result(s, action))
            self._keys.append(int(game.recurrence(self._states[-1])))

    def _beginning(self, words: str) -> State:
        kind, _, text = words.partition(" ")
        if kind == "startpos" and not text:
            return self._game.initial()
        if kind == "fen" and text:
            return self._game.parse(text.strip())
        raise BadInput(f"position needs 'startpos' or 'fen FEN', then perhaps 'moves', got {words!r}")

    # ------------------------------------------------------------ searching

    def _go(self, words: str) -> None:
        go = GoWords.read(words.split())
        game, s = self._game, self._states[-1]
        asked = self._asked(go)
        for complaint in go.complaints:
            self._tell(complaint)
        if self._search is not None and self._search.is_running:
            self._search.stop()
        waits = go.ponder or go.infinite or not (go.is_limited or go.complaints)
        move = None if waits or go.search_moves else self._book_move(game, s)
        if move is not None:
            self._in_turn(lambda: self._say(f"bestmove {move}"))
            return
        self._search = RunningSearch(
            game,
            self._rules,
            lambda: self._ready_thinker(game),
            asked,
            self._pace(go, game, s),
            self._say,
            waits=waits,
            mate=go.mate,
        )
        self._last = self._search.start(self._last)

    def _book_move(self, game: Game, s: State) -> str | None:
        """A move of the opening book; None where it has none, is not wanted, or is of another game."""
        if self._book is None or not self._offered.is_on("OwnBook"):
            return None
        try:
            found = self._book.choice(game.text(s), self._random)
            return None if found is None else game.action_text(s, game.parse_action(s, found))
        except BadInput as error:  # a book may hold moves that are not legal: another position had the same key
            self._tell(str(error))
            return None

    def _asked(self, go: GoWords) -> Asked:
        """What is asked of the search. A move that is not legal is left out, and complained about."""
        game, s = self._game, self._states[-1]
        only: list[Action] = []
        for move in go.search_moves:
            try:
                only.append(game.parse_action(s, move))
            except BadInput as error:
                go.complaints.append(str(error))
        lines = self._offered.number("MultiPV")
        depth = 0 if go.mate == 0 else go.depth
        return Asked(s, tuple(self._keys[:-1]), depth, go.nodes, lines, tuple(only))

    def _pace(self, go: GoWords, game: Game, s: State) -> Pace:
        overhead = self._offered.number("Move Overhead") / 1000
        player = game.player(s)
        clock = go.clocks[player] if player in (0, 1) else None
        if go.infinite:
            return Pace()
        if go.move_time is not None:
            return Pace.of_move(go.move_time, overhead=overhead)
        if clock is not None:
            return Pace.of_clock(
                clock,
                increment=go.increments[player],
                moves_to_go=go.moves_to_go,
                overhead=overhead,
                swing=float(game.swing),
                sure=game.utility_range[1] - FARTHEST * game.haste if game.haste > 0 else inf,
                is_forced=_has_one_choice(game, s),
            )
        return Pace() if go.is_limited or not go.complaints else Pace.of_move(AFTER_A_MISTAKE, overhead=overhead)


def _has_one_choice(game: Game, s: State) -> bool:
    """Is only one action legal?"""
    if game.is_terminal(s):
        return False
    actions = iter(game.actions(s))
    return next(actions, None) is not None and next(actions, None) is None
