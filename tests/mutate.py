# SPDX-License-Identifier: MIT
"""See tests/mutate.

The library is a shared one here, without optimisation, so that after a mistake
one file is compiled, one library linked, and no test program built again.  Tests
run in the order of their time, those first that noticed mistakes in the same
file before.  What they let through is tried once more under AddressSanitizer and
UBSan, and with an arena that asks the allocator for each object, as .ci/run does.
"""
import concurrent.futures
import glob
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = os.getcwd()
GENERATED = {"src/unicode.c", "src/names_index.c"}  # each has its own test
SHARE = 0.9

# ------------------------------------------------------------------- mistakes

TOKEN = re.compile(
    r"""(?P<skip>/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|
            ^[ \t]*\#(?:\\\n|[^\n])*)
      |(?P<word>[A-Za-z_]\w*)
      |(?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
      |(?P<operator><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=
            |[-+*/%&|^<>!=~?:;,.(){}\[\]])""",
    re.DOTALL | re.MULTILINE | re.VERBOSE)

OTHER = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
    "&&": "||", "||": "&&", "+": "-", "-": "+", "*": "+", "/": "*", "%": "/",
    "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "|",
    "+=": "-=", "-=": "+=", "*=": "+=", "|=": "&=", "&=": "|=",
    "<<=": ">>=", ">>=": "<<=", "++": "--", "--": "++",
    "true": "false", "false": "true",
}
ALONE = {"++", "--", "true", "false"}  # no space around them is needed

STATEMENT = re.compile(
    r"^[ ]{4,}(?:\*?[a-z][\w.>\[\]-]*(?: = | [-+*|&]= |\+\+|--).*|"
    r"[a-z]\w*\(.*\)|break|continue);$")


def closing(text, at):
    """Where the parenthesis at `at` ends."""
    depth = 0
    for i in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return i
    return None


def token_mistakes(text):
    for m in TOKEN.finditer(text):
        token, start, end = m.group(), m.start(), m.end()
        if m.lastgroup == "skip":
            continue
        if token == "if" and text[end:end + 2] == " (":
            close = closing(text, end + 1)
            if close:
                yield end + 2, close, "0"
        elif token in OTHER:
            spaced = text[start - 1] == " " and text[end] in " \n"
            if token in ALONE or spaced:
                yield start, end, OTHER[token]
        elif token == "!":
            yield start, end, ""
        elif m.lastgroup == "number" and re.fullmatch(r"\d+[uUlL]*", token):
            digits = re.match(r"\d+", token).group()
            yield start, end, str(int(digits) + 1) + token[len(digits):]


def statement_mistakes(text):
    at, before = 0, ""
    for line in text.split("\n"):
        if STATEMENT.match(line) and before[-1:] in ("", ";", "{", "}", ":"):
            start = at + len(line) - len(line.lstrip())
            yield start, at + len(line), ";"
        if line.strip():
            before = line.rstrip()
        at += len(line) + 1


class Mistake:
    def __init__(self, file, text, start, end, new):
        self.file, self.start, self.end, self.new = file, start, end, new
        self.text = text[:start] + new + text[end:]
        self.line = text.count("\n", 0, start) + 1
        first = text.rfind("\n", 0, start) + 1
        last = text.find("\n", start)
        self.was = text[first:last].strip()
        change = text[first:start] + "[" + " ".join(text[start:end].split())
        self.change = (change + " => " + new + "]" + text[end:
                       max(end, text.find("\n", end))]).strip()

    def __str__(self):
        return f"{self.file}: {self.change}"


def mistakes(files):
    for file in files:
        with open(file, encoding="utf-8") as f:
            text = f.read()
        for found in (token_mistakes(text), statement_mistakes(text)):
            for start, end, new in found:
                yield Mistake(file, text, start, end, new)


# ---------------------------------------------------------------------- builds

def run(command, **options):
    return subprocess.run(command, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False, **options)


def must(command):
    done = run(command)
    if done.returncode != 0:
        sys.exit(" ".join(command) + "\n" + done.stdout.decode(errors="replace"))


