#!/usr/bin/env python3
"""symmetry.py RTCHECK [COUNT [SEED]]: deferred sets whose elements are alike, with and without that being used.

Random contexts of two deferred sets with elements, bijections, functions and partitions as constants, and a random
invariant. To leave choices of the constants out is exact only if the verdict stays the same.
"""
import json
import random
import subprocess
import sys
import tempfile

ELEMENTS = [("a", "S"), ("b", "S"), ("c", "T"), ("d", "T")]
FUNCTIONS = [("f", "S ⤖ T"), ("g", "T ⤖ S"), ("h", "1‥2 ⤖ S"), ("q", "S ⤖ 1‥2"), ("r", "S → T"), ("u", "S ⤖ S"),
             ("w", "BOOL ⤖ T"), ("z", "S ⤔ S")]
# Expressions in S and in T, with the constants that they need.
IN_S = ["x", "a", "b", "g(y)", "h(1)", "h(2)", "u(x)", "u(u(x))", "g(f(x))", "h(q(x))", "u(h(1))"]
IN_T = ["y", "c", "d", "f(x)", "r(x)", "w(TRUE)", "f(g(y))"]


def possible(expressions, constants):
    """Those that need no other constants."""
    return [e for e in expressions if all(n in constants for n in e if n in "abcdfghqruwz" and "TRUE" not in e)
            and ("w" not in e or "w" in constants)]


def atom(rng, constants):
    """A comparison of two expressions, or a membership in a part."""
    kind = rng.random()
    if kind < 0.2 and "A" in constants:
        return "%s ∈ %s" % (rng.choice(possible(IN_S, constants)), rng.choice("AB"))
    terms = possible(IN_S if kind < 0.6 else IN_T, constants)
    return "%s %s %s" % (rng.choice(terms), rng.choice("=≠"), rng.choice(terms))


def machine(rng):
    """A context and a machine that sees it."""
    chosen = rng.sample(ELEMENTS, rng.randint(1, 3))
    axioms = ["%s ∈ %s" % pair for pair in chosen]
    constants = [name for name, _ in chosen]
    for pair in ("ab", "cd"):
        if set(pair) <= set(constants) and rng.random() < 0.6:
            axioms.append("%s ≠ %s" % tuple(pair))
    functions = rng.sample(FUNCTIONS, rng.randint(1, 3))
    if rng.random() < 0.4:  # one each way
        functions = FUNCTIONS[:2] + rng.sample(FUNCTIONS[2:], rng.randint(0, 1))
    axioms += ["%s ∈ %s" % pair for pair in functions]
    constants += [name for name, _ in functions]
    for carrier, parts in (("S", ["A", "B"]), ("T", ["C", "D"])):
        if rng.random() < 0.35:
            constants += parts
            axioms.append("partition(%s, %s)" % (carrier, ", ".join(parts)))
    rng.shuffle(axioms)
    invariant = " ∨ ".join("(%s)" % atom(rng, constants) for _ in range(rng.randint(1, 3)))
    return ("context c sets S T constants %s axioms %s end\n"
            "machine m sees c variables x y invariants x ∈ S y ∈ T @i: %s\n"
            "events event INITIALISATION then x :∈ S y :∈ T end end\n" % (" ".join(constants), " ".join(axioms), invariant))


def verdict(rtcheck, text, *options):
    """What rtcheck says; None where there is no choice of the constants."""
    with tempfile.NamedTemporaryFile("w", suffix=".eventb") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([rtcheck, "eventb", "--no-beyond", "--json", "--threads", "1", *options, file.name],
                              capture_output=True, text=True, check=False)
    if done.returncode == 2 and "no values of the constants" in done.stderr:
        return None
    if done.returncode not in (0, 1, 3):
        raise SystemExit("rtcheck refused:\n" + text + done.stderr)
    return json.loads(done.stdout)["verdict"]


def main():
    rtcheck = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    wrong = violated = 0
    for _ in range(count):
        text = machine(rng)
        alike, all_of_them = verdict(rtcheck, text), verdict(rtcheck, text, "--no-symmetry")
        violated += all_of_them == "violated"
        if alike != all_of_them:
            wrong += 1
            print("%s  as alike: %s; otherwise: %s" % (text, alike, all_of_them))
    print("%d passed, %d failed" % (count - wrong, wrong))
    return 1 if wrong or violated < count // 8 else 0


if __name__ == "__main__":
    sys.exit(main())
