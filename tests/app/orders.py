#!/usr/bin/env python3
"""Orders of evaluation against all that C allows: `orders.py RTCHECK [--count N] [--seed S]`.

Random expressions read variables and call functions that change them. C leaves open in which order operands, arguments and values of
initializers are evaluated; calls do not interleave. Here all of these orders are tried: whatever result rtcheck finds must be among theirs, and unless
the verdict tells that an order was assumed, it finds them all.
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
TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; };
TASK u { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; };
};
"""
HEAD = """#include <os.h>
#include <assert.h>
DeclareTask(u);
int x, y, apart; volatile int v; int *p = &x; struct { int a, b; } s;
static int f(void) { return ++x; }
static int g(void) { x = x * 2 + 1; return x; }
static int h(void) { y += 3; return y; }
int k(void) { v = v + y + 1; return v; }
static int m(void) { s.a = s.b + x; return s.a; }
static int q(int n) { s.b += n; return s.b; }
static int pure(int n) { int twice[2] = {n, n}; apart = 0; return twice[0] + twice[1]; }
static int two(int a, int b) { return a * 7 + b; }
struct pair { int a, b; };
static int pair(struct pair p) { return p.a * 7 + p.b; }
static int three(int a, int b, int c) { return a * 49 + b * 7 + c; }
static int (*const through)(void) = g;
TASK(u) { y += 5; TerminateTask(); }
"""
START = {"x": 0, "y": 0, "v": 0, "a": 0, "b": 0}


def step(state, name):
    state[name] += 1
    return state[name]


def put(state, name, value):
    state[name] = value
    return value


# What is evaluated at once: a read, or a call.
UNITS = {
    "x": lambda s: s["x"], "y": lambda s: s["y"], "v": lambda s: s["v"], "*p": lambda s: s["x"], "s.a": lambda s: s["a"],
    "f()": lambda s: step(s, "x"), "g()": lambda s: put(s, "x", s["x"] * 2 + 1), "h()": lambda s: put(s, "y", s["y"] + 3),
    "k()": lambda s: put(s, "v", s["v"] + s["y"] + 1), "m()": lambda s: put(s, "a", s["b"] + s["x"]),
    "through()": lambda s: put(s, "x", s["x"] * 2 + 1), "(int)ActivateTask(u)": lambda s: put(s, "y", s["y"] + 5) * 0,
}


class Expression:
    def __init__(self, pick):
        self.pick, self.units = pick, []  # each: what it does with the state and the values so far, and the units before it
        self.text, self.value = self.make(2)

    def unit(self, act, before=()):
        self.units.append((act, set(before)))
        return len(self.units) - 1

    def leaf(self):
        pick = self.pick
        if pick.random() < 0.2:
            number = pick.randint(0, 5)
            return str(number), lambda values: number
        name = pick.choice([n for n in UNITS if "Activate" not in n or "ActivateTask" not in self.seen])
        self.seen += name
        act = UNITS[name]
        at = self.unit(lambda state, values: act(state))
        return name, lambda values: values[at]

    seen = ""

    def make(self, depth):
        pick = self.pick
        if not depth or len(self.units) > 3 or pick.random() < 0.25:
            return self.leaf()
        kind = pick.random()
        first = len(self.units)
        if kind < 0.12:
            text, value = self.make(depth - 1)
            return f"pure({text})", lambda values: 2 * value(values)
        if kind < 0.24:
            text, value = self.make(depth - 1)
            at = self.unit(lambda state, values: put(state, "b", state["b"] + value(values)), range(first, len(self.units)))
            return f"q({text})", lambda values: values[at]
        parts = [self.make(depth - 1) for _ in range(3 if kind > 0.9 else 2)]
        texts, functions = [text for text, _ in parts], [function for _, function in parts]
        if kind > 0.6:
            weights = [49, 7, 1][-len(parts):]
            name = "three" if len(parts) == 3 else "two"
            if len(parts) == 2 and kind > 0.8:
                return f"pair((struct pair){{{texts[0]}, {texts[1]}}})", lambda values: 7 * functions[0](values) + functions[1](values)
            return f"{name}({', '.join(texts)})", lambda values: sum(w * f(values) for w, f in zip(weights, functions))
        operator = pick.choice(["+", "-", "*"])
        compute = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b}[operator]
        return f"({texts[0]} {operator} {texts[1]})", lambda values: compute(functions[0](values), functions[1](values))

    def results(self):
        found = set()
        for order in itertools.permutations(range(len(self.units))):
            place = {unit: i for i, unit in enumerate(order)}
            if any(place[b] > place[u] for u, (_, before) in enumerate(self.units) for b in before):
                continue
            state, values = dict(START), {}
            for unit in order:
                values[unit] = self.units[unit][0](state, values)
            found.add(self.value(values))
        return found


def judge(rtcheck, seed, folder, counts):
    """None: it is right; otherwise what is wrong."""
    expression = Expression(random.Random(seed))
    results = expression.results()
    files = [os.path.join(folder, "a.oil"), os.path.join(folder, "a.c")]
    for path, text in zip(files, (OIL, HEAD + f"TASK(t) {{ int r = {expression.text}; assert(r != WRONG); TerminateTask(); }}\n")):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    counts["several results"] += len(results) > 1
    for value in sorted(results) + [min(results) - 1]:
        engine = random.Random(seed + value).choice(["explicit"] * 4 + ["paths"])
        done = served.run([rtcheck, "app", "--json", "--threads", "1", "--engine", engine, f"-DWRONG=({value})", *files], timeout=60)
        if done.returncode not in (0, 1):
            return f"{expression.text}: status {done.returncode}: {done.stderr}"
        answer = json.loads(done.stdout)
        told = "left to right" in (answer["assumption"] or "")
        counts["told"] += told
        found = answer["verdict"] == "violated"
        if found != (value in results) and (found or not told):
            return f"{expression.text} == {value}: {answer['verdict']} with {engine}, though C allows {sorted(results)}"
        counts["found"] += found
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rtcheck")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    failed, counts = 0, {"several results": 0, "found": 0, "told": 0}
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
