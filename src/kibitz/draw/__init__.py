"""Boards and trees as SVG: plain strings, for a notebook, a page or a file."""

from __future__ import annotations

from kibitz.draw.board import board_svg
from kibitz.draw.tree import tree_svg

__all__ = ["board_svg", "tree_svg"]
