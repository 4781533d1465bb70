"""How positions and moves of Go are written: points as d4, without the letter i; positions as moves or as SGF."""

from __future__ import annotations

from kibitz.errors import BadInput
from kibitz.games.go.board import (
    BEGINNING,
    BLACK,
    LARGEST,
    NOWHERE,
    PASS,
    SMALLEST,
    WHITE,
    Board,
    State,
    action_before,
    ko_point,
    last_action,
    meta_of,
    mover,
    moves_made,
)
from kibitz.games.go.points import NO_POINTS, Points, both, each, either, holds, single, some
from kibitz.games.go.sgf import SgfNode, main_line, place_of, places_of, read_tree, written_node, written_place
from kibitz.games.go.stones import after_pass, after_stone, group_of, is_legal, liberties

COLUMNS = "abcdefghjklmnopqrstuvwxyz"  # without i, which looks like l and 1
PASS_TEXT = "pass"
MOST_MOVES = 0xFFFF
# Properties of our own, for what a position is beside its stones: the last two actions, and the point of a ko.
LAST_ACTIONS, KO_POINT = "KBLAST", "KBKO"


def written_action(board: Board, a: int) -> str:
    """A point as d4, or `pass`."""
    if a == PASS:
        return PASS_TEXT
    row, column = divmod(a, board.stride)
    return f"{COLUMNS[column]}{row + 1}"


def read_action(board: Board, text: str) -> int:
    """The action that a person writes; `BadInput` if it is none of this board."""
    given = text.strip().lower()
    if given == PASS_TEXT:
        return PASS
    column, row = given[:1], given[1:]
    if column and column in COLUMNS[: board.size] and row.isascii() and row.isdigit() and 1 <= int(row) <= board.size:
        return board.point(int(row) - 1, COLUMNS.index(column))
    last = f"{COLUMNS[board.size - 1]}{board.size}"
    raise BadInput(f"{text!r} is not a move on a board of {board.size}×{board.size}: expected a1 to {last}, or pass")


def written(board: Board, s: State) -> str:
    """A position as SGF on one line: its stones, who is to move, and what happened last."""
    black, white = (s.me, s.other) if mover(s) == BLACK else (s.other, s.me)
    last = [action_before(s), last_action(s)]
    properties = {
        "SZ": [str(board.size)],
        "AB": [_corner_text(board, point) for point in each(black)],
        "AW": [_corner_text(board, point) for point in each(white)],
        "PL": ["BW"[mover(s)]],
        "MN": [str(moves_made(s))] if moves_made(s) else [],
        LAST_ACTIONS: ["" if a == PASS else _corner_text(board, a) for a in last if a != NOWHERE],
        KO_POINT: [_corner_text(board, ko_point(s))] if ko_point(s) != NOWHERE else [],
    }
    return f"({written_node(properties)})"


def _corner_text(board: Board, point: int) -> str:
    return written_place(*divmod(point, board.stride), board.size)


def read(board: Board, text: str) -> State:
    """The position that a text stands for: moves from the empty board, or SGF; `BadInput` if there is none."""
    if "(" not in text:
        s = State(NO_POINTS, NO_POINTS, BEGINNING)
        for word in text.split():
            s = played(board, s, read_action(board, word), word)
        return s
    start, moves = game_of(board, read_tree(text))
    for a in moves:
        start = played(board, start, a, written_action(board, a))
    return start


def played(board: Board, s: State, a: int, text: str) -> State:
    """The state after an action that somebody wrote; `BadInput` where it is not legal."""
    if board.is_terminal(s):
        raise BadInput(f"{text!r} cannot be played: the game is over before it")
    if a == PASS:
        return after_pass(s)
    colour = ("Black", "White")[mover(s)]
    if not holds(board.empty(s), a):
        raise BadInput(f"{text!r} is not legal for {colour}: there is a stone already (move {moves_made(s) + 1})")
    if not is_legal(board, s, a):
        why = "it retakes a ko at once" if a == ko_point(s) else "it would have no liberty"
        raise BadInput(f"{text!r} is not legal for {colour}: {why} (move {moves_made(s) + 1})")
    return after_stone(board, s, a)


def size_of(root: SgfNode) -> int:
    """The size of the board of a game, 19 where it does not say; `BadInput` if it is not a square board of Go."""
    kind, size = root.first("GM"), root.first("SZ")
    if kind is not None and kind.strip() not in ("", "1"):
        raise BadInput(f"this SGF is not a game of Go: expected GM[1], got GM[{kind}]")
    if size is None:
        return 19
    try:
        width, _, height = size.partition(":")
        if height and int(height) != int(width):
            raise ValueError
        return int(width)
    except ValueError:
        raise BadInput(f"SZ[{size}] is not the size of a square board") from None


