"""The games, one file or folder each. Whatever lies here is a game; there is no list to add it to."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import pickle
import pkgutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from kibitz.errors import BadInput, KibitzError
from kibitz.game import Game
from kibitz.game.malformed import answers_the_questions
from kibitz.game.manners import GameManners
from kibitz.game.record import GameRecord
from kibitz.native.override import override

USERS_MODULE = "kibitz_user_"  # how the names of modules begin that are a user's files
NUMBERS = (bool, int, float)
UNTYPED = object()  # stands for a parameter with neither a default nor a type


def names() -> list[str]:
    """The names of the games that come with Kibitz, in alphabetical order."""
    return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__))


def game_class(name: str) -> type[Game]:
    """The class for a name such as `connect-four`, or for `path/to/file.py:ClassName`."""
    if not isinstance(name, str):
        raise BadInput(f"a game is named by a text such as 'connect-four' or 'file.py:Class', got {name!r}")
    if ".py:" in name or name.endswith(".py") or "/" in name:
        return _from_file(name)
    if name not in names():
        near = [f"{name}.py"] if Path(f"{name}.py").is_file() else get_close_matches(name, names(), 1)
        hint = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(names())}, or file.py:Class"
        raise BadInput(f"unknown game {name!r}; {hint}")
    return _only_game(importlib.import_module(f"{__name__}.{name.replace('-', '_')}"), name)


def full_name(name: str) -> str:
    """The name of a game; of a user's, the whole path of its file and its class, wherever it is asked for from."""
    if name in names():
        return name
    path, colon, cls = name.rpartition(":")
    if not colon:
        path, cls = name, game_class(name).__name__
    return f"{Path(path).resolve()}:{cls}"


def game(name: str, /, **parameters: Any) -> Game:
    """The game of that name with those parameters: `game("connect-four", width=5)`."""
    cls = game_class(name)
    accepted = inspect.signature(cls).parameters
    for given in parameters:
        if given not in accepted:
            wanted = f"expected one of {', '.join(accepted)}" if accepted else "it has no parameters"
            raise BadInput(f"unknown parameter {given!r} of {name}: {wanted}")
    return made(cls, parameters)


def record_of(cls: type[Game]) -> GameRecord | None:
    """What reads and writes the files in which people keep games of this class, such as PGN; None: there are none."""
    package = cls.__module__
    is_folder = package.startswith(f"{__name__}.") and hasattr(sys.modules[package], "__path__")
    if not is_folder or importlib.util.find_spec(f"{package}.record") is None:
        return None
    found: GameRecord = importlib.import_module(f"{package}.record").Record()
    return found


def manners_of(game: Game, *, interpreted: bool = False) -> GameManners | None:
    """What players of a game agree on beside its rules, such as dead stones in Go; None: nothing."""
    package = type(game).__module__
    is_folder = package.startswith(f"{__name__}.") and hasattr(sys.modules[package], "__path__")
    if not is_folder or importlib.util.find_spec(f"{package}.manners") is None:
        return None
    found: GameManners = importlib.import_module(f"{package}.manners").Manners(game, interpreted=interpreted)
    return found


def made(cls: type[Game], parameters: Mapping[str, Any]) -> Game:
    """A game of this class with these parameters, which it accepts; `BadInput` if its constructor raises."""
    missing = [
        name
        for name, parameter in inspect.signature(cls).parameters.items()
        if parameter.default is parameter.empty
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        and name not in parameters
    ]
    if missing:
        options = " ".join(f"--set {name}=…" for name in missing)
        has = f"{', '.join(missing)}, which {'have' if len(missing) > 1 else 'has'} no default"
        raise BadInput(f"{cls.__name__} needs {has}: add {options}, or give a default in {cls.__name__}.__init__")
    try:
        return cls(**parameters)
    except KibitzError:
        raise
    except Exception as error:
        said = ", ".join(f"{key}={value!r}" for key, value in parameters.items())
        raise BadInput(f"{cls.__name__}({said}) cannot be made: {_said(error)}") from error


def parameters_from_text(cls: type[Game], given: Mapping[str, str]) -> dict[str, Any]:
    """Parameters as typed on the command line, each converted to the type of its default."""
    accepted = inspect.signature(cls).parameters
    values: dict[str, Any] = {}
    for name, text in given.items():
        if name not in accepted:
            wanted = f"expected one of {', '.join(accepted)}" if accepted else "it has no parameters"
            raise BadInput(f"unknown parameter {name!r} of {cls.__name__}: {wanted}")
        values[name] = _like(_example(cls, accepted[name]), text, name)
    return values


def _example(cls: type[Game], parameter: inspect.Parameter) -> Any:
    """A value of the type that a parameter has: its default, or one that its annotation names."""
    if parameter.default is not parameter.empty:
        return parameter.default
    try:
        hint = get_type_hints(cls.__init__).get(parameter.name)
    except Exception:  # an annotation may be anything
        hint = None
    if get_origin(hint) is tuple:
        return tuple(part() for part in get_args(hint)[:1] if part in NUMBERS)
    return hint() if hint in NUMBERS else "" if hint is str else UNTYPED


