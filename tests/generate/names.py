#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes src/names_index.c, the hash index of src/names.def.

usage: python3 tests/generate/names.py > src/names_index.c
"""
import pathlib
import re

SIZE = 1024
ODD = 0x9E3779B97F4A7C15
ODD_HIGH = 0xD6E8FEB86659FD93
MASK = (1 << 64) - 1


def name_hash(text):
    """The same as wlay_hash() in src/word.h."""
    data = text.encode()
    value = 0
    for at in range(0, max(len(data), 1), 16):
        low = int.from_bytes(data[at:at + 8], "little")
        high = int.from_bytes(data[at + 8:at + 16], "little")
        value = ((value ^ low) * ODD ^ high * ODD_HIGH) & MASK
        value ^= value >> 32
    return (value * ODD & MASK) >> 32


def main():
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    text = (root / "src" / "names.def").read_text()
    names = re.findall(r"^[A-Z]+\((\w+)", text, re.M)
    assert len(set(names)) == len(names) < min(SIZE // 2, 1 << 9)
    index = [0] * SIZE
    for row, name in enumerate(names):
        at = name_hash(name) % SIZE
        while index[at]:
            at = (at + 1) % SIZE
        index[at] = name_hash(name) >> 25 << 9 | row + 1
    print("/* SPDX-License-Identifier: MIT */")
    print("/* Made by tests/generate/names.py from names.def; do not edit. */")
    print('#include "names.h"')
    print()
    print("const uint16_t wlay_names_index[WLAY_NAMES_INDEX_SIZE] = {")
    for at in range(0, SIZE, 10):
        print("    " + " ".join(f"{n}," for n in index[at:at + 10]))
    print("};")


main()
