"""2048, EinStein würfelt nicht! and Yacht: rules against independent ones, exact values, notation and pictures."""

import importlib
import json
import random
from functools import cache
from itertools import combinations, product
from pathlib import Path

import pytest

import kibitz as kz
from command import kibitz
from kibitz.answer.positions import verdict

KNOWN = json.loads((Path(__file__).parent / "data" / "dice-games.json").read_text())

SMALL = {
    "2048 on 2×2": ("2048", {"size": 2, "goal": 16}),
    "2048 on 3×3": ("2048", {"size": 3, "goal": 64}),
    "2048": ("2048", {}),
    "2048 to the top": ("2048", {"goal": 32768}),
    "einstein on 2×2": ("einstein", {"size": 2, "stones": 1}),
    "einstein on 3×3": ("einstein", {"size": 3, "stones": 3}),
    "einstein on 4×4": ("einstein", {"size": 4, "stones": 6}),
    "einstein": ("einstein", {}),
    "yacht with two dice": ("yacht", {"dice": 2, "rolls": 2, "categories": "6y"}),
    "yacht with one roll": ("yacht", {"dice": 3, "rolls": 1, "categories": "cs"}),
    "yacht": ("yacht", {}),
}


def made(name):
    game, parameters = SMALL[name]
    return kz.game(game, **parameters)


def walk(game, dice, most=200):
    """The states of a random game."""
    s = game.initial()
    for _ in range(most):
        yield s
        if game.is_terminal(s):
            return
        s = game.result(s, dice.choice(list(game.choices(s))))


def solved(game):
    """Player 0's exact value of every state that is asked for, each worked out once."""

    @cache
    def value(s):
        if game.is_terminal(s):
            return game.utility(s, 0)
        if game.player(s) == kz.CHANCE:
            return sum(chance * value(game.result(s, a)) for a, chance in game.outcomes(s))
        best = max if game.player(s) == 0 else min
        return best(value(game.result(s, a)) for a in game.actions(s))

    return value


# ---------------------------------------------------------------- all of them


@pytest.mark.parametrize("name", SMALL)
def test_check_is_content(name, monkeypatch):
    checking = importlib.import_module("kibitz.check")
    monkeypatch.setattr(checking, "SMALL", 300)
    monkeypatch.setattr(checking, "RANDOM_GAMES", 4)
    report = kz.check(made(name), compiled=False)
    assert report.faults == []


@pytest.mark.parametrize("name", ["2048", "einstein", "yacht"])
def test_compiled_and_interpreted_answers_agree(name, monkeypatch):
    checking = importlib.import_module("kibitz.check")
    monkeypatch.setattr(checking, "SMALL", 50)
    monkeypatch.setattr(checking, "RANDOM_GAMES", 1)
    report = kz.check(made(name))
    assert report.faults == []
    assert report.compiled is True


@pytest.mark.parametrize("name", SMALL)
def test_what_is_written_reads_back(name):
    game, dice = made(name), random.Random(1)
    for _ in range(5):
        for s in walk(game, dice):
            assert game.parse(game.text(s)) == s
            if not game.is_terminal(s):
                for a in list(game.choices(s))[::7]:
                    assert game.parse_action(s, game.action_text(s, a)) == a


@pytest.mark.parametrize("name", SMALL)
def test_pictures_show_the_state_and_how_to_move(name):
    game, dice = made(name), random.Random(2)
    for s in walk(game, dice):
        picture = game.picture(s)
        assert str(picture)
        moving = not game.is_terminal(s) and game.player(s) != kz.CHANCE
        legal = {game.action_text(s, a) for a in game.actions(s)} if moving else set()
        assert set(picture.clicks) <= legal
        assert bool(picture.clicks) == moving
        for click in picture.clicks.values():
            for row, column in click if isinstance(click[0], tuple) else [click]:
                assert picture.cells[row][column] != ""


@pytest.mark.parametrize("name", SMALL)
def test_evaluations_stay_within_the_range(name):
    game, dice = made(name), random.Random(3)
    low, high = game.utility_range
    for s in walk(game, dice):
        if not game.is_terminal(s):
            guesses = [game.evaluate(s, player) for player in range(game.players)]
            assert all(low <= guess <= high for guess in guesses)
            assert game.players == 1 or sum(guesses) == 0


