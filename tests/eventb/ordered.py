#!/usr/bin/env python3
"""ordered.py RTCHECK [COUNT [SEED]]: random axioms and theorems that can be ill-defined, against brute force.

What comes first protects what comes later, and nothing else does: an axiom must be well-defined, and a theorem true, for all
constants that satisfy the axioms before it (Rodin's axm/WD and thm/THM). All constants have few values here, so that there is
one truth: which axioms are ill-defined for some choice that those before them allow, and how many choices satisfy all of them. An ill-defined
axiom, or a theorem that only later axioms make true, leaves no verdict, whatever the others look like.

Some define an infinite set or function by something that can be ill-defined, after its type or without one; what defines it may come after
other axioms.

Of some, n ∈ ℕ is all that the first axiom says, and a later one that n ≤ 3: what lies between is ill-defined beyond the default bounds.

In some, n is an element of a carrier set without end, and its number, num(n) or prj2(num∼(n)), what is spoken of.

Some axioms have a part that is true and that nobody here decides (NOISE): what was wrong without it stays so, or becomes unknown, and never holds.
"""
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile


class IllDefined(Exception):
    """What is asked for has no value."""


def functions(keys, values, total):
    images = list(values) if total else [None, *values]
    return [frozenset((k, v) for k, v in zip(keys, chosen) if v is not None)
            for chosen in itertools.product(images, repeat=len(keys))]


EVERYWHERE = "1 at every natural number"  # rtcheck knows it within the range

# name: what is said of it, its values
NUMBERS = {"n": ("n ∈ 0‥3", range(4)), "k": ("k ∈ {0, 2, 5}", (0, 2, 5))}
FUNCTIONS = {"f": ("f ∈ 0‥1 → 0‥2", functions((0, 1), range(3), True)), "g": ("g ∈ 0‥1 ⇸ {0, 2}", functions((0, 1), (0, 2), False)),
             "h": ("h ∈ 1‥2 ⇸ 1‥2", functions((1, 2), (1, 2), False)), "e": ("e ∈ ℕ → {1}", [EVERYWHERE])}
SETS = {"s": ("s ⊆ 0‥2", [frozenset(c) for n in range(4) for c in itertools.combinations(range(3), n)])}
ELEMENTS = {"a": ("a ∈ T", ("T1", "T2")), "b": ("b ∈ T", ("T1", "T2"))}
ALL = {**NUMBERS, **FUNCTIONS, **SETS, **ELEMENTS}


def divide(a, b):
    if b == 0:
        raise IllDefined
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def modulo(a, b):
    if a < 0 or b <= 0:
        raise IllDefined
    return a % b


def has(function, argument):
    return argument >= 0 if function == EVERYWHERE else any(k == argument for k, _ in function)


def apply(function, argument):
    if not has(function, argument):
        raise IllDefined
    return 1 if function == EVERYWHERE else dict(function)[argument]


def least(numbers):
    if not numbers:
        raise IllDefined
    return min(numbers)


def term(rng, names, depth=0):
    """Text, and its value for constants by name."""
    kind = rng.random()
    leaves = [n for n in names if n in NUMBERS]
    partial = [n for n in names if n in FUNCTIONS]
    if depth > 2 or kind < 0.2:
        value = rng.randint(0, 3)
        return str(value), lambda env: value
    if kind < 0.4 and leaves:
        name = rng.choice(leaves)
        return name, lambda env: env[name]
    if kind < 0.65 and partial:
        name, (text, inner) = rng.choice(partial), term(rng, names, depth + 1)
        return f"{name}({text})", lambda env: apply(env[name], inner(env))
    if kind < 0.72 and "s" in names:
        return rng.choice((("min(s)", lambda env: least(env["s"])), ("card(s)", lambda env: len(env["s"]))))
    if kind < 0.78 and "a" in names and "b" in names:
        return "card({a, b} ∖ {a})", lambda env: int(env["a"] != env["b"])
    (x, left), (y, right) = term(rng, names, depth + 1), term(rng, names, depth + 1)
    if kind < 0.86:
        return f"(({x}) ÷ ({y}))", lambda env: divide(left(env), right(env))
    if kind < 0.9:
        return f"(({x}) mod ({y}))", lambda env: modulo(left(env), right(env))
    sign = rng.choice("+−")
    return f"({x} {sign} {y})", lambda env: left(env) + right(env) if sign == "+" else left(env) - right(env)


COMPARE = {"=": lambda a, b: a == b, "≠": lambda a, b: a != b, "<": lambda a, b: a < b, "≤": lambda a, b: a <= b,
           ">": lambda a, b: a > b, "≥": lambda a, b: a >= b}


