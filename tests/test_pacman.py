"""Pac-Man: rules against recorded games, known values, notation, layouts, ghosts and pictures."""

import json
import random
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import httpx
import pytest

import kibitz as kz
from command import kibitz
from kibitz.draw.svg import BLUE
from kibitz.errors import BadInput, DoesNotFit
from kibitz.games.pacman import CAUGHT, PLAYING, WON
from kibitz.games.pacman import layout as layouts
from kibitz.games.pacman.figures import GHOSTS, YELLOW, ScaredGhost
from kibitz.games.pacman.ghost import EAST, NORTH, STOP, WEST, cell_of, facing_of, ghost, is_underway, timer_of
from kibitz.lab.position_tree import position_tree
from serving import here
from test_dice_games import walk

DATA = Path(__file__).parent / "data" / "pacman"
PLAYED = json.loads((DATA / "playthroughs.json").read_text())["games"]
KNOWN = json.loads((DATA / "values.json").read_text())
DIGITS = "0123456789abcdefghijklmnopqrstuv"
OWN = layouts.names()


def pacman(layout="small", **parameters):
    classic = DATA / f"{layout}.lay"
    return kz.game("pacman", layout=str(classic) if classic.exists() else layout, **parameters)


def drawn(tmp_path, *rows, **parameters):
    """The game on a layout of these rows."""
    file = tmp_path / "own.lay"
    file.write_text("\n".join(rows) + "\n")
    return kz.game("pacman", layout=str(file), **parameters)


def play(game, s, *moves):
    for move in moves:
        s = game.result(s, game.parse_action(s, move))
    return s


def legal(game, s):
    return {game.action_text(s, a) for a in game.choices(s)}


# ---------------------------------------------------------------- rules


@pytest.mark.parametrize("number", range(len(PLAYED)))
def test_rules_are_those_of_the_recorded_games(number):
    record = PLAYED[number]
    game = pacman(record["layout"])
    s = game.initial()
    scores = iter(record["scores"])
    for move, allowed in zip(record["moves"], record["legal"], strict=True):
        assert sum(1 << a for a in game.actions(s)) == DIGITS.index(allowed)
        is_pacmans = s.turn == 0
        s = game.result(s, "NSEW.".index(move))
        if is_pacmans:
            assert s.score == next(scores)
    assert s.score == record["score"]
    assert {PLAYING: "", WON: "won", CAUGHT: "caught"}[s.over] == record["end"]
    assert list(scores) == []


def test_recorded_games_have_met_the_rare_cases():
    eaten = [b - a for record in PLAYED for a, b in zip([0, *record["scores"]], record["scores"], strict=False)]
    assert max(eaten) > 390  # a ghost that walked in, and one that was caught, in a round
    assert min(eaten) < -1000  # two ghosts at once
    assert {record["end"] for record in PLAYED} == {"", "won", "caught"}


def test_pacman_may_stop_and_ghosts_may_not(tmp_path):
    game = drawn(tmp_path, "%%%%%%", "%P. G%", "%%%%%%")
    s = game.initial()
    assert legal(game, s) == {"east", "stop"}
    s = play(game, s, "stop")
    assert s.score == -1
    assert legal(game, s) == {"west"}  # the only way out


def test_ghost_turns_back_only_at_a_dead_end(tmp_path):
    game = drawn(tmp_path, "%%%%%%%%", "%P.%   %", "%  % %%%", "%  G   %", "%%%%%%%%")
    s = play(game, game.initial(), "stop")
    assert legal(game, s) == {"east", "west"}
    s = play(game, s, "east", "stop")
    assert legal(game, s) == {"north", "east"}
    s = play(game, s, "east", "stop", "east", "stop")
    assert legal(game, s) == {"west"}


def test_dots_steps_and_the_win(tmp_path):
    game = drawn(tmp_path, "%%%%%%", "%P.. %", "%%%%%%")
    s = play(game, game.initial(), "east")
    assert (s.score, s.over) == (9, PLAYING)
    s = play(game, s, "stop", "east")
    assert (s.score, s.over) == (9 - 1 + 9 + 500, WON)
    assert game.is_terminal(s)
    assert game.utility(s, 0) == 517
    assert list(game.actions(s)) == []


