#!/usr/bin/env python3
"""functions.py RTCHECK [COUNT [SEED]]: random conditions on the values of a function, against brute force.

The function f ∈ 1‥n → 0‥m (or an injection, or into ℤ with ran(f) given, or into ℕ with an axiom that caps it) is a parameter of an event, or a constant.
Its values are found one by one, and conditions rule some out before all are known: neither may a function be missed,
nor one be found that is none; and where a condition is ill-defined for some function that is not ruled out by those
before it, that is reported.
"""
import itertools
import json
import random
import subprocess
import sys
import tempfile


class IllDefined(Exception):
    """A condition has no value."""


def value(term, f, env):
    """Of an expression."""
    op = term[0]
    if op == "num":
        return term[1]
    if op == "var":
        return env[term[1]]
    a = value(term[1], f, env)
    if op == "f":
        if a not in f:
            raise IllDefined
        return f[a]
    b = value(term[2], f, env)
    if op == "÷":
        if b == 0:
            raise IllDefined
        return int(a / b)
    return {"+": a + b, "−": a - b, "∗": a * b}[op]


def holds(term, f, env):
    """Of a predicate."""
    op = term[0]
    if op == "∀":
        results = [holds(term[3], f, {**env, term[1]: x}) for x in range(1, term[2] + 1)]  # all are well-defined
        return all(results)
    if op == "∨":
        return holds(term[1], f, env) or holds(term[2], f, env)
    a, b = value(term[1], f, env), value(term[2], f, env)
    return {"=": a == b, "≠": a != b, "<": a < b, "≤": a <= b, ">": a > b}[op]


def show(term):
    """As text."""
    op = term[0]
    if op == "num":
        return str(term[1])
    if op == "var":
        return term[1]
    if op == "f":
        return "f(%s)" % show(term[1])
    if op == "∀":
        return "(∀%s·%s ∈ %s ⇒ %s)" % (term[1], term[1], "dom(f)" if term[4] else "1 ‥ %d" % term[2], show(term[3]))
    return "(%s %s %s)" % (show(term[1]), op, show(term[2]))


def argument(rng, n, names):
    """Mostly inside of the domain."""
    if names and rng.random() < 0.7:
        name = ("var", rng.choice(names))
        return name if rng.random() < 0.7 else ("+", name, ("num", rng.choice([0, 1])))
    return ("num", rng.randint(1, n + (rng.random() < 0.05)))


def expression(rng, n, names, depth=0):
    """Of the function's values."""
    choice = rng.random()
    if choice < 0.55 or depth > 2:
        return ("f", argument(rng, n, names))
    if choice < 0.75:
        return ("num", rng.randint(0, 4))
    op = "÷" if rng.random() < 0.08 else rng.choice("+−∗")
    return (op, expression(rng, n, names, depth + 1), expression(rng, n, names, depth + 1))


def condition(rng, n, names=()):
    """On some or all of them."""
    if not names and rng.random() < 0.5:
        name, most = rng.choice("ij"), max(1, n - rng.randint(0, 1))
        return ("∀", name, most, condition(rng, n, [name]), most == n and rng.random() < 0.4)
    if rng.random() < 0.1:
        return ("∨", condition(rng, n, names), condition(rng, n, names))
    return (rng.choice(["=", "≠", "<", "≤", ">"]), expression(rng, n, names), expression(rng, n, names))


def functions(n, values, injective):
    """All of them."""
    for images in itertools.product(values, repeat=n):
        if not injective or len(set(images)) == n:
            yield dict(zip(range(1, n + 1), images))


def truth(term, f, of_axiom=False):
    """None: ill-defined. An axiom that is false for one value is false, and be it ill-defined for another."""
    if of_axiom and term[0] == "∀":
        results = [truth_of(term[3], f, {term[1]: x}) for x in range(1, term[2] + 1)]
        return False if False in results else None if None in results else True
    return truth_of(term, f, {})


def truth_of(term, f, env):
    """None: ill-defined."""
    try:
        return holds(term, f, env)
    except IllDefined:
        return None


