"""Answers that an endgame table gives at once, and what is said of the table in any answer."""

from __future__ import annotations

from dataclasses import replace

from kibitz.answer.analysis import Analysis
from kibitz.answer.certainty import Value
from kibitz.answer.endgames_at_hand import complaint, endgames_for, leave_out, name_of
from kibitz.answer.options import Options
from kibitz.answer.questions.by_endgames import EndgameQuestion, Looking
from kibitz.errors import Unusable
from kibitz.game import CHANCE, Action, Game, State
from kibitz.lookup.endgame_table import Endgames
from kibitz.search.whole.value_iteration import TABLE

# What asks for a search, whatever a table knows: limits that only a search has, and what goes with one algorithm.
ABOUT_SEARCHES = ("depth", "nodes", "techniques", "outcomes", "worlds", "iterations", "simulations", "strategy")


def answer_from_table(game: Game, s: State, options: Options, position: str) -> Analysis | None:
    """Every legal move of a state that goes on, judged by an endgame table; None where it does not know them all.

    None, too, where the options ask for a search.
    """
    asked = _question(game, s, options, position)
    if asked is None:
        return None
    endgames = asked.looking.endgames
    try:
        return asked.answer_if_known(f"looked up in the endgame table {name_of(endgames)!r}")
    except Unusable as error:
        leave_out(game, endgames, error)
        return None


def move_in_table(game: Game, s: State, options: Options) -> Action | None:
    """The best action of a state by an endgame table, whatever the options ask for; None where it does not tell."""
    endgames = endgames_for(game, options)
    if endgames is None or game.player(s) == CHANCE:
        return None
    try:
        return _about(game, s, options, "", endgames).best_if_known()
    except Unusable as error:
        leave_out(game, endgames, error)
        return None


def value_in_table(game: Game, s: State, options: Options) -> Value | None:
    """The exact value of a state for the player to move, where an endgame table has it and no search is asked for."""
    asked = _question(game, s, options, "")
    if asked is None or game.is_terminal(s):
        return None
    try:
        return asked.value_if_known()
    except Unusable as error:
        leave_out(game, asked.looking.endgames, error)
        return None


def with_table_told(answer: Analysis, options: Options) -> Analysis:
    """An answer whose note says what a search has looked up, and why a table was left out."""
    said = [answer.note, _used(answer, options), complaint(answer.game, options)]
    return replace(answer, note="; ".join(sentence for sentence in said if sentence))


def _question(game: Game, s: State, options: Options, position: str) -> EndgameQuestion | None:
    endgames = _wanted(game, options)
    return None if endgames is None else _about(game, s, options, position, endgames)


def _about(game: Game, s: State, options: Options, position: str, endgames: Endgames) -> EndgameQuestion:
    asked = EndgameQuestion(game, s, TABLE, options, position)
    asked.looking = Looking(game, endgames)
    return asked


def _wanted(game: Game, options: Options) -> Endgames | None:
    """The table, unless a search is asked for."""
    given = options.given()
    if options.algorithm not in ("auto", TABLE.name) or any(name in given for name in ABOUT_SEARCHES):
        return None
    return endgames_for(game, options)


def _used(answer: Analysis, options: Options) -> str:
    """How many positions a search has looked up, in a sentence; empty where it has looked up none."""
    number = answer.search.statistics.get("endgame_hits", 0)
    endgames = endgames_for(answer.game, options) if number else None
    if endgames is None:
        return ""
    return f"{number:,} position{'' if number == 1 else 's'} looked up in the endgame table {name_of(endgames)!r}"
