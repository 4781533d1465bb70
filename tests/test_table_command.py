"""`kibitz table`: the policy against plain recursion, verification that misses nothing, and damaged files."""

from __future__ import annotations

import csv
import io
import random
from pathlib import Path
from typing import NamedTuple

import pytest

import kibitz as kz
from command import kibitz
from kibitz.answer.kept_tables import KeptTable, alone_in, build_folder
from kibitz.answer.policy import policy_row
from kibitz.lookup.endgame_file import open_table
from kibitz.lookup.endgame_table import CODE_BYTES, PLACES
from kibitz.search.retrograde.by_section import build_sections
from kibitz.search.retrograde.from_position import build_from
from kibitz.search.retrograde.job import Job
from kibitz.search.retrograde.verify import Verifier
from test_endgames import Numbered, by_horizon

PURSUIT = '''
from typing import NamedTuple

import kibitz as kz


class State(NamedTuple):
    hunter: int
    prey: int
    mover: int


class Pursuit(kz.Game):
    """A hunter and its prey on a path with a pond at its end: play can go round in circles, and nobody need win."""

    utility_range = (-1.0, 1.0)
    size = 5

    def initial(self):
        return State(0, 3, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        here = s.hunter if s.mover == 0 else s.prey
        for step in (-1, 1):
            if 0 <= here + step < self.size + s.mover:
                yield step

    def result(self, s, a):
        if s.mover == 0:
            return State(s.hunter + a, s.prey, 1)
        return State(s.hunter, s.prey + a, 0)

    def is_terminal(self, s):
        return s.hunter == s.prey or s.prey == self.size

    def utility(self, s, player):
        value = 1 if s.hunter == s.prey else -1
        return value if player == 0 else -value
'''


def built(game, folder, s=None):
    """The table of a game, built as plain Python."""
    out = folder / f"{game.facts.name}-{len(list(folder.iterdir()))}.table"
    build_from(game, game.initial() if s is None else s, Job(out, folder / "pieces", interpreted=True))
    return KeptTable(game, open_table(game, out), out)


def verdict(table):
    verifier = Verifier(table.game, table.endgames, table.start, even=table.header["even"], interpreted=True)
    return verifier.verify()


@pytest.fixture
def pursuit(tmp_path):
    path = tmp_path / "pursuit.py"
    path.write_text(PURSUIT)
    return f"{path}:Pursuit"


# ---------------------------------------------------------------- the policy


def plain_values(game, s, found):
    """Of every position below one: its value to the player to move, and the plies to the end; by plain recursion."""
    if s not in found:
        if game.is_terminal(s):
            found[s] = float(game.utility(s, game.player(s))), 0
        else:
            after = [plain_values(game, game.result(s, a), found) for a in game.actions(s)]
            value = max(-v for v, _ in after)
            plies = [p for v, p in after if -v == value]
            found[s] = value, -1 if value == 0 else 1 + (min(plies) if value > 0 else max(plies))
    return found[s]


def test_the_policy_of_tic_tac_toe_is_the_textbooks():
    assert kibitz("table", "build", "tic-tac-toe", "--interpreted").code == 0
    game, truth = kz.game("tic-tac-toe"), {}
    plain_values(game, game.initial(), truth)
    shown = kibitz("table", "show", "tic-tac-toe", "--json").json
    rows = {game.parse(row["position"]): row for row in shown["rows"]}
    assert len(rows) == len(shown["rows"]) == shown["positions"] and game.initial() in rows
    outcomes = {1.0: "win", 0.0: "draw", -1.0: "loss"}
    for s, row in rows.items():
        value, plies = truth[s]
        if game.is_terminal(s):
            assert row["best"] == [] and row["player"] is None
            continue
        assert (row["value"], row["distance"]) == (value, plies if plies >= 0 else None)
        assert row["outcome"] == outcomes[value] and row["player"] == game.player(s)
        after = {game.action_text(s, a): truth[game.result(s, a)] for a in game.actions(s)}
        assert row["best"] == [move for move, (v, p) in after.items() if -v == value and (value == 0 or p + 1 == plies)]
    reached = {min(game.key(t) for t in (s, *game.symmetric(s))) for s in truth}
    assert {min(game.key(t) for t in (s, *game.symmetric(s))) for s in rows} == reached  # all of them, in some form


