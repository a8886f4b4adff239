#!/usr/bin/env python3
"""Speed and memory against Spin and `gcc -O2`, measured in the same run on the same machine.

Goals:
  small      models below 10^5 states, the whole command: 10 times as fast as `spin -a && gcc -O2 && ./pan`
  large      10^6 states and more, nothing reduced on either side, one thread, the whole command: 1.5 times as fast
  threads    the same with two threads: 1.6 times as fast as with one
  memory     --store tree, vectors of 64 bytes and more, 10^6 states and more: at most 16 bytes a state, and at most
             half of what Spin needs with -DCOLLAPSE
  reduction  reductions on, on both sides: not slower in total, and at most 1.2 times the states
Every pair of runs must also agree on the verdict, and without reduction on the number of states.
"""
import argparse
import functools
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
MODELS = os.path.join(HERE, "models")
CORPUS = os.path.join(ROOT, "tests", "promela")
sys.path.append(CORPUS)
import expectations

SMALL = [
    ("philosophers", ["N=4"]),
    ("peterson", ["N=3"]),
    ("scheduler", ["TASKS=3"]),
    ("leader", ["N=3"]),
    ("sliding_window", ["W=1", "M=2", "VALUES=2"]),
    ("pipeline", ["STAGES=2", "WIDTH=4"]),
]
LARGE = [
    ("philosophers", ["N=8"]),
    ("peterson", ["N=4"]),
    ("sliding_window", ["VALUES=7", "M=5"]),
    ("leader", ["N=5"]),
    ("scheduler", ["TASKS=5"]),
    ("pipeline", ["STAGES=4"]),
]
QUICK_LARGE = [("philosophers", ["N=6"]), ("leader", ["N=4"]), ("scheduler", ["TASKS=4"])]
UNREDUCED = ["-o1", "-o2", "-o3"]
DEPTH, HASH_BITS = 5000000, 24


class Run:
    """One whole command: how long it took and what it found."""

    def __init__(self, seconds, states, verdict, state_bytes=None, vector=None):
        self.seconds, self.states, self.verdict = seconds, states, verdict
        self.state_bytes, self.vector = state_bytes, vector


def model_path(name):
    return os.path.join(MODELS, name + ".pml")


def shell(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
    if done.returncode != 0 and command[0] != "./pan":
        sys.exit("%s failed: %s" % (" ".join(command), done.stderr or done.stdout))
    return done.stdout + done.stderr


def spin(path, defines, generate, build, small=False, cc=("gcc", "-O2")):
    with tempfile.TemporaryDirectory(prefix="bench.") as folder:
        limits = ["-m100000", "-w20"] if small else ["-m%d" % DEPTH, "-w%d" % HASH_BITS]
        start = time.monotonic()
        shell(["spin"] + ["-D" + d for d in defines] + ["-a"] + generate + [path], folder)
        shell(list(cc) + ["-w", "-o", "pan", "pan.c", "-DSAFETY", "-DNOCLAIM", "-DMEMLIM=8000"] + build, folder)
        output = shell(["./pan"] + limits, folder)
        seconds = time.monotonic() - start
    states = re.search(r"([\d.e+]+) states, stored", output)
    errors = re.search(r"errors: (\d+)", output)
    if not states or not errors or "max search depth too small" in output:
        sys.exit("Spin cannot finish %s %s: %s" % (path, defines, output[-400:]))
    memory = re.search(r"([\d.]+)\tactual memory usage for states", output)
    vector = re.search(r"State-vector (\d+) byte", output)
    count = int(float(states.group(1)))
    return Run(seconds, count, "violated" if int(errors.group(1)) else "holds",
               float(memory.group(1)) * 1024 * 1024 / count if memory else None, int(vector.group(1)))


def rtcheck(binary, path, defines, options):
    command = [binary, "model", path, "--json", "--safety"] + options
    for define in defines:
        command += ["-D", define]
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    seconds = time.monotonic() - start
    if done.returncode not in (0, 1):
        sys.exit("%s ended with status %d: %s" % (" ".join(command), done.returncode, done.stderr[-400:]))
    answer = json.loads(done.stdout)
    store_bytes = answer.get("store_bytes", answer["memory_bytes"])
    return Run(seconds, answer["states"], answer["verdict"], store_bytes / max(1, answer["states"]))


@functools.lru_cache(maxsize=None)
def spin_plain(name, defines):
    """Nothing reduced, nothing compressed: what two of the tables are about."""
    return spin(model_path(name), defines, UNREDUCED, ["-DNOREDUCE"])


@functools.lru_cache(maxsize=None)
def rtcheck_plain(binary, name, defines):
    """With one thread and with two, in turns: what else the machine does slows both. The best of three each."""
    runs = [[rtcheck(binary, model_path(name), defines, ["--no-reduction", "--threads", threads]) for threads in "12"]
            for _ in range(3)]
    return [min(some, key=lambda run: run.seconds) for some in zip(*runs)]


def best(repeat, function, *arguments):
    return min((function(*arguments) for _ in range(repeat)), key=lambda run: run.seconds)


class Table:
    def __init__(self, title, goal, columns):
        self.title, self.goal, self.columns, self.rows, self.passed = title, goal, columns, [], True

    def add(self, passed, *cells):
        self.rows.append([str(cell) for cell in cells] + ["yes" if passed else "**no**"])
        self.passed = self.passed and passed
        print("  ".join(self.rows[-1]), flush=True)

    def markdown(self):
        columns = self.columns + ["met"]
        lines = ["### %s" % self.title, "", "Goal: %s." % self.goal, "", "| " + " | ".join(columns) + " |",
                 "|" + "---|" * len(columns)]
        return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in self.rows]) + "\n"


