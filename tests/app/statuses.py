#!/usr/bin/env python3
"""Errors that services return, on their way through a task: `statuses.py RTCHECK [--count N] [--seed S]`.

A random task calls a service that always fails, keeps the status in numbers, elements and structures, copies it, computes with it, hands it to functions,
and looks at some of it, on some ways. It holds if each error is looked at in each run: a simulation of all runs, which follows every copy, says so.
"""
import argparse
import itertools
import json
import os
import random
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

OIL = """CPU c { OS os { STATUS = EXTENDED; }; APPMODE std;
TASK t { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; };
TASK u { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; };
};
"""
HEAD = """#include <os.h>
struct r { int s, k; unsigned f : 6, g : 6; };
static int same(int x) { return x; }
static int second(int x, int y) { return y; }
static int either(int x, int y, int c) { if (c) return x; return y; }
static void look(int x) { if (x) { } }
static struct r made(int x) { struct r q = {0, 0, 0, 0}; q.s = x; return q; }
static int get(struct r q) { return q.s; }
TASK(u) { TerminateTask(); }
"""
RECORDS = ["p", "q"]
MEMBERS = ["s", "k", "f", "g"]
PLACES = ["x", "y", "a[0]", "a[1]"] + [f"{record}.{member}" for record in RECORDS for member in MEMBERS]
CHOICES = 2


class Run:
    """What the places hold: a set of errors each."""

    def __init__(self, choices):
        self.choices = choices
        self.held = {place: set() for place in PLACES}
        self.waiting, self.next, self.lost = set(), 0, False

    def settle(self):
        """Errors of which there is no copy any more were not looked at."""
        kept = set().union(*self.held.values())
        self.lost |= bool(self.waiting - kept)
        self.waiting &= kept

    def put(self, place, errors):
        self.held[place] = errors & self.waiting
        self.settle()

    def fail(self, place):
        self.put(place, set())
        self.held[place] = {self.next}
        self.waiting.add(self.next)
        self.next += 1

    def look(self, errors):
        self.waiting -= errors

    def end(self):
        self.lost |= bool(self.waiting)
        return self.lost


class Statement:
    """Its text, and what it does to a run."""

    def __init__(self, text, does):
        self.text, self.does = text, does


