"""Players as they are typed: `deepening depth=4`, `random`, `uci:stockfish time=0.1`.

    PLAYER  = [NAME] WORD …           a search by the name of its algorithm; auto where none is named
            | level LEVEL WORD …          a level by its number or name: `level 3`, `level beginner careless`
            | random | greedy | person
            | uci:COMMAND WORD … | gtp:COMMAND WORD …
    WORD    = KEY=VALUE | exact | interpreted | careless

Words are divided as in a shell: quotes keep blanks together. A program's command reaches up to the words at the end
that are ours; where that is not what is meant, put it in quotes: `uci:"engine --mode depth=3" time=1`.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from kibitz.answer.levels import level_of
from kibitz.answer.options import Options
from kibitz.arena.match.level_player import LevelPlayer
from kibitz.arena.match.player import Player
from kibitz.arena.match.search_player import SearchPlayer
from kibitz.arena.match.simple_players import Ask, GreedyPlayer, PersonPlayer, RandomPlayer
from kibitz.arena.match.uci_program import UciProgram
from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.games import GameSource
from kibitz.search import ALGORITHMS
from kibitz.search.engine.techniques import Techniques

USUAL_SECONDS = 1.0  # a move, for whoever is given no limit
PROGRAMS = ("uci", "gtp")
SIMPLE = ("random", "greedy", "person")
FLAGS = ("exact", "interpreted")
LEVEL, CARELESS = "level", "careless"
SEARCHING = ("search", LEVEL)  # kinds that search by themselves
WORDS = {"search": FLAGS, LEVEL: ("interpreted", CARELESS)}
SET, OPTION = "set.", "option."  # before parameters of the game, and options of a program


def _whole(text: str) -> int:
    if not text.lstrip("-").isdecimal():
        raise ValueError("expected a whole number")
    return int(text)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError("expected a number") from None


def yes_or_no(text: str) -> bool:
    """What a person means who types `yes` or `no`."""
    if text not in ("yes", "no"):
        raise ValueError("expected yes or no")
    return text == "yes"


def _techniques(text: str) -> Techniques:
    return Techniques(**Techniques.named(text))


# The keys of a search: the field of `Options` that each fills, and how its value is read.
KEYS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "time": ("seconds", _number),
    "depth": ("depth", _whole),
    "nodes": ("nodes", _whole),
    "simulations": ("simulations", _whole),
    "worlds": ("worlds", _whole),
    "iterations": ("iterations", _whole),
    "threads": ("threads", _whole),
    "memory": ("megabytes", _number),
    "techniques": ("techniques", _techniques),
    "outcomes": ("outcomes", _number),
    "variant": ("variant", str),
    "strategy": ("strategy", str),
    "seed": ("seed", _whole),
    "early-stop": ("early_stop", yes_or_no),
    "endgames": ("endgames", yes_or_no),
    "table": ("table", str),
}
OF_LEVELS = ("time", "depth", "nodes", "simulations", "worlds", "iterations", "threads", "memory", "seed")
LIMITS = ("time", "depth", "nodes", "simulations", "worlds", "iterations", "exact")
OF_PROGRAMS = {"uci": ("time", "depth", "nodes"), "gtp": ("time",)}


@dataclass(frozen=True)
class PlayerText:
    """A player as it was typed, understood. `BadInput`, in a sentence, where it cannot be."""

    text: str
    kind: str  # "search", "level", "random", "greedy", "person", "uci" or "gtp"
    called: str  # what people call it
    algorithm: str = "auto"
    command: str = ""  # of a program
    level: str = ""  # its number or its name
    given: dict[str, Any] = field(default_factory=dict)  # by key, read
    settings: dict[str, str] = field(default_factory=dict)  # `set.NAME=VALUE` or `option.NAME=VALUE`
    flags: tuple[str, ...] = ()

    @staticmethod
    def read(text: str) -> PlayerText:
        """Understand a player's text."""
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise BadInput(f"the player {text!r} cannot be read: {str(error).lower()}") from None
        if not words:
            raise BadInput("a player must not be empty: expected such as 'deepening depth=4', random or uci:COMMAND")
        kind, colon, command = words[0].partition(":")
        if colon and kind in PROGRAMS:
            return _program(text, kind, command, words[1:])
        if words[0] in SIMPLE:
            return _with_words(PlayerText(text, words[0], words[0]), words[1:], ("name",))
        if words[0] == LEVEL:
            return _at_level(text, words[1:])
        if "=" in words[0]:
            words.insert(0, "auto")
        if words[0] != "auto" and words[0] not in ALGORITHMS:
            raise BadInput(f"unknown player {text!r}: {_expected(words[0])}")
        return _with_words(PlayerText(text, "search", text.strip(), words[0]), words[1:], (*KEYS, "weights", "name"))

    @property
    def has_limit(self) -> bool:
        """Does it say how long to think?"""
        return any(key in self.given or key in self.flags for key in LIMITS)

    def with_usual(self, words: Mapping[str, str], flags: Sequence[str] = (), algorithm: str = "auto") -> str:
        """Its text, completed by what all players of a match are given: limits where it has none, and other keys."""
        if self.kind in SIMPLE:
            return self.text
        known = (*KEYS, "weights") if self.kind == "search" else OF_PROGRAMS.get(self.kind, OF_LEVELS)
        added = [
            f"{key}={value}"
            for key, value in words.items()
            if key in known and key not in self.given and not (key in LIMITS and self.has_limit)
        ]
        if self.kind == "search" and not self.has_limit:
            added += [flag for flag in flags if flag not in self.flags]
        is_nameless = self.kind == "search" and "=" in shlex.split(self.text)[0]
        return " ".join([*([algorithm] if is_nameless else []), self.text.strip(), *added])

    @property
    def notes(self) -> list[str]:
        """What it is to be told of its limit, in sentences."""
        if self.has_limit or self.kind in (*SIMPLE, LEVEL, "gtp"):  # a level has its own, a Go program too
            return []
        return [f"{self.called!r} has no limit: it thinks at most {USUAL_SECONDS:g} s a move"]

    @property
    def is_repeatable(self) -> bool:
        """Does it choose the same again, whatever the machine does meanwhile?"""
        is_timed = "time" in self.given or not (self.has_limit or self.kind in SIMPLE)
        return not is_timed and self.kind not in ("person", *PROGRAMS) and self.given.get("threads", 1) == 1

    def options(self, *, interpreted: bool = False) -> Options:
        """How it searches."""
        fields = {KEYS[key][0]: value for key, value in self.given.items() if key in KEYS}
        if not self.has_limit and self.kind != LEVEL:
            fields["seconds"] = USUAL_SECONDS
        fields.setdefault("early_stop", True)  # only the move counts
        is_plain = interpreted or "interpreted" in self.flags
        # Compiled at once: there are many positions to come, and what is found must not hang on how quick Python is.
        return Options(algorithm=self.algorithm, interpreted=is_plain, compiled=not is_plain, **fields)

    @property
    def goes_by_clock(self) -> bool:
        """Does what it plays depend on how fast it is?"""
        is_timed = self.kind not in SIMPLE and (self.options().seconds is not None or not self.has_limit)
        return self.kind in PROGRAMS or is_timed

    def player(self, source: GameSource, game: Game, *, interpreted: bool = False, ask: Ask | None = None) -> Player:
        """The player, for a game; `ask` is how a person is asked. `BadInput` or `DoesNotFit` where it cannot play."""
        made = self._made(source, game, interpreted, ask)
        made.name = self.called
        return made

    def _made(self, source: GameSource, game: Game, interpreted: bool, ask: Ask | None) -> Player:
        if self.kind == "random":
            return RandomPlayer()
        if self.kind == "greedy":
            return GreedyPlayer(game)
        if self.kind == "person":
            if ask is None:
                raise BadInput("a person plays on a terminal, one game at a time: leave --workers out")
            return PersonPlayer(ask)
        if self.kind in PROGRAMS:
            return self._program(game)
        options = self.options(interpreted=interpreted)
        if self.kind == LEVEL:
            return LevelPlayer(game, level_of(self.level, CARELESS in self.flags), options)
        weights, is_free = self.given.get("weights"), not self.has_limit
        return SearchPlayer(source, game, options, weights=weights, settings=self.settings, is_free=is_free)

    def _program(self, game: Game) -> Player:
        facts = game.facts
        if facts.hidden or facts.chance or facts.players != 2:
            wanted = "expected a game for two in which nothing is hidden or left to chance"
            raise BadInput(f"{facts.name!r} cannot be played by a program through {self.kind.upper()}; {wanted}")
        if shutil.which(shlex.split(self.command)[0]) is None:
            raise BadInput(f"the program of the player {self.text!r} is not found: expected {self.kind}:COMMAND")
        seconds = self.given.get("time")
        if self.kind == "gtp":
            from kibitz.arena.gtp.gtp_program import GtpProgram

            return GtpProgram(self.command, seconds=seconds)
        depth, nodes = self.given.get("depth"), self.given.get("nodes")
        if not self.has_limit:
            seconds = USUAL_SECONDS
        return UciProgram(self.command, seconds=seconds, depth=depth, nodes=nodes, settings=self.settings)


