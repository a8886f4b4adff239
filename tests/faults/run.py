#!/usr/bin/env python3
"""Faults on purpose: one call fails, then everything works again; each call in turn, or a sample of them.

run.py RTCHECK [--each N]. For a model check, a campaign over environments, an application check and a proof, the library
faults.c is preloaded and makes one call of malloc, write, open, pthread_create, fork, fsync, rename or mkdtemp fail.
Whatever fails, the program must end by itself with a status of its own (no crash, no hang), must not say `holds` of what
is violated or `violated` of what holds, and must not leave half a file. Ends in "N passed, N failed".
"""
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
KINDS = ["malloc", "write", "open", "pthread", "fork", "sync", "rename", "mkdir"]
LIMIT = 120  # seconds: a hang

GOOD = """bool locked; byte inside;
active [2] proctype task() { do :: atomic { !locked -> locked = true }; inside++; assert(inside == 1); inside--;
locked = false od }
"""
BAD = """#define FREE (!locked)
bool locked; byte inside;
active [2] proctype task() { do :: FREE -> locked = true; inside++; assert(inside == 1); inside--; locked = false od }
"""


class Scenario:
    """`truth` is the exit status without faults; `files` appear whole or not at all; `most` calls of a kind fail."""

    def __init__(self, name, arguments, truth, files=(), most=sys.maxsize):
        self.name, self.arguments, self.truth, self.files, self.most = name, arguments, truth, files, most


def scenarios():
    bus = os.path.join(ROOT, "models", "bus")
    app = os.path.join(ROOT, "examples", "app", "ceiling")
    found = [
        Scenario("model that holds", ["model", "good.pml", "--checkpoint", "search.ck", "--every", "1ms", "--safety"], 0,
                 ["search.ck"]),
        Scenario("model that is violated", ["model", "bad.pml", "--json", "--trace", "trace.json", "--msc", "chart.svg"],
                 1, ["trace.json", "chart.svg"]),
        Scenario("cycles, by several threads", ["model", "good.pml", "--progress", "--fair", "--threads", "3"], 1),
        Scenario("model compiled by cc", ["model", "bad.pml", "--compiler", "cc", "--search", "dfs"], 1),
        Scenario("campaign", ["env", os.path.join(bus, "bus.env"), "--design", os.path.join(bus, "bus.pml"),
                              "--results", "results.db"], 0, ["results.db"]),
    ]
    found.append(Scenario("application", ["app", os.path.join(app, "ceiling.oil"), os.path.join(app, "ceiling.c"),
                                          "--html", "page.html"], None, ["page.html"]))
    wide = os.path.join(ROOT, "examples", "app", "wide")
    found.append(Scenario("proof", ["app", "--engine", "sequential", "--allow-vacuous", os.path.join(wide, "one.oil"),
                                    os.path.join(wide, "aligned.c")], 0, most=3))
    return found


def run(rtcheck, library, scenario, fault, folder):
    environment = dict(os.environ, LD_PRELOAD=library, RTCHECK_FAULT=fault, TMPDIR=folder,
                       RTCHECK_FAULT_COUNTS=os.path.join(folder, "counts"))
    try:
        done = subprocess.run([rtcheck, *scenario.arguments], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=LIMIT, check=False)
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return None, b"", b""


def whole(path):
    """A file that is there can be read to its end."""
    if path.endswith(".json"):
        with open(path, encoding="utf-8") as file:
            json.load(file)
    elif path.endswith(".svg"):
        with open(path, encoding="utf-8") as file:
            return file.read().rstrip().endswith("</svg>")
    elif path.endswith(".html"):
        with open(path, encoding="utf-8") as file:
            return file.read().rstrip().endswith("</html>")
    elif path.endswith(".db"):
        connection = sqlite3.connect(path)
        answer = connection.execute("PRAGMA integrity_check").fetchone()[0]
        connection.close()
        return answer == "ok"
    return True


def complaint(scenario, status, out, err, folder):
    """What is wrong with this outcome; None if nothing is."""
    if status is None:
        return "hangs"
    if status < 0 or status > 4:
        return f"crashes: status {status}"
    if b"Sanitizer" in err or b"runtime error" in err:
        return "a sanitizer complains"
    opposite = {0: 1, 1: 0}[scenario.truth]
    word = {0: b"holds", 1: b"violated"}[opposite]
    if status == opposite or out.startswith(word) or b'"verdict": "' + word + b'"' in out.split(b'"properties"')[0]:
        return f"says the opposite: status {status}"
    if status == 4:
        return "calls it an internal error"
    if status in (2, 3) and not err.strip() and not out.strip():
        return "says nothing"
    for name in scenario.files:
        path = os.path.join(folder, name)
        try:
            if os.path.exists(path) and os.path.getsize(path) and not whole(path):
                return f"leaves half of {name}"
        except (ValueError, OSError, sqlite3.Error) as problem:
            return f"leaves half of {name}: {problem}"
    left = [name for name in os.listdir(folder) if name.endswith((".tmp", ".part")) or name.startswith("rtcheck-")]
    return f"leaves {left[0]} behind" if left else None


def fresh_folder():
    folder = tempfile.mkdtemp(prefix="faults-")
    for name, text in (("good.pml", GOOD), ("bad.pml", BAD)):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    return folder


def counts_of(folder):
    with open(os.path.join(folder, "counts"), encoding="utf-8") as file:
        return {kind: int(number) for kind, number in (line.split() for line in file)}


def sample(count, most):
    """The first few, and others evenly among the rest."""
    if count <= most:
        return list(range(1, count + 1))
    few = most // 3
    return sorted(set(range(1, few + 1)) | {few + (count - few) * i // (most - few) for i in range(1, most - few + 1)})


def attack(rtcheck, library, scenario, each):
    folder = fresh_folder()
    status, out, _ = run(rtcheck, library, scenario, "count:0", folder)
    if scenario.truth is None:
        scenario.truth = status
    if status not in (0, 1) or status != scenario.truth:
        print(f"{scenario.name}: status {status} without faults\n{out.decode(errors='replace')}")
        shutil.rmtree(folder)
        return 0, 1
    calls = counts_of(folder)
    shutil.rmtree(folder)
    passed = failed = 0
    for kind in KINDS:
        for number in sample(calls[kind], min(each, scenario.most)):
            folder = fresh_folder()
            wrong = complaint(scenario, *run(rtcheck, library, scenario, f"{kind}:{number}", folder), folder)
            shutil.rmtree(folder)
            passed, failed = passed + (not wrong), failed + bool(wrong)
            if wrong:
                print(f"{scenario.name}, {kind} number {number} of {calls[kind]}: {wrong}", flush=True)
    return passed, failed


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    each = int(sys.argv[sys.argv.index("--each") + 1]) if "--each" in sys.argv else 9
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
    place = tempfile.mkdtemp(prefix="faults-library-")
    library = os.path.join(place, "faults.so")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, os.path.join(HERE, "faults.c"), "-ldl"], check=True)
    passed = failed = 0
    for scenario in scenarios():
        if only not in scenario.name:
            continue
        good, bad = attack(rtcheck, library, scenario, each)
        passed, failed = passed + good, failed + bad
    shutil.rmtree(place)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
