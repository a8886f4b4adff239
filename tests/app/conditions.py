#!/usr/bin/env python3
"""Coverage of random decisions against brute force: `conditions.py RTCHECK [COUNT [SEED]]`.

A task reads numbers of 0 to 3, which are all tried, or computed from inputs of 32 bits, and makes decisions of &&, || and ! about
them; some conditions read another number, call a function that lets a task of higher priority make the same decision meanwhile, or are a decision themselves. What comes out is branched on,
added up, or kept where nobody reads it: whether a condition was true is asked all the same. All numbers are tried
here, in Python: which conditions can be true, which false, the effect of which can be shown (MC/DC), and which paths there are.
rtcheck must say the same, with nothing left open; what its tests say that they do is not asked again: they are run before they are told.
"""
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
OPERATORS = {"<": lambda a, b: a < b, ">=": lambda a, b: a >= b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b}
MOST_INPUTS = 6
# What becomes of a decision that is not branched on.
VALUES = {
    "value": "r += {};", "global": "kept = {};", "local": "int l{number} = {}; (void)l{number};", "bool": "truth = {};", "element": "list[{number}] = {};",
    "member": "record.member = {};", "bits": "record.bit = {};", "argument": "ignore({});", "away": "nobody({});", "dropped": "(void)({});",
    "compared": "kept = ({}) == (z > 1);", "negated": "kept = !({});", "real": "real = {};", "printed": "printf(\"%d\", {});", "multiplied": "kept = ({}) * 0;",
    "later": "kept = {}; kept = 0;", "index": "list[{}] = 3;", "compound": "list[{}] |= 1;", "counted": "list[{}]++;",
    "inside": "list[list[{}] & 1] ^= 1;",
}
CALLS = {"shared": "r += decide({});", "shared, dropped": "decide({});", "shared, kept": "kept = decide({});"}


class Leaf:
    """A condition: numbers of the task compared, or a new input and a number."""

    def __init__(self, rng, effects):
        self.op = rng.choice(list(OPERATORS))
        self.left = rng.choice("xyz")
        self.right = rng.choice(["x", "y", "0", "1", "2", "3"])
        self.effect = rng.choice(["in", "other"]) if effects and rng.random() < 0.3 else None

    def text(self):
        if self.effect == "in":
            return f"(in() & 3) {self.op} {self.right}"
        if self.effect == "other":
            return f"asked({self.left}) {self.op} {self.right}"
        return f"{self.left} {self.op} {self.right}"

    def leaves(self):
        return [self]

    def evaluate(self, run, values):
        if self.effect == "other":
            run.let_other_run()
        left = run.input() if self.effect == "in" else run.of(self.left)
        values[self] = OPERATORS[self.op](left, run.of(self.right))
        return values[self]


class Joined:
    """&&, || or !."""

    def __init__(self, rng, size, effects):
        self.op = rng.choice(["&&", "||", "&&", "||", "!"])
        first = rng.randint(1, size - 1)
        self.parts = [tree(rng, first, effects)] if self.op == "!" else [tree(rng, first, effects), tree(rng, size - first, effects)]

    def text(self):
        if self.op == "!":
            return f"!({self.parts[0].text()})"
        return f"({self.parts[0].text()}) {self.op} ({self.parts[1].text()})"

    def leaves(self):
        return [leaf for part in self.parts for leaf in part.leaves()]

    def evaluate(self, run, values):
        left = self.parts[0].evaluate(run, values)
        if self.op == "!":
            return not left
        if left == (self.op == "||"):
            return left
        return self.parts[1].evaluate(run, values)


def tree(rng, size, effects):
    return Leaf(rng, effects) if size <= 1 else Joined(rng, size, effects)


class Run:
    """One run of the task."""

    def __init__(self, inputs, statements, seen):
        self.inputs, self.used, self.numbers = inputs, 0, {}
        self.statements, self.seen, self.inside = statements, seen, False

    def decide(self, number):
        values, decision = {}, self.statements[number][1]
        outcome = decision.evaluate(self, values)
        self.seen[number][tuple(values.get(leaf) for leaf in decision.leaves())] = (values, outcome)
        return outcome

    def let_other_run(self):
        """The other task makes the decision of the function that both call, in the middle of this one's."""
        shared = [number for number, (kind, _) in enumerate(self.statements) if kind in CALLS]
        if self.inside or not shared:
            return
        numbers, self.numbers, self.inside = self.numbers, {"x": 2, "y": 1, "z": 0}, True
        self.decide(shared[0])
        self.numbers, self.inside = numbers, False

    def input(self):
        self.used += 1
        return self.inputs[self.used - 1]

    def of(self, name):
        return int(name) if name.isdigit() else self.numbers[name]


def is_pair(one, other, leaf, leaves):
    (mine, outcome), (theirs, their_outcome) = one, other
    return (outcome != their_outcome and leaf in mine and leaf in theirs and mine[leaf] != theirs[leaf]
            and all(mine[k] == theirs[k] for k in leaves if k is not leaf and k in mine and k in theirs))


def simulate(statements):
    """By statement, its evaluations; and the outcomes of all of them, run by run."""
    seen, paths = [{} for _ in statements], set()
    stack = [()]
    while stack:
        given = stack.pop()
        attempt = [{} for _ in statements]
        run, outcomes = Run(given, statements, attempt), []
        try:
            for name in "xyz":
                run.numbers[name] = run.input()
            for number in range(len(statements)):
                outcomes.append(run.decide(number))
        except IndexError:
            stack += [given + (value,) for value in range(4)]
            continue
        for number, evaluations in enumerate(attempt):
            seen[number].update(evaluations)
        paths.add(tuple(outcome for outcome, (kind, _) in zip(outcomes, statements) if kind == "if"))
    return seen, paths


