"""How a student's function is called: what its parameters mean, by their names and their order.

Two families of shapes: over trees in nested lists of numbers, `f(tree)`, `f(tree, maximising)`,
`f(tree, alpha, beta, maximising)`, with a depth if there is one; and over a game, `f(game, s)`, `f(game, s, depth)`,
`f(game, s, depth, alpha, beta)`. Names may be spelled in any usual way and stand in any order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from kibitz.errors import BadInput

MINIMAX, ALPHABETA, EXPECTIMAX, NEGAMAX, CUTOFF, TABLE = KINDS = (
    *("minimax", "alphabeta", "expectimax", "negamax", "cutoff", "table"),
)
TITLES = {
    MINIMAX: "minimax",
    ALPHABETA: "alpha-beta",
    EXPECTIMAX: "expectimax",
    NEGAMAX: "negamax",
    CUTOFF: "minimax to a depth",
    TABLE: "search with a table",
}

# What parameters are called, without underscores, in small letters.
NAMES = {
    "game": "game g problem env rules",
    "state": "s state position pos board gamestate currentstate",
    "tree": "tree node root t n subtree branch children nodes",
    "alpha": "alpha a α low lo lower",
    "beta": "beta b β high hi upper",
    "depth": "depth d ply plies maxdepth limit level cutoff depthlimit remaining",
    "colour": "color colour sign",
    "side": "player turn side who mover currentplayer agent toplay p",
}
ROLES = {name: role for role, names in NAMES.items() for name in names.split()}
MAXIMISING = re.compile(r"max")
MINIMISING = re.compile(r"^(?:is)?min(?:imi[sz]ing)?(?:player|turn|node)?$")

# How a side is told to a function: what is passed for MAX, and for MIN.
SIDES: dict[str, tuple[Any, Any]] = {
    "true for MAX": (True, False),
    "true for MIN": (False, True),
    "0 for MAX": (0, 1),
    "1 for MAX, -1 for MIN": (1, -1),
    "1 for MAX, 2 for MIN": (1, 2),
    "'max' and 'min'": ("max", "min"),
    "'MAX' and 'MIN'": ("MAX", "MIN"),
}


class Parameter(NamedTuple):
    """A parameter of a student's function."""

    name: str
    required: bool
    default: Any = None  # only plain values: what they say about the meaning is all that counts


@dataclass(frozen=True)
class Calling:
    """One way to call a function, and to read what it answers."""

    kind: str = MINIMAX
    over: str = "tree"  # or "game"
    positional: tuple[str, ...] = ("tree",)  # the role of each required parameter
    named: tuple[tuple[str, str], ...] = ()  # role and name of optional parameters that may be passed
    side: str = ""  # a key of SIDES; "": whose move it is cannot be said
    depth: str = "height"  # what a depth over a tree means: "height", the plies left, or "zero", the plies gone
    turned: bool = False  # are leaves worth what they are to the player to move there? negamax of a plain tree
    chance: str = "pairs"  # over a tree: "pairs" (probability, child), or "plain": children that are equally likely
    answer: str = "value"  # or "value, move" or "move, value"
    move: str = "number"  # over a tree: the "number" of a child, from 0, or the "child"

    def has(self, role: str) -> bool:
        """Can this be passed?"""
        return role in self.positional or any(role == each for each, _ in self.named)

    @property
    def has_sides(self) -> bool:
        """Can it be called where MIN is to move?"""
        return self.over == "game" or bool(self.side)

    @property
    def has_depth(self) -> bool:
        """Can it be asked to look only so many plies ahead?"""
        return self.over == "game" and self.has("depth")

    @property
    def has_window(self) -> bool:
        """Can a window be passed?"""
        return self.has("alpha") and self.has("beta")

    @property
    def prunes(self) -> bool:
        """Is it expected to cut?"""
        return self.kind == ALPHABETA or (self.kind in (NEGAMAX, TABLE) and self.has_window)

    @property
    def shape(self) -> str:
        """The shape as it is documented, such as `f(tree, maximising)`."""
        shown = {"state": "s", "side": "maximising", "colour": "colour"}
        return f"f({', '.join(shown.get(role, role) for role in self.positional)})"


def callings(name: str, parameters: Sequence[Parameter], kind: str | None, of_game: bool = False) -> list[Calling]:
    """The ways to call a function of this name, likeliest first; `BadInput` if it has no shape that is known.

    `kind` is one of KINDS where it was given; `of_game`: it must be a search of games.
    """
    required = [each for each in parameters if each.required]
    if not required:
        raise BadInput(f"{name}() needs a parameter for the tree, or for the game and the state: see docs/grading.md")
    roles = _roles(required, of_game)
    if unknown := [each.name for each, role in zip(required, roles, strict=True) if not role]:
        raise BadInput(f"{name}({', '.join(each.name for each in required)}): {_meaning(unknown)}")
    if len(set(roles)) < len(roles):
        raise BadInput(f"{name}({', '.join(each.name for each in required)}): two parameters mean the same thing")
    over = "game" if "game" in roles else "tree"
    if of_game and over == "tree":
        raise BadInput(f"{name} searches trees in nested lists, not games: leave the game out, or write f(game, s)")
    optional = [(role, each) for each in parameters if not each.required and (role := _role(each.name))]
    made = Calling(over=over, positional=tuple(roles), named=_named(over, optional))
    kinds = [kind] if kind else _kinds(name, made)
    return [each for guess in kinds for each in _ways(replace(made, kind=guess), required, optional)]


