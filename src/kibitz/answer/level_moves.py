"""Playing at a level: a position is searched, a move drawn, and what was drawn is looked at before it is played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from kibitz.answer.analysis import Analysis, MoveReport, words_for
from kibitz.answer.certainty import AT_MOST, LOSS, NO_BETTER, WIN, without_depth
from kibitz.answer.levels import Level, best_of, distance, draw, is_lost, let_go, weights
from kibitz.answer.options import Options
from kibitz.answer.plan import Plan, seated_algorithm
from kibitz.answer.questions.by_selective import Sitting
from kibitz.answer.questions.question import Progress, loss_of
from kibitz.errors import Unwritten
from kibitz.game import CHANCE, Game, State
from kibitz.game.repeating import allowed, keys_of
from kibitz.search.clock import Remote

FORCED = 0.05  # seconds for a position with one legal move
CHECKS = 5  # moves that are drawn and looked at before the best one is played instead
SHARE_OF_CHECK = 0.25  # of the time and the nodes of a move, for each of them
RIVALS = 8  # of the moves of a lost position, how many are compared
AT_SIGHT, BY_LUCK = 0.95, 0.9  # how sure somebody finds a win at once, and one that every reply leads to
FEW_VISITS = 0.25  # of those of the best move: with fewer simulations a move is not known well
NOT_LOOKED_AT = "not looked at"
LONGEST = 1.0 + CHECKS * SHARE_OF_CHECK  # what choosing may take, as a multiple of the time limit of a move
OTHERS = {WIN: LOSS, LOSS: WIN}


@dataclass(frozen=True)
class LevelMove:
    """A move that was chosen at a level, and the answer that it was drawn from."""

    answer: Analysis
    chosen: MoveReport
    level: Level
    lets_go: float  # as `levels.let_go` has it: from 0, nothing, to 1

    def json(self) -> dict[str, object]:
        """What the JSON of the answer has besides."""
        return {"level": self.level.number, "chosen": self.chosen.move, "lets_go": round(self.lets_go, 4)}


@dataclass(frozen=True)
class LevelPlay:
    """Plays a game at a level. Without limits in `options` the level's own time limit holds.

    What is drawn depends on the seed of `move` and on what the search finds: within a limit of depth or nodes that is
    the same every time.
    """

    game: Game
    level: Level
    options: Options
    sitting: Sitting | None = None

    def __post_init__(self) -> None:
        options = self.options
        has_limit = options.is_limited or any((options.worlds, options.iterations, options.simulations))
        seconds = options.seconds if has_limit else self.level.seconds
        algorithm = options.algorithm
        if algorithm == "auto":
            algorithm = seated_algorithm(self.game) or "auto"
        stop = True if options.early_stop is None else options.early_stop  # only the move counts
        object.__setattr__(self, "options", replace(options, seconds=seconds, algorithm=algorithm, early_stop=stop))

    def plan(self, s: State) -> Plan:
        """How a position is searched."""
        options = self.options
        if options.seconds is not None and len(allowed(self.game, s, options.history)) == 1:
            options = replace(options, seconds=min(FORCED, options.seconds))
        return replace(Plan.of(self.game, options, s), sitting=self.sitting)

    def move(
        self,
        s: State,
        seed: int | None = None,
        *,
        position: str | None = None,
        progress: Progress | None = None,
        remote: Remote | None = None,
    ) -> LevelMove | Analysis:
        """Choose a move; the bare answer where there is none to choose: the game is over, or chance is to move.

        `seed` makes the draw repeatable. `position`, `progress` and `remote` are as of `analyse`.
        """
        try:
            answer = self.plan(s).answer(s, position=position, progress=progress, remote=remote)
        except Unwritten as error:
            if not isinstance(error.answer, Analysis):
                raise
            answer = error.answer
        return self.chosen(answer, seed, remote)

    def at_once(self, answer: Analysis, seed: int | None = None) -> dict[str, object]:
        """The JSON of a move that is drawn from an answer as it stands; of none where there is none to choose."""
        if not answer.moves or answer.player == CHANCE:
            return {"level": self.level.number}
        return self._told(answer, draw(answer, self.level, seed)).json()

    def chosen(self, answer: Analysis, seed: int | None = None, remote: Remote | None = None) -> LevelMove | Analysis:
        """Draw from an answer. A move of which less is known than of the best is looked at first, and drawn again.

        The answer itself where there is no move to choose.
        """
        if not answer.moves or answer.player == CHANCE:
            return answer
        if is_lost(answer) and len(answer.moves) > 1:
            return self._told(answer, self._hardest(answer, remote))
        random = Random(seed)
        is_lapse = random.random() < self.level.lapses
        checked: set[str] = set()
        for _ in range(CHECKS):
            weighed = weights(answer, self.level, is_lapse)
            number = random.choices(range(len(weighed)), weighed)[0]
            drawn = answer.moves[number]
            if drawn.move in checked or not self._is_to_be_checked(answer, drawn):
                return self._told(answer, drawn)
            if _is_stopped(remote):
                break
            checked.add(drawn.move)
            answer, drawn = self._checked(answer, drawn, remote)
            now = weights(answer, self.level, is_lapse)[answer.moves.index(drawn)]
            if random.random() * weighed[number] < now:
                return self._told(answer, drawn)
        return self._told(answer, best_of(answer))

    def _told(self, answer: Analysis, drawn: MoveReport) -> LevelMove:
        losses = dict(zip((row.move for row in answer.moves), let_go(answer, self.level), strict=True))
        return LevelMove(answer, drawn, self.level, losses[drawn.move])

    # ------------------------------------------------------------ looking again

    def _is_to_be_checked(self, answer: Analysis, row: MoveReport) -> bool:
        facts = self.game.facts
        is_open = facts.players == 2 and facts.zero_sum and not facts.hidden and not isinstance(answer.value, tuple)
        return is_open and row.move != answer.best and not answer.undecided and is_less_known(answer, row)

    def _checked(self, answer: Analysis, row: MoveReport, remote: Remote | None) -> tuple[Analysis, MoveReport]:
        """The answer with a move as a search of the position after it sees it, and that move."""
        after = self._after(answer, row, SHARE_OF_CHECK, remote)
        most, value = float(best_of(answer).value), _for(after, answer.player)
        if not after.exact:
            value = min(value, most)
        is_same = after.player == answer.player
        outcome = after.outcome if is_same or after.outcome is None else OTHERS.get(after.outcome, after.outcome)
        plies = None if after.distance is None else after.distance + 1
        words = words_for(self.game, answer.state, value, after.exact, after.search.depth + 1, sound=False)
        if plies is not None and outcome in OTHERS:
            words = f"{'wins' if outcome == WIN else 'loses'} in {plies}"
        known = replace(
            row,
            value=value,
            words=words,
            loss=loss_of(most, value),
            exact=after.exact,
            outcome=outcome,
            distance=plies,
            visits=None,
            confidence=None,
        )
        rows = (known if each is row else each for each in answer.moves)
        return replace(answer, moves=tuple(sorted(rows, key=lambda each: each.loss))), known

    def _after(self, answer: Analysis, row: MoveReport, share: float, remote: Remote | None) -> Analysis:
        """What is found after a move, in a share of the time or the nodes of a move."""
        options = self.options
        history = (*options.history, *keys_of(self.game, [answer.state]))
        less = replace(
            options,
            seconds=None if options.seconds is None else share * options.seconds,
            nodes=None if options.nodes is None else max(1, int(share * options.nodes)),
            depth=None if options.depth is None else max(1, options.depth - 1),
            history=history,
        )
        s = self.game.result(answer.state, row.action)
        return Plan.of(self.game, less, s).answer(s, position="", remote=remote)

    # ------------------------------------------------------------ lost games

    def _hardest(self, answer: Analysis, remote: Remote | None) -> MoveReport:
        """Of the moves of a lost position, the one that is hardest to refute: few replies win, and not soon.

        How easy it is to find one of them: at sight, where a win is near, or by luck, where many replies win.
        """
        rivals = sorted(answer.moves, key=lambda row: -(distance(answer, row) or 0))[:RIVALS]
        found, least = best_of(answer), (2.0, 0)
        for row in rivals:
            if _is_stopped(remote):
                break
            after = self._after(answer, row, 1.0 / len(rivals), remote)
            replies = [reply for reply in after.moves if reply.outcome == WIN]
            soonest = min([plies for reply in replies if (plies := distance(after, reply))], default=0)
            at_sight = AT_SIGHT / soonest if soonest else 0.0
            luck = BY_LUCK * len(replies) / len(after.moves) if after.moves else 1.0
            ease = 1.0 - (1.0 - at_sight) * (1.0 - luck), -(distance(answer, row) or 0)
            if after.player != answer.player and ease < least:
                found, least = row, ease
        return found


def is_less_known(answer: Analysis, row: MoveReport) -> bool:
    """Is less known of a move than of the best one: a shallower look, only a limit, or few simulations?"""
    if row.exact or row.outcome is not None:
        return False
    if row.undecided or row.words.startswith((AT_MOST, NO_BETTER, NOT_LOOKED_AT)):
        return True
    best = best_of(answer)
    if row.visits is not None and best.visits is not None:
        return row.visits < FEW_VISITS * best.visits
    depth = without_depth(row.words)[1]
    return depth is not None and depth < answer.search.depth


def _for(answer: Analysis, player: int) -> float:
    """What an answer for two says the position is worth to a player."""
    value, stake = float(answer.value), float(answer.game.at_stake(answer.state))
    first = stake - value if answer.player == 1 else value
    return first if player == 0 else stake - first


def _is_stopped(remote: Remote | None) -> bool:
    return remote is not None and remote.stopped
