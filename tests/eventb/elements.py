#!/usr/bin/env python3
"""elements.py RTCHECK [COUNT [SEED]]: axioms about the elements and the size of a carrier set, in every order, against brute force.

What axioms say of a carrier set counts for those after them, and for nothing else (Rodin's axm/WD and thm/THM): `a ≠ b`, by which one
may be taken for the first element and the other for the second, partition(S, {a}, {b}), card(S) = 2, a bijection with 0‥1. Each case
is a few axioms and theorems after the constants' types; it is written in all orders, or in some where there are many, in one
context or in several, of which some extend others. For each axiom, all constants that those before it allow are tried, in
carrier sets of one to four elements:

- Where one is ill-defined, or a theorem false, for a carrier set of at most three, or of one more than those before it need, nothing holds.
- Where none is for any of them, there is a verdict: that it holds, or that no constants satisfy all axioms.
- A violation is a theorem that is false, or ill-defined, where all axioms hold.

An order's answer may not depend on whether elements are taken for alike (--no-symmetry).
"""
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

SIZES = (1, 2, 3, 4)
TRIED = 3  # so large are the carrier sets that rtcheck tries at least
MOST_ORDERS = 6


class IllDefined(Exception):
    """What is asked for has no value."""


def subsets(items):
    return [frozenset(c) for n in range(len(items) + 1) for c in itertools.combinations(items, n)]


def partial_functions(keys, values):
    return [dict((k, v) for k, v in zip(keys, chosen) if v is not None)
            for chosen in itertools.product([None, *values], repeat=len(keys))]


# name: its type as an axiom, its values in a carrier set
CONSTANTS = {"a": ("a ∈ S", list), "b": ("b ∈ S", list), "c": ("c ∈ S", list), "A": ("A ⊆ S", subsets),
             "B": ("B ∈ ℙ(S)", subsets), "f": ("f ∈ S ⇸ 0‥1", lambda S: partial_functions(S, (0, 1))),
             "g": ("g ∈ 0‥1 ⇸ S", lambda S: partial_functions((0, 1), S))}


def apply(function, argument):
    if argument not in function:
        raise IllDefined
    return function[argument]


def divide(a, b):
    if b == 0:
        raise IllDefined
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def is_partition(whole, *parts):
    return frozenset().union(*parts) == frozenset(whole) and sum(len(p) for p in parts) == len(whole)


def is_bijection(function, keys, values):
    return set(function) == set(keys) and sorted(map(str, function.values())) == sorted(map(str, values))