def _role(name: str) -> str:
    plain = name.lower().replace("_", "")
    if plain in ROLES:
        return ROLES[plain]
    if MINIMISING.match(plain) or MAXIMISING.search(plain):
        return "side"
    return ""


def _roles(required: list[Parameter], of_game: bool) -> list[str]:
    """What each required parameter means: by its name, else by its place among so many."""
    roles = [_role(each.name) for each in required]
    if "game" in roles and "state" in roles:
        return roles
    forced = of_game and "tree" not in roles and "side" not in roles[:2]
    if len(roles) >= 2 and (forced or roles[0] == "game" or roles[1] == "state" or not any(roles[:2])):
        roles[:2] = ["game", "state"]
    elif "state" in roles and "tree" not in roles:
        roles[roles.index("state")] = "tree"
    elif roles[0] != "tree" and "tree" not in roles:
        roles[0] = "tree"
    if len(roles) == 2 and not roles[1]:
        roles[1] = "side"
    return roles


def _meaning(unknown: list[str]) -> str:
    """Why a function cannot be called."""
    what = f"it is not clear what to pass for {unknown[0]!r}"
    return f"{what}; expected names such as tree, maximising, alpha, beta, or game, s, depth (see docs/grading.md)"


def _named(over: str, optional: list[tuple[str, Parameter]]) -> tuple[tuple[str, str], ...]:
    """The optional parameters that are worth passing: a depth that counts plies gone is not one."""
    kept = []
    for role, each in optional:
        if role in ("game", "state", "tree") or (role == "depth" and (over == "tree" or each.default == 0)):
            continue
        kept.append((role, each.name))
    return tuple(kept)


def _kinds(name: str, made: Calling) -> list[str]:
    """The kinds of search that it may be, likeliest first, by the function's name and parameters."""
    plain = name.lower().replace("_", "").rpartition(".")[2]
    if "expecti" in plain or "expected" in plain:
        return [EXPECTIMAX]
    if "nega" in plain or made.has("colour"):
        return [NEGAMAX]
    if "table" in plain or plain.endswith("tt") or "transpos" in plain or "memo" in plain:
        return [TABLE, NEGAMAX]
    if "alpha" in plain or "prun" in plain or plain.startswith("ab") or made.has_window:
        return [ALPHABETA, NEGAMAX] if made.over == "game" else [ALPHABETA]
    if made.has_depth:
        return [CUTOFF, NEGAMAX]
    return [MINIMAX, NEGAMAX] if made.has_sides or made.over == "game" or "minimax" not in plain else [MINIMAX]


def _ways(made: Calling, required: list[Parameter], optional: list[tuple[str, Parameter]]) -> Iterator[Calling]:
    """Everything that the names leave open."""
    sides = list(_sides(made, required, optional)) if made.over == "tree" else [""]
    depths = ["height", "zero"] if made.over == "tree" and "depth" in made.positional else ["height"]
    chances = ["pairs", "plain"] if made.kind == EXPECTIMAX and made.over == "tree" else ["pairs"]
    for side in sides:
        for depth in depths:
            for chance in chances:
                turned = made.kind == NEGAMAX and made.over == "tree" and not side
                yield replace(made, side=side, depth=depth, chance=chance, turned=turned)


def _sides(made: Calling, required: list[Parameter], optional: list[tuple[str, Parameter]]) -> Iterator[str]:
    """How the function may want to be told whose move it is."""
    given = {each.name: each.default for _, each in optional}
    for each in (*required, *(one for _, one in optional)):
        plain = each.name.lower().replace("_", "")
        if _role(each.name) == "colour" and made.has("colour"):
            yield "1 for MAX, -1 for MIN"
            return
        if _role(each.name) != "side" or not made.has("side"):
            continue
        if each.name in given:
            yield from _by_default(each.default, plain)
        elif MINIMISING.match(plain):
            yield "true for MIN"
        elif MAXIMISING.search(plain):
            yield "true for MAX"
        else:
            yield from ("true for MAX", "0 for MAX", "1 for MAX, -1 for MIN", "1 for MAX, 2 for MIN")
            yield from ("'max' and 'min'", "'MAX' and 'MIN'")
        return
    yield ""


def _by_default(default: Any, plain: str) -> Iterator[str]:
    """What the default says, which is for a root where MAX moves."""
    fitting = [side for side, (most, _) in SIDES.items() if type(most) is type(default) and most == default]
    if default is True or default is False:
        fitting = ["true for MIN" if MINIMISING.match(plain) else "true for MAX"]
    yield from fitting or [""]