def expected(statements):
    seen, paths = simulate(statements)
    values, effects = [], []
    for evaluations, (_, decision) in zip(seen, statements):
        leaves = decision.leaves()
        for leaf in leaves:
            told = {value[leaf] for value, _ in evaluations.values() if leaf in value}
            values += [True in told, False in told]
            effects.append(any(is_pair(one, other, leaf, leaves)
                               for one, other in itertools.combinations(evaluations.values(), 2)))
    return {"condition": values, "mcdc": effects, "path": len(paths)}


# Numbers that are tried one after the other, and numbers that only a solver finds.
INPUTS = (["#define in() ((unsigned)random(0, 3))"], ["extern unsigned wide(void);", "#define in() (wide() * 3u)"])


def program(statements, inputs):
    lines = ["#include <os.h>", "#include <stdio.h>", *inputs, "int r, kept, list[4];", "_Bool truth;", "double real;", "struct { int member; unsigned bit : 1; } record;"]
    lines += ["extern void nobody(int n);", "static void ignore(int n) { (void)n; }"]
    lines += ["static int inside;", "static unsigned asked(unsigned n) {", "    if (!inside) ActivateTask(u);", "    return n;", "}"]
    shared = [(CALLS[kind], decision) for kind, decision in statements if kind in CALLS]
    lines += ["static int decide(unsigned x, unsigned y, unsigned z) {", f"    return {shared[0][1].text() if shared else '(x, y, z)'};", "}"]
    lines += ["TASK(t) {", "    unsigned x = in() & 3, y = in() & 3, z = in() & 3;"]
    for number, (kind, decision) in enumerate(statements):
        lines.append("    " + (CALLS[kind].format("x, y, z") if kind in CALLS else f"if ({decision.text()}) r += {number + 1};" if kind == "if"
                                else VALUES[kind].format(decision.text(), number=number) if kind in VALUES else f"r += ({decision.text()}) ? 3 : 4;"))
    lines += ["    TerminateTask();", "}", "TASK(u) {"]
    lines += ["    inside = 1;", "    " + shared[0][0].format("2, 1, 0"), "    inside = 0;"] if shared else []
    return "\n".join(lines + ["    TerminateTask();", "}", ""])


def lonely_decision(rng):
    """One of a program that asks for each number once, and by no other number: what it does not look at there it looks at nowhere."""
    decision = tree(rng, rng.randint(2, 3), False)
    for leaf, name in zip(decision.leaves(), rng.sample("xyz", 3)):
        leaf.left, leaf.right = name, rng.choice("0123")
    return decision


def statements_of(rng):
    if rng.random() < 0.4:
        decision = lonely_decision(rng)
        return [(rng.choice(list(VALUES) + list(CALLS)) if "&&" in decision.text() or "||" in decision.text() else "if", decision)]
    effects, statements = rng.random() < 0.5, []
    for _ in range(rng.randint(1, 3)):
        kind = rng.choice(["if", "chosen", rng.choice(list(VALUES)), rng.choice(list(VALUES))])
        decision = tree(rng, rng.randint(2, 5), effects and kind != "chosen")
        if kind in VALUES and "&&" not in decision.text() and "||" not in decision.text():
            kind = "if"
        statements.append((kind, decision))
    if effects and statements[-1][0] in VALUES:
        statements[-1] = (rng.choice(list(CALLS)), statements[-1][1])
    return statements


def inputs_of(statements):
    """At most."""
    return 3 + sum((leaf.effect == "in") * (3 if kind in CALLS else 1) for kind, decision in statements for leaf in decision.leaves())


def ask(rtcheck, coverage, folder):
    made = served.run([rtcheck, "app", "--tests", "tests", "--coverage", coverage, "--json", "app.oil", "app.c"], cwd=folder,
                      timeout=120)
    if made.returncode:
        return f"status {made.returncode}: {made.stdout[:300]}{made.stderr[:300]}"
    told = json.loads(made.stdout)["targets"]
    told = [target for name in (("t",) if coverage == "path" else ("t", "decide")) for target in told if target["function"] == name]
    reached = [target["status"] == "reached" for target in told]
    return sum(reached) if coverage == "path" else reached


def main():
    rtcheck, count = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 12
    rng, passed, failed = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1), 0, 0
    for number in range(count):
        statements = statements_of(rng)
        while inputs_of(statements) > MOST_INPUTS:
            statements = statements_of(rng)
        split = any(leaf.effect for _, decision in statements for leaf in decision.leaves())
        truth = expected(statements)
        with tempfile.TemporaryDirectory() as folder:
            for file, text in (("app.oil", OIL), ("app.c", program(statements, INPUTS[number % 2]))):
                with open(os.path.join(folder, file), "w", encoding="utf-8") as out:
                    out.write(text)
            # Where a decision is several branches there are more paths than outcomes.
            for coverage in ("condition", "mcdc") if split else ("condition", "mcdc", "path"):
                said = ask(rtcheck, coverage, folder)
                if said == truth[coverage]:
                    passed += 1
                    continue
                failed += 1
                print(f"number {number}, {coverage}: rtcheck says {said}, it is {truth[coverage]}\n{program(statements, INPUTS[number % 2])}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
