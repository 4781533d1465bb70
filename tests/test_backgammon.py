"""Backgammon: its rules against an independent oracle, its notation against GNU Backgammon's, and its endings."""

import importlib
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import backgammon_oracle as oracle
import kibitz as kz
from kibitz.games.backgammon import Backgammon, State
from kibitz.games.backgammon.checkers import Side, number, pips
from kibitz.native import jit
from kibitz.native.execution import run

DATA = Path(__file__).parent / "data"
GAME = Backgammon()
START = "4HPwATDgc/ABMA"


def side(counts):
    """Counts by place, 0 to 25, as the game packs them."""
    digits = [sum((n >> digit & 1) << place for place, n in enumerate(counts)) for digit in range(4)]
    return Side(digits[0] | digits[1] << 32, digits[2] | digits[3] << 32)


def counts(packed):
    return tuple(number(packed, place) for place in range(26))


def spread(points):
    """Counts by place from the points that hold checkers, the rest being off; 25 is the bar."""
    return tuple(points.get(place, 0 if place else 15 - sum(points.values())) for place in range(26))


def state(mine, theirs, dice=0, mover=0):
    return State(side(spread(mine)), side(spread(theirs)), dice, mover)


def texts(s):
    return {GAME.action_text(s, a) for a in GAME.actions(s)}


# ---------------------------------------------------------------- rules


def test_opening_has_as_many_plays_as_are_known():
    known = json.loads((DATA / "dice-games.json").read_text())["backgammon_opening_move_counts"]["distinct_results"]
    found = {}
    for roll, chance in GAME.outcomes(GAME.initial()):
        s = GAME.result(GAME.initial(), roll)
        assert chance == (1 / 36 if roll % 11 == 0 else 1 / 18)
        found[str(roll)] = len({GAME.result(s, a) for a in GAME.actions(s)})
        assert found[str(roll)] == len(list(GAME.actions(s))) == len(texts(s))
    assert found == known


def positions(seed, wanted):
    """Positions of random games, as counts: half of the games are hurried home, so that they are borne off, too."""
    dice = random.Random(seed)
    found = []
    while len(found) < wanted:
        hurried = dice.random() < 0.5
        s = GAME.initial()
        while not GAME.is_terminal(s) and len(found) < wanted:
            found.append((counts(s.mine), counts(s.theirs)))
            s = GAME.result(s, 10 * max(roll := (dice.randint(1, 6), dice.randint(1, 6))) + min(roll))
            following = [GAME.result(s, a) for a in GAME.actions(s)]
            if hurried and dice.random() < 0.8:
                s = min(following, key=lambda after: sum(n * place**2 for place, n in enumerate(counts(after.theirs))))
            else:
                s = dice.choice(following)
    return found


@jit
def collect(game: Any, s: Any, found: Any) -> int:
    """Lay down the packed sides after every play."""
    plays = 0
    for a in game.actions(s):
        after = game.result(s, a)
        found[plays, 0], found[plays, 1] = after.theirs.low, after.theirs.high
        found[plays, 2], found[plays, 3] = after.mine.low, after.mine.high
        plays += 1
    return plays


def test_compiled_plays_are_those_of_the_oracle():
    found = np.zeros((5000, 4), np.int64)
    for mine, theirs in positions(1, 500):
        for larger, smaller in oracle.ROLLS:
            s = State(side(mine), side(theirs), 10 * larger + smaller, 0)
            plays = run(collect, GAME, s, found)
            expected = {side(a) + side(b) for a, b in oracle.plays(mine, theirs, (larger, smaller))}
            assert plays == len(expected)
            assert {tuple(row) for row in found[:plays].tolist()} == expected, GAME.text(s)


def test_interpreted_plays_are_those_of_the_oracle():
    for mine, theirs in positions(2, 60):
        for larger, smaller in oracle.ROLLS:
            s = State(side(mine), side(theirs), 10 * larger + smaller, 1)
            results = [GAME.result(s, a) for a in GAME.actions(s)]
            expected = {State(side(b), side(a), 0, 0) for a, b in oracle.plays(mine, theirs, (larger, smaller))}
            assert len(results) == len(expected) == len(texts(s))
            assert set(results) == expected, GAME.text(s)


