"""Go: its rules against a slow implementation of them, its score, what may not come back, its notation and SGF."""

import random
import re

import pytest

import kibitz as kz
from command import kibitz
from kibitz.check.perft import perft
from kibitz.errors import BadInput
from kibitz.game.record import KeptGame, Remark
from kibitz.game.repeating import allowed, is_forbidden
from kibitz.games.go import Go
from kibitz.games.go.board import NOWHERE, PASS, State, ko_point, last_action, meta_of, mover
from kibitz.games.go.life import secured, unconditional
from kibitz.games.go.points import NO_POINTS, each, either, number_of, single
from kibitz.games.go.record import Record
from kibitz.games.go.sgf import read_tree

# ---------------------------------------------------------------- the rules, slowly


class Slow:
    """Go with a dictionary for a board, from the rules as Tromp and Taylor wrote them; points are (row, column)."""

    def __init__(self, size, suicide=False):
        self.size, self.suicide = size, suicide
        self.at = {}
        self.turn = 0
        self.seen = [frozenset()]
        self.passes = 0

    def near(self, point):
        row, column = point
        for other in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if 0 <= other[0] < self.size and 0 <= other[1] < self.size:
                yield other

    def reached(self, at, point):
        """The points of one colour, or empty ones, that hang together with this one, and the colours around them."""
        colour, found, left, around = at.get(point), {point}, [point], set()
        while left:
            for other in self.near(left.pop()):
                if at.get(other) == colour and other not in found:
                    found.add(other)
                    left.append(other)
                elif at.get(other) != colour:
                    around.add(at.get(other))
        return found, around

    def after(self, point):
        """The board after a stone, or None where it may not be put there; superko is not looked at."""
        if point in self.at:
            return None
        at = {**self.at, point: self.turn}
        taken = False
        for other in self.near(point):
            if at.get(other) == 1 - self.turn:
                group, around = self.reached(at, other)
                if None not in around:
                    taken = True
                    for stone in group:
                        del at[stone]
        group, around = self.reached(at, point)
        if None not in around and not taken:
            if not self.suicide or len(group) == 1:
                return None
            for stone in group:
                del at[stone]
        return at

    def boards(self):
        """Each legal move with the board after it; superko, which forbids what a ko does too, is not looked at."""
        points = [(row, column) for row in range(self.size) for column in range(self.size)]
        found = {point: self.after(point) for point in points}
        return {point: at for point, at in found.items() if at is not None}

    def legal(self):
        """The moves that repeat no board."""
        return {point for point, at in self.boards().items() if frozenset(at.items()) not in self.seen}

    def play(self, point):
        if point is None:
            self.passes += 1
        else:
            self.at, self.passes = self.after(point), 0
            self.seen.append(frozenset(self.at.items()))
        self.turn = 1 - self.turn

    def lead(self):
        """Black's area less White's."""
        total = sum(1 if colour == 0 else -1 for colour in self.at.values())
        points = [(row, column) for row in range(self.size) for column in range(self.size)]
        for point in points:
            if point not in self.at:
                around = self.reached(self.at, point)[1]
                total += 1 if around == {0} else -1 if around == {1} else 0
        return total


def stones(game, s):
    """The stones of a state as the slow game has them."""
    sides = {mover(s): s.me, 1 - mover(s): s.other}
    return {divmod(point, game.stride): side for side, points in sides.items() for point in each(points)}


def place(game, a):
    return None if a == PASS else divmod(a, game.stride)


@pytest.mark.parametrize(("size", "suicide", "games"), [(2, False, 60), (3, True, 60), (5, False, 25), (7, True, 6)])
def test_random_games_follow_the_slow_rules(size, suicide, games):
    game, luck = Go(size, komi=0.5, suicide=suicide, score="margin"), random.Random(size)
    for _ in range(games):
        s, slow, history = game.initial(), Slow(size, suicide), []
        for _ in range(3 * size * size):
            actions = list(game.actions(s))
            assert actions[-1] == PASS and len(set(actions)) == len(actions)
            fit = {place(game, a) for a in allowed(game, s, history)} - {None}
            assert fit == slow.legal()
            assert {place(game, a) for a in actions if a != PASS} | _ko(game, s) == set(slow.boards())
            assert not is_forbidden(game, s, PASS, history)
            a = luck.choice([a for a in allowed(game, s, history) if a != PASS or luck.random() < 0.2] or [PASS])
            history.append(game.recurrence(s))
            s = game.result(s, a)
            slow.play(place(game, a))
            assert stones(game, s) == slow.at and mover(s) == slow.turn and last_action(s) == a
            assert game.utility(s, 0) == slow.lead() - 0.5 == -game.utility(s, 1)
            assert game.is_terminal(s) == (slow.passes == 2)
            if game.is_terminal(s):
                break


