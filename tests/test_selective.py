"""The selective search: with its bets off it finds textbook values; with them on, what each does."""

import random

import pytest

from breakthrough import Board, Breakthrough, Calm, Tense
from kibitz.answer.ablation import ablate
from kibitz.errors import Stopped
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.techniques import Techniques
from kibitz.search.partition.partition_engine import engine_for
from kibitz.search.selective.selective_engine import SWITCHES, SelectiveEngine
from random_games import FAMILIES, AsInt, Ordered, draw
from random_oracle import OVER, Oracle
from random_searches import contract, near

SOUND = (  # techniques that never change a value
    *("principal", "table", "best_first", "killers", "history", "order", "symmetry"),
    *("gravity", "counters", "continuation", "on_demand", "win_distance"),
)
BETS = (
    *("singular", "null_move", "reductions", "verification", "checks", "static_cuts", "razoring", "futility"),
    *("late_moves", "losing_exchanges", "delta", "internal_reduction", "probcut"),
)
WITHOUT_BETS = dict.fromkeys(BETS, False)


def sound(dice, **more):
    """Without any bet, and without some of what never changes a value."""
    off = dict.fromkeys((name for name in SOUND if dice.random() < 0.2), False)
    return Techniques(**(off | WITHOUT_BETS | more))


def is_tree(rules):
    """Does every position come up at one depth alone, so that the table never answers for a deeper search?"""
    return rules.kind in ("tree", "layered") and set(rules.spent) <= {1}


@pytest.mark.parametrize("family", ["Duel", "Whole", "Plain", "Endless"])
def test_without_bets_it_finds_the_textbooks_value(family):
    asked = 0
    for seed in range(120):
        rules = draw(family, seed)
        if rules.mover[0] == OVER or rules.bounds_are == "tight":
            continue
        dice = random.Random(seed)
        on = sound(dice, **({} if is_tree(rules) else {"table": False}))
        game = FAMILIES[family](rules, lists=True)
        engine = SelectiveEngine(game, techniques=on, interpreted=True, megabytes=0.1)
        s, oracle, depth = game.initial(), Oracle(rules), dice.randint(1, 4)
        truth = oracle.settled(0, depth)
        own = truth if rules.mover[0] == 0 else rules.total - truth
        for to in range(1, depth + 1):
            value = engine.value(s, to)
        assert near(value, own), f"{rules} to {depth}: {on}"
        alpha, beta = sorted([dice.randint(-6, 5) / 2, dice.randint(-5, 6) / 2 + 0.25])
        found = engine.value(s, depth, alpha, beta)
        assert contract(found, own, alpha, beta), f"{rules} to {depth} in {alpha}, {beta}: {found}, not {own}"
        asked += 1
    assert asked > 60


# ---------------------------------------------------------------- positions that come up again


class Looping(AsInt, Ordered):
    """A drawn game in which a position that comes up again is worth half a point."""

    utility_range = (-8.0, 8.0)
    repetition = 0.5


class Forbidding(AsInt, Ordered):
    """A drawn game in which no position may come up again."""

    utility_range = (-8.0, 8.0)
    repetition_is_illegal = True


def again(rules, n, depth, path, before, is_illegal):
    """Player 0's value of a node to a depth, by recursion; a node of the path, or twice in the game before, is over."""
    if rules.mover[n] == OVER:
        return rules.utility[n][0]
    if not is_illegal and path and (n in path or before.count(n) >= 2):
        return 0.5
    if depth <= 0:
        return rules.guess[n][0]
    here = [*path, n]
    children = [child for child in rules.edges[n] if not (is_illegal and child in [*here, *before])]
    if not children:
        return 0.0
    values = [again(rules, child, depth - 1, here, before, is_illegal) for child in children]
    return max(values) if rules.mover[n] == 0 else min(values)


