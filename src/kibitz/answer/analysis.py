"""What an answer is: every legal move with its value, its words and the line that follows, and what the search did."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite, isinf
from typing import Any

from kibitz.answer.alliances import Interests
from kibitz.answer.amounts import PERCENTAGE, counted, difference, sign_of
from kibitz.answer.amounts import units_text as units_text
from kibitz.answer.amounts import value_text as value_text
from kibitz.answer.arguments import INFINITIVES, argument, is_comparable, reason_for, threatened
from kibitz.answer.certainty import (
    NOT_PROVEN,
    UNDECIDED,
    Value,
    found_end,
    is_undecided,
    outcome_of,
    to_depth,
    undecided_words,
)
from kibitz.answer.claims import claims
from kibitz.answer.printing import columns, did_line, move_rows, numbers_in
from kibitz.answer.reports import MoveReport as MoveReport
from kibitz.answer.reports import SearchReport as SearchReport
from kibitz.answer.summing_up import summary
from kibitz.draw.picture import Picture
from kibitz.errors import BadInput
from kibitz.game import CHANCE, Game, State, inside
from kibitz.native.override import override
from kibitz.search.diagnosis import without_value

SHOWN_FIRST = ("iterations", "exploitability", "simulations")  # statistics that stand beside the nodes in JSON
LOOKS_TO_EXPLAIN = 300_000  # at moves, for the sentences of one answer
MOST_SENTENCES = 6  # about alliances, in print
MOST_REASONS = 3  # of the best moves, for which it is said what speaks for them
MOST_THREATS = 24  # moves whose refuting threat is named in one answer: asking takes a millisecond


@dataclass(frozen=True)
class Analysis:
    """An answer. It prints as a table, and `json()` gives it as the interface describes it."""

    game: Game
    state: State
    position: str
    player: int
    exact: bool
    best: str | None
    value: Value
    words: str
    moves: tuple[MoveReport, ...]
    search: SearchReport
    note: str = ""  # what else should be known of the answer, in a sentence
    error: float | None = None  # as of a move
    interests: tuple[Interests, ...] = ()  # of several players, along the best line
    distance: int | None = None  # as of a move
    proofs: Any = field(default=None, repr=False, compare=False)  # of proof-number search: see `proof`

    @property
    def proof(self) -> Any:
        """The proof that the position is won, drawn or lost, to be walked: a `ProofTree`, where `proof` has found one.

        None where it has not, and for other algorithms. `answer.proofs.tree(move)` is that of a move.
        """
        return None if self.proofs is None else self.proofs.tree_if_proven()

    @property
    def outcome(self) -> str | None:
        """`win`, `draw` or `loss` for the player to move, where that is proven."""
        best = next((m for m in self.moves if m.move == self.best), None)
        return outcome_of(self.game, self.state, self.value, self.exact) if best is None else best.outcome

    @property
    def undecided(self) -> bool:
        """Is nothing known about the value?"""
        return not self.exact and self.words.startswith(UNDECIDED)

    @property
    def summary(self) -> str:
        """All moves in a sentence: `Only 4 wins in 7; 3 only draws; 1 and 2 lose.`"""
        return summary(self)

    def json(self) -> dict[str, Any]:
        """Plain data for JSON."""
        search = self.search
        return {
            "game": self.game.facts.name,
            "position": self.position,
            "player": self.game.seat(self.player),
            **self.game.conditions(),
            "exact": self.exact,
            "best": self.best,
            "value": _plain(self.value),
            "words": self.words,
            "outcome": self.outcome,
            **self._claims(self),
            **_error_json(self.error),
            "moves": self._moves_json(),
            "search": {
                "algorithm": search.algorithm,
                "depth": search.depth,
                "nodes": search.nodes,
                "seconds": round(search.seconds, 6),
                "nodes_per_second": search.nodes_per_second,
                "table_hits": search.table_hits,
                "cutoffs": search.cutoffs,
                "stopped_by": search.stopped_by,
                **{name: search.statistics[name] for name in SHOWN_FIRST if name in search.statistics},
                **({"statistics": search.statistics} if search.statistics else {}),
            },
            "summary": self.summary,
            "threats": [threat.json() for threat in threatened(self)],
            **({"note": self.note} if self.note else {}),
            **({"alliances": [turn.json() for turn in self.interests]} if self.interests else {}),
        }

    def _moves_json(self) -> list[dict[str, Any]]:
        """Every move. Explaining takes a look at all moves at every ply of a line: where there are thousands, not all
        of those that are worse are explained."""
        rows: list[dict[str, Any]] = []
        looks, threats = LOOKS_TO_EXPLAIN, MOST_THREATS
        for m in self.moves:
            looks -= len(m.line) * len(self.moves) if m.loss > 0 else 0
            threats -= m.loss > 0
            why = argument(self, m, names_threats=threats >= 0) if looks > 0 else None
            row = {"move": m.move, "value": _plain(m.value), "words": m.words, "loss": m.loss, "line": list(m.line)}
            row |= {"exact": m.exact, "outcome": m.outcome}
            row |= self._claims(m)
            if m.best_share is not None:
                errors = {"standard_error": m.standard_error, "loss_error": m.loss_error}
                row |= {**errors, "best_share": m.best_share}
            if m.probability is not None:
                row["probability"] = m.probability
            if m.visits is not None:
                row |= {"visits": m.visits, "confidence": m.confidence}
            row |= _error_json(m.error)
            row["loss_words"] = self._loss_words(m)
            row |= {"why": why.sentence if why else "", "shows_at": why.point if why else None}
            reason = reason_for(self, m) if m.loss <= 0 and len(rows) < MOST_REASONS else ""
            rows.append({**row, "argument": why.json() if why else None, "reason": reason})
        return rows

    def _loss_words(self, move: MoveReport) -> str:
        """What a move gives away, in the units of the game; empty where it is nothing, or words or depths say more."""
        tells_end = move.words.partition(" ")[0] in INFINITIVES and self.words.partition(" ")[0] in INFINITIVES
        is_percentage = self.game.facts.utility_range == PERCENTAGE
        is_unknown = self.undecided or move.undecided or not is_comparable(self.moves[0], move)
        if move.loss <= 0 or (tells_end and not is_percentage) or is_unknown:
            return ""
        return difference(self.game, move.loss)

    def _claims(self, judged: Analysis | MoveReport) -> dict[str, Any]:
        return claims(
            self.game,
            self.state,
            judged.value,
            judged.words,
            exact=judged.exact,
            outcome=judged.outcome,
            undecided=judged.undecided,
            plies=judged.distance,
            number=units_text(self.game, judged.value),
        )

    @override
    def __str__(self) -> str:
        """The table that `kibitz best` prints."""
        above, rows, below = self._parts()
        return "\n".join([*above, *(columns(rows) if self.moves else ()), *below])

    def _parts(self) -> tuple[list[str], list[tuple[str, ...]], list[str]]:
        """What is shown: lines above, a row of heads and one for every move, and lines below."""
        head = f"best: {self.best}, {self.words}" if self.best is not None else self.words
        given = [f"{name}: {condition}" for name, condition in self.game.conditions().items()]
        rows = move_rows(self.moves, lambda value: units_text(self.game, value))
        alliances = [sentence for turn in self.interests for sentence in turn.sentences()][:MOST_SENTENCES]
        note = [self.note] if self.note else []
        return [head, *given], rows, [*alliances, did_line(self.search, how_far(self.search)), *note]

    def why(self, move: str) -> str:
        """Why a move is not best, in a sentence: what it loses, and the replies that show it. Empty for the best."""
        report = next((m for m in self.moves if m.move == move), None)
        if report is None:
            legal = ", ".join(m.move for m in self.moves)
            expected = f"expected one of {legal}" if legal else "the game is over"
            raise BadInput(f"{move!r} is not a legal move at {self.position!r}: {expected}")
        found = argument(self, report)
        return "" if found is None else found.sentence

    def reason(self, move: str) -> str:
        """What speaks for a move, in words behind "it": `stops four in a row at 4`; empty where nothing is named."""
        return reason_for(self, next(m for m in self.moves if m.move == move))

    def _picture(self) -> Picture:
        """The position as the player to move sees it."""
        is_veiled = self.game.facts.hidden and self.player != CHANCE
        return self.game.seen(self.state, self.player) if is_veiled else self.game.picture(self.state)

    def _repr_svg_(self) -> str | None:
        """How a notebook shows it: the board, if the game has one."""
        from kibitz.draw import board_svg

        picture = self._picture()
        return board_svg(picture, title=str(self)) if picture.cells else None

    def _repr_html_(self) -> str | None:
        """How a notebook shows it where there is no board: the table of moves, below what stands for a picture."""
        from kibitz.draw.table import table_html

        picture = self._picture()
        above, rows, below = self._parts()
        return None if picture.cells else table_html([str(picture), *above], rows, below, numbers=numbers_in(rows[0]))


def for_mover(game: Game, s: State, value: Value) -> Value:
    """A search's value, which is player 0's, for the player to move; vectors stay as they are."""
    if isinstance(value, tuple):
        return value
    value = finite(game, value)
    value = game.at_stake(s) - value if mover(game, s) == 1 else value
    return value + 0.0  # −0 is 0


def finite(game: Game, value: float) -> float:
    """The value; an infinite one is refused, for it comes from a utility, or from a position without actions."""
    if isinf(value):
        raise without_value(game)
    return value


def mover(game: Game, s: State) -> int:
    """The player to move; at the end the one whose turn it would be if the game knows, else player 0."""
    over = game.is_terminal(s)
    try:
        player = game.player(s)
    except Exception:
        if over:
            return 0
        raise
    first = CHANCE if game.facts.chance else 0
    if player in range(first, game.players):
        return int(player)
    if over:
        return 0
    raise BadInput(f"player at {game.text(s)!r} must be {first} to {game.players - 1}, got {player!r}")


def words_for(game: Game, s: State, value: Value, exact: bool, depth: int | None = None, *, sound: bool = True) -> str:
    """A value in words, for the player to move: what is not proven comes with the depth it was found at.

    `sound` says that the search left no move out, as `outcome_of` asks.
    """
    if is_undecided(game, s, value, exact):
        return undecided_words(depth)
    if isinstance(value, tuple):
        return value_text(value) + ("" if exact else to_depth(depth))
    if exact and (own := game.words(s, value)):
        return own
    facts = game.facts
    middle = game.at_stake(s) / 2
    is_score = not isfinite(facts.utility_range[1]) and abs(value - middle) > 1.0  # not only won, drawn or lost
    if exact and facts.players == 2 and not facts.chance and not is_score:
        return "draws" if value == middle else "wins" if value > middle else "loses"
    is_plain = facts.zero_sum and facts.players == 2 and not (facts.chance or facts.hidden or game.counts)
    if exact and is_plain and middle == 0:
        return f"{'wins' if value > 0 else 'loses'} by {units_text(game, abs(value))}"
    if not exact and (outcome := outcome_of(game, s, value, exact, sound)):
        return "wins" if outcome == "win" else "loses"
    if not exact and (end := found_end(game, s, value)):
        return f"{'wins' if end[0] == 'win' else 'loses'} in {end[1]}{NOT_PROVEN}"
    return _number_words(game, value) + ("" if exact else to_depth(depth))


def _number_words(game: Game, value: float) -> str:
    facts = game.facts
    if facts.utility_range == PERCENTAGE:
        return f"wins {100 * value:.1f} %"
    if facts.players == 1 and not game.counts:
        return units_text(game, value)
    return _signed(game, value) + counted(game)


def average_words(game: Game, s: State, value: Value, error: float | None) -> str:
    """An average over deals or simulations in words, for the player to move, with its error where there is one."""
    if isinstance(value, tuple):
        value = value[max(0, mover(game, s))]
    if game.facts.utility_range == PERCENTAGE:
        return f"wins {100 * value:.1f} %" + (f" ± {100 * error:.1f}" if error else "")
    return _signed(game, value) + (f" ± {error / game.unit:.2f}" if error else "") + counted(game)


def _signed(game: Game, value: float) -> str:
    """A value in hundredths, with its sign where it may be negative."""
    return f"{round(value / game.unit, 2) + 0.0:{sign_of(game)}.2f}".replace("-", "−")  # −0 is 0


def final_words(game: Game, s: State, value: float) -> str:
    """How a game for one has ended, in a few words: the game's own if it has some."""
    if own := game.words(s, value):
        return own
    if game.facts.utility_range == (0.0, 1.0) and value in (0.0, 1.0):
        return "won" if value else "lost"
    return f"{value_text(value)} point{'' if value == 1 else 's'}"


