"""What is searched for on request: the best move, what techniques save, and the judgement of a whole game."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from itertools import islice
from typing import Any

from kibitz.answer.ablation import Saving, ablate, measurable
from kibitz.answer.analysis import Analysis
from kibitz.answer.books import is_in_book
from kibitz.answer.idle_options import refuse_idle
from kibitz.answer.level_moves import LONGEST, LevelMove, LevelPlay
from kibitz.answer.levels import Level, level_of
from kibitz.answer.options import USUAL_SECONDS, Options, has_limit
from kibitz.answer.plan import Plan
from kibitz.answer.puzzles import Setter
from kibitz.answer.review import Review, review
from kibitz.answer.take_away import review_chart
from kibitz.search.clock import Remote
from kibitz.web.refusals import Refused
from kibitz.web.requests import AblateAsked, BestAsked, HistoryAsked, PuzzlesAsked
from kibitz.web.searches import Compilations, Job, Tell
from kibitz.web.settings import Settings
from kibitz.web.shown_positions import Found
from kibitz.web.sittings import Sittings


def within(settings: Settings, seconds: float | None) -> float:
    """The time limit that was asked for, in seconds, else the server's longest; `Refused` where it exceeds that."""
    if seconds is not None and seconds > settings.seconds:
        longest = f"at most {settings.seconds:g} seconds, the longest search of this server"
        raise Refused(422, f"'time' is {seconds:g}: expected {longest}", field="time")
    return settings.seconds if seconds is None else seconds


def best_job(
    at: Found,
    asked: BestAsked,
    settings: Settings,
    compilations: Compilations,
    *,
    sittings: Sittings | None = None,
    whose: str = "",
) -> Job:
    """The analysis of a position; of a game that goes on, whose table is kept among `sittings`."""
    longest = within(settings, asked.time)
    level = _level(asked)
    usual = USUAL_SECONDS if level is None else level.seconds
    seconds = asked.time if has_limit(asked) else min(usual, settings.seconds)
    options = Options(
        seconds=seconds,
        depth=asked.depth,
        nodes=asked.nodes,
        algorithm=asked.algorithm,
        megabytes=settings.megabytes,
        worlds=asked.worlds,
        seed=asked.seed,
        variant=asked.variant,
        iterations=asked.iterations,
        simulations=asked.simulations,
        interpreted=not compilations.allows(at.game),
        history=at.history,
        endgames=asked.endgames,
        openings=asked.openings,
    )
    refuse_idle(options if level is None else replace(options, seed=None))  # a level draws by it
    play = None if level is None else _played(LevelPlay(at.game, level, options), at, asked, compilations)
    plan = Plan.of(at.game, options, at.s) if play is None else play.plan(at.s)

    def work(remote: Any, tell: Tell) -> Analysis | LevelMove:
        with contextlib.ExitStack() as around:
            is_looked_up = is_in_book(at.game, at.s, options) or plan.value_in_table(at.s) is not None
            if (
                not is_looked_up and not plan.options.interpreted
            ):  # which needs nothing compiled, and so waits for nobody
                around.enter_context(compilations.one_at_a_time(at.game, plan.algorithm.name, remote))
            going_on = plan
            if sittings is not None and plan.kind.goes_on:
                going_on = replace(plan, sitting=around.enter_context(sittings.lent((whose, repr(at.game)))))
            answer = going_on.answer(at.s, position=at.text, progress=tell, remote=remote)
            return answer if play is None else play.chosen(answer, asked.seed, remote)

    def show(found: Analysis | LevelMove) -> dict[str, Any]:
        """The answer; of a level with the move that it plays, or would play if it had to at once."""
        if isinstance(found, LevelMove):
            return found.answer.json() | found.json()
        return found.json() | ({} if play is None else play.at_once(found, asked.seed))

    in_all = longest if play is None else LONGEST * longest
    return Job(repr(asked.game), work, show, in_all + 0.25, moved_on=_moved_on)


