"""The arena of a thread, in machine code: taking a piece, and giving back."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from kibitz.native.lists import arena

WORD = ir.IntType(64)
BYTES = ir.IntType(8).as_pointer()
ALIGNED = 32  # every piece begins at a multiple of this: wide enough for a vector of small cells
MOST = 1 << 31  # items of one piece


def words_of(builder: Any) -> Any:
    """The two words at the beginning of this thread's arena: where the next piece goes, where the room ends.

    The call has no effects and always answers the same in one thread, so LLVM makes it once for many pieces.
    """
    module = builder.module
    if arena.KEY in module.globals:
        key = module.globals[arena.KEY]
    else:
        key = ir.GlobalVariable(module, WORD, arena.KEY)
        key.global_constant = True
    kind = ir.FunctionType(BYTES, [WORD])
    found = cgutils.get_or_insert_function(module, kind, "pthread_getspecific")
    for attribute in ("nounwind", "memory(none)", "willreturn", "speculatable"):
        set.add(found.attributes, attribute)  # llvmlite does not know all of them
    return builder.bitcast(builder.call(found, [builder.load(key)]), WORD.as_pointer())


def rounded(builder: Any, size: Any) -> Any:
    """A number of bytes, rounded up to what a piece takes."""
    return builder.and_(builder.add(size, WORD(ALIGNED - 1)), WORD(-ALIGNED))


def take(context: Any, builder: Any, size: Any) -> Any:
    """A new piece of so many bytes, as a pointer to bytes; raises `Spent` where there is no room."""
    words = words_of(builder)
    top = builder.load(words)
    after = builder.add(top, rounded(builder, size))
    room = builder.load(builder.gep(words, [WORD(1)]))
    with builder.if_then(builder.icmp_unsigned(">", after, room), likely=False):
        raise_spent(context, builder)
    builder.store(after, words)
    return builder.inttoptr(top, BYTES)


def bytes_for(context: Any, builder: Any, count: Any, width: int) -> Any:
    """How many bytes so many items take; raises `Spent` where that is absurd."""
    with builder.if_then(builder.icmp_unsigned(">", count, WORD(MOST)), likely=False):
        raise_spent(context, builder)
    return builder.mul(count, WORD(width))


def raise_spent(context: Any, builder: Any) -> None:
    """Leave the function that is being written with `Spent`."""
    context.call_conv.return_user_exc(builder, arena.Spent, ("a list grew beyond the room that compiled rules have",))


def enlarged(context: Any, builder: Any, data: Any, had: Any, wanted: Any) -> Any:
    """A piece with `wanted` bytes that begins with the `had` bytes at `data`: the same where it is the last one."""
    module = builder.module
    kind = ir.FunctionType(BYTES, [BYTES, WORD, WORD])
    function = cgutils.get_or_insert_function(module, kind, "kibitz_enlarged")
    if function.is_declaration:
        function.linkage = "linkonce_odr"
        function.attributes.add("noinline")
        _write_enlarged(function)
    made = builder.call(function, [data, had, wanted])
    with builder.if_then(cgutils.is_null(builder, made), likely=False):
        raise_spent(context, builder)
    return made


def _write_enlarged(function: Any) -> None:
    data, had, wanted = function.args
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    words = words_of(builder)
    top = builder.load(words)
    room = builder.load(builder.gep(words, [WORD(1)]))
    address = builder.ptrtoint(data, WORD)
    is_last = builder.icmp_unsigned("==", builder.add(address, rounded(builder, had)), top)
    begin = builder.select(is_last, address, top)
    after = builder.add(begin, rounded(builder, wanted))
    with builder.if_then(builder.icmp_unsigned(">", after, room), likely=False):
        builder.ret(ir.Constant(BYTES, None))
    builder.store(after, words)
    made = builder.inttoptr(begin, BYTES)
    with builder.if_then(builder.not_(is_last)):
        cgutils.raw_memcpy(builder, made, data, had, 1)
    builder.ret(made)


@intrinsic
def mark(_context: Any) -> Any:
    """Where the arena ends now, for `release`."""

    def code(_context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        return builder.load(words_of(builder))

    return types.int64(), code


@intrinsic
def release(_context: Any, marked: types.Type) -> Any:
    """Give back everything taken since `mark`."""

    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        builder.store(arguments[0], words_of(builder))
        return context.get_dummy_value()

    return types.void(types.int64), code
