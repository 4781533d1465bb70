"""Tables by sections: where a position stands, and what it is worth there, by solvers of another kind."""

import random
import re
from functools import cache
from typing import NamedTuple

import chess
import numpy as np
import pytest

import kibitz as kz
from checkers_endgames import positions as checkers_positions
from checkers_endgames import solve as solve_checkers
from endgame_oracle import ILLEGAL, solved
from every_endgame import codes_of, compared
from kibitz.errors import BadInput, DoesNotFit, Unsolved
from kibitz.game import answers
from kibitz.games import GameSource
from kibitz.games.backgammon.checkers import number as checkers_on
from kibitz.games.checkers import State as Board
from kibitz.games.checkers.board import place_of
from kibitz.lookup.endgame_file import look_up, open_table
from kibitz.search.retrograde import by_section
from kibitz.search.retrograde.by_section import build_sections
from kibitz.search.retrograde.by_section_disk import solve_on_disk
from kibitz.search.retrograde.by_section_pieces import Task
from kibitz.search.retrograde.job import Job

CHESS, CHECKERS = kz.game("chess"), kz.game("checkers")
WIN = 30_000.0


def built(game, sections, folder, **options):
    out = folder / f"{game.facts.name}.table"
    build_sections(game, sections, Job(out, folder / "unfinished", **options))
    assert not (folder / "unfinished").exists()
    return open_table(game, out)


@pytest.fixture(scope="module")
def chess_table(tmp_path_factory):
    sections = [*CHESS.sections(3), CHESS.section_named("KBNK")]
    return built(CHESS, sections, tmp_path_factory.mktemp("chess"))


@pytest.fixture(scope="module")
def checkers_table(tmp_path_factory):
    return built(CHECKERS, CHECKERS.sections(3), tmp_path_factory.mktemp("checkers"))


def said(known):
    """The same of one position."""
    return int(np.sign(known.values[0])) * (1 + known.plies)


# ---------------------------------------------------------------- every position of three men


@pytest.mark.parametrize(("name", "longest"), [("KQK", 10), ("KRK", 16), ("KPK", 28)])
def test_every_position_of_three_men_is_as_another_solver_has_it(chess_table, name, longest):
    agree, legal, is_all, plies = compared(CHESS, chess_table, name)
    assert is_all and agree == legal > 40_000 and plies == 2 * longest
    assert codes_of(CHESS, chess_table, name)[0][::2].max() - 1 == 2 * longest - 1


