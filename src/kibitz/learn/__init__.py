"""Evaluations that learn from self-play: `Training` makes weights, `learnt` puts them into a game."""

from kibitz.evaluation.weights import Weights, learnt
from kibitz.learn.duel import Anyone, Greedy, Result, contest
from kibitz.learn.training import Manner, Training

__all__ = ["Anyone", "Greedy", "Manner", "Result", "Training", "Weights", "contest", "learnt"]
