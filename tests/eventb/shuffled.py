#!/usr/bin/env python3
"""shuffled.py RTCHECK [COUNT [SEED]]: random developments, written in another way.

A context, a machine and a refinement of it, over a carrier set, an enumerated one, numbers, functions and relations. What is declared in
another order (components, sets, constants, axioms after those that protect them, variables, events, parameters), under other names, or as `--print` writes it means the
same: verdict, states, transitions, choices of the constants and states as ProB counts them must be those of the first text. Where it is not known
whether there are more choices, which of two numbers is chosen first may be a matter of their names; the verdict may not.

With an axiom more that is true and that nothing here decides, the verdict is the same, or unknown: what was violated, or unknown, never holds.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

AXIOMS = ["n = card(S)", "n ≠ 2", "f(k) = c", "ran(f) = T", "∀e·e ∈ S ⇒ f(e) ≠ d", "card(f∼[{c}]) ≤ 1", "k ∈ dom(r)", "r[{k}] ≠ ∅", "r ⊆ f", "f ∩ r = ∅",
          "w ∈ 1‥n → S", "r = f ▷ {d}", "r = {k ↦ d}", "∀i·i ∈ dom(w) ⇒ w(i) = k", "ran(w) = {k}", "∀e·e ∈ S ∖ {k} ⇒ e ∉ dom(r)"]
INVARIANTS = ["x ≤ card(s) + 1", "dom(g) ⊆ s", "card(s) ≤ n", "x = 0 ⇒ s = ∅", "g ⊆ f", "∀e·e ∈ dom(g) ⇒ g(e) ≠ d", "x ≠ 3", "k ∈ s ⇒ x > 0", "finite(g)"]
GUARDS = ["x < n", "p ∉ s", "p ∈ s", "q ∈ r[{p}]", "p ↦ q ∉ g", "s ≠ S", "f(p) = q", "card(g) < 2", "p ≠ k", "∃e·e ∈ s ∧ f(e) = q", "∀e·e ∈ dom(g) ⇒ g(e) = q",
          "p ∈ dom(g) ∧ g(p) = q", "x ∈ 1‥card(S)"]
ACTIONS = {"x": ["x ≔ (x + 1) mod 4", "x ≔ 0", "x :∈ 0‥1", "x :∣ x' ∈ 0‥1 ∧ x' ≠ x", "x ≔ card(s)"],
           "s": ["s ≔ s ∪ {p}", "s ≔ s ∖ {p}", "s ≔ ∅", "s :∣ s' ⊆ S ∧ s ⊆ s'", "s ≔ f∼[{q}]"],
           "g": ["g(p) ≔ q", "g ≔ {p} ⩤ g", "g ≔ ∅", "g ≔ g <+ r", "g ≔ s ◁ f"]}
NUMBERS = ["m > n", "m ≥ n + 5", "m = n + 7", "m − n ≥ 20", "m ∈ {n, 9}", "m ≤ n", "m + n = 8", "n < m ∧ m < 6"]
NOISE = ["∀t·t ⊆ ℕ ∧ t ≠ ∅ ⇒ (∃y·y ∈ t ∧ y ≥ 0)", "∀t·t ⊆ ℕ1 ∧ finite(t) ⇒ (∀y·y ∈ t ⇒ y ∗ n ≥ y)", "∃t·t ⊆ ℕ ∧ ¬finite(t) ∧ n + m + 1 ∈ t",
         "f(k) = c ∨ (∀t·t ⊆ ℕ ∧ t ≠ ∅ ⇒ (∃y·y ∈ t ∧ y ≥ 0))", "r ≠ ∅ ⇒ (∃t·t ⊆ ℕ ∧ ¬finite(t) ∧ 2 ∉ t)", "∀t·t ⊆ ℤ ∧ k ∈ S ⇒ t ⊆ ℤ ∪ {m}"]
NOISY = {0: (0, 3), 1: (1, 3), 2: (2, 3), 3: (3,)}  # by the status without it
TYPING = 6  # so many axioms say what a constant is
NAMES = ["S", "T", "a", "b", "c", "d", "n", "m", "k", "f", "r", "w", "x", "s", "g", "y", "p", "q", "e", "i"]


def development(dice):
    """Lists that may be shuffled."""
    axioms = ["k ∈ S", dice.choice(["n ∈ 1‥3", "n ∈ ℕ1"]), "f ∈ S → T", "r ∈ S ↔ T", "w ∈ 1‥2 ⇸ S"] + dice.sample(AXIOMS, dice.randint(2, 5))
    if any("w" in axiom for axiom in axioms[5:]) and "w ∈ 1‥n → S" not in axioms:
        axioms.append("w ∈ 1‥n → S")
    if not any("w" in axiom for axiom in axioms[5:]):
        axioms.append("w = ∅")
    axioms += ["m ∈ ℕ", dice.choice(NUMBERS)]
    events, refined = [], []
    for number in range(dice.randint(1, 4)):
        guards = ["p ∈ S", "q ∈ T"] + dice.sample(GUARDS, dice.randint(0, 3))
        changed = dice.sample(sorted(ACTIONS), dice.randint(1, 2))
        events.append((f"event{number}", ["p", "q"], guards, [dice.choice(ACTIONS[name]) for name in changed]))
        more = dice.choice([["y < 2"], ["y = x mod 2"], []])
        refined.append((f"event{number}", more, dice.choice([["y ≔ 1 − y"], []])))
    return {"sets": ["S", "T"], "constants": ["c", "d", "n", "m", "k", "f", "r", "w"], "axioms": ["partition(T, {c}, {d})"] + axioms,
            "variables": ["x", "s", "g"], "invariants": ["x ∈ ℤ", "s ⊆ S", "g ∈ S ⇸ T"] + dice.sample(INVARIANTS, dice.randint(0, 2)),
            "events": events, "refined": refined, "components": [0, 1, 2]}


def shuffled(parts, dice):
    """All but the invariants and guards, of which what comes first protects what comes later; of the axioms, those that say
    what a constant is do so."""
    first, rest = parts["axioms"][:TYPING], parts["axioms"][TYPING:]
    parts = {name: dice.sample(items, len(items)) if name not in ("invariants", "axioms") else items for name, items in parts.items()}
    parts["axioms"] = dice.sample(first, len(first)) + dice.sample(rest, len(rest))
    parts["events"] = [(name, dice.sample(p, len(p)), guards, dice.sample(actions, len(actions))) for name, p, guards, actions in parts["events"]]
    return parts


def noisy(parts, dice):
    axioms = list(parts["axioms"])
    for noise in dice.sample(NOISE, dice.randint(1, 2)):
        axioms.insert(dice.randint(TYPING + 2, len(axioms)), noise)
    return {**parts, "axioms": axioms}


def written(parts):
    def block(label, formulas):
        return "\n".join(f"    @{label}{number}: {formula}" for number, formula in enumerate(formulas))

    context = (f"context con\nsets {' '.join(parts['sets'])}\nconstants {' '.join(parts['constants'])}\naxioms\n{block('axm', parts['axioms'])}\nend\n")
    abstract = (f"machine abs sees con\nvariables {' '.join(parts['variables'])}\ninvariants\n{block('inv', parts['invariants'])}\nevents\n"
                "event INITIALISATION then\n    @a: x ≔ 0\n    @b: s ≔ ∅\n    @c: g ≔ ∅\nend\n")
    for name, parameters, guards, actions in parts["events"]:
        abstract += f"event {name} any {' '.join(parameters)} where\n{block('grd', guards)}\nthen\n{block('act', actions)}\nend\n"
    concrete = (f"machine con1 refines abs sees con\nvariables {' '.join(parts['variables'])} y\ninvariants\n    @y: y ∈ 0‥2\nevents\n"
                "event INITIALISATION extends INITIALISATION then\n    @y: y ≔ 0\nend\n")
    for name, more, actions in parts["refined"]:
        guards = f" where\n{block('more', more)}\n" if more else ""
        concrete += f"event {name} extends {name}{guards}" + (f" then\n{block('also', actions)}\n" if actions else "") + " end\n"
    texts = [context, abstract + "end\n", concrete + "end\n"]
    return "\n".join(texts[number] for number in parts["components"])


def renamed(text, dice):
    """Words that are names get others, in another order of the alphabet."""
    others = dice.sample([f"{letter}{number}_" for letter in "zmav" for number in range(8)], len(NAMES))
    names = dict(zip(NAMES, others))
    out, word = [], ""
    for char in text + " ":
        if char.isalnum() or char in "_'":
            word += char
            continue
        base = word.rstrip("'")
        out.append(names.get(base, base) + word[len(base):] if not out or not out[-1].endswith("@") else word)
        out.append(char)
        word = ""
    return "".join(out)


def ask(rtcheck, text, folder):
    path = os.path.join(folder, "m.eventb")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([rtcheck, "eventb", "--machine", "con1", "--all-violations", "--no-beyond", "--threads", "1", "--json", path],
                          capture_output=True, text=True, check=False)
    answer = json.loads(done.stdout) if done.stdout else {}
    said = done.returncode, *(answer.get(name) for name in ("verdict", "states", "transitions", "setups", "prob_states"))
    return said, answer.get("stopped") or done.stderr.replace(path, "")


def printed(rtcheck, text, folder):
    path = os.path.join(folder, "p.eventb")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return subprocess.run([rtcheck, "eventb", "--print", path], capture_output=True, text=True, check=False).stdout


def main():
    rtcheck, count = os.path.abspath(sys.argv[1]), int((sys.argv + ["60"])[2])
    dice = random.Random(int((sys.argv + ["60", "1"])[3]))
    passed = failed = 0
    kinds = {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(count):
            parts = development(dice)
            text = written(parts)
            expected, stopped = ask(rtcheck, text, folder)
            kinds[expected[0]] = kinds.get(expected[0], 0) + 1
            variants = {"in another order": written(shuffled(parts, dice)), "with other names": renamed(text, dice), "printed": printed(rtcheck, text, folder)}
            wrong = None
            for how, variant in variants.items():
                got, error = ask(rtcheck, variant, folder)
                by_name = expected[0] != 2 and stopped and how == "with other names"
                if (got[:2] != expected[:2] or (got != expected and not by_name)) and not wrong:
                    wrong = f"{text}\nsays {expected}; {how}:\n{variant}\nsays {got} {error}"
            noise = written(noisy(parts, dice))
            got, error = ask(rtcheck, noise, folder)
            if got[0] not in NOISY.get(expected[0], ()) and not wrong:
                wrong = f"{text}\nsays {expected}; with axioms that nothing decides:\n{noise}\nsays {got} {error}"
            passed += wrong is None
            failed += wrong is not None
            if wrong:
                print(wrong)
    print(", ".join(f"{number} with status {status}" for status, number in sorted(kinds.items())))
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
