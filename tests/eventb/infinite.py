#!/usr/bin/env python3
"""infinite.py RTCHECK [COUNT [SEED]]: variables that hold finite and infinite sets of integers, against exact arithmetic.

Every set here is the same from some number on, and before some other: it is kept by what it has within a window and on
either side of it, so that equality, inclusion and membership are decided. Random events assign such sets to three
variables, or one variable to another, or a set of one element of such a set; the invariant is a random formula. Where the formula is false in a state that can
be reached, `holds` is wrong; where it never is, `violated` is; and a machine that holds has as many states as here.
"""
import os
import random
import subprocess
import sys
import tempfile

WINDOW = range(-12, 13)
NAMES = ("S", "T", "U")
LAST = 3


def given(test, low, high):
    """A set by a test within the window, and whether it goes on below and above."""
    return (frozenset(i for i in WINDOW if test(i)), low, high)


def finite(numbers):
    return (frozenset(numbers), False, False)


def combine(op, a, b):
    sets = {"∪": a[0] | b[0], "∩": a[0] & b[0], "∖": a[0] - b[0]}[op]
    ends = [{"∪": x or y, "∩": x and y, "∖": x and not y}[op] for x, y in zip(a[1:], b[1:])]
    return (sets, *ends)


def included(a, b):
    return a[0] <= b[0] and (not a[1] or b[1]) and (not a[2] or b[2])


LITERALS = {"ℕ": given(lambda i: i >= 0, False, True), "ℕ1": given(lambda i: i >= 1, False, True),
            "ℤ": given(lambda i: True, True, True), "ℕ ∖ {2, 3}": given(lambda i: i >= 0 and i not in (2, 3), False, True),
            "{i·i ∈ ℕ ∣ i}": given(lambda i: i >= 0, False, True), "∅": finite(()), "{1, 3}": finite((1, 3)),
            "0‥2": finite((0, 1, 2)), "{−4}": finite((-4,)), "INTEGERS": given(lambda i: True, True, True)}


def expression(rng, depth=2):
    """Text, and its value by those of the variables."""
    kind = rng.randint(0, 3 if depth else 1)
    if kind == 0:
        text = rng.choice([name for name in LITERALS if name != "INTEGERS"])
        return f"({text} ⦂ ℙ(ℤ))", lambda state: LITERALS[text]
    if kind == 1:
        name = rng.choice(NAMES)
        return name, lambda state: state[name]
    op, (a, left), (b, right) = rng.choice("∪∩∖"), expression(rng, depth - 1), expression(rng, depth - 1)
    return f"({a} {op} {b})", lambda state: combine(op, left(state), right(state))


def predicate(rng, depth=2):
    if depth and rng.random() < 0.5:
        (a, left), (b, right) = predicate(rng, depth - 1), predicate(rng, depth - 1)
        sign = rng.choice(("∧", "∨", "⇒", "⇔"))
        test = {"∧": lambda x, y: x and y, "∨": lambda x, y: x or y, "⇒": lambda x, y: not x or y, "⇔": lambda x, y: x == y}
        return f"({a} {sign} {b})", lambda state: test[sign](left(state), right(state))
    kind = rng.randint(0, 10)
    if kind == 0:
        number = rng.randint(0, LAST)
        return f"n ≠ {number}", lambda state: state["n"] != number
    (a, left), (b, right) = expression(rng, 1), expression(rng, 1)
    if kind == 1:
        number = rng.randint(-3, 6)
        return f"{number} ∈ {a}".replace("-", "−"), lambda state: number in left(state)[0]
    if kind == 2:
        return f"{a} = {b}", lambda state: left(state) == right(state)
    if kind == 3:
        return f"¬ {a} = ∅", lambda state: left(state) != finite(())
    if kind == 4:
        return f"finite({a})", lambda state: not left(state)[1] and not left(state)[2]
    if kind == 9:  # made of sets that may be infinite
        made = rng.choice(("ran({} ◁ succ)", "succ∼[{}]", "dom({} × {{1}})", "({} ◁ id) ; succ", "(⋃i·i ∈ {} ∣ {{i}})"))
        return f"finite({made.format(a)})", lambda state: not left(state)[1] and not left(state)[2]
    if kind == 10:
        return (f"finite(union({{{a}, {b}}}))",
                lambda state: not any(left(state)[1:]) and not any(right(state)[1:]))
    if kind == 5:
        return f"{a} ∈ ℙ({b})", lambda state: included(left(state), right(state))
    if kind == 6:
        c, third = expression(rng, 0)
        return f"{a} ∈ {{{b}, {c}}}", lambda state: left(state) in (right(state), third(state))
    if kind == 7:
        c, third = expression(rng, 0)
        return (f"(∀s·s ∈ {{{a}, {b}}} ⇒ s ⊆ {c})",
                lambda state: included(left(state), third(state)) and included(right(state), third(state)))
    return f"{a} ⊆ {b}", lambda state: included(left(state), right(state))