class Program:
    def __init__(self, seed):
        self.pick = random.Random(seed)
        self.body = self.block(self.pick.randint(2, 7), 2) + [self.last_look(place) for place in PLACES if self.pick.random() < 0.93]

    def block(self, length, depth):
        return [self.statement(depth) for _ in range(length)]

    def last_look(self, place):
        """Most of what is left is looked at in the end, on some ways."""
        which = self.pick.randrange(CHOICES)
        if self.pick.random() < 0.95:
            return Statement(f"if ({place}) {{ }}", lambda run: run.look(set(run.held[place])))
        return Statement(f"if (c{which} && {place}) {{ }}", lambda run: run.look(set(run.held[place])) if run.choices[which] else None)

    def statement(self, depth):
        pick = self.pick
        to, one, two, which = pick.choice(PLACES), pick.choice(PLACES), pick.choice(PLACES), pick.randrange(CHOICES)
        record, other = pick.choice(RECORDS), pick.choice(RECORDS)
        kind = pick.choice(["fail"] * 3 + ["look"] * 3 + ["keep"] * 2 + ["copy", "copy", "zero", "sum", "same", "second", "either", "give", "record", "record", "made", "get",
                                                         "compare", "choose"] + ["branch"] * 3 * (depth > 0))
        if kind == "branch":
            yes, no = self.block(pick.randint(1, 3), depth - 1), self.block(pick.randint(0, 2), depth - 1)
            return Statement(f"if (c{which}) {{ {text_of(yes)} }} else {{ {text_of(no)} }}", lambda run: go(yes if run.choices[which] else no, run))
        held = lambda run, place: set(run.held[place])  # noqa: E731
        return {
            "fail": lambda: Statement(f"{to} = ActivateTask(u);", lambda run: run.fail(to)),
            "look": lambda: Statement(f"if ({one}) {{ }}", lambda run: run.look(held(run, one))),
            "keep": lambda: Statement(f"{to} = {to} | {one};", lambda run: run.put(to, held(run, to) | held(run, one))),
            "copy": lambda: Statement(f"{to} = {one};", lambda run: run.put(to, held(run, one))),
            "zero": lambda: Statement(f"{to} = 0;", lambda run: run.put(to, set())),
            "sum": lambda: Statement(f"{to} = {one} | {two};", lambda run: run.put(to, held(run, one) | held(run, two))),
            "compare": lambda: Statement(f"{to} = {one} == E_OK;", lambda run: run.put(to, held(run, one))),
            "choose": lambda: Statement(f"{to} = c{which} ? {one} : {two};", lambda run: run.put(to, held(run, one if run.choices[which] else two))),
            "same": lambda: Statement(f"{to} = same({one});", lambda run: run.put(to, held(run, one))),
            "second": lambda: Statement(f"{to} = second({one}, {two});", lambda run: run.put(to, held(run, two))),
            "either": lambda: Statement(f"{to} = either({one}, {two}, c{which});", lambda run: run.put(to, held(run, one if run.choices[which] else two))),
            "give": lambda: Statement(f"look({one});", lambda run: run.look(held(run, one))),
            "record": lambda: Statement(f"{record} = {other};", lambda run: copy_record(run, record, {m: held(run, f"{other}.{m}") for m in MEMBERS})),
            "made": lambda: Statement(f"{record} = made({one});", lambda run: copy_record(run, record, {"s": held(run, one), "k": set(), "f": set(), "g": set()})),
            "get": lambda: Statement(f"{to} = get({record});", lambda run: run.put(to, held(run, f"{record}.s"))),
        }[kind]()

    def text(self):
        choices = " ".join(f"int c{i} = random(0, 1);" for i in range(CHOICES))
        return (f"{HEAD}TASK(t) {{ int x = 0, y = 0, a[2] = {{0, 0}}; struct r p = {{0, 0, 0, 0}}, q = {{0, 0, 0, 0}}; {choices}\n"
                f"{text_of(self.body)}\nTerminateTask(); }}\n")

    def is_wrong(self):
        for choices in itertools.product([False, True], repeat=CHOICES):
            run = Run(choices)
            go(self.body, run)
            if run.end():
                return True
        return False


def copy_record(run, record, values):
    for member, errors in values.items():
        run.held[f"{record}.{member}"] = errors & run.waiting
    run.settle()


def go(block, run):
    for statement in block:
        statement.does(run)


def text_of(block):
    return " ".join(statement.text for statement in block)


def judge(rtcheck, seed, folder, counts):
    """None: it is right; otherwise what is wrong."""
    program = Program(seed)
    expected = "violated" if program.is_wrong() else "holds"
    files = [os.path.join(folder, "a.oil"), os.path.join(folder, "a.c")]
    for path, content in zip(files, (OIL, program.text())):
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
    how = random.Random(seed).choice([[], ["--no-reduction"], ["--engine", "paths"], ["--engine", "paths", "--join"], ["--search", "dfs"]])
    done = served.run([rtcheck, "app", "--json", "--threads", "1", "--allow-vacuous", *how, *files], timeout=60)
    if done.returncode not in (0, 1):
        return f"{program.text()}status {done.returncode}: {done.stderr}"
    verdict = json.loads(done.stdout)["verdict"]
    counts[verdict] += 1
    return None if verdict == expected else f"{program.text()}{' '.join(how)}: {verdict}, but it is {expected}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rtcheck")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    failed, counts = 0, {"holds": 0, "violated": 0}
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(arguments.seed * 100003, arguments.seed * 100003 + arguments.count):
            wrong = judge(os.path.abspath(arguments.rtcheck), seed, folder, counts)
            failed += wrong is not None
            if wrong:
                print(f"seed {seed}: {wrong}", flush=True)
    print(", ".join(f"{number} {what}" for what, number in counts.items()))
    print(f"{arguments.count - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
