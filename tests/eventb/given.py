#!/usr/bin/env python3
"""given.py RTCHECK [COUNT [SEED]]: numbers that sets give in one part and not in another are all chosen.

One to three identifiers are chosen from random sets, of which some parts give numbers beyond the integers' range
({7, 30} × ℕ, ℕ ⇸ 5‥8) and others are as large as ℕ, or from what ∪, ∩, ∖ and ∨ make of these; as constants, parameters, or
new values (:∣, :∈). One choice of them
all, with numbers of the range where nothing else gives them, is made in advance; random conditions are true of it
(a ∈ dom(f), prj1(w) = a, another set that holds it). The invariant is that it is not chosen: `holds` is always wrong, and
so is `no values`.
"""
import os
import random
import subprocess
import sys
import tempfile

RANGES = {"-1..3": None, "0..1": "INT=0..1", "0..3": "INT=0..3", "-1..1": "INT=-1..1"}
LISTS = ((7, 30), (2, 9), (5, 6, 7, 8), tuple(range(1, 19)), (0, 1), (12,))


# ---- Sets: ("open", sign), ("list", numbers), ("span", low, high), ("truth",), (operator, left, right), ("power", of) ----

def numbers(rng, is_open):
    if is_open:
        return ("open", rng.choice("ℕℤ"))
    if rng.random() < 0.5:
        return ("list", rng.choice(LISTS))
    low = rng.choice((0, 1, 5, 7))
    return ("span", low, low + rng.randint(0, 3))


def small_numbers(rng):
    low = rng.choice((0, 1, 5, 7, 20))
    return rng.choice((("list", (low, low + 2)), ("span", low, low + 1)))


def small(rng):
    """Few elements, so that functions on it can be gone through."""
    return ("truth",) if rng.random() < 0.3 else small_numbers(rng)


def random_set(rng):
    kind = rng.randrange(8)
    first = numbers(rng, rng.random() < 0.5)
    second = numbers(rng, first[0] != "open")
    if kind < 2:
        return first
    if kind == 2:
        return ("×", first, second)
    if kind == 3:
        return ("×", ("power", small(rng)), ("open", "ℕ")) if rng.random() < 0.5 else ("×", ("open", "ℕ"), ("power", small(rng)))
    if kind == 4:
        return ("×", ("×", first, second), rng.choice((("truth",), small(rng), ("open", "ℕ"))))
    if kind == 5:
        return ("power", small(rng)) if rng.random() < 0.5 else ("power", ("open", "ℕ"))
    arrow = rng.choice("⇸⇸→⤔↔")
    left, right = small(rng), ("open", "ℕ")
    if arrow != "→" and rng.random() < 0.3:
        left, right = right, left
    return (arrow, left, right)


def text_of(kind):
    if kind[0] in ("open", "truth"):
        return kind[1] if kind[0] == "open" else "BOOL"
    if kind[0] == "list":
        return "{" + ", ".join(map(str, kind[1])) + "}"
    if kind[0] == "span":
        return f"({kind[1]} ‥ {kind[2]})"
    if kind[0] == "power":
        return f"ℙ({text_of(kind[1])})"
    return f"({text_of(kind[1])} {kind[0]} {text_of(kind[2])})"


def type_of(kind):
    if kind[0] == "truth":
        return "BOOL"
    if kind[0] in ("open", "list", "span"):
        return "ℤ"
    if kind[0] == "power":
        return f"ℙ({type_of(kind[1])})"
    pair = f"({type_of(kind[1])} × {type_of(kind[2])})"
    return pair if kind[0] == "×" else f"ℙ({pair})"


def elements(kind, span):
    return {"open": lambda: [n for n in span if kind[1] == "ℤ" or n >= 0], "list": lambda: list(kind[1]),
            "span": lambda: list(range(kind[1], kind[2] + 1)), "truth": lambda: [False, True]}[kind[0]]()


def pick(rng, kind, span):
    """One value: numbers and truth values as they are, pairs as tuples, sets as frozensets."""
    if kind[0] == "power":
        return frozenset(n for n in elements(kind[1], span) if rng.random() < 0.5)
    if kind[0] == "×":
        return (pick(rng, kind[1], span), pick(rng, kind[2], span))
    if kind[0] not in "⇸→⤔↔":
        return rng.choice(elements(kind, span))
    left, right = elements(kind[1], span), elements(kind[2], span)
    pairs = [(a, rng.choice(right)) for a in left if kind[0] == "→" or rng.random() < 0.6]
    if kind[0] == "⤔":
        pairs = [p for i, p in enumerate(pairs) if p[1] not in [q[1] for q in pairs[:i]]]
    if kind[0] == "↔":
        pairs += [(a, rng.choice(right)) for a in left if rng.random() < 0.3]
    return frozenset(pairs)


