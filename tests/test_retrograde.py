"""Tables built backwards: every entry against plain textbook recursion and naive rounds, in memory and on disk."""

import itertools
import math
import random
from typing import NamedTuple

import numpy as np
import pytest

from kibitz.errors import DoesNotFit, Unsolved, Unusable
from kibitz.game import CHANCE, Game
from kibitz.games import game as make_game
from kibitz.lookup.endgame_file import look_up, open_table
from kibitz.lookup.endgame_table import probe
from kibitz.native.bits import mix
from kibitz.native.execution import run
from kibitz.search.retrograde import forward, from_position
from kibitz.search.retrograde.from_position import build_from
from kibitz.search.retrograde.job import Job
from kibitz.search.retrograde.on_disk import OnDisk

OVER = -2
TINY = 1e-4  # megabytes: whatever there must be room for


class At(NamedTuple):
    node: int
    again: float  # the same: states of more than one word, and with a float in them


class Graph(Game):
    """A random graph as a game: turns need not alternate, and play can go round in circles."""

    def __init__(self, seed=0, nodes=40, kind="cyclic", levels=5, swing=1.0):
        dice = random.Random(f"{seed} {kind}")
        movers, first, children, chances, pay = [], [0], [], [], []
        for node in range(nodes):
            row = self.links(dice, node, nodes, kind)
            roll = self.rolls and row and dice.random() < 0.4
            movers.append(OVER if not row else CHANCE if roll else dice.randrange(self.players))
            weights = [dice.randint(1, 4) for _ in row]
            children += row
            chances += [weight / sum(weights) for weight in weights]
            first.append(len(children))
            pay += self.utilities(dice, levels, swing)
        self.movers, self.first = np.array(movers), np.array(first)
        self.children, self.chances = np.array(children), np.array(chances)
        self.pay = np.array(pay)
        self._named = (seed, nodes, kind)
        self.kind = kind

    rolls = False

    def size(self, node):
        return int(self.first[node + 1] - self.first[node])

    def __repr__(self):
        return f"{type(self).__name__}{self._named}"

    @staticmethod
    def links(dice, node, nodes, kind):
        """Where play leads: anywhere, only on, or from each layer of ten to the next."""
        layer = node // 10
        behind = {"cyclic": range(nodes), "on": range(node + 1, nodes)}.get(
            kind, range(min(nodes, 10 * layer + 10), min(nodes, 10 * layer + 20))
        )
        if not behind or (node > 3 and dice.random() < 0.2):
            return []
        return [dice.choice(behind) for _ in range(dice.randint(1, 4))]

    def utilities(self, dice, levels, swing):
        first = swing * dice.randint(-levels, levels)
        return [first, -first]

    def initial(self):
        return At(0, 0.0)

    def player(self, s):
        return int(self.movers[s.node])

    def actions(self, s):
        yield from range(self.first[s.node + 1] - self.first[s.node])

    def result(self, s, a):
        node = int(self.children[self.first[s.node] + a])
        return At(node, float(node))

    def is_terminal(self, s):
        return self.movers[s.node] == OVER

    def utility(self, s, player):
        return float(self.pay[s.node * self.players + player])

    def key(self, s):
        return mix(s.node + 12345)


class DiceGraph(Graph):
    """The same with chance nodes."""

    rolls = True

    def outcomes(self, s):
        for a in range(self.first[s.node + 1] - self.first[s.node]):
            yield a, float(self.chances[self.first[s.node] + a])


class TrioGraph(DiceGraph):
    """Three players, each for itself, and chance."""

    players = 3

    def utilities(self, dice, levels, swing):
        return [swing * dice.randint(-levels, levels) for _ in range(self.players)]


class TeamGraph(Graph):
    """Four players in two teams."""

    players = 4
    zero_sum = True
    teams = (0, 1, 1, 0)

    def utilities(self, dice, levels, swing):
        own = float(dice.randint(-levels, levels))
        return [own, -own, -own, own]


# ---------------------------------------------------------------- the textbook


def reached(game):
    found, waiting = {}, [game.initial()]
    while waiting:
        s = waiting.pop()
        if s.node not in found:
            found[s.node] = s
            waiting += [] if game.is_terminal(s) else [game.result(s, a) for a in game.choices(s)]
    return found


def backed_up(game, s, values):
    """One step of expectiminimax, or of maxn, from the values behind."""
    if game.is_terminal(s):
        return tuple(game.utility(s, player) for player in range(game.players))
    if game.player(s) == CHANCE:
        rows = [(p, values[game.result(s, a).node]) for a, p in game.outcomes(s)]
        return tuple(sum(p * row[player] for p, row in rows) for player in range(game.players))
    mover = game.player(s)
    return max((values[game.result(s, a).node] for a in game.actions(s)), key=lambda row: row[mover])