REFUSED = [
    ("2048", {"size": 5}, None, "a board of 5×5 is out of range: expected a size of 2, 3 or 4"),
    ("2048", {"goal": 2000}, None, "the goal must be a power of two from 4 to 32768, got 2000"),
    ("2048", {"size": 2}, "", "'' is not a position of 2048: expected 2 rows of 2 tiles, such as 2,./2,."),
    ("2048", {"size": 2}, "2,2,2/2,2", "is not a position of 2048: expected 2 rows of 2 tiles"),
    ("2048", {"size": 2}, "2,3/.,.", "has a tile of '3': expected '.' or 2, 4, 8 and so on up to 2048"),
    ("2048", {"size": 2}, "2,4096/.,.", "has a tile of '4096': expected '.' or 2, 4, 8"),
    ("2048", {"size": 2}, "2,٢/.,.", "has a tile of '٢': expected '.' or 2, 4, 8"),
    ("2048", {"size": 2}, "2,-2/.,.", "has a tile of '-2': expected '.' or 2, 4, 8"),
    ("2048", {"size": 2}, "2,4/8,16 +", "has 1 more to come, and 0 empty cells: expected no more tiles than"),
    ("2048", {"size": 2}, "2,4/8,. +++", "has a tile of '. +': expected '.' or 2, 4, 8"),
    ("2048", {"size": 2}, ".,./.,.", "has no tile to move: expected at least one, or ++ at its end for two to come"),
    ("einstein", {"size": 6}, None, "a board of 6×6 is out of range: expected a size of 2 to 5"),
    ("einstein", {"size": 3, "stones": 6}, None, "6 stones do not fit the corners of a board of 3×3: expected 1 or 3"),
    ("einstein", {"stones": 4}, None, "4 stones do not fit the corners of a board of 5×5: expected 1 or 3 or 6"),
    (
        "einstein",
        {},
        "123../45...",
        "is not a position of einstein: expected 5 rows of 5 cells, such as 123../45.../6...f",
    ),
    ("einstein", {}, "123../45.../6...f/...ed/..cbx", "has a stone 'x': expected 1 to 6 or a to f, or '.'"),
    ("einstein", {}, "123../45.../6...f/...ed/..cb1", "has the stone '1' twice: expected it once at most"),
    ("einstein", {}, "123../45.../6...f/...ed/..cba:7", "has a die of '7': expected 1 to 6"),
    ("einstein", {}, "123../45.../6...f/...ed/..cba:12", "has a die of '12': expected 1 to 6"),
    (
        "einstein",
        {},
        "123../45.../...../...../.....",
        "has no stone of the player who has just moved: expected at least",
    ),
    ("einstein", {}, "..3../...../.a.../...../....1", "has a stone of the player to move in the far corner"),
    ("einstein", {}, "a..../.1.../...../...../.....:1", "has a die in a game that is over: expected the board alone"),
    ("einstein", {}, "123../45.../6...f/...ed/..cba p3", "has player 3 to move: expected p1 to p2"),
    ("yacht", {"dice": 6}, None, "6 dice are out of range: expected 2 to 5"),
    ("yacht", {"rolls": 4}, None, "4 rolls are out of range: expected 1 to 3"),
    ("yacht", {"categories": "6x"}, None, "categories='6x' is not understood: expected some of 123456csy, each once"),
    ("yacht", {"categories": "66"}, None, "categories='66' is not understood: expected some of 123456csy, each once"),
    ("yacht", {"categories": ""}, None, "categories='' is not understood: expected some of 123456csy, each once"),
    (
        "yacht",
        {},
        "6csy",
        "is not a position of yacht: expected points, categories left, dice and rolls left, such as 0 6csy",
    ),
    ("yacht", {}, "0 6cs1 22456 2", "has the categories '6cs1': expected some of 6csy, each once"),
    ("yacht", {}, "0 66 22456 2", "has the categories '66': expected some of 6csy, each once"),
    ("yacht", {}, "0 6csy 2245 2", "has dice of '2245': expected 5 of 1 to 6, or ? in the air"),
    ("yacht", {}, "0 6csy 22457 2", "has dice of '22457': expected 5 of 1 to 6, or ? in the air"),
    ("yacht", {}, "0 6csy 2?456 2", "has dice of '2?456': expected 5 of 1 to 6, or ? in the air"),
    ("yacht", {}, "0 6csy 22456 3", "has 3 rolls left: expected 0 to 2 with these dice"),
    ("yacht", {}, "0 6csy 22??? 3", "has 3 rolls left: expected 1 to 2 with these dice"),
    ("yacht", {}, "0 6csy ????? 0", "has 0 rolls left: expected 1 to 3 with these dice"),
    ("yacht", {}, "999999 6csy ????? 3", "is not a position of yacht: expected points"),
]


