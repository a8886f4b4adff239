#!/usr/bin/env python3
"""choices.py RTCHECK [COUNT [SEED]]: values of parameters that random conditions limit together, against brute force.

An event gives a variable the value of its parameter p or q; the invariant says that this is at most 3, the upper end of
the default bounds. Where the conditions allow finitely many values of it, one of them larger, `holds` is wrong; where
they allow none that is larger, `violated` is, unless one of them is ill-defined where those before it hold.
"""
import itertools
import os
import random
import subprocess
import sys
import tempfile

RANGES = (30, 55)
COMPARE = {"≤": lambda a, b: a <= b, "<": lambda a, b: a < b, "=": lambda a, b: a == b, "≥": lambda a, b: a >= b,
           ">": lambda a, b: a > b, "≠": lambda a, b: a != b}
SETS = {"ℤ": lambda x: True, "ℕ": lambda x: x >= 0, "ℕ1": lambda x: x >= 1, "0‥9": lambda x: 0 <= x <= 9}


def condition(rng, names):
    """Text, and a test of values by name."""
    terms = [(rng.choice((-2, -1, 1, 1, 1, 2)), name) for name in rng.sample(names, rng.randint(1, len(names)))]
    number, sign = rng.randint(-3, 12), rng.choice(list(COMPARE))
    left = " + ".join(f"{name}" if factor == 1 else f"({factor}) ∗ {name}" for factor, name in terms)
    if rng.random() < 0.3 and len(terms) > 1:  # one of them on its own
        factor, name = terms.pop(0)
        rest = " − ".join([str(number)] + [f"({f}) ∗ {n}" for f, n in terms])
        terms = [(1, name)] + terms
        left, right = name, rest
        return f"{left} {sign} {right}", lambda v: COMPARE[sign](v[name], number - sum(f * v[n] for f, n in terms[1:]))
    return f"{left} {sign} {number}", lambda v: COMPARE[sign](sum(f * v[n] for f, n in terms), number)


STATE = (("x = 0", lambda v: True), ("x ≠ 0", lambda v: False), ("x ∈ {0, 7}", lambda v: True), ("x > 3", lambda v: False))
JOIN = {"∧": lambda a, b: a and b, "∨": lambda a, b: a or b, "⇒": lambda a, b: not a or b, "⇔": lambda a, b: a == b}


def cube(rng, names):
    name, sign, number = rng.choice(names), rng.choice(list(COMPARE)), rng.choice((-9, 0, 7, 8, 20, 27, 28, 64, 1000))
    return f"{name} ∗ {name} ∗ {name} {sign} {number}", lambda v: COMPARE[sign](v[name] ** 3, number)


def joined(rng, names):
    """Of the state, and of parameters: what may hold always, never, or only now."""
    def part():
        kind = rng.randint(0, 5)
        return rng.choice(STATE) if kind < 2 else cube(rng, names) if kind == 2 else condition(rng, names)
    (a, left), (b, right) = part(), part()
    if rng.random() < 0.2:  # the same again
        b, right = a, left
    sign = rng.choice(list(JOIN))
    text, test = f"(({a}) {sign} ({b}))", lambda v: JOIN[sign](left(v), right(v))
    return (f"¬{text}", lambda v: not test(v)) if rng.random() < 0.2 else (text, test)


def follower(rng):
    """What is said of a g that depends on p, and of which p there is one."""
    k, few = rng.randint(0, 8), sorted(rng.sample(range(9), 2))
    size = lambda v: max(v["p"], 0)
    return rng.choice((
        ("g ∈ 1‥p → BOOL", lambda v: True),
        ("g ⊆ 1‥p ∧ g ≠ ∅", lambda v: v["p"] >= 1),
        (f"g ∈ 1‥p → {{1}} ∧ dom(g) ⊆ 1‥{k}", lambda v: v["p"] <= k),
        (f"g ∈ 1‥p → ℕ ∧ {k} ∉ dom(g)", lambda v: k < 1 or v["p"] < k),
        (f"g ∈ 1‥p → BOOL ∧ card(g) ∈ {{{few[0]}, {few[1]}}}", lambda v: size(v) in few),
        (f"g ∈ 1‥p ↣ 1‥{k}", lambda v: v["p"] <= k),
        (f"g ∈ 0‥{k % 3} ↠ 1‥p", lambda v: 1 <= v["p"] <= k % 3 + 1),
        (f"g ⊆ p‥{k} ∧ g ≠ ∅", lambda v: v["p"] <= k),
        (f"g ∈ p‥{k}", lambda v: v["p"] <= k),
        (f"g ∈ (p‥{k}) ∪ (p‥{k - 1})", lambda v: v["p"] <= k),
        (f"g ∈ (p‥{k}) ∩ (1‥4)", lambda v: k >= 1 and v["p"] <= min(k, 4)),
        (f"g ∈ (0‥{k}) ∖ (0‥p)", lambda v: v["p"] < k or v["p"] < 0),
        (f"g ∈ {{i ∣ i ∈ 0‥{k} ∧ i > p}}", lambda v: v["p"] < k),
        (f"g ∈ BOOL × (p‥{k})", lambda v: v["p"] <= k),
        (f"g ∈ BOOL → p‥{k}", lambda v: v["p"] <= k),
        (f"g ∈ ℙ1(p‥{k})", lambda v: v["p"] <= k),
        (f"g ∈ {{{k} − p}} ∧ g ∈ ℕ", lambda v: v["p"] <= k),
        (f"g ∈ ({{p}} ∩ (0‥{k})) × BOOL", lambda v: 0 <= v["p"] <= k),
        ("g ∈ {p, p + 1}", lambda v: True),
        (f"g ∈ BOOL → 0‥1 ∧ (∀i·i ∈ ran(g) ⇒ p + i ∗ i < {k + 2})", lambda v: v["p"] < k + 2)))