def written(value, kind):
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int):
        return str(value) if value >= 0 else f"(−{-value})"
    if isinstance(value, tuple):
        return f"({written(value[0], kind[1])} ↦ {written(value[1], kind[2])})"
    inner = kind[1] if kind[0] == "power" else kind
    return "{" + ", ".join(sorted(written(v, inner) for v in value)) + "}" if value else f"(∅ ⦂ {type_of(kind)})"


def wider(rng, kind):
    """A set that holds it."""
    if kind[0] == "list" and rng.random() < 0.7:
        return rng.choice((("list", kind[1] + (40, 50)), ("span", min(kind[1]), max(kind[1])), ("open", "ℤ")))
    if kind[0] == "span" and rng.random() < 0.7:
        return rng.choice((("span", kind[1], kind[2] + 2), ("list", tuple(range(kind[1], kind[2] + 1))), ("open", "ℕ")))
    if kind[0] == "power":
        return ("power", wider(rng, kind[1]))
    if kind[0] in "×⇸→⤔↔":
        arrow = rng.choice({"×": "×", "→": "→⇸↔"}.get(kind[0], kind[0] + "↔"))
        return (arrow, kind[1] if arrow == "→" else wider(rng, kind[1]), wider(rng, kind[2]))
    return kind


def of_same_type(rng, kind):
    if kind[0] in ("open", "list", "span"):
        return rng.choice((kind, numbers(rng, True), numbers(rng, False), small_numbers(rng)))
    if kind[0] == "power":
        return ("power", of_same_type(rng, kind[1]))
    if kind[0] == "×":
        return ("×", of_same_type(rng, kind[1]), of_same_type(rng, kind[2]))
    if kind[0] in "⇸→⤔↔":
        left = of_same_type(rng, kind[1])
        return (rng.choice("⇸↔" if left[0] == "open" else "⇸→↔"), left, of_same_type(rng, kind[2]))
    return kind


def put_together(rng, kind, value):
    """A text of a set that has the value, of the set and another one."""
    text, other, more = text_of(kind), text_of(of_same_type(rng, kind)), text_of(wider(rng, kind))
    sides = [text, rng.choice((other, more))]
    rng.shuffle(sides)
    both = [text, more]
    rng.shuffle(both)
    if kind[0] in ("open", "list", "span"):  # of ℕ ∪ {9} nothing limits the number
        return rng.choice((text, f"({both[0]} ∩ {both[1]})"))
    return rng.choice((text, text, f"({sides[0]} ∪ {sides[1]})", f"({both[0]} ∩ {both[1]})",
                       f"(({text} ∖ {{{written(pick(rng, kind, range(0, 2)), kind)}}}) ∪ {{{written(value, kind)}}})"))


