#!/usr/bin/env python3
"""parts.py RTCHECK [COUNT [SEED]]: pairs and functions whose parts random conditions limit, against brute force.

Two numbers a and b, perhaps a truth value c, are the parts of what is chosen: a pair, a pair of pairs, a function, or
identifiers of their own; as parameters, constants, or new values (:∣). Conditions limit a part (a ∈ {2, 30}), or link
them (a = 2 ⇒ b > 9). A variable gets the value of a, and the invariant is that it never has a certain value. Where a
has finitely many values, `holds` is wrong if this is one of them; `violated` is wrong if it is not.

A function is sometimes applied outside of its domain: if the conditions before that allow anything, nothing holds.
"""
import itertools
import os
import random
import subprocess
import sys
import tempfile

RANGES = (36, 60)
NUMBERS = (0, 1, 2, 3, 4, 9, 30)
SETS = {"ℤ": lambda x: True, "ℕ": lambda x: x >= 0, "ℕ1": lambda x: x >= 1}
COMPARE = {"≤": lambda a, b: a <= b, "<": lambda a, b: a < b, "=": lambda a, b: a == b, "≥": lambda a, b: a >= b,
           ">": lambda a, b: a > b, "≠": lambda a, b: a != b}
# What is chosen (%s: the name), the set that it is from, and how its parts are written.
FORMS = {
    "pair": ("w", lambda d, e: f"%s ∈ {d} × {e}", {"a": "prj1(%s)", "b": "prj2(%s)"}),
    "pairs": ("w", lambda d, e: f"%s ∈ ({d} × BOOL) × {e}",
              {"a": "prj1(prj1(%s))", "b": "prj2(%s)", "c": "prj2(prj1(%s))"}),
    "function": ("f", lambda d, e: f"%s ∈ 1‥2 → {d}", {"a": "%s(1)", "b": "%s(2)"}),
    "truths": ("f", lambda d, e: f"%s ∈ BOOL → {d}", {"a": "%s(TRUE)", "b": "%s(FALSE)"}),
}


class Case:
    def __init__(self, rng):
        self.rng = rng
        self.mode = rng.choice(("parameter", "parameter", "constant", "becomes"))
        self.form = rng.choice(list(FORMS))
        name, self.within, parts = FORMS[self.form]
        self.name = name
        self.said = name + "'" if self.mode == "becomes" else name
        self.parts = {part: text.replace("%s", self.said) for part, text in parts.items()}
        left = rng.choice(list(SETS))
        right = left if self.is_function() else rng.choice(list(SETS))
        first = (self.within(left, right).replace("%s", self.said),
                 lambda v: SETS[left](v["a"]) and SETS[right](v["b"]))
        others = [rng.choice((self.limit, self.limit, self.link, self.case, self.truth))() for _ in range(rng.randint(1, 3))]
        self.conditions = [first] + others
        self.outside = None
        if self.is_function() and rng.random() < 0.15:
            self.outside = rng.randint(1, len(self.conditions))
            self.conditions.insert(self.outside, ("f(3) = 0".replace("f", self.said), None))
            if self.form == "truths":
                self.outside = None
                self.conditions = [c for c in self.conditions if c[1]]

    def is_function(self):
        return self.form in ("function", "truths")

    def limit(self, part=None):
        part = part or self.rng.choice("ab")
        text = self.parts[part]
        low, high = sorted(self.rng.sample(NUMBERS, 2))
        kind = self.rng.randrange(5)
        if kind == 0:
            return f"{text} ∈ {low}‥{high}", lambda v: low <= v[part] <= high
        if kind == 1:
            return f"{text} < {high}", lambda v: v[part] < high
        if kind == 2 and self.form == "function":
            return f"∀i·i ∈ 1‥2 ⇒ {self.said}(i) ∈ {{{low}, {high}}}", lambda v: {v["a"], v["b"]} <= {low, high}
        if kind == 3 and self.is_function():
            return f"ran({self.said}) ⊆ {{{low}, {high}, 7}}", lambda v: {v["a"], v["b"]} <= {low, high, 7}
        return f"{text} ∈ {{{low}, {high}}}", lambda v: v[part] in (low, high)

    def link(self):
        one, other = self.rng.sample("ab", 2)
        number, sign = self.rng.choice(NUMBERS), self.rng.choice(list(COMPARE))
        if self.rng.random() < 0.5:
            return (f"{self.parts[one]} {sign} {self.parts[other]} + {number}",
                    lambda v: COMPARE[sign](v[one], v[other] + number))
        return (f"{self.parts[one]} + {self.parts[other]} {sign} {number}",
                lambda v: COMPARE[sign](v[one] + v[other], number))

    def case(self):
        (a, left), (b, right) = (self.limit(part) for part in self.rng.sample("ab", 2))
        if self.rng.random() < 0.5:
            return f"({a}) ∨ ({b})", lambda v: left(v) or right(v)
        return f"({a}) ⇒ ¬({b})", lambda v: not left(v) or not right(v)

    def truth(self):
        if "c" not in self.parts:
            return self.link()
        part, number = self.rng.choice("ab"), self.rng.choice(NUMBERS)
        return (f"{self.parts['c']} = bool({self.parts[part]} > {number})", lambda v: v["c"] == (v[part] > number))

    def solutions(self, conditions, bound):
        span = range(-bound, bound + 1)
        truths = (False, True) if "c" in self.parts else (False,)
        return {a for a, b, c in itertools.product(span, span, truths)
                if all(test({"a": a, "b": b, "c": c}) for _, test in conditions)}

    def text(self, value):
        labelled = " ".join(f"@l{i}: {text}" for i, (text, _) in enumerate(self.conditions))
        a = self.parts["a"]
        start = "event INITIALISATION then @a: x ≔ −99 end\n"
        if self.mode == "constant":
            return (f"context c constants {self.name} axioms {labelled} end\nmachine m sees c variables x invariants @t: x ∈ ℤ "
                    f"@i: x ≠ {value}\nevents {start}event e then @a: x ≔ {a} end end\n")
        if self.mode == "parameter":
            return (f"machine m variables x invariants @t: x ∈ ℤ @i: x ≠ {value}\nevents {start}"
                    f"event e any {self.name} where {labelled} then @a: x ≔ {a} end end\n")
        condition = " ∧ ".join(f"({text})" for text, _ in self.conditions)
        kind = {"pair": "ℤ × ℤ", "pairs": "(ℤ × BOOL) × ℤ", "function": "ℤ ↔ ℤ", "truths": "BOOL ↔ ℤ"}[self.form]
        first = {"pair": "0 ↦ 0", "pairs": "0 ↦ FALSE ↦ 0", "function": "{1 ↦ 0, 2 ↦ 0}",
                 "truths": "{TRUE ↦ 0, FALSE ↦ 0}"}[self.form]
        before = a.replace("'", "")
        return (f"machine m variables x {self.name} y invariants @t: x ∈ ℤ @k: {self.name} ∈ {kind} @y: y ∈ BOOL @i: x ≠ {value}\n"
                f"events event INITIALISATION then @a: x, y, {self.name} ≔ −99, FALSE, {first} end\n"
                f"event e when y = FALSE then @b: {self.name} :∣ {condition} @y: y ≔ TRUE end\n"
                f"event f when y = TRUE then @a: x ≔ {before} end end\n")


