"""How a notebook draws an object: drawers register here, so that an object need not know its drawer."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from kibitz.errors import BadInput


@singledispatch
def drawn(thing: Any) -> str:
    """The object as an SVG document; `BadInput` if no drawer is registered for it."""
    raise BadInput(f"{type(thing).__name__} has no drawing: expected a picture, a tree or a recording")


@singledispatch
def widget(thing: Any) -> str | None:
    """The object as HTML for a cell of a notebook, with buttons that work without a server; None where it has none."""
    return None