class Build:
    """Of all: objects, two shared libraries, the programs that use them."""

    def __init__(self, folder, compiler, flags):
        self.folder = folder
        self.compile = [compiler, "-std=c11", "-O0", "-fPIC", "-w", *flags,
                        "-Iinclude", f"-DWLAY_TEST_DATA=\"{ROOT}/tests/data\"",
                        "-DWLAY_TEST_SHADERS=\"" + "|".join(sorted(
                            os.path.basename(p) for p in
                            glob.glob("tests/data/*.wgsl"))) + "\"",
                        "-Itests/cmocka"]
        self.link = [compiler, *flags]
        self.libraries = {"libwlay.so": sorted(glob.glob("src/*.c")),
                          "libtool.so": sorted(glob.glob("src/tool/*.c"))}
        self.tests = []

    def object_of(self, source):
        return f"{self.folder}/objects/{source.replace('/', '-')}.o"

    def objects(self, sources, pool):
        list(pool.map(lambda s: must([*self.compile, "-c", s, "-o",
                                      self.object_of(s)]), sources))

    def program(self, name, objects):
        path = f"{self.folder}/{name}"
        must([*self.link, *objects, "-o", path, f"-L{self.folder}", "-ltool",
              "-lwlay", "-lm", "-lpthread"])
        return path

    def make(self, jobs):
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(f"{self.folder}/objects")
        checks = glob.glob("tests/check/*.c")
        replay = ["tests/fuzz/fuzz.c", "tests/fuzz/replay.c", *checks]
        programs = sorted(glob.glob("tests/test_*.c"))
        fuzzers = sorted(glob.glob("tests/fuzz/fuzz_*.c"))
        examples = sorted(glob.glob("tests/examples/*.c"))
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            self.objects([*sum(self.libraries.values(), []), *programs,
                          *fuzzers, *examples, *replay], pool)
        for name, sources in self.libraries.items():
            must([*self.link, "-shared", "-o", f"{self.folder}/{name}",
                  *map(self.object_of, sources)])
        check_objects = [self.object_of(c) for c in checks]
        for source in programs:
            name = os.path.basename(source)[:-2]
            own = check_objects if name in ("test_check", "test_threads") else []
            path = self.program(name, [self.object_of(source), *own])
            self.tests.append((name, [path], None))
        for source in fuzzers:
            name = os.path.basename(source)[5:-2]
            path = self.program("fuzz_" + name, [
                self.object_of(s) for s in (source, *replay)])
            inputs = sorted(glob.glob(f"tests/fuzz/corpus/{name}/*"))
            self.tests.append(("fuzz_" + name, [path, *inputs], None))
        for source in examples:
            name = os.path.basename(source)[:-2]
            path = self.program("example-" + name, [self.object_of(source)])
            self.tests.append(("example-" + name, [path], source[:-1] + "out"))
        # Its main() is in the library.
        tool = self.program("wlay", ["-Wl,--no-as-needed"])
        for script in ("golden/check.sh", "tool.sh", "hostile.sh"):
            self.tests.append((script, ["sh", "tests/" + script, tool], None))


def limits():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))


def passes(test, libraries, seconds, flags_memory):
    _, command, expected = test
    environment = dict(os.environ, LD_LIBRARY_PATH=libraries,
                       ASAN_OPTIONS="hard_rss_limit_mb=4000",
                       UBSAN_OPTIONS="halt_on_error=1")

    def child():
        limits()
        if flags_memory:
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))

    process = subprocess.Popen(command, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, env=environment,
                               start_new_session=True, preexec_fn=child)
    try:
        out, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return False
    if process.returncode != 0:
        return False
    if expected is None:
        return True
    with open(expected, "rb") as f:
        return f.read() == out


class Suite:
    def __init__(self, build, limit_memory):
        self.build, self.limit_memory = build, limit_memory
        self.noticed = {}  # file -> tests that noticed a mistake in it
        self.lock = threading.Lock()
        self.time = {}

    def measure(self):
        failing = []
        for test in self.build.tests:
            started = time.monotonic()
            passed = passes(test, self.build.folder, 600, self.limit_memory)
            self.time[test[0]] = time.monotonic() - started
            if not passed:
                failing.append(test)
        # Some count allocations, of which there are more in small chunks.
        for test in failing:
            print(f"{test[0]} fails without any mistake: left out", flush=True)
            self.build.tests.remove(test)

    def order(self, file):
        with self.lock:
            before = list(self.noticed.get(file, {}).items())
        votes = dict(before)
        return sorted(self.build.tests, key=lambda t: (
            -votes.get(t[0], 0) / (0.1 + self.time[t[0]]), self.time[t[0]]))

    def who_notices(self, mistake, work):
        """The test that fails, None if none does, "" if it does not compile."""
        build = self.build
        source = f"{work}/{os.path.basename(mistake.file)}"
        with open(source, "w", encoding="utf-8") as f:
            f.write(mistake.text)
        made = f"{work}/made.o"
        folder = os.path.dirname(mistake.file)
        if run([*build.compile, f"-I{folder}", f"-iquote{folder}", "-c", source,
                "-o", made]).returncode != 0:
            return ""
        for name, sources in build.libraries.items():
            library = f"{work}/{name}"
            if os.path.lexists(library):
                os.unlink(library)
            if mistake.file not in sources:
                os.symlink(os.path.abspath(f"{build.folder}/{name}"), library)
                continue
            objects = [made if s == mistake.file else build.object_of(s)
                       for s in sources]
            must([*build.link, "-shared", "-o", library, *objects])
        for test in self.order(mistake.file):
            if not passes(test, work, 20 + 10 * self.time[test[0]],
                          self.limit_memory):
                with self.lock:
                    votes = self.noticed.setdefault(mistake.file, {})
                    votes[test[0]] = votes.get(test[0], 0) + 1
                return test[0]
        return None


