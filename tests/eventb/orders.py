#!/usr/bin/env python3
"""orders.py RTCHECK [COUNT [SEED]]: what is found does not depend on the order in which conditions are written.

Random conditions on one to three identifiers (numbers, sets of numbers, pairs, functions, truth values), of which none
can be ill-defined, are written in several ways: in another order, joined by ∧, with the sides of comparisons,
equalities, conjunctions and disjunctions swapped, with the identifiers declared in another order; as constants,
parameters, new values (:∣), or bound by ∃. The verdict must be the same each time.
"""
import os
import random
import subprocess
import sys
import tempfile

WAYS = 4  # in which each case is written
KINDS = {"s": "set", "t": "set", "f": "function", "g": "relation", "b": "truth", "w": "pair"}
TURNED = {"<": ">", ">": "<", "≤": "≥", "≥": "≤", "=": "=", "≠": "≠"}


# ---- Conditions: a text, or (sign, left, right) ----

def number(rng, names):
    """A number that some identifiers make, in text."""
    name = rng.choice(list(names))
    kind = names[name]
    if kind == "function":
        return f"{name}({rng.randint(0, 1)})"
    if kind == "set":
        return f"card({name})"
    if kind == "pair":
        return f"prj1({name})"
    return name if kind == "number" else str(rng.choice((0, 1, 3, 4, 9)))


def term(rng, names):
    one = number(rng, names)
    return rng.choice((one, one, f"{one} + {rng.randint(1, 7)}", f"{one} − {rng.randint(1, 4)}", f"2 ∗ {one}", f"{one} + {number(rng, names)}"))


def comparison(rng, names):
    right = rng.choice((term(rng, names), str(rng.choice((-2, 0, 1, 3, 4, 5, 9, 12)))))
    return (rng.choice("<>≤≥==≠"), term(rng, names), right)


def numbers(rng):
    low = rng.choice((0, 1, 2, 5))
    return rng.choice(("ℕ", "ℤ", "ℕ1", f"{low} ‥ {low + rng.randint(0, 4)}", "{1, 9}", "{0, 2, 5}"))


def element(rng, names):
    """Something is in a set."""
    of = [n for n, kind in names.items() if kind in ("set", "function")]
    if not of:
        return f"{number(rng, names)} {rng.choice('∈∈∉')} {numbers(rng)}"
    one = rng.choice(of)
    whole = one if names[one] == "set" else rng.choice((f"ran({one})", f"dom({one})"))
    return rng.choice((f"{number(rng, names)} {rng.choice('∈∈∉')} {whole}", f"{whole} ⊆ {numbers(rng)}",
                       ("=", whole, rng.choice(("{1, 9}", "{0, 1}"))), f"∀i·i ∈ {whole} ⇒ i < {rng.randint(2, 9)}"))


def of_pairs(rng, names):
    """Pairs of numbers, or a number and a truth value, are in a set."""
    pairs = [n for n, kind in names.items() if kind == "pair"]
    relations = [n for n, kind in names.items() if kind in ("function", "relation")]
    left, right = number(rng, names), number(rng, names)
    if pairs and rng.random() < 0.6:
        name = rng.choice(pairs)
        return rng.choice((f"{name} ∈ ({numbers(rng)}) × {rng.choice(('BOOL', '{TRUE}'))}", ("=", f"prj2({name})", "TRUE"),
                           f"prj1({name}) ∈ {numbers(rng)}", ("=", name, f"{left} ↦ FALSE")))
    if relations:
        name = rng.choice(relations)
        return rng.choice((f"{left} ↦ {right} {rng.choice('∈∈∉')} {name}", ("=", f"dom({name})", rng.choice(("{0, 1}", "{1}"))),
                           f"ran({name}) ⊆ {numbers(rng)}", f"{left} ∈ {rng.choice(('dom', 'ran'))}({name})"))
    return f"{left} ↦ {right} ∈ ({numbers(rng)}) × ({numbers(rng)})"