def _ko(game, s):
    """The point that a ko forbids: the slow rules know it by the board that would come back."""
    return set() if ko_point(s) == NOWHERE else {place(game, ko_point(s))}


def test_large_boards_follow_the_slow_rules_over_all_three_words():
    for size in (9, 12, 13):
        game, luck, slow = Go(size, komi=0, superko=False), random.Random(size), Slow(size)
        s = game.initial()
        for _ in range(2 * size * size):
            a = luck.choice(list(game.actions(s))[:-1] or [PASS])
            s = game.result(s, a)
            slow.play(place(game, a))
        assert stones(game, s) == slow.at
        assert {place(game, a) for a in game.actions(s)} - {None} | _ko(game, s) == set(slow.boards())
        assert Go(size, komi=0, score="margin").utility(s, 0) == slow.lead()


def slow_perft(size, depth, slow=None):
    slow = slow or Slow(size)
    if depth == 0:
        return 1
    if slow.passes == 2:
        return 0
    total = 0
    # A ko alone forbids what superko would: both look one board back here.
    for point in [None, *slow.boards()]:
        at = None if point is None else slow.after(point)
        if point is not None and len(slow.seen) > 1 and frozenset(at.items()) == slow.seen[-2] and slow.passes == 0:
            continue
        below = Slow(size)
        below.at, below.turn, below.seen, below.passes = dict(slow.at), slow.turn, list(slow.seen), slow.passes
        below.play(point)
        total += slow_perft(size, depth - 1, below)
    return total


def test_the_number_of_positions_at_each_depth():
    for size, deepest in ((2, 6), (3, 4)):
        game = Go(size)
        for depth in range(1, deepest + 1):
            found = perft(game, game.initial(), depth=depth, interpreted=True)
            assert found.leaves == slow_perft(size, depth)


@pytest.mark.parametrize(("size", "number"), [(2, 57), (3, 12_675)])
def test_the_number_of_legal_boards_is_the_published_one(size, number):
    """Every board of three colours, read as a position that somebody set up."""
    game, found = Go(size), 0
    points = [game.point(row, column) for row in range(size) for column in range(size)]
    for board in range(3 ** len(points)):
        sides = [NO_POINTS, NO_POINTS]
        for point in points:
            board, colour = divmod(board, 3)
            if colour:
                sides[colour - 1] = either(sides[colour - 1], single(point))
        s = State(*sides, meta_of(0, 0, NOWHERE, NOWHERE, NOWHERE, 0))
        try:
            found += game.parse(game.text(s)) == s
        except kz.BadInput:
            continue
    assert found == number


def test_a_ko_may_not_be_retaken_at_once_but_after_a_threat():
    game = Go(5)
    s = game.parse("b3 c3 a2 d2 b1 c1 c2 b2")  # White takes c2
    assert game.action_text(s, ko_point(s)) == "c2"
    with pytest.raises(kz.BadInput, match="not a legal move"):
        game.parse_action(s, "c2")
    assert "c2" in [game.action_text(s, a) for a in game.actions(game.parse("b3 c3 a2 d2 b1 c1 c2 b2 e5 e4"))]


def test_superko_forbids_what_a_ko_does_not():
    game, luck = Go(2, komi=0), random.Random(5)
    met = 0
    for _ in range(40):
        s, history = game.initial(), []
        while not game.is_terminal(s) and len(history) < 40:
            fit = allowed(game, s, history)
            met += len(fit) < len(list(game.actions(s)))
            history.append(game.recurrence(s))
            s = game.result(s, luck.choice([a for a in fit if a != PASS] or fit))
    assert met > 50


def test_without_superko_a_position_for_the_third_time_is_no_result():
    game = Go(3, superko=False)
    assert game.repetition == 0.0 and not game.repetition_is_illegal
    assert game.recurrence(game.initial()) == game.key(game.initial())


# ---------------------------------------------------------------- life