def minimax_values(game):
    """What each position is worth to each: rounds from a draw everywhere until nothing changes.

    With both dice and circles that can be too much: what was too good once may hold itself up for ever.
    """
    found = reached(game)
    if game.rolls and game.kind == "cyclic":
        return values_of_all_play(game, found)
    values = dict.fromkeys(found, (0.0,) * game.players)
    for _ in range(5000):
        after = {node: backed_up(game, s, values) for node, s in found.items()}
        if all(abs(a - b) < 1e-13 for node in found for a, b in zip(after[node], values[node], strict=True)):
            return values
        values = after
    raise AssertionError("the rounds never end")


def values_of_all_play(game, found):
    """Every fixed play of one against every fixed play of the other, each a Markov chain; without end it is worth 0."""
    nodes = sorted(found)
    sides = [[node for node in nodes if game.movers[node] == player] for player in (0, 1)]
    plays = [list(itertools.product(*(range(game.size(node)) for node in side))) for side in sides]
    best = np.full(len(nodes), -np.inf)
    for first in plays[0]:
        worst = np.full(len(nodes), np.inf)
        for second in plays[1]:
            chosen = dict(zip(sides[0], first, strict=True)) | dict(zip(sides[1], second, strict=True))
            worst = np.minimum(worst, chain(game, nodes, chosen))
        best = np.maximum(best, worst)
    return {node: (value, -value) for node, value in zip(nodes, best.tolist(), strict=True)}


def chain(game, nodes, chosen):
    steps, worth = np.zeros((len(nodes), len(nodes))), np.zeros(len(nodes))
    for row, node in enumerate(nodes):
        s = At(node, float(node))
        if game.is_terminal(s):
            worth[row] = game.utility(s, 0)
            continue
        for a, p in game.outcomes(s) if node not in chosen else [(chosen[node], 1.0)]:
            steps[row, nodes.index(game.result(s, a).node)] += p
    for _ in range(50):  # after twice as many steps each time
        worth, steps = worth + steps @ worth, steps @ steps
    return worth


def few_plays(seeds):
    """Dice and circles, with so few ways to play that all can be tried."""
    for seed in range(seeds):
        game = DiceGraph(seed, 12, "cyclic")
        if math.prod(game.size(node) for node in reached(game) if game.movers[node] >= 0) <= 60:
            yield game


def plies_to_end(game, values):
    """Rounds by distance: the winner takes the nearest end, the loser the furthest, with moves that keep the value."""
    found = reached(game)
    plies = {node: 0 for node, s in found.items() if game.is_terminal(s)}
    sign = [1 if team == (game.teams or (0, 1))[0] else -1 for team in (game.teams or (0, 1))]
    for now in range(1, len(found) + 1):
        new = {}
        for node, s in found.items():
            if node in plies or values[node][0] == 0:
                continue
            after = [game.result(s, a).node for a in game.actions(s)]
            same = [child for child in after if values[child] == values[node]]
            known = [plies.get(child, math.inf) for child in same]
            is_winner = sign[game.player(s)] * values[node][0] > 0
            if (min(known) if is_winner else max(known)) == now - 1:
                new[node] = now
        plies |= new
    return plies


def agrees(game, table, distances=True):
    values = minimax_values(game)
    plies = plies_to_end(game, values) if distances else {}
    for node, s in reached(game).items():
        known = look_up(game, s, table)
        assert known is not None
        assert known.values == pytest.approx(values[node], abs=1e-9)
        assert known.plies == plies.get(node, -1)
    assert table.file.header["positions"] == len(values)
    assert look_up(game, At(10_000, 0.0), table) is None


# ---------------------------------------------------------------- in memory, interpreted


@pytest.mark.parametrize("kind", ["cyclic", "on", "layers"])
@pytest.mark.parametrize("family", [Graph, DiceGraph, TrioGraph, TeamGraph])
def test_a_table_in_memory_is_the_textbooks(family, kind, tmp_path):
    if family is TrioGraph and kind == "cyclic":
        pytest.skip("several players who go round in circles need not have one answer")
    games = few_plays(60) if family is DiceGraph and kind == "cyclic" else (family(n, 40, kind) for n in range(12))
    number = 0
    for number, game in enumerate(games, 1):
        count = build_from(game, game.initial(), Job(tmp_path / f"{number}.table", tmp_path / "b", interpreted=True))
        assert count == len(reached(game))
        agrees(game, open_table(game, tmp_path / f"{number}.table"), distances=family in (Graph, TeamGraph))
    assert number >= 12


