#!/usr/bin/env python3
"""chained.py RTCHECK [COUNT [SEED]]: constants that are chosen from what depends on a number that may have no end, against brute force.

Each case has a number n ∈ ℕ; a set or a function that depends on it; a number v that is an element, or a value, of that; perhaps one more
that depends on v; and conditions on all of them. Where only the bounds limit n, a verdict within these is right. But a number that the axioms themselves limit,
and that has values beyond the bounds, must be found there, or the verdict is unknown: that it lies within the bounds does not hold.

Brute force tries n, v and w up to a number that is larger than all that are written; what comes near to that has no limit.
"""
import itertools
import os
import random
import subprocess
import sys
import tempfile


def up_to(low, high):
    return set(range(low, high + 1))


def ascends(f, places, strictly):
    return all(f[i] < f[j] or (not strictly and f[i] == f[j]) for i in places for j in places if i < j)


class Sets:
    """s comes from n, v from s, w from v."""
    LAST, BOUNDS = 8, (-1, 3)
    OF_N = [("s ⊆ 1‥n", lambda n: up_to(1, n)), ("s ⊆ n‥6", lambda n: up_to(n, 6)), ("s ⊆ (0‥n) ∪ {6, 7}", lambda n: up_to(0, n) | {6, 7}),
            ("s ⊆ (0‥n) ∩ {0, 5, 7}", lambda n: up_to(0, n) & {0, 5, 7}), ("s ⊆ {n, 5}", lambda n: {n, 5}), ("s ⊆ 0‥n − 1", lambda n: up_to(0, n - 1)),
            ("s ⊆ ℕ", lambda n: up_to(0, Sets.LAST))]
    OF_S = [("v ∈ s", lambda n, s: s), ("v ∈ s ∖ {2}", lambda n, s: s - {2}), ("v ∈ s ∩ {1, 6}", lambda n, s: s & {1, 6}), ("v ∈ 1‥n", lambda n, s: up_to(1, n)),
            ("v ∈ s ∪ {6}", lambda n, s: s | {6}), ("v ∈ ℕ ∖ s", lambda n, s: up_to(0, Sets.LAST) - s)]
    OF_V = [("w ∈ 0‥v", lambda n, s, v: up_to(0, v)), ("w ∈ v‥7", lambda n, s, v: up_to(v, 7)), ("w ∈ {v, 5}", lambda n, s, v: {v, 5}),
            ("w ∈ (0‥v) ∪ {6}", lambda n, s, v: up_to(0, v) | {6}), ("w ∈ s", lambda n, s, v: s), ("w ∈ s ∩ (0‥v)", lambda n, s, v: s & up_to(0, v)),
            ("w ∈ n‥v", lambda n, s, v: up_to(n, v)), ("w ∈ ℕ", lambda n, s, v: up_to(0, Sets.LAST))]
    MORE = [("w ≥ 2", lambda n, s, v, w: w >= 2), ("v ≠ w", lambda n, s, v, w: v != w), ("v + w < 9", lambda n, s, v, w: v + w < 9), ("w ∈ {0, 5}", lambda n, s, v, w: w in (0, 5)),
            ("v > 4", lambda n, s, v, w: v > 4), ("n ≤ w", lambda n, s, v, w: n <= w), ("card(s) = 2", lambda n, s, v, w: len(s) == 2), ("n < v + 2", lambda n, s, v, w: n < v + 2),
            ("5 ∈ s", lambda n, s, v, w: 5 in s), ("v mod 2 = 1", lambda n, s, v, w: v % 2 == 1), ("w ≤ 6", lambda n, s, v, w: w <= 6),
            ("s ⊆ 0‥5", lambda n, s, v, w: s <= up_to(0, 5)), ("card(s) < 3", lambda n, s, v, w: len(s) < 3), ("n ≠ v", lambda n, s, v, w: n != v),
            ("v < n", lambda n, s, v, w: v < n), ("s ≠ {1}", lambda n, s, v, w: s != {1})]

    def __init__(self, rng):
        self.of_n, self.of_s, self.of_v = rng.choice(self.OF_N), rng.choice(self.OF_S), rng.choice(self.OF_V)
        self.more = rng.sample(self.MORE, rng.choice((0, 1, 1, 2)))
        self.names, self.numbers = "n s v w", "nvw"
        self.conditions = [text for text, _ in (self.of_n, self.of_s, self.of_v, *self.more)]

    def choices(self):
        numbers = range(self.LAST + 1)
        for n in numbers:
            whole = sorted(self.of_n[1](n) & set(numbers))
            for s in (frozenset(c) for size in range(len(whole) + 1) for c in itertools.combinations(whole, size)):
                for v in self.of_s[1](n, s) & set(numbers):
                    for w in self.of_v[1](n, s, v) & set(numbers):
                        if all(test(n, s, v, w) for _, test in self.more):
                            yield {"n": n, "v": v, "w": w}