# text, what it speaks of, its truth
FORMULAS = [
    ("a ≠ b", "ab", lambda e: e["a"] != e["b"]), ("¬(a = b)", "ab", lambda e: e["a"] != e["b"]), ("b ∉ {a}", "ab", lambda e: e["a"] != e["b"]),
    ("{a} ≠ {b}", "ab", lambda e: e["a"] != e["b"]), ("card({a, b}) = 2", "ab", lambda e: e["a"] != e["b"]), ("a = b", "ab", lambda e: e["a"] == e["b"]),
    ("a ∉ {b, c}", "abc", lambda e: e["a"] not in (e["b"], e["c"])), ("{a, b} ∩ {c} = ∅", "abc", lambda e: e["c"] not in (e["a"], e["b"])),
    ("card(S) − 1 > 1", "", lambda e: len(e["S"]) > 2), ("card(S) ∈ {3, 4}", "", lambda e: len(e["S"]) in (3, 4)),
    ("card({a, b, c}) = 3", "abc", lambda e: len({e["a"], e["b"], e["c"]}) == 3), ("b ≠ c", "bc", lambda e: e["b"] != e["c"]),
    ("partition(S, {a}, {b})", "ab", lambda e: is_partition(e["S"], {e["a"]}, {e["b"]})),
    ("partition(S, {a}, {b}, {c})", "abc", lambda e: is_partition(e["S"], {e["a"]}, {e["b"]}, {e["c"]})),
    ("S = {a, b}", "ab", lambda e: set(e["S"]) == {e["a"], e["b"]}), ("{a, b, c} = S", "abc", lambda e: set(e["S"]) == {e["a"], e["b"], e["c"]}),
    ("S = {a}", "a", lambda e: set(e["S"]) == {e["a"]}), ("S ≠ {a, b}", "ab", lambda e: set(e["S"]) != {e["a"], e["b"]}),
    ("partition(S, A, {a})", "Aa", lambda e: is_partition(e["S"], e["A"], {e["a"]})), ("partition(S, A, B)", "AB", lambda e: is_partition(e["S"], e["A"], e["B"])),
    ("A = S", "A", lambda e: e["A"] == frozenset(e["S"])), ("A ⊂ S", "A", lambda e: e["A"] < frozenset(e["S"])), ("A ≠ ∅", "A", lambda e: bool(e["A"])),
    ("a ∈ A", "Aa", lambda e: e["a"] in e["A"]), ("A = {a, b}", "Aab", lambda e: e["A"] == {e["a"], e["b"]}), ("card(A) = 1", "A", lambda e: len(e["A"]) == 1),
    ("A ∩ B = ∅", "AB", lambda e: not e["A"] & e["B"]), ("card(A) < card(B)", "AB", lambda e: len(e["A"]) < len(e["B"])),
    ("card(S) = 2", "", lambda e: len(e["S"]) == 2), ("card(S) = 3", "", lambda e: len(e["S"]) == 3), ("card(S) < 3", "", lambda e: len(e["S"]) < 3),
    ("card(S) > 1", "", lambda e: len(e["S"]) > 1), ("card(S) ≠ 3", "", lambda e: len(e["S"]) != 3), ("card(S) = 1", "", lambda e: len(e["S"]) == 1),
    ("(∃x, y·x ∈ S ∧ y ∈ S ∧ x ≠ y)", "", lambda e: len(e["S"]) > 1), ("(∀x·x ∈ S ⇒ x = a)", "a", lambda e: len(e["S"]) == 1),
    ("f ∈ S ⤖ 0‥1", "f", lambda e: is_bijection(e["f"], e["S"], (0, 1))), ("g ∈ 0‥1 ⤖ S", "g", lambda e: is_bijection(e["g"], (0, 1), e["S"])),
    ("f ∈ S → 0‥1", "f", lambda e: len(e["f"]) == len(e["S"])), ("g ∈ 0‥1 ↣ S", "g", lambda e: len(e["g"]) == 2 and len(set(e["g"].values())) == 2),
    ("ran(g) = S", "g", lambda e: set(e["g"].values()) == set(e["S"])), ("dom(f) = S", "f", lambda e: len(e["f"]) == len(e["S"])),
    ("a ∈ dom(f)", "fa", lambda e: e["a"] in e["f"]), ("ran(g) = {a}", "ga", lambda e: set(e["g"].values()) == {e["a"]}),
    ("f(a) = 0", "fa", lambda e: apply(e["f"], e["a"]) == 0), ("f(a) ≠ f(b)", "fab", lambda e: apply(e["f"], e["a"]) != apply(e["f"], e["b"])),
    ("g(0) = a", "ga", lambda e: apply(e["g"], 0) == e["a"]), ("g(0) ≠ g(1)", "g", lambda e: apply(e["g"], 0) != apply(e["g"], 1)),
    ("f(g(0)) = 1", "fg", lambda e: apply(e["f"], apply(e["g"], 0)) == 1), ("f(a) + f(b) = 1", "fab", lambda e: apply(e["f"], e["a"]) + apply(e["f"], e["b"]) == 1),
    ("9 ÷ (card(S) − 3) < 99", "", lambda e: divide(9, len(e["S"]) - 3) < 99), ("9 ÷ (card(S) − 1) < 99", "", lambda e: divide(9, len(e["S"]) - 1) < 99),
    ("4 ÷ card(A) > 1", "A", lambda e: divide(4, len(e["A"])) > 1), ("4 ÷ (card({a, b}) − 1) = 4", "ab", lambda e: divide(4, len({e["a"], e["b"]}) - 1) == 4),
    ("{a ↦ 1, b ↦ 2}(a) = 1", "ab", lambda e: e["a"] != e["b"] or several()), ("4 ÷ card(S ∖ {a, b}) > 0", "ab", lambda e: divide(4, len(set(e["S"]) - {e["a"], e["b"]})) > 0),
]


def several():
    raise IllDefined


class Case:
    """Axioms, without an order: text, truth, whether it is a theorem."""

    def __init__(self, rng):
        self.rng = rng
        self.names = set()
        self.list = []
        while len(self.list) < rng.choice((2, 3, 3, 4)):
            text, names, test = rng.choice(FORMULAS)
            if len(self.names | set(names)) > 3 or {"f", "g", "A", "B"} <= self.names | set(names):
                continue
            if rng.random() < 0.15:
                other, more, also = rng.choice(FORMULAS)
                if len(self.names | set(names) | set(more)) <= 3:
                    text, names, test = f"{text} ∧ {other}", names + more, lambda e, p=test, q=also: p(e) and q(e)
            self.names |= set(names)
            self.list.append((text, test, rng.random() < 0.4))

    def orders(self):
        """The number of each axiom's context, and the axioms in order: context 0 is extended by 1 and 2, which do not know each other."""
        orders = list(itertools.permutations(self.list))
        self.rng.shuffle(orders)
        for order in orders[:MOST_ORDERS]:
            one = self.rng.random() < 0.7
            yield [(0 if one else self.rng.choice((0, 1, 2)), *axiom) for axiom in order]

    def choices(self, size):
        elements = [f"S{i + 1}" for i in range(size)]
        names = sorted(self.names)
        for chosen in itertools.product(*(CONSTANTS[n][1](elements) for n in names)):
            yield {"S": elements, **dict(zip(names, chosen))}