def test_capsules_need_not_be_eaten(tmp_path):
    game = drawn(tmp_path, "%%%%%%", "%oP. %", "%%%%%%")
    assert play(game, game.initial(), "east").over == WON


def test_last_dot_wins_even_where_a_ghost_stands(tmp_path):
    game = drawn(tmp_path, "%%%%%%", "%P.G %", "%%%%%%")
    s = game.parse("%%%%%%/%P.  %/%%%%%% 0 7 3,2w")
    s = play(game, s, "east")
    assert (s.score, s.over) == (7 - 1 + 10 + 500, WON)


def test_caught_by_either_s_move(tmp_path):
    game = drawn(tmp_path, "%%%%%%", "%P G.%", "%%%%%%")
    s = play(game, game.initial(), "east")
    assert not game.is_terminal(s)
    assert (play(game, s, "west").score, play(game, s, "west").over) == (-501, CAUGHT)
    met = game.parse("%%%%%%/%PG .%/%%%%%% 0 5 3,2e")
    assert (play(game, met, "east").score, play(game, met, "east").over) == (5 - 501, CAUGHT)


def test_two_ghosts_on_a_cell_cost_twice(tmp_path):
    game = drawn(tmp_path, "%%%%%%%", "%PG G.%", "%%%%%%%")
    s = game.parse("%%%%%%%/%PG  .%/%%%%%%% 0 0 3,2e 3,2w")
    assert play(game, s, "east").score == -1001


CORRIDOR = ("%%%%%%%%%%%", "%oPo    G.%", "%%%%%%%%%%%")


def test_scared_ghosts_are_slow_for_forty_moves(tmp_path):
    game = drawn(tmp_path, "%%%%%%%%%%", "%Po.%G   %", "%%%%%%%%%%")
    s = play(game, game.initial(), "east")
    assert timer_of(s.ghosts[0]) == 40
    s = play(game, s, "east")
    assert (timer_of(s.ghosts[0]), is_underway(s.ghosts[0])) == (39, True)
    assert game.text(s).endswith(" 0 -1 6.5,2e*39")
    places = []
    while timer_of(s.ghosts[0]):
        s = play(game, s, "stop")
        s = play(game, s, *legal(game, s))  # half-way it goes on, and in a corridor it has no choice
        places.append(game.text(s).split()[-1].split(",")[0])
    assert places[:8] == ["7", "7.5", "8", "8.5", "9", "8.5", "8", "7.5"]
    assert len(places) == 39
    s = play(game, s, "stop", *legal(game, game.result(s, STOP)))
    assert float(places[-1]) - float(game.text(s).split()[-1].split(",")[0]) in (-1, 1)


HALF_WAY = {  # a ghost about to calm down, the move it makes, and the cell it is put on: column, line
    "north": ("3,4", (3, 3)),
    "south": ("3,3", (3, 3)),
    "east": ("3,3", (4, 3)),
    "west": ("4,3", (4, 3)),
}


@pytest.mark.parametrize("way", HALF_WAY)
def test_one_who_calms_down_half_way_lands_to_the_north_or_the_east(tmp_path, way):
    game = drawn(tmp_path, "%%%%%%", "%P.  %", "%  G %", "%    %", "%%%%%%")
    start, lands = HALF_WAY[way]
    rows = [list(row) for row in ("%%%%%%", "%P.  %", "%    %", "%    %", "%%%%%%")]
    column, line = map(int, start.split(","))
    rows[line - 1][column - 1] = "G"
    s = game.parse("/".join(map("".join, rows)) + f" 1 0 {start}-*1")
    moved = play(game, s, way).ghosts[0]
    row, column = game._layout.cells[cell_of(moved)]
    assert (column + 1, row + 1) == lands
    assert (timer_of(moved), is_underway(moved)) == (0, False)


def test_scared_ghost_is_eaten_and_goes_home_unscared(tmp_path):
    game = drawn(tmp_path, *CORRIDOR)
    s = game.parse("%%%%%%%%%%%/%oP G    .%/%%%%%%%%%%% 0 10 5,2w*12")
    after = play(game, s, "stop", "west")
    assert (after.score, is_underway(after.ghosts[0]), timer_of(after.ghosts[0])) == (9, True, 11)
    for eater in (play(game, after, "east"), play(game, after, "stop", "west", "stop", "west")):
        assert eater.score in (9 - 1 + 200, 9 - 2 + 200)  # either walks into the other
        assert eater.ghosts[0] == int(game.homes[0]) == ghost(game._layout.numbers[1, 8])
        assert (facing_of(eater.ghosts[0]), timer_of(eater.ghosts[0]), eater.over) == (STOP, 0, PLAYING)


