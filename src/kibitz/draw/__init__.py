"""Boards, charts and dice as SVG: plain strings, for a notebook, a page or a file."""

from __future__ import annotations

from kibitz.draw.board import board_svg, symbol_svg
from kibitz.draw.chart import chart_svg
from kibitz.draw.dice import are_dice, dice_svg
from kibitz.draw.film import film_svg

__all__ = ["are_dice", "board_svg", "chart_svg", "dice_svg", "film_svg", "symbol_svg"]
