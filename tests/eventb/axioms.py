#!/usr/bin/env python3
"""axioms.py RTCHECK [COUNT [SEED]]: random constants and axioms, against brute force over a range that cuts nothing.

A machine without events has an invariant about its constants: it holds if every choice that satisfies the axioms
satisfies it. The integers' bounds are narrow on purpose, so that many axioms ask for numbers beyond them.

- Where the axioms leave finitely many choices (a wider range has no others), there is one truth: `holds`, `violated` and
  the number of choices must be right; `unknown` is counted.
- Where they leave infinitely many, `holds` speaks of choices within the bounds, but for what the axioms limit: where a
  number (k, f(0), an element of s) has finitely many values in all choices, all of them count. One of these choices
  that violates the invariant contradicts it. And if a set or function has numbers beyond the bounds, but in no choice
  one within, then no `holds` is true to what the axioms say: all that was looked at was nothing.
- A value of what the axioms limit that is there in some choices is not lost: if all of these violate the invariant, it does not hold.
- `violated` always needs a choice that violates it, and that there is none, that there is none.
"""
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

LOW, HIGH = 0, 2  # the bounds
SPANS = ((-20, 30), (-12, 18), (-8, 12), (-4, 9), (-3, 7), (-2, 6))  # wide ones first; the next one is the narrower
MOST = 20000  # choices that are looked at
NUMBERS = {"ℤ": lambda x: True, "ℕ": lambda x: x >= 0, "ℕ1": lambda x: x >= 1}
COMPARE = {"≤": lambda a, b: a <= b, "<": lambda a, b: a < b, "=": lambda a, b: a == b, "≥": lambda a, b: a >= b,
           ">": lambda a, b: a > b, "≠": lambda a, b: a != b}
JOIN = {"∧": lambda a, b: a and b, "∨": lambda a, b: a or b, "⇒": lambda a, b: not a or b, "⇔": lambda a, b: a == b}


# ---- Constants: name, axiom, all values over a range, terms for numbers and for sets of numbers, size ----

class Constant:
    """What there is to say of it, and its values."""

    def __init__(self, name, axioms, values, terms=(), sets=(), parts=None):
        self.name, self.axioms, self.values, self.terms, self.sets = name, axioms, values, list(terms), list(sets)
        self.is_partly_known = False  # then choices cannot be counted
        self.parts = parts or {}  # {where numbers are chosen: those of a value}


def of(name, get=lambda v: v):
    return lambda env: get(env[name])


def subsets(items, most):
    return (frozenset(c) for n in range(min(most, len(items)) + 1) for c in itertools.combinations(items, n))


def number(rng, name):
    kind = rng.choice(list(NUMBERS))
    return Constant(name, [f"{name} ∈ {kind}"], lambda span: [x for x in span if NUMBERS[kind](x)], [(name, of(name))],
                    parts={"": lambda x: [x]})


def set_of_numbers(rng, name):
    kind, most, power = rng.choice(("ℤ", "ℕ")), rng.choice((1, 2, 2, 99)), rng.choice(("⊆", "⊆", "ℙ", "ℙ1"))
    axioms = [f"{name} ⊆ {kind}" if power == "⊆" else f"{name} ∈ {power}({kind})"]
    if most < 99:
        axioms.append(f"card({name}) ≤ {most}")
    return Constant(name, [axioms[0], f"finite({name})"] + axioms[1:],
                    lambda span: (s for s in subsets([x for x in span if NUMBERS[kind](x)], most)
                                  if s or power != "ℙ1"),
                    [(f"card({name})", of(name, len))], [(name, of(name))], {"elements": lambda s: s})


DOMAINS = {"0‥1": ((0, "0"), (1, "1")), "BOOL": (("T", "TRUE"), ("F", "FALSE")), "T": (("a", "ea"), ("b", "eb"))}


def function(rng, name):
    domain, kind, arrow = rng.choice(list(DOMAINS)), rng.choice(("ℤ", "ℕ", "ℕ1")), rng.choice("→→→⇸↣")
    keys = [key for key, _ in DOMAINS[domain]]

    def values(span):
        images = [x for x in span if NUMBERS[kind](x)]
        for chosen in itertools.product(images + ([None] if arrow == "⇸" else []), repeat=len(keys)):
            if arrow != "↣" or len(set(chosen)) == len(chosen):
                yield frozenset((k, v) for k, v in zip(keys, chosen) if v is not None)
    terms = [] if arrow == "⇸" else [(f"{name}({text})", of(name, lambda f, k=key: dict(f)[k]))
                                    for key, text in DOMAINS[domain]]
    return Constant(name, [f"{name} ∈ {domain} {arrow} {kind}"], values, terms + [(f"card({name})", of(name, len))],
                    [(f"ran({name})", of(name, lambda f: frozenset(v for _, v in f)))],
                    {f"at {key}": lambda f, key=key: [v for k, v in f if k == key] for key in keys})


