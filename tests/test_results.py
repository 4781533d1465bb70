"""Learning from results: the fit finds the weights that made the results, and a run can be interrupted anywhere."""

import json
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import kibitz as kz
from command import kibitz
from kibitz.evaluation.weights import Weights, learned
from kibitz.learn import ResultTraining, results
from kibitz.learn.engine_games import EngineGames, Terms, counted
from kibitz.learn.examples import Examples, examples_of, is_settled
from kibitz.learn.fitting import PULLS, close, fit, fit_by_choice, loss_of, prepared, steepness_of, sums
from kibitz.learn.records import Record, Records
from kibitz.learn.results import Manner, Score

HERE = Path(__file__).parent
STEEPNESS = 0.01


class Stones(NamedTuple):
    left: int
    mover: int


class Thirteen(kz.Game):
    """Take one, two or three of 13 stones; whoever takes the last one wins."""

    utility_range = (-1.0, 1.0)
    feature_count = 14

    def initial(self):
        return Stones(13, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        for take in range(1, min(3, s.left) + 1):  # noqa: UP028  (it is compiled)
            yield take

    def result(self, s, take):
        return Stones(s.left - take, 1 - s.mover)

    def is_terminal(self, s):
        return s.left == 0

    def utility(self, s, player):
        return -1.0 if player == s.mover else 1.0

    def viewer(self, s):
        return s.mover

    def features(self, s):
        yield s.left, 1.0


# ---------------------------------------------------------------- the fit


def synthetic(weights, positions, seed):
    """Positions with a few features each, and results drawn by the chances that these weights give."""
    random = np.random.default_rng(seed)
    parts = []
    for _ in range(positions):
        numbers = random.choice(len(weights), min(len(weights), random.integers(1, 6)), replace=False)
        amounts = random.integers(-2, 3, len(numbers)).astype(np.float32)
        chance = 1 / (1 + np.exp(-STEEPNESS * (amounts @ weights[numbers])))
        aim = float(random.random() < chance)
        parts.append((numbers.astype(np.uint16), amounts, np.array([len(numbers)]), np.array([aim]), np.zeros(1, int)))
    return Examples.joined(parts)


def test_fit_recovers_the_weights_behind_the_results():
    weights = np.array([100.0, -50.0, 300.0, 0.0, 25.0, -200.0, 80.0, 10.0])
    examples = synthetic(weights, 20_000, 1)
    found = fit(examples, np.zeros(8), steepness=STEEPNESS, pull=1e-7)
    assert found.weights == pytest.approx(weights, abs=12)
    assert found.loss == pytest.approx(loss_of(examples, found.weights, STEEPNESS))
    assert found.loss < loss_of(examples, weights, STEEPNESS) < loss_of(examples, np.zeros(8), STEEPNESS)
    assert found.steps < 40
    held = synthetic(weights, 5_000, 2)
    assert loss_of(held, found.weights, STEEPNESS) < loss_of(held, weights / 2, STEEPNESS)


def test_pull_keeps_what_nothing_tells_about():
    weights = np.array([100.0, -50.0, 60.0])
    examples = synthetic(weights[:2], 4_000, 3)
    start = np.array([0.0, 0.0, 60.0])
    assert fit(examples, start, steepness=STEEPNESS, pull=1e-6).weights[2] == 60.0
    near = fit(examples, start, steepness=STEEPNESS, pull=100.0).weights
    assert near == pytest.approx(start, abs=1.0)


def test_steepness_is_that_of_the_results():
    weights = np.array([100.0, -50.0, 300.0, 40.0])
    examples = synthetic(weights, 10_000, 4)
    assert steepness_of(examples, weights, 0.003) == pytest.approx(STEEPNESS, rel=0.1)
    assert steepness_of(examples, 2 * weights, 0.003) == pytest.approx(STEEPNESS / 2, rel=0.1)
    assert steepness_of(examples, np.zeros(4), 0.003) == 0.003


def test_sums_are_those_of_a_plain_loop(monkeypatch):
    monkeypatch.setattr("kibitz.learn.fitting.PART", 7)  # many parts
    weights = np.arange(8.0)
    examples = synthetic(weights, 100, 5)
    ends = [*examples.starts[1:], len(examples.numbers)]
    plain = [
        sum(examples.amounts[at] * weights[examples.numbers[at]] for at in range(start, end))
        for start, end in zip(examples.starts, ends, strict=True)
    ]
    assert sums(examples, weights) == pytest.approx(plain)


def part(values, aims, viewers):
    """A game whose positions have one feature each."""
    size = len(values)
    return (
        np.zeros(size, np.uint16),
        np.array(values, np.float32),
        np.ones(size, int),
        np.array(aims),
        np.array(viewers),
    )


def test_every_game_counts_alike():
    long, short = part([1.0] * 30, [0.0] * 30, [0] * 30), part([1.0] * 10, [1.0] * 10, [0] * 10)
    examples = Examples.joined([long, short])
    assert examples.shares.sum() == pytest.approx(1.0)
    assert fit(examples, np.zeros(1), steepness=1.0, pull=1e-9).weights[0] == pytest.approx(0.0, abs=1e-6)
    late = examples.only(np.arange(40) >= 20)
    assert (late.games == [0] * 10 + [1] * 10).all()
    assert late.shares == pytest.approx(np.full(20, 0.05))
    assert (late.starts == np.arange(20)).all()


def test_who_is_far_ahead_is_left_out():
    examples = Examples.joined([part([1.0, -4.0, 5.0, -9.0], [1.0, 0.0, 1.0, 0.0], [0] * 4)])
    assert sums(close(examples, np.array([100.0]), 100.0), np.ones(1)).tolist() == [1.0, -4.0]
    assert close(examples, np.array([100.0]), 0.0) is examples  # without a swing nobody is far ahead


def test_half_of_an_aim_is_what_comes_later(monkeypatch):
    monkeypatch.setattr("kibitz.learn.fitting.LATER", 2)
    one = part([0.0, 0.0, 1.0, 2.0], [1.0, 0.0, 1.0, 1.0], [0, 1, 0, 0])
    examples = Examples.joined([one, part([5.0], [0.0], [0])])
    first, second = 1 / (1 + np.exp(-1.0)), 1 - 1 / (1 + np.exp(-2.0))  # the second is seen by the other player
    aims = prepared(examples, np.ones(1), 1.0, 0.5).aims
    assert aims == pytest.approx([0.5 + first / 2, second / 2, 1.0, 1.0, 0.0])
    assert prepared(examples, np.zeros(1), 1.0, 0.5) is examples  # nothing is foreseen


def test_the_pull_is_chosen_by_unseen_games():
    weights = np.array([100.0, -50.0, 300.0, 40.0] + [0.0] * 36)
    start = weights + np.array([60.0, 0.0, -90.0, 0.0] + [0.0] * 36)
    few, many, unseen = synthetic(weights, 300, 6), synthetic(weights, 20_000, 7), synthetic(weights, 4_000, 8)
    by_few, by_many = (fit_by_choice(seen, unseen, start, steepness=STEEPNESS) for seen in (few, many))
    assert PULLS[0] >= by_few.pull > by_many.pull  # who knows little should keep to what was known before
    losses = [loss_of(unseen, values, STEEPNESS) for values in (start, by_few.weights, by_many.weights)]
    assert losses == sorted(losses, reverse=True)


# ---------------------------------------------------------------- games

MANNER = Manner(depth=2, opening=3, round=30, start="nothing", pull=1e-4)


def trained(games, **more):
    training = ResultTraining(Thirteen(), seed=5, manner=MANNER, interpreted=True, **more)
    training.learn(games, command="kibitz learn …")
    return training


def test_a_game_is_learned_from_nothing():
    training = trained(90)
    lost = [left for left in range(1, 11) if training.game.evaluate(Stones(left, 0), 0) < 0]
    assert lost == [4, 8]  # more than ten are only left in the opening
    assert training.losses[1] < training.losses[0]
    assert [point[0] for point in training.curve] == [30, 60, 90]
    assert training.match(20).mean >= 0.5


def test_records_replay_to_their_positions():
    game = learned(Thirteen(), trained(30).weights)
    record = EngineGames((game, game), 3, Terms(depth=2, opening=2), interpreted=True).play(0, 0)
    assert record.strays == 2
    s, rows = game.initial(), []
    for ply, place in enumerate(record.actions):
        if ply >= 2:
            rows.append((s.left, record.points if s.mover == 0 else 1.0 - record.points))
        s = game.result(s, list(game.actions(s))[place])
    assert game.is_terminal(s)
    assert record.points == (1.0 if game.utility(s, 0) > 0 else 0.0)
    fitted, held = examples_of(game, Records([record]), interpreted=True)
    assert list(zip(fitted.numbers.tolist(), fitted.aims.tolist(), strict=True)) == rows
    assert len(held) == 0
    assert fitted.amounts.tolist() == [1.0] * len(rows)


def test_resumed_is_uninterrupted_with_any_number_of_threads(tmp_path):
    whole = trained(75)
    file = tmp_path / "half.npz"
    half = ResultTraining(Thirteen(), seed=5, manner=MANNER, threads=2, interpreted=True)
    half.learn(44, save=file)
    rest = ResultTraining(Thirteen(), weights=Weights.load(file), interpreted=True)
    assert (rest.games, rest.manner, rest.is_changed) == (44, MANNER, False)
    rest.learn(75)
    assert [tuple(game) for game in rest.records] == [tuple(game) for game in whole.records]
    assert (rest.weights.values == whole.weights.values).all()
    assert (rest.weights.course == whole.weights.course).all()
    other = ResultTraining(Thirteen(), seed=6, manner=MANNER, interpreted=True)
    other.learn(75)
    assert (other.weights.values != whole.weights.values).any()


def test_an_interrupted_run_keeps_its_games(tmp_path, monkeypatch):
    file = tmp_path / "some.npz"

    def some(games, numbers, openings, threads, spread):
        for number in list(numbers)[:7]:
            yield games.play(number, number)
        raise KeyboardInterrupt

    training = ResultTraining(Thirteen(), seed=5, manner=MANNER, interpreted=True)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(results, "played", some)
        training.learn(75, save=file)
    rest = ResultTraining(Thirteen(), weights=Weights.load(file), interpreted=True)
    assert rest.games == 7
    rest.learn(75)
    assert (rest.weights.values == trained(75).weights.values).all()


def test_a_clear_lead_ends_a_game():
    class Leading(Thirteen):
        swing = 1.0
        utility_range = (-100.0, 100.0)

    clear = 0
    seen = []
    for value in (12.0, 11.0, 3.0, -12.0, -20.0, -15.0, -11.0):
        clear = counted(Leading(), clear, value)
        seen.append(clear)
    assert seen == [1, 2, 0, -1, -2, -3, -4]
    assert counted(Thirteen(), 0, 1e9) == 0  # without a swing nothing is clear


def test_positions_in_the_middle_of_an_exchange_are_left_out():
    class Upset(Thirteen):
        """Taking three of all stones is noisy, and wins 50."""

        swing = 1.0

        def evaluate(self, s, player):
            return 0.0 if s.left == 13 else 50.0 if player != s.mover else -50.0

        def is_noisy(self, s, take):
            return s.left == 13 and take == 3

    assert not is_settled(Upset(), Stones(13, 0))
    assert is_settled(Upset(), Stones(2, 0))  # nobody can take three here
    assert is_settled(Thirteen(), Stones(13, 0))


def test_records_come_back_from_their_arrays():
    games = [Record(1, (0, 255, 3), 0.5), Record(0, (), 1.0), Record(2, (7, 7), 0.0)]
    for more in ([], [Record(0, (256,), 0.0)]):
        assert list(Records.of_arrays(Records(games + more).arrays())) == games + more
    assert Records(games).arrays()["played_actions"].dtype == np.uint8
    with pytest.raises(kz.BadInput, match="no played games"):
        Records.of_arrays({})


def test_score_in_words():
    score = Score()
    for points in (1.0, 1.0, 0.5, 0.0):
        score.count(points)
    assert str(score).startswith("2.5 of 4 points, +89 ± ")
    assert score.mean == 0.625


# ---------------------------------------------------------------- the command

TIC_TAC_TOE = f"{HERE / 'learning_games.py'}:SeenTicTacToe"


def test_command_learns_and_goes_on(tmp_path):
    file = tmp_path / "weights.npz"
    common = ["--by", "results", "--interpreted", "--out", file]
    first = ["--start", "nothing", "--opening", 5, "--depth", 1, "--round", 10, "--seed", 3]
    said = kibitz("learn", TIC_TAC_TOE, *common, *first, "--games", 10, "--match", 2)
    assert said.code == 0, said.err
    assert "10 games played; " in said.out
    assert "Elo against the weights it began with" in said.out
    told = kibitz("learn", TIC_TAC_TOE, *common, "--games", 14, "--resume", "--json").json
    line = "--by results --games 14 --start nothing --seed 3 --depth 1 --opening 5 --round 10 --foresight 0.5"
    assert told["commands"] == [f"kibitz learn {TIC_TAC_TOE} {line}"]
    told = kibitz("learn", TIC_TAC_TOE, *common, "--games", 15, "--resume", "--nodes", 20, "--json").json
    assert told["commands"][1].endswith("--games 15 --resume --nodes 20 --opening 5 --round 10 --foresight 0.5")
    assert json.dumps(Weights.load(file).made)


def test_command_refuses_in_a_sentence(tmp_path):
    file = tmp_path / "weights.npz"
    file.write_bytes(b"nothing")
    refused = [
        (["--by", "results"], "exists already"),
        (["--by", "results", "--rate", 0.5], "--rate 0.5 has no meaning with --by results"),
        (["--depth", 3], "--depth 3 has no meaning with --by td"),
        (["--by", "results", "--resume", "--start", "own"], "it stays as it was when learning began"),
    ]
    for words, sentence in refused:
        assert sentence in kibitz("learn", TIC_TAC_TOE, *words, "--out", file).err
    file.unlink()
    assert "--start nothing" in kibitz("learn", TIC_TAC_TOE, "--by", "results", "--out", file).err
    assert "see --by td" in kibitz("learn", "backgammon", "--by", "results", "--out", file).err
    kibitz("learn", TIC_TAC_TOE, "--games", 1, "--interpreted", "--out", file)
    said = kibitz("learn", TIC_TAC_TOE, "--by", "results", "--resume", "--out", file)
    assert "were not learned from results" in said.err


def test_manner_may_change_on_the_way():
    training = trained(30)
    again = replace(MANNER, depth=3)
    weights = training.weights
    weights.made = {"kind": "results", "manner": MANNER.__dict__, "commands": ["first"]}
    weights.played = training.records.arrays()
    changed = ResultTraining(Thirteen(), weights=weights, manner=again, interpreted=True)
    assert changed.is_changed
    changed.learn(31, command="second")
    assert changed.commands == ["first", "second"]