@pytest.mark.parametrize("family", [Looping, Forbidding])
def test_a_position_that_comes_up_again(family):
    repeated = 0
    for seed in range(250):
        rules = draw("Plain" if seed % 2 else "Endless", seed)
        if rules.kind != "cyclic" or rules.mover[0] == OVER or set(rules.spent) != {1} or rules.flags & {"images"}:
            continue
        game = family(rules, lists=True)
        dice = random.Random(seed)
        depth = dice.randint(2, 4)
        nodes = [n for n, mover in enumerate(rules.mover) if mover != OVER and n != 0]
        before = [dice.choice(nodes) for _ in range(dice.choice([0, 4]))] if nodes else []
        engine = SelectiveEngine(game, techniques=sound(dice, table=False), interpreted=True, megabytes=0.1)
        engine.begin(game.initial())
        history = [int(game.key(game.made(n))) for n in before]
        *_, thought = engine.think(game.initial(), history=history, deepest=depth)
        to = thought.depth
        truth = again(rules, 0, to, [], before, family is Forbidding)
        assert near(thought.value, truth if rules.mover[0] == 0 else -truth), f"{rules} to {to} after {before}"
        count = engine.details().get("repetitions", 0)
        repeated += count > 0
        assert not (count and thought.is_exact)
    assert repeated > 20


# ---------------------------------------------------------------- machine code and Python


@pytest.mark.parametrize("family", ["Duel"])
def test_machine_code_searches_the_same_nodes(family):
    for seed in range(40):
        rules = draw(family, seed)
        if rules.mover[0] == OVER:
            continue
        found = []
        for interpreted in (True, False):
            game = FAMILIES[family](rules, lists=interpreted)
            engine = SelectiveEngine(game, interpreted=interpreted, megabytes=0.1)
            engine.begin(game.initial())
            thoughts = list(engine.think(game.initial(), deepest=5, lines=2))
            found.append([(t.depth, t.value, t.is_exact, t.nodes, t.rows) for t in thoughts])
        assert found[0] == found[1], rules


# ---------------------------------------------------------------- thinking


def thoughts(game, s=None, *, deepest=5, techniques=None, **asked):
    engine = SelectiveEngine(game, techniques=techniques, interpreted=True, megabytes=1)
    s = game.initial() if s is None else s
    engine.begin(s)
    return engine, list(engine.think(s, deepest=deepest, **asked))


def test_a_win_is_worth_more_the_sooner_it_comes():
    s = Board(white=1 << 9, black=1 << 19 | 1 << 18, turn=0)  # two more steps, with Black's in between
    _, found = thoughts(Breakthrough(), s, deepest=8)
    assert found[-1].value == 1_000 - 3 * 0.5
    assert len(found[-1].line) == 3
    after = Breakthrough().result(s, found[-1].line[0])
    _, replies = thoughts(Breakthrough(), after, deepest=8)
    assert replies[-1].value == -(1_000 - 2 * 0.5)


def test_the_best_lines_are_told_apart():
    game = Breakthrough()
    _, several = thoughts(game, deepest=4, lines=3, techniques=Techniques(**WITHOUT_BETS))
    rows = several[-1].rows
    assert len({row.action for row in rows}) == 3
    assert [row.value for row in rows] == sorted((row.value for row in rows), reverse=True)
    engine = Engine(game, interpreted=True, megabytes=1, techniques=Techniques())
    worth = sorted(
        (-engine.value(game.result(game.initial(), a), 3) for a in game.actions(game.initial())), reverse=True
    )
    assert [row.value for row in rows] == worth[:3]
    for row in rows:
        s = game.initial()
        for action in row.line:
            assert action in list(game.actions(s))
            s = game.result(s, action)


def test_it_can_be_stopped_at_any_time_and_has_a_move():
    game = Breakthrough()
    engine = SelectiveEngine(game, interpreted=True, megabytes=1)
    engine.begin(game.initial())
    engine.stop()
    (only,) = engine.think(game.initial())
    assert only.depth == 0 and only.line[0] in list(game.actions(game.initial()))
    before = []
    for thought in engine.think(game.initial()):  # the order is spent
        before.append(thought)
        if thought.depth == 3:
            engine.stop()
    assert [thought.depth for thought in before] == [1, 2, 3, 4]
    assert before[-1].rows[0].action in list(game.actions(game.initial()))


def test_a_node_limit_holds():
    game = Breakthrough()
    engine = SelectiveEngine(game, interpreted=True, megabytes=1, nodes=500)
    engine.begin(game.initial())
    *_, last = engine.think(game.initial())
    assert 400 < last.nodes <= 500