def comparison(rng, names, depth):
    (x, left), (y, right), sign = term(rng, names, depth), term(rng, names, depth + 1), rng.choice("==≠≠<≤>≥")
    return f"{x} {sign} {y}", lambda env: COMPARE[sign](left(env), right(env))


def protection(rng, names):
    """What is often said to make others well-defined."""
    choices = [("⊤", lambda env: True)]
    for n in names:
        if n in NUMBERS:
            choices += [(f"{n} ≠ 0", lambda env, n=n: env[n] != 0), (f"max({{{n}}}) > 0", lambda env, n=n: env[n] > 0)]
            choices += [(f"{n} ∈ dom({p})", lambda env, n=n, p=p: has(env[p], env[n]))
                        for p in names if p in FUNCTIONS]
        if n in FUNCTIONS and n != "e":
            domain = {0, 1} if n != "h" else {1, 2}
            choices.append((f"dom({n}) = {min(domain)}‥{max(domain)}", lambda env, n=n, domain=domain: {k for k, _ in env[n]} == domain))
        if n == "s":
            choices.append(("s ≠ ∅", lambda env: bool(env["s"])))
        if n == "a" and "b" in names:
            choices.append(("a ≠ b", lambda env: env["a"] != env["b"]))
    return rng.choice(choices)


def predicate(rng, names, depth=0):
    kind = rng.random()
    if depth > 1 or kind < 0.45:
        return comparison(rng, names, depth)
    if kind < 0.65:
        return protection(rng, names)
    if kind < 0.7:
        text, inner = predicate(rng, names, depth + 1)
        return f"¬({text})", lambda env: not inner(env)
    if kind < 0.76:
        function = [n for n in names if n in FUNCTIONS]
        if function:
            name, c = rng.choice(function), rng.randint(0, 2)
            return (f"(∀z·z ∈ 0‥1 ⇒ {name}(z) ≥ {c})",
                    lambda env: all([apply(env[name], z) >= c for z in (0, 1)]))
    (p, left), (q, right), sign = predicate(rng, names, depth + 1), predicate(rng, names, depth + 1), rng.choice("∧∧∨⇒")
    if sign == "∧":
        return f"({p} ∧ {q})", lambda env: left(env) and right(env)
    if sign == "∨":
        return f"({p} ∨ {q})", lambda env: left(env) or right(env)
    return f"({p} ⇒ {q})", lambda env: not left(env) or right(env)


NOISE = ("(∀t·t ⊆ ℕ ∧ t ≠ ∅ ⇒ (∃y·y ∈ t ∧ y ≥ 0))", "(∀t·t ⊆ ℕ1 ∧ finite(t) ⇒ (∀y·y ∈ t ⇒ y ∗ y ≥ y))", "(∃t·t ⊆ ℕ ∧ ¬finite(t) ∧ 2 ∉ t)")


def noisy(rng, names):
    """What it says, with a part of it that is not decided."""
    noise, (text, inner) = rng.choice(NOISE), predicate(rng, names, 1)
    if noise == NOISE[0] and any(n in NUMBERS for n in names):
        noise = noise.replace("≥ 0", "≥ −" + rng.choice([n for n in names if n in NUMBERS]))
    kind = rng.random()
    if kind < 0.4:
        return f"({text}) ∨ {noise}", lambda env: inner(env) or True
    if kind < 0.6:
        return noise, lambda env: True
    if kind < 0.8:
        return f"{noise} ⇒ ({text})", inner
    return f"({text}) ∧ {noise}", inner


INFINITE = (("λ", "w = (λz·z ∈ ℕ ∣ {0})"), ("λ", "w = ℕ × {{{0}}}"), ("λ", "w = {{z·z ∈ ℕ ∣ z ↦ {0}}}"), ("λ", "w = (λz·z ∈ ℕ1 ∣ 1) ∪ {{0 ↦ {0}}}"),
            ("λ", "w = (λz·z ∈ ℕ ∣ z) ∖ {{{0} ↦ 7}}"), ("λ", "∀z·z ∈ ℕ ⇒ w(z) = {0}"), ("set", "w = {{z ∣ z ∈ ℕ ∧ z > {0}}}"),
            ("set", "w = ℕ ∖ {{{0}}}"), ("set", "w = ℕ ∪ {{{0}}}"), ("set", "w = {{z ∣ z > 2}} ∩ (0‥{0})"))
TYPES = {"λ": ("w ∈ ℤ ↔ ℤ", "w ⊆ ℕ × ℤ", "w ∈ ℙ(ℤ × ℤ)"), "set": ("w ⊆ ℤ", "w ∈ ℙ(ℤ)")}