def of_sets(rng, names):
    sets = [n for n, kind in names.items() if kind == "set"]
    if not sets:
        return comparison(rng, names)
    name, one = rng.choice(sets), number(rng, names)
    return rng.choice((("=", name, f"{{{one}, 1}}"), f"{name} ⊆ {rng.choice(sets)} ∪ {{{one}}}", f"{name} ⊆ {numbers(rng)}",
                       ("=", f"{name} ∩ (0 ‥ 1)", "∅"), ("≠", name, "∅"), f"∃i·i ∈ {name} ∧ i > {one}", f"finite({name})",
                       ("≠", name, rng.choice(sets))))


def atom(rng, names):
    truths = [n for n, kind in names.items() if kind == "truth"]
    if truths and rng.random() < 0.2:
        return ("=", rng.choice(truths), rng.choice(("TRUE", "FALSE")))
    return rng.choice((comparison, comparison, comparison, element, element, of_pairs, of_sets))(rng, names)


def condition(rng, names):
    kind = rng.randrange(9)
    if kind < 5:
        return atom(rng, names)
    if kind == 8:
        return ("¬", atom(rng, names), None)
    if kind == 7:
        return ("⇒", atom(rng, names), atom(rng, names))
    return (rng.choice("∨∨∧"), atom(rng, names), atom(rng, names))


def type_of(rng, name, kind):
    if kind == "truth":
        return f"{name} ∈ BOOL"
    if kind == "number":
        return f"{name} ∈ {numbers(rng)}"
    if kind == "set":
        return f"{name} ⊆ {rng.choice(('ℕ', '0 ‥ 5', 'ℤ', '{1, 9}'))}"
    if kind == "pair":
        return f"{name} ∈ {rng.choice(('ℕ', 'ℤ', '1 ‥ 5', '{0, 7}'))} × BOOL"
    if kind == "relation":
        return f"{name} ∈ {rng.choice(('0 ‥ 1 ⇸ ℕ', '0 ‥ 1 ↔ 1 ‥ 2', '{1, 7} ⇸ ℤ', 'ℕ ⇸ 0 ‥ 1', '0 ‥ 1 ⇸ {5, 6}'))}"
    return f"{name} ∈ 0 ‥ 1 {rng.choice('→→↣')} {numbers(rng)}"


class Case:
    def __init__(self, rng):
        self.mode = rng.choice(("parameter", "parameter", "constant", "becomes", "exists"))
        chosen = rng.choice(("p", "pq", "pq", "pqr", "ps", "pf", "pqb", "pb", "sf", "pqf", "st", "pw", "w", "pqw", "pst", "pg", "pqg", "sg"))
        self.kinds = {n: KINDS.get(n, "number") for n in chosen}
        self.types = [type_of(rng, n, kind) for n, kind in self.kinds.items()]
        self.conditions = [condition(rng, self.kinds) for _ in range(rng.randint(1, 3))]
        self.shown = number(rng, self.kinds)
        self.most = rng.choice((2, 3, 4, 8, 20))

    def text(self, write):
        names = write.shuffled(self.kinds)
        conditions = write.all(self.types + self.conditions)
        if self.mode == "becomes":
            for name in names:
                conditions = [write.primed(c, name) for c in conditions]
        labelled = " ".join(f"@l{i}: {text}" for i, text in enumerate(conditions))
        start = "events event INITIALISATION then @a: x ≔ 0"
        if self.mode == "constant":
            return (f"context c constants {' '.join(names)} axioms {labelled} end\n"
                    f"machine m sees c variables x invariants @t: x ∈ ℤ @i: {self.shown} ≤ {self.most}\n{start} end end\n")
        if self.mode == "parameter":
            return (f"machine m variables x invariants @t: x ∈ ℤ @i: x ≤ {self.most}\n{start} end\n"
                    f"event e any {' '.join(names)} where {labelled} then @a: x ≔ {self.shown} end end\n")
        if self.mode == "exists":
            return (f"machine m variables x invariants @t: x ∈ ℤ @i: ¬(∃{', '.join(names)}·{' ∧ '.join(conditions)} ∧ "
                    f"{self.shown} > {self.most})\n{start} end end\n")
        first = {"number": "0", "set": "∅", "function": "{0 ↦ 0, 1 ↦ 0}", "truth": "TRUE", "pair": "0 ↦ TRUE", "relation": "∅"}
        kind = {"number": "ℤ", "set": "ℙ(ℤ)", "function": "0 ‥ 1 → ℤ", "truth": "BOOL", "pair": "ℤ × BOOL", "relation": "ℤ ↔ ℤ"}
        types = " ".join(f"@t{n}: {n} ∈ {kind[self.kinds[n]]}" for n in names)
        begin = " ".join(f"@a{n}: {n} ≔ {first[self.kinds[n]]}" for n in names)
        return (f"machine m variables x {' '.join(names)} invariants @t: x ∈ ℤ {types} @i: x = 1 ⇒ {self.shown} ≤ {self.most}\n"
                f"{start} {begin} end\nevent e when @g: x = 0 then @b: {', '.join(names)} :∣ {' ∧ '.join(conditions)} @x: x ≔ 1 end end\n")