def refuse_other_komi(komi: float, text: str) -> None:
    """Refuse an SGF that is played with another komi; one that says none is taken as it is."""
    said = read_tree(text).first("KM")
    if said is None or not said.strip():
        return
    try:
        given = float(said)
    except ValueError:
        raise BadInput(f"KM[{said}] is not a komi: expected a number of points") from None
    if given != komi:
        raise BadInput(f"the SGF has a komi of {given:g}, but this game one of {komi:g}: add --set komi={given:g}")


def game_of(board: Board, root: SgfNode) -> tuple[State, list[int]]:
    """Where the main line of an SGF begins, and its actions; what follows the end of the game is left out.

    Stones that are set up in the middle begin it anew. Where one player moves twice in a row, the other has passed.
    """
    size = size_of(root)
    if size != board.size:
        is_known = SMALLEST <= size <= LARGEST
        advice = f"add --set size={size}" if is_known else f"expected {SMALLEST} to {LARGEST} points"
        raise BadInput(
            f"the SGF is of a board of {size}×{size}, but this game is played on {board.size}×{board.size}: {advice}"
        )
    black, white = NO_POINTS, NO_POINTS
    start = s = State(NO_POINTS, NO_POINTS, BEGINNING)
    actions: list[int] = []
    nodes = main_line(root)
    for number, node in enumerate(nodes):
        if any(name in node.properties for name in ("AB", "AW", "AE", "PL")):
            black, white = (s.me, s.other) if mover(s) == BLACK else (s.other, s.me)
            start = s = _set_up(board, node, black, white, _first_mover(nodes[number:], node))
            actions = []
        for colour in ("B", "W"):
            value = node.first(colour)
            if value is None or board.is_terminal(s):
                continue
            if "BW"[mover(s)] != colour and actions:
                actions.append(PASS)
                s = after_pass(s)
            elif "BW"[mover(s)] != colour:
                start = s = State(s.other, s.me, s.meta ^ 1)
            if board.is_terminal(s):
                break
            place = place_of(value, board.size)
            a = PASS if place is None else board.point(*place)
            s = played(board, s, a, f"{colour}[{value}]")
            actions.append(a)
    return start, actions


def _first_mover(nodes: list[SgfNode], node: SgfNode) -> int:
    """Who moves first after a set-up: as the file says, else whoever moves there; else White after a handicap."""
    said = node.first("PL")
    if said is not None:
        return WHITE if said.strip().upper().startswith("W") else BLACK
    for later in nodes:
        if later.first("B") is not None:
            return BLACK
        if later.first("W") is not None:
            return WHITE
    return WHITE if (node.first("HA") or "0").strip() not in ("", "0", "1") else BLACK


def _set_up(board: Board, node: SgfNode, black: Points, white: Points, first: int) -> State:
    """The state after stones are put down and taken away; `BadInput` where a group has no liberty."""
    stones = {board.point(row, column): BLACK for row, column in _places(board, black)}
    stones |= {board.point(row, column): WHITE for row, column in _places(board, white)}
    for name, colour in (("AB", BLACK), ("AW", WHITE), ("AE", None)):
        for row, column in places_of(node.properties.get(name, []), board.size):
            if colour is None:
                stones.pop(board.point(row, column), None)
            else:
                stones[board.point(row, column)] = colour
    sides = [NO_POINTS, NO_POINTS]
    for point, side in stones.items():
        sides[side] = either(sides[side], single(point))
    s = State(sides[first], sides[1 - first], meta_of(first, 0, NOWHERE, NOWHERE, NOWHERE, 0))
    for stones_of_one in sides:
        for point in each(stones_of_one):
            if not some(liberties(board, group_of(board, single(point), stones_of_one), board.empty(s))):
                raise BadInput(f"the stone at {written_action(board, point)} has no liberty: such a board cannot be")
    return _with_its_past(board, node, s)


def _places(board: Board, points: Points) -> list[tuple[int, int]]:
    return [divmod(point, board.stride) for point in each(points)]


def _with_its_past(board: Board, node: SgfNode, s: State) -> State:
    """A position with what `written` keeps of the moves before it."""
    last = [place_of(value, board.size) for value in node.properties.get(LAST_ACTIONS, [])][-2:]
    actions = [NOWHERE] * (2 - len(last)) + [PASS if place is None else board.point(*place) for place in last]
    passed = 2 if actions == [PASS, PASS] else 1 if actions[1] == PASS else 0
    ko = NOWHERE
    for place in places_of(node.properties.get(KO_POINT, []), board.size):
        ko = board.point(*place)
        if not some(both(single(ko), board.empty(s))) or passed:
            raise BadInput(f"{KO_POINT}[{_corner_text(board, ko)}] is not a ko: expected an empty point, and no pass")
    moves = node.first("MN") or "0"
    if not (moves.isascii() and moves.isdigit() and int(moves) <= MOST_MOVES):
        raise BadInput(f"MN[{moves}] is not a number of moves: expected 0 to {MOST_MOVES}")
    return State(s.me, s.other, meta_of(mover(s), passed, ko, actions[1], actions[0], int(moves)))