@pytest.mark.parametrize(("name", "parameters", "position", "sentence"), REFUSED, ids=[row[3] for row in REFUSED])
def test_what_cannot_be_is_refused(name, parameters, position, sentence):
    with pytest.raises(kz.BadInput) as said:
        kz.game(name, **parameters).parse(position)
    assert sentence in str(said.value)
    assert "\n" not in str(said.value)


# ---------------------------------------------------------------- 2048


def squeezed(line):
    """A line of tiles slid to its beginning, by the book: lists, and each tile merged once at most."""
    tiles, merged = [tile for tile in line if tile], []
    while tiles:
        tile = tiles.pop(0)
        merged.append(tile + tiles.pop(0) if tiles[:1] == [tile] else tile)
    return merged + [0] * (len(line) - len(merged))


def slid(rows, direction):
    if direction in ("up", "down"):
        turned = slid([list(column) for column in zip(*rows, strict=True)], {"up": "left", "down": "right"}[direction])
        return [list(row) for row in zip(*turned, strict=True)]
    if direction == "right":
        return [squeezed(row[::-1])[::-1] for row in rows]
    return [squeezed(row) for row in rows]


def written(rows):
    return "/".join(",".join(str(tile or ".") for tile in row) for row in rows)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_2048_slides_by_the_book(size):
    game, dice = kz.game("2048", size=size, goal=32768), random.Random(size)
    for _ in range(400):
        rows = [[dice.choice([0, 0, 2, 2, 4, 8, 8, 16384]) for _ in range(size)] for _ in range(size)]
        if any(map(any, rows)):
            s = game.parse(written(rows))
            found = {game.action_text(s, a): game.text(game.result(s, a)).split()[0] for a in game.actions(s)}
            everywhere = {direction: slid(rows, direction) for direction in ("up", "right", "down", "left")}
            assert found == {direction: written(after) for direction, after in everywhere.items() if after != rows}
            assert game.is_terminal(s) == (not found)


@pytest.mark.parametrize("goal", [8, 16, 32])
def test_2048_on_a_small_board_is_worth_what_is_known(goal):
    game = kz.game("2048", size=2, goal=goal)
    known = KNOWN["2048_2x2_optimal_probability"][f"to_{goal}"]
    assert solved(game)(game.initial()) == pytest.approx(known, abs=1e-12)


def test_2048_by_search():
    game = kz.game("2048", size=2, goal=8)
    assert kz.expectimax(game).value == pytest.approx(1.0, abs=1e-12)
    s = kz.game("2048").parse("2,4,8,1024/.,.,.,1024/.,.,.,./.,.,.,.")
    assert kz.expectimax(kz.game("2048"), s, depth=1, interpreted=True).value == 1.0


def test_2048_ends():
    game = kz.game("2048", size=2)
    assert game.utility(game.parse("2,4/8,16"), 0) == 0
    assert game.is_terminal(game.parse("2,4/8,16"))
    assert not game.is_terminal(game.parse("2,4/8,8"))
    assert not game.is_terminal(game.parse("2,4/8,. +"))
    won = game.result(game.parse("1024,1024/.,."), game.parse_action(game.parse("1024,1024/.,."), "left"))
    assert game.is_terminal(won) and game.utility(won, 0) == 1 and game.text(won) == "2048,./.,."


