#!/usr/bin/env python3
"""examples.py RTCHECK [--fast]: the bundled applications say what they should: verdict, kind of violation, and a bound on states.

--fast, for slow builds: each is searched in two ways, not in all four, by a solver in one, and large ones are left out.

A row is: files, options, verdict, kind of the violation (None if it holds), most states, and what its message contains.
"""
import glob
import json
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "bench", "app"))
import table82  # noqa: E402
import table83  # noqa: E402

FIGURES, CRUISE, WINDOW = "examples/app/figures/", "examples/app/cruise/", "examples/app/window/"
BUS = "examples/app/bus/"
CRUISE_PARTS = [CRUISE + "wheel.c", CRUISE + "control.c", CRUISE + "hardware.c"]

# Table 8.1 of the thesis, middle column: what is found without a scheduler, which no system with one does. Most states.
WITHOUT_SCHEDULER = {"nonpremt1_safe": 21, "nonpremt2_safe": 71, "fullpremt1_safe": 21, "fullpremt2_safe": 20, "mixpremt1_bug": 34,
                     "mixpremt2_bug": 160}


LARGE = 100000  # states


WIDE = "examples/app/wide/"


def one(name):
    return [name + ".oil", name + ".c"]


ROWS = [
    (one(FIGURES + "fig3_5"), [], "holds", None, 12, None),
    (one(FIGURES + "fig5_6"), [], "holds", None, 12, None),
    (one(FIGURES + "fig4_4"), [], "holds", None, 12, None),
    (one(FIGURES + "fig6_2"), [], "holds", None, 120, None),
    (one(FIGURES + "fig6_2_printed"), [], "holds", None, 12, None),
    (one(FIGURES + "fig6_2_printed"), ["--any", "x", "--any", "y", "--engine", "paths"], "holds", None, 12, None),
    (one(FIGURES + "fig6_11"), [], "holds", None, 12, None),
    (one(FIGURES + "fig7_1"), [], "holds", None, 12, None),
    (one(FIGURES + "fig7_1_printed"), [], "holds", None, 12, None),
    (one(FIGURES + "fig7_11"), [], "holds", None, 12, None),
    (one(FIGURES + "fig7_11"), ["--ltl", "<> [] x == 0"], "holds", None, 12, None),
    ([FIGURES + "fig7_11_lost.oil", FIGURES + "fig7_11.c"], [], "violated", "activation", 12, "t2"),
    (one(FIGURES + "nonpremt1_safe"), [], "holds", None, 5, None),
    (one(FIGURES + "nonpremt2_safe"), [], "holds", None, 10, None),
    (one(FIGURES + "fullpremt1_safe"), [], "holds", None, 5, None),
    (one(FIGURES + "fullpremt2_safe"), [], "holds", None, 10, None),
    (one(FIGURES + "mixpremt1_bug"), [], "violated", "assertion", 10, "cnt == 1"),
    (one(FIGURES + "mixpremt2_bug"), [], "violated", "assertion", 13, "at_t4 < at_t3"),
    *[(one(FIGURES + name), ["--schedule", "any", "--only", "assertion"], "violated", "assertion", states, "cnt"
       if states < 160 else "at_t4 < at_t3") for name, states in WITHOUT_SCHEDULER.items()],
    ([CRUISE + "cruise.oil", CRUISE + "cruise.c", *CRUISE_PARTS], [], "holds", None, 2000000, None),
    ([CRUISE + "cruise.oil", CRUISE + "broken/cruise.c", *CRUISE_PARTS], [], "violated", "race", 60000, "wheel.pulses"),
    ([CRUISE + "cruise.oil", CRUISE + "broken/cruise.c", *CRUISE_PARTS], ["--no-check", "race"], "violated", "assertion", 60000,
     "inverted"),
    ([WINDOW + "window.oil", WINDOW + "window.c", WINDOW + "hardware.c"], [], "holds", None, 2000000, None),
    ([WINDOW + "window.oil", WINDOW + "broken/window.c", WINDOW + "hardware.c"], [], "violated", "resource", 1000, None),
    (one(BUS + "bus"), [], "holds", None, 3000, None),
    (one(BUS + "bus"), ["--mutex", "transfer"], "holds", None, 4000, None),
    ([BUS + "bus.oil", BUS + "broken/bus.c"], [], "holds", None, 3000, None),
    ([BUS + "bus.oil", BUS + "broken/bus.c"], ["--mutex", "transfer"], "violated", "mutex", 3000, "logger is in transfer"),
    ([BUS + "bus.oil", BUS + "broken/bus.c"], ["--mutex", "bus.c:13-15"], "violated", "mutex", 3000, "of bus.c:13-15"),
    (one("examples/app/ceiling/ceiling"), [], "violated", "ceiling", 20, "ceiling, 2, is too low"),
    (one("examples/app/ceiling/ceiling"), ["--no-check", "ceiling", "--isr", "1"], "violated", "resource", 60,
     "already taken"),
    (one("examples/app/speed/speed"), [], "unknown", None, 100, None),
    (one("examples/app/speed/speed"), ["--engine", "paths"], "holds", None, 30, None),
    (["examples/app/speed/speed.oil", "examples/app/speed/broken/speed.c"], ["--engine", "paths"], "violated", "assertion", 60,
     "tenths <= 3000"),
    *[([WIDE + "one.oil", WIDE + name + ".c"], ["--engine", "auto"], "holds", None, 100, None)
      for name in ("odometer", "filter", "deadline", "redundant")],
    *[([WIDE + "one.oil", WIDE + "broken/" + name + ".c"], ["--engine", "paths"], "violated", "assertion", 100, None)
      for name in ("odometer", "filter", "deadline", "redundant", "aligned")],
    ([WIDE + "one.oil", WIDE + "aligned.c"], ["--engine", "sequential"], "holds", None, 0, None),
    (one("examples/app/uptime/uptime"), ["--engine", "auto", "--ticks", "any:timely", "--time", "60s"], "holds", None, 1000000, None),
    (["examples/app/uptime/uptime.oil", "examples/app/uptime/broken/uptime.c"],
     ["--engine", "auto", "--ticks", "any:timely", "--time", "12s"], "unknown", None, 1 << 40, None),
    (one("examples/app/samples/samples"), [], "violated", "uninitialised", 90, "reads 'lowest'"),
    *[(one("bench/app/" + name), [], "violated" if name.endswith("_bug") else "holds",
       "assertion" if name.endswith("_bug") else None, row[3], None) for name, row in table82.ROWS.items()],
    *[(one("bench/app/" + name), [], "holds", None, 20000, None) for name in table83.ROWS],
]


