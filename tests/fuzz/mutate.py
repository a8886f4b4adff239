#!/usr/bin/env python3
"""Broken inputs for what reads more than one file, or binary ones: conformance maps, traces, checkpoints, results
databases, bounds and formulas on the command line, Rodin's XML, packages of ProB, C sources with stubs.

mutate.py RTCHECK [--count N] [--seed S] [--only WORD]. Each target has inputs that are right; a mutation changes a few
bytes, lines or words of one of them. Whatever comes of it, the program ends by itself with a status from 0 to 3. With the
fixed seed the same N inputs are tried each time. Ends in "N passed, N failed"; a failing input stays in its folder.
"""
import os
import random
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIMIT = 90  # seconds: a hang. Each run is given --time 5s, where the command knows that.

MODEL = "byte x;\nactive proctype p() { do :: x < 200 -> x++ :: x > 3 -> x = 0 od }\nactive proctype q() { assert(x < 150) }\n"
LONG = "int x;\nactive proctype p() { do :: x < 2000000 -> x++ od }\n"
MACHINE = os.path.join(ROOT, "models", "conform", "osek_abstract.eventb")
MAP = os.path.join(ROOT, "models", "conform", "abstract_tasks.map")
DESIGN = os.path.join(ROOT, "models", "conform", "osek_by_task.pml")
CEILING = os.path.join(ROOT, "examples", "app", "ceiling")
RODIN = os.path.join(ROOT, "tests", "fuzz", "corpus", "eventb")

WORDS = [b"0", b"-1", b"4294967296", b"9223372036854775808", b"{", b"}", b"(", b")", b"[", b"]", b"\"", b"'", b"<", b">", b"&",
         b"%n%s", b"\x00", b"\xff\xfe", b"\n", b"/*", b"//", b"#include \"x\"", b"forall", b"..", b"->", b"\xe2\x88\x80", b"[]", b"U"]


def copy(source):
    with open(source, "rb") as file:
        return file.read()


class Target:
    """`files`: name -> bytes, or a function that makes them in the folder; `broken`: which of them is mutated, or an argument
    ("@N": the N-th)."""

    def __init__(self, name, files, broken, arguments, prepare=None):
        self.name, self.files, self.broken, self.arguments, self.prepare = name, files, broken, arguments, prepare


def targets():
    conform = ["conform", MACHINE, "m.map", DESIGN, "--time", "5s"]
    model, long = {"m.pml": MODEL.encode()}, {"m.pml": LONG.encode()}
    sources = {name: copy(os.path.join(CEILING, name)) for name in ("ceiling.c", "ceiling.oil")}
    return [
        Target("conformance map", {"m.map": copy(MAP)}, "m.map", conform),
        Target("trace", model, "t.json", ["simulate", "m.pml", "--replay", "t.json"],
               ["model", "m.pml", "--trace", "t.json", "--quiet"]),
        Target("checkpoint, bfs", long, "c.ck", ["model", "m.pml", "--safety", "--resume", "c.ck", "--time", "1s"],
               ["model", "m.pml", "--safety", "--checkpoint", "c.ck", "--time", "200ms"]),
        Target("checkpoint, dfs tree", long, "c.ck",
               ["model", "m.pml", "--safety", "--search", "dfs", "--store", "tree", "--resume", "c.ck", "--time", "1s"],
               ["model", "m.pml", "--safety", "--search", "dfs", "--store", "tree", "--checkpoint", "c.ck", "--time", "200ms"]),
        Target("results database", {}, "r.db",
               ["env", os.path.join(ROOT, "models", "bus", "bus.env"), "--design", os.path.join(ROOT, "models", "bus", "bus.pml"),
                "--results", "r.db", "--time", "5s"],
               ["env", os.path.join(ROOT, "models", "bus", "bus.env"), "--design", os.path.join(ROOT, "models", "bus", "bus.pml"),
                "--results", "r.db", "--quiet"]),
        Target("bounds", {}, "@3", ["eventb", MACHINE, "--bound", "TASK=3", "--time", "5s"]),
        Target("formula of Event-B", {}, "@3", ["eventb", MACHINE, "--ltl", "[] {t_state = t_state} & <> {TRUE = TRUE}", "--time", "5s"]),
        Target("formula of applications", sources, "@4",
               ["app", "ceiling.oil", "ceiling.c", "--ltl", "[] (running(T1) -> <> !running(T1))", "--time", "5s"]),
        Target("C with stubs", sources, "ceiling.c", ["app", "ceiling.oil", "ceiling.c", "--time", "5s"]),
        Target("Rodin machine", {"m.bum": copy(os.path.join(RODIN, "machine.bum"))}, "m.bum", ["eventb", "m.bum", "--time", "5s"]),
        Target("package of ProB", {"p.eventb": copy(os.path.join(RODIN, "package.eventb"))}, "p.eventb",
               ["eventb", "p.eventb", "--time", "5s"]),
        Target("Rodin context", {"m.buc": copy(os.path.join(RODIN, "old.buc"))}, "m.buc", ["eventb", "m.buc", "--time", "5s"]),
    ]