def test_figure_5_10_of_the_notes():
    """White moves up, from 1 to 24, so a place p of ours is White's 25 - p. The hit on 10 tells the last two apart."""
    white = {20: 2, 6: 4, 5: 3, 4: 3, 3: 3}
    black = {1: 2, 2: 2, 3: 2, 4: 2, 6: 2, 7: 2, 10: 1, 13: 2}  # Black moves down, by the same numbers as White
    s = state(white, black, 65)
    plays = {
        GAME.parse_action(s, "20/15*, 20/14"): "(5–10,5–11)",
        GAME.parse_action(s, "20/14, 6/1"): "(5–11,19–24)",
        GAME.parse_action(s, "20/15*/9"): "(5–10,10–16)",
        GAME.parse_action(s, "20/14/9"): "(5–11,11–16)",
    }
    assert len(plays) == 4
    assert set(GAME.actions(s)) == set(plays)
    assert texts(s) == {"20/15* 20/14", "20/14 6/1", "20/15*/9", "20/9"}


# The mover's checkers and the points that the opponent holds, both as the mover counts them; the dice; every play.
RULES = {
    "a checker on the bar enters first": ({25: 1, 13: 1}, [20], 31, {"bar/24 13/10", "bar/22 13/12", "bar/21"}),
    "two on the bar take both dice": ({25: 2, 13: 1}, [20], 31, {"bar/24 bar/22"}),
    "one enters, the other cannot": ({25: 2, 13: 1}, [22], 31, {"bar/24"}),
    "a closed board": ({25: 1, 13: 1}, [19, 20, 21, 22, 23, 24], 31, {"pass"}),
    "both dice if there is a way": ({13: 1, 3: 1}, [12, 6], 61, {"13/7 3/2"}),
    "the larger if only one can be played": ({20: 1}, [11], 54, {"20/15"}),
    "the smaller if the larger cannot be played": ({20: 1}, [15, 11], 54, {"20/16"}),
    "the larger bears off, and there is nothing left": ({1: 1}, [20], 65, {"1/off"}),
    "off from the rearmost point": ({4: 1, 2: 2}, [20], 65, {"4/off 2/off"}),
    "not off while one is outside": ({7: 1, 6: 1, 2: 1}, [20], 61, {"7/off", "7/6 6/off", "7/1 6/5", "7/1 2/1"}),
    "a die must fit while somebody is behind": ({6: 1, 5: 1}, [20], 32, {"6/3 5/3", "6/4 5/2", "6/1", "5/off"}),
    "four moves of a double": ({6: 4}, [20], 33, {"6/3(4)", "6/off 6/3(2)", "6/off(2)"}),
    "as many of a double as there are": ({13: 1, 12: 1}, [9, 6], 22, {"13/11 12/8"}),
}


@pytest.mark.parametrize("name", RULES)
def test_rules_one_by_one(name):
    mine, held, dice, expected = RULES[name]
    theirs = {25 - point: 2 for point in held}
    s = state(mine, theirs, dice)
    reached = {GAME.result(s, GAME.parse_action(s, text)) for text in expected}
    assert reached == {GAME.result(s, a) for a in GAME.actions(s)}
    known = oracle.plays(spread(mine), spread(theirs), divmod(dice, 10))
    assert {(counts(after.theirs), counts(after.mine)) for after in reached} == known


def test_a_game_a_gammon_and_a_backgammon():
    last = {1: 1}
    for points, worth in [
        ({1: 5, 2: 4}, 1),
        ({24: 1, 1: 13}, 1),
        ({1: 15}, 2),
        ({18: 2, 6: 13}, 2),
        ({19: 1, 6: 14}, 3),
        ({25: 1, 6: 14}, 3),
    ]:
        for mover in (0, 1):
            s = GAME.result(state(last, points, 11, mover), 1)
            assert GAME.is_terminal(s)
            assert list(GAME.actions(s)) == []
            assert GAME.utility(s, mover) == worth == -GAME.utility(s, 1 - mover)
            assert oracle.worth(counts(s.theirs), counts(s.mine)) == worth
            assert GAME.bounds(s) == (GAME.utility(s, 0),) * 2
            assert GAME.parse(GAME.text(s)) == s