# A solver does not search: of these ways only the first means anything to it.
WAYS = (["--no-reduction"], ["--search", "dfs"], ["--store", "tree", "--threads", "1"])


def problem(rtcheck, row, ways):
    """As the row says; and what is small says the same however it is searched."""
    wrong = differs(rtcheck, row)
    files, options, verdict, kind, states, message = row
    if not wrong and states <= 20000:
        for how in ways:
            wrong = wrong or differs(rtcheck, (files, options + how, verdict, kind, 10 * states, message))
    return wrong


def differs(rtcheck, row):
    files, options, verdict, kind, states, message = row
    done = served.run([rtcheck, "app", "--json", *options, *files], cwd=ROOT)
    if done.returncode not in (0, 1, 3):
        return "exit status %d: %s" % (done.returncode, done.stderr)
    answer = json.loads(done.stdout)
    if answer["verdict"] != verdict:
        found = [violation["message"] for violation in answer["violations"]]
        return "%s, expected %s: %s %s" % (answer["verdict"], verdict, found, answer["inconclusive"])
    if answer["states"] > states:
        return "%d states, expected at most %d" % (answer["states"], states)
    if kind is None:
        return None
    violation = answer["violations"][0]
    if violation["kind"] != kind:
        return "%s (%s), expected %s" % (violation["kind"], violation["message"], kind)
    if message and message not in violation["message"]:
        return "'%s' says nothing of '%s'" % (violation["message"], message)
    if not violation["timeline"]["events"]:
        return "no timeline"
    return None


def miscount(rtcheck, name, row):
    """Tasks, loops and calls are those of the table. Calls are counted in the run of what holds and has one run."""
    tasks, loops, calls = row[:3]
    with open(os.path.join(ROOT, "bench", "app", name + ".c"), encoding="utf-8") as file:
        text = file.read()
    found = len(re.findall(r"^TASK\(", text, re.MULTILINE)), len(re.findall(r"\b(?:for|while) \(", text))
    if found != (tasks, loops):
        return "%d tasks, %d loops, expected %d, %d" % (*found, tasks, loops)
    if not name.endswith("_safe"):
        return None
    done = served.run([rtcheck, "app", "--run", *one("bench/app/" + name)], cwd=ROOT)
    happened = len((done.stdout + done.stderr).splitlines())
    return None if (done.returncode, happened) == (0, calls) else "%d calls, expected %d" % (happened, calls)


def main():
    rtcheck, fast = os.path.abspath(sys.argv[1]), "--fast" in sys.argv
    passed = failed = 0
    checked = {os.path.normpath(path) for row in ROWS for path in row[0] if path.endswith(".c")}
    for path in glob.glob(os.path.join(ROOT, "examples", "app", "**", "*.c"), recursive=True):
        if os.path.relpath(path, ROOT) not in checked:
            failed += 1
            print("%s: not checked" % path)
    for number, row in enumerate(ROWS):
        if fast and row[4] > LARGE:
            continue
        if "--engine" in row[1]:
            ways = [] if fast else WAYS[:1]
        else:
            ways = [WAYS[number % len(WAYS)]] if fast else WAYS
        wrong = problem(rtcheck, row, ways)
        passed, failed = passed + (not wrong), failed + bool(wrong)
        if wrong:
            print("%s: %s" % (" ".join(row[0][:2]), wrong))
    for name, row in [*table82.ROWS.items(), *table83.ROWS.items()]:
        wrong = miscount(rtcheck, name, row)
        passed, failed = passed + (not wrong), failed + bool(wrong)
        if wrong:
            print("%s: %s" % (name, wrong))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