def test_2048_tiles_come_by_chance():
    game = kz.game("2048", size=2)
    s = game.parse("2,./.,. +")
    chances = {game.action_text(s, a): chance for a, chance in game.outcomes(s)}
    assert set(chances) == {"b1=2", "b1=4", "a2=2", "a2=4", "b2=2", "b2=4"}
    assert chances["b1=2"] == pytest.approx(0.3) and chances["b2=4"] == pytest.approx(0.1 / 3)


# ---------------------------------------------------------------- EinStein würfelt nicht!


def on_board(text, size):
    """Stones by row and column: (player, number)."""
    cells = text.split(":")[0].split()[0].replace("/", "")
    signs = {
        sign: (player, number + 1) for player in (0, 1) for number, sign in enumerate(("123456", "abcdef")[player])
    }
    return {divmod(place, size): signs[sign] for place, sign in enumerate(cells) if sign != "."}


def stepped(board, size, player, die):
    """Every board that the player may reach: the stone of the die, else the nearest numbers that are left."""
    numbers = {number: place for place, (owner, number) in board.items() if owner == player}
    lower, higher = [n for n in numbers if n < die], [n for n in numbers if n > die]
    movable = [die] if die in numbers else sorted(lower)[-1:] + sorted(higher)[:1]
    forward = 1 if player == 0 else -1
    for number in movable:
        row, column = numbers[number]
        for down, across in ((1, 0), (0, 1), (1, 1)):
            target = row + forward * down, column + forward * across
            if all(0 <= place < size for place in target):
                after = {place: stone for place, stone in board.items() if place != (row, column)}
                yield {**after, target: (player, number)}


def winner(board, size):
    """The player in the opponent's corner, or the only one left."""
    if board.get((size - 1, size - 1), (1, 0))[0] == 0:
        return 0
    if board.get((0, 0), (0, 0))[0] == 1:
        return 1
    left = {owner for owner, _ in board.values()}
    return left.pop() if len(left) == 1 else None


@pytest.mark.parametrize(("size", "stones"), [(3, 1), (3, 3), (4, 3), (4, 6), (5, 6)])
def test_einstein_by_the_book(size, stones):
    game, dice = kz.game("einstein", size=size, stones=stones), random.Random(size)
    for _ in range(30):
        for s in walk(game, dice):
            board = on_board(game.text(s), size)
            won = winner(board, size)
            assert game.is_terminal(s) == (won is not None)
            if won is not None:
                assert game.utility(s, won) == 1 == -game.utility(s, 1 - won)
            elif s.die:
                found = [on_board(game.text(game.result(s, a)), size) for a in game.actions(s)]
                expected = list(stepped(board, size, s.mover, s.die))
                assert len(found) == len(expected)
                assert all(after in expected for after in found)


def test_einstein_on_small_boards_is_worth_what_an_independent_search_finds():
    def value(size, faces, board, player):
        frozen = frozenset(board.items()), player
        if frozen not in values:
            won = winner(board, size)
            if won is not None:
                values[frozen] = 1.0 if won == 0 else -1.0
            else:
                best = max if player == 0 else min
                shares = [
                    best(value(size, faces, after, 1 - player) for after in stepped(board, size, player, die))
                    for die in range(1, faces + 1)
                ]
                values[frozen] = sum(shares) / faces
        return values[frozen]

    for size, stones in [(2, 1), (3, 1), (4, 1), (3, 3)]:
        values = {}
        game = kz.game("einstein", size=size, stones=stones)
        independent = value(size, stones, on_board(game.text(game.initial()), size), 0)
        assert solved(game)(game.initial()) == pytest.approx(independent, abs=1e-12)
    assert independent == pytest.approx(0.399176954732510)


def test_einstein_by_search():
    game = kz.game("einstein", size=3, stones=1)
    assert kz.expectiminimax(game).value == 1.0
    full = kz.game("einstein")
    near = full.parse("...../...../...../...1./a....:1")
    best = kz.expectiminimax(full, near, depth=1, interpreted=True)
    assert (full.action_text(near, best.action), best.value) == ("1-e1", 1.0)


