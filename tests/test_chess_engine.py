"""Chess on the compiled engine, by the command: all that needs chess compiled stands here, so that it is done once."""

import re

from command import kibitz

MATE_IN_TWO = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
MATE_IN_THREE = "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1"
MATED_SOON = "7k/8/8/8/8/8/r6r/2K5 w - - 0 1"


def test_a_mate_is_found_proven_and_told_in_plies():
    answer = kibitz("best", "chess", MATE_IN_TWO, "--nodes", 1_000_000, "--json").json
    assert (answer["best"], answer["words"], answer["value"]) == ("a1a6", "wins in 3", 30_000.0)
    assert answer["exact"] and answer["outcome"] == "win" and answer["distance"] == 3
    assert answer["moves"][0]["line"] == ["a1a6", "b7a6", "b6b7"]
    assert answer["search"]["stopped_by"] == "solved" and answer["search"]["nodes"] > 0
    assert len(answer["moves"]) == len({row["move"] for row in answer["moves"]}) == 16
    others = answer["moves"][1:]
    assert all(not row["exact"] and re.fullmatch(r"[+−]\d\.\d\d \(depth \d+\)", row["words"]) for row in others)


def test_a_mate_in_three_is_solved_exactly_and_what_is_not_says_so():
    answer = kibitz("solve", "chess", MATE_IN_THREE)
    assert (answer.code, answer.out) == (0, "30000\n")
    exact = kibitz("best", "chess", MATE_IN_THREE, "--exact", "--json").json
    assert exact["exact"] and exact["words"] == "wins in 5" and exact["best"] == "f8c5"
    answer = kibitz("solve", "chess", "--nodes", 20_000)
    assert answer.code == 1 and answer.out == ""
    assert answer.messages[-1].endswith("is not solved within 20000 nodes")


def test_who_is_mated_holds_out_and_every_move_is_lost():
    answer = kibitz("best", "chess", MATED_SOON, "--nodes", 1_000_000, "--json").json
    assert answer["exact"] and answer["words"] == "loses in 4" and answer["value"] == -30_000.0
    assert answer["best"] == "c1b1" and {row["outcome"] for row in answer["moves"]} == {"loss"}


def test_values_are_pawns_and_every_depth_is_told():
    position = "4k3/pppp4/8/8/8/8/PPPPP3/4K3 w - - 0 1"
    answer = kibitz("best", "chess", position, "--depth", 6, "--stats")
    assert re.match(r"best: \w+, \+\d\.\d\d \(depth 6\)\n", answer.out)
    assert "deepening, depth 6; " in answer.out and "depth limit reached" in answer.out
    assert "searched less deep (reductions)" in answer.out
