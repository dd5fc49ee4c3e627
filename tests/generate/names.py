#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes src/names_index.c, the hash index of src/names.def.

usage: python3 tests/generate/names.py > src/names_index.c
"""
import pathlib
import re

SIZE = 1024
ODD = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1


def load(data, at, count):
    return int.from_bytes(data[at:at + count], "little")


def name_hash(text):
    """The same as wlay_hash() in src/names.c."""
    data = text.encode()
    value = len(data) * ODD & MASK
    at, left = 0, len(data)
    while left > 8:
        value = (value ^ load(data, at, 8)) * ODD & MASK
        value ^= value >> 32
        at, left = at + 8, left - 8
    if left >= 4:
        value ^= load(data, at, 4) | load(data, at + left - 4, 4) << 32
    elif left > 0:
        value ^= (data[at] | data[at + left // 2] << 8 |
                  data[at + left - 1] << 16)
    value = value * ODD & MASK
    value ^= value >> 32
    return (value * ODD & MASK) >> 32


def main():
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    text = (root / "src" / "names.def").read_text()
    names = re.findall(r"^[A-Z]+\((\w+)", text, re.M)
    assert len(set(names)) == len(names) < SIZE // 2
    index = [0] * SIZE
    for row, name in enumerate(names):
        at = name_hash(name) % SIZE
        while index[at]:
            at = (at + 1) % SIZE
        index[at] = row + 1
    print("/* SPDX-License-Identifier: MIT */")
    print("/* Made by tests/generate/names.py from names.def; do not edit. */")
    print('#include "names.h"')
    print()
    print("const uint16_t wlay_names_index[WLAY_NAMES_INDEX_SIZE] = {")
    for at in range(0, SIZE, 14):
        print("    " + " ".join(f"{n}," for n in index[at:at + 14]))
    print("};")


main()