def test_half_a_step_away_is_a_touch(tmp_path):
    game = drawn(tmp_path, *CORRIDOR)
    s = game.parse("%%%%%%%%%%%/%oPG     .%/%%%%%%%%%%% 1 0 4,2w*2")
    assert play(game, s, "west").score == 200  # at 3.5, half a step from 3
    far = game.parse("%%%%%%%%%%%/%oP G    .%/%%%%%%%%%%% 1 0 5,2w*2")
    assert play(game, far, "west").score == 0
    calm = game.parse("%%%%%%%%%%%/%oPG     .%/%%%%%%%%%%% 1 0 4,2w*1")
    assert play(game, calm, "west").score == 0  # it is put back on 4


def test_a_capsule_scares_again(tmp_path):
    game = drawn(tmp_path, *CORRIDOR)
    s = game.parse("%%%%%%%%%%%/%oP    G .%/%%%%%%%%%%% 0 0 7.5,2w*3")
    s = play(game, s, "west")
    assert (timer_of(s.ghosts[0]), is_underway(s.ghosts[0])) == (40, True)
    s = play(game, s, "west")
    assert (timer_of(s.ghosts[0]), is_underway(s.ghosts[0])) == (39, False)


def test_ghosts_move_by_number_then_from_the_left_the_lower_first(tmp_path):
    game = drawn(tmp_path, "%%%%%%%", "%P.2 G%", "% G3 G%", "%%%%%%%")
    cells = [game._layout.cells[cell_of(packed)] for packed in game.initial().ghosts]
    assert cells == [(2, 2), (2, 5), (1, 5), (1, 3), (2, 3)]


def test_game_is_well_defined_compiled_and_interpreted():
    report = kz.check(pacman("small", ghosts="mixed", evaluation="better"))
    assert report, str(report)
    assert report.compiled


# ---------------------------------------------------------------- values


def known(layout, search):
    name = next(key for key in KNOWN if key.startswith(f"{layout}_{search}_depth"))
    return KNOWN[name]


@pytest.mark.parametrize("layout", ["minimaxClassic", "trappedClassic", "testClassic", "smallClassic"])
def test_known_values_of_minimax(layout):
    game = pacman(layout)
    values = known(layout, "minimax")
    for search in (kz.minimax, kz.alphabeta):
        assert [search(game, depth=d, interpreted=True).value for d in range(1, len(values) + 1)] == values


@pytest.mark.parametrize("layout", ["minimaxClassic", "trappedClassic"])
def test_known_values_of_expectimax(layout):
    game = pacman(layout, ghosts="random")
    values = known(layout, "expectimax")
    for search in (kz.expectimax, kz.expectiminimax):
        assert [search(game, depth=d, interpreted=True).value for d in range(1, len(values) + 1)] == values


def test_known_numbers_of_successors():
    counts = []
    for depth in range(1, 5):
        watch = kz.Count()
        kz.minimax(pacman("minimaxClassic"), depth=depth, watch=watch, interpreted=True)
        counts.append(watch.nodes - 1)
    assert counts == KNOWN["minimaxClassic_successors_generated_minimax"]


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "deepening"])
def test_command_finds_the_known_values(algorithm):
    layout = DATA / "minimaxClassic.lay"
    words = ["best", "pacman", "--set", f"layout={layout}", "--algorithm", algorithm, "--json", "--depth"]
    for depth, value in enumerate(known("minimaxClassic", "minimax"), 1):
        answer = kibitz(*words, depth).json
        assert (answer["value"], answer["search"]["depth"], answer["exact"]) == (value, depth, False)


def test_command_finds_the_known_averages():
    layout = DATA / "minimaxClassic.lay"
    words = [
        "--set",
        f"layout={layout}",
        "--set",
        "ghosts=random",
        "--algorithm",
        "expectimax",
        "--json",
        "--interpreted",
    ]
    values = [kibitz("best", "pacman", *words, "--depth", depth).json["value"] for depth in range(1, 5)]
    assert values == known("minimaxClassic", "expectimax")