def label(name, defines):
    return " ".join([name] + defines)


def agree(ours, theirs, what, count=True):
    if ours.verdict != theirs.verdict or (count and ours.states != theirs.states):
        print("DISAGREEMENT on %s: rtcheck %s, %d states; Spin %s, %d states" % (
            what, ours.verdict, ours.states, theirs.verdict, theirs.states), flush=True)
        return False
    return True


def small(binary):
    table = Table("Small models, the whole command", "10 times as fast as `spin -a && gcc -O2 && ./pan`",
                  ["model", "states", "Spin s", "rtcheck s", "ratio"])
    for name, defines in SMALL:
        theirs = best(2, spin, model_path(name), defines, UNREDUCED, ["-DNOREDUCE"], True)
        ours = best(3, rtcheck, binary, model_path(name), defines, ["--no-reduction", "--threads", "1"])
        ratio = theirs.seconds / ours.seconds
        same = agree(ours, theirs, label(name, defines))
        table.add(same and ratio >= 10, label(name, defines), theirs.states, "%.2f" % theirs.seconds,
                  "%.3f" % ours.seconds, "%.1f" % ratio)
    return table


def large(binary, models):
    table = Table("Large models, nothing reduced, the whole command",
                  "1.5 times as fast with one thread, and 1.6 times faster again with two",
                  ["model", "states", "Spin s", "rtcheck s", "ratio", "2 threads s", "speed-up"])
    for name, defines in models:
        theirs = spin_plain(name, tuple(defines))
        ours, two = rtcheck_plain(binary, name, tuple(defines))
        ratio, speed_up = theirs.seconds / ours.seconds, ours.seconds / two.seconds
        same = agree(ours, theirs, label(name, defines)) and agree(two, theirs, label(name, defines) + " (2 threads)")
        table.add(same and ratio >= 1.5 and speed_up >= 1.6, label(name, defines), theirs.states,
                  "%.2f" % theirs.seconds, "%.2f" % ours.seconds, "%.2f" % ratio, "%.2f" % two.seconds,
                  "%.2f" % speed_up)
    return table


def memory(binary, models):
    table = Table("Bytes a state", "at most 16 with `--store tree`, and at most half of Spin's `-DCOLLAPSE`",
                  ["model", "states", "vector", "Spin", "Spin -DCOLLAPSE", "rtcheck exact", "rtcheck tree"])
    for name, defines in models:
        plain = spin_plain(name, tuple(defines))
        if plain.vector < 64:
            continue
        collapsed = spin(model_path(name), defines, UNREDUCED, ["-DNOREDUCE", "-DCOLLAPSE"])
        exact, _ = rtcheck_plain(binary, name, tuple(defines))
        tree = rtcheck(binary, model_path(name), defines, ["--no-reduction", "--store", "tree", "--threads", "1"])
        same = agree(tree, plain, label(name, defines))
        table.add(same and tree.state_bytes <= 16 and tree.state_bytes <= collapsed.state_bytes / 2,
                  label(name, defines), plain.states, plain.vector, "%.1f" % plain.state_bytes,
                  "%.1f" % collapsed.state_bytes, "%.1f" % exact.state_bytes, "%.1f" % tree.state_bytes)
    return table