class Functions:
    """f comes from n, v from f."""
    LAST, BOUNDS = 5, (0, 1)
    FROM = [("1‥n", lambda n: up_to(1, n)), ("0‥n − 1", lambda n: up_to(0, n - 1)), ("n‥3", lambda n: up_to(n, 3)), ("0‥n", lambda n: up_to(0, n)), ("{n, 2}", lambda n: {n, 2})]
    TO = [("ℕ", lambda n: up_to(0, Functions.LAST)), ("0‥n", lambda n: up_to(0, n)), ("{0, 3}", lambda n: {0, 3}), ("0‥2", lambda n: up_to(0, 2)), ("n‥3", lambda n: up_to(n, 3))]
    OF_F = [("v ∈ ran(f)", lambda n, f: set(f.values())), ("v ∈ ran(f) ∖ {2}", lambda n, f: set(f.values()) - {2}), ("v ∈ ran(f) ∩ {1, 3}", lambda n, f: set(f.values()) & {1, 3}),
            ("v ∈ dom(f)", lambda n, f: set(f)), ("v ∈ f[{1}]", lambda n, f: {f[1]} if 1 in f else set()), ("v ∈ ran(f) ∪ {3}", lambda n, f: set(f.values()) | {3}),
            ("v ∈ {k·k ∈ dom(f) ∣ k + f(k)}", lambda n, f: {k + f[k] for k in f})]
    MORE = [("v ≥ 1", lambda n, f, v: v >= 1), ("n ≤ v", lambda n, f, v: n <= v), ("v + n < 4", lambda n, f, v: v + n < 4), ("v ∈ {0, 3}", lambda n, f, v: v in (0, 3)),
            ("card(f) = 2", lambda n, f, v: len(f) == 2), ("card(ran(f)) = 1", lambda n, f, v: len(set(f.values())) == 1), ("v ≤ 3", lambda n, f, v: v <= 3),
            ("f ≠ ∅", lambda n, f, v: bool(f)), ("v ∉ dom(f)", lambda n, f, v: v not in f), ("ran(f) ⊆ {v}", lambda n, f, v: set(f.values()) <= {v}),
            ("(∀i, j·i ∈ dom(f) ∧ j ∈ dom(f) ∧ i < j ⇒ f(i) < f(j))", lambda n, f, v: ascends(f, f, True)),
            ("(∀i, j·i ∈ dom(f) ∧ j ∈ dom(f) ∧ i ≤ j ⇒ f(i) ≤ f(j))", lambda n, f, v: ascends(f, f, False)),
            ("(∀i, j·i ∈ dom(f) ∧ j ∈ dom(f) ∧ i < j ⇒ f(i) > f(j))", lambda n, f, v: all(f[i] > f[j] for i in f for j in f if i < j)),
            ("(∀i·i ∈ dom(f) ⇒ f(i) > 1)", lambda n, f, v: all(f[i] > 1 for i in f)), ("(∀i·i ∈ dom(f) ⇒ f(i) ≥ i)", lambda n, f, v: all(f[i] >= i for i in f)),
            ("(∀i·i ∈ dom(f) ⇒ f(i) ≤ v)", lambda n, f, v: all(f[i] <= v for i in f))]
    # of f ∈ 1‥n → T
    BY_PLACE = [("(∀i, j·i ∈ 1‥n ∧ j ∈ 1‥n ∧ i < j ⇒ f(i) < f(j))", lambda n, f, v: ascends(f, f, True)), ("(∀i, j·i ∈ 1‥n ∧ j ∈ 1‥n ∧ i ≤ j ⇒ f(i) ≤ f(j))", lambda n, f, v: ascends(f, f, False)),
                ("(∀i, j·i ∈ 1‥n ∧ j ∈ 1‥n ∧ j > i ⇒ f(i) ≥ f(j))", lambda n, f, v: all(f[i] >= f[j] for i in f for j in f if i < j)),
                ("(∀i·i ∈ 1‥n − 1 ⇒ f(i) < f(i + 1))", lambda n, f, v: all(f[i] < f[i + 1] for i in range(1, n))),
                ("(∀i·i ∈ 1‥n − 1 ⇒ f(i) > f(i + 1))", lambda n, f, v: all(f[i] > f[i + 1] for i in range(1, n))),
                ("(∀i·i ∈ 1‥n − 1 ⇒ f(i) < 2)", lambda n, f, v: all(f[i] < 2 for i in range(1, n))), ("(∀i·i ∈ 1‥n ⇒ f(i) ≥ n)", lambda n, f, v: all(f[i] >= n for i in f)),
                ("(∀i·i ∈ 2‥n ⇒ f(i) ≤ 2)", lambda n, f, v: all(f[i] <= 2 for i in range(2, n + 1))), ("n > 0 ⇒ f(n) = 0", lambda n, f, v: n == 0 or f[n] == 0)]

    def __init__(self, rng):
        self.domain, self.range, self.arrow, self.of_f = rng.choice(self.FROM), rng.choice(self.TO), rng.choice("→⇸↣"), rng.choice(self.OF_F)
        self.more = rng.sample(self.MORE, rng.choice((0, 1, 1, 2)))
        if rng.random() < 0.5:
            self.domain, self.arrow, self.more = self.FROM[0], rng.choice("→→↣"), [rng.choice(self.BY_PLACE), *self.more[:1]]
        self.names, self.numbers = "n f v", "nv"
        self.conditions = [f"f ∈ {self.domain[0]} {self.arrow} {self.range[0]}", self.of_f[0], *(text for text, _ in self.more)]

    def functions(self, n):
        numbers = up_to(0, self.LAST)
        places, values = sorted(self.domain[1](n) & numbers), sorted(self.range[1](n) & numbers)
        for chosen in itertools.product(values + [None] * (self.arrow == "⇸"), repeat=len(places)):
            f = {place: value for place, value in zip(places, chosen) if value is not None}
            if self.arrow != "↣" or len(set(f.values())) == len(f):
                yield f

    def choices(self):
        for n in range(self.LAST + 1):
            for f in self.functions(n):
                for v in self.of_f[1](n, f) & up_to(0, self.LAST):
                    if all(test(n, f, v) for _, test in self.more):
                        yield {"n": n, "v": v}