def by_rounds(game, s, rounds):
    """Minimax and expectimax as the course tells them: an agent at a time, a round when all have moved."""
    if game.is_terminal(s) or rounds == 0:
        return float(s.score)
    left = rounds - (s.turn == game.agents - 1)
    if game.player(s) == kz.CHANCE:
        return sum(chance * by_rounds(game, game.result(s, a), left) for a, chance in game.outcomes(s))
    values = [by_rounds(game, game.result(s, a), left) for a in game.actions(s)]
    return max(values) if s.turn == 0 else min(values)


@pytest.mark.parametrize("ghosts", ["minimising", "random", "mixed"])
def test_every_search_counts_rounds(ghosts):
    game = pacman("minimax", ghosts=ghosts)
    dice = random.Random(5)
    fitting = [kz.minimax, kz.alphabeta] if ghosts == "minimising" else [kz.expectimax]
    for s in list(walk(game, dice, 30))[::2]:
        if not game.is_terminal(s):
            for depth in (1, 2):
                wanted = by_rounds(game, s, depth)
                for search in (*fitting, kz.expectiminimax):
                    assert search(game, s, depth=depth, interpreted=True).value == pytest.approx(wanted, abs=1e-9)
                assert kz.maxn(game, s, depth=depth, interpreted=True).value[0] == pytest.approx(wanted, abs=1e-9)
                answer = kz.analyse(game, s, depth=depth, algorithm="deepening", interpreted=True)
                mine = answer.value if s.turn == 0 or ghosts != "minimising" else -answer.value
                assert mine == pytest.approx(wanted, abs=1e-9)


def drawn_by_hand(game, s, rounds, share, ahead):
    """What Pac-Man can expect of ghosts who take the least score they see `ahead` rounds on, with a share, else any."""
    if game.is_terminal(s) or rounds == 0:
        return float(s.score)
    left = rounds - (s.turn == game.agents - 1)
    after = [game.result(s, a) for a in game.actions(s)]
    values = [drawn_by_hand(game, child, left, share, ahead) for child in after]
    if s.turn == 0:
        return max(values)
    seen = [by_rounds(game, child, ahead - (s.turn == game.agents - 1)) for child in after]
    best = [score == min(seen) for score in seen]
    weights = [(1 - share) / len(seen) + (share / sum(best) if is_best else 0) for is_best in best]
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


def values_of_moves(game, s, depth, algorithm="expectimax"):
    answer = kz.analyse(game, s, depth=depth, algorithm=algorithm, interpreted=True)
    return {row.move: row.value for row in answer.moves}


@pytest.mark.parametrize(("layout", "deepest"), [("trapped", 4), ("gamble", 4), ("minimax", 2), ("trappedClassic", 4)])
@pytest.mark.parametrize("algorithm", ["expectimax", "deepening"])
def test_a_model_of_random_ghosts_is_the_same_as_random_ghosts(layout, deepest, algorithm):
    ghosts, random_ghosts = pacman(layout), pacman(layout, ghosts="random")
    modelled = kz.against(ghosts, "uniform")
    for s in [ghosts.initial(), *list(walk(ghosts, random.Random(3), 9))[3:7:3]]:
        for depth in range(1, deepest + 1) if s.turn == 0 and not s.over else ():
            wanted = values_of_moves(random_ghosts, s, depth, algorithm)
            assert values_of_moves(modelled, s, depth, algorithm) == wanted
            below = depth - (ghosts.agents == 1)
            assert wanted == {
                ghosts.action_text(s, a): pytest.approx(by_rounds(random_ghosts, ghosts.result(s, a), below), abs=1e-9)
                for a in ghosts.actions(s)
            }


@pytest.mark.parametrize(("layout", "deepest"), [("trapped", 4), ("gamble", 3), ("minimax", 2)])
@pytest.mark.parametrize(("opponent", "share"), [("minimax", 1.0), ("mixed", 0.8), (0.5, 0.5)])
def test_ghosts_who_search_are_modelled_to_the_end_of_a_round(layout, deepest, opponent, share):
    game = pacman(layout)
    for ahead in (1, 2):
        modelled = kz.against(game, opponent, depth=ahead)
        for depth in range(1, deepest + 1):
            wanted = drawn_by_hand(game, game.initial(), depth, share, ahead)
            assert kz.expectimax(modelled, depth=depth, interpreted=True).value == pytest.approx(wanted, abs=1e-9)