def test_two_eyes_live_and_one_does_not():
    game = Go(5)
    s = game.parse("(;SZ[5]AB[ae][be][ce][de][ee][bd][ad][dd][cd][ed]PL[W])")
    assert number_of(unconditional(game, s.other, s.me)) == 0
    s = game.parse("(;SZ[5]AB[be][ad][bd][cd][dd][de][ed]PL[W])")  # eyes at a1, c1 and e1
    assert number_of(unconditional(game, s.other, s.me)) == 7
    assert secured(game, s.other, s.me) == 10


def test_what_is_secured_is_never_lost():
    """Whatever both play at random, the owner of secured points keeps them as long as no eye is filled by itself."""
    luck = random.Random(1)
    game = Go(4, komi=0)
    met = 0
    for _ in range(400):
        s = game.initial()
        for _ in range(18):
            s = game.result(s, luck.choice(list(game.actions(s))[:-1] or [PASS]))
        alive = unconditional(game, s.other, s.me)
        met += number_of(alive) > 0
        owner = 1 - mover(s)
        for _ in range(12):  # the owner only passes
            s = game.result(s, PASS if mover(s) == owner else luck.choice(list(game.actions(s))))
            if game.is_terminal(s):
                break
            mine = s.me if mover(s) == owner else s.other
            assert number_of(alive) == sum(1 for point in each(alive) if point in set(each(mine)))
    assert met > 20


# ---------------------------------------------------------------- small boards, proven


def plain_value(game, s, path, alpha, beta):
    """Black's value where no board may come back, by plain alpha-beta without any table."""
    if game.is_terminal(s):
        return game.utility(s, 0)
    best = None
    for a in sorted(game.actions(s), key=lambda a: a != PASS):
        after = game.result(s, a)
        if not game.is_terminal(after) and game.recurrence(after) in path:
            continue
        v = plain_value(game, after, path | {game.recurrence(after)}, alpha, beta)
        if game.player(s) == 0:
            best = v if best is None else max(best, v)
            alpha = max(alpha, v)
        else:
            best = v if best is None else min(best, v)
            beta = min(beta, v)
        if alpha >= beta:
            break
    return best


def test_two_by_two_is_worth_one_by_proof_and_by_plain_search():
    game = Go(2, komi=0)
    s = game.initial()
    assert plain_value(game, s, frozenset([game.recurrence(s)]), -5, 5) == 1
    assert kz.solve(game, interpreted=True) == 1.0


def test_proofs_agree_with_plain_search_all_over_two_by_two():
    game, luck, seen = Go(2, komi=0.5), random.Random(2), set()
    for _ in range(16):
        s = game.initial()
        for _ in range(luck.randrange(2, 9)):
            s = game.result(s, luck.choice(list(game.actions(s))))
            if game.is_terminal(s):
                break
        if game.is_terminal(s) or game.key(s) in seen:
            continue
        seen.add(game.key(s))
        value = plain_value(game, s, frozenset([game.recurrence(s)]), -5, 5)
        assert kz.solve(game, s, interpreted=True) == (value if mover(s) == 0 else -value), game.text(s)
    assert len(seen) > 5


def test_three_by_three_is_worth_nine_compiled():
    assert kz.solve(Go(3, komi=0)) == 9.0
    assert kz.solve(Go(3, komi=0), Go(3).parse("a1")) == 9.0  # a corner is a mistake as large as the board


def test_with_a_game_so_far_nothing_is_taken_from_the_proofs():
    game = Go(2, komi=0)
    first, second = game.parse("a1"), game.parse("a1 b2")
    with pytest.raises(kz.Unsolved):
        kz.solve(game, second, history=[game.initial(), first], nodes=50, interpreted=True)


def test_symmetric_boards_are_turned_and_mirrored():
    game, luck = Go(5), random.Random(3)
    s = game.initial()
    for _ in range(14):
        s = game.result(s, luck.choice(list(game.actions(s))))
    for number, other in enumerate(game.symmetric(s)):
        assert game.utility(other, 0) == game.utility(s, 0) and game.player(other) == game.player(s)
        assert len(list(game.actions(other))) == len(list(game.actions(s)))
        after = {game.key(game.result(other, a)) for a in game.actions(other)}
        turned = {game.key(list(game.symmetric(game.result(s, a)))[number]) for a in game.actions(s)}
        assert after == turned
    assert len({game.key(other) for other in (s, *game.symmetric(s))}) == 8