def test_bounds_hold_to_the_end_of_random_games():
    dice = random.Random(5)
    for _ in range(20):
        path = [GAME.initial()]
        while not GAME.is_terminal(path[-1]):
            path.append(GAME.result(path[-1], dice.choice(list(GAME.choices(path[-1])))))
        end = GAME.utility(path[-1], 0)
        for s in path:
            low, high = GAME.bounds(s)
            assert low <= end <= high
            assert -3 <= GAME.evaluate(s, 0) == -GAME.evaluate(s, 1) <= 3
            assert GAME.parse(GAME.text(s)) == s


def test_bounds_know_what_can_no_longer_be_lost():
    assert GAME.bounds(GAME.initial()) == (-3, 3)
    assert GAME.bounds(state({6: 14}, {6: 15})) == (-1, 3)
    assert GAME.bounds(state({6: 14}, {6: 15}, 0, 1)) == (-3, 1)
    assert GAME.bounds(state({6: 14}, {6: 14})) == (-1, 1)


@pytest.mark.parametrize("row", json.loads((DATA / "backgammon" / "bearoff.json").read_text())["rows"], ids=str)
def test_small_bear_offs_are_worth_what_is_known(row):
    s = state({n + 1: c for n, c in enumerate(row["me"])}, {n + 1: c for n, c in enumerate(row["opponent"])})
    assert kz.expectiminimax(GAME, s, depth=100).value == pytest.approx(2 * row["wins"] - 1, abs=1e-12)


# ---------------------------------------------------------------- what the search is told


def test_a_lead_and_safe_points_look_better():
    ahead = state({5: 5, 4: 5, 3: 5}, {10: 5, 9: 5, 8: 5})
    assert GAME.evaluate(ahead, 0) > 0.9
    assert GAME.evaluate(state({10: 5, 9: 5, 8: 5}, {5: 5, 4: 5, 3: 5}), 0) < -0.9
    s = GAME.parse(f"{START}:31")
    best = max(GAME.actions(s), key=lambda a: GAME.order(s, a))
    assert GAME.action_text(s, best) == "8/5 6/5"
    after = GAME.result(s, best)
    assert GAME.promise(s, best, after, 0) == GAME.order(s, best) == Backgammon(network=False).evaluate(after, 0)
    assert GAME.evaluate(after, 0) == max(GAME.evaluate(GAME.result(s, a), 0) for a in GAME.actions(s))


def test_search_plays_the_best_opening_known():
    """Of all openings, that of 3-1 is beyond dispute."""
    s = GAME.parse(f"{START}:31")
    assert GAME.action_text(s, kz.expectiminimax(GAME, s, depth=2).action) == "8/5 6/5"


def test_check_is_content(monkeypatch):
    checking = importlib.import_module("kibitz.check")
    monkeypatch.setattr(checking, "SMALL", 300)
    monkeypatch.setattr(checking, "RANDOM_GAMES", 3)
    report = kz.check(GAME)
    assert report.faults == []
    assert report.compiled is True


# ---------------------------------------------------------------- positions as text

# Positions that GNU Backgammon has drawn with their IDs, in its documents and in posts of its users: for each player,
# the mover first, the checkers by point.
KNOWN = {
    START: ({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}),
    "sGfwATDgc/ABMA": ({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 2, 6: 4, 5: 2}),
    "sOfgEwDg8+AIBg": ({6: 5, 8: 4, 13: 3, 16: 1, 21: 2}, {5: 2, 6: 4, 8: 3, 13: 5, 15: 1}),
    "/z4AADBsuxsEAA": ({13: 1, 8: 2, 7: 3, 6: 3, 5: 2, 4: 2, 3: 2}, {1: 8, 2: 5, 24: 2}),
    "AgAAPBcAAAAAAA": ({1: 4, 3: 3, 4: 1}, {2: 1}),
}


@pytest.mark.parametrize("identifier", KNOWN)
def test_known_position_ids(identifier):
    mine, theirs = KNOWN[identifier]
    assert GAME.parse(identifier) == state(mine, theirs)
    assert GAME.text(state(mine, theirs)) == identifier


def test_the_start():
    assert GAME.text(GAME.initial()) == START
    assert pips(GAME.initial().mine) == 167
    assert GAME.parse(f" {START}:13 ") == GAME.parse(f"{START}:3-1") == GAME.parse(f"{START}:31")
    assert GAME.text(GAME.parse(f"{START}:31 p2")) == f"{START}:31 p2"
    assert GAME.player(GAME.parse(f"{START}:31 p2")) == 1
    assert GAME.player(GAME.parse(START)) == kz.CHANCE