def mutate(data, chance):
    for _ in range(chance.randint(1, 4)):
        at, kind = chance.randrange(len(data) + 1), chance.randrange(6)
        end = min(len(data), at + chance.choice([1, 2, 8, 64]))
        if kind == 0:
            data = data[:at] + bytes([chance.randrange(256)]) + data[at + 1:]
        elif kind == 1:
            data = data[:at] + data[end:]
        elif kind == 2:
            data = data[:at] + chance.choice(WORDS) + data[end:]
        elif kind == 3:
            data = data[:at] + data[at:end] * chance.randint(2, 50) + data[end:]
        elif kind == 4:
            other = chance.randrange(len(data) + 1)
            data = data[:at] + data[other:other + end - at] + data[at:]
        else:
            data = data[:at]
    return data


def execute(rtcheck, arguments, folder):
    try:
        return subprocess.run([rtcheck, *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return None


def prepare(rtcheck, target, folder):
    """The right inputs; the bytes of what is to be broken."""
    for name, data in target.files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
    if target.prepare:
        execute(rtcheck, target.prepare, folder)
    if target.broken.startswith("@"):
        return target.arguments[int(target.broken[1:])].encode()
    return copy(os.path.join(folder, target.broken))


def attempt(rtcheck, target, data, folder):
    """None, or what is wrong."""
    arguments = list(target.arguments)
    if target.broken.startswith("@"):
        arguments[int(target.broken[1:])] = data.replace(b"\x00", b" ").decode("utf-8", "surrogateescape")
    else:
        for extra in ("-wal", "-shm"):
            if os.path.exists(os.path.join(folder, target.broken + extra)):
                os.remove(os.path.join(folder, target.broken + extra))
        with open(os.path.join(folder, target.broken), "wb") as file:
            file.write(data)
    done = execute(rtcheck, arguments, folder)
    if done is None:
        return "hangs"
    if done.returncode not in (0, 1, 2, 3) or b"Sanitizer" in done.stdout or b"runtime error" in done.stdout:
        return f"status {done.returncode}: {done.stdout[-400:].decode(errors='replace')}"
    return None


def attack(rtcheck, target, count, seed):
    folder = tempfile.mkdtemp(prefix="mutate-")
    original = prepare(rtcheck, target, folder)
    chance = random.Random(f"{seed} {target.name}")
    for number in range(count):
        wrong = attempt(rtcheck, target, mutate(original, chance), folder)
        if wrong:
            print(f"{target.name}, number {number}: {wrong}\n    in {folder}", flush=True)
            return number, 1
    shutil.rmtree(folder)
    return count, 0


def option(name, default):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    passed = failed = 0
    for target in targets():
        if option("--only", "") in target.name:
            good, bad = attack(rtcheck, target, int(option("--count", "12")), option("--seed", "1"))
            passed, failed = passed + good, failed + bad
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