def test_the_quiz_of_ghosts_who_take_the_minimax_move_four_times_in_five():
    """East meets a ghost in the third round: with 1/2 at random, and with 0.8 + 0.2/2 = 0.9 by the quiz's ghost."""
    told = {}
    for words in ("--set ghosts=random", "--opponent uniform", "--opponent 0.8 --opponent-depth 1"):
        more = ["--depth", "3", "--json", "--interpreted"]
        answer = kibitz("best", "pacman", "--set", "layout=trapped", *words.split(), *more).json
        told[words] = answer["best"], {row["move"]: round(row["value"], 9) for row in answer["moves"]}
    at_random = {"west": -3, "east": -3 - 0.5 * 500, "stop": -3 - 0.5 * 500}
    assert told["--opponent uniform"] == told["--set ghosts=random"] == ("west", at_random)
    by_the_quiz = {"west": -3, "east": -3 - 0.9 * 500, "stop": -3 - 0.9 * 500}
    assert told["--opponent 0.8 --opponent-depth 1"] == ("west", by_the_quiz)


def test_lab_shows_rounds():
    tree = position_tree(pacman("minimaxClassic"), pacman("minimaxClassic").initial(), 2, 1000)
    assert len(tree.size) == 212


def test_dice_still_cost_nothing():
    pig, four = kz.game("pig"), kz.game("connect-four")
    rolling = next(s for s in walk(pig, random.Random(1), 300) if pig.player(s) == kz.CHANCE)
    assert pig.depth_spent(rolling) == 0
    assert pig.depth_spent(pig.initial()) == 1
    assert four.depth_spent(four.initial()) == 1


def test_minimax_does_not_fit_ghosts_at_random():
    with pytest.raises(DoesNotFit, match="chance"):
        kz.minimax(pacman(ghosts="random"), depth=1)
    with pytest.raises(DoesNotFit, match="one player"):
        kz.expectimax(pacman(), depth=1)


def test_starving():
    """A dot in reach now or later is worth the same: only a search that sees the next one knows that time matters."""
    game = pacman("starving")
    best = {}
    for depth in (1, 2, 4, 5):
        answer = kz.analyse(game, depth=depth, algorithm="minimax", interpreted=True)
        best[depth] = {move.move for move in answer.moves if move.loss == 0}
    assert best == {1: {"east"}, 2: {"east", "stop"}, 4: {"east", "west", "stop"}, 5: {"east"}}
    wise = kz.analyse(pacman("starving", evaluation="better"), depth=2, algorithm="minimax", interpreted=True)
    assert [move.move for move in wise.moves if move.loss == 0] == ["east"]


# ---------------------------------------------------------------- ghosts and evaluations


def test_ghosts_at_random_take_any_way_alike(tmp_path):
    game = drawn(tmp_path, "%%%%%%%", "%P    %", "%   % %", "%.  G %", "%%%%%%%", ghosts="random")
    s = play(game, game.initial(), "east")
    assert dict(game.outcomes(s)) == {EAST: 1 / 2, WEST: 1 / 2}
    s = play(game, s, "west", "stop")
    assert dict(game.outcomes(s)) == {NORTH: 1 / 2, WEST: 1 / 2}  # not back again
    s = play(game, s, "north", "stop")
    assert dict(game.outcomes(s)) == {NORTH: 1 / 2, WEST: 1 / 2}


def test_mixed_ghosts_chase_four_times_in_five(tmp_path):
    game = drawn(tmp_path, "%%%%%%%%", "%P  G  %", "%%%%%% %", "%.     %", "%%%%%%%%", ghosts="mixed")
    s = play(game, game.initial(), "stop")
    assert dict(game.outcomes(s)) == pytest.approx({WEST: 0.9, EAST: 0.1})
    scared = s._replace(ghosts=(ghost(cell_of(s.ghosts[0]), STOP, 0, 20),))
    assert dict(game.outcomes(scared)) == pytest.approx({WEST: 0.1, EAST: 0.9})
    medium = pacman("medium", ghosts="mixed")
    for position in walk(medium, random.Random(3), 300):
        if position.turn and not position.over:
            chances = [chance for _, chance in medium.outcomes(position)]
            assert sum(chances) == pytest.approx(1)
            assert min(chances) > 0


