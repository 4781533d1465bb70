"""The passes through which Kibitz's functions go on their way to machine code: Numba's, and two of ours."""

from __future__ import annotations

from typing import Any

from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.untyped_passes import InlineClosureLikes, InlineInlinables

from kibitz.native.choosing import ChooseValues
from kibitz.native.folding import FoldConstants
from kibitz.native.override import override


class Pipeline(CompilerBase):  # type: ignore[misc]
    """Numba's own passes; what is known is put in its place before functions are spliced in, and again behind it."""

    @override
    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(FoldConstants, InlineClosureLikes)
        passes.add_pass_after(ChooseValues, InlineInlinables)
        passes.add_pass_after(FoldConstants, InlineInlinables)
        passes.finalize()
        return [passes]
