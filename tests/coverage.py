# SPDX-License-Identifier: MIT
"""Adds up what gcov counted; see tests/coverage."""
import collections
import json
import os
import subprocess
import sys

LEAST = {"lines": 98.0, "branches": 90.0}


def counted(folder):
    """(file, line) -> runs, (file, line, number) -> times taken: the sums over
    all that was built of a file."""
    lines, branches = collections.Counter(), collections.Counter()
    for place, _, names in os.walk(folder):
        data = [os.path.join(place, n) for n in names if n.endswith(".gcda")]
        if not data:
            continue
        out = subprocess.run(
            ["gcov", "--json-format", "--stdout", "--branch-probabilities",
             *data], stdout=subprocess.PIPE, check=True).stdout
        for document in out.splitlines():
            for file in json.loads(document)["files"]:
                name = os.path.relpath(file["file"])
                if not name.startswith("src/"):
                    continue
                for line in file["lines"]:
                    at = name, line["line_number"]
                    lines[at] += line["count"]
                    for number, branch in enumerate(line["branches"]):
                        branches[(*at, number)] += branch["count"]
    return lines, branches


def reasons():
    """What is known not to be reached, as key_of() makes it."""
    with open("tests/coverage.txt", encoding="utf-8") as f:
        return {line.rstrip("\n") for line in f
                if line.strip() and not line.startswith("#")}


def key_of(name, text, n):
    """`file: the line before | the line`."""
    return f"{name}: {text[n - 1].strip()} | {text[n].strip()}"


def percent(part, all_of_it):
    return 100 * part / max(1, all_of_it)


def main():
    folder = sys.argv[1]
    lines, branches = counted(folder)
    known, met = reasons(), set()
    report, unexplained = [], 0
    total = collections.Counter()
    for name in sorted({file for file, _ in lines}):
        with open(name, encoding="utf-8") as f:
            text = [""] + f.read().split("\n")
        mine = {n: c for (file, n), c in lines.items() if file == name}
        missed = sorted(n for n, c in mine.items() if c == 0)
        taken = collections.defaultdict(list)
        for (file, n, number), c in sorted(branches.items()):
            if file == name:
                taken[n].append(c)
        count = {
            "lines": len(mine), "lines run": len(mine) - len(missed),
            "branches": sum(map(len, taken.values())),
            "branches run": sum(c > 0 for t in taken.values() for c in t)}
        total.update(count)
        half = sorted(n for n, t in taken.items()
                      if 0 in t and mine.get(n, 0) > 0)
        if not missed and not half:
            continue
        report.append(f"{name}: {count['lines run']} of {count['lines']} lines, "
                      f"{count['branches run']} of {count['branches']} branches")
        for n in sorted({*missed, *half}):
            key = key_of(name, text, n)
            mark = "-" if n in missed else f"{taken[n].count(0)}/{len(taken[n])}"
            if n in missed and key not in known:
                mark += " ?"
                unexplained += 1
            met.add(key)
            report.append(f"  {mark:6}{n:5}: {text[n]}")
    report += [f"no longer missed: {k}" for k in sorted(known - met)]
    with open(os.path.join(folder, "coverage.txt"), "w", encoding="utf-8") as f:
        f.write("\n".join(report) + "\n")
    print("\n".join(r for r in report if not r.startswith("  ") or "?" in r))
    low = False
    for what, least in LEAST.items():
        share = percent(total[what + " run"], total[what])
        low |= share < least
        print(f"{what}: {total[what + ' run']} of {total[what]}, {share:.2f} % "
              f"(at least {least:.0f} %)")
    print(f"lines that are missed and not in tests/coverage.txt: {unexplained}")
    return 1 if low else 0


sys.exit(main())