def test_einstein_s_next_stones():
    game = kz.game("einstein")
    s = game.parse("1..../.5.../...../...../....a:3")
    assert {text[0] for text in (game.action_text(s, a) for a in game.actions(s))} == {"1", "5"}
    s = game.parse("1..../.5.../...../...../....a:6")
    assert {game.action_text(s, a) for a in game.actions(s)} == {"5-c3", "5-c4", "5-b3"}
    s = game.parse("1..../...../...../...../....f:2 p2")
    assert {game.action_text(s, a) for a in game.actions(s)} == {"f-d2", "f-e2", "f-d1"}


# ---------------------------------------------------------------- Yacht


def yacht_value(dice, rolls, categories):
    """The most points to expect, by dynamic programming over sorted dice: no score is carried along."""
    throws = {n: [tuple(sorted(throw)) for throw in product(range(1, 7), repeat=n)] for n in range(dice + 1)}

    def points(letter, shown):
        if letter in "123456":
            return int(letter) * shown.count(int(letter))
        if letter == "c":
            return sum(shown)
        if letter == "y":
            return 50 if len(set(shown)) == 1 else 0
        return 30 if list(shown) == list(range(shown[0], shown[0] + dice)) else 0

    @cache
    def turn(left):
        return rolled((), rolls - 1, left) if left else 0.0

    @cache
    def rolled(kept, more, left):
        after = [tuple(sorted(kept + throw)) for throw in throws[dice - len(kept)]]
        return sum(decided(shown, more, left) for shown in after) / len(after)

    @cache
    def decided(shown, more, left):
        values = [points(letter, shown) + turn(left.replace(letter, "")) for letter in left]
        if more:
            kept = {chosen for number in range(dice) for chosen in combinations(shown, number)}
            values += [rolled(chosen, more - 1, left) for chosen in kept]
        return max(values)

    return turn(categories)


@pytest.mark.parametrize(
    ("dice", "rolls", "categories"),
    [(2, 2, "6"), (2, 3, "s"), (2, 2, "6cy"), (3, 2, "sy"), (3, 3, "1"), (4, 1, "36"), (5, 2, "y")],
)
def test_yacht_is_worth_what_an_independent_program_finds(dice, rolls, categories):
    game = kz.game("yacht", dice=dice, rolls=rolls, categories=categories)
    expected = yacht_value(dice, rolls, categories)
    assert solved(game)(game.initial()) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(("categories", "known"), [("c", 21.25), ("y", 50 * 0.012631458)])
def test_yacht_by_search(categories, known):
    """Each die alone is worth 4.25 with two rolls; five alike come in two rolls with 1.26 %."""
    game = kz.game("yacht", rolls=2, categories=categories)
    assert kz.expectimax(game).value == pytest.approx(known, abs=1e-6)


def test_yacht_s_points():
    game = kz.game("yacht", categories="123456csy")
    for dice, expected in {
        "11345": [2, 0, 3, 4, 5, 0, 14, 0, 0],
        "12345": [1, 2, 3, 4, 5, 0, 15, 30, 0],
        "23456": [0, 2, 3, 4, 5, 6, 20, 30, 0],
        "12346": [1, 2, 3, 4, 0, 6, 16, 0, 0],
        "66666": [0, 0, 0, 0, 0, 30, 30, 0, 50],
    }.items():
        s = game.parse(f"0 123456csy {dice} 0")
        following = [game.result(s, a) for a in game.actions(s)]
        assert [after.score for after in following] == expected
        assert all(after.rolling == 1 and after.rolls == 3 for after in following)