def element(rng, names):
    """One of the two is in a set that depends on the other."""
    one, other = rng.sample(names, 2)
    k, few = rng.randint(0, 9), sorted(rng.sample(range(10), 2))
    said = f"{{{few[0]}, {few[1]}}}"
    return rng.choice((
        (f"{one} ∈ (0‥{other}) ∩ {said}", lambda v: v[one] in few and v[one] <= v[other]),
        (f"{one} ∈ {{i ∣ i ∈ 0‥{other} ∧ i < {k}}}", lambda v: 0 <= v[one] <= v[other] and v[one] < k),
        (f"{one} ∈ {said} ∖ ({other}‥20)", lambda v: v[one] in few and not v[other] <= v[one] <= 20),
        (f"{one} ∈ 0‥{other} ∪ {said}", lambda v: v[one] in few or 0 <= v[one] <= v[other]),
        (f"{{{one}}} ⊆ 0‥{other} ∧ {{{one}}} ∩ {said} ≠ ∅", lambda v: v[one] in few and v[one] <= v[other]),
        (f"{one} ∈ {{{other}, {other} + {k}}}", lambda v: v[one] in (v[other], v[other] + k))))


def slopes(rng, names):
    """Half-lines that meet, or do not."""
    one, other = rng.sample(names, 2)
    a, b, c = rng.randint(1, 3), rng.randint(1, 3), rng.randint(0, 9)
    return (f"({a} ∗ {one} ≤ {other} ∧ {other} ≤ {b} ∗ {one} + {c})", lambda v: a * v[one] <= v[other] <= b * v[one] + c)


COMPUTED = (("8 ÷ (x + 1)", 8), ("max({x, 6})", 6), ("5", 5), ("2", 2), ("9 ÷ x", None), ("min({5} ∩ {x})", None))


def alternative(rng, name):
    """That it is a certain number, perhaps while the state says so, or one of two; None: that is ill-defined."""
    text, number = rng.choice(COMPUTED)
    said, holds = rng.choice(STATE)
    return rng.choice((
        (f"{name} = {text}", lambda v: None if number is None else v[name] == number),
        (f"{text} = {name}", lambda v: None if number is None else v[name] == number),
        (f"{name} ∈ {{{text}, 7}}", lambda v: None if number is None else v[name] in (number, 7)),
        (f"({said} ∧ {name} = {text})",
         lambda v: False if not holds(v) else None if number is None else v[name] == number)))


def alternatives(rng, names):
    """What comes first protects what may be ill-defined."""
    name = rng.choice(names)
    (a, left), (b, right) = alternative(rng, name), alternative(rng, name)

    def test(values):
        first = left(values)
        return right(values) if first is False else first
    return f"({a} ∨ {b})", test


def values(tests, names, shown, bound):
    """All values of one of the parameters, within a range for all; and whether something is ill-defined."""
    found, ill = set(), False
    for numbers in itertools.product(range(-bound, bound + 1), repeat=len(names)):
        at = dict(zip(names, numbers))
        said = next((said for said in (test(at) for test in tests) if not said), True)
        ill = ill or said is None
        if said:
            found.add(at[shown])
    return found, ill


def verdict(rtcheck, names, shown, texts):
    machine = ("machine m variables x invariants x ∈ ℤ @i: x ≤ 3 events event INITIALISATION then x ≔ 0 end\n"
               f"event e any {' '.join(names)} where x = 0 ∧ {' ∧ '.join(texts)} then x ≔ {shown} end end\n")
    with tempfile.NamedTemporaryFile("w", suffix=".eventb") as file:
        file.write(machine)
        file.flush()
        done = subprocess.run([rtcheck, "eventb", "--no-beyond", "--quiet", "--threads", "1", file.name], capture_output=True, text=True,
                              check=False)
    if done.returncode not in (0, 1, 3):
        raise SystemExit(f"rtcheck refused:\n{machine}{done.stderr}")
    return {0: "holds", 1: "violated", 3: "unknown"}[done.returncode]


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    failed, said = 0, {}
    for _ in range(count):
        names = ["p", "q"]
        parts = []
        for name in names:
            kind = rng.choice(list(SETS))
            parts.append((f"{name} ∈ {kind}", lambda v, n=name, k=kind: SETS[k](v[n])))
        kinds = (condition, condition, condition, joined, cube, element, slopes, alternatives, alternatives)
        parts += [rng.choice(kinds)(rng, names) for _ in range(rng.randint(1, 3))]
        shown = rng.choice(("p", "p", "q"))
        extra = rng.random() < 0.25
        if extra:
            parts.append(follower(rng))
        rng.shuffle(parts)
        texts, tests = [text for text, _ in parts], [test for _, test in parts]
        (few, _), (many, ill) = (values(tests, names, shown, bound) for bound in RANGES)
        answer = verdict(rtcheck, names + ["g"] if extra else names, shown, texts)
        said[answer] = said.get(answer, 0) + 1
        larger = any(p > 3 for p in many)
        if (answer == "violated" and not larger and not ill) or (
                answer == "holds" and (ill or (larger and few == many))):
            failed += 1
            print(" ∧ ".join(texts), "\n  rtcheck says", answer, "but", shown, "is among", sorted(many)[:20],
                  ", ill-defined" if ill else "")
    print(", ".join(f"{number} {answer}" for answer, number in sorted(said.items())))
    print(f"{count - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
