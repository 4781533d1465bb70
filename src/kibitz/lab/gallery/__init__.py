"""The trees of the lectures, by lecture, each with the question that it asks and what to look for."""

from __future__ import annotations

from kibitz.lab.gallery import lectures_one_and_two, lectures_three_to_five, stopping_early
from kibitz.lab.gallery.exhibit import Exhibit

__all__ = ["GALLERY", "Exhibit"]

GALLERY: tuple[Exhibit, ...] = tuple(
    sorted(
        (*lectures_one_and_two.EXHIBITS, *lectures_three_to_five.EXHIBITS, *stopping_early.EXHIBITS),
        key=lambda exhibit: exhibit.lecture,
    )
)