def assignment(rng):
    kind = rng.randint(0, 5)
    if kind < 3:
        text = rng.choice(list(LITERALS))
        return text, lambda state: LITERALS[text]
    if kind < 5:
        name = rng.choice(NAMES)
        return name, lambda state: state[name]
    return expression(rng, 1)


def machine(rng):
    start = {name: rng.choice(list(LITERALS)) for name in NAMES}
    events = []
    for _ in range(rng.randint(2, 4)):
        targets = rng.sample(NAMES, rng.randint(1, 2))
        guard = predicate(rng, 1) if rng.random() < 0.5 else ("⊤", lambda state: True)
        actions = [(name, assignment(rng)) for name in targets]
        chosen = expression(rng, 1) if rng.random() < 0.3 else None  # an element of it
        if chosen:
            actions[0] = (targets[0], ("{x}", lambda state: finite((state["x"],))))
        events.append((rng.randint(0, LAST - 1), guard, actions, chosen))
    invariant = predicate(rng)
    lines = ["context c constants INTEGERS axioms INTEGERS = ℤ end", "machine m sees c variables S T U n",
             "invariants S ⊆ ℤ T ⊆ ℤ U ⊆ ℤ n ∈ ℕ", f"@i: {invariant[0]}", "events event INITIALISATION then n ≔ 0"]
    lines += [f"{name} ≔ {text}" for name, text in start.items()] + ["end"]
    for i, (at, guard, actions, chosen) in enumerate(events):
        parameter = f" any x where x ∈ −2‥4 ∧ x ∈ {chosen[0]} ∧" if chosen else " where"
        lines.append(f"event e{i}{parameter} n = {at} ∧ {guard[0]} then n ≔ n + 1")
        lines += [f"{name} ≔ {value[0]}" for name, value in actions] + ["end"]
    return "\n".join(lines) + "\nend\n", start, events, invariant


def explore(start, events, invariant):
    """The number of states, and whether the invariant holds in all of them."""
    first = {name: LITERALS[text] for name, text in start.items()} | {"n": 0}
    seen, left, good = {}, [first], True
    while left:
        state = left.pop()
        key = tuple(sorted(state.items(), key=lambda item: item[0]))
        if key in seen:
            continue
        seen[key] = True
        good = good and invariant[1](state)
        for at, guard, actions, chosen in events:
            if state["n"] != at or not guard[1](state):
                continue
            for x in [x for x in range(-2, 5) if x in chosen[1](state)[0]] if chosen else [None]:
                with_x = state | {"x": x}
                left.append(state | {name: value[1](with_x) for name, value in actions} | {"n": at + 1})
    return len(seen), good


def answer(rtcheck, text):
    with tempfile.NamedTemporaryFile("w", suffix=".eventb") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([rtcheck, "eventb", "--no-beyond", "--threads", "1", file.name], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 3):
        raise SystemExit(f"rtcheck refused:\n{text}{done.stderr}")
    states = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("  states ")]
    return {0: "holds", 1: "violated", 3: "unknown"}[done.returncode], int(states[0].replace(",", "")) if states else 0


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 80
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    failed, said = 0, {}
    for _ in range(count):
        text, start, events, invariant = machine(rng)
        states, good = explore(start, events, invariant)
        verdict, found = answer(rtcheck, text)
        said[verdict] = said.get(verdict, 0) + 1
        several = "{i·i ∈ ℕ ∣ i}" in text  # the same set under two names
        wrong = verdict == ("violated" if good else "holds") or (
            verdict == "holds" and (found < states or (found != states and not several)))
        if wrong:
            failed += 1
            print(f"said {verdict} with {found} states, is {'good' if good else 'bad'} with {states}:\n{text}")
    few = said.get("holds", 0) < count // 10 or said.get("violated", 0) < count // 10
    if few:
        print("too few machines were decided")
    print(", ".join(f"{number} {verdict}" for verdict, number in sorted(said.items())))
    print(f"{count - failed} passed, {failed} failed")
    return 1 if failed or few else 0


if __name__ == "__main__":
    sys.exit(main())
