#!/usr/bin/env python3
"""witnesses.py RTCHECK [COUNT [SEED]]: random refinements with witnesses, against brute force.

An abstraction has variables x and y and an event with parameters p and q; the machine has a variable n instead, perhaps a
gluing invariant, and witnesses for some of p, q, x' and y': predicates that need not speak of what they are for. Where
each has one, it is violated if and only if in a state that can be reached no values satisfy the witnesses, or some that
do violate a guard, an action or the gluing invariant. Where some have none, and the witnesses of the others do not speak
of them, it is violated if and only if values that the witnesses allow go with none of the missing ones. Perhaps there is a
variable k that both have.
"""
import itertools
import os
import random
import subprocess
import sys
import tempfile

SPAN = range(-1, 4)  # the integers that are tried where nothing limits them
SIGNS = {"=": lambda a, b: a == b, "≠": lambda a, b: a != b, "≤": lambda a, b: a <= b, "<": lambda a, b: a < b}


def chosen_set(rng):
    return sorted(rng.sample(range(3), rng.randint(1, 3)))


def written(numbers):
    return "{" + ", ".join(map(str, numbers)) + "}"


class Case:
    def __init__(self, rng):
        self.rng = rng
        self.parameters = rng.choice((["p"], ["p"], ["p", "q"], []))
        self.guards = [self.guard(name) for name in self.parameters]
        self.actions = {name: self.action(name) for name in ("x", "y")}
        self.chosen = self.parameters + [name + "'" for name in ("x", "y") if not self.actions[name][2]]
        self.glue = rng.choice((None, None, ("x = n", lambda v: v["x'"] == v["n'"]), ("y ≤ n", lambda v: v["y'"] <= v["n'"])))
        often = rng.choice((0, 0.85, 0.85))
        self.witnesses = {name: self.witness(name) for name in self.chosen if rng.random() < often}
        self.left, self.left_value = (self.left_action(), rng.randint(0, 2)) if rng.random() < 0.5 else (None, 0)
        self.limit, self.step = rng.randint(0, 2), rng.choice((1, 1, 2))

    def number(self, names):
        name = self.rng.choice(names + ["1"])
        if name == "1":
            return "1", lambda v: 1, set()
        return name, lambda v: v[name], {name}

    def guard(self, name):
        numbers = chosen_set(self.rng)
        if name == "q" and self.rng.random() < 0.4:
            return "q ≤ p + 1", lambda v: v["q"] <= v["p"] + 1
        return f"{name} ∈ {written(numbers)}", lambda v: v[name] in numbers

    def action(self, name):
        """Text, what it says of the new value, and whether it computes that."""
        kind, numbers, after = self.rng.randrange(4), chosen_set(self.rng), name + "'"
        if kind == 0:
            return f"{name} :∈ {written(numbers)}", lambda v: v[after] in numbers, False
        if kind == 1:
            return f"{name} :∣ {after} ≠ {name} ∧ {after} ∈ 0‥2", lambda v: v[after] != v[name] and v[after] in (0, 1, 2), False
        text, value, _ = self.number(self.parameters or ["x"])
        return f"{name} ≔ {text}", lambda v: v[after] == value(v), True

    def left_action(self):
        """Of a variable that both machines have: what the abstraction says of its new value."""
        text, value, _ = self.number(self.parameters or ["x"])
        if self.rng.random() < 0.6:
            return f"k ≔ {text}", lambda v: self.left_value == value(v)
        return f"k :∈ {text}‥2", lambda v: value(v) <= self.left_value <= 2

    def witness(self, name):
        """Text, test, and what it speaks of."""
        kind, numbers = self.rng.randrange(6), chosen_set(self.rng)
        if kind < 2:
            return f"{name} ∈ {written(numbers)}", lambda v: v[name] in numbers, {name}
        if kind < 4:
            others = ["n", "n'", "x"] + [other for other in self.chosen if other != name]
            text, value, names = self.number(others)
            return f"{name} = {text}", lambda v: v[name] == value(v), {name} | names
        if kind == 4:
            sign, number = self.rng.choice(list(SIGNS)), self.rng.randint(0, 2)
            return f"n {sign} {number}", lambda v: SIGNS[sign](v["n"], number), set()
        text, test = self.rng.choice((("⊤", lambda v: True), ("⊤", lambda v: True), ("⊥", lambda v: False)))
        return text, test, set()

    def text(self):
        guards = " ".join(f"@g{i}: {text}" for i, (text, _) in enumerate(self.guards))
        actions = " ".join(f"@{name}: {text}" for name, (text, _, _) in self.actions.items())
        left, own, start = "", "", ""
        if self.left:
            actions, left, own, start = f"{actions} @k: {self.left[0]}", "k", f"@k: k ≔ {self.left_value}", "@k: k ≔ 0"
        chosen = f"any {' '.join(self.parameters)} where {guards}" if self.parameters else ""
        witnesses = list(self.witnesses.items())
        self.rng.shuffle(witnesses)
        names = " ".join(f"@{name}: {text}" for name, (text, _, _) in witnesses)
        glue = f"@glue: {self.glue[0]}" if self.glue else ""
        return (f"machine a variables x y {left} invariants @x: x ∈ ℤ @y: y ∈ ℤ {'@k: k ∈ ℤ' if left else ''} events\n"
                f"event INITIALISATION then @i: x, y ≔ 0, 0 {start} end\nevent e {chosen} then {actions} end end\n"
                f"machine b refines a variables n {left} invariants @n: n ∈ ℤ {glue} events\n"
                f"event INITIALISATION then @i: n ≔ 0 {start} end\n"
                f"event e refines e where @g: n ≤ {self.limit} {'with ' + names if names else ''} then @n: n ≔ n + {self.step} {own} end end\n")

    # ---- brute force ----

    def demands(self):
        tests = [test for _, test in self.guards] + [test for _, test, _ in self.actions.values()]
        return tests + ([self.glue[1]] if self.glue else []) + ([self.left[1]] if self.left else [])

    def values(self, state, fixed, names):
        """All values of these, with what is computed from them."""
        for numbers in itertools.product(SPAN, repeat=len(names)):
            v = {**state, **fixed, **dict(zip(names, numbers))}
            v["n'"] = v["n"] + self.step
            for name in ("x", "y"):
                if self.actions[name][2]:
                    v[name + "'"] = next((k for k in range(-9, 10) if self.actions[name][1]({**v, name + "'": k})), None) \
                        if all(p in v for p in self.parameters) else None
            yield v

    def truth(self):
        """True: it holds; False: it does not; None: that is not judged."""
        missing = [name for name in self.chosen if name not in self.witnesses]
        if any(set(missing) & names for _, _, names in self.witnesses.values()):
            return None
        tests = [test for _, test, _ in self.witnesses.values()]
        seen, open_states = set(), [(0, 0, 0)]
        while open_states:
            n, x, y = open_states.pop()
            if (n, x, y) in seen or n > self.limit:
                continue
            seen.add((n, x, y))
            state, any_value = {"n": n, "x": x, "y": y}, False
            for v in self.values(state, {}, [name for name in self.chosen if name in self.witnesses]):
                if not all(test(v) for test in tests):
                    continue
                any_value = True
                if missing:
                    fixed = {name: v[name] for name in self.chosen if name in self.witnesses}
                    fitting = [w for w in self.values(state, fixed, missing) if all(test(w) for test in self.demands())]
                    if not fitting:
                        return False
                    open_states += [(w["n'"], w["x'"], w["y'"]) for w in fitting]
                    continue
                if not all(test(v) for test in self.demands()):
                    return False
                open_states.append((v["n'"], v["x'"], v["y'"]))
            if not any_value:
                return False
        return True


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    failed, said = 0, {}
    for _ in range(count):
        case = Case(rng)
        text, truth = case.text(), case.truth()
        with tempfile.NamedTemporaryFile("w", suffix=".eventb") as file:
            file.write(text)
            file.flush()
            done = subprocess.run([rtcheck, "eventb", "--no-beyond", "--quiet", "--threads", "1", file.name], capture_output=True, text=True,
                                  check=False)
        if done.returncode not in (0, 1, 3):
            raise SystemExit(f"rtcheck ends with {done.returncode}:\n{text}{done.stderr}")
        answer = {0: "holds", 1: "violated", 3: "unknown"}[done.returncode]
        key = f"{answer} ({ {True: 'holds', False: 'violated', None: 'not judged'}[truth] })"
        said[key] = said.get(key, 0) + 1
        if (answer == "holds" and truth is False) or (answer == "violated" and truth is True):
            failed += 1
            print(text, "rtcheck says", answer, "but it is", "violated" if answer == "holds" else "not")
    print(", ".join(f"{number} {answer}" for answer, number in sorted(said.items())))
    print(f"{count - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
