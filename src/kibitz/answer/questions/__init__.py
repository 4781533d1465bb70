"""How each kind of search is asked, one file each, and which of them asks an algorithm."""

from __future__ import annotations

from kibitz.answer.questions.by_deals import DealsQuestion
from kibitz.answer.questions.by_engine import EngineQuestion
from kibitz.answer.questions.by_likely_outcomes import LikelyQuestion
from kibitz.answer.questions.by_montecarlo import MonteCarloQuestion
from kibitz.answer.questions.by_proof import ProofQuestion
from kibitz.answer.questions.by_regret import RegretQuestion
from kibitz.answer.questions.by_selective import SelectiveQuestion
from kibitz.answer.questions.by_several import CoalitionQuestion, VectorQuestion
from kibitz.answer.questions.by_table import WholeQuestion
from kibitz.answer.questions.by_textbook import TextbookQuestion
from kibitz.answer.questions.question import Question
from kibitz.game import Game
from kibitz.search import ALGORITHMS
from kibitz.search.algorithm import Algorithm
from kibitz.search.partition.partition_engine import is_judged
from kibitz.search.textbook.likely_outcomes import LIMITED

QUESTIONS: tuple[type[Question], ...] = (
    EngineQuestion,
    VectorQuestion,
    CoalitionQuestion,
    WholeQuestion,
    DealsQuestion,
    RegretQuestion,
    LikelyQuestion,
    MonteCarloQuestion,
    ProofQuestion,
)


def question_for(algorithm: Algorithm) -> type[Question]:
    """Who asks an algorithm: the question that names it, and the textbook's for all others."""
    return next((question for question in QUESTIONS if question.is_for(algorithm)), TextbookQuestion)


def question_about(algorithm: Algorithm, game: Game) -> type[Question]:
    """Who asks an algorithm about a game: the selective search has its own way to be asked."""
    kind = question_for(algorithm)
    return SelectiveQuestion if kind is EngineQuestion and is_judged(game) else kind


def users_of(option: str) -> list[str]:
    """The names of the algorithms on which an option has an effect."""
    if option in LikelyQuestion.uses:
        return list(LIMITED)
    return [name for name, algorithm in ALGORITHMS.items() if option in question_for(algorithm).uses]