def define_infinite(rng, names):
    """A constant w, with its type before it or without. What it is matters to nothing else; but the definition must be
    well-defined."""
    kind, text = rng.choice(INFINITE)
    value, inner = term(rng, names)
    types = [(rng.choice(TYPES[kind]), lambda env: True, False)] if rng.random() < 0.6 else []
    if "w(z)" in text:  # and this one must know that w is a function
        types = [("w ∈ ℕ → ℤ", lambda env: True, False)]
    return types + [(text.format(f"({value})"), lambda env: inner(env) is not None, False)]


WIDE = range(31)  # as far as rtcheck looks for itself


def widen(rng, case):
    """Of n, only that it is a natural number, until a later axiom says more; and something that needs that one."""
    c, k, sign = rng.randint(4, 9), rng.randint(0, 3), rng.choice(list(COMPARE))
    far = rng.choice(((f"10 ÷ (n − {c}) {sign} {k}", lambda env: COMPARE[sign](divide(10, env["n"] - c), k)),
                      (f"{k} mod ({c} − n) ≥ 0", lambda env: modulo(k, c - env["n"]) >= 0),
                      (f"({k} < n ∧ {k} ÷ (n − {c}) > 5) ∨ n ≥ 0", lambda env: (k < env["n"] and divide(k, env["n"] - c) > 5) or True),
                      (f"n < {c}", lambda env: env["n"] < c)))
    case.list[case.names.index("n")] = ("n ∈ ℕ", lambda env: True, False)
    for text, test, theorem in ((*far, rng.random() < 0.3), ("n ≤ 3", lambda env: env["n"] <= 3, False)):
        case.list.insert(rng.randint(len(case.names), len(case.list)), (text, test, theorem))


# what is said of the carrier set, and how the number of its element n is written
DISGUISES = (("num ∈ U ⤖ ℤ", "num(n)"), ("num ∈ ℤ ⤖ U", "num∼(n)"), ("num ∈ BOOL×ℤ ⤖ U", "prj2(num∼(n))"), ("num ∈ U ⤖ ℤ×BOOL", "prj1(num(n))"))


class Case:
    """Axioms in order: label, text, truth, whether it is a theorem."""

    def __init__(self, rng):
        self.names = rng.sample(list(ALL), rng.randint(1, 3))
        if rng.random() < 0.1:
            self.names = sorted({*self.names, "a", "b"})
        self.list = [(ALL[n][0], lambda env: True, False) for n in self.names]
        for _ in range(rng.randint(1, 4)):
            text, test = predicate(rng, self.names)
            self.list.append((text, test, rng.random() < 0.12))
        self.is_wide = "n" in self.names and rng.random() < 0.4
        if self.is_wide:
            widen(rng, self)
        self.is_noisy = rng.random() < 0.3  # or not all is decided, as one is known in part
        if self.is_noisy and rng.random() < 0.8:
            for _ in range(rng.choice((1, 1, 2))):
                self.list.insert(rng.randint(len(self.names), len(self.list)), (*noisy(rng, self.names), False))
        self.is_noisy = self.is_noisy or "e" in self.names
        self.defines = rng.random() < 0.15
        if self.defines:
            at = rng.randint(len(self.names), len(self.list))
            for axiom in define_infinite(rng, self.names):
                self.list.insert(at, axiom)
                at = rng.randint(at + 1, len(self.list))
            self.is_noisy = True
        self.disguise = rng.choice(DISGUISES) if "n" in self.names and rng.random() < 0.3 else None
        self.is_doubled = bool(self.disguise) and "BOOL" in self.disguise[0]

    def text(self):
        lines = "\n".join(f"  {'theorem ' if thm else ''}@x{i}: {text}" for i, (text, _, thm) in enumerate(self.list))
        constants = " ".join(self.names) + (" w" if self.defines else "")
        if self.disguise:
            said, number = self.disguise
            lines = f"  @u: {said}\n  @v: n ∈ U\n" + re.sub(r"\bn\b", number, lines)
            constants += " num"
        return (f"context c sets T {'U ' if self.disguise else ''}constants {constants} axioms\n{lines}\nend\n"
                "machine m sees c variables v invariants @v: v = 0\nevents event INITIALISATION then @v: v ≔ 0 end end\n")

    def truth(self):
        """Labels of what is ill-defined, of that where the theorems before it are true, which may protect it, and of theorems that
        are false, and the choices that are left."""
        ill, sure, false, left = set(), set(), set(), []
        for chosen in itertools.product(*(WIDE if self.is_wide and n == "n" else ALL[n][1] for n in self.names)):
            env, good, proven = dict(zip(self.names, chosen)), True, True
            for i, (_, test, theorem) in enumerate(self.list):
                try:
                    value = test(env)
                except IllDefined:
                    ill.add(f"x{i}")
                    if proven:
                        sure.add(f"x{i}")
                    good, proven = good and theorem, False
                    if not theorem:
                        break
                    continue
                if not value and theorem:
                    false.add(f"x{i}")
                    proven = False
                if not value and not theorem:
                    good = False
                    break
            if good:
                left.append(env)
        return ill, sure, false, left