# ---------------------------------------------------------------- on disk, compiled


def upside_down(work, pieces):
    """All pieces of a step twice, the last first: a table may not depend on that."""
    listed = list(pieces)
    for piece in reversed(listed):
        work(piece.argument)
        yield piece.name, work(piece.argument)


def built_on_disk(game, folder, name="disk.table", **more):
    job = Job(folder / name, folder / "pieces", memory=TINY, **more)
    job.claim({"test": repr(game)})
    build = OnDisk(game, game.initial(), job)
    build.solve(build.find())
    job.clear()
    return folder / name


@pytest.mark.parametrize("family", [Graph, DiceGraph, TrioGraph])
def test_a_table_on_disk_has_the_bytes_of_one_in_memory(family, tmp_path, monkeypatch):
    monkeypatch.setattr(forward, "FEWEST", 7)  # many slices and runs
    for seed in range(4):
        for kind in ("layers", "on", "cyclic")[: 3 if family is Graph else 2]:
            game = family(seed, 60, kind)
            job = Job(tmp_path / "memory.table", tmp_path / "b", interpreted=True)
            build_from(game, game.initial(), job)
            path = built_on_disk(game, tmp_path, spread=upside_down)
            assert path.read_bytes() == job.out.read_bytes()
            agrees(game, open_table(game, path), distances=family is Graph)
            table = open_table(game, path)
            for s in reached(game).values():
                assert run(probe, game, s, table) == probe(game, s, table)


def test_values_too_many_for_codes_stand_in_rows_of_their_own(tmp_path, monkeypatch):
    from kibitz.lookup import endgame_file

    monkeypatch.setattr(endgame_file, "MOST_ROWS", 8)
    monkeypatch.setattr("kibitz.search.retrograde.gathering.MOST_ROWS", 8)
    monkeypatch.setattr(endgame_file.Rows, "code_bytes", property(lambda rows: 1 if rows.number <= 8 else 0))
    for family, kind in ((Graph, "cyclic"), (DiceGraph, "on"), (TrioGraph, "layers")):
        game = family(0, 60, kind)
        job = Job(tmp_path / "memory.table", tmp_path / "b", interpreted=True)
        build_from(game, game.initial(), job)
        assert open_table(game, job.out).file.header["code_bytes"] == 0
        agrees(game, open_table(game, job.out), distances=family is Graph)
        assert built_on_disk(game, tmp_path).read_bytes() == job.out.read_bytes()


class Killed(Exception):
    pass


@pytest.mark.parametrize("kind", ["layers", "cyclic"])
def test_a_build_that_was_stopped_anywhere_goes_on_to_the_same_bytes(kind, tmp_path, monkeypatch):
    monkeypatch.setattr(forward, "FEWEST", 7)
    game = Graph(5, 40, kind)
    whole = built_on_disk(game, tmp_path, "whole.table").read_bytes()
    dice, left, begun = random.Random(1), [0], 0

    def killed(work, pieces):
        for piece in pieces:
            left[0] -= 1
            if left[0] == 0:
                raise Killed
            yield piece.name, work(piece.argument)

    while True:
        left[0] = dice.randint(1, 4) + begun // 4
        begun += 1
        for damaged in dice.sample(sorted((tmp_path / "pieces").glob("*")), 1) if begun % 7 == 6 else ():
            damaged.write_bytes(damaged.read_bytes()[:-3])  # and the machine lost the end of a file
        try:
            assert built_on_disk(game, tmp_path, spread=killed).read_bytes() == whole
            break
        except Killed:
            assert not (tmp_path / "disk.table").exists()
    assert begun > 5
    assert not (tmp_path / "pieces").exists()


def test_pieces_of_another_plan_are_not_used(tmp_path):
    folder = tmp_path / "pieces"
    job = Job(tmp_path / "x.table", folder)
    assert not job.claim({"a": 1})
    job.pieces.write("piece", [b"abc"])
    assert job.claim({"a": 1})
    assert job.pieces.read("piece") == b"abc"
    assert not job.claim({"a": 2})
    assert not job.pieces.has("piece")


def test_what_does_not_fit_is_said(tmp_path, monkeypatch):
    with pytest.raises(DoesNotFit, match="hides"):
        build_from(make_game("kuhn-poker"), make_game("kuhn-poker").initial(), Job(tmp_path / "t", tmp_path / "b"))
    with pytest.raises(DoesNotFit, match="illegal"):
        build_from(make_game("go", size=2), make_game("go", size=2).initial(), Job(tmp_path / "t", tmp_path / "b"))
    game = DiceGraph(0, 60, "cyclic")
    with pytest.raises(Unsolved, match=r"round in circles.*--memory"):
        built_on_disk(game, tmp_path)
    with pytest.raises(Unsolved, match="--disk"):
        built_on_disk(Graph(5, 60, "layers"), tmp_path, disk=1e-4)


