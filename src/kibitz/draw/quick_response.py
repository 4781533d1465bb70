"""An address as a QR code, to be scanned by a phone (ISO/IEC 18004: bytes, correction level L, versions 1 to 5)."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.draw.svg import document, element
from kibitz.errors import BadInput

DATA = (19, 34, 55, 80, 108)  # bytes that a version holds, from version 1
CORRECTION = (7, 10, 15, 20, 26)  # bytes that mend them
QUIET = 4  # modules of white around it
MODULE = 6  # units of the drawing
FIELD = 0x11D  # x⁸ + x⁴ + x³ + x² + 1: what bytes are multiplied by
FORMAT_FIELD, FORMAT_MASK, LEVEL_L = 0x537, 0x5412, 0b01
LIKE_A_CORNER = (1, 0, 1, 1, 1, 0, 1)  # dark and light along a line through a corner's square

Grid = list[list[int]]


def quick_response_svg(text: str) -> str:
    """A text of at most 106 bytes as an SVG document: black on white, whatever the theme."""
    modules = quick_response(text)
    side = (len(modules) + 2 * QUIET) * MODULE
    dark = "".join(
        f"M{(column + QUIET) * MODULE} {(row + QUIET) * MODULE}h{MODULE}v{MODULE}h-{MODULE}z"
        for row, line in enumerate(modules)
        for column, module in enumerate(line)
        if module
    )
    ground = element("rect", width=side, height=side, fill="#ffffff")
    return document(side, side, f"QR code of {text}", "", ground, element("path", d=dark, fill="#000000"))


def quick_response(text: str) -> Grid:
    """The modules of the code, row by row: 1 is dark."""
    content = text.encode()
    version = next((v for v, room in enumerate(DATA) if len(content) + 2 <= room), None)
    if version is None:
        raise BadInput(f"{text[:60]!r} is too long for a QR code: expected at most {DATA[-1] - 2} bytes")
    words = _padded(content, DATA[version])
    bits = [word >> place & 1 for word in words + corrected(words, CORRECTION[version]) for place in range(7, -1, -1)]
    size = 21 + 4 * version
    fixed = _patterns(size, version)
    drawn = (_drawn(fixed, size, bits, mask) for mask in range(8))
    return min(drawn, key=_penalty)


def _padded(content: bytes, room: int) -> list[int]:
    """The bytes with what says their kind and number, filled up to the room there is."""
    bits = f"0100{len(content):08b}" + "".join(f"{byte:08b}" for byte in content) + "0000"
    words = [int(bits[start : start + 8], 2) for start in range(0, len(bits), 8)]
    return words + [(0xEC, 0x11)[place % 2] for place in range(room - len(words))]


def corrected(words: list[int], count: int) -> list[int]:
    """The Reed-Solomon bytes that mend errors in these."""
    divisor = [1]
    root = 1
    for _ in range(count):
        shifted, scaled = [*divisor, 0], [0, *(_times(part, root) for part in divisor)]
        divisor = [one ^ other for one, other in zip(shifted, scaled, strict=True)]
        root = _times(root, 2)
    rest = [0] * count
    for word in words:
        lead = word ^ rest[0]
        rest = [one ^ _times(part, lead) for one, part in zip([*rest[1:], 0], divisor[1:], strict=True)]
    return rest


def _times(one: int, other: int) -> int:
    product = 0
    while other:
        product ^= one if other & 1 else 0
        one = one << 1 ^ (FIELD if one & 0x80 else 0)
        other >>= 1
    return product


def format_bits(mask: int) -> int:
    """The fifteen bits that tell the correction level and the mask."""
    rest = data = LEVEL_L << 3 | mask
    for _ in range(10):
        rest = rest << 1 ^ (FORMAT_FIELD if rest >> 9 else 0)
    return (data << 10 | rest) ^ FORMAT_MASK


def _patterns(size: int, version: int) -> dict[tuple[int, int], int]:
    """The modules that are alike in all codes of a version; those of the format are 0 as yet."""
    fixed: dict[tuple[int, int], int] = {}
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        for row in range(-1, 8):
            for column in range(-1, 8):
                if 0 <= top + row < size and 0 <= left + column < size:
                    ring = max(abs(row - 3), abs(column - 3))
                    fixed[top + row, left + column] = int(ring not in (2, 4))
    for place in range(8, size - 8):
        fixed[6, place] = fixed[place, 6] = (place + 1) % 2
    if version:
        middle = size - 7
        for row in range(-2, 3):
            for column in range(-2, 3):
                fixed[middle + row, middle + column] = int(max(abs(row), abs(column)) != 1)
    for one, other in _format_places(size):
        fixed[one] = fixed[other] = 0
    fixed[size - 8, 8] = 1
    return fixed


def _format_places(size: int) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The two places of each bit of the format, the highest one first."""
    rows = [0, 1, 2, 3, 4, 5, 7, 8]
    for bit in range(15):
        first = (8, rows[bit]) if bit < 8 else (rows[14 - bit], 8)
        yield first, ((size - 1 - bit, 8) if bit < 7 else (8, size - 15 + bit))


def _drawn(fixed: dict[tuple[int, int], int], size: int, bits: list[int], mask: int) -> Grid:
    """All modules, with one of the eight masks laid over the data."""
    grid = [[fixed.get((row, column), 0) for column in range(size)] for row in range(size)]
    places = (place for place in _snake(size) if place not in fixed)
    for number, (row, column) in enumerate(places):
        bit = bits[number] if number < len(bits) else 0
        grid[row][column] = bit ^ _masked(mask, row, column)
    for number, (one, other) in enumerate(_format_places(size)):
        grid[one[0]][one[1]] = grid[other[0]][other[1]] = format_bits(mask) >> (14 - number) & 1
    return grid


def _snake(size: int) -> Iterator[tuple[int, int]]:
    """The way of the data: up and down in columns of two, from the right, leaving out the one of the timing."""
    upwards = True
    for right in (column for column in range(size - 1, 0, -2)):
        column = right - 1 if right <= 6 else right
        for step in range(size):
            row = size - 1 - step if upwards else step
            yield row, column
            yield row, column - 1
        upwards = not upwards


def _masked(mask: int, row: int, column: int) -> int:
    both, sum_ = row * column, row + column
    sums = (
        sum_ % 2,
        row % 2,
        column % 3,
        sum_ % 3,
        (row // 2 + column // 3) % 2,
        both % 2 + both % 3,
        (both % 2 + both % 3) % 2,
        (sum_ % 2 + both % 3) % 2,
    )
    return int(sums[mask] == 0)


def _penalty(grid: Grid) -> int:
    """How hard a code is to read: long runs, blocks, what looks like a corner, and too much dark or light."""
    size = len(grid)
    lines = grid + [list(column) for column in zip(*grid, strict=True)]
    total = 0
    for line in lines:
        run = 1
        for before, module in zip(line, [*line[1:], -1], strict=True):
            if before == module:
                run += 1
                continue
            total += run - 2 if run >= 5 else 0
            run = 1
        for start in range(size - 6):
            if tuple(line[start : start + 7]) == LIKE_A_CORNER:
                before, after = line[max(0, start - 4) : start], line[start + 7 : start + 11]
                total += 40 * (not any(before) or not any(after))
    for row in range(size - 1):
        for column in range(size - 1):
            total += 3 * (len({grid[row + y][column + x] for y in (0, 1) for x in (0, 1)}) == 1)
    share = sum(map(sum, grid)) * 100 // size**2
    return total + abs(share - 50) // 5 * 10