def relation(rng, name):
    """A few pairs of numbers."""
    left, arrow, most = rng.choice(("0‥1", "ℕ")), rng.choice("↔⇸"), rng.choice((1, 1, 2))

    def values(span):
        natural = [x for x in span if x >= 0]
        pairs = itertools.product((0, 1) if left == "0‥1" else natural, natural)
        return (r for r in subsets(list(pairs), most) if arrow == "↔" or len({a for a, _ in r}) == len(r))
    parts = {"ran": lambda r: [b for _, b in r]}
    if left == "ℕ":
        parts["dom"] = lambda r: [a for a, _ in r]
    return Constant(name, [f"{name} ∈ {left} {arrow} ℕ", f"finite({name})", f"card({name}) ≤ {most}"], values,
                    [(f"card({name})", of(name, len))],
                    [(f"ran({name})", of(name, lambda r: frozenset(b for _, b in r))),
                     (f"dom({name})", of(name, lambda r: frozenset(a for a, _ in r))),
                     (f"{name}[{{0}}]", of(name, lambda r: frozenset(b for a, b in r if a == 0)))], parts)


POINTWISE = (("f(n) ≥ {}", lambda n, v, c: v >= c), ("f(n) ≤ {}", lambda n, v, c: v <= c),
             ("f(n) > n + {}", lambda n, v, c: v > n + c), ("f(n) ≤ n + {}", lambda n, v, c: v <= n + c),
             ("f(n) ≠ {}", lambda n, v, c: v != c), ("f(n) ∈ {{{}, n + 4}}", lambda n, v, c: v in (c, n + 4)),
             ("f(n) ∗ f(n) ≥ {}", lambda n, v, c: v * v >= c), ("(f(n) = n ∨ f(n) > {})", lambda n, v, c: v == n or v > c),
             ("(n > {} ⇒ f(n) = 3)", lambda n, v, c: n <= c or v == 3))


def everywhere(rng, name):
    """A function on all of ℕ: axioms speak of each value by itself, so those at 0 and 1 are any that these allow, if
    there are values everywhere else."""
    chosen = [(*rng.choice(POINTWISE), rng.randint(0, 6)) for _ in range(rng.randint(1, 2))]
    axioms = [f"{name} ∈ ℕ → ℕ"]
    for text, _, c in chosen:
        body = text.format(c).replace("f(", name + "(")
        axioms.append(rng.choice((f"∀n·n ∈ ℕ ⇒ {body}", f"∀n·n ∈ dom({name}) ⇒ {body}", f"¬(∃n·n ∈ ℕ ∧ ¬({body}))")))

    def allowed(n, values):
        return [v for v in values if v >= 0 and all(test(n, v, c) for _, test, c in chosen)]

    def values(span):
        if not all(allowed(n, range(0, 70)) for n in range(50)):
            return
        for images in itertools.product(allowed(0, span), allowed(1, span)):
            yield frozenset(enumerate(images))
    constant = Constant(name, axioms, values, [(f"{name}({k})", of(name, lambda f, k=k: dict(f)[k])) for k in (0, 1)],
                        parts={f"at {k}": lambda f, k=k: [dict(f)[k]] for k in (0, 1)})
    constant.is_partly_known = True
    return constant


def pair(rng, name):
    left, right = rng.choice(("ℕ", "ℤ", "0‥1")), rng.choice(("ℕ", "ℤ"))

    def values(span):
        lefts = (0, 1) if left == "0‥1" else [x for x in span if NUMBERS[left](x)]
        return itertools.product(lefts, [x for x in span if NUMBERS[right](x)])
    return Constant(name, [f"{name} ∈ {left} × {right}"], values,
                    [(f"prj1({name})", of(name, lambda p: p[0])), (f"prj2({name})", of(name, lambda p: p[1]))],
                    parts={"left": lambda p: p[:1] if left != "0‥1" else [], "right": lambda p: p[1:]})


FEW = (("{{0, {}}}", lambda c: [0, c]), ("0‥{}", lambda c: list(range(c + 1))), ("{{{} + 1}}", lambda c: [c + 1]))