def test_the_policy_in_three_forms_says_the_same():
    kibitz("table", "build", "nim", "--interpreted")
    whole = kibitz("table", "show", "nim", "--json").json["rows"]
    lines = list(csv.DictReader(io.StringIO(kibitz("table", "show", "nim", "--csv").out)))
    assert [(row["position"], float(row["value"]), row["best"].split(), row["outcome"]) for row in lines] == [
        (row["position"], row["value"], row["best"], row["outcome"]) for row in whole
    ]
    text = kibitz("table", "show", "nim").out.splitlines()
    assert len(text) == len(whole) + 1 and text[1].split()[:2] == ["3,4,5", "1"] and "wins in 11" in text[1]
    part = kibitz("table", "show", "nim", "--json", "--skip", 3, "--limit", 4).json["rows"]
    assert part == whole[3:7]
    none = kibitz("table", "show", "nim", "--skip", 9999)
    assert none.code == 0 and len(none.out.splitlines()) == 1


def test_one_position_with_every_move():
    kibitz("table", "build", "nim", "--interpreted")
    said = kibitz("table", "show", "nim", "1,2,3").out
    assert said.startswith("1,2,3: loses in 6\n") and said.count("best") == 2
    row = kibitz("table", "show", "nim", "--moves", "1:2", "--json").json
    assert row["position"] == "1,4,5 p2" and row["outcome"] == "loss" and row["best"] == ["1:1", "3:1"]
    assert {move["move"] for move in row["moves"] if move["best"]} == {"1:1", "3:1"}
    over = kibitz("table", "show", "nim", "0,0,0 p2")
    assert over.code == 0 and "the game is over" in over.out
    absent = kibitz("table", "show", "nim", "9,9,9")
    assert absent.code == 1 and absent.messages == ["kibitz: the table of 'nim' does not hold '9,9,9'"]


def test_dice_and_several_players_have_rows_of_their_own(tmp_path):
    table = built(kz.game("pig", goal=4), tmp_path)
    rows = kibitz("table", "show", "pig", "--set", "goal=4", "--table", table.path, "--csv").out.splitlines()
    assert any(",chance," in row for row in rows) and verdict(table).is_right
    game = kz.game("connect-four-many", width=3, height=2, line=2)
    table = built(game, tmp_path)
    shown = kibitz(
        *("table", "show", "connect-four-many", "--set", "width=3", "--set", "height=2", "--set", "line=2"),
        *("--table", table.path, "--json"),
    ).json
    assert all(len(row["value"]) == 3 for row in shown["rows"]) and verdict(table).is_right
    first = shown["rows"][0]
    assert tuple(first["value"]) == kz.solve(game, algorithm="maxn", interpreted=True) and first["best"]


# ---------------------------------------------------------------- verification


class Dial(NamedTuple):
    at: int
    mover: int