def _like(example: Any, text: str, name: str) -> Any:
    """The text converted to the type of the example; where nothing is known, to what it looks like."""
    if example is UNTYPED:
        try:
            return ast.literal_eval(text)
        except (ValueError, SyntaxError):
            return text
    try:
        if isinstance(example, bool):
            return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[text.lower()]
        if isinstance(example, tuple):
            return tuple(_like(example[0] if example else 0, part, name) for part in text.split(","))
        if isinstance(example, (int, float)):
            return type(example)(text)
    except (ValueError, KeyError):
        kind = {bool: "yes or no", int: "a whole number", float: "a number"}.get(type(example), "numbers with commas")
        raise BadInput(f"{name}={text!r} is not understood: expected {kind}") from None
    return text


def _only_game(module: Any, name: str) -> type[Game]:
    classes = [c for c in vars(module).values() if inspect.isclass(c) and issubclass(c, Game) and c is not Game]
    own = [c for c in classes if c.__module__ == module.__name__]
    if len(own) != 1:
        raise BadInput(f"{name!r} holds {len(own)} games: expected one, or file.py:Class to say which")
    return own[0]


def _from_file(name: str) -> type[Game]:
    path_text, _, class_name = name.rpartition(":") if ":" in name else (name, "", "")
    path = Path(path_text)
    if not path.is_file():
        raise BadInput(f"{path_text!r} is not a file: expected path/to/file.py:ClassName")
    module = _load(path.resolve())
    if not class_name:
        return _only_game(module, path_text)
    found = getattr(module, class_name, None)
    if not (inspect.isclass(found) and issubclass(found, Game)):
        games = [n for n, c in vars(module).items() if inspect.isclass(c) and issubclass(c, Game) and c is not Game]
        wanted = f"expected one of {', '.join(games)}" if games else "it has no class derived from kibitz.Game"
        raise BadInput(f"{class_name!r} in {path_text!r} is not a game: {wanted}")
    return found


def _load(path: Path) -> Any:
    """Import a user's file under a name of its own, so that its classes can be found again by name."""
    module_name = USERS_MODULE + "".join(c if c.isalnum() else "_" for c in str(path.with_suffix("")))
    if module_name in sys.modules:
        return sys.modules[module_name]
    spec = importlib.util.spec_from_file_location(module_name, path)
    if spec is None or spec.loader is None:
        raise BadInput(f"{str(path)!r} is not a Python file: expected path/to/file.py:ClassName")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    sys.path.insert(0, str(path.parent))  # a game may import the files beside it
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        del sys.modules[module_name]
        raise BadInput(f"{path.name}, line {error.lineno}: {error.msg}") from error
    except KeyboardInterrupt:
        del sys.modules[module_name]
        raise
    except BaseException as error:
        del sys.modules[module_name]
        raise BadInput(f"{path.name} cannot be loaded: {_said(error)}{_line_in(error, path)}") from error
    finally:
        sys.path.remove(str(path.parent))
    return module


def _said(error: BaseException) -> str:
    """What went wrong in a user's code, in half a sentence."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _line_in(error: BaseException, path: Path) -> str:
    """Where in that file an error arose."""
    trace = error.__traceback__
    line = None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return f" (line {line})" if line else ""


@dataclass(frozen=True)
class GameSource:
    """A game by its name and its parameters as they are typed, or an object made in Python.

    It can be pickled, and so travels to other processes and machines. A user's file goes by its whole path, and is
    loaded when this is unpickled: what follows in the same pickle may be of its classes, such as positions.
    """

    name: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    made_game: Game | None = None

    @staticmethod
    def of(game: Game | str) -> GameSource:
        """The source of a game given in Python: an object, or a name."""
        if isinstance(game, str):
            return GameSource(game)
        return GameSource(game.facts.name, made_game=game)

    def game(self, others: Mapping[str, str] | None = None) -> Game:
        """The game, with other parameters where some are given; `BadInput` where there is no such game."""
        if self.made_game is not None:
            if others:
                raise BadInput(
                    f"set.{next(iter(others))} needs the name of a game, not an object such as {self.name!r}"
                )
            return self.made_game
        given = {**self.parameters, **(others or {})}
        made = game(self.name, **parameters_from_text(game_class(self.name), given))
        answers_the_questions(made)
        return made

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        if self.made_game is None:
            path, colon, class_name = self.name.rpartition(":") if ".py:" in self.name else (self.name, "", "")
            is_file = bool(colon) or path.endswith(".py") or "/" in path
            name = f"{Path(path).resolve()}{colon}{class_name}" if is_file else self.name
            return _unpacked, (name, dict(self.parameters), name if is_file else "", b"")
        module = type(self.made_game).__module__
        file = str(sys.modules[module].__file__) if module.startswith(USERS_MODULE) else ""
        return _unpacked, (self.name, dict(self.parameters), file, pickle.dumps(self.made_game))

    def json(self) -> dict[str, Any]:
        """What is kept of it in a file."""
        if self.made_game is not None:
            return {"game": self.name, "set": {"object": repr(self.made_game)}}
        return {"game": self.name, "set": dict(self.parameters)}


def _unpacked(name: str, parameters: dict[str, str], file: str, made_game: bytes) -> GameSource:
    """The source of a game that has travelled."""
    if file:
        path = Path(file.rpartition(":")[0] if ".py:" in file else file)
        if not path.is_file():
            raise BadInput(f"{str(path)!r} is not a file here: every worker must see it under the same path")
        _load(path)
    return GameSource(name, parameters, pickle.loads(made_game) if made_game else None)
