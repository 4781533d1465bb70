"""The passes through which Kibitz's functions go on their way to machine code: Numba's, and two of ours."""

from __future__ import annotations

from typing import Any, ClassVar

from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.untyped_passes import InlineClosureLikes, InlineInlinables

from kibitz.native.choosing import ChooseValues
from kibitz.native.folding import FoldConstants
from kibitz.native.linking import EntryLibrary, InnerLibrary
from kibitz.native.override import override


class InnerPipeline(CompilerBase):
    """For functions that only compiled code calls.

    What is known is put in its place before functions are spliced in, and again behind it.
    """

    library: ClassVar[Any] = InnerLibrary

    @override
    def define_pipelines(self) -> list[Any]:
        """Numba's passes for machine code, and ours."""
        state = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        passes = DefaultPassBuilder.define_nopython_pipeline(state)
        passes.add_pass_after(FoldConstants, InlineClosureLikes)
        passes.add_pass_after(ChooseValues, InlineInlinables)
        passes.add_pass_after(FoldConstants, InlineInlinables)
        passes.finalize()
        return [passes]


class EntryPipeline(InnerPipeline):
    """For functions that Python calls."""

    library: ClassVar[Any] = EntryLibrary
