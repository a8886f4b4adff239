#!/usr/bin/env python3
"""Runs test applications that were written for the Trampoline kernel, unmodified, as a judge of rtcheck's:

    run.py RTCHECK FOLDER [--profile standard|trampoline] [--only NAME]

FOLDER holds one folder an application, each with an .oil file and C sources (the suite's tests/functional). An
application passes if its run reaches the end of its sequence without a failed check. Multicore, AUTOSAR and
communication tests are left out: they are not about the OSEK OS.
"""
import argparse
import glob
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
KINDS = ("alarms", "events", "hook", "interrupts", "resources", "tasks")
# Misuse is what many of these tests provoke; they look at the kernel's answer themselves.
TOLERATED = ["unchecked", "activation", "argument", "ceiling", "event", "interrupts", "level", "race", "resource", "terminate",
             "uninitialised"]


def command(rtcheck, folder, profile, extra):
    sources = sorted(glob.glob(os.path.join(folder, "*.c")))
    configuration = glob.glob(os.path.join(folder, "*.oil"))
    words = [rtcheck, "app", *extra, "--profile", profile, "--clang", "-include", "--clang", os.path.join(HERE, "harness.h"),
             "-I", HERE]
    for check in TOLERATED:
        words += ["--no-check", check]
    for counter in re.findall(r"\bCOUNTER\s+(\w+)\s*\{", open(configuration[0], encoding="latin-1").read()):
        words += ["--ticks", counter + "=any:idle"]
    return sources, subprocess.run([*words, *configuration, *sources, os.path.join(HERE, "adapter.c")], capture_output=True,
                                   text=True, timeout=120)


def some_way(rtcheck, folder, profile):
    """The standard leaves a choice: is the expected run among those it allows?"""
    _, answer = command(rtcheck, folder, profile, ["-D", "ADAPTER_SOME_WAY", "--no-check", "deadlock"])
    return None if "the end was reached" in answer.stdout else "no way leads to the end of the sequence"


def run(rtcheck, folder, profile):
    """None if it passes; otherwise why not."""
    sources, answer = command(rtcheck, folder, profile, ["--run"])
    if "it is not deterministic" in answer.stderr:
        return some_way(rtcheck, folder, profile)
    reached = re.search(r"end of the sequence at step (\d+)", answer.stdout)
    wrong = re.search(r"violation: (.*)", answer.stdout)
    steps = [int(n) for source in sources for n in re.findall(r"SCHEDULING_CHECK_(?:INIT|STEP)\((\d+)\)", open(source, encoding="latin-1").read())]
    if reached and int(reached.group(1)) == max(steps):
        return None
    if reached:
        return f"ends at step {reached.group(1)} of {max(steps)}"
    if wrong:
        return wrong.group(1)
    return next((line for line in answer.stderr.splitlines() if "error" in line or "rtcheck app:" in line), "does not reach its end")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rtcheck")
    parser.add_argument("folder")
    parser.add_argument("--profile", default="standard")
    parser.add_argument("--only")
    arguments = parser.parse_args()
    passed = failed = 0
    for folder in sorted(glob.glob(os.path.join(arguments.folder, "*"))):
        name = os.path.basename(folder)
        if not name.startswith(KINDS) or (arguments.only and name != arguments.only):
            continue
        problem = run(arguments.rtcheck, folder, arguments.profile)
        passed += problem is None
        failed += problem is not None
        if problem:
            print(f"{name}: {problem}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
