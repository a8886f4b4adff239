#!/usr/bin/env python3
"""asked.py RTCHECK [COUNT [SEED]]: formulas about all integers and infinite sets, against a search that is wide enough.

Numbers in these formulas are small, and quantifiers few: what is true of all integers is true of those up to WIDE, and
the other way round. So brute force over these decides every formula, and whether it is well-defined: where a quantifier
or a set is ill-defined for one value, it is as a whole. A predicate is True, False or None: ill-defined. `holds` is
wrong unless the formula is True, and `violated` is wrong where it is; the bounds are far too narrow for most of them, so
that it is the solver that is tested, or nothing is decided. With --no-solver, too, no answer may contradict.
"""
import os
import random
import subprocess
import sys
import tempfile

WIDE = {1: 150, 2: 40}  # by the number of integers that are bound inside each other
STATE = {"x": 2, "y": -3}
SET = {1, 2, 5}
RELATION = {1: 2, 2: 5, 4: 4}


class Ill(Exception):
    """Something is not well-defined."""


def number(rng, names, depth):
    """Text, and the value by those of identifiers."""
    kind = rng.randint(0, 9 if depth else 3)
    if names and (kind <= 1 or rng.random() < 0.4):
        name = rng.choice(names)
        return name, lambda env: env[name]
    if kind <= 2:
        value = rng.randint(-3, 5)
        return (f"{value}" if value >= 0 else f"(−{-value})"), lambda env: value
    if kind == 3:
        name = rng.choice(("x", "y"))
        return name, lambda env: STATE[name]
    a, left = number(rng, names, depth - 1)
    if kind == 7:
        factor = rng.randint(-2, 3)
        return f"(({factor}) ∗ {a})".replace("-", "−"), lambda env: factor * left(env)
    if kind == 8:
        divisor = rng.choice((2, 3, -2))
        if rng.random() < 0.5 and divisor > 0:
            return f"({a} mod {divisor})", lambda env: remainder(left(env), divisor)
        return f"({a} ÷ ({divisor}))".replace("-", "−"), lambda env: quotient(left(env), divisor)
    if kind == 9:
        return f"r({a})", lambda env: applied(left(env))
    b, right = number(rng, names, depth - 1)
    if rng.random() < 0.5:
        return f"({a} + {b})", lambda env: left(env) + right(env)
    return f"({a} − {b})", lambda env: left(env) - right(env)


def remainder(a, b):
    if a < 0:
        raise Ill
    return a % b