def few_numbers(rng, name):
    """What others must follow, also beyond the bounds."""
    text, values = rng.choice(FEW)
    c = rng.choice((1, 1, 4, 6))
    return Constant(name, [f"{name} ∈ {text.format(c)}"], lambda span: values(c), [(name, of(name))] * 2,
                    parts={"": lambda x: [x]})


def truth_value(_, name):
    """What is said of it is one of the axioms: it is the truth of something else."""
    return Constant(name, [f"{name} ∈ BOOL"], lambda span: ["T", "F"],
                    [(f"card({{{name}}} ∖ {{FALSE}})", of(name, lambda b: int(b == "T")))], parts={"": lambda b: [b]})


def element(_, name):
    return Constant(name, [f"{name} ∈ T"], lambda span: ["a", "b"],
                    [(f"card({{{name}}} ∖ {{ea}})", of(name, lambda e: int(e == "b")))])


# ---- Formulas: text, and what it is for values by name ----

def term(rng, pool, depth=0):
    choice = rng.random()
    if choice < 0.3 or not pool.terms:
        value = rng.choice((0, 1, 1, 2, 2, 3, 4, 5, 6, -1))
        return (f"({value})" if value < 0 else str(value)), lambda env: value
    if choice < 0.75 or depth > 1:
        return rng.choice(pool.terms)
    (a, left), (b, right) = term(rng, pool, depth + 1), term(rng, pool, depth + 1)
    sign = rng.choice("+−∗") if rng.random() < 0.8 else "mod"
    if sign == "mod":
        by = rng.choice((2, 3))
        return f"((({a}) ∗ ({a})) mod {by})", lambda env: left(env) * left(env) % by
    compute = {"+": lambda x, y: x + y, "−": lambda x, y: x - y, "∗": lambda x, y: x * y}[sign]
    return f"({a} {sign} {b})", lambda env: compute(left(env), right(env))


def numbers(rng, pool, depth=0):
    """A finite set of them."""
    choice = rng.random()
    if pool.sets and choice < 0.55:
        return rng.choice(pool.sets)
    (a, left), (b, right) = term(rng, pool, 2), term(rng, pool, 2)
    if choice < 0.7 or depth > 1:
        return f"({a} ‥ {b})", lambda env: frozenset(range(left(env), right(env) + 1))
    if choice < 0.8:
        return f"{{{a}, {b}}}", lambda env: frozenset((left(env), right(env)))
    (s, one), (t, other) = numbers(rng, pool, depth + 1), numbers(rng, pool, depth + 1)
    sign, join = rng.choice((("∪", frozenset.union), ("∩", frozenset.intersection), ("∖", frozenset.difference)))
    return f"({s} {sign} {t})", lambda env: join(one(env), other(env))


def comparison(rng, pool):
    (a, left), (b, right), sign = term(rng, pool), term(rng, pool), rng.choice(list(COMPARE))
    return f"{a} {sign} {b}", lambda env: COMPARE[sign](left(env), right(env))


def membership(rng, pool):
    (a, left), (s, one), inside = term(rng, pool), numbers(rng, pool), rng.random() < 0.7
    return f"{a} {'∈' if inside else '∉'} {s}", lambda env: (left(env) in one(env)) == inside


def inclusion(rng, pool):
    (s, one), (t, other) = numbers(rng, pool), numbers(rng, pool)
    sign, test = rng.choice((("⊆", frozenset.issubset), ("=", lambda a, b: a == b), ("≠", lambda a, b: a != b)))
    if rng.random() < 0.2:
        return f"({s} ∩ {t}) {sign} ∅", lambda env: test(one(env) & other(env), frozenset())
    return f"{s} {sign} {t}", lambda env: test(one(env), other(env))


class Pool:
    def __init__(self, terms, sets):
        self.terms, self.sets = terms, sets


def quantified(rng, pool):
    """Over the elements of a set; ranges without an end come before it, or do not."""
    name = "xyz"[sum(1 for text, _ in pool.terms if text in "xyz")]
    s, one = numbers(rng, pool)
    inner = Pool(pool.terms + [(name, of(name))] * 3, pool.sets)
    p, body = predicate(rng, inner, 2)
    every, first = rng.random() < 0.7, rng.choice(("", "", f"{name} ∈ ℤ ∧ "))
    if every:
        return (f"(∀{name}·{first}{name} ∈ {s} ⇒ {p})",
                lambda env: all(body({**env, name: x}) for x in one(env)))
    return f"(∃{name}·{first}{name} ∈ {s} ∧ {p})", lambda env: any(body({**env, name: x}) for x in one(env))


