"""A game in a cell that the kernel plays. The one module that needs anywidget: `pip install 'kibitz[notebook]'`."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import anywidget
import traitlets

from kibitz.lab.notebook.sitting import Sitting

_here = files("kibitz.lab.notebook")


class KernelPlay(anywidget.AnyWidget):
    """The board of a sitting; what is clicked in the cell is answered here."""

    _esm = "".join(_here.joinpath(name).read_text(encoding="utf-8") for name in ("play_board.js", "play_kernel.js"))
    _css = _here.joinpath("play_board.css").read_text(encoding="utf-8")
    told = traitlets.Dict().tag(sync=True)

    def __init__(self, sitting: Sitting, told: dict[str, Any]) -> None:
        super().__init__(told=told)
        self.sitting = sitting
        self.on_msg(self._answer)

    def _answer(self, _: Any, asked: Any, __: Any) -> None:
        number = asked.get("number") if isinstance(asked, dict) else None
        self.send(self.sitting.answer(asked) | {"number": number})
