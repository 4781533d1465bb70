"""Evaluations that learn from self-play: `Training` makes weights, `learned` puts them into a game."""

from __future__ import annotations

from typing import Any

from kibitz.evaluation.weights import Weights, learned
from kibitz.learn.duel import Anyone, Greedy, Result, contest
from kibitz.learn.results import ResultTraining
from kibitz.learn.training import Manner, Training

__all__ = ["Anyone", "Greedy", "Manner", "Result", "ResultTraining", "Training", "Weights", "contest", "learned"]


def __getattr__(name: str) -> Any:
    """The old spelling `learnt`, for one more release."""
    if name == "learnt":
        import warnings

        warnings.warn("kibitz.learn.learnt is now called learned", DeprecationWarning, stacklevel=2)
        return learned
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