def brute_force(case):
    """How many functions there are; and for how many something is ill-defined that nothing before it rules out, or, of
    axioms, nothing at all."""
    found = ill_defined = 0
    for f in functions(case["n"], case["values"], case["injective"]):
        if case["given_range"] and set(f.values()) != set(case["values"]):
            continue
        truths = [truth(c, f, case["constant"]) for c in case["conditions"]]
        found += all(truths)
        if case["constant"]:
            ill_defined += None in truths and False not in truths
        else:
            ill_defined += None in truths and False not in truths[:truths.index(None)]
    return found, ill_defined


def random_case(rng):
    """A function and its conditions."""
    n = rng.randint(1, 4)
    case = {"n": n, "values": list(range(rng.randint(0, 1), rng.randint(1, 3) + 1)), "injective": rng.random() < 0.3,
            "given_range": rng.random() < 0.25, "constant": rng.random() < 0.3}
    if case["given_range"]:
        case["values"] = sorted(rng.sample(range(0, 40), rng.randint(1, 3)))
    case["conditions"] = [condition(rng, n) for _ in range(rng.randint(1, 3))]
    case["capped"] = case["constant"] and not case["given_range"] and rng.random() < 0.4
    if case["capped"]:
        most = rng.randint(2, 6)
        case["values"] = list(range(most + 1))
        cap = ("∀", "k", n, ("≤", ("f", ("var", "k")), ("num", most)), rng.random() < 0.4)
        case["conditions"].insert(rng.randint(0, len(case["conditions"])), cap)
    return case


def machine(case):
    """As text."""
    values = "{%s}" % ", ".join(map(str, case["values"]))
    arrow = "f ∈ 1 ‥ %d %s %s" % (case["n"], "↣" if case["injective"] else "→",
                               "ℤ" if case["given_range"] else "ℕ" if case["capped"] else values)
    lines = [arrow] + (["ran(f) = " + values] if case["given_range"] else [])
    lines += [show(c) for c in case["conditions"]]
    listed = "\n".join("  @g%d %s" % (i, line) for i, line in enumerate(lines))
    start = "events event INITIALISATION then @v v ≔ ∅ end\n"
    if case["constant"]:
        return "context c constants f axioms\n%s\nend\nmachine m sees c variables v invariants @v v ⊆ ℤ × ℤ\n%s end\n" % (
            listed, start)
    return ("machine m variables v invariants @v v ⊆ ℤ × ℤ\n%s"
            " event e any f where @z v = ∅\n%s\n then @v v ≔ f ∪ {0 ↦ 0} end\nend\n" % (start, listed))


def ask(rtcheck, text, folder):
    """The exit status and the answer."""
    path = folder + "/m.eventb"
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    run = subprocess.run([rtcheck, "eventb", "--no-beyond", "--json", "--threads", "1", path], capture_output=True, text=True)
    return run.returncode, json.loads(run.stdout) if run.stdout else {}


def agrees(case, expected, status, answer):
    """What is wrong, or None. An axiom that is ill-defined for some choices only leaves these out."""
    found, ill_defined = expected
    if case["constant"] and ill_defined:
        good = status == 2 or (status == 3 and answer["setups"] == found)
        return None if good else "expected no verdict, and %d choices" % found
    if case["constant"] and not found:
        return None if status == 2 else "expected no choices"
    if case["constant"]:  # where one axiom rules out what another is ill-defined for, there may be no verdict
        return None if status in (0, 3) and answer["setups"] == found else "expected %d choices" % found
    if ill_defined:
        bad = status == 1 and "not well-defined" in answer["violations"][0]["message"]
        return None if bad else "expected that something is ill-defined"
    return None if status == 0 and answer["transitions"] == found else "expected %d functions" % found


def main():
    """Compares."""
    rtcheck = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 150
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    passed = failed = ill_defined = 0
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(count):
            case = random_case(rng)
            expected = brute_force(case)
            ill_defined += expected[1] > 0
            text = machine(case)
            wrong = agrees(case, expected, *ask(rtcheck, text, folder))
            passed += wrong is None
            failed += wrong is not None
            if wrong:
                print(text + wrong)
    print("%d machines, %d of them ill-defined" % (count, ill_defined))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