@st.composite
def any_state(draw):
    """Checkers anywhere, but for points that would be shared and for what `parse` says cannot arise."""
    owners = draw(
        st.lists(st.integers(0, 2), min_size=24, max_size=24)
    )  # of the mover's points: nobody's, mine, theirs
    mine_on = [25, *(point for point in range(1, 25) if owners[point - 1] == 1)]
    theirs_on = [25, *(25 - point for point in range(1, 25) if owners[point - 1] == 2)]
    sides = []
    for places in (mine_on, theirs_on):
        standing = draw(st.lists(st.sampled_from([0, *places]), min_size=15, max_size=15))
        sides.append(tuple(standing.count(place) for place in range(26)))
    mine, theirs = sides
    assume(mine[0] < 15)
    shut = [a[25] and min(b[1:7]) > 1 for a, b in ((mine, theirs), (theirs, mine))]
    assume(not all(shut))
    dice = draw(st.sampled_from([0, *(10 * a + b for a, b in oracle.ROLLS)])) if theirs[0] < 15 else 0
    return State(side(mine), side(theirs), dice, draw(st.integers(0, 1)))


@given(any_state())
def test_text_reads_back(s):
    text = GAME.text(s)
    assert len(text.split(":")[0].split()[0]) == 14
    assert GAME.parse(text) == s
    assert str(GAME.picture(s)).count("\n") >= 13


@given(any_state())
def test_packing_reads_back(s):
    assert side(counts(s.mine)) == s.mine
    assert sum(counts(s.mine)) == sum(counts(s.theirs)) == 15


@given(any_state())
def test_moves_read_back(s):
    if s.dice:
        plays = list(GAME.actions(s))
        assert len(texts(s)) == len(plays)
        for a in plays[::20]:
            text = GAME.action_text(s, a)
            assert GAME.parse_action(s, text) == a
            assert GAME.parse_action(s, ", ".join(reversed(text.split()))) == a


