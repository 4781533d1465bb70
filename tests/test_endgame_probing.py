"""Every engine asks an endgame table, and finds with one what it finds without: held against plain recursion."""

import random
from functools import cache

import pytest

import kibitz as kz
from breakthrough import Board, Breakthrough, count
from endgame_positions import solved, table_of
from kibitz.answer.questions.by_endgames import Looking
from kibitz.game import CHANCE
from kibitz.search.endgame_values import BELIEVED, NO_TABLE, SURE, reliance
from kibitz.search.engine import desk as word
from kibitz.search.engine.distance import Distances
from kibitz.search.engine.engine import Engine
from kibitz.search.montecarlo.montecarlo_engine import MonteCarloEngine
from kibitz.search.proof.proof_engine import ProofEngine
from kibitz.search.selective.selective_engine import SelectiveEngine
from kibitz.search.several.vector_engine import VectorEngine
from test_soonest import Graph, plies_by_definition

SEEDS = range(60)


class Bounded(Graph):
    """A random graph whose positions are won, drawn or lost, and say so."""

    utility_range = (-1.0, 1.0)
    whole = True


class Dice(Bounded):
    """The same with dice at some of the positions."""

    whole = False
    chance = True

    def player(self, s):
        return CHANCE if s % 3 == 1 else super().player(s)

    def outcomes(self, s):
        ways = self._ways[s]
        for number in range(len(ways)):
            yield number, 1 / len(ways)


class Three(Graph):
    """Three players, each for itself."""

    players = 3
    zero_sum = False

    def player(self, s):
        return s % 3

    def utility(self, s, player):
        return float((s * (player + 2) * 7919) % 11)


def expected(game, s, known):
    """What a state is worth to player 0, by recursion."""
    if s not in known:
        if game.is_terminal(s):
            known[s] = float(game.utility(s, 0))
        elif game.player(s) == CHANCE:
            known[s] = sum(p * expected(game, game.result(s, a), known) for a, p in game.outcomes(s))
        else:
            worth = [expected(game, game.result(s, a), known) for a in game.actions(s)]
            known[s] = max(worth) if game.player(s) == 0 else min(worth)
    return known[s]


def shares(game, s):
    """What a state is worth to each player: who is to move takes the first of its best actions."""
    if game.is_terminal(s):
        return tuple(game.utility(s, player) for player in range(3))
    return max((shares(game, game.result(s, a)) for a in game.actions(s)), key=lambda row: row[game.player(s)])


def some_of(known, seed):
    """A table need not hold all that follows its positions: any of them may be missing."""
    dice = random.Random(seed)
    return {s: row for s, row in known.items() if s and dice.random() < 0.6}


def drawn(kind, circles=False):
    for seed in SEEDS:
        game = kind(seed, circles=circles)
        if not game.is_terminal(0):
            yield seed, game


# ---------------------------------------------------------------- right whatever the table holds


def test_the_engine_and_proofs_find_the_same_with_some_positions_in_a_table():
    hits = 0
    for seed, game in drawn(Bounded):
        known = solved(game, 0)
        table = table_of(game, some_of(known, seed))
        engine = Engine(game, interpreted=True, megabytes=0.1, endgames=table)
        proof = ProofEngine(game, interpreted=True, megabytes=0.1, endgames=table)
        for s, (value, plies) in known.items():
            own = value if game.player(s) == 0 else -value
            engine.begin(s)
            assert engine.solve(s) == own, (seed, s)
            hits += engine.counts().endgame_hits
            proof.begin(s)
            for goal in (1.0, 0.0):
                found = proof.ask(s, game.player(s), goal)
                assert found.holds == (own >= goal), (seed, s, goal)
                assert not found.holds or found.bound >= goal
                if found.holds and goal == 1.0 and found.plies is not None:
                    assert found.plies >= plies
    assert hits > 100


def test_plies_are_counted_through_the_table():
    for circles in (False, True):
        for seed, game in drawn(Bounded, circles):
            states = range(len(game._ways))
            won = plies_by_definition(game, states)
            known = {s: won.get(s, (0.0, -1)) for s in states if not game.is_terminal(s)}
            game.repetition = 0.0 if circles else None
            like = Engine(game, interpreted=True, megabytes=0.1, endgames=table_of(game, some_of(known, seed)))
            distances = Distances(like, 100_000)
            for s, (value, plies) in known.items():
                if value:
                    own = value if game.player(s) == 0 else -value
                    assert not distances.is_within(s, own, plies - 1), (seed, s)
                    assert distances.is_within(s, own, plies), (seed, s)