def test_better_evaluation_looks_at_what_is_near(tmp_path):
    game = drawn(tmp_path, "%%%%%%%%%%%", "%.P     Go%", "%%%%%%%%%%%", evaluation="better")

    def worth(text):
        s = game.parse(f"%%%%%%%%%%%/{text}")
        assert game.evaluate(s, 1) == -game.evaluate(s, 0)
        return game.evaluate(s, 0)

    end = "/%%%%%%%%%%% 0 0 "
    assert worth(f"%.P     Go%{end}9,2-") > worth(f"%. P    Go%{end}9,2-")  # a dot
    assert worth(f"%.P    G o%{end}8,2-") > worth(f"%.P  G   o%{end}6,2-")  # a ghost
    assert worth(f"%.P    G o%{end}8,2-*30") < worth(f"%.P  G   o%{end}6,2-*30")  # one to catch
    assert worth(f"%.P     G %{end}9,2-") < worth(f"%.P     Go%{end}9,2-")  # a capsule


def test_distances_are_those_of_a_walk():
    layout = pacman("medium")._layout
    size = len(layout.cells)
    distances = layout.distances.reshape(size, size)
    assert (distances == distances.T).all()
    for start in range(0, size, 17):
        found, frontier = {start: 0}, [start]
        for cell in frontier:
            for after in layout.ways[4 * cell : 4 * cell + 4].tolist():
                if after >= 0 and after not in found:
                    found[after] = found[cell] + 1
                    frontier.append(after)
        assert distances[start].tolist() == [found.get(cell, layouts.FAR) for cell in range(size)]


# ---------------------------------------------------------------- notation


@pytest.mark.parametrize("layout", [*OWN, "capsuleClassic", "smallClassic"])
def test_positions_are_written_and_read(layout):
    game = pacman(layout, ghosts="random" if layout != "starving" else "minimising")
    for seed in range(3):
        for s in walk(game, random.Random(seed), 150):
            text = game.text(s)
            assert "\n" not in text
            assert game.parse(text) == s


def test_rows_alone_are_a_position():
    game = pacman("minimaxClassic")
    s = game.parse("%%%%%%%%%/%.P    G%/% %.%G%%%/%G    %%%/%%%%%%%%%")
    assert s == game.initial()
    assert game.parse((DATA / "minimaxClassic.lay").read_text()) == s


def test_moves_may_be_cut_short():
    game = pacman("minimaxClassic")
    s = game.initial()
    assert [game.parse_action(s, text) for text in ("e", "WEST", "sto", "stop")] == [EAST, WEST, STOP, STOP]
    for text in ("", "s", "north", "x"):
        with pytest.raises(BadInput, match="expected one of east, west, stop"):
            game.parse_action(s, text)


ROWS = "%%%%%%%%%/%.P    G%/% %.%G%%%/%G    %%%/%%%%%%%%%"
BAD_POSITIONS = {
    "": "expected 5 rows of 9",
    "%%%/%P%/%%%": "expected 5 rows of 9",
    ROWS.replace("P", " "): "the rows have 0 Ps: expected one",
    ROWS.replace(".%G", "P%G"): "the rows have 2 Ps: expected one",
    ROWS.replace("P", "p"): "row 2, column 3 is 'p'",
    ROWS.replace("% %.", "%% ."): "row 3, column 2 is '%': expected no wall",
    ROWS.replace("%.P", "%oP"): "row 2, column 2 has a capsule",
    ROWS.replace("G%/% ", ".%/% "): "the rows show 2 ghosts: expected 3",
    f"{ROWS} 0 0": "expected whose turn it is, the score and 3 ghosts",
    f"{ROWS} 4 0 2,4- 6,3- 8,2-": "'4' does not say whose turn it is",
    f"{ROWS} x 0 2,4- 6,3- 8,2-": "'x' does not say whose turn it is",
    f"{ROWS} 0 ten 2,4- 6,3- 8,2-": "'ten' is not a score",
    f"{ROWS} 0 99999999999 2,4- 6,3- 8,2-": "is not a score",
    f"{ROWS} 0 0 2,4- 6,3- 8,2": "'8,2' is not a ghost",
    f"{ROWS} 0 0 2,4- 6,3- 9,2-": "a ghost cannot be at '9,2-'",
    f"{ROWS} 0 0 2,4- 6,3- 7.5,2-*3": "a ghost cannot be at '7.5,2-*3'",
    f"{ROWS} 0 0 2,4- 6,3- 7.5,2e": "is scared for 0 moves: expected 1 to 40",
    f"{ROWS} 0 0 2,4- 6,3- 8,2-*41": "is scared for 41 moves: expected at most 40",
    f"{ROWS} 0 0 2,4- 6,3- 7,2-": "row 2 is '%.P    G%', but with the ghosts",
}