def how_it_ended(game: Game, s: State) -> str:
    """How a finished game ended, in a few words: who won, or what a game for one has brought."""
    if game.players == 1:
        return final_words(game, s, float(game.utility(s, 0)))
    winners = [inside(game).player_name(player) for player in game.won_by(s)]
    return f"{' and '.join(winners)} won" if winners else "a draw"


def scores_text(game: Game, s: State) -> str:
    """What each player has scored in a finished game, in brackets to stand behind how it ended; else empty."""
    scored = [(game.player_name(player), game.score_text(s, player)) for player in range(game.players)]
    told = [f"{name} {score}" for name, score in scored if score]
    return f" ({', '.join(told)})" if told and game.players > 1 else ""


def _plain(value: Value) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _error_json(error: float | None) -> dict[str, float | None]:
    """The error as an entry of its own, where there may be one; null where nothing limits it."""
    return {} if error is None else {"error": None if isinf(error) else error}


def goes_by_depth(search: SearchReport) -> bool:
    """Does a search become better by looking deeper, and not by more worlds, iterations or simulations?"""
    return not any(name in search.statistics for name in ("iterations", "worlds", "simulations"))


def how_far(search: SearchReport) -> str:
    """The depth of a search; of many searches, how many and how deep each."""
    if "iterations" in search.statistics:
        exploitability = search.statistics.get("exploitability")
        off = "" if exploitability is None else f", exploitability {exploitability:.3g}"
        return f"{search.statistics['iterations']:,} iterations{off}"
    if "simulations" in search.statistics:
        simulations = search.statistics["simulations"]
        return f"{simulations:,} simulation{'' if simulations == 1 else 's'}, depth {search.depth}"
    if search.stopped_by in ("table", "book"):
        return "looked up"
    if search.algorithm == "table":
        return "every position"
    worlds = search.statistics.get("worlds")
    if worlds is None:
        return f"depth {search.depth}"
    plies = search.statistics.get("plies")
    deep = "to the end" if plies is None else f"to depth {plies}"
    return f"{worlds:,} {'world' if worlds == 1 else 'worlds'} {deep}"
