"""What an object is at run time: its arrays, as pointers and lengths, and the objects inside it."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import NativeValue, models, register_model


class Bare(types.Type):
    """A row of numbers behind a plain pointer."""

    def __init__(self, dtype: types.Type) -> None:
        self.dtype = dtype
        super().__init__(f"Bare({dtype})")


@register_model(Bare)
class BareModel(models.StructModel):
    """Where the numbers begin, and how many there are."""

    def __init__(self, dmm: Any, fe_type: Bare) -> None:
        super().__init__(dmm, fe_type, [("data", types.CPointer(fe_type.dtype)), ("size", types.intp)])


class ObjectModel(models.StructModel):
    """An object in machine code: for each array a pointer and a length for each dimension, and the objects inside.

    Numba takes a member whose name begins with an underscore for its own: none of ours does.
    """

    def __init__(self, dmm: Any, fe_type: Any) -> None:
        members: list[tuple[str, types.Type]] = []
        for name, array in fe_type.arrays.items():
            members.append((f"its {name}.data", types.CPointer(array.dtype)))
            members += [(f"its {name}.{axis}", types.intp) for axis in range(array.ndim)]
            if array.layout != "C":
                members += [(f"its {name}.stride{axis}", types.intp) for axis in range(array.ndim)]
        members += [(f"its {name}", inside) for name, inside in fe_type.objects.items()]
        super().__init__(dmm, fe_type, members)


def unbox_object(typ: Any, obj: Any, c: Any) -> NativeValue:
    """Code that takes the arrays and inner objects of a Python object over, by reference."""
    from numba.np.arrayobj import make_array  # not needed, and not imported, where code comes from the cache

    struct = cgutils.create_struct_proxy(typ)(c.context, c.builder)
    failed = cgutils.false_bit
    for name, part in (*typ.arrays.items(), *typ.objects.items()):
        attribute = c.pyapi.object_getattr_string(obj, name)
        native = c.unbox(part, attribute)
        if name in typ.arrays:
            view = make_array(part)(c.context, c.builder, native.value)
            setattr(struct, f"its {name}.data", view.data)
            for axis, length in enumerate(cgutils.unpack_tuple(c.builder, view.shape, part.ndim)):
                setattr(struct, f"its {name}.{axis}", length)
            if part.layout != "C":
                for axis, stride in enumerate(cgutils.unpack_tuple(c.builder, view.strides, part.ndim)):
                    setattr(struct, f"its {name}.stride{axis}", stride)
            # The object itself keeps the array alive while the call lasts.
            c.context.nrt.decref(c.builder, part, native.value)
        else:
            setattr(struct, f"its {name}", native.value)
        c.pyapi.decref(attribute)
        failed = c.builder.or_(failed, native.is_error)
    return NativeValue(struct._getvalue(), is_error=failed)


def inner_object(context: Any, builder: Any, typ: Any, value: Any, name: str) -> Any:
    """Code that reads an object inside another."""
    return getattr(cgutils.create_struct_proxy(typ)(context, builder, value), f"its {name}")


def bare_row(context: Any, builder: Any, typ: Any, value: Any, name: str) -> Any:
    """Code that reads an array of an object as a `Bare` row."""
    struct = cgutils.create_struct_proxy(typ)(context, builder, value)
    row = cgutils.create_struct_proxy(Bare(typ.arrays[name].dtype))(context, builder)
    row.data = getattr(struct, f"its {name}.data")
    row.size = getattr(struct, f"its {name}.0")
    return row._getvalue()


def array_view(context: Any, builder: Any, typ: Any, value: Any, name: str) -> Any:
    """Code that reads an array of an object as a NumPy array that counts no references."""
    from numba.np.arrayobj import make_array, populate_array

    array = typ.arrays[name]
    struct = cgutils.create_struct_proxy(typ)(context, builder, value)
    view = make_array(array)(context, builder)
    shape = [getattr(struct, f"its {name}.{axis}") for axis in range(array.ndim)]
    width = context.get_abi_sizeof(context.get_data_type(array.dtype))
    if array.layout != "C":
        strides = [getattr(struct, f"its {name}.stride{axis}") for axis in range(array.ndim)]
    else:
        strides = [context.get_constant(types.intp, width)] if array.ndim else []
        for length in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], length))
    populate_array(
        view,
        data=getattr(struct, f"its {name}.data"),
        shape=shape,
        strides=strides,
        itemsize=context.get_constant(types.intp, width),
        meminfo=None,
    )
    return view._getvalue()