def test_what_recurs_is_the_board_and_a_pass_never_repeats():
    game = Go(3)
    s = game.parse("b2")
    passed = game.result(s, PASS)
    assert game.recurrence(passed) != game.recurrence(s)
    assert game.recurrence(s) == game.recurrence(game.parse("(;SZ[3]AB[bb]PL[B])"))
    assert game.key(s) != game.key(game.parse("(;SZ[3]AB[bb]PL[B])"))


def test_a_game_that_breaks_the_law_of_recurrence_is_told():
    class Wrong(Go):
        def recurrence(self, s):
            return s.meta >> 27 if s.meta >> 27 > 2 else self.key(s)

    found = kz.check(Wrong(2), compiled=False, seconds=1)
    assert any("recurrence" in fault for fault in found.faults)


# ---------------------------------------------------------------- notation


def test_positions_are_written_and_read_back():
    luck = random.Random(4)
    for size in (2, 5, 9, 13):
        game = Go(size)
        for _ in range(6):
            s = game.initial()
            for _ in range(luck.randrange(3 * size)):
                if game.is_terminal(s):
                    break
                s = game.result(s, luck.choice(list(game.actions(s))))
                assert game.parse(game.text(s)) == s


def test_moves_skip_the_letter_i_and_may_be_capital():
    game = Go(9)
    s = game.parse("J9 h9")
    assert [game.action_text(s, a) for a in (last_action(s),)] == ["h9"]
    assert game.parse_action(s, "E5") == game.point(4, 4)
    assert "i" not in {game.action_text(s, a)[0] for a in game.actions(s)}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("i5", "expected a1 to j9, or pass"),
        ("e5 e5", "there is a stone already"),
        ("a2 a1 b1 pass pass", "'pass' cannot be played|no liberty|over"),
        ("(;SZ[13])", "add --set size=13"),
        ("(;SZ[9:7])", "not the size of a square board"),
        ("(;GM[2]SZ[9])", "not a game of Go"),
        ("(;SZ[9]AB[zz])", "'zz' is not a point"),
        ("(;SZ[9]AB[aa][ab", "SGF, line 1.*expected ']'"),
        ("(;SZ[9];B(", "expected '\\['"),
        ("(;SZ[9]AB[aa]AW[ab][ba]", "has no liberty"),
        ("(;SZ[9];B[ee];W[ee])", "stone already"),
        ("( nothing", "begin with"),
        ("(;SZ[9]AB[aa]MN[-1])", "not a number of moves"),
    ],
)
def test_what_is_not_a_position_is_refused_in_a_sentence(text, said):
    if text.startswith("a2"):
        text = "a2 a1 pass b1"  # White's stone at a1 is taken: no fault; then one where it would have no liberty
        Go(9).parse(text)
        text, said = "a2 pass b1 a1", "no liberty"
    with pytest.raises(kz.BadInput, match=said) as found:
        Go(9).parse(text)
    assert "\n" not in str(found.value)


MESSY = """From: somebody

(;GM[1]FF[3] SZ[5]
KoMi[0.5]  PB[A [B\\] \\\\ C];Black[cc]C[a comment (;with signs\\] in it]
 ;W[bb]LB[aa:1](;B[cb];W[bc];B[];W[tt];B[aa])(;B[dd](;W[ee])))(;SZ[9])"""


def test_a_messy_file_is_read():
    kept = Record().read(MESSY)
    assert kept == KeptGame("", ("c3", "b4", "c4", "b3", "pass", "pass"), (("size", "5"), ("komi", "0.5")))
    root = read_tree(MESSY)
    assert root.first("PB") == "A [B] \\ C"
    assert len(root.following[0].following[0].following) == 2


def test_handicap_set_up_and_two_moves_in_a_row():
    kept = Record().read("(;SZ[9]HA[2]KM[0.5]AB[cc][gg];W[ee];W[ef];B[ff])")
    game = Go(9, komi=0.5)
    start = game.parse(kept.position)
    assert mover(start) == 1 and number_of(start.other) == 2
    assert kept.moves == ("e5", "pass", "e4", "f4")
    again = Record().read("(;SZ[5]AB[aa:bb];B[ee];W[dd]AE[aa]AW[ec];B[ed])")
    assert again.moves == ("d2", "e2")
    assert sorted(map(number_of, Go(5).parse(again.position)[:2])) == [1, 4]