def test_values_with_dice_in_them_are_exact():
    for seed, game in drawn(Dice):
        known = {}
        expected(game, 0, known)
        table = table_of(game, some_of({s: (v, -1) for s, v in known.items() if not game.is_terminal(s)}, seed))
        engine = Engine(game, interpreted=True, megabytes=0.1, endgames=table)
        engine.begin(0)
        side = engine.side(0)
        assert engine.solve(0) == pytest.approx(known[0] if side == 0 else -known[0])


def test_simulations_end_in_the_table_and_are_proven_by_it():
    for seed, game in list(drawn(Bounded))[:30]:
        known = solved(game, 0)
        table = table_of(game, {s: row for s, row in known.items() if s})
        engine = MonteCarloEngine(game, interpreted=True, megabytes=0.5, seed=seed, endgames=table)
        *_, found = engine.think(0, simulations=400)
        assert found.ended == "proven"
        own = known[0][0] if game.player(0) == 0 else -known[0][0]
        assert max(row.value for row in found.rows if row.is_exact) == own, seed
        assert found.simulations < 40  # nothing below the first ply is looked at


def test_several_players_get_what_the_table_says():
    for _, game in drawn(Three):
        known = {s: (shares(game, s), -1) for s in range(len(game._ways)) if not game.is_terminal(s)}
        table = table_of(game, {s: row for s, row in known.items() if s})
        engine = VectorEngine(game, interpreted=True, megabytes=0.1, endgames=table)
        engine.begin(0)
        assert engine.value(0) == known[0][0]
        assert engine.nodes <= 1 + len(game._ways[0])
        simulating = MonteCarloEngine(game, interpreted=True, megabytes=0.5, seed=1, endgames=table)
        *_, found = simulating.think(0, simulations=200)
        assert max((row.value for row in found.rows if row.is_exact), key=lambda v: v[0])[0] == known[0][0][0]


def test_what_lies_between_positions_of_a_table_is_worked_out():
    worked_out = 0
    for seed, game in drawn(Bounded):
        known = solved(game, 0)
        table = table_of(game, some_of(known, seed))
        for s, (value, plies) in known.items():
            looking = Looking(game, table)
            found = looking.known(s)
            assert found is None or (found.values[0], found.plies if value else -1) == (value, plies), (seed, s)
            worked_out += found is not None and looking.count > 1
            line = looking.line(s, 40, 1_000) if found else []
            if line and value:
                assert len(line) <= plies
    assert worked_out > 50


# ---------------------------------------------------------------- compiled, and selective


@cache
def few_pawns():
    """A position of three pawns each, and what every position after it is worth."""
    game, s = Breakthrough(), Board(0b0110_0010, 0b1011 << 16, 0)
    return game, s, solved(game, s)


def test_compiled_engines_probe_as_interpreted_ones_do():
    game = kz.game("tic-tac-toe")
    known = solved(game, game.initial())
    table = table_of(game, {s: row for s, row in known.items() if count(s.me | s.other) >= 4})
    sample = random.Random(1).sample(sorted(known), 20)
    found = []
    for interpreted in (True, False):
        engine = Engine(game, interpreted=interpreted, megabytes=0.1, endgames=table)
        proof = ProofEngine(game, interpreted=interpreted, megabytes=0.1, endgames=table)
        simulating = MonteCarloEngine(game, interpreted=interpreted, megabytes=1, seed=1, endgames=table)
        for s in sample:
            own = known[s][0] if game.player(s) == 0 else -known[s][0]
            engine.begin(s)
            proof.begin(s)
            simulating.forget()
            assert engine.solve(s) == own
            assert proof.ask(s, game.player(s), 1.0).holds == (own == 1)
            *_, last = simulating.think(s, simulations=100)
            hits = engine.counts().endgame_hits, simulating.endgame_hits, int(proof.desk.words[word.ENDGAME_HITS])
            found.append((engine.nodes, proof.nodes, last.nodes, *hits))
    assert found[: len(sample)] == found[len(sample) :]


