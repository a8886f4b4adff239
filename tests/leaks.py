#!/usr/bin/env python3
"""What each command leaves behind when it ends: leaks.py RTCHECK, a sanitized build that looks for leaks.

A run of each command and of each engine on bundled examples: LeakSanitizer ends a program that leaks with a status of its own.
The other tests of the sanitized command line are too many to look for leaks in each.
"""
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ANSWERS = (0, 1, 3)
LEAKS = 23  # what LeakSanitizer makes of the exit status
BUS = ["examples/app/bus/bus.oil", "examples/app/bus/broken/bus.c"]
FIGURE = ["examples/app/figures/fig5_6.oil", "examples/app/figures/fig5_6.c"]
WIDE = ["examples/app/wide/one.oil", "examples/app/wide/aligned.c"]

QUESTIONS = [
    ["app", *BUS],
    ["app", "--all-violations", "--json", *BUS],
    ["app", "--engine", "paths", *FIGURE],
    ["app", "--engine", "paths", "--join", *FIGURE],
    ["app", "--engine", "sequential", *WIDE],
    ["app", "--engine", "all", *FIGURE],
    ["app", "--tests", "{folder}/tests", *FIGURE],
    ["app", "--ltl", "<> suspended(t1)", *FIGURE],
    ["model", "examples/mutex_broken.pml"],
    ["model", "examples/alternating_bit.pml"],
    ["model", "--threads", "2", "examples/ring_election.pml"],
    ["simulate", "--steps", "20", "examples/alternating_bit.pml"],
    ["graph", "examples/mutex_fixed.pml"],
    ["env", "models/osek/osek.env", "--design", "models/osek/osek.pml", "--set", "T=1..2", "--set", "R=0..1"],
    ["conform", "models/conform/osek.eventb", "--map", "models/conform/osek.map", "--design", "models/osek/osek.pml"],
    ["oil", "examples/oil/cruise.oil"],
    ["eventb", "examples/eventb/lift.eventb"],
    ["eventb", "examples/eventb/collection_broken.eventb"],
    ["eventb", "--json", "--all-violations", "examples/eventb/mutex.eventb"],
    ["guide", "examples/lever.pml", "--guide", "examples/guides/lever.xgdl"],
    ["guide", "examples/lever.pml", "--guide", "examples/guides/lever_breaks.xgdl"],
    ["xgdl", "examples/guides/lever.xgdl"],
    ["timing", "examples/timing/inversion.amxmi"],
    ["timing", "--json", "examples/timing/two_cores.amxmi"],
    ["doctor"],
    ["help", "app"],
]


def ends_clean(rtcheck, words, folder):
    command = [rtcheck] + [word.format(folder=folder) for word in words]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode in ANSWERS and "LeakSanitizer" not in done.stderr:
        return True
    why = "leaks" if done.returncode == LEAKS else f"exit status {done.returncode}"
    print(f"rtcheck {' '.join(words)}: {why}\n{done.stderr[-2000:]}")
    return False


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        passed = sum(ends_clean(rtcheck, words, folder) for words in QUESTIONS)
    print(f"{passed} passed, {len(QUESTIONS) - passed} failed")
    return 0 if passed == len(QUESTIONS) else 1


if __name__ == "__main__":
    sys.exit(main())