def test_what_is_exact_is_proven():
    game = Breakthrough()
    s = Board(white=1 << 9 | 1 << 4, black=1 << 14 | 1 << 11, turn=0)
    _, found = thoughts(game, s, deepest=30, techniques=Techniques(**WITHOUT_BETS))
    exact = Engine(game, interpreted=True, megabytes=1).solve(s)
    assert found[-1].is_exact
    assert (found[-1].value > 900) == (exact > 0)


def test_every_technique_is_a_switch_that_does_something():
    game, deepest = Tense(), 7
    words = {
        "null_move": "null_move_cutoffs",
        "reductions": "reduced_moves",
        "static_cuts": "static_cutoffs",
        "futility": "futile_moves",
        "late_moves": "late_moves",
        "delta": "delta_moves",
        "checks": "check_extensions",
        "internal_reduction": "internal_reductions",
        "probcut": "probcut_cutoffs",
        "razoring": "razored",
    }
    for technique, name in words.items():
        # What these bets have cut has nothing left for the others.
        first = ("razoring", "static_cuts", "null_move")
        off = {} if technique in first else dict.fromkeys(first, False)
        on, _ = thoughts(game, deepest=deepest, techniques=Techniques(**off))
        assert on.details().get(name, 0) > 0, name
        without, _ = thoughts(game, deepest=deepest, techniques=Techniques(**off | {technique: False}))
        assert without.details().get(name, 0) == 0, technique
        assert without.nodes != on.nodes or technique == "checks", technique  # which end the game here
    off = dict.fromkeys(("razoring", "static_cuts", "null_move"), False)
    plain, _ = thoughts(game, deepest=deepest, techniques=Techniques(**off))
    assert plain.desks[0].follow.any()
    for technique in ("killers", "history", "counters", "table", "best_first", "order"):
        without, _ = thoughts(game, deepest=deepest, techniques=Techniques(**off | {technique: False}))
        assert without.nodes != plain.nodes, technique
    everything_first, _ = thoughts(game, deepest=deepest, techniques=Techniques(**off, on_demand=False))
    assert everything_first.details()["known_children"] > 0


def test_the_engine_for_a_game():
    assert isinstance(engine_for(Breakthrough()), SelectiveEngine)
    assert not isinstance(engine_for(FAMILIES["Dice"](draw("Dice", 1))), SelectiveEngine)


def test_the_engines_other_questions():
    game = Calm()
    s = Board(white=1 << 5 | 1 << 6, black=1 << 13 | 1 << 14, turn=0)
    engine = SelectiveEngine(game, interpreted=True, megabytes=1, techniques=Techniques(checks=False, probcut=False))
    plain = Engine(game, interpreted=True, megabytes=1)
    engine.begin(s)
    assert engine.solve(s) == plain.solve(s) == engine.prove(s)
    assert engine.nodes == plain.nodes + 0 or engine.nodes > 0
    action = engine.proven_action(s, plain.solve(s))
    assert action in list(game.actions(s))
    engine.stop()
    with pytest.raises(Stopped):
        engine.deepen(s, 3)
    with pytest.raises(Stopped):
        engine.solve(s)


def test_every_switch_is_a_technique():
    assert set(SWITCHES) < set(Techniques.__dataclass_fields__)


def test_an_ablation_has_a_row_for_every_technique_that_matters():
    rows = list(ablate(Tense(), Tense().initial(), 4, interpreted=True, megabytes=1))
    names = [row.without for row in rows]
    assert names[0] == "" and names[-1] == "all of them" and len(set(names)) == len(names)
    assert {"on demand", "null move", "reductions", "late moves", "probcut", "delta", "checks"} < set(names)
    assert not {"losing exchanges", "bounds", "symmetry"} & set(names)  # the game does not answer what these go by
    calm = {row.without for row in ablate(Calm(), Calm().initial(), 3, interpreted=True, megabytes=1)}
    assert not {"futility", "static cuts", "razoring", "aspiration", "delta"} & calm
    proofs = {row.without for row in ablate(Calm(), Board(1 << 9, 1 << 14, 0), None, interpreted=True, megabytes=1)}
    assert "children first" in proofs and "null move" not in proofs