class Stones(kz.Game):
    """Two take one, two or four of some stones, and who takes the last one loses: small enough to be compiled often."""

    utility_range = (-10_000.0, 10_000.0)
    haste = 0.5
    swing = 1.0

    def initial(self):
        return (30, 0)

    def player(self, s):
        return s[1]

    def actions(self, s):
        for a in (1, 2, 4):
            if a <= s[0]:
                yield a

    def result(self, s, a):
        return s[0] - a, 1 - s[1]

    def is_terminal(self, s):
        return s[0] == 0

    def utility(self, s, player):
        return 10_000.0 if player == s[1] else -10_000.0

    def evaluate(self, s, player):
        return float(s[0] % 5) if player == 0 else -float(s[0] % 5)


def test_the_selective_search_probes_compiled_as_interpreted():
    game, s = Stones(), (30, 0)
    known = solved(game, s)
    table = table_of(game, {t: row for t, row in known.items() if t[0] <= 20})
    found = []
    for interpreted in (True, False):
        engine = SelectiveEngine(game, interpreted=interpreted, megabytes=0.1, endgames=table)
        engine.begin(s)
        *_, last = engine.think(s, deepest=20)
        found.append((last.value, last.is_exact, last.line[0], engine.nodes, engine.counts().endgame_hits))
    assert found[0] == found[1]
    value, is_exact, _, _, hits = found[0]
    outcome, plies = known[s]
    assert hits > 5 and is_exact
    assert value == outcome - plies * game.haste * (1 if outcome > 0 else -1)


def test_the_selective_search_takes_the_shortest_win():
    game, _, known = few_pawns()
    table = table_of(game, known)
    engine = SelectiveEngine(game, interpreted=True, megabytes=1, endgames=table)
    dice = random.Random(3)
    for t in dice.sample(sorted(known), 60):
        value, plies = known[t]
        own = value if t.turn == 0 else -value
        engine.begin(t)
        *_, last = engine.think(t, deepest=4)
        assert last.value == own - plies * game.haste * (1 if own > 0 else -1)
        after = game.result(t, last.line[0])
        assert game.is_terminal(after) or known[after] == (value, plies - 1)


# ---------------------------------------------------------------- how far a table is relied on


class Clocked(Bounded):
    """The same, but a rule may end the game after some plies."""

    plies = 3

    def plies_allowed(self, s):
        return self.plies


def test_a_win_that_takes_longer_than_a_rule_allows_is_not_claimed():
    for seed, game in drawn(Clocked):
        known = solved(game, 0)
        table = table_of(game, known)
        engine = Engine(game, interpreted=True, megabytes=0.1, endgames=table)
        for s, (value, plies) in known.items():
            engine.begin(s)
            engine.value(s, 1)
            is_told = engine.counts().endgame_hits == 1 and engine.nodes == 1
            assert is_told == (value == 0 or plies <= game.plies), (seed, s)


def test_a_table_is_believed_and_not_relied_on_where_the_game_so_far_may_stand_in_the_way():
    _, game = next(iter(drawn(Bounded)))
    table = table_of(game, solved(game, 0))
    assert reliance(game, None) == NO_TABLE
    assert reliance(game, table, [5, 5]) == SURE  # repetitions do not matter to it
    game.repetition = 0.0
    assert reliance(game, table, [5, 7]) == SURE
    assert reliance(game, table, [5, 7, 5]) == BELIEVED
    engine = Engine(game, interpreted=True, megabytes=0.1, endgames=table)
    engine.play_on_from([5, 7, 5])
    before = engine.guesses()
    engine.value(0, 3)
    assert engine.counts().endgame_hits == 1 and engine.guesses() == before + 1
    assert Distances(engine, 100).engine.desks[0].words[word.ENDGAMES] == NO_TABLE
    game.repetition_is_illegal = True
    assert reliance(game, table) == NO_TABLE


def test_without_a_table_nothing_is_added_to_the_machine_code():
    plain = Engine(kz.game("tic-tac-toe"), megabytes=0.1)
    assert not plain.desks[0].probes and not hasattr(plain.desks[0], "endgames")