def same_code(mistake, work):
    """Whether an optimising compiler makes the same of it."""
    results = []
    name = os.path.basename(mistake.file)
    folder = os.path.dirname(mistake.file)
    with open(mistake.file, encoding="utf-8") as f:
        texts = (f.read(), mistake.text)
    for text in texts:
        with open(f"{work}/{name}", "w", encoding="utf-8") as f:
            f.write(text)
        run(["gcc", "-std=c11", "-O2", "-w", "-Iinclude", f"-iquote{folder}",
             "-c", f"{work}/{name}", "-o", f"{work}/same.o"])
        with open(f"{work}/same.o", "rb") as f:
            results.append(f.read())
    return results[0] == results[1]


# ------------------------------------------------------------------------ main

def lines_of(path):
    with open(path, encoding="utf-8") as f:
        return {line.rstrip("\n") for line in f
                if line.strip() and not line.startswith("#")}


def main():
    build_folder = os.path.abspath(sys.argv[1])
    again = sys.argv[2:] == ["again"]
    count = int(sys.argv[2]) if len(sys.argv) > 2 and not again else 200
    seed = sys.argv[3] if len(sys.argv) > 3 else "1"
    files = sys.argv[4:] or sorted(
        set(glob.glob("src/*.c") + glob.glob("src/tool/*.c")) - GENERATED)
    jobs = int(os.environ.get("JOBS", os.cpu_count() or 2))

    known = lines_of("tests/mutate.txt")
    every = [m for m in mistakes(files) if str(m) not in known]
    kept = f"{build_folder}/unnoticed.txt"
    if again:
        last = lines_of(kept)
        every = [m for m in every if str(m) in last]
    print(f"{len(every)} mistakes could be made", flush=True)
    random.Random(seed).shuffle(every)

    plain = Suite(Build(build_folder + "/plain", "gcc", []), True)
    strict = Suite(Build(build_folder + "/strict", "clang", [
        "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
        "-g1", "-DWLAY_ARENA_CHUNK=1"]), False)
    plain.build.make(jobs)
    plain.measure()
    print(f"{len(plain.build.tests)} tests, "
          f"{sum(plain.time.values()):.1f} s", flush=True)

    queue = iter(every)
    lock = threading.Lock()
    tried, survivors, by = [0], [], {}

    def take():
        with lock:
            mistake = next(queue, None) if tried[0] < count else None
            tried[0] += mistake is not None
            return mistake

    def worker(number):
        work = f"{build_folder}/work{number}"
        os.makedirs(work, exist_ok=True)
        while (mistake := take()) is not None:
            test = plain.who_notices(mistake, work)
            none = test == "" or test is None and same_code(mistake, work)
            with lock:
                if none:
                    tried[0] -= 1  # not a mistake
                elif test is None:
                    survivors.append(mistake)
                    print(f"  {tried[0]}: {mistake.file}:{mistake.line}: "
                          f"{mistake.change}", flush=True)
                else:
                    by[test] = by.get(test, 0) + 1

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for done in [pool.submit(worker, n) for n in range(jobs)]:
            done.result()

    if survivors:
        strict.build.make(jobs)
        strict.measure()
        work = f"{build_folder}/work0"
        for mistake in list(survivors):
            test = strict.who_notices(mistake, work)
            if test:
                survivors.remove(mistake)
                by["sanitizers"] = by.get("sanitizers", 0) + 1

    print("noticed by " + ", ".join(
        f"{name} {n}" for name, n in sorted(by.items(), key=lambda b: -b[1])))
    print("not noticed:")
    with open(kept, "w", encoding="utf-8") as f:
        for mistake in survivors:
            print(mistake)
            f.write(f"{mistake}\n")
    share = 1 - len(survivors) / max(1, tried[0])
    print(f"{tried[0]} mistakes, {tried[0] - len(survivors)} noticed: "
          f"{100 * share:.1f} %")
    return 0 if share >= SHARE else 1


sys.exit(main())
