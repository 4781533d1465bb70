"""Trees whose searches stop early: at a depth, in quiet positions, round by round, or by leaving children out."""

from __future__ import annotations

from kibitz.lab.gallery.exhibit import Exhibit, exhibit

DEEPENING_LEARNS = (
    "(~8(~18(15 9 16) ~12(10 7 12) ~7(8 6 2)) ~13(~16(15 0 16) ~18(15 1 19) ~10(3 12 6)) "
    "~8(~14(16 14 6) ~16(8 3 14) ~8(3 6 7)))"
)

EXHIBITS: tuple[Exhibit, ...] = (
    exhibit(
        "depth-limit",
        "A depth limit: H-minimax",
        "(~4(3 12 8) ~7(2 4 6) ~5(14 5 2))",
        "minimax",
        "The search stops after one ply and believes the evaluations, ~4, ~7 and ~5: C looks best, with 7. Move the "
        "depth slider to the end: C is worth 2, and B is the move. Open the table below the slider to see both.",
        at=(4, "Slide 40: cutting off"),
        asks="value move",
        question="The search stops after one ply and believes the evaluations. What does it find, and is it right?",
        depth=1,
    ),
    exhibit(
        "horizon",
        "The horizon, and quiescence",
        '("Qxp": ~9?("pxQ": -8 "Kg8": 9) "Nf3": ~1(0 2))',
        "alphabeta",
        "To depth 1 the queen has just won a pawn, and the evaluation says 9; that the queen is taken next lies beyond "
        "the horizon. B is marked as noisy (?), so quiescence looks through it: MIN may stand pat on 9, but takes the "
        "queen, and B is worth -8. MAX plays C. Switch quiescence off, and MAX plays B.",
        at=(4, "Slide 42: quiescence"),
        asks="value move",
        question="The queen has just taken a pawn. What does MAX play at depth 1 with quiescence, and what without it?",
        depth=1,
        quiescence=True,
    ),
    exhibit(
        "deepening",
        "Deepening learns the order",
        DEEPENING_LEARNS,
        "deepening",
        "Round 1 and round 2 each find C to be best, and so round 3 begins with C: its value cuts early everywhere "
        "else. All three rounds together look at 21 leaves and evaluations; alpha-beta to depth 3 alone, with the "
        "children as they are written, looks at 27. Switch off Best first, Table or Killers to see what each saves.",
        at=(4, "Slide 32: deepening and killers"),
        asks="value looked",
        question="Three rounds, or depth 3 at once: which looks at fewer leaves?",
    ),
    exhibit(
        "table",
        "Deepening remembers what is settled",
        "((3 5) (~4((1 2) 6) 7))",
        "deepening",
        "B ends after two plies: from round 2 on its value, 3, is known whatever the depth, and the table answers for "
        "it in later rounds. No two nodes of a tree are one position, so that is all that a table can save here; in a "
        "game it also knows positions that are reached in another order of moves.",
        at=(4, "Slide 33: transpositions"),
        asks="value looked",
        question="B ends after two plies. What can a table save in later rounds?",
    ),
    exhibit(
        "beam",
        "A beam can be wrong",
        "(~5(4 6) ~3(2 8) ~1(9 9))",
        "minimax",
        "Only the two most promising children are looked at, by their evaluations: D, ~1, is left out, and MAX gets 4. "
        "But D is worth 9: its evaluation was wrong, and forward pruning never finds out. Make the beam 3.",
        at=(4, "Slide 45: forward pruning"),
        asks="value move",
        question="Only the two most promising children are looked at. What does MAX get, and what could it get?",
        beam=2,
    ),
)