def half_line(rng, pool):
    """What lies beyond is, or is not, in a set: (∀x·x > 3 ⇒ x ∉ s)."""
    if not pool.sets or any(text in "xyz" for text, _ in pool.terms):
        return comparison(rng, pool)
    (s, one), (a, end), sign = rng.choice(pool.sets), term(rng, pool, 2), rng.choice("<>≤≥")
    return (f"(∀x·x {sign} {a} ⇒ x ∉ {s})",
            lambda env: not any(COMPARE[sign](x, end(env)) for x in one(env)))


def predicate(rng, pool, depth=0):
    kind = rng.random()
    if kind < 0.35 or depth > 2:
        return comparison(rng, pool)
    if kind < 0.5:
        return membership(rng, pool)
    if kind < 0.6:
        return inclusion(rng, pool)
    if kind < 0.75 and depth < 2:
        return quantified(rng, pool)
    if kind < 0.8:
        return half_line(rng, pool)
    if kind < 0.86:
        p, body = predicate(rng, pool, depth + 1)
        return f"¬({p})", lambda env: not body(env)
    (p, left), (q, right), sign = predicate(rng, pool, depth + 1), predicate(rng, pool, depth + 1), rng.choice(list(JOIN))
    return f"({p} {sign} {q})", lambda env: JOIN[sign](left(env), right(env))


# ---- The judge ----

class Case:
    def __init__(self, constants, axioms, invariants):
        self.constants, self.axioms, self.invariants, self.invariant = constants, axioms, invariants, None

    def text(self):
        axioms = [text for c in self.constants for text in c.axioms] + [text for text, _ in self.axioms]
        listed = "\n".join(f"  @a{i}: {text}" for i, text in enumerate(axioms))
        names = " ".join(c.name for c in self.constants)
        return (f"context c sets T constants ea eb {names} axioms\n  @t: partition(T, {{ea}}, {{eb}})\n{listed}\nend\n"
                f"machine m sees c variables v invariants @v: v = 0 @i: {self.invariant[0]}\n"
                "events event INITIALISATION then @v: v ≔ 0 end end\n")

    def places(self):
        """Where numbers are chosen, each with those of a choice."""
        for c in self.constants:
            for part, get in c.parts.items():
                yield f"{c.name} {part}".strip(), lambda env, c=c, get=get: get(env[c.name])

    def models(self, span):
        """All choices over a range; None if there are too many to look at."""
        names = [c.name for c in self.constants]
        values, size = [], 1
        for constant in self.constants:
            values.append(list(itertools.islice(constant.values(span), MOST + 1)))
            size *= len(values[-1])
            if size > MOST:
                return None
        envs = (dict(zip(names, chosen)) for chosen in itertools.product(*values))
        return [env for env in envs if all(test(env) for _, test in self.axioms)]


def is_inside(case, env, limited=()):
    """Are all numbers that are chosen within the bounds, but for those that the axioms limit?"""
    return all(x in ("T", "F") or LOW <= x <= HIGH for place, get in case.places() if place not in limited for x in get(env))


def limited_places(case, few, many):
    """Where a wider range adds no number."""
    def values(get, models):
        return {x for env in models for x in get(env)}
    return {place for place, get in case.places() if values(get, few) == values(get, many)}


def only_nothing_inside(case, models):
    """A place that has numbers, but in no choice one within the bounds. Of integers the nearest one is tried, and told."""
    for place, get in case.places():
        if " " not in place:
            continue  # a number, or a truth value
        used = {x for env in models for x in get(env)}
        if used and not any(LOW <= x <= HIGH for x in used):
            return place
    return None


def lost_value(case, limited, many, bad):
    """A value of something that the axioms limit, of which there are choices, and all violate the invariant."""
    for place, get in case.places():
        if place not in limited:
            continue
        for x in {x for env in bad for x in get(env)}:
            if all(env in bad for env in many if x in get(env)):
                return f"{place} = {x}"
    return None


def truth(case):
    """The choices over a narrower and a wider range; None if there are too many to look at."""
    for wide, narrow in zip(SPANS, SPANS[1:]):
        many = case.models(range(wide[0], wide[1] + 1))
        if many is None:
            continue
        few = case.models(range(narrow[0], narrow[1] + 1))
        return few, many
    return None