class Circle(kz.Game):
    """Turn a dial of nine numbers by one or two; whoever turns it to 7 wins, and to 5 loses: or it goes on for ever."""

    def initial(self):
        return Dial(0, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        yield from (1, 2, -1)

    def result(self, s, a):
        return Dial((s.at + a) % 9, 1 - s.mover)

    def is_terminal(self, s):
        return s.at in (5, 7)

    def utility(self, s, player):
        won_by = 1 - s.mover if s.at == 7 else s.mover
        return 1 if player == won_by else -1


def test_no_entry_can_be_changed_unnoticed(tmp_path):
    """For two opponents without dice the verification is a proof: whatever passes it is the table."""
    for game in (Circle(), kz.game("nim", piles=(2, 3)), kz.game("nim", piles=(1, 2, 3), misere=True)):
        table = built(game, tmp_path)
        assert verdict(table).is_right
        codes = table.endgames.bytes
        assert table.endgames.told[CODE_BYTES] == 1
        rows = len(table.endgames.plies)
        for place in range(int(table.endgames.told[PLACES])):
            right = int(codes[place])
            for other in range(rows):
                codes[place] = other
                found = verdict(table)
                assert found.is_right == (other == right), (game, place, right, other)
                assert found.is_right or found.faults[0].startswith(("'", '"'))
            codes[place] = right


def test_no_entry_of_a_section_can_be_changed_unnoticed(tmp_path):
    """Also where play goes by way of positions that have no place, and wins have several sizes."""
    for seed in range(3):
        game, dice = Numbered(seed), random.Random(seed)
        out = tmp_path / f"{seed}.table"
        build_sections(game, game.sections(0), Job(out, tmp_path / "pieces", interpreted=True))
        table = KeptTable(game, open_table(game, out), out)
        truth = by_horizon(game)
        assert verdict(table).is_right
        for s in table.states():
            row, (value, plies) = policy_row(game, s, table.lookup), truth[s.node]
            assert row.value == (value if game.player(s) == 0 else 1.0 - value)
            assert row.distance == (0 if game.is_terminal(s) else None if value == 0.5 else plies)
        codes = table.endgames.bytes
        for _ in range(60):
            place, other = dice.randrange(table.header["places"]), dice.randrange(len(table.endgames.plies))
            right = int(codes[place])
            codes[place] = other
            assert verdict(table).is_right == (other == right), (seed, place, right, other)
            codes[place] = right


def test_a_table_that_lacks_a_position_or_has_one_too_many_is_not_right(tmp_path):
    game = kz.game("nim", piles=(2, 3))
    whole, part = built(game, tmp_path), built(game, tmp_path, game.parse("2,2 p2"))
    less = Verifier(game, part.endgames, game.initial(), interpreted=True).verify()
    assert not less.is_right and "does not hold it" in less.faults[0]
    more = Verifier(game, whole.endgames, part.start, interpreted=True).verify()
    assert not more.is_right and more.wrong == 0 and more.unreached == whole.header["places"] - part.header["places"]


def test_values_with_dice_and_of_several_players_must_fit_together(tmp_path):
    for game in (kz.game("pig", goal=4), kz.game("connect-four-many", width=2, height=2, line=2)):
        table = built(game, tmp_path)
        values = table.endgames.values
        wrong = random.Random(1).randrange(len(values))
        values[wrong] += 1e-6
        assert not verdict(table).is_right
        values[wrong] -= 1e-6


def test_compiled_and_interpreted_verification_agree(tmp_path):
    game = kz.game("tic-tac-toe")
    table = built(game, tmp_path)
    codes = table.endgames.bytes
    for place in (17, 1234, 2000):
        codes[place] = (int(codes[place]) + 1) % len(table.endgames.plies)
    plain = verdict(table)
    compiled = Verifier(game, table.endgames, table.start, even=table.header["even"])
    assert not compiled.interpreted
    found = compiled.verify()
    assert (found.looked, found.wrong, found.unreached) == (plain.looked, plain.wrong, plain.unreached)
    assert found.wrong >= 3 and sorted(found.faults)[0][0] in "'\""


# ---------------------------------------------------------------- a game of one's own


def test_a_users_game_with_circles_in_one_command(pursuit):
    said = kibitz("table", "build", pursuit, "--interpreted")
    assert said.code == 0 and "Pursuit-" in said.out
    rows = kibitz("table", "show", pursuit, "--json").json["rows"]
    assert {row["outcome"] for row in rows} == {"win", "draw", "loss"} or {"win", "loss"} <= {
        r["outcome"] for r in rows
    }
    assert kibitz("table", "verify", pursuit, "--interpreted").code == 0
    assert "Pursuit-" in kibitz("table", "list").out
    path = Path(pursuit.rpartition(":")[0])
    path.write_text(PURSUIT.replace("size = 5", "size = 6"))
    listed = kibitz("table", "list", "--json").json["tables"]
    name = next(Path(table["file"]).name for table in listed if "Pursuit-" in table["file"])
    gone = kibitz("table", "delete", name)
    assert gone.code == 0 and name in gone.out
    assert all("Pursuit-" not in table["file"] for table in kibitz("table", "list", "--json").json["tables"])


def test_what_is_there_is_not_built_again_and_a_damaged_table_is(tmp_path):
    out = tmp_path / "nim.table"
    words = ("table", "build", "nim", "--interpreted", "--out", out)
    assert kibitz(*words).code == 0
    first, stamp = out.read_bytes(), out.stat().st_mtime_ns
    again = kibitz(*words)
    assert again.code == 0 and "holds this already: 232 positions" in again.messages[-1]
    assert kibitz(*words, "--from", "1,2,3").code == 0 and out.stat().st_mtime_ns == stamp  # it is part of it
    out.write_bytes(first[:-100])
    assert kibitz(*words).code == 0 and out.read_bytes() == first
    assert kibitz(*words, "--again", "--json").json["positions"] == 232 and out.stat().st_mtime_ns != stamp


def test_a_table_that_is_replaced_is_named_first(tmp_path):
    nim = ("table", "build", "nim", "--interpreted", "--out", tmp_path / "nim.table")
    assert "is replaced" not in kibitz(*nim, "--from", "1,2,0").err
    said = kibitz(*nim)
    assert said.code == 0 and "positions from '1,2,0': it is replaced when this is done" in said.messages[0]
    assert "is replaced" not in kibitz(*nim, "--again").err


class Pile(NamedTuple):
    left: int
    mover: int


class Farthings(kz.Game):
    """Take one or two; who takes the last wins next to nothing."""

    utility_range = (-1e-8, 1e-8)

    def initial(self):
        return Pile(7, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        return range(1, min(2, s.left) + 1)

    def result(self, s, a):
        return Pile(s.left - a, 1 - s.mover)

    def is_terminal(self, s):
        return s.left == 0

    def utility(self, s, player):
        return -1.5e-9 if player == s.mover else 1.5e-9


def test_a_table_of_small_values_is_right_too(tmp_path):
    assert verdict(built(Farthings(), tmp_path)).is_right


def test_two_processes_do_not_build_one_table(tmp_path):
    out = tmp_path / "nim.table"
    with alone_in(build_folder(kz.game("nim"), out)):
        said = kibitz("table", "build", "nim", "--interpreted", "--out", out)
    assert said.code == 2 and "another process is building in" in said.messages[-1]
    assert kibitz("table", "build", "nim", "--interpreted", "--out", out).code == 0


# ---------------------------------------------------------------- mistakes, and files that are damaged


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("build", "nim", "--men", "3"), "--men 3 has no effect on 'nim', which has no endgames by men"),
        (("build", "nim", "--section", "KRK"), "--section KRK has no effect on 'nim'"),
        (("build", "chess"), "'chess' needs to know which endgames: expected --men N"),
        (("build", "chess", "--men", "3", "--section", "KRK"), "--men 3 and --section KRK: leave one of them out"),
        (("build", "chess", "--men", "3", "--moves", "e2e4"), "--men 3 and a position to start from"),
        (("build", "chess", "--men", "1"), "'chess' has no endgame with 1 man"),
        (("build", "chess", "--men", "99"), "'chess' has no endgames with 99 men: expected at most 5"),
        (("build", "chess", "--section", "KXK"), "'KXK' is not an endgame of chess"),
        (
            ("build", "chess", "--moves", "e2e4"),
            "an endgame table cannot solve 'chess'",
        ),
        (("build", "nim", "--from", "x"), "'x'"),
        (("build", "nim", "--men", "0"), "expected a whole number, 1 or more, got '0'"),
        (("build", "nim", "--memory", "lots"), "expected a size in megabytes"),
        (("build", "nim", "--out", "/no/such/folder/x.table"), "cannot be written"),
        (("build", "kuhn-poker"), "'kuhn-poker' hides some of it"),
        (("build", "nim", "--again", "--workers", "2", "--cluster", "tcp://nowhere:1"), "leave one of them out"),
        (("show", "einstein"), "there is no table of 'einstein' yet: build one with 'kibitz table build'"),
        (("show", "nim", "--table", "/no/such.table"), "there is no table '/no/such.table'"),
        (("show", "nim", "--csv", "--json"), "--csv and --json: leave one of them out"),
        (("delete", "einstein"), "to delete"),
        (("delete", "nim", "--table", __file__), "is not an endgame table of Kibitz"),
        (("sow", "nim"), "unknown command 'sow'; did you mean 'kibitz table show'?"),
        ((), "the following arguments are required"),
    ],
)
def test_mistakes_are_told_in_a_sentence(words, sentence):
    answer = kibitz("table", *words)
    assert answer.code == 2 and sentence in answer.messages[-1] and len(answer.messages) <= 2, answer