def quotient(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def applied(a):
    if a not in RELATION:
        raise Ill
    return RELATION[a]


def evaluate(test, env):
    try:
        return test(env)
    except Ill:
        return None


def connective(sign, left, right):
    """From left to right: what comes first keeps what comes later from being evaluated."""
    def test(env):
        a = left(env)
        if sign == "∧":
            return a and right(env)
        if sign == "∨":
            return a or right(env)
        if sign == "⇒":
            return not a or right(env)
        return a == right(env)
    return test


def all_values(name, wide, test, every):
    def tried(env):
        results = [test(env | {name: value}) for value in range(-wide, wide + 1)]  # all of them: one may be ill-defined
        return all(results) if every else any(results)
    return tried


def integers(rng, names, depth, left):
    """A set of integers as text and a test of membership; `left`: so many integers may be bound in it."""
    kind = rng.randint(0, 11 if depth else 5)
    if kind >= 10 and left:
        return mapped(rng, names, left)
    if kind == 0:
        return "ℕ", lambda env: (lambda v: v >= 0)
    if kind == 1:
        return "ℕ1", lambda env: (lambda v: v >= 1)
    if kind == 2:
        return "s", lambda env: (lambda v: v in SET)
    if kind == 3:
        a, value = number(rng, names, 1)
        return f"{{{a}}}", lambda env: (lambda chosen: lambda v: v == chosen)(value(env))
    if kind == 4:
        (a, low), (b, high) = number(rng, names, 0), number(rng, names, 0)
        return f"({a} ‥ {b})", lambda env: (lambda l, h: lambda v: l <= v <= h)(low(env), high(env))
    if kind == 5:
        return "ℤ", lambda env: (lambda v: True)
    if kind <= 7 and left:
        name = f"e{left}"
        p, test = predicate(rng, names + [name], depth - 1, left - 1)
        return f"{{{name} ∣ {name} ∈ ℤ ∧ {p}}}", lambda env: given(test, env, name)
    op, (a, one), (b, two) = rng.choice("∪∩∖"), integers(rng, names, depth - 1, left), integers(rng, names, depth - 1, left)
    return f"({a} {op} {b})", lambda env: combined(op, one(env), two(env))


FORMS = ("{{{n}·{n} ∈ {s} ∣ {e}}}", "ran(λ{n}·{n} ∈ {s} ∣ {e})", "(λ{n}·{n} ∈ ℤ ∣ {e})[{s}]", "dom((λ{n}·{n} ∈ {s} ∣ {e})∼)",
         "(⋃{n}·{n} ∈ {s} ∣ {{{e}}})", "ran({s} ◁ (λ{n}·{n} ∈ ℤ ∣ {e}))", "dom({{{n} ↦ k ∣ {n} ∈ ℤ ∧ k ∈ {s} ∧ {n} = {k}}})",
         "prj2[{{{n}·{n} ∈ {s} ∣ 0 ↦ {e}}}]", "(id ; (λ{n}·{n} ∈ ℤ ∣ {e}))[{s}]", "ran((λ{n}·{n} ∈ {s} ∣ {n}) ; (λ{n}·{n} ∈ ℤ ∣ {e}))")


def mapped(rng, names, left):
    """What a linear function makes of a set, in several spellings."""
    name, factor, offset = f"m{left}", rng.choice((-2, -1, 1, 2, 3)), rng.randint(-4, 4)
    s, inside = integers(rng, names, 0, 0)
    form = rng.choice(FORMS)
    e, k = (f"(({factor}) ∗ {v} + ({offset}))".replace("-", "−") for v in (name, "k"))

    def made(env):
        test = inside(env)
        return lambda v: (v - offset) % factor == 0 and test((v - offset) // factor)
    return form.format(n=name, s=s, e=e, k=k), made


def is_finite(test):
    return not any(test(v) for far in (150, -200) for v in range(far, far + 50))


def least(test, sign):
    """min of a set, or max."""
    if not is_finite(lambda v: test(v) and v * sign < 0):
        raise Ill
    found = [v for v in range(-200, 201) if test(v)]
    if not found:
        raise Ill
    return min(found) if sign > 0 else max(found)


ARROWS = {"↔": "", "⇸": "", "→": "t", "↣": "ti", "⤔": "i", "⤀": "s", "↠": "ts", "⤖": "tsi"}


def arrow(rng, names):
    """Is a linear function one of an arrow?"""
    factor, offset, sign = rng.choice((0, -2, -1, 1, 2)), rng.randint(-3, 3), rng.choice(list(ARROWS))
    (d, domain), (s, source), (t, target) = (integers(rng, names, 0, 0) for _ in range(3))
    e = f"(({factor}) ∗ f + ({offset}))".replace("-", "−")

    def test(env):
        given_for, first, second = domain(env), source(env), target(env)
        points = [v for v in range(-100, 101) if given_for(v)]
        values = [factor * v + offset for v in points]
        good = all(first(v) for v in points) and all(second(v) for v in values)
        if "t" in ARROWS[sign]:
            good = good and all(given_for(v) for v in range(-100, 101) if first(v))
        if "s" in ARROWS[sign]:
            good = good and all(v in values for v in range(-40, 41) if second(v))
        if "i" in ARROWS[sign]:
            good = good and len(set(values)) == len(values)
        return good
    return f"((λf·f ∈ {d} ∣ {e}) ∈ {s} {sign} {t})", test


def given(test, env, name):
    """The set is ill-defined if its predicate is for one value."""
    known = {value: test(env | {name: value}) for value in range(-WIDE[2], WIDE[2] + 1)}
    return lambda v: known[v] if v in known else test(env | {name: v})


def combined(op, a, b):
    return {"∪": lambda v: a(v) or b(v), "∩": lambda v: a(v) and b(v), "∖": lambda v: a(v) and not b(v)}[op]


def predicate(rng, names, depth, left):
    kind = rng.randint(0, 9)
    if left == 2 and rng.random() < 0.15:
        return arrow(rng, names)
    if left == 2 and rng.random() < 0.25:
        s, inside = integers(rng, names, 1, 1)
        if rng.random() < 0.4:
            return f"finite({s})", lambda env: is_finite(inside(env))
        sign, (a, value) = rng.choice((1, -1)), number(rng, names, 0)
        return f"({'min' if sign > 0 else 'max'}({s}) = {a})", lambda env: least(inside(env), sign) == value(env)
    if depth and kind < 3:
        (p, one), (q, two) = predicate(rng, names, depth - 1, left), predicate(rng, names, depth - 1, left)
        sign = rng.choice("∧∨⇒⇔")
        return f"({p} {sign} {q})", connective(sign, one, two)
    if depth and left and kind < 6:
        name, every = f"b{left}", rng.random() < 0.5
        s, ranges = integers(rng, names, 0, 0)
        p, test = predicate(rng, names + [name], depth - 1, left - 1)
        sign = "⇒" if every else "∧"
        body = connective(sign, lambda env: ranges(env)(env[name]), test)
        return (f"({'∀' if every else '∃'}{name}·{name} ∈ {s} {sign} {p})",
                all_values(name, WIDE[left], body, every))
    if left and kind < 9:
        (s, one), (t, two) = integers(rng, names, depth, left - 1), integers(rng, names, depth, left - 1)
        sign = rng.choice(("=", "⊆", "⊂", "≠", "⊈"))
        return f"({s} {sign} {t})", lambda env: compared(sign, one(env), two(env))
    if kind == 6:
        (a, value), (s, test) = number(rng, names, 1), integers(rng, names, depth and 1, left)
        return f"({a} ∈ {s})", lambda env: (lambda v: test(env)(v))(value(env))
    (a, one), (b, two) = number(rng, names, 1 + (depth > 0)), number(rng, names, 1)
    sign = rng.choice(("=", "<", "≤", "≠", ">"))
    tests = {"=": lambda p, q: p == q, "<": lambda p, q: p < q, "≤": lambda p, q: p <= q, "≠": lambda p, q: p != q,
             ">": lambda p, q: p > q}
    return f"({a} {sign} {b})", lambda env: tests[sign](one(env), two(env))


def compared(sign, a, b):
    pairs = [(bool(a(v)), bool(b(v))) for v in range(-5 * WIDE[2], 5 * WIDE[2] + 1)]  # far beyond what is bound further out
    included, equal = all(q or not p for p, q in pairs), all(p == q for p, q in pairs)
    return {"=": equal, "≠": not equal, "⊆": included, "⊈": not included, "⊂": included and not equal}[sign]


def answer(rtcheck, text, *options):
    with tempfile.NamedTemporaryFile("w", suffix=".eventb") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([rtcheck, "eventb", "--no-beyond", "--threads", "1", *options, file.name], capture_output=True,
                              text=True, check=False)
    if done.returncode not in (0, 1, 3):
        raise SystemExit(f"rtcheck refused:\n{text}{done.stderr}")
    return {0: "holds", 1: "violated", 3: "unknown"}[done.returncode]


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    failed, said = 0, {"holds": 0, "violated": 0, "unknown": 0}
    for i in range(count):
        formula, test = predicate(rng, [], rng.randint(1, 3), 2)
        text = ("machine m variables x y s r\ninvariants x ∈ ℤ y ∈ ℤ s ⊆ ℤ r ∈ ℤ ↔ ℤ\n" + f"@i: {formula}\n"
                "events event INITIALISATION then x ≔ 2 y ≔ −3 s ≔ {1, 2, 5} r ≔ {1 ↦ 2, 2 ↦ 5, 4 ↦ 4} end\nend\n")
        truth = evaluate(test, {})
        for options in ((), ("--no-solver",)) if i % 4 == 0 else ((),):
            verdict = answer(rtcheck, text, *options)
            if not options:
                said[verdict] += 1
            wrong = truth is not True
            if (verdict == "holds" and wrong) or (verdict == "violated" and truth is True):
                failed += 1
                print(f"said {verdict} {' '.join(options)}, is {'ill-defined' if truth is None else truth}:\n{text}")
    few = said["unknown"] > count // 4
    if few:
        print("too few formulas were decided")
    print(", ".join(f"{number} {verdict}" for verdict, number in sorted(said.items())))
    print(f"{count - failed} passed, {failed} failed")
    return 1 if failed or few else 0


if __name__ == "__main__":
    sys.exit(main())