def corpus():
    """The models of the corpus whose safety check holds (a violation ends a search early), with their defines."""
    for path in sorted(glob.glob(os.path.join(CORPUS, "*.pml"))):
        expectation = expectations.Expectation(path)
        if expectation.spin and expectation.verdict == "holds" and "--allow-code" not in expectation.options:
            yield path, expectation.defines


def reduction(binary, models):
    table = Table("Reductions on, on both sides", "not slower in total; at most 1.2 times the states in total",
                  ["models", "Spin states", "rtcheck states", "Spin s", "rtcheck s"])
    cc = ("tcc",) if shutil.which("tcc") else ("gcc", "-O1")
    totals = [0, 0, 0.0, 0.0]

    def add(theirs, ours, what):
        same = agree(ours, theirs, what, count=False)
        for at, value in enumerate((theirs.states, ours.states, theirs.seconds, ours.seconds)):
            totals[at] += value
        return same
    for name, defines in models:
        theirs = spin(model_path(name), defines, [], [])
        ours = rtcheck(binary, model_path(name), defines, ["--threads", "1"])
        same = add(theirs, ours, label(name, defines))
        table.add(same and ours.states <= 1.2 * theirs.states and ours.seconds <= theirs.seconds, label(name, defines),
                  theirs.states, ours.states, "%.2f" % theirs.seconds, "%.2f" % ours.seconds)
    small_totals, same, count = list(totals), True, 0
    for path, defines in corpus():
        # tcc instead of gcc: a hundred times faster to compile, and slower only in the search, which is short here
        theirs = spin(path, defines, [], [], True, cc)
        ours = rtcheck(binary, path, defines, ["--threads", "1"])
        same, count = add(theirs, ours, os.path.basename(path)) and same, count + 1
    part = [after - before for before, after in zip(small_totals, totals)]
    table.add(same, "the corpus, %d models (Spin with tcc)" % count, part[0], part[1], "%.2f" % part[2], "%.2f" % part[3])
    passed = totals[1] <= 1.2 * totals[0] and totals[3] <= totals[2]
    table.passed = passed
    table.add(passed, "total", totals[0], totals[1], "%.2f" % totals[2], "%.2f" % totals[3])
    return table


def machine():
    model = "unknown processor"
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo") as file:
            match = re.search(r"model name\s*: (.*)", file.read())
            model = match.group(1) if match else os.uname().machine
    return "%s, %d processors" % (model, os.cpu_count())


def write_markdown(tables):
    path = os.path.join(ROOT, "docs", "performance.md")
    with open(path) as file:
        text = file.read()
    body = "Measured on: %s.\n\n%s" % (machine(), "\n".join(table.markdown() for table in tables))
    begin, end = "<!-- bench: begin -->\n", "<!-- bench: end -->"
    before, after = text.split(begin)[0], text.split(end)[1]
    with open(path, "w") as file:
        file.write(before + begin + body + end + after)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rtcheck", nargs="?", default=os.path.join(ROOT, "build", "rtcheck"))
    parser.add_argument("--quick", action="store_true", help="smaller models: a look, not a measurement")
    parser.add_argument("--only", choices=["small", "large", "memory", "reduction"])
    parser.add_argument("--model", help="only large models of this name")
    parser.add_argument("--markdown", action="store_true", help="write the tables into docs/performance.md")
    options = parser.parse_args()
    binary = os.path.abspath(options.rtcheck)
    for tool in ("spin", "gcc"):
        if not shutil.which(tool):
            sys.exit("the comparison needs %s" % tool)
    models = [m for m in (QUICK_LARGE if options.quick else LARGE) if options.model in (None, m[0])]
    parts = {"small": lambda: small(binary), "large": lambda: large(binary, models),
             "memory": lambda: memory(binary, models), "reduction": lambda: reduction(binary, models)}
    tables = []
    for name, part in parts.items():
        if options.only in (None, name):
            print("== " + name, flush=True)
            tables.append(part())
            if options.markdown:
                write_markdown(tables)
    for table in tables:
        print("%s: %s" % ("pass" if table.passed else "FAIL", table.title))
    return 0 if all(table.passed for table in tables) else 1


if __name__ == "__main__":
    sys.exit(main())