def test_options_of_a_list_have_no_effect_on_one_position():
    kibitz("table", "build", "nim", "--interpreted")
    said = kibitz("table", "show", "nim", "1,2,3", "--limit", "3")
    assert said.code == 2 and "--limit 3 has no effect on one position" in said.err
    said = kibitz("table", "show", "nim", "--section", "KRK")
    assert said.code == 2 and "has no sections: leave --section 'KRK' out" in said.err


def test_a_damaged_or_truncated_file_is_noticed_wherever_it_is(tmp_path):
    out = tmp_path / "nim.table"
    kibitz("table", "build", "nim", "--interpreted", "--out", out)
    right, dice = out.read_bytes(), random.Random(5)
    damages = [right[: dice.randrange(len(right))] for _ in range(8)] + [b"", right + b"\0"]
    holes = [dice.randrange(len(right)) for _ in range(30)] + [0, 15, 16, 24, 31, len(right) - 1]
    damages += [right[:at] + bytes([right[at] ^ 1 << dice.randrange(8)]) + right[at + 1 :] for at in holes]
    for damaged in damages:
        out.write_bytes(damaged)
        said = kibitz("table", "show", "nim", "--table", out, "--limit", "1")
        assert said.code == 2 and len(said.messages) == 1 and str(out) in said.messages[0], said
    verified = kibitz("table", "verify", "nim", "--table", out, "--json")
    assert verified.code == 1 and not verified.json["right"] and str(out) in verified.messages[0]
    out.write_bytes(right)
    assert kibitz("table", "verify", "nim", "--table", out, "--interpreted").code == 0
    other = kibitz("table", "show", "nim", "--set", "piles=2,3", "--table", out)
    assert other.code == 2 and str(out) in other.messages[0]  # right, but of another game