def test_yacht_s_choices():
    game = kz.game("yacht")
    s = game.parse("0 6csy 66122 1")
    texts = [game.action_text(s, a) for a in game.actions(s)]
    assert len(texts) == len(set(texts)) == 4 + 2 * 3 * 3 - 1
    assert game.parse_action(s, "keep:626") == game.parse_action(s, "keep:266")
    assert game.result(s, game.parse_action(s, "keep:66")) == game.parse("0 6csy 66??? 1")
    rolled = game.parse("0 6csy 66??? 1")
    assert game.result(rolled, game.parse_action(rolled, "516")) == game.parse("0 6csy 15666 0")
    assert sum(chance for _, chance in game.outcomes(rolled)) == pytest.approx(1)
    with pytest.raises(kz.BadInput, match="'keep:11' is not a legal move at '0 6csy 12266 1': expected one of score"):
        game.parse_action(s, "keep:11")
    assert game.words(s, 23.3333) == "23.33 points"


# ------------------------------------------------------------ how a game for one ends, and what has no effect there


@pytest.mark.parametrize(
    ("name", "parameters", "position", "said"),
    [
        ("2048", {"size": 2, "goal": 8}, "8,2/.,.", "The game is over: 8 is reached."),
        ("2048", {"size": 2}, "2,4/4,2", "The game is over: no move is left."),
        ("pig", {"players": 1, "goal": 5}, "5,0", "The game is over: won."),
        ("tree", {"tree": "max(1 2)"}, None, "The game is over: 2."),
    ],
)
def test_a_game_for_one_ends_in_words(name, parameters, position, said):
    game = kz.game(name, **parameters)
    s = 2 if position is None else game.parse(position)
    assert verdict(game, s) == said
    assert kz.analyse(game, s, interpreted=True).words == said[0].lower() + said[1:-1]


def test_techniques_are_refused_where_the_whole_game_is_solved():
    for words in (["solve"], ["best", "--exact"]):
        said = kibitz(words[0], "pig", "--set", "goal=10", "--techniques", "no-table", *words[1:])
        assert said.code == 2 and said.messages == [
            "kibitz: techniques 'no-table' have no effect on table: use deepening, proof, maxn, paranoid, "
            "best-reply or montecarlo"
        ]
    said = kibitz("best", "pig", "--depth", "1", "--techniques", "no-table", "--interpreted")
    assert said.code == 0


def test_chance_nodes_and_their_cuts_are_reported():
    tree = kz.Tree.random(7, 4, 3, chance=True)
    reports = {
        name: kz.analyse(tree, depth=9, algorithm=name, interpreted=True).search.statistics
        for name in ("expectiminimax", "star1", "star2", "deepening")
    }
    assert reports["expectiminimax"]["chance_nodes"] > reports["star1"]["chance_nodes"] > 0
    assert reports["expectiminimax"]["chance_cutoffs"] == reports["expectiminimax"]["probes"] == 0
    assert reports["star1"]["chance_cutoffs"] > 0 and reports["star1"]["probes"] == 0
    assert reports["star2"]["chance_cutoffs"] > 0 and reports["star2"]["probes"] > 0
    assert {"chance_nodes", "chance_cutoffs", "probes"} <= set(reports["deepening"])
    assert kz.analyse(kz.game("tic-tac-toe"), depth=1, algorithm="minimax", interpreted=True).search.statistics == {}


def test_dice_are_kept_one_by_one_and_let_go_again():
    game = kz.game("yacht")
    s = game.parse("0 6csy 22456 2")
    first = game.underway(s, ())
    assert first.completes["roll all"] == "keep:none" and first.completes["score:sixes"] == "score:sixes"
    kept = game.underway(s, ("die 1: 2", "die 4: 5", "die 4: 5", "die 5: 6"))
    assert kept.completes["roll 3"] == "keep:26"
    assert [spot.cell for spot in kept.picture.scene.spots if spot.is_lit] == [(0, 0), (0, 4)]
    assert set(kept.leads["die 2: 2"]) == {"keep:226", "keep:2246", "keep:2256"}
    everything = game.underway(s, [step for step in first.picture.clicks if step.startswith("die")])
    assert not any(step.startswith("roll") for step in everything.picture.clicks)
    with pytest.raises(kz.BadInput, match="'die 9: 1' is not a step that can be made here: expected one of die 1: 2"):
        game.underway(s, ("die 9: 1",))
    assert game.underway(game.parse("0 6csy 22??? 2"), ()) is None
