#!/usr/bin/env python3
"""operators.py RTCHECK [COUNT [SEED]]: random operators of theories, against what they stand for, written out by hand.

A theory has operators with direct definitions that use their parameters never, once or several times, and each other. A
machine uses them in its invariants; a second one has the definitions in their places, and, before them, that every argument
has a value, and is in the set that is given for it. Both must say the same, as invariants and as formulas of temporal logic. Where an
argument gets another type, the first must be refused.
"""
import os
import random
import subprocess
import sys
import tempfile

INT, SET, TRUTH = "ℤ", "ℙ(ℤ)", "BOOL"
ATOMS = {INT: ("x", "0", "1", "2", "3"), SET: ("s", "{1, 2}", "(0‥2)", "{x}"), TRUTH: ("b", "TRUE", "FALSE")}


class Operator:
    """Parameters are (name, set); `expand` gives the text for texts of arguments; `types` are what uses have."""

    def __init__(self, name, parameters, definition, types, result):
        self.name, self.parameters, self.definition, self.types, self.result = name, parameters, definition, types, result


def fixed(rng):
    """Those that any random theory has: types that only the use decides."""
    one = rng.choice((INT, TRUTH))
    return [Operator("added", [("m", "ℙ(A)"), ("e", "A")], "m ∪ {e}", [SET, INT], SET),
            Operator("many", [("m", "ℙ(A)")], "card(m)", [SET], INT),
            Operator("first", [("p", "B"), ("e", "A")], "p", [INT, one], INT),
            Operator("all", [("e", "A")], "card(ℙ(A))", [TRUTH], INT),
            Operator("none", [("e", "A")], "card(∅ ⦂ ℙ(A))", [one], INT),
            Operator("next", [("n", "ℕ")], "n + 1", [INT], INT),
            Operator("part", [("n", "ℕ1"), ("d", "1‥2")], "n ÷ d", [INT, INT], INT),
            Operator("size", [("m", "ℙ(0‥2)")], "card(m)", [SET], INT),
            Operator("zero", [("n", "ℕ"), ("e", "A")], "0", [INT, one], INT)]


LIMITS = ("ℕ", "ℕ1", "1‥2", "ℙ(0‥2)")  # sets that are not all of a type


def needed(operator, arguments):
    """That each argument has a value, and is in its set: what is ill-defined otherwise."""
    return [f"(λz·z ∈ {of} ∣ 0)({argument}) = 0" if of in LIMITS else f"{argument} = {argument}"
            for (_, of), argument in zip(operator.parameters, arguments)]


def expression(rng, kind, names, operators, depth):
    """Its text, the same with operators written out, and the arguments that must have values."""
    choice = rng.random()
    own = [name for name, of in names if of == kind]
    if own and choice < 0.45:
        name = rng.choice(own)
        return name, name, []
    if depth > 2 or choice < 0.55:
        atom = rng.choice(ATOMS[kind])
        if names:  # a definition speaks of its parameters alone
            atom = {INT: "1", SET: "{1, 2}", TRUTH: "TRUE"}[kind]
        return atom, atom, []
    useful = [o for o in operators if o.result == kind]
    if useful and choice < 0.85:
        operator = rng.choice(useful)
        parts = [expression(rng, of, names, operators, depth + 1) for of in operator.types]
        return (f"{operator.name}({', '.join(p[0] for p in parts)})", written_out(operator, [p[1] for p in parts]),
                [v for p in parts for v in p[2]] + needed(operator, [p[1] for p in parts]))
    a, b = (expression(rng, INT, names, operators, depth + 1) for _ in range(2))
    if kind == INT:
        sign = rng.choice(("+", "−", "∗", "÷", "÷"))
        return f"({a[0]} {sign} {b[0]})", f"({a[1]} {sign} {b[1]})", a[2] + b[2]
    if kind == SET:
        return f"({{{a[0]}, {b[0]}}})", f"({{{a[1]}, {b[1]}}})", a[2] + b[2]
    return f"bool({a[0]} < {b[0]})", f"bool({a[1]} < {b[1]})", a[2] + b[2]


def written_out(operator, arguments):
    """The definition with the arguments, by way of marks that no text has."""
    text = operator.definition_text if hasattr(operator, "definition_text") else operator.definition
    words, out = [], ""
    for letter in text + " ":
        if letter.isalnum():
            words.append(letter)
            continue
        word = "".join(words)
        names = [name for name, _ in operator.parameters]
        if word in names:
            out += f"({arguments[names.index(word)]})"
        elif word in ("A", "B"):
            out += operator.types[[of.strip("ℙ()") for _, of in operator.parameters].index(word)]
        else:
            out += word
        words = []
        out += letter
    return out.strip()


