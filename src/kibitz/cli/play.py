"""`kibitz play`: play in the terminal, against the engine or another person."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kibitz.answer.analyse import analyse_with
from kibitz.answer.options import has_limit
from kibitz.answer.plan import seated_algorithm
from kibitz.answer.positions import beginning, game_so_far, played, verdict, verdict_of_repetition, verdict_without_dead
from kibitz.answer.questions.by_selective import Sitting
from kibitz.cli import arguments
from kibitz.cli.boards import board_lines
from kibitz.cli.chosen import chosen_game, search_options, settings
from kibitz.cli.keeping import keeper_of, loaded, names_of
from kibitz.cli.kept_games import is_record, kept_text, read_kept
from kibitz.draw.picture import Cell, cells_of
from kibitz.errors import BadInput, Unwritten
from kibitz.game import CHANCE, Game
from kibitz.game.repeating import allowed, is_forbidden, is_repeated_out, keys_of
from kibitz.games import game as make_game
from kibitz.games import game_class, made, parameters_from_text
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


@dataclass
class Played:
    """A game so far: where it began, the actions since, and those taken back."""

    game: Game
    name: str
    parameters: dict[str, str]
    start: Any
    actions: list[Any] = field(default_factory=list)
    taken_back: list[Any] = field(default_factory=list)
    given: int = 0  # how many of the actions were given with the position: they are not taken back
    number: int | None = None  # of the game in the store that it goes on with

    def states(self) -> list[Any]:
        """Every state from the beginning to now."""
        found = [self.start]
        for action in self.actions:
            found.append(self.game.result(found[-1], action))
        return found

    @property
    def state(self) -> Any:
        """The state now."""
        return self.states()[-1]

    @property
    def history(self) -> tuple[int, ...]:
        """The keys of the positions so far, without the one now."""
        return keys_of(self.game, self.states()[:-1])

    @property
    def is_over(self) -> bool:
        """Is the game over, by its rules or by repetition?"""
        s = self.state
        return bool(self.game.is_terminal(s)) or is_repeated_out(self.game, s, self.history)

    def verdict(self) -> str:
        """How the game ended, in a sentence."""
        game, s = self.game, self.state
        return verdict(game, s) if game.is_terminal(s) else verdict_of_repetition(game, s, self.history)

    def act(self, action: Any) -> None:
        """Play an action; what was taken back is forgotten unless it is the same."""
        if self.taken_back and self.taken_back[-1] == action:
            self.taken_back.pop()
        else:
            self.taken_back.clear()
        self.actions.append(action)

    def json(self) -> dict[str, Any]:
        """What is saved to a file."""
        states = self.states()
        moves = [self.game.action_text(s, a) for s, a in zip(states, self.actions, strict=False)]
        name = self.game.facts.name  # a user's game is named by its file, which may move
        called = {} if name == self.name else {"name": name}
        position = self.game.text(self.start)
        return {"game": self.name, **called, "set": self.parameters, "position": position, "moves": moves}


def load(path: str, asked: str | None = None) -> Played:
    """A saved game, or one of the store by its number; `BadInput` if there is none, or it is one of another game."""
    if path.isdecimal() and not Path(path).exists():
        return load_kept(int(path), asked)
    kept_game = None if asked is None else read_kept(game_class(asked), path)
    if asked is not None and kept_game is not None:
        parameters = dict(kept_game.parameters)
        chosen = make_game(asked, **parameters_from_text(game_class(asked), parameters))
        found = Played(chosen, asked, parameters, beginning(chosen, kept_game.position or None))
        for move in kept_game.moves:
            found.act(chosen.parse_action(found.state, move))
        return found
    try:
        kept = json.loads(Path(path).read_text(encoding="utf-8"))
        name, parameters, position, moves = kept["game"], dict(kept["set"]), kept["position"], list(kept["moves"])
        if not all(isinstance(text, str) for text in (name, position, *parameters.values(), *moves)):
            raise TypeError
    except OSError as error:
        raise BadInput(f"{path!r} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadInput(f"{path!r} is not a saved game; expected the JSON that 'save' writes") from None
    if asked is not None:
        _refuse_other_game(path, kept, asked)
        name = asked
    game = make_game(name, **parameters_from_text(game_class(name), parameters))
    played = Played(game, name, parameters, game.parse(position))
    for move in moves:
        played.act(game.parse_action(played.state, move))
    return played


def load_kept(number: int, asked: str | None) -> Played:
    """A game of the store; `BadInput` where there is none of that number, or it is one of another game."""
    entry, rules, line = loaded(number, asked)
    found = Played(rules.made, rules.game, dict(rules.parameters), line.states[0], number=entry.number)
    for s, text in zip(line.states, line.texts, strict=False):
        found.act(rules.made.parse_action(s, text))
    return found


def _refuse_other_game(path: str, kept: dict[str, Any], asked: str) -> None:
    """Refuse to play a saved game by another game's rules, or to run a file only because the saved game names it."""
    if kept["game"] == asked:
        return
    cls = game_class(asked)
    wanted = made(cls, {}).facts.name
    found = kept.get("name", kept["game"])
    is_nameless = "name" not in kept and found.rpartition(":")[2] == cls.__name__  # as older versions saved it
    if found != wanted and not is_nameless:
        raise BadInput(f"{path!r} is a game of {found!r}, not of {wanted!r}; use 'kibitz play {kept['game']}'")


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "play", run, "play in the terminal")
    arguments.position(parser)
    you = ["first", "second", "both", "none"]
    parser.add_argument("--you", choices=you, default="first", help="the side you play (first)")
    parser.add_argument("--load", metavar="FILE", help="continue a saved game, or number N of 'kibitz store list'")
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


class Table:
    """One sitting: a game, who plays which side, and the commands a person may type."""

    def __init__(self, played: Played, options: Any) -> None:
        self.played = played
        self.options = options
        self.dice = random.Random(options.seed)
        self.sitting = Sitting()
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
        print(f"{facts.title.rstrip('.')}. Type a move, or 'help'.")
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
        answer = self.think(s)
        best = self.drawn(answer)
        self.act(best.action)
        follows = f", expecting {' '.join(best.line[1:7])}" if len(best.line) > 1 else ""
        thinks = "" if self.played.game.facts.hidden and self.people else f": {best.words}{follows}"
        print(f"{answer.game.player_name(answer.player)} (engine) plays {best.move}{thinks}")
        self.show()

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
        seconds = self.options.time if has_limit(self.options) else THINKING_TIME
        options = search_options(self.options, seconds, self.played.history)
        if options.algorithm == "auto":
            options = replace(options, algorithm=seated_algorithm(self.played.game) or "auto")
        if options.early_stop is None:
            options = replace(options, early_stop=True)  # only the move counts
        return analyse_with(self.played.game, options, s, sitting=self.sitting)

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