@pytest.mark.parametrize("text", BAD_POSITIONS)
def test_bad_positions_are_refused(text):
    with pytest.raises(BadInput) as refused:
        pacman("minimaxClassic").parse(text)
    assert BAD_POSITIONS[text] in str(refused.value)


def test_caught_with_nothing_left_is_refused(tmp_path):
    game = drawn(tmp_path, "%%%%%", "%P.G%", "%%%%%")
    assert game.parse("%%%%%/%P G%/%%%%% 0 5 4,2w").over == WON
    with pytest.raises(BadInput, match="no dot is left"):
        game.parse("%%%%%/%P G%/%%%%% 0 5 4,2w caught")


# ---------------------------------------------------------------- layouts

BAD_LAYOUTS = {
    "": "is empty",
    "%%%%\n%P.Q\n%%%%": "line 2, column 4 of '{file}' is 'Q': expected",
    "%%%%\n%P.%\n%%%": "line 3 of '{file}' is 3 long: expected 4",
    "%%%%\n%P. \n%%%%": "line 2 of '{file}' is 3 long: expected 4",
    "%%%%\n.P.%\n%%%%": "line 2, column 1 of '{file}' is open: expected walls all around",
    "%%%%\n% .%\n%%%%": "'{file}' has 0 Ps: expected one",
    "%%%%%\n%P.P%\n%%%%%": "'{file}' has 2 Ps: expected one",
    "%%%%\n%P %\n%%%%": "'{file}' has no dots",
    "%%%%%\n%P.%%\n%%%G%\n%%%%%": "the ghost at line 3, column 4 of '{file}' has walls on all sides",
    "%%%%%%%%%%%%%%\n%P.GGGGGGGGGG%\n%%%%%%%%%%%%%%": "has 10 ghosts: expected at most 9",
    "\n".join(
        ["%" * 60, "%P" + "." * 57 + "%", *["%" + "." * 58 + "%"] * 20, "%" * 60]
    ): "open cells: expected at most 1024",
}


@pytest.mark.parametrize("text", BAD_LAYOUTS, ids=list(BAD_LAYOUTS.values()))
def test_bad_layouts_are_refused(text, tmp_path):
    file = tmp_path / "bad.lay"
    file.write_text(text)
    said = kibitz("best", "pacman", "--set", f"layout={file}")
    assert (said.code, said.out, len(said.messages)) == (2, "", 1)
    assert BAD_LAYOUTS[text].format(file=file) in said.messages[0]


def test_layouts_that_are_none(tmp_path):
    (tmp_path / "binary.lay").write_bytes(b"\xff\xfe%%%")
    (tmp_path / "long.lay").write_text("%" * 200_000)
    for name, why in {
        "absent.lay": "No such file",
        "binary.lay": "not UTF-8",
        "long.lay": "at most 100,000",
        ".": "directory",
        "\0": "unknown layout",
    }.items():
        path = name if name == "\0" else tmp_path / name
        with pytest.raises(BadInput, match=f"layout.*{why}" if name != "\0" else why):
            kz.game("pacman", layout=str(path))
    with pytest.raises(BadInput, match=r"expected .*medium, .*or a file"):
        kz.game("pacman", layout="smal")


def test_layout_files_may_be_edited_anywhere(tmp_path):
    file = tmp_path / "windows.lay"
    file.write_bytes(b"\r\n%%%%%\r\n%P.G%\r\n%%%%%  \r\n\r\n")
    assert kz.game("pacman", layout=str(file))._layout.rows == ("%%%%%", "%P.G%", "%%%%%")


