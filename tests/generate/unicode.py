#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes src/unicode.c, the identifier properties of Unicode.

usage: python3 tests/generate/unicode.py [FOLDER] > src/unicode.c

FOLDER holds DerivedCoreProperties.txt and DerivedAge.txt; Debian's package
unicode-data puts them into /usr/share/unicode.  WGSL names one version of
Unicode.  Later data serve as well, as characters that came after that version
are left out, until 15.1, which changed the properties of older characters.
"""
import pathlib
import sys
import textwrap

VERSION = (14, 0)
LAST_USABLE = (15, 0)
PROPERTIES = ("XID_Start", "XID_Continue")
CODE_POINTS = 0x110000
BLOCK = 256  # code points a block, one bit each
ROW = 32     # blocks a row
WORD = 32    # bits a word of a block

INTRODUCTION = """\
/* SPDX-License-Identifier: MIT */
/*
 * Which code points begin and continue identifiers, by Unicode {version},
 * the version that WGSL names.  [Identifiers]
 *
 * This file is made; do not edit it:
 *
 *   python3 tests/generate/unicode.py > src/unicode.c
 *
 * A set of code points is cut into blocks of {block}, of which few differ, and
 * so is the row of block numbers.  Any script takes the same three loads.
 */
#include "base.h"
"""

LOOKUP = """\
static bool contains(const uint8_t *top, uint32_t code_point)
{
    const uint32_t in_row = code_point / XID_BLOCK % XID_ROW;
    const uint32_t in_block = code_point % XID_BLOCK;
    uint32_t block;

    if (code_point >= XID_CODE_POINTS)
        return false;
    block = xid_rows[top[code_point / XID_BLOCK / XID_ROW]][in_row];
    return xid_blocks[block][in_block / XID_WORD] >> in_block % XID_WORD & 1;
}

bool wlay_is_xid_start(uint32_t code_point)
{
    return contains(xid_start, code_point);
}

bool wlay_is_xid_continue(uint32_t code_point)
{
    return contains(xid_continue, code_point);
}
"""


def version(text):
    return tuple(int(part) for part in text.split(".")[:2])


def code_points(path, wanted):
    """The code points on the lines of `path` whose property is `wanted`."""
    found = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = [field.strip() for field in line.split("#")[0].split(";")]
        if len(fields) < 2 or not wanted(fields[1]):
            continue
        first, _, last = fields[0].partition("..")
        found.update(range(int(first, 16), int(last or first, 16) + 1))
    return found


def number(table, item):
    """The place of `item` in `table`, a dict in order; a new one at its end."""
    return table.setdefault(item, len(table))


def cut(items, size):
    return [tuple(items[at:at + size]) for at in range(0, len(items), size)]


def word(bits):
    return sum(bit << place for place, bit in enumerate(bits))


def build(sets):
    """The numbers of all the tables: blocks, rows, and row numbers a set."""
    blocks, rows, tops = {}, {}, []
    for members in sets:
        bits = [code_point in members for code_point in range(CODE_POINTS)]
        of_blocks = [number(blocks, block) for block in cut(bits, BLOCK)]
        tops.append([number(rows, row) for row in cut(of_blocks, ROW)])
    return blocks, rows, tops


def wrapped(items, indent):
    return textwrap.fill(", ".join(items), 80 - 1, initial_indent=indent,
                         subsequent_indent=indent)


def print_table(declaration, table, spell):
    print(f"\nstatic const {declaration} = {{")
    for row in table:
        text = wrapped([spell(item) for item in row], "     ")
        print(f"    {{{text.lstrip()}}},")
    print("};")


def print_list(declaration, items):
    print(f"\nstatic const {declaration} = {{")
    print(wrapped([str(item) for item in items], "    ") + ",")
    print("};")


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1
                          else "/usr/share/unicode")
    source = folder / "DerivedCoreProperties.txt"
    with source.open(encoding="utf-8") as file:
        have = version(file.readline().split("-")[1])
    if not VERSION <= have <= LAST_USABLE:
        sys.exit(f"{source}: cannot be used, it is of Unicode "
                 f"{have[0]}.{have[1]}")
    old = code_points(folder / "DerivedAge.txt",
                      lambda age: version(age) <= VERSION)
    blocks, rows, tops = build([
        code_points(source, lambda name, wanted=wanted: name == wanted) & old
        for wanted in PROPERTIES])
    assert len(blocks) <= 256 and len(rows) <= 256

    print(INTRODUCTION.format(version=".".join(map(str, VERSION)) + ".0",
                              block=BLOCK))
    print(f"#define XID_CODE_POINTS 0x{CODE_POINTS:X}")
    print(f"#define XID_BLOCK {BLOCK} /* code points in a block */")
    print(f"#define XID_ROW {ROW}    /* blocks in a row */")
    print(f"#define XID_WORD {WORD}   /* code points in a word of a block */")
    print_table("uint32_t xid_blocks[][XID_BLOCK / XID_WORD]",
                [[word(bits) for bits in cut(block, WORD)]
                 for block in blocks],
                lambda value: f"0x{value:08X}" if value > 9 else str(value))
    print_table("uint8_t xid_rows[][XID_ROW]", rows, str)
    for name, top in zip(PROPERTIES, tops):
        print_list(f"uint8_t {name.lower()}[XID_CODE_POINTS / XID_BLOCK / "
                   "XID_ROW]", top)
    print("\n" + LOOKUP, end="")


main()