def random_operators(rng):
    operators = fixed(rng)
    for number in range(rng.randint(1, 3)):
        types = [rng.choice((INT, SET, TRUTH)) for _ in range(rng.randint(1, 3))]
        parameters = [(f"p{i}", of) for i, of in enumerate(types)]
        result = rng.choice((INT, SET, TRUTH))
        text, out, values = expression(rng, result, parameters, operators, 0)
        if values:  # what they must have is said where they are used: only of arguments that are parameters, or safe
            if any("÷" in v or "λ" in v for v in values):
                continue
        operator = Operator(f"op{number}", parameters, text, types, result)
        operator.definition_text = out
        operators.append(operator)
    return operators


def theory(operators):
    base = "org.eventb.theory.core."
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<{base}theoryRoot org.eventb.core.configuration="{base}thy">']
    lines += [f'<{base}typeParameter name="{t}" org.eventb.core.identifier="{t}"/>' for t in "AB"]
    for o in operators:
        lines.append(f'<{base}newOperatorDefinition name="{o.name}" org.eventb.core.label="{o.name}" {base}formulaType="true" '
                     f'{base}notationType="PREFIX">')
        lines += [f'<{base}operatorArgument name="{n}" org.eventb.core.expression="{of}" org.eventb.core.identifier="{n}"/>'
                  for n, of in o.parameters]
        definition = o.definition.replace("<", "&lt;")
        lines.append(f'<{base}directOperatorDefinition name="d" {base}formula="{definition}"/></{base}newOperatorDefinition>')
    return "\n".join(lines + [f"</{base}theoryRoot>"])


def machine(invariant="⊤"):
    return (f"machine m variables x s b invariants @x: x ∈ ℤ @s: s ⊆ ℤ @b: b ∈ BOOL @f: finite(s) @i: {invariant}\n"
            "events event INITIALISATION then x ≔ 0 s ≔ {0} b ≔ TRUE end\n"
            "event e when x < 2 then x ≔ x + 1 s ≔ s ∪ {x} b ≔ bool(x = 0) end end\n")


def ask(rtcheck, folder, text, *options):
    with open(folder + "/m.eventb", "w", encoding="utf-8") as out:
        out.write(text)
    done = subprocess.run([rtcheck, "eventb", "--no-beyond", "--threads", "1", "--no-solver", "--time", "10s", *options, folder + "/m.eventb"],
                          capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.split("\n")[0] + done.stderr.split("\n")[0]


def one(rng, rtcheck, folder):
    operators = random_operators(rng)
    with open(folder + "/T.tuf", "w", encoding="utf-8") as out:
        out.write(theory(operators))
    kind = rng.choice((INT, SET, TRUTH))
    text, out, values = expression(rng, kind, [], operators, 0)
    right = rng.choice(ATOMS[kind])
    with_operators, without = f"{text} = {right}", " ∧ ".join([f"({v})" for v in values] + [f"{out} = {right}"])
    if rng.random() < 0.3:
        said, told = ask(rtcheck, folder, machine(), "--ltl", f"G {{{with_operators}}}")
        judged, other = ask(rtcheck, folder, machine(), "--ltl", f"G {{{without}}}")
    else:
        said, told = ask(rtcheck, folder, machine(with_operators))
        judged, other = ask(rtcheck, folder, machine(without))
    if said != judged:
        return f"{theory(operators)}\n{text} = {right}\n{out}\n{said} {told}, but written out {judged} {other}"
    if rng.random() < 0.3:
        operator = rng.choice([o for o in operators if o.parameters[0][1] not in ("A", "B")])
        wrong = {INT: "TRUE", SET: "TRUE", TRUTH: "1"}[operator.types[0]]
        uses = ", ".join([wrong] + [ATOMS[of][1] for of in operator.types[1:]])
        said, told = ask(rtcheck, folder, machine(f"{operator.name}({uses}) = {operator.name}({uses})"))
        if said != 2:
            return f"{theory(operators)}\n{operator.name}({uses}) has a wrong type: {said} {told}"
    return None


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(count):
            wrong = one(rng, rtcheck, folder)
            if wrong:
                failed += 1
                print(wrong + "\n", flush=True)
    print(f"{count - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