def _level(asked: BestAsked) -> Level | None:
    if asked.level is None and asked.careless:
        raise Refused(422, "'careless' has no effect without 'level'", field="careless")
    if asked.level is not None and asked.exact:
        raise Refused(422, "'exact' has no effect beside 'level': expected 'time', 'depth' or 'nodes'", field="exact")
    return None if asked.level is None else level_of(asked.level, asked.careless)


def _played(play: LevelPlay, at: Found, asked: BestAsked, compilations: Compilations) -> LevelPlay:
    """Who plays: a player who makes mistakes need not keep anybody waiting while a game is being compiled."""
    plan = play.plan(at.s)
    if play.level.is_perfect or has_limit(asked) or plan.options.interpreted or compilations.is_ready(plan):
        return play
    compilations.compile_beside(plan, at.s)
    return replace(play, options=replace(play.options, interpreted=True))


def _moved_on(shown: dict[str, Any], remote: Remote) -> dict[str, Any]:
    seconds, nodes = remote.seconds or 0.0, remote.nodes
    speed = round(nodes / seconds) if seconds > 0 else 0
    search = {**shown["search"], "nodes": nodes, "seconds": round(seconds, 6), "nodes_per_second": speed}
    return {**shown, "search": search}


def ablate_job(at: Found, asked: AblateAsked, settings: Settings, compilations: Compilations) -> Job:
    """The table of what each technique saves, a row at a time."""
    longest = within(settings, asked.time)
    measurable(at.game, at.s, asked.depth, at.text)

    def work(remote: Any, tell: Tell) -> None:
        all_on: Saving | None = None
        interpreted = not compilations.allows(at.game)
        with compilations.one_at_a_time(at.game, "deepening", remote):
            for row in ablate(
                at.game, at.s, asked.depth, interpreted=interpreted, megabytes=settings.megabytes, remote=remote
            ):
                all_on = all_on or row
                tell({**row.json(), "times": round(row.nodes / max(1, all_on.nodes), 3)})

    return Job(repr(asked.game), work, dict, longest, every=True)


def history_job(at: Found, asked: HistoryAsked, settings: Settings, compilations: Compilations) -> Job:
    """The judgement of every move. A long game gets less time a position, to stay within the longest search.

    What is not proven by then is searched further for the budget that was asked for, at most the longest search.
    """
    budget = min(asked.budget, settings.seconds)
    seconds = min(asked.time, settings.seconds / (len(at.plies) + 1))
    algorithm = Plan.of(at.game, Options(seconds=seconds, algorithm=asked.algorithm)).algorithm.name

    def work(remote: Any, tell: Tell) -> Review:
        with compilations.one_at_a_time(at.game, algorithm, remote):
            return review(
                at.game,
                at.start,
                [ply.text for ply in at.plies],
                seconds=seconds,
                depth=asked.depth,
                budget=budget,
                algorithm=asked.algorithm,
                megabytes=settings.megabytes,
                interpreted=not compilations.allows(at.game),
                remote=remote,
                progress=tell,
            )

    longest = settings.seconds + budget + 1.0
    return Job(repr(asked.game), work, lambda found: history_shown(found, asked.width), longest)


def puzzles_job(at: Found, asked: PuzzlesAsked, settings: Settings, compilations: Compilations) -> Job:
    """Puzzles one at a time: of the game that was played, or made up where no moves are given."""
    longest = within(settings, asked.time)
    interpreted = not compilations.allows(at.game)
    Setter(at.game)  # refuses a game in which something is hidden

    def work(remote: Any, tell: Tell) -> None:
        setter = Setter(at.game, interpreted=interpreted, remote=remote)
        with compilations.one_at_a_time(at.game, "puzzles", remote):
            found = (
                setter.in_game(at.start, [ply.text for ply in at.plies])
                if at.plies
                else setter.made_up(asked.count, asked.seed, s=at.s)
            )
            for puzzle in islice(found, asked.count):
                tell(puzzle.json(asked.set))

    return Job(repr(asked.game), work, dict, longest, every=True)


def history_shown(found: Review, width: int) -> dict[str, Any]:
    """A review with its chart, `width` pixels wide."""
    return {**found.json(), "chart": review_chart(found, width)}
