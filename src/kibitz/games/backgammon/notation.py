"""How positions and plays of backgammon are written: GNU Backgammon's position IDs, and moves such as 13/7 8/7."""

from __future__ import annotations

import base64
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise

from kibitz.errors import BadInput
from kibitz.game.notation import split_mover, with_mover
from kibitz.games.backgammon.checkers import (
    BAR,
    BOARD,
    CHECKERS,
    FIELD,
    HOME_BOARD,
    OFF,
    Side,
    is_done,
    made,
    number,
    occupied,
    reflected,
    with_one,
)
from kibitz.native.bits import has

LETTERS = 14  # of a position ID
BYTES = 10
PASS = "pass"
MOVE = re.compile(r"(bar|\d{1,2})((?:/(?:off|\d{1,2})\*?)+)(?:\(([1-4])\))?")

Hop = tuple[int, int]  # one checker, by one die: the place it leaves and the one it reaches


# ---------------------------------------------------------------- positions


def position_text(mine: Side, theirs: Side, dice: int, mover: int) -> str:
    """The position ID for the player to move, the dice once they are rolled, and who that player is."""
    rolled = f":{dice}" if dice else ""
    return with_mover(identifier(mine, theirs) + rolled, mover)


def read_position(text: str) -> tuple[Side, Side, int, int]:
    """What `position_text` wrote: the mover's checkers, the other's, the dice (0: not rolled yet), and the mover."""
    given, mover = split_mover(text, 2)
    letters, _, rolled = given.partition(":")
    mine, theirs = read_identifier(letters.strip(), text)
    _refuse_impossible(mine, theirs, text)
    dice = read_dice(rolled, text) if rolled.strip() else 0
    if dice and is_done(theirs):
        raise BadInput(f"{text!r} has dice in a game that is over: expected the position ID alone")
    return mine, theirs, dice, mover


def identifier(mine: Side, theirs: Side) -> str:
    """GNU Backgammon's position ID.

    For the opponent, then for the player to move, and for each point from 1 to 24 and the bar: as many ones as there
    are checkers, and a zero. These bits fill ten bytes, each from its lowest bit, and the bytes are written in base 64.
    """
    bits = "".join("1" * number(side, place) + "0" for side in (theirs, mine) for place in range(1, BAR + 1))
    key = int(bits[::-1], 2).to_bytes(BYTES, "little")
    return base64.b64encode(key).decode().rstrip("=")


def read_identifier(letters: str, text: str) -> tuple[Side, Side]:
    """The mover's checkers and the opponent's; `text` is what to quote in an error."""
    wanted = f"expected a GNU Backgammon position ID of {LETTERS} letters, such as 4HPwATDgc/ABMA"
    if len(letters) != LETTERS:
        raise BadInput(f"{text!r} is not a position of backgammon: {wanted}")
    if odd := re.search(r"[^A-Za-z0-9+/]", letters):
        raise BadInput(f"{text!r} has a {odd[0]!r} in it: {wanted}")
    key = base64.b64decode(letters + "==")
    if base64.b64encode(key).decode()[:LETTERS] != letters:
        raise BadInput(f"{text!r} has an ID that ends in {letters[-1]!r}: expected A, Q, g or w, as all of them do")
    runs = f"{int.from_bytes(key, 'little'):080b}"[::-1].split("0")
    counts = [len(run) for run in runs]
    if any(counts[2 * BAR :]):
        raise BadInput(f"{text!r} has more checkers than places to put them: expected 25 places for each player")
    return _side(counts[BAR : 2 * BAR], "the player to move", text), _side(counts[:BAR], "the opponent", text)


def read_dice(rolled: str, text: str) -> int:
    """Two dice as one number, the larger first: 31 for `31`, `13` or `3-1`."""
    dice = re.fullmatch(r"\s*([1-6])[-,\s]?([1-6])\s*", rolled, re.ASCII)
    if dice is None:
        raise BadInput(f"{text!r} has dice of {rolled.strip()!r}: expected two numbers from 1 to 6, such as 31")
    return int("".join(sorted(dice.groups(), reverse=True)))


def _side(counts: list[int], who: str, text: str) -> Side:
    checkers = sum(counts)
    if checkers > CHECKERS:
        raise BadInput(f"{text!r} has {checkers} checkers for {who}: expected {CHECKERS} at most")
    side = Side(0, 0)
    for place, wanted in enumerate([CHECKERS - checkers, *counts]):
        for _ in range(wanted):
            side = with_one(side, place)
    return side


def _refuse_impossible(mine: Side, theirs: Side, text: str) -> None:
    shared = occupied(mine) & reflected(occupied(theirs) & BOARD)
    if shared:
        point = shared.bit_length() - 1
        raise BadInput(f"{text!r} has checkers of both players on the mover's point {point}: expected those of one")
    if is_done(mine):
        whose = "either player" if is_done(theirs) else "the player to move"
        raise BadInput(f"{text!r} has no checker left for {whose}: whoever bears off the last one has won")
    if _is_shut_out(mine, theirs) and _is_shut_out(theirs, mine):
        raise BadInput(f"{text!r} cannot arise: both players are on the bar, and neither could ever enter")


