"""How a notebook draws a thing: whoever can draw it registers here, so that a thing need not know its drawer."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from kibitz.errors import BadInput


@singledispatch
def drawn(thing: Any) -> str:
    """The thing as an SVG document; `BadInput` where nobody has registered how it is drawn."""
    raise BadInput(f"{type(thing).__name__} has no drawing: expected a picture, a tree or a recording")