class Writer:
    """One way to write a case; without chances, the plain one."""

    def __init__(self, rng):
        self.rng = rng

    def chance(self, share):
        return self.rng is not None and self.rng.random() < share

    def shuffled(self, items):
        items = list(items)
        if self.rng:
            self.rng.shuffle(items)
        return items

    def said(self, formula):
        if isinstance(formula, str):
            return formula
        sign, left, right = formula
        if sign == "¬":
            return f"¬({self.said(left)})"
        if sign == "⇒":
            return f"(({self.said(left)}) ⇒ ({self.said(right)}))"
        if sign in "∧∨":
            parts = [f"({self.said(part)})" for part in self.shuffled((left, right))]
            return f"({parts[0]} {sign} {parts[1]})"
        return f"{right} {TURNED[sign]} {left}" if self.chance(0.5) else f"{left} {sign} {right}"

    def all(self, formulas):
        """f(0) is well-defined after f ∈ 0 ‥ 1 → ℕ, so such types come first."""
        texts = [f"({self.said(f)})" for f in self.shuffled(formulas)]
        texts.sort(key=lambda text: not text.startswith("(f ∈"))
        if len(texts) > 1 and self.chance(0.3):
            texts = [f"({texts[0]} ∧ {texts[1]})"] + texts[2:]
        return texts

    @staticmethod
    def primed(text, name):
        out = []
        for i, letter in enumerate(text):
            around = (text[i - 1:i] + text[i + 1:i + 2])
            alone = letter == name and not any(c.isalpha() for c in around)
            out.append(letter + "'" if alone else letter)
        return "".join(out)


def verdict(rtcheck, text, options):
    with tempfile.NamedTemporaryFile("w", suffix=".eventb") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([rtcheck, "eventb", "--quiet", "--no-beyond", "--threads", "1", "--time", "10s", *options, file.name],
                              capture_output=True, text=True, check=False)
    if done.returncode == 2 and ("would help" in done.stderr or "too many" in done.stderr):
        return "unknown"
    if done.returncode == 2 and "no values" in done.stderr:
        return "no values"
    if done.returncode not in (0, 1, 3):
        raise SystemExit(f"rtcheck ends with {done.returncode}:\n{text}{done.stderr}")
    return {0: "holds", 1: "violated", 3: "unknown"}[done.returncode]


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    failed, said = 0, {}
    for _ in range(count):
        case = Case(rng)
        options = rng.choice(([], ["--no-solver"]))
        texts = [case.text(Writer(rng if way else None)) for way in range(WAYS)]
        answers = [verdict(rtcheck, text, options) for text in texts]
        said[answers[0]] = said.get(answers[0], 0) + 1
        if len(set(answers)) > 1:
            failed += 1
            other = next(i for i, answer in enumerate(answers) if answer != answers[0])
            print(texts[0], options, "rtcheck says", answers[0], "\n" + texts[other], "and", answers[other], "\n")
    print(", ".join(f"{number} {answer}" for answer, number in sorted(said.items())))
    print(f"{count - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