def _is_shut_out(side: Side, other: Side) -> bool:
    """On the bar against six points."""
    return has(occupied(side), BAR) and made(other) & HOME_BOARD == HOME_BOARD


# ---------------------------------------------------------------- plays


def play_text(theirs: Side, dice: int, a: int) -> str:
    """A play as usual: from the rear to the front, one checker's moves together, `*` for a hit, `(2)` for twice."""
    if a == 0:
        return PASS
    paths: list[list[int]] = []
    for source, target in hops(dice, a):
        for path in paths:
            if path[-1] == source:
                path.append(target)
                break
        else:
            paths.append([source, target])
    left = blots(theirs)
    written = []
    for places, times in Counter(map(tuple, sorted(paths, reverse=True))).items():
        text = place_name(places[0])
        for place in places[1:]:
            hit = has(left, place)
            left &= ~(1 << place)
            if hit or place == places[-1]:
                text += f"/{place_name(place)}{'*' if hit else ''}"
        written.append(text if times == 1 else f"{text}({times})")
    return " ".join(written)


def read_play(text: str, legal: Mapping[int, str], theirs: Side, dice: int, where: str) -> int:
    """The legal play (each with its text) that is meant: its moves in any order, hits marked or not."""
    plain = " ".join(text.lower().replace(",", " ").split())
    for a, written in legal.items():
        if plain == written:
            return a
    legs = _legs(plain, text, where, legal)
    found = [a for a in legal if any(_covers(legs, way, blots(theirs)) for way in _ways(theirs, dice, a))]
    if len(found) == 1:
        return found[0]
    if found:
        raise BadInput(f"{text!r} at {where!r} may mean {' or '.join(legal[a] for a in found)}: expected one of them")
    raise BadInput(f"{text!r} is not a legal move at {where!r}: expected {_some(legal)}")


def hops(dice: int, a: int) -> list[Hop]:
    """The moves of a play, from the rear to the front."""
    larger, smaller = divmod(dice, 10)
    found = []
    for index in range(4):
        source = a >> index * FIELD & (1 << FIELD) - 1
        if source:
            found.append((source, max(source - (smaller if index else larger), OFF)))
    return sorted(found, reverse=True)


def blots(theirs: Side) -> int:
    """Where the opponent has a single checker, as the player to move counts the points."""
    return reflected(occupied(theirs) & ~made(theirs) & BOARD)


def place_name(place: int) -> str:
    """A place as it is written: `13`, `bar`, `off`."""
    return "bar" if place == BAR else "off" if place == OFF else str(place)


def _legs(plain: str, text: str, where: str, legal: Mapping[int, str]) -> list[tuple[int, int, bool]]:
    """What was written, as places left and reached, and whether a hit was marked there."""
    found = []
    for word in plain.split():
        move = MOVE.fullmatch(word)
        if move is None:
            raise BadInput(f"{text!r} is not a move at {where!r}: expected {_some(legal)}")
        places = [move[1], *move[2].split("/")[1:]]
        for source, target in pairwise(places):
            leg = _place(source), _place(target), target.endswith("*")
            found += [leg] * int(move[3] or 1)
    return found


def _place(name: str) -> int:
    name = name.rstrip("*")
    return BAR if name == "bar" else OFF if name == "off" else int(name)


def _ways(theirs: Side, dice: int, a: int) -> Iterator[list[Hop]]:
    """The moves of a play; and if it is one checker's, by the other die first where that comes to the same."""
    moves = hops(dice, a)
    yield moves
    larger, smaller = divmod(dice, 10)
    if larger != smaller and len(moves) == 2 and moves[0][1] == moves[1][0]:
        (source, halfway), (_, target) = moves
        other = source - (smaller if source - halfway == larger else larger)
        in_the_way = reflected(occupied(theirs) & BOARD)
        if other > OFF and not has(in_the_way, other) and not has(in_the_way, halfway):
            yield [(source, other), (other, target)]


def _covers(legs: list[tuple[int, int, bool]], moves: list[Hop], hit: int) -> bool:
    """Can these moves be strung together to what was written, each used once?"""
    if not legs:
        return not moves
    source, target, marked = legs[0]
    if marked and not has(hit, target):
        return False
    for index, (start, end) in enumerate(moves):
        if start == source and end >= target:
            rest = moves[:index] + moves[index + 1 :]
            further = legs[1:] if end == target else [(end, target, marked), *legs[1:]]
            if _covers(further, rest, hit):
                return True
    return False


def _some(legal: Mapping[int, str], most: int = 6) -> str:
    """A few legal plays, for a sentence."""
    texts = list(legal.values())
    shown = ", ".join(texts[:most])
    if len(texts) == 1:
        return shown
    return f"one of {shown}" if len(texts) <= most else f"one of {shown} and {len(texts) - most} more"
