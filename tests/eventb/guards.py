#!/usr/bin/env python3
"""guards.py RTCHECK [COUNT [SEED]]: random events against brute force: guards in order, theorems among them, relations that
are applied though they may be no functions, and variants.

A machine has two variables from 0 to 2 and a relation, which may change. It must be violated if, in a state that can be
reached, a guard is not well-defined where those before it hold, a theorem among the guards is false where those before
it hold, an action is not well-defined, or an event that converges (or is anticipated) does not decrease (or increases) the
variants, the first of which that changes decides. Otherwise it holds, and has as many states and transitions.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

NUMBERS = (0, 1, 2)
PAIRS = [(a, b) for a in NUMBERS for b in NUMBERS]


class IllDefined(Exception):
    pass


def apply(relation, at):
    if len({a for a, _ in relation}) != len(relation):
        raise IllDefined
    for a, b in relation:
        if a == at:
            return b
    raise IllDefined


def expression(rng, names, depth=0):
    """Its text, and what it is for values by name."""
    choice = rng.random()
    if choice < 0.5 or depth > 1:
        name = rng.choice(names + ["1"])
        return (name, (lambda env: 1)) if name == "1" else (name, lambda env: env[name])
    a, left = expression(rng, names, depth + 1)
    if choice < 0.75:
        return f"r({a})", lambda env: apply(env["r"], left(env))
    b, right = expression(rng, names, depth + 1)
    return f"(({a} + {b}) mod 3)", lambda env: (left(env) + right(env)) % 3


def atom(rng, names):
    a, left = expression(rng, names)
    kind = rng.randrange(5)
    if kind == 0:
        return f"{a} ∈ dom(r)", lambda env: left(env) in {x for x, _ in env["r"]}
    b, right = expression(rng, names)
    if kind == 1:
        return f"{a} ↦ {b} ∈ r", lambda env: (left(env), right(env)) in env["r"]
    sign, test = rng.choice((("=", lambda p, q: p == q), ("≠", lambda p, q: p != q), ("≤", lambda p, q: p <= q)))
    return f"{a} {sign} {b}", lambda env: test(left(env), right(env))


def predicate(rng, names, depth=0):
    choice = rng.random()
    if choice < 0.5 or depth > 1:
        return atom(rng, names)
    if choice < 0.6:
        return "r ∈ 0‥2 ⇸ 0‥2", lambda env: len({a for a, _ in env["r"]}) == len(env["r"])
    a, left = predicate(rng, names, depth + 1)
    b, right = predicate(rng, names, depth + 1)
    sign, join = rng.choice((("∧", lambda env: left(env) and right(env)), ("∨", lambda env: left(env) or right(env)),
                             ("⇒", lambda env: not left(env) or right(env))))
    return f"({a} {sign} {b})", join


class Event:
    def __init__(self, rng, name, has_variant):
        self.name, self.has_parameter = name, rng.random() < 0.6
        names = ["x", "y"] + (["p"] if self.has_parameter else [])
        self.guards = [(*predicate(rng, names), rng.random() < 0.25) for _ in range(rng.randint(1, 3))]
        self.new = {v: expression(rng, names) for v in ("x", "y") if rng.random() < 0.7}
        self.change = rng.choice((None, None, rng.choice(PAIRS)))
        self.kind = rng.choice(("", "", "convergent ", "anticipated ")) if has_variant else ""

    def text(self):
        any_of = "any p " if self.has_parameter else ""
        guards = (["@gp: p ∈ 0‥2"] if self.has_parameter else []) + \
            [f"{'theorem ' if theorem else ''}@g{i}: {text}" for i, (text, _, theorem) in enumerate(self.guards)]
        actions = [f"@a{v}: {v} ≔ {text}" for v, (text, _) in self.new.items()]
        if self.change:
            actions.append("@ar: r ≔ r ∪ {%d ↦ %d}" % self.change)
        where = f"where {' '.join(guards)} " if guards else ""
        return f"{self.kind}event {self.name} {any_of}{where}{'then ' + ' '.join(actions) if actions else ''} end\n"

    def steps(self, state):
        """States after it; IllDefined, or AssertionError where a theorem is false."""
        for p in NUMBERS if self.has_parameter else (None,):
            env = {**state, "p": p}
            possible = True
            for _, test, theorem in self.guards:
                holds = test(env) if possible else None
                if theorem:
                    assert holds in (True, None)
                elif possible:
                    possible = holds
            if not possible:
                continue
            after = {**state, **{v: value(env) for v, (_, value) in self.new.items()}}
            if self.change:
                after["r"] = state["r"] | {self.change}
            yield after


class Machine:
    def __init__(self, rng):
        self.relation = frozenset(rng.sample(PAIRS, rng.choice((2, 3, 3, 4))))
        if rng.random() < 0.6:
            self.relation = frozenset({a: b for a, b in self.relation}.items())
        self.variants = rng.choice(([], ["x"], ["y", "x"], ["x", "y"]))
        self.events = [Event(rng, name, self.variants) for name in ("e", "f")[:rng.randint(1, 2)]]

    def text(self):
        pairs = ", ".join(f"{a} ↦ {b}" for a, b in sorted(self.relation))
        variants = "".join(f"variant @v{v}: {v}\n" for v in self.variants)
        return ("machine m variables x y r invariants @x: x ∈ 0‥2 @y: y ∈ 0‥2 @r: r ∈ 0‥2 ↔ 0‥2\n" + variants +
                f"events event INITIALISATION then @x: x ≔ 0 @y: y ≔ 1 @r: r ≔ {{{pairs}}} end\n" +
                "".join(event.text() for event in self.events) + "end\n")

    def keeps_variant(self, event, before, after):
        if not event.kind:
            return True
        for v in self.variants:
            if after[v] != before[v]:
                return after[v] < before[v]
        return event.kind == "anticipated "

    def explore(self):
        """States and transitions, or None where something is wrong."""
        first = {"x": 0, "y": 1, "r": self.relation}
        seen, todo, transitions = {(0, 1, self.relation)}, [first], 0
        while todo:
            state = todo.pop()
            for event in self.events:
                try:
                    for after in event.steps(state):
                        transitions += 1
                        if not self.keeps_variant(event, state, after):
                            return None
                        key = (after["x"], after["y"], after["r"])
                        if key not in seen:
                            seen.add(key)
                            todo.append(after)
                except (IllDefined, AssertionError):
                    return None
        return len(seen), transitions


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 80
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    failed = good = 0
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(count):
            machine = Machine(rng)
            path = folder + "/m.eventb"
            with open(path, "w", encoding="utf-8") as out:
                out.write(machine.text())
            done = subprocess.run([rtcheck, "eventb", "--no-beyond", "--json", "--threads", "1", path], capture_output=True, text=True,
                                  check=False)
            answer = json.loads(done.stdout) if done.stdout else {}
            expected = machine.explore()
            said = (answer.get("states"), answer.get("transitions")) if done.returncode == 0 else None
            good += expected is not None
            if done.returncode not in (0, 1) or said != expected:
                failed += 1
                told = [v["message"] for v in answer.get("violations", [])]
                print(f"{machine.text()}{done.stderr}status {done.returncode} {said} {told}, but {expected}\n", flush=True)
    print(f"{good} of {count} machines have nothing wrong")
    print(f"{count - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