@pytest.mark.parametrize(("parameter", "value"), [("ghosts", "hungry"), ("evaluation", "best")])
def test_bad_parameters_are_refused(parameter, value):
    with pytest.raises(BadInput, match=f"{parameter}='{value}' is not understood: expected"):
        kz.game("pacman", **{parameter: value})


def test_original_maze_fits(tmp_path):
    """As many cells as the arcade's maze: 28 × 31, four ghosts."""
    rows = ["%" * 28, *["%" + ("." * 26 if row % 2 else "." + "%." * 12 + "%") + "%" for row in range(1, 30)], "%" * 28]
    rows[1] = "%P" + "." * 25 + "%"
    rows[15] = "%" + "." * 11 + "GGGG" + "." * 11 + "%"
    game = drawn(tmp_path, *rows, ghosts="random")
    for s in walk(game, random.Random(1), 100):
        assert game.parse(game.text(s)) == s
    assert len(game.initial().food) > 8


# ---------------------------------------------------------------- from afar, and for people


def test_a_server_reads_no_files():
    with here() as (address, _):

        def ask(**given):
            return httpx.post(f"{address}/api/position", json={"game": "pacman", "set": given})

        assert ask(layout="trapped", ghosts="random").status_code == 200
        for path in (str(DATA / "trappedClassic.lay"), "/etc/passwd", "../../x", "trapped.lay", "", "."):
            refused = ask(layout=path)
            assert refused.status_code == 400
            assert refused.json()["error"].startswith(f"layout={path!r} is not offered here: expected one of ")
        assert ask(ghosts="hungry").status_code == 400
        listed = next(row for row in httpx.get(f"{address}/api/games").json() if row["name"] == "pacman")
    assert [row["name"] for row in listed["parameters"]] == ["layout", "ghosts", "evaluation"]
    assert listed["parameters"][0]["values"] == list(OWN)


def test_picture_of_a_maze():
    game = pacman("minimaxClassic")
    picture = game.picture(game.initial())
    assert str(picture).split("\n")[:5] == [
        "█████████████████",
        "█ · ⊃         3 █",
        "█   █ · █ 2 █████",
        "█ 1         █████",
        "█████████████████",
    ]
    assert picture.clicks == {"east": (1, 3), "west": (1, 1), "stop": (1, 2)}
    svg = ET.fromstring(picture._repr_svg_())
    space = "{http://www.w3.org/2000/svg}"
    cells = [group.get("data-cell") for group in svg.iter(f"{space}g") if group.get("data-cell")]
    assert len(cells) == len(set(cells)) == len(game._layout.cells)
    paints = [shape.get("class") or "" for shape in svg.iter()]
    assert [paints.count(paint) for paint in ("kz-wall", "kz-disc", "kz-body", "kz-number")] == [1, 2, 4, 3]
    assert [shape.get("fill") for shape in svg.iter() if shape.get("class") == "kz-body"] == [YELLOW, *GHOSTS[:3]]


def test_scared_ghost_half_way_is_drawn_between_cells(tmp_path):
    game = drawn(tmp_path, *CORRIDOR)
    picture = game.picture(game.parse("%%%%%%%%%%%/%oP    G .%/%%%%%%%%%%% 0 0 7.5,2w*3"))
    figure = picture.figures[1]
    assert (figure.row, figure.column, figure.look, figure.facing) == (1, 6.5, ScaredGhost(), (0, -1))
    assert f'class="kz-body" fill="{BLUE}"' in picture._repr_svg_()


def test_end_is_told_in_a_sentence(tmp_path):
    game = drawn(tmp_path, "%%%%%", "%P.G%", "%%%%%")
    said = kibitz("play", "pacman", "--set", f"layout={tmp_path / 'own.lay'}", "--moves", "east", stdin="")
    assert "Pac-Man has eaten every dot: 509 points." in said.out
    assert game.won_by(play(game, game.initial(), "east")) == (0,)
    caught = play(game, game.parse("%%%%%/%P.G%/%%%%% 0 0 4,2-"), "stop", "west", "stop", "west")
    assert game.ending(caught) == "Pac-Man is caught: -502 points."
    assert game.won_by(caught) == (1,)
    assert re.fullmatch(r"PacMan\(layout='.*own.lay', ghosts='minimising', evaluation='score'\)", repr(game))
