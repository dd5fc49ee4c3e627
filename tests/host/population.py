#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""population.py WLAY COUNT [-s SEED] [-c COMPILER]... [-x COMPILER]... [FILE]...

Makes COUNT random modules, always the same ones for a seed, and takes the
given files besides.  Of each a header is generated; all headers of a batch are
compiled into one program, as C11 by each -c and as C++17 by each -x compiler,
with warnings as errors.  What the program says of sizes and offsets has to be
what the JSON document says."""
import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

BATCH = 100
FLAGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O0"]

# Names that are fine in WGSL; the first ones are not, or not everywhere, in C
# and C++.
ODD_NAMES = [
    "double", "int", "float", "long", "short", "char", "unsigned", "signed",
    "xor", "and", "not", "bitand", "uint32_t", "int32_t", "size_t",
    "offsetof", "_Bool", "_Alignas", "_x", "a__b", "a___b", "x_", "größe", "Δt",
    "数", "linux", "unix", "padding_4", "padding_12", "S0", "S1",
    "v0_GROUP", "UINT32_MAX", "wgsl_x", "errno", "main", "printf", "rows",
    "double_", "int_", "a_u005Fb"]
SCALARS = ["i32", "u32", "f32", "f16"]


class Module:
    """One random module."""

    def __init__(self, number, rng):
        self.rng = rng
        self.structs = []
        self.lines = ["enable f16;"]
        for _ in range(rng.randint(1, 5)):
            self.add_struct()
        self.add_variables()
        self.text = "\n".join(self.lines) + "\n"
        self.name = "m%d" % number

    def plain(self, depth):
        kind = self.rng.randrange(8)
        scalar = self.rng.choice(SCALARS)
        if kind < 2:
            return scalar
        if kind < 4:
            return "vec%d<%s>" % (self.rng.randint(2, 4), scalar)
        if kind == 4:
            return "mat%dx%d<%s>" % (self.rng.randint(2, 4),
                                     self.rng.randint(2, 4),
                                     self.rng.choice(["f32", "f16"]))
        if kind == 5:
            return "atomic<%s>" % self.rng.choice(["i32", "u32"])
        if kind == 6 and self.structs:
            return self.rng.choice(self.structs)
        if depth > 2:
            return scalar
        return "array<%s, %d>" % (self.plain(depth + 1),
                                  self.rng.randint(1, 5))

    def member(self, name, kind):
        attributes = ""
        holds_struct = any(name in kind for name in self.structs)
        if self.rng.random() < 0.15:
            align = 128 if holds_struct else 16 << self.rng.randrange(4)
            attributes += "@align(%d) " % align
        if self.rng.random() < 0.15 and not holds_struct:
            attributes += "@size(%d) " % self.rng.randint(4096, 4400)
        return "    %s%s: %s," % (attributes, name, kind)

    def add_struct(self):
        rng = self.rng
        name = "S%d" % len(self.structs)
        if rng.random() < 0.1:
            name = rng.choice(["double", "Größe", "_S", "T__U", "int",
                               "uint8_t"]) + str(len(self.structs))
        self.lines.append("struct %s {" % name)
        used = set()
        for i in range(rng.randint(1, 7)):
            member = rng.choice(ODD_NAMES) if rng.random() < 0.3 else "m%d" % i
            if member in used:
                member = "m%d" % i
            used.add(member)
            self.lines.append(self.member(member, self.plain(0)))
        self.lines.append("}")
        self.structs.append(name)

    def add_variables(self):
        rng = self.rng
        binding = 0
        if rng.random() < 0.5:
            element = self.plain(1)
            self.lines.append("struct Tail {")
            if rng.random() < 0.8:
                self.lines.append(self.member("count", self.plain(0)))
            self.lines.append("    items: array<%s>,\n}" % element)
            self.structs.append("Tail")
        for name in self.structs:
            if rng.random() < 0.6:
                self.lines.append(
                    "@group(%d) @binding(%d) var<storage, read_write> v%d: %s;"
                    % (rng.randrange(4), binding, binding, name))
                binding += 1


class Sizes:
    """Sizes of types by their canonical names, computed anew."""

    def __init__(self, module):
        self.structs = {s["name"]: s for s in module["structs"]}

    def of(self, name):
        """(align, size)"""
        scalar = {"i32": 4, "u32": 4, "f32": 4, "f16": 2}
        if name in scalar:
            return scalar[name], scalar[name]
        match = re.fullmatch(r"vec(\d)<(\w+)>", name)
        if match:
            rows, size = int(match[1]), scalar[match[2]]
            return size * (2 if rows == 2 else 4), size * rows
        match = re.fullmatch(r"mat(\d)x(\d)<(\w+)>", name)
        if match:
            align, size = self.of("vec%s<%s>" % (match[2], match[3]))
            return align, int(match[1]) * (-(-size // align) * align)
        match = re.fullmatch(r"atomic<(\w+)>", name)
        if match:
            return self.of(match[1])
        match = re.fullmatch(r"array<(.*), (\d+)>", name)
        if match:
            align, size = self.of(match[1])
            return align, int(match[2]) * (-(-size // align) * align)
        return self.structs[name]["align"], self.structs[name]["size"]


def expected(module, header):
    """The lines that the program has to print of a module."""
    lines = []
    left_out = re.findall(r"^ \* (\S+): it is for inputs", header, re.M)
    sizes = Sizes(module)
    for struct in module["structs"]:
        if not struct["host_shareable"] or struct["name"] in left_out:
            continue
        size = -1 if struct["runtime_sized"] else struct["size"]
        lines.append("%s %d" % (struct["name"], size))
        for m in struct["members"]:
            tail = struct["runtime_sized"] and m is struct["members"][-1]
            lines.append("  %s %d %d" % (m["name"], m["offset"],
                                         0 if tail else sizes.of(m["type"])[1]))
    return lines


def struct_names(header):
    """Pairs of the name in WGSL and the name in C, with "is runtime-sized"."""
    return re.findall(r"^/\* (\S+): \d+ bytes, aligned to \d+(; with one)?.*\n"
                      r"typedef struct (\S+) \{", header, re.M)


PROGRAM = """
#include <stdio.h>
struct row { const char *name; size_t offset; size_t size; };
static void put(const char *name, long size, const struct row *rows, size_t n)
{
    printf("%s %ld\\n", name, size);
    for (size_t i = 0; i < n; i++)
        printf("  %s %lu %lu\\n", rows[i].name, (unsigned long)rows[i].offset,
               (unsigned long)rows[i].size);
}
#define PUT(name, type, size) \\
    do { \\
        static const struct row rows[] = {type##_ROWS}; \\
        put(name, size, rows, sizeof rows / sizeof *rows); \\
    } while (0)
int main(void)
{
"""


def program(headers):
    text = "".join('#include "%s"\n' % path.name for path in headers)
    # Twice, for the include guards.
    text += text + PROGRAM
    for path in headers:
        structs = struct_names(path.read_text(encoding="utf-8"))
        # In the order of the document, which is that of the source.
        text += '    printf("# %s\\n");\n' % path.name
        for name, tail, c_name in structs:
            size = "-1" if tail else "(long)sizeof(struct %s)" % c_name
            text += '    PUT("%s", %s, %s);\n' % (name, c_name, size)
    return text + "    return 0;\n}\n"


def sections(text):
    """The lines behind each `# header`, by struct."""
    result = {}
    structs = {}
    lines = []
    for line in text.splitlines():
        if line.startswith("# "):
            structs = result.setdefault(line[2:], {})
        elif line.startswith("  "):
            lines.append(line)
        else:
            lines = structs.setdefault(line, [])
    return result


def run(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, **options)
    if done.returncode != 0:
        sys.exit("%s: exit status %d\n%s" % (
            " ".join(map(str, command)), done.returncode,
            (done.stderr or done.stdout).decode("utf-8", "replace")[:4000]))
    return done.stdout.decode("utf-8")


def compare(name, wanted, actual):
    checked = 0
    if len(wanted) != len(actual):
        sys.exit("%s: %d structs, not %d" % (name, len(actual), len(wanted)))
    for struct, members in wanted.items():
        if struct not in actual:
            sys.exit("%s: there is no '%s' in %s" % (name, struct,
                                                     list(actual)))
        if members != actual[struct]:
            sys.exit("%s: %s\nwanted %s\ngot %s" % (name, struct, members,
                                                    actual[struct]))
        checked += 1 + len(members)
    return checked


def check_batch(folder, wlay, sources, arguments):
    run([wlay, *sources], cwd=folder)
    run([wlay, "--format=json", "-o", "layouts.json"] + sources, cwd=folder)
    document = json.loads((folder / "layouts.json").read_text("utf-8"))
    headers = []
    wanted = {}
    for i, (source, module) in enumerate(zip(sources, document["modules"])):
        header = folder / ("h%d.h" % i)
        run([wlay, "--format=c", "--prefix=h%d_" % i, "-o", header.name,
             source], cwd=folder)
        headers.append(header)
        lines = expected(module, header.read_text("utf-8"))
        wanted.update(sections("\n".join(["# " + header.name] + lines)))
    text = program(headers)
    checked = 0
    for compilers, ending, standard in ((arguments.c, ".c", "c11"),
                                        (arguments.x, ".cpp", "c++17")):
        source = folder / ("program" + ending)
        source.write_text(text, encoding="utf-8")
        for compiler in compilers:
            run([compiler, "-std=" + standard, *FLAGS, source.name, "-o",
                 "program"], cwd=folder)
            actual = sections(run([folder / "program"], cwd=folder))
            for name, structs in wanted.items():
                checked += compare(name, structs, actual[name])
    return checked


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wlay")
    parser.add_argument("count", type=int)
    parser.add_argument("file", nargs="*")
    parser.add_argument("-s", "--seed", type=int, default=1)
    parser.add_argument("-c", action="append", default=[])
    parser.add_argument("-x", action="append", default=[])
    arguments = parser.parse_intermixed_args()
    wlay = str(pathlib.Path(arguments.wlay).resolve())
    if not arguments.c and not arguments.x:
        parser.error("no compiler")

    rng = random.Random(arguments.seed)
    sources = [str(pathlib.Path(f).resolve()) for f in arguments.file]
    checked = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for i in range(arguments.count):
            module = Module(i, rng)
            (folder / (module.name + ".wgsl")).write_text(module.text,
                                                          encoding="utf-8")
            sources.append(module.name + ".wgsl")
        for at in range(0, len(sources), BATCH):
            checked += check_batch(folder, wlay, sources[at:at + BATCH],
                                   arguments)
    print("%d modules, %d compilers, %d sizes and offsets as in the JSON"
          % (len(sources), len(arguments.c) + len(arguments.x), checked))
    if checked == 0:
        sys.exit("nothing was checked")


main()
