#!/usr/bin/env python3
"""nested.py RTCHECK [COUNT [SEED]]: quantifiers inside each other, in guards and invariants, against Python's own.

What an inner quantifier says is kept for the values that it speaks of. Random machines have two variables and two events
with a parameter each, all of 0‥3, so that every formula is decided: the verdict and the numbers of states and transitions
must be those that are counted here. In every other one a function that has not all values is applied, also to what is bound
further out, or not at all: where a formula is not well-defined in a state that is reached, the verdict is `violated`.
"""
import os
import random
import subprocess
import sys
import tempfile

COMPARE = {"<": "<", "≤": "<=", "=": "==", "≠": "!="}
CONNECT = {"∧": "({} and {})", "∨": "({} or {})", "⇒": "(not {} or {})"}


class Formulas:
    """Each formula is a pair: as Event-B has it, and as Python has it."""

    def __init__(self, rng, applied):
        self.rng, self.applied, self.bound = rng, applied, 0

    def term(self, names):
        plain = self.rng.choice(names) if self.rng.random() < 0.75 else str(self.rng.randint(0, 3))
        return f"f({plain})" if self.rng.random() < self.applied else plain

    def atom(self, names):
        a, b, c = (self.term(names) for _ in range(3))
        if self.rng.random() < 0.2:
            return f"{a} + {b} ≤ {c} + 1", f"({a} + {b} <= {c} + 1)"
        sign = self.rng.choice(list(COMPARE))
        return f"{a} {sign} {b}", f"({a} {COMPARE[sign]} {b})"

    def formula(self, names, depth):
        kind = self.rng.random()
        if depth == 0 or kind < 0.15:
            return self.atom(names)
        if kind < 0.45:
            sign = self.rng.choice(list(CONNECT))
            (a, x), (b, y) = self.formula(names, depth - 1), self.formula(names, depth - 1)
            return f"({a} {sign} {b})", CONNECT[sign].format(x, y)
        if kind < 0.55:
            a, x = self.formula(names, depth - 1)
            return f"¬({a})", f"(not {x})"
        self.bound += 1
        name, member = f"b{self.bound}", self.term(names)
        a, x = self.formula(names + [name], depth - 1)
        span, values = "0‥3", "range(4)"
        if self.rng.random() < 0.3:
            few = ", ".join(self.term(names) for _ in range(self.rng.randint(1, 5)))
            span, values = f"{{{few}}}", f"[{few}]"
        if kind < 0.62:
            return (f"{member} ∈ {{{name} ∣ {name} ∈ {span} ∧ {a}}}",
                    f"({member} in [{name} for {name} in {values} if {x}])")
        if kind < 0.8:
            return f"(∀{name}·{name} ∈ {span} ⇒ {a})", f"all([{x} for {name} in {values}])"
        return f"(∃{name}·{name} ∈ {span} ∧ {a})", f"any([{x} for {name} in {values}])"


class IllDefined(Exception):
    """A function is applied where it has no value."""


def function(values):
    def f(x):
        if x not in values:
            raise IllDefined
        return values[x]
    return f


def test(text, names, f):
    return eval(f"lambda {', '.join(names)}: {text}", {"f": f})  # made by Formulas


def explore(guards, invariant):
    """Whether the invariant holds, and how many states and transitions there are; these only if all is well-defined."""
    seen, left, good, steps = {(0, 1)}, [(0, 1)], True, 0
    while left:
        n, m = left.pop()
        good = invariant(n, m) and good
        for event, guard in enumerate(guards):
            for p in range(4):
                if not guard(n, m, p):
                    continue
                steps += 1
                after = (n, p) if event else (p, m)
                if after not in seen:
                    seen.add(after)
                    left.append(after)
    return "holds" if good else "violated", len(seen), steps


def answer(rtcheck, text):
    with tempfile.NamedTemporaryFile("w", suffix=".eventb") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([rtcheck, "eventb", "--no-beyond", "--all-violations", "--threads", "1", file.name], capture_output=True,
                              text=True, check=False)
    numbers = [] if "is not well-defined" in done.stdout else [line.split()[1] for line in done.stdout.splitlines() if line.startswith(("  states ", "  transitions "))]
    said = {0: "holds", 1: "violated", 3: "unknown"}.get(done.returncode, done.stderr)
    return (said, *(int(number.replace(",", "")) for number in numbers[:2]))


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 80
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    failed = 0
    for _ in range(count):
        values = {x: rng.randint(0, 3) for x in range(4) if rng.random() < 0.8}
        formulas = Formulas(rng, rng.choice([0, 0.1]))
        guards = [formulas.formula(["n", "m", "p"], 5) for _ in range(2)]
        invariant = formulas.formula(["n", "m"], 5)
        pairs = ", ".join(f"{x} ↦ {y}" for x, y in values.items())
        text = ("machine x variables n m f invariants n ∈ 0‥3 m ∈ 0‥3 f ∈ 0‥3 ⇸ 0‥3\n"
                f"@i: {invariant[0]}\nevents event INITIALISATION then n ≔ 0 m ≔ 1 f ≔ {{{pairs}}} end\n")
        for guard, target in zip(guards, "nm"):
            text += f"event e{target} any p where @t: p ∈ 0‥3 @g: {guard[0]} then {target} ≔ p end\n"
        text += "end\n"
        f = function(values)
        try:
            expected = explore([test(guard[1], ["n", "m", "p"], f) for guard in guards], test(invariant[1], ["n", "m"], f))
        except IllDefined:
            expected = ("violated",)
        got = answer(rtcheck, text)
        if got != expected:
            failed += 1
            print(f"rtcheck says {got}, but it is {expected}:\n{text}")
    print(f"{count - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