def is_wrong_where_all_hold(case, left):
    """A theorem that a choice violates, or makes no sense of: that is a violation."""
    for env in left:
        for _, test, theorem in case.list:
            try:
                if theorem and not test(env):
                    return True
            except IllDefined:
                return True
    return False


def mistake_in_doubt(case, status, answer):
    """Where not every axiom is decided."""
    ill, sure, false, left = case.truth()
    if status not in (0, 1, 2, 3):
        return f"status {status}"
    if status == 2:
        return "there are choices" if left else None
    if status == 1 and case.defines and not left:
        return None  # what is ill-defined whatever is chosen is told, and leaves nothing out
    if status == 1:
        return None if is_wrong_where_all_hold(case, left) else "nothing is wrong where all axioms hold"
    wrong = [text for text in answer["undecided"] if "is not well-defined" in text and "not all decided" not in text]
    told = {found[1] for found in (re.match(r"(x\d+)/WD: ", text) for text in wrong) if found}
    is_excused = case.defines and told & ill  # what defines w, and is ill-defined, protects nothing that comes later
    if left and not told <= ill and not is_excused:
        return f"ill-defined are {sorted(ill)}, not {sorted(told)}"
    if status == 3:
        return None
    if sure or false - ill:
        return f"ill-defined are {sorted(ill)}, false {sorted(false)}, and {len(left)} choices are left"
    return None if is_told_right(answer, left) else f"there are {len(left)} choices, not {answer['setups']}"


def is_told_right(answer, left):
    """Choices of which it is not known whether they count are among those that are made."""
    return answer["setups"] >= len(left) and not answer["more_setups"]


def mistake(case, status, answer):
    if case.is_noisy or case.is_wide:
        return mistake_in_doubt(case, status, answer)
    ill, sure, false, left = case.truth()
    if not left:
        return None if status == 2 else "no choice satisfies the axioms"
    if is_wrong_where_all_hold(case, left):
        return None if status == 1 else "a theorem is wrong where all axioms hold"
    if status not in (0, 3):
        return f"status {status}"
    told = {found[1] for found in (re.match(r"(x\d+)/WD: ", text) for text in answer["undecided"]) if found}
    told_false = {found[1] for found in (re.match(r"theorem (x\d+): it does not follow", text) for text in answer["undecided"]) if found}
    if not sure <= told <= ill:
        return f"ill-defined are {sorted(ill)}, not {sorted(told)}"
    if told_false - false or (false - ill) - told_false:
        return f"false are {sorted(false)}, not {sorted(told_false)}"
    if (status == 3) != bool(ill or false):
        return "there should be " + ("no verdict" if ill or false else "one")
    if answer["setups"] != len(left) * (1 + case.is_doubled) or answer["more_setups"]:
        return f"there are {len(left)} choices, not {answer['setups']}"
    return None


def ask(rtcheck, case, folder):
    path = folder + "/m.eventb"
    with open(path, "w", encoding="utf-8") as out:
        out.write(case.text())
    beyond = [] if case.is_wide else ["--no-beyond"]
    done = subprocess.run([rtcheck, "eventb", *beyond, "--json", "--threads", "1", "--no-symmetry", "--time", "20s", path],
                          capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout) if done.stdout else {}, done.stderr


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    failed = done = 0
    said = {}
    with tempfile.TemporaryDirectory() as folder:
        while done < count:
            case = Case(rng)
            _, _, _, left = case.truth()
            if not left and rng.random() < 0.9:
                continue
            done += 1
            status, answer, errors = ask(rtcheck, case, folder)
            wrong = mistake(case, status, answer)
            verdict = {0: "holds", 1: "violated", 2: "no choice", 3: "unknown"}.get(status, "crash")
            said[verdict] = said.get(verdict, 0) + 1
            if wrong:
                failed += 1
                print(f"{case.text()}{errors}rtcheck says {verdict}, but {wrong}\n", flush=True)
    print(", ".join(f"{number} {verdict}" for verdict, number in sorted(said.items())))
    print(f"{count - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