# ---------------------------------------------------------------- games that people play


def test_a_small_game_is_built_at_once_in_plain_python(tmp_path):
    game = make_game("tic-tac-toe")
    assert build_from(game, game.initial(), Job(tmp_path / "t.table", tmp_path / "b")) == 5478
    table = open_table(game, tmp_path / "t.table")
    assert look_up(game, game.initial(), table).values == (0.0, 0.0)
    after = game.result(game.result(game.initial(), 0), 1)
    assert look_up(game, after, table).plies == 5  # X in the corner, O beside it: X wins with its fourth stone


def test_connect_four_4_by_4_on_disk_as_published(tmp_path, monkeypatch):
    """161,029 positions (Tromp); a draw; distances are those that the scores tell."""
    monkeypatch.setattr(from_position, "MOMENT", 0.0)
    game = make_game("connect-four", width=4, height=4)
    assert build_from(game, game.initial(), Job(tmp_path / "t.table", tmp_path / "b", memory=8)) == 161_029
    table = open_table(game, tmp_path / "t.table")
    assert look_up(game, game.initial(), table) == ((0.0, 0.0), -1)
    dice = random.Random(4)
    for _ in range(60):
        s = game.initial()
        while not game.is_terminal(s):
            known = look_up(game, s, table)
            own = known.values[game.player(s)]
            assert known.values[0] == backed_up_once(game, s, table)
            assert own == 0 or known.plies == game.plies_left(s, own)
            s = game.result(s, dice.choice(list(game.actions(s))))


def backed_up_once(game, s, table):
    values = [look_up(game, game.result(s, a), table).values[0] for a in game.actions(s)]
    return max(values) if game.player(s) == 0 else min(values)


# ---------------------------------------------------------------- files that cannot be used


@pytest.fixture
def nim_table(tmp_path):
    game = make_game("nim")
    build_from(game, game.initial(), Job(tmp_path / "nim.table", tmp_path / "b"))
    return game, tmp_path / "nim.table"


def test_every_damaged_byte_is_noticed(nim_table):
    game, path = nim_table
    good = path.read_bytes()
    assert open_table(game, path) is not None
    dice = random.Random(2)
    for at in [0, 15, 16, 24, 40, len(good) - 1, len(good) - 20, *(dice.randrange(len(good)) for _ in range(60))]:
        bad = bytearray(good)
        bad[at] ^= 1 << dice.randrange(8)
        path.write_bytes(bad)
        with pytest.raises(Unusable, match=r"nim\.table"):
            open_table(game, path)
    for length in (0, 10, 31, 32, 1000, len(good) - 1):
        path.write_bytes(good[:length])
        with pytest.raises(Unusable, match=r"nim\.table"):
            open_table(game, path)
    path.write_bytes(good + b"x")
    with pytest.raises(Unusable, match="cut short or changed"):
        open_table(game, path)


def test_a_table_of_other_rules_is_refused(nim_table):
    game, path = nim_table
    with pytest.raises(Unusable, match="not with piles=1,2"):
        open_table(make_game("nim", piles=(1, 2)), path)
    with pytest.raises(Unusable, match="is for 'nim', not for 'tic-tac-toe'"):
        open_table(make_game("tic-tac-toe"), path)
    assert open_table(game, path.with_name("none.table")) is None

    class Other(type(game)):
        def key(self, s):
            return super().key(s) ^ 1

    Other.__module__ = type(game).__module__
    with pytest.raises(Unusable, match="other rules"):
        open_table(Other(), path)


def test_a_damaged_block_of_a_large_file_is_noticed_when_it_is_read(nim_table, monkeypatch):
    from kibitz.lookup import endgame_file

    game, path = nim_table
    begin, _ = open_table(game, path).file.layout.arrays["bytes"]
    monkeypatch.setattr(endgame_file, "CHECKED_WHOLE", 0)
    monkeypatch.setattr(endgame_file, "CHECKED_AT_ONCE", 0)
    bad = bytearray(path.read_bytes())
    bad[begin + 5] ^= 4
    path.write_bytes(bad)
    table = open_table(game, path)
    with pytest.raises(Unusable, match="damaged"):
        look_up(game, game.initial(), table)
    with pytest.raises(Unusable, match="damaged"):
        table.file.checked.check_all()