def test_a_damaged_table_is_listed_as_one(monkeypatch, tmp_path):
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path))
    assert "no tables in" in kibitz("table", "list").err
    kibitz("table", "build", "nim", "--interpreted")
    kibitz("table", "build", "nim", "--interpreted", "--set", "piles=2,3")
    path = tmp_path / "tables" / "nim.table"
    path.write_bytes(path.read_bytes()[:500])
    said = kibitz("table", "list")
    assert said.code == 0 and "it cannot be used" in said.out and "from 2,3" in said.out and str(path) in said.err
    both = kibitz("table", "list", "--json").json["tables"]
    assert [("fault" in table) for table in both] == [False, True]
    assert kibitz("table", "delete", "nim").code == 0 and not path.exists()
    assert kibitz("table", "delete", "nim").code == 2


def test_a_build_that_is_interrupted_says_whether_anything_is_kept(monkeypatch, tmp_path):
    def interrupted(game, s, job):
        if tmp_path.joinpath("kept").exists():
            job.pieces.path.mkdir(parents=True)
        raise KeyboardInterrupt

    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("kibitz.search.retrograde.from_position.build_from", interrupted)
    stopped = kibitz("table", "build", "nim", "--set", "piles=1,2")
    assert stopped.code == 130 and "the same command begins again" in stopped.err
    tmp_path.joinpath("kept").touch()
    assert "the same command goes on with the build" in kibitz("table", "build", "nim", "--set", "piles=1,2").err
