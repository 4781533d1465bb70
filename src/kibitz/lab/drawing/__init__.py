"""Searched trees as SVG: a step, or all of them."""

from __future__ import annotations

from kibitz.lab.drawing.frames import Frames, tree_at, tree_frames
from kibitz.lab.drawing.proof_drawing import proof_svg
from kibitz.lab.drawing.ranged_drawing import ranged_svg
from kibitz.lab.drawing.recorded_tree import recording_svg
from kibitz.lab.drawing.tree_drawing import tree_svg

__all__ = ["Frames", "proof_svg", "ranged_svg", "recording_svg", "tree_at", "tree_frames", "tree_svg"]