def _expected(word: str) -> str:
    known = ("auto", *ALGORITHMS, LEVEL, *SIMPLE)
    near = get_close_matches(word, known, 1)
    return f"did you mean {near[0]!r}?" if near else f"expected {', '.join(known)}, uci:COMMAND or gtp:COMMAND"


def _at_level(text: str, words: list[str]) -> PlayerText:
    """A level: its number or name first."""
    if not words or "=" in words[0]:
        raise BadInput(f"the player {text!r} names no level: expected such as 'level 3' or 'level beginner'")
    level_of(words[0], CARELESS in words)
    return _with_words(PlayerText(text, LEVEL, text.strip(), level=words[0]), words[1:], (*OF_LEVELS, "name"))


def _program(text: str, kind: str, command: str, words: list[str]) -> PlayerText:
    """A program: its command reaches up to the words that are ours."""
    keys = (*OF_PROGRAMS[kind], "name")
    own = len(words)
    while own > 0 and _is_ours(words[own - 1], keys):
        own -= 1
    if own and " " in command:
        raise BadInput(f"unknown word {words[own - 1]!r} in the player {text!r}: expected {_listed(keys)}")
    whole = " ".join([command, *map(shlex.quote, words[:own])])
    if not whole.strip():
        raise BadInput(f"the player {text!r} names no program: expected {kind}:COMMAND")
    called = shlex.split(whole)[0].rpartition("/")[2]
    return _with_words(PlayerText(text, kind, called, command=whole), words[own:], keys)