def text_of(case, number):
    axioms = "".join(f"  @x{i}: {text}\n" for i, text in enumerate(["n ∈ ℕ", *case.conditions]))
    return (f"context c constants {case.names} axioms\n{axioms}end\nmachine m sees c variables x invariants @x: x = 0 @near: {number} ≤ {case.BOUNDS[1]}\n"
            "events event INITIALISATION then @x: x ≔ 0 end end\n")


def numbers_to_ask(case):
    """Those that the axioms limit, and that have values beyond the bounds."""
    values = {number: set() for number in case.numbers}
    for choice in case.choices():
        for number in case.numbers:
            values[number].add(choice[number])
    return [n for n in case.numbers if values[n] and case.BOUNDS[1] < max(values[n]) < case.LAST - 1]


def ask(rtcheck, case, number, folder):
    path = folder + "/m.eventb"
    with open(path, "w", encoding="utf-8") as out:
        out.write(text_of(case, number))
    low, high = case.BOUNDS
    return subprocess.run([rtcheck, "eventb", "--quiet", "--threads", "1", "--time", "20s", "--bound", f"INT={low}..{high}", path],
                          capture_output=True, text=True, check=False).returncode


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    failed, done, said, names = 0, 0, {}, {0: "holds", 1: "violated", 2: "no choice", 3: "unknown"}
    with tempfile.TemporaryDirectory() as folder:
        while done < count:
            case = rng.choice((Sets, Functions))(rng)
            for number in numbers_to_ask(case):
                status = ask(rtcheck, case, number, folder)
                said[names.get(status, "crash")] = said.get(names.get(status, "crash"), 0) + 1
                done += 1
                if status in (1, 2, 3):
                    continue
                failed += 1
                print(f"{text_of(case, number)}rtcheck says {names.get(status, 'crash')}, but {number} may be larger, and has a limit\n", flush=True)
    print(", ".join(f"{number} {verdict}" for verdict, number in sorted(said.items())))
    print(f"{done - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