def test_a_position_is_worth_the_same_turned_and_mirrored_and_with_the_colours_exchanged(chess_table):
    dice = random.Random(14)
    for name in ("KQk", "KRk", "KPk", "KBk") * 12:
        squares = dice.sample(range(8, 56), 3)
        mover = dice.randrange(2)
        code = int(solved(name).codes[mover][tuple(squares)])
        if code == ILLEGAL:
            continue
        worth = (code + (code > 0)) * (1 - 2 * mover)
        board = chess.Board(None)
        for letter, square in zip(name, squares, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = mover == 0
        seen = set()
        turns = [chess.flip_horizontal]
        if "P" not in name:
            turns += [chess.flip_vertical, chess.flip_diagonal]
        for choice in range(1 << len(turns)):
            image = board
            for number, turn in enumerate(turns):
                if choice >> number & 1:
                    image = image.transform(turn)
            for swapped in (image, image.mirror()):
                s = CHESS.parse(swapped.fen())
                sign = 1 if swapped is image else -1
                assert said(look_up(CHESS, s, chess_table)) == sign * worth, swapped.fen()
                assert CHESS.is_swapped(s) == (swapped is not image)
                seen.add((CHESS.section(s), CHESS.place(s)))
                assert CHESS.is_placed(*max(seen)) and CHESS.place(CHESS.placed(*max(seen))) == CHESS.place(s)
        assert len(seen) == 1


# ---------------------------------------------------------------- four men


def derived(board, table):
    """What a position is worth to its mover by the moves of python-chess and what the table holds of those after them.

    1+n wins in n plies, -1-n loses; a position in which a pawn may be taken in passing is derived too.
    """
    best = None
    for move in list(board.legal_moves):
        board.push(move)
        if board.is_insufficient_material():
            worth = 0
        elif board.has_legal_en_passant():
            worth = derived(board, table)
        else:
            known = look_up(CHESS, CHESS.parse(board.fen()), table)
            worth = said(known) * (1 if board.turn else -1)
        board.pop()
        worth = -(abs(worth) + 1) * int(np.sign(worth)) if worth else 0
        rank = int(np.sign(worth)), -worth  # soon if it wins, late if it loses
        best = rank if best is None else max(best, rank)
    if best is None:
        return -1 if board.is_check() else 0
    return -best[1]


def placed_at_random(game, name, number, seed):
    section, dice = game.section_named(name), random.Random(seed)
    found = 0
    while found < number:
        place = dice.randrange(game.section_size(section))
        if game.is_placed(section, place):
            found += 1
            yield game.placed(section, place)


def test_bishop_and_knight_mate_in_33_moves_and_follow_from_the_moves_of_another_program(chess_table):
    found, is_empty = codes_of(CHESS, chess_table, "KBNK")
    assert found.min() == 0 and found.max() - 1 == 66 and found[::2].max() - 1 == 65
    assert (found[is_empty] == 0).all()
    longest = [CHESS.placed(CHESS.section_named("KBNK"), int(place)) for place in np.flatnonzero(found == 67)[:5]]
    for s in [*longest, *placed_at_random(CHESS, "KBNK", 250, 33)]:
        board = chess.Board(CHESS.text(s))
        assert said(look_up(CHESS, s, chess_table)) * (1 if board.turn else -1) == derived(board, chess_table)


def test_sections_of_chess_are_named_and_ordered():
    sections = list(CHESS.sections(4))
    names = [CHESS.section_name(section) for section in sections]
    assert len(set(names)) == 36 and names[0] == "KK" and "KPKP" in names and CHESS.section_size(sections[0]) == 462
    assert CHESS.section_named("kvkr") == CHESS.section_named("KRK") and len(list(CHESS.sections(5))) == 36 + 110
    for number, section in enumerate(sections):
        assert set(CHESS.section_exits(section)) <= set(sections[:number])
        for s in placed_at_random(CHESS, names[number], 8, number):
            assert CHESS.parse(CHESS.text(s)) == s
            for a in CHESS.actions(s):
                after = CHESS.result(s, a)
                where = CHESS.section(after)
                assert where in (section, -1, *CHESS.section_exits(section))
                if where >= 0:
                    image = CHESS.placed(where, CHESS.place(after))
                    assert CHESS.place(image) == CHESS.place(after) and not CHESS.is_swapped(image)
                    assert CHESS.is_terminal(image) == CHESS.is_terminal(after)
    for text in ("KXK", "KR", "KQQQQK", "", "RKK"):
        with pytest.raises(BadInput, match="is not an endgame of chess"):
            CHESS.section_named(text)


def test_no_table_holds_what_more_than_the_men_decides():
    assert CHESS.section(CHESS.initial()) == -1
    assert CHESS.section(CHESS.parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1")) == -1
    assert CHESS.section(CHESS.parse("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")) == -1
    assert CHESS.section(CHESS.parse("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1")) >= 0
    late = CHESS.parse("4k3/8/8/8/8/8/8/4K2R w - - 93 80")
    assert CHESS.plies_allowed(late) == 7 and kz.game("chess", draws=False).plies_allowed(late) > 100
    assert CHECKERS.plies_allowed(CHECKERS.parse("B:WK32:B1,K5:H7")) == 73


# ---------------------------------------------------------------- checkers


def test_checkers_of_up_to_three_men_is_as_another_solver_has_it(checkers_table):
    begun = [*checkers_positions(0, 1, 0, 2), *checkers_positions(2, 0, 1, 0)]
    outcomes = solve_checkers(begun)
    assert len(outcomes) > 60_000 and max(outcomes.values()) == 61
    for s in random.Random(3).sample(sorted(outcomes), 6000):
        men, kings, their_men, their_kings = (sum(1 << place_of(number) for number in part) for part in s)
        board = Board(men | kings, their_men | their_kings, kings | their_kings, 0, 0)
        if CHECKERS.section(board) < 0:
            assert CHECKERS.is_terminal(board)
            continue
        assert said(look_up(CHECKERS, board, checkers_table)) == outcomes[s] + (outcomes[s] > 0), s


# ---------------------------------------------------------------- backgammon


def borne_off(side, die):
    """All that a die makes of the points on which a side's checkers stand, at home."""
    for point in set(side):
        if point > die:
            yield tuple(sorted([*(p for i, p in enumerate(side) if i != side.index(point)), point - die]))
        elif point == die or point == max(side):
            yield tuple(p for i, p in enumerate(side) if i != side.index(point))


@cache
def chance_to_win(mine, theirs):
    """How likely the side about to roll is to be done first, both playing to win."""
    average = 0.0
    for first in range(1, 7):
        for second in range(1, 7):
            dice = [first] * 4 if first == second else [first, second]
            plays = set()
            for order in (dice, dice[::-1]):
                sides = {mine}
                for die in order:
                    sides = {after for side in sides for after in (borne_off(side, die) if side else [side])}
                plays |= sides
            average += max(1.0 if not side else 1.0 - chance_to_win(theirs, side) for side in plays) / 36
    return average


def test_bearing_off_is_worth_what_plain_probabilities_say(tmp_path):
    game = kz.game("backgammon")
    table = built(game, game.sections(3), tmp_path, interpreted=True)
    assert table.told[1] == 36 + 252
    for name in ("1-1", "1-2"):
        section = game.section_named(name)
        for place in range(0, game.section_size(section), 5):
            s = game.placed(section, place)
            mine, theirs = (
                tuple(sorted(p for p in range(1, 7) for _ in range(checkers_on(side, p)))) for side in s[:2]
            )
            wanted = 2 * chance_to_win(mine, theirs) - 1
            for seat in (0, 1):
                known = look_up(game, s._replace(mover=seat), table)
                assert known.values[seat] == pytest.approx(wanted, abs=1e-12) and known.plies == -1
                assert known.values[1 - seat] == -known.values[seat]
    for section in game.sections(9):  # every play leads to a lower place, or to a section before
        for place in random.Random(section).sample(range(game.section_size(section)), 5):
            s = game.placed(section, place)
            assert (game.section(s), game.place(s)) == (section, place)
            thrown = game.result(s, 11 * (1 + place % 6))
            assert game.section(thrown) == -1
            for a in game.actions(thrown):
                after = game.result(thrown, a)
                assert game.is_terminal(after) or game.section(after) in (section, *game.section_exits(section))
                assert game.section(after) != section or game.place(after) < place
    with pytest.raises(BadInput, match="is not an endgame of backgammon"):
        game.section_named("15-1")


# ---------------------------------------------------------------- games of any kind


class Spot(NamedTuple):
    node: int


class Numbered(kz.Game):
    """A random graph in sections: circles, players who move twice, states without a place, wins of several sizes."""

    utility_sum = 1.0
    PER_SECTION, SECTIONS, WITHOUT = 24, 4, 8  # the last states of each section have no place

    def __init__(self, seed):
        dice = np.random.default_rng(seed)
        number = self.PER_SECTION * self.SECTIONS
        self._ends = np.where(dice.random(number) < 0.2, dice.choice([-2.0, 0.0, 0.5, 1.0, 3.0], number), np.nan)
        self._movers = dice.integers(0, 2, number)
        self._first = np.concatenate([[0], np.cumsum(dice.integers(1, 4, number))])
        self._links = np.zeros(self._first[-1], np.int64)
        for node in range(number):
            for at in range(self._first[node], self._first[node + 1]):
                self._links[at] = dice.integers(0, (node // self.PER_SECTION + 1) * self.PER_SECTION)
                if node % self.PER_SECTION >= self.PER_SECTION - self.WITHOUT:  # no circle of those without a place
                    while self._links[at] % self.PER_SECTION >= self.PER_SECTION - self.WITHOUT:
                        self._links[at] = dice.integers(0, (node // self.PER_SECTION + 1) * self.PER_SECTION)

    def initial(self):
        return Spot((self.SECTIONS - 1) * self.PER_SECTION)

    def player(self, s):
        return int(self._movers[s.node])

    def actions(self, s):
        for at in range(self._first[s.node], self._first[s.node + 1]):  # noqa: UP028, to be compiled
            yield at

    def result(self, s, a):
        return Spot(int(self._links[a]))

    def is_terminal(self, s):
        return not np.isnan(self._ends[s.node])

    def utility(self, s, player):
        return self._ends[s.node] if player == 0 else 1.0 - self._ends[s.node]

    def section(self, s):
        return -1 if s.node % self.PER_SECTION >= self.PER_SECTION - self.WITHOUT else s.node // self.PER_SECTION

    def place(self, s):
        return s.node % self.PER_SECTION

    def section_size(self, section):
        return self.PER_SECTION - self.WITHOUT

    def is_placed(self, section, place):
        return True

    def placed(self, section, place):
        return Spot(section * self.PER_SECTION + place)

    def sections(self, men):
        return range(self.SECTIONS)


def by_horizon(game):
    """What every node is worth, and in how many plies, by minimax to greater and greater depths, in fractions."""
    number = game.PER_SECTION * game.SECTIONS
    found = dict.fromkeys(range(number), (0.5, 0))
    while True:
        following = {}
        for node in range(number):
            s = Spot(node)
            if game.is_terminal(s):
                following[node] = game.utility(s, 0), 0
                continue
            sign = 1 - 2 * game.player(s)
            after = [found[game.result(s, a).node] for a in game.actions(s)]
            ranked = [(sign * (v - 0.5), -n if sign * (v - 0.5) > 0 else n) for v, n in after]
            value, plies = after[ranked.index(max(ranked))]
            following[node] = value, plies + 1 if value != 0.5 else 0
        if following == found:
            return found
        found = following


@pytest.mark.parametrize("interpreted", [True, False])
def test_a_table_by_sections_is_right_for_games_of_any_kind(tmp_path, interpreted, monkeypatch):
    monkeypatch.setattr(by_section, "FEW", 0)
    seen = set()
    for seed in range(12):
        game = Numbered(seed)
        table = built(game, game.sections(0), tmp_path, interpreted=interpreted)
        for node, (value, plies) in by_horizon(game).items():
            known = look_up(game, Spot(node), table)
            if game.section(Spot(node)) < 0:
                assert known is None
                continue
            assert known.values == (value, 1.0 - value) and known.plies == (plies if value != 0.5 else -1)
            seen.add(value)
    assert seen == {-2.0, 0.0, 0.5, 1.0, 3.0}


# ---------------------------------------------------------------- within little memory, and stopped on the way


class Interrupted(Exception):
    pass


def failing_after(number):
    """Carries out so many pieces, and then is killed."""
    done = 0

    def spread(work, pieces):
        nonlocal done
        for piece in pieces:
            if done == number:
                raise Interrupted
            done += 1
            yield piece.name, work(piece.argument)

    return spread


def test_a_build_that_is_stopped_again_and_again_within_little_memory_has_the_same_bytes(tmp_path, checkers_table):
    sections = [CHECKERS.section_named("KKvK"), CHECKERS.section_named("KvM")]
    built(CHECKERS, sections, tmp_path)
    whole = (tmp_path / "checkers.table").read_bytes()
    out, said, stops = tmp_path / "again.table", [], 0
    dice = random.Random(9)
    while not out.exists() and stops < 40:
        spread = failing_after(dice.choice([1, 2, 11, 40, 70]))
        job = Job(out, tmp_path / "unfinished", memory=0.5, spread=spread, progress=said.append)
        try:
            build_sections(CHECKERS, sections, job)
        except Interrupted:
            stops += 1
            if stops == 3:  # where a piece is damaged, all are made anew
                torn = max((tmp_path / "unfinished").glob("[lrs]*"))
                torn.write_bytes(torn.read_bytes()[:-3])
    assert stops > 5 and any("rounds" in each for each in said) and out.read_bytes() == whole
    assert not (tmp_path / "unfinished").exists()


def test_what_cannot_be_built_by_sections_is_refused_in_a_sentence(tmp_path):
    def job(**options):
        return Job(tmp_path / "x.table", tmp_path / "unfinished", interpreted=True, **options)

    with pytest.raises(DoesNotFit, match="'nim' does not number its endgames"):
        build_sections(kz.game("nim"), [0], job())
    with pytest.raises(BadInput, match="there is no section to build"):
        build_sections(CHECKERS, [], job())
    with pytest.raises(Unsolved, match=r"KQQQK has [\d,]+ places, too many for 100 MB: allow more with --memory"):
        section = CHESS.section_named("KQQQK")
        solve_on_disk(CHESS, Task(GameSource.of(CHESS), job().pieces, 100.0, True, section, ()), job(memory=100.0))


# ---------------------------------------------------------------- the law


class Beyond(Numbered):
    def section_size(self, section):
        return 5


class Misplaced(Numbered):
    def placed(self, section, place):
        return Spot(section * self.PER_SECTION + place // 2)


class Unplaced(Numbered):
    def is_placed(self, section, place):
        return place != 3


class Astray(Numbered):
    def section_exits(self, section):
        return ()


class Backwards(Numbered):
    def section_exits(self, section):
        return [each for each in range(self.SECTIONS) if each != section]


class Nameless(Numbered):
    def section_name(self, section):
        return "7"


class Worthless(Numbered):
    def is_swapped(self, s):
        return s.node % 2 == 1

    def placed(self, section, place):
        return Spot(section * self.PER_SECTION + place - place % 2)

    def place(self, s):
        return s.node % self.PER_SECTION // 2 * 2


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        (Beyond, r"expected 0 to 4, since section \d has 5 places"),
        (Misplaced, r"placed\(\d+, \d+\) is .*, whose section is \d+ and place \d+"),
        (Unplaced, r"is_placed\(\d, 3\) is False"),
        (Astray, "which is not one of section_exits"),
        (Backwards, r"section 0 leads to section 1, which does not come before it in sections\(3\)"),
        (Nameless, "section 0 is called '7', but section_named finds another"),
        (Worthless, "but are worth|but only it is over"),
    ],
)
def test_a_game_that_breaks_the_law_of_endgames_is_told_so(kind, fault):
    assert answers(kind(5), "place")
    report = kz.check(kind(5), compiled=False)
    assert any(re.search(fault, each) for each in report.faults), report
    assert not [each for each in kz.check(Numbered(5), compiled=False).faults if "place" in each or "section" in each]
