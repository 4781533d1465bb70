"""A whole HTML page inside a cell of a notebook.

The page lies in a frame of its own, as text in an attribute: neither its styles nor its scripts reach the notebook, the
notebook's do not reach it, and a saved notebook has all of it.
"""

from __future__ import annotations

from kibitz.draw.svg import escape


def framed(page: str, title: str, height: int) -> str:
    """The page in a frame as wide as the cell and `height` pixels high, for `_repr_html_`."""
    style = f"width:100%;height:{height}px;border:0"
    return f'<iframe srcdoc="{escape(page)}" title="{escape(title)}" sandbox="allow-scripts" style="{style}"></iframe>'