def verdict(rtcheck, text, options):
    with tempfile.NamedTemporaryFile("w", suffix=".eventb") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([rtcheck, "eventb", "--no-beyond", "--quiet", "--threads", "1", *options, file.name], capture_output=True,
                              text=True, check=False)
    if done.returncode == 2 and ("within the bounds" in done.stderr or "would help" in done.stderr or
                                 "not well-defined" in done.stderr):
        return "none"
    if done.returncode not in (0, 1, 3):
        raise SystemExit(f"rtcheck ends with {done.returncode}:\n{text}{done.stderr}")
    return {0: "holds", 1: "violated", 3: "unknown"}[done.returncode]


def judge(case, rng, answer_of):
    """The answer, and what is wrong with it; None: nothing."""
    if case.outside:
        answer = answer_of(case.text(7))
        before = case.conditions[:case.outside]
        wrong = answer == "holds" and case.mode != "constant" and any(case.solutions(before, 12))
        return answer, "a function is applied outside of its domain" if wrong else None
    few, many = (case.solutions(case.conditions, bound) for bound in RANGES)
    value = rng.choice(sorted(many)) if many and rng.random() < 0.8 else rng.choice(NUMBERS)
    answer = answer_of(case.text(value))
    true = f"{value} is {'one' if value in many else 'none'} of {sorted(many)[:20]}"
    infeasible = case.mode == "becomes" and not many  # there is no new value
    if (answer == "violated" and value not in many and not infeasible) or \
            (answer == "holds" and value in many and few == many) or (answer == "none" and few == many and many and
                                                                     case.mode != "constant"):
        return answer, true
    return answer, None


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    failed, said = 0, {}
    for _ in range(count):
        case = Case(rng)
        options = rng.choice(([], ["--no-solver"], ["--no-solver", "--bound", "INT=0..9"], ["--bound", "INT=0..1"]))
        text = []
        answer, wrong = judge(case, rng, lambda machine: text.append(machine) or verdict(rtcheck, machine, options))
        said[answer] = said.get(answer, 0) + 1
        if wrong:
            failed += 1
            print(text[-1], options, "rtcheck says", answer, "but", wrong)
    print(", ".join(f"{number} {answer}" for answer, number in sorted(said.items())))
    print(f"{count - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
