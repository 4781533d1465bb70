"""`kibitz play`: play in the terminal, against the engine or another person."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kibitz.answer.analyse import analyse_with
from kibitz.answer.level_moves import LevelMove, LevelPlay
from kibitz.answer.levels import Level, level_of
from kibitz.answer.options import Options, has_limit
from kibitz.answer.plan import seated_algorithm
from kibitz.answer.positions import beginning, game_so_far, played, verdict_without_dead
from kibitz.answer.questions.by_selective import Sitting
from kibitz.cli import arguments
from kibitz.cli.boards import board_lines
from kibitz.cli.chosen import chosen_game, search_options, settings
from kibitz.cli.keeping import keeper_of, names_of
from kibitz.cli.kept_games import is_record, kept_text
from kibitz.cli.played_game import Played, load
from kibitz.draw.picture import Cell, cells_of
from kibitz.errors import BadInput, Unwritten
from kibitz.game import CHANCE, Game
from kibitz.game.repeating import allowed, is_forbidden
from kibitz.saving import write_text

THINKING_TIME = 1.0  # seconds a move, where no limit is given
HELP = """\
Type a move, or:
  moves         every legal move
  hint          what the engine would play, and why
  undo, redo    take back, and play again, to your last move
  board         show the board again
  save FILE     save the game (FILE.pgn: as PGN, where it is chess)
  load FILE     continue a saved game, or one of 'kibitz store list' by its number
  swap          change sides with the engine
  new           start again
  help          show this list
  quit          leave"""


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "play", run, "play in the terminal")
    arguments.position(parser)
    you = ["first", "second", "both", "none"]
    parser.add_argument("--you", choices=you, default="first", help="the side you play (first)")
    parser.add_argument("--load", metavar="FILE", help="continue a saved game, or number N of 'kibitz store list'")
    parser.add_argument("--level", metavar="LEVEL", help="how well the engine plays: 1 (beginner) to 6 (perfect)")
    parser.add_argument("--careless", action="store_true", help="with --level: may throw away a won game at once")
    arguments.no_store(parser)
    arguments.search(parser)


def run(options: Any) -> int:
    """Play until the game is over or the person leaves."""
    if options.load:
        if options.position is not None or options.set or options.moves:
            raise BadInput(f"--load {options.load!r} brings its own parameters and position; leave yours out")
        return Table(load(options.load, options.game), options).run()
    game = chosen_game(options)
    game_so_far(game, options.position, options.moves)  # refuses moves that are forbidden
    start = beginning(game, options.position)
    actions = [ply.action for ply in played(game, start, options.moves.split())[0]]
    given = Played(game, options.game, settings(options.set), start, actions, given=len(actions))
    return Table(given, options).run()


def _chosen_level(options: Any) -> Level | None:
    """The level that the engine plays at; None where it always plays the best move it finds."""
    if options.level is None and options.careless:
        raise BadInput("--careless needs --level beside it")
    if options.level is not None and options.exact:
        raise BadInput(f"--exact has no effect beside --level {options.level}: use --time, --depth or --nodes")
    return None if options.level is None else level_of(options.level, options.careless)


class Table:
    """One sitting: a game, who plays which side, and the commands a person may type."""

    def __init__(self, played: Played, options: Any) -> None:
        self.played = played
        self.options = options
        self.dice = random.Random(options.seed)
        self.sitting = Sitting()
        self.level = _chosen_level(options)
        self.keeper = None if options.no_store else keeper_of(played)
        seats = set(range(played.game.players))
        people = {"first": {0}, "second": {1}, "both": seats, "none": set[int]()}
        self.people = people[options.you] & seats
        self.commands: dict[str, Callable[[str], None]] = {
            "moves": self.show_moves,
            "hint": self.hint,
            "undo": self.undo,
            "redo": self.redo,
            "board": lambda _: self.show(),
            "save": self.save,
            "load": self.load,
            "swap": self.swap,
            "new": self.new,
            "help": lambda _: print(HELP),
        }

    def run(self) -> int:
        """Take turns; 0 at the end."""
        facts = self.played.game.facts
        strength = "" if self.level is None else f" The engine plays at level {self.level.text}."
        print(f"{facts.title.rstrip('.')}.{strength} Type a move, or 'help'.")
        self.show()
        while True:
            game, s = self.played.game, self.played.state
            if self.played.is_over:
                self.end(game, s)
                if not self.people or not self.ask(over=True):
                    return 0
            elif game.player(s) == CHANCE:
                self.roll(s)
            elif game.player(s) in self.people:
                if not self.ask():
                    return 0
            else:
                self.engine_moves(s)

    def end(self, game: Game, s: Any) -> None:
        """Say how the game ended: by the rules, and as people would score it."""
        print(self.played.verdict())
        agreed = verdict_without_dead(game, s, interpreted=self.options.interpreted) if game.is_terminal(s) else ""
        if agreed:
            print(agreed)

    # ------------------------------------------------------------ turns

    def ask(self, over: bool = False) -> bool:
        """Let the person type until something happens; False to leave."""
        prompt = "over> " if over else f"{self.played.game.player_name(self.played.game.player(self.played.state))}> "
        while True:
            line = self.read(prompt)
            if line is None or line in ("quit", "exit", "q"):
                return False
            if not line:
                continue
            before = len(self.played.actions), self.played
            try:
                self.obey(line)
            except BadInput as error:
                print(error)
            if (len(self.played.actions), self.played) != before or self.seat_changed:
                self.seat_changed = False
                return True

    seat_changed = False

    def read(self, prompt: str) -> str | None:
        """A line from the person; None at the end of the input."""
        print(prompt if sys.stdin.isatty() else "", end="", flush=True)
        line = sys.stdin.readline()
        return line.strip() if line else None

    def obey(self, line: str) -> None:
        """Do what was typed: a command, or else a move."""
        word, _, rest = line.partition(" ")
        if word in self.commands:
            self.commands[word](rest.strip())
            return
        s = self.played.state
        action = self.meant(s, line)
        if is_forbidden(self.played.game, s, action, self.played.history):
            raise BadInput(f"{line!r} is not allowed: it repeats a position")
        self.act(action)
        self.show()

    def act(self, action: Any) -> None:
        """Play an action, and keep the game with it where games are kept."""
        self.played.act(action)
        self.keep()

    def keep(self, only_if_begun: bool = False) -> None:
        """Keep the game as it stands, where games are kept."""
        played = self.played
        if self.keeper is not None and (self.keeper.number is not None or not only_if_begun):
            names = names_of(self.people, played.game.players, self.options)
            self.keeper.follow(played.game, played.start, played.actions, names)

    def meant(self, s: Any, line: str) -> Any:
        """The action that was typed. Where something is hidden, a refusal does not tell the position."""
        game = self.played.game
        try:
            return game.parse_action(s, line)
        except BadInput:
            if self.seat(s) is None:
                raise
            legal = ", ".join(game.action_text(s, a) for a in game.actions(s))
            raise BadInput(f"{line!r} is not a legal move here; expected one of {legal}") from None

    def engine_moves(self, s: Any) -> None:
        """The engine thinks, plays, and shows the line it expects."""
        answer, best = self.chosen(s)
        self.act(best.action)
        follows = f", expecting {' '.join(best.line[1:7])}" if len(best.line) > 1 else ""
        is_told = not self.people or not (self.played.game.facts.hidden or self.level)
        thinks = f": {best.words}{follows}" if is_told else ""
        print(f"{answer.game.player_name(answer.player)} (engine) plays {best.move}{thinks}")
        self.show()

    def chosen(self, s: Any) -> tuple[Any, Any]:
        """The engine's answer, and the move that it plays: at a level one that is drawn, else the best."""
        if self.level is None:
            answer = self.think(s)
            return answer, self.drawn(answer)
        options = self._options(self.options.time)
        found = LevelPlay(self.played.game, self.level, options, self.sitting).move(s, self.dice.getrandbits(62))
        assert isinstance(found, LevelMove), "a player is to move"
        return found.answer, found.chosen

    def drawn(self, answer: Any) -> Any:
        """The best move; where moves are to be mixed, one of them by its probability."""
        chances = [move.probability for move in answer.moves]
        return answer.moves[0] if None in chances else self.dice.choices(answer.moves, chances)[0]

    def roll(self, s: Any) -> None:
        """Chance takes its turn."""
        game = self.played.game
        outcomes, chances = zip(*game.outcomes(s), strict=True)
        outcome = self.dice.choices(outcomes, chances)[0]
        seat = self.seat(game.result(s, outcome))
        fell = game.action_text(s, outcome) if seat is None else game.told(s, outcome, seat)
        print(f"chance: {fell}")
        self.act(outcome)
        self.show()

    def think(self, s: Any) -> Any:
        """The engine's analysis, within the limits given; a strategy that cannot be saved does not end the game."""
        try:
            return self._analysed(s)
        except Unwritten as error:
            print(error)
            return error.answer

    def _analysed(self, s: Any) -> Any:
        options = self._options(self.options.time if has_limit(self.options) else THINKING_TIME)
        if options.algorithm == "auto":
            options = replace(options, algorithm=seated_algorithm(self.played.game) or "auto")
        if options.early_stop is None:
            options = replace(options, early_stop=True)  # only the move counts
        return analyse_with(self.played.game, options, s, sitting=self.sitting)

    def _options(self, seconds: float | None) -> Options:
        return search_options(self.options, seconds, self.played.history)

    # ------------------------------------------------------------ commands

    def show(self) -> None:
        """The board, as the person sees it who plays: not what others hide."""
        game, s = self.played.game, self.played.state
        seat = self.seat(s)
        print()
        picture = game.picture(s) if seat is None else game.seen(s, seat)
        print("\n".join(board_lines(picture, self.trail())))
        print()

    def trail(self) -> tuple[Cell, ...]:
        """The cells that the last move went over, where nothing of it is hidden."""
        game, actions = self.played.game, self.played.actions
        if not actions or game.facts.hidden:
            return ()
        before = self.played.states()[-2]
        return cells_of(game.picture(before).clicks.get(game.action_text(before, actions[-1])))

    def seat(self, s: Any) -> int | None:
        """Whose eyes a state is shown to: the person's who is to move, else the one person's; None sees everything."""
        game = self.played.game
        if not game.facts.hidden or not self.people or game.is_terminal(s):
            return None
        player = game.player(s)
        return player if player in self.people else min(self.people)

    def show_moves(self, _: str) -> None:
        """Every legal move."""
        game, s = self.played.game, self.played.state
        legal = [] if self.played.is_over else allowed(game, s, self.played.history)
        texts = [game.action_text(s, a) for a in legal]
        print(" ".join(texts) or "none: the game is over")

    def hint(self, _: str) -> None:
        """What the engine would play."""
        s = self.played.state
        if self.played.is_over:
            raise BadInput("there is no hint to give; the game is over")
        print(self.think(s))

    def undo(self, _: str) -> None:
        """Take back to the last move that a person made, so that it is theirs again."""
        if len(self.played.actions) <= self.played.given:
            raise BadInput("there is nothing to undo; this is the start of the game")
        while len(self.played.actions) > self.played.given:
            self.played.taken_back.append(self.played.actions.pop())
            if self.is_a_persons(self.played.state):
                break
        self.keep(only_if_begun=True)
        self.show()

    def redo(self, _: str) -> None:
        """Play again what was taken back, up to the next move of a person."""
        if not self.played.taken_back:
            raise BadInput("there is nothing to redo")
        while self.played.taken_back:
            self.played.actions.append(self.played.taken_back.pop())
            if self.is_a_persons(self.played.state):
                break
        self.keep(only_if_begun=True)
        self.show()

    def is_a_persons(self, s: Any) -> bool:
        """Is it a person's turn?"""
        return not self.played.game.is_terminal(s) and self.played.game.player(s) in self.people

    def save(self, path: str) -> None:
        """Save the game to a file."""
        if not path:
            raise BadInput("where to? expected 'save FILE'")
        write_text(path, self.as_text(path))
        print(f"saved to {path}")

    def as_text(self, path: str) -> str:
        """The game as a file of this name holds it: as its players keep games, by the ending, else as JSON."""
        game, kept = self.played.game, self.played.json()
        end = self.played.state if self.played.is_over else None
        return (
            kept_text(game, path, kept["moves"], self.played.start, end) or json.dumps(kept, ensure_ascii=False) + "\n"
        )

    def load(self, path: str) -> None:
        """Continue a saved game."""
        if not path:
            raise BadInput("from where? expected 'load FILE'")
        is_kept = is_record(type(self.played.game), path)
        self.played, self.sitting = load(path, self.played.name if is_kept else None), Sitting()
        self.keeper = None if self.keeper is None else keeper_of(self.played)
        self.show()

    def swap(self, _: str) -> None:
        """The person takes the engine's seats, and the engine the person's."""
        self.people = set(range(self.played.game.players)) - self.people
        self.seat_changed = True

    def new(self, _: str) -> None:
        """Start again."""
        old = self.played
        actions = old.actions[: old.given]
        self.played = Played(old.game, old.name, old.parameters, old.start, actions, given=old.given)
        self.keeper = None if self.keeper is None else keeper_of(self.played)
        self.show()