def text_of(case, order):
    out = []
    types = "".join(f"  @t{n}: {CONSTANTS[n][0]}\n" for n in sorted(case.names))
    constants = "constants " + " ".join(sorted(case.names)) if case.names else ""
    for context in range(3):
        own = "".join(f"  {'theorem ' if theorem else ''}@x{i}: {text}\n" for i, (number, text, _, theorem) in enumerate(order) if number == context)
        head = f"context c0 sets S {constants} axioms\n  @size: finite(S)\n{types}" if context == 0 else f"context c{context} extends c0 axioms\n"
        out.append(head + own + ("" if context == 0 or own else "  @none: ⊤\n") + "end\n")
    return "".join(out) + "machine m sees c1 c2 variables v invariants @v: v = 0\nevents event INITIALISATION then @v: v ≔ 0 end end\n"


def value(test, env):
    """None: it is ill-defined."""
    try:
        return bool(test(env))
    except IllDefined:
        return None


def truth(case, order, sizes):
    """Numbers of axioms that are ill-defined, and of theorems that are ill-defined or false, where those before them hold, also where
    theorems before them do; is any wrong where all axioms hold; are there any choices?"""
    wrong, sure, violated, any_left = set(), set(), False, False
    for size in sizes:
        for env in case.choices(size):
            values = [value(test, env) for _, _, test, _ in order]
            for i, (context, _, _, theorem) in enumerate(order):
                before = [j for j in range(i) if order[j][0] == context] + [j for j in range(len(order)) if order[j][0] == 0 and context != 0]
                if any(not values[j] for j in before if not order[j][3]):
                    continue
                if values[i] is None or (theorem and not values[i]):
                    wrong.add(i)
                    if all(values[j] for j in before):
                        sure.add(i)
            if all(v for v, (_, _, _, theorem) in zip(values, order) if not theorem):
                any_left = True
                violated = violated or not all(values)
    return wrong, sure, violated, any_left


def is_seen(case, order, i):
    """Is the axiom wrong in a carrier set that rtcheck tries: of at most three elements, or of one more than those before it need?"""
    before = [x for j, x in enumerate(order) if j < i and x[0] == order[i][0] or x[0] == 0 != order[i][0]]
    needed = next((size for size in SIZES if truth(case, [x for x in before if not x[3]], (size,))[3]), TRIED)
    return any(i in truth(case, order, (size,))[1] for size in range(1, max(TRIED, needed + 1) + 1) if size in SIZES)


def mistake(case, order, status):
    wrong, sure, violated, any_left = truth(case, order, SIZES)
    if status == 2:
        return "there are constants that satisfy all axioms" if truth(case, order, (2,))[3] else None
    if status == 1:
        return None if violated else "no theorem is wrong where all axioms hold"
    if status == 0 and (any(is_seen(case, order, i) for i in sure) or not any_left):
        return f"these are wrong where those before them hold: {sorted(sure)}; " + ("some" if any_left else "no") + " constants are left"
    if status == 3 and not wrong:
        return "nothing is wrong where those before it hold"
    return None if status in (0, 3) else f"status {status}"


def ask(rtcheck, text, folder, more=()):
    path = folder + "/m.eventb"
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    done = subprocess.run([rtcheck, "eventb", "--json", "--threads", "1", "--machine", "m", "--time", "20s", *more, path],
                          capture_output=True, text=True, check=False)
    return done.returncode, "; ".join(json.loads(done.stdout).get("undecided", [])) if done.stdout else done.stderr


def interesting_case(rng):
    """Mostly one in which what is wrong, if anything, is so because of what comes later."""
    while True:
        case = Case(rng)
        _, _, violated, any_left = truth(case, [(0, *axiom) for axiom in case.list], SIZES)
        if any_left and not violated or rng.random() < 0.05:
            return case


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    failed, said, names = 0, {}, {0: "holds", 1: "violated", 2: "no choice", 3: "unknown"}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(count):
            case, bad = interesting_case(rng), False
            for order in case.orders():
                text = text_of(case, order)
                status, why = ask(rtcheck, text, folder)
                plainly, _ = ask(rtcheck, text, folder, ["--no-symmetry"])
                wrong = mistake(case, order, status)
                if plainly != status:
                    wrong = f"with --no-symmetry it is {names.get(plainly, 'a crash')}"
                said[names.get(status, "crash")] = said.get(names.get(status, "crash"), 0) + 1
                if wrong:
                    bad = True
                    print(f"{text}rtcheck says {names.get(status, 'crash')} ({why}), but {wrong}\n", flush=True)
            failed += bad
    print(", ".join(f"{number} {verdict}" for verdict, number in sorted(said.items())))
    print(f"{count - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