def mistake(case, few, many, status, answer):
    """What is wrong with rtcheck's answer, or None."""
    finite = len(few) == len(many)
    bad = [env for env in many if not case.invariant[1](env)]
    if status == 2:
        return "there are choices" if any(is_inside(case, env) for env in many) else None
    if status not in (0, 1, 3):
        return f"status {status}"
    if status == 1:
        return None if bad else "no choice violates the invariant"
    if status == 0 and finite:
        if bad:
            return f"{bad[0]} violates the invariant"
        if any(c.is_partly_known for c in case.constants):
            return None
        return None if answer["setups"] == len(many) else f"there are {len(many)} choices, not {answer['setups']}"
    if status == 0:
        limited = limited_places(case, few, many)
        inside = [env for env in bad if is_inside(case, env, limited)]
        if inside:
            return f"{inside[0]}, within the bounds where nothing else limits it, violates the invariant"
        lost = lost_value(case, limited, many, bad)
        if lost:
            return f"all choices with {lost} violate the invariant"
        place = only_nothing_inside(case, many)
        if bad and place:
            return f"of {place}, nothing was chosen that the axioms ask for, as {bad[0]}"
    return None


# ---- Cases ----

KINDS = (number, number, set_of_numbers, set_of_numbers, function, function, function, relation, pair, element, everywhere,
         few_numbers, few_numbers, truth_value)


def random_case(rng):
    constants = [rng.choice(KINDS)(rng, name) for name in ("k", "l", "m")[:rng.choice((1, 1, 2, 2, 3))]]
    pool = Pool([t for c in constants for t in c.terms], [s for c in constants for s in c.sets])
    axioms = [predicate(rng, pool) for _ in range(rng.randint(1, 3))]
    for constant in constants:
        if constant.axioms == [f"{constant.name} ∈ BOOL"]:
            text, test = predicate(rng, Pool([t for c in constants if c != constant for t in c.terms], pool.sets))
            axioms.append((f"{constant.name} = bool({text})", lambda env, c=constant, test=test: (env[c.name] == "T") == test(env)))
            if rng.random() < 0.5:
                constant.axioms = []
    return Case(constants, axioms, [predicate(rng, pool) for _ in range(20)])


def choose_invariant(rng, case, few, many):
    """One that choices beyond the bounds alone violate, if there is one: what would hold if these were forgotten; and,
    rather, one that choices violate which count."""
    limited = limited_places(case, few, many)
    inside = [env for env in many if is_inside(case, env)]
    counting = [env for env in many if is_inside(case, env, limited)]
    tempting = [(text, test) for text, test in case.invariants
                if all(test(env) for env in inside) and not all(test(env) for env in many)]
    wrong = [(text, test) for text, test in tempting if not all(test(env) for env in counting)]
    tempting = wrong or tempting
    case.invariant = rng.choice(tempting if tempting and rng.random() < 0.8 else case.invariants)


def ask(rtcheck, case, folder, more=()):
    path = folder + "/m.eventb"
    with open(path, "w", encoding="utf-8") as out:
        out.write(case.text())
    done = subprocess.run([rtcheck, "eventb", "--no-beyond", "--json", "--threads", "1", "--no-symmetry", "--time", "20s", *more,
                           "--bound", f"INT={LOW}..{HIGH}", path], capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout) if done.stdout else {}, done.stderr


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    shown = "--show" in sys.argv
    failed = done = 0
    said = {}
    with tempfile.TemporaryDirectory() as folder:
        while done < count:
            case = random_case(rng)
            judged = truth(case)
            if judged is None:
                continue
            few, many = judged
            finite = len(few) == len(many)
            if rng.random() < (0.5 if not finite else 0 if many else 0.8):  # most random axioms contradict each other
                continue
            done += 1
            choose_invariant(rng, case, few, many)
            status, answer, errors = ask(rtcheck, case, folder)
            wrong = mistake(case, few, many, status, answer)
            verdict = {0: "holds", 1: "violated", 2: "no choice", 3: "unknown"}.get(status, "crash")
            kind = f"{verdict} of {'finitely' if finite else 'infinitely'} many"
            said[kind] = said.get(kind, 0) + 1
            if wrong:
                failed += 1
                print(f"{case.text()}{errors}rtcheck says {verdict}, but {wrong}\n", flush=True)
            elif shown and finite and verdict in ("unknown", "no choice") and (many or verdict == "unknown"):
                print(f"{case.text()}{errors}{verdict}: {answer.get('stopped')} {answer.get('undecided')}\n", flush=True)
    print(", ".join(f"{number} {kind}" for kind, number in sorted(said.items())))
    print(f"{count - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