class Case:
    def __init__(self, rng):
        self.rng = rng
        self.range = rng.choice(list(RANGES))
        low, high = map(int, self.range.split(".."))
        self.mode = rng.choice(("constant", "parameter", "becomes", "element"))
        self.kinds, self.values = {}, {}
        for name in ("u", "v", "w")[:rng.choice((1, 2, 2, 3, 3))]:
            self.kinds[name] = random_set(rng)
            self.values[name] = pick(rng, self.kinds[name], range(low, high + 1))
        self.conditions = self.memberships()
        for _ in range(rng.randint(0, 3)):
            self.conditions += rng.choice((self.link, self.link, self.again))()
        rng.shuffle(self.conditions)

    def said(self, name):
        return name + "'" if self.mode == "becomes" else name

    def memberships(self):
        names = list(self.kinds)
        if len(names) > 1 and self.rng.random() < 0.25:  # two of them as a pair
            a, b = names[:2]
            return [f"{self.said(a)} ↦ {self.said(b)} ∈ {text_of(self.kinds[a])} × {text_of(self.kinds[b])}"] + \
                   [self.membership(c) for c in names[2:]]
        return [self.membership(name) for name in names]

    def membership(self, name):
        kind, said = self.kinds[name], self.said(name)
        if kind[0] not in ("open", "list", "span") and self.rng.random() < 0.3:
            sides = [text_of(kind), text_of(of_same_type(self.rng, kind))]
            self.rng.shuffle(sides)
            return f"({said} ∈ {sides[0]} ∨ {said} ∈ {sides[1]})"
        return f"{said} ∈ {put_together(self.rng, kind, self.values[name])}"

    def again(self):
        name = self.rng.choice(list(self.kinds))
        return [f"{self.said(name)} ∈ {text_of(wider(self.rng, self.kinds[name]))}"]

    def numbers_of(self, name):
        """What is written, and the value: numbers that the identifier is, or has in it."""
        kind, value, said = self.kinds[name], self.values[name], self.said(name)
        parts = [(said, value, kind)]
        if kind[0] == "×":
            parts = [(f"prj1({said})", value[0], kind[1]), (f"prj2({said})", value[1], kind[2])]
        return [(text, v) for text, v, _ in parts if isinstance(v, int) and not isinstance(v, bool)]

    def sets_of(self, name):
        kind, value, said = self.kinds[name], self.values[name], self.said(name)
        if kind[0] == "power" and kind[1] != ("truth",):
            return [(said, value)]
        if kind[0] in "⇸→⤔↔":
            return [(text, {p[i] for p in value}) for i, text in enumerate((f"dom({said})", f"ran({said})"))
                    if kind[1 + i] != ("truth",)]
        return []

    def link(self):
        """Something that is true of numbers and sets of the choice."""
        alone = [part for name in self.kinds for part in self.numbers_of(name)]
        sets = [part for name in self.kinds for part in self.sets_of(name)]
        if sets and self.rng.random() < 0.5:
            text, values = self.rng.choice(sets)
            number = self.rng.choice(alone + [("7", 7), ("1", 1)])
            return self.rng.choice(([f"{number[0]} {'∈' if number[1] in values else '∉'} {text}"],
                                    [f"card({text}) = {len(values)}"], [f"card({text}) < {len(values) + 1}"]))
        if len(alone) < 2:
            return []
        (a, left), (b, right) = self.rng.sample(alone, 2)
        sign = "<" if left < right else ">" if left > right else "="
        return self.rng.choice(([f"{a} {sign} {b}"], [f"{a} ≤ {b} + {max(left - right, 0)}"], [f"{a} = {b} + {left - right}"]))

    def text(self):
        names = " ".join(self.kinds)
        labelled = " ".join(f"@l{i}: {text}" for i, text in enumerate(self.conditions))
        chosen = " ∧ ".join(f"{name} = {written(self.values[name], kind)}" for name, kind in self.kinds.items())
        start = "events event INITIALISATION then @a: x ≔ FALSE"
        if self.mode == "constant":
            return (f"context c constants {names} axioms {labelled} end\n"
                    f"machine m sees c variables x invariants @t: x ∈ BOOL @i: ¬({chosen})\n{start} end end\n")
        if self.mode == "parameter":
            return (f"machine m variables x invariants @t: x ∈ BOOL @i: x = FALSE\n{start} end\n"
                    f"event e any {names} where {labelled} then @a: x ≔ bool({chosen}) end end\n")
        types = " ".join(f"@t{name}: {name} ∈ {type_of(kind)}" for name, kind in self.kinds.items())
        wide = range(-1, 4)
        first = " ".join(f"@a{n}: {n} ≔ {written(pick(random.Random(3), k, wide), k)}" for n, k in self.kinds.items())
        if self.mode == "element":
            new = " ".join(f"@b{n}: {n} :∈ {put_together(self.rng, k, self.values[n])}" for n, k in self.kinds.items())
        else:
            new = f"@b: {', '.join(self.kinds)} :∣ {' ∧ '.join(self.conditions)}"
        return (f"machine m variables x {names} invariants @t: x ∈ BOOL {types} @i: ¬(x = TRUE ∧ {chosen})\n{start} {first} end\n"
                f"event e when @g: x = FALSE then {new} @x: x ≔ TRUE end end\n")


def verdict(rtcheck, case, text, options):
    with tempfile.NamedTemporaryFile("w", suffix=".eventb") as file:
        file.write(text)
        file.flush()
        bound = ["--bound", RANGES[case.range]] if RANGES[case.range] else []
        done = subprocess.run([rtcheck, "eventb", "--no-beyond", "--quiet", "--threads", "1", "--time", "10s", *bound, *options, file.name],
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
        text = case.text()
        answer = verdict(rtcheck, case, text, options)
        said[answer] = said.get(answer, 0) + 1
        if answer not in ("violated", "unknown"):
            failed += 1
            print(text, case.range, options, "rtcheck says", answer)
    print(", ".join(f"{number} {answer}" for answer, number in sorted(said.items())))
    print(f"{count - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