def test_a_game_is_written_as_sgf_with_what_was_said():
    kept = KeptGame("", ("c3", "b4", "pass", "pass"), (("size", "5"), ("komi", "0.5")))
    remarks = {1: Remark("?", "loses ] by 1", "d4"), 0: Remark("", "wins")}
    text = Record().written(kept, "1", remarks)
    root = read_tree(text)
    assert root.first("RE") == "W+0.5" and root.first("KM") == "0.5"
    first = root.following[0]
    assert first.first("C") == "wins"
    assert [node.first("W") for node in first.following] == ["bb", "db"]
    assert first.following[0].first("C") == "loses ] by 1" and first.following[0].first("BM") == "1"
    assert Record().read(text) == kept


def test_set_up_positions_are_written_too():
    game = Go(5)
    s = game.parse("(;SZ[5]AB[aa][bb]AW[cc]PL[W])")
    kept = KeptGame(game.text(s), ("e5",), (("size", "5"), ("komi", "7.5")))
    assert Record().read(Record().written(kept, "", {})) == kept


def test_files_travel_through_play_and_review(tmp_path):
    given, out = tmp_path / "x.sgf", tmp_path / "y.sgf"
    given.write_text(MESSY, encoding="utf-8")
    judged = kibitz("review", "go", str(given), "--depth", "1", "--interpreted", "--out", str(out))
    assert judged.code == 0 and "c3" in judged.out
    assert Record().read(out.read_text(encoding="utf-8")).moves == Record().read(MESSY).moves
    loaded = kibitz("play", "go", "--load", str(given), "--you", "both", stdin="quit\n")
    assert "White wins by 0.5 (2 to 2, komi 0.5)." in loaded.out


# ---------------------------------------------------------------- seen


def test_the_board_is_a_goban_with_the_last_stone_marked():
    game = Go(9)
    s = game.parse("e5 c3")
    picture = game.picture(s)
    assert picture.surface == "goban" and picture.marked == {(6, 2)}
    assert picture.clicks["a1"] == (8, 0) and "e5" not in picture.clicks
    drawn = picture._repr_svg_()
    assert drawn.count('class="kz-hoshi"') == 5 and drawn.count('class="kz-mark"') == 1
    assert drawn.count("kz-black-piece") >= 1
    assert str(picture).splitlines()[-1] == "Black to move"
    assert "White passed" in game.picture(game.parse("e5 pass")).caption


def test_the_score_is_told_at_the_end():
    game = Go(5, komi=0.5)
    s = game.parse("a3 c3 b3 d3 pass pass")
    assert game.is_terminal(s)
    assert game.ending(s).startswith("White wins by 0.5 (2 to 2, komi 0.5)")
    assert Go(5, komi=0).ending(s) == "A draw (2 to 2)."
    assert game.words(s, 2.5) == "wins by 2.5"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"size": 14}, "from 2 to 13"),
        ({"size": 1}, "from 2 to 13"),
        ({"komi": 0.3}, "whole or half points"),
        ({"score": "points"}, "usual, margin or win"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(given, said):
    with pytest.raises(kz.BadInput, match=said):
        Go(**given)


def test_what_is_dead_but_not_taken_counts_for_its_owner_who_may_end_the_game():
    game = Go(3, komi=0)
    dead = "AB[ac][bc]AW[cc][ab][cb][ba]"  # two stones in Black's last corner: White can take them
    assert game.proof(game.parse(f"(;SZ[3]{dead}PL[B])")) == (-9.0, -9.0)
    s = game.parse(f"(;SZ[3]{dead}PL[W])")
    assert game.proof(game.result(s, PASS)) == (-4.0, -4.0)
    rows = {move.move: move.value for move in kz.analyse(game, s, interpreted=True).moves}
    assert (rows["b2"], rows["pass"]) == (9.0, 4.0)


def test_compiled_and_interpreted_rules_agree():
    game = Go(9)
    s = game.parse("b3 c3 a2 d2 b1 c1 c2 b2 e5")
    for depth in (1, 2):
        assert perft(game, s, depth=depth).leaves == perft(game, s, depth=depth, interpreted=True).leaves
    assert kz.check(Go(3), seconds=2).faults == []


def test_an_sgf_of_another_komi_or_size_is_refused_as_a_position():
    for text, said in {
        "(;SZ[2]KM[0])": "komi of 0, but this game one of 7.5: add --set komi=0",
        "(;SZ[2]KM[x])": "KM[x] is not a komi",
        "(;SZ[19])": "expected 2 to 13",
    }.items():
        with pytest.raises(BadInput, match=re.escape(said)):
            Go(2).parse(text)
    assert Go(2, komi=0).parse("(;SZ[2]KM[0])") == Go(2).initial()