REFUSED = {
    "": "'' is not a position of backgammon: expected a GNU Backgammon position ID of 14 letters, such as 4HPwATDgc/A",
    "4HPwATDgc/ABM": "'4HPwATDgc/ABM' is not a position of backgammon: expected a GNU Backgammon position ID of 14",
    "4HPwATDgc/ABMAA": "'4HPwATDgc/ABMAA' is not a position of backgammon: expected",
    "4HPwATDgc_ABMA": "'4HPwATDgc_ABMA' has a '_' in it: expected a GNU Backgammon position ID of 14 letters",
    "4HPwATDgc/ABM\u00e9": "has a 'é' in it: expected",
    "4HPwATDgc/ABMB": "has an ID that ends in 'B': expected A, Q, g or w",
    "//8BAAAAAAAAAA": "has 17 checkers for the opponent: expected 15 at most",
    "AAAA/v8DAAAAAA": "has 17 checkers for the player to move: expected 15 at most",
    "AAAAAAAA/AAAAA": "has more checkers than places to put them: expected 25 places for each player",
    "AAAAAAAAAAAAAA": "has no checker left for either player: whoever bears off the last one has won",
    "AQAAAAAAAAAAAA": "has no checker left for the player to move: whoever bears off the last one has won",
    f"{START}:7": f"'{START}:7' has dice of '7': expected two numbers from 1 to 6, such as 31",
    f"{START}:71": "has dice of '71': expected two numbers from 1 to 6",
    f"{START}:30": "has dice of '30': expected two numbers from 1 to 6",
    f"{START}:311": "has dice of '311': expected two numbers from 1 to 6",
    f"{START}:cAkAAAAAAAAA": "has dice of 'cAkAAAAAAAAA': expected two numbers from 1 to 6",
    f"{START}:٣١": "has dice of '٣١': expected two numbers from 1 to 6",
    f"{START} p3": "has player 3 to move: expected p1 to p2",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_is_refused(text):
    with pytest.raises(kz.BadInput) as said:
        GAME.parse(text)
    assert REFUSED[text] in str(said.value)
    assert "\n" not in str(said.value)


def test_positions_that_cannot_arise_are_refused():
    shared = GAME.text(state({6: 15}, {19: 15}))
    with pytest.raises(kz.BadInput, match="has checkers of both players on the mover's point 6: expected those of one"):
        GAME.parse(shared)
    closed = {25: 1, 1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2}
    with pytest.raises(kz.BadInput, match="cannot arise: both players are on the bar, and neither could ever enter"):
        GAME.parse(GAME.text(state(closed, closed)))
    over = GAME.text(state({6: 15}, {}))
    with pytest.raises(kz.BadInput, match="has dice in a game that is over: expected the position ID alone"):
        GAME.parse(f"{over}:31")


# ---------------------------------------------------------------- moves as text

WRITTEN = {
    "8/5 6/5": ["6/5 8/5", "8/5,6/5", " 8/5  6/5 "],
    "24/20": ["24/23/20", "24/21/20", "24/21 21/20"],
    "13/10 6/5": ["6/5 13/10"],
}


def test_moves_are_read_as_people_write_them():
    s = GAME.parse(f"{START}:31")
    for text, others in WRITTEN.items():
        for other in [text, *others]:
            assert GAME.action_text(s, GAME.parse_action(s, other)) == text
    double = GAME.parse(f"{START}:44")
    assert GAME.action_text(double, GAME.parse_action(double, "24/20(2), 13/9 13/9")) == "24/20(2) 13/9(2)"
    assert GAME.action_text(double, GAME.parse_action(double, "13/9(2) 9/5(2)")) == "13/5(2)"
    entering = state({25: 1, 6: 2}, {20: 1, 1: 1}, 31)
    assert GAME.action_text(entering, GAME.parse_action(entering, "6/5 BAR/22")) == "bar/22 6/5*"
    assert GAME.action_text(entering, GAME.parse_action(entering, "25/22 6/5*")) == "bar/22 6/5*"
    leaving = state({6: 1, 3: 1}, {1: 2}, 63)
    assert GAME.action_text(leaving, GAME.parse_action(leaving, "3/OFF 6/0")) == "6/off 3/off"


def test_hits_half_way_are_told_apart():
    s = state({13: 1, 6: 2}, {16: 1, 20: 2}, 43)
    assert texts(s) >= {"13/9*/6", "13/6"}
    assert GAME.action_text(s, GAME.parse_action(s, "13/6")) == "13/6"
    assert GAME.action_text(s, GAME.parse_action(s, "13/9/6")) == "13/9*/6"
    both = state({13: 1}, {16: 1, 15: 1}, 43)
    with pytest.raises(kz.BadInput, match=r"'13/6' at '.*' may mean 13/9\*/6 or 13/10\*/6: expected one of them"):
        GAME.parse_action(both, "13/6")


@pytest.mark.parametrize(
    "move", ["", "e4", "8/5", "8/5 6/5*", "24/19", "8/5 6/5 6/5", "13/10(5)", "bar/22 6/5", "pass", "99/2"]
)
def test_what_is_no_move_is_refused(move):
    with pytest.raises(
        kz.BadInput, match=r"is not a (legal )?move at '4HPwATDgc/ABMA:31': expected one of .* and 10 more"
    ):
        GAME.parse_action(GAME.parse(f"{START}:31"), move)


def test_rolls_are_read_and_refused():
    assert GAME.parse_action(GAME.initial(), "13") == GAME.parse_action(GAME.initial(), "3-1") == 31
    assert GAME.action_text(GAME.initial(), 31) == "31"
    with pytest.raises(kz.BadInput, match="'70' has dice of '70': expected two numbers from 1 to 6, such as 31"):
        GAME.parse_action(GAME.initial(), "70")
    over = state({6: 15}, {})
    with pytest.raises(kz.BadInput, match=r"the game is over at '.*': '31' cannot be played"):
        GAME.parse_action(over, "31")


# ---------------------------------------------------------------- the board


def test_picture_from_the_first_player_s_side():
    picture = GAME.picture(GAME.parse(f"{START}:31"))
    assert str(picture).split("\n")[-2:] == ["Black (●) has rolled 3 and 1", "pips to go: 167 for ●, 167 for ○"]
    assert picture.cells[0][0] == "13" and picture.column_labels[0] == "12"
    assert [row[0] for row in picture.cells[1:7]] == ["●"] * 5 + [""]
    assert [row[0] for row in picture.cells[7:]] == [""] + ["○"] * 5
    other = GAME.picture(GAME.parse(f"{START} p2"))
    assert other.cells[1:] == picture.cells[1:]
    assert other.cells[0][0] == "12" and other.column_labels[0] == "13"


def test_picture_of_tall_stacks_bar_and_tray():
    picture = GAME.picture(state({6: 7, 25: 2, 1: 3}, {2: 15}))
    assert [row[7] for row in picture.cells[7:]] == ["7"] + ["●"] * 5
    assert [row[6] for row in picture.cells[7:]] == ["", "", "", "", "●", "●"]
    assert [row[13] for row in picture.cells[7:]] == ["", "", "", "", "3", "●"]
    assert [row[11] for row in picture.cells[1:7]] == ["○"] * 5 + ["15"]
    over = GAME.picture(state({24: 15}, {}, mover=1))
    assert over.caption.startswith("Black (●) has won a backgammon")


# ---------------------------------------------------------------- a play checker by checker


def positions_with_dice(count, seed):
    """Positions of random games, with all kinds of rolls."""
    chance = random.Random(seed)
    found = []
    while len(found) < count:
        s = GAME.initial()
        while not GAME.is_terminal(s) and len(found) < count:
            if s.dice == 0:
                s = GAME.result(s, chance.choice([roll for roll, _ in GAME.outcomes(s)]))
            else:
                if chance.random() < 0.3:
                    found.append(s)
                s = GAME.result(s, chance.choice(list(GAME.actions(s))))
    return found


def test_every_play_and_no_other_can_be_made_step_by_step():
    chance = random.Random(2)
    for s in positions_with_dice(60, 1):
        legal = {GAME.action_text(s, a) for a in GAME.actions(s)} - {"pass"}
        first = GAME.underway(s, ())
        assert {whole for leads in first.leads.values() for whole in leads} == legal, GAME.text(s)
        done, at = [], first
        while at.picture.clicks:
            done.append(chance.choice(list(at.picture.clicks)))
            if done[-1] in at.completes:
                assert at.completes[done[-1]] in at.leads[done[-1]] and at.completes[done[-1]] in legal
                break
            at = GAME.underway(s, done)


def test_dice_are_used_up_one_at_a_time():
    def dice(position, *done):
        scene = GAME.underway(GAME.parse(position), done).picture.scene
        return [(spot.holds.face, spot.holds.is_used) for spot in scene.spots if spot.cell is None]

    assert dice(f"{START}:31") == [(3, False), (1, False)]
    assert dice(f"{START}:31", "8/5") == [(3, True), (1, False)]
    assert dice(f"{START}:66", "24/18", "24/18") == [(6, True)] * 2 + [(6, False)] * 2
    assert dice(f"{START}:66", "24/18") == dice(f"{START}:66", "13/7")


def test_a_checker_may_go_on_at_once_unless_it_matters_which_die_is_first():
    assert "24/20" in GAME.underway(GAME.parse(f"{START}:31"), ()).picture.clicks
    hit = state({24: 2, 6: 13}, {4: 1, 13: 14}, 31)  # on 21, half-way by the three
    steps = GAME.underway(hit, ()).picture.clicks
    assert "24/21*" in steps and "24/23" in steps and "24/20" not in steps


def test_steps_that_cannot_be_made_are_refused():
    s = GAME.parse(f"{START}:31")
    with pytest.raises(kz.BadInput, match="'8/2' is not a step that can be made here: expected one of"):
        GAME.underway(s, ("8/2",))
    with pytest.raises(kz.BadInput, match="'8/5' is not a step"):
        GAME.underway(s, ("8/5", "8/5"))
    assert GAME.underway(GAME.initial(), ()) is None
    assert GAME.underway(state({24: 15}, {}, mover=1), ()) is None


def test_a_real_board_has_every_checker_once_and_says_what_stands_where():
    for s in positions_with_dice(20, 3):
        scene = GAME.picture(s).scene
        stacks = [spot.holds for spot in scene.spots if spot.cell and spot.holds]
        for is_white in (False, True):
            assert sum(stack.count for stack in stacks if stack.is_white == is_white) == 15
    points = {spot.name: spot.holds.said for spot in GAME.picture(GAME.parse(f"{START}:31")).scene.spots if spot.holds}
    assert points["point 24"] == "2 black checkers" and points["point 1"] == "2 white checkers"