def _is_ours(word: str, keys: tuple[str, ...]) -> bool:
    key, equals, _ = word.partition("=")
    return bool(equals) and (key in keys or key.startswith(OPTION))


def _with_words(player: PlayerText, words: list[str], keys: tuple[str, ...]) -> PlayerText:
    """The player with what its words say."""
    given, settings, flags = dict[str, Any](), dict[str, str](), list[str]()
    prefix = SET if player.kind == "search" else OPTION
    seen = set[str]()
    for word in words:
        key, equals, value = word.partition("=")
        if key in seen:
            raise BadInput(f"{key!r} is given twice in the player {player.text!r}")
        seen.add(key)
        if word in WORDS.get(player.kind, ()):
            flags.append(word)
        elif equals and key.startswith(prefix) and player.kind in ("search", "uci"):
            settings[key.removeprefix(prefix)] = value
        elif not equals or key not in keys:
            raise BadInput(f"unknown word {word!r} in the player {player.text!r}: expected {_listed(keys)}")
        else:
            try:
                given[key] = KEYS[key][1](value) if key in KEYS else value
            except BadInput:
                raise
            except ValueError as error:
                raise BadInput(f"{word!r} in the player {player.text!r} is not understood: {error}") from None
    found = replace(player, given=given, settings=settings, flags=tuple(flags))
    found = replace(found, called=given.get("name", found.called))
    if found.kind in SEARCHING:
        found.options()  # a value that makes no sense is told at once
    return found


def _listed(keys: tuple[str, ...]) -> str:
    return f"key=value with one of {', '.join(keys)}"
