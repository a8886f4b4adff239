#!/usr/bin/env python3
"""include.py RTCHECK [COUNT [SEED]]: machines that include others, against the same machines written out.

Random machines, included once or several times, with and without prefixes, also through another machine, and refined:
the machine that is written out here, formula by formula, must have the same verdict, states, transitions, events and
proof obligations. Formulas are patterns: {a} is a variable or a parameter of the machine, {:1} something that the formula
binds. Those have names here that are those of variables, with and without prefixes, and others in what is written out.
"""
import json
import os
import random
import string
import subprocess
import sys
import tempfile

PREFIXES = ["p", "q", "p_q"]


class Names(string.Formatter):
    """Fills in a pattern: names of the machine get the prefix, bound ones are `bound`, or new ones."""

    def __init__(self, prefix="", bound=None):
        super().__init__()
        self.prefix, self.bound = prefix, bound

    def get_value(self, key, args, kwargs):
        if isinstance(key, str) and key.startswith("_"):
            return self.bound[int(key[1:])] if self.bound else f"bound{key[1:]}"
        return self.prefix + str(key)


class Event:
    def __init__(self, name, parameters=(), guards=(), actions=(), synchronises=(), head=""):
        self.name, self.parameters, self.guards, self.actions = name, list(parameters), list(guards), list(actions)
        self.synchronises, self.head = list(synchronises), head

    def text(self, names):
        lines = [f"event {self.name}{self.head}"]
        if self.parameters:
            lines.append("any " + " ".join(names.format("{" + p + "}") for p in self.parameters))
        lines += [f"synchronises {prefix + '.' if prefix else ''}{event}" for prefix, event in self.synchronises]
        for clause, list_ in (("where", self.guards), ("then", self.actions)):
            if list_:
                lines.append(clause)
                lines += [f"  @{label}: {names.format(formula)}" for label, formula in list_]
        return "\n".join(lines + ["end"])


class Machine:
    def __init__(self, name, variables, invariants, events, includes=(), refines=None):
        self.name, self.variables, self.invariants, self.events = name, variables, invariants, events
        self.includes, self.refines = list(includes), refines  # includes: (machine, prefixes)

    def event(self, name):
        return next(event for event in self.events if event.name == name)

    def text(self, names):
        lines = [f"machine {self.name}"]
        for machine, prefixes in self.includes:
            lines.append(f"includes {machine.name}" + (" as " + " ".join(prefixes) if prefixes != [""] else ""))
        lines += [f"refines {self.refines.name}"] if self.refines else []
        lines += ["sees limits"]
        lines += ["variables " + " ".join(self.variables)] if self.variables else []
        if self.invariants:
            lines += ["invariants"] + [f"  @{label}: {names.format(formula)}" for label, formula in self.invariants]
        return "\n".join(lines + ["events"] + [event.text(names) for event in self.events] + ["end\n"])


def prefixed(prefix, label):
    return prefix + "_" + label if prefix else label


def moved(prefix, formula):
    """The pattern of a machine, as one of the machine that includes it."""
    out = ""
    for before, field, _, _ in string.Formatter().parse(formula):
        out += before.replace("{", "{{").replace("}", "}}")
        if field is not None:
            out += "{" + (field if field.startswith("_") else prefixed(prefix, field)) + "}"
    return out


def move(prefix, list_):
    return [(prefixed(prefix, label), moved(prefix, formula)) for label, formula in list_]


def full(machine, name):
    """The event with what it inherits, of a machine without inclusions."""
    event = machine.event(name)
    if not event.head.startswith(" extends"):
        return event
    above = full(machine.refines, name)
    return Event(name, above.parameters + event.parameters, above.guards + event.guards, above.actions + event.actions)


def flat(machine, known):
    """The machine written out."""
    if machine.name in known:
        return known[machine.name]
    refines = flat(machine.refines, known) if machine.refines else None
    copies = {}
    variables, invariants = list(machine.variables), list(machine.invariants)
    for included, prefixes in machine.includes:
        for prefix in prefixes:
            copy = copies[prefix] = flat(included, known)
            variables = [prefixed(prefix, v) for v in copy.variables] + variables
            inherited = []
            above = copy.refines
            while above and not machine.refines:
                inherited = [(above.name + "_" + label, formula) for label, formula in above.invariants] + inherited
                above = above.refines
            invariants = move(prefix, inherited + copy.invariants) + invariants
    events = []
    for event in machine.events:
        made = Event(event.name, event.parameters, event.guards, event.actions, (), event.head)
        for prefix, name in event.synchronises:
            inherits = event.head.startswith(" extends") and machine.refines
            other = copies[prefix].event(name) if inherits else full(copies[prefix], name)
            made.parameters = [prefixed(prefix, p) for p in other.parameters] + made.parameters
            made.guards = move(prefix, other.guards) + made.guards
            made.actions = move(prefix, other.actions) + made.actions
        events.append(made)
    known[machine.name] = Machine(machine.name, variables, invariants, events, (), refines)
    return known[machine.name]


class Maker:
    def __init__(self, rng):
        self.rng, self.number, self.bound = rng, 0, []

    def label(self, stem):
        self.number += 1
        return f"{stem}{self.number}"

    def binds(self, names):
        """A new bound identifier; it is called like something of another machine."""
        others = {"a", "b", "c", "d", "e", "x"} | {f"{p}_{v}" for p in PREFIXES for v in "abcdx"}
        self.bound.append(self.rng.choice(sorted(others - set(names))))
        return "{_" + str(len(self.bound) - 1) + "}"

    def term(self, names):
        kind = self.rng.random()
        name = "{" + self.rng.choice(names) + "}"
        if kind < 0.5:
            return name
        if kind < 0.7:
            return str(self.rng.randint(0, 2))
        return f"{name} + 1" if kind < 0.85 else f"({name} + top) mod 3"

    def predicate(self, names, depth=1):
        kind = self.rng.random()
        if depth == 0 or kind < 0.4:
            return f"{self.term(names)} {self.rng.choice(['<', '≤', '=', '≠'])} {self.term(names)}"
        if kind < 0.6:
            sign = self.rng.choice(["∧", "∨", "⇒"])
            return f"({self.predicate(names, depth - 1)} {sign} {self.predicate(names, depth - 1)})"
        bound = self.binds(names)
        inner = self.predicate(names, depth - 1)
        use = f"({bound} = {self.term(names)} ∨ {inner})"
        if kind < 0.75:
            return f"(∃{bound}·{bound} ∈ 0‥2 ∧ {use})"
        if kind < 0.9:
            return f"(∀{bound}·{bound} ∈ 0‥2 ⇒ {use})"
        return f"{self.term(names)} ∈ {{{{{bound} ∣ {bound} ∈ 0‥2 ∧ {use}}}}}"

    def action(self, variable, names):
        """A value of 0‥2."""
        if self.rng.random() < 0.2:
            return f"{{{variable}}} :∣ {{{variable}}}' ∈ 0‥2 ∧ {{{variable}}}' ≠ ({self.term(names)}) mod 3"
        if self.rng.random() < 0.2:
            return f"{{{variable}}} :∈ {{{{({self.term(names)}) mod 3, 1}}}}"
        return f"{{{variable}}} ≔ ({self.term(names)}) mod 3"

    def event_parts(self, variables):
        parameters = ["d"] if self.rng.random() < 0.6 else []
        names = variables + parameters
        guards = [(self.label("g"), "{d} ∈ 0‥2")] if parameters else []
        guards += [(self.label("g"), self.predicate(names)) for _ in range(self.rng.randint(0, 2))]
        changed = self.rng.sample(variables, self.rng.randint(0, len(variables)))
        return parameters, guards, [(self.label("a"), self.action(v, names)) for v in changed]

    def library(self, name):
        variables = ["a", "b"][:self.rng.randint(1, 2)]
        invariants = [(self.label("t"), f"{{{v}}} ∈ 0‥2") for v in variables]
        if self.rng.random() < 0.5:
            invariants.append((self.label("i"), self.predicate(variables)))
        first = [(self.label("a"), f"{{{v}}} ≔ {self.rng.randint(0, 2)}") for v in variables]
        events = [Event("INITIALISATION", (), (), first)]
        events += [Event(event, *self.event_parts(variables)) for event in ("one", "two")]
        return Machine(name, variables, invariants, events)

    def refinement(self, name, above):
        """All of it, and one variable more."""
        names = above.variables + ["c"]
        events = [Event("INITIALISATION", (), (), [(self.label("a"), "{c} ≔ 0")], (), " extends INITIALISATION")]
        for event in above.events[1:]:
            of_event = names + event.parameters
            events.append(Event(event.name, (), [(self.label("g"), self.predicate(of_event))],
                                [(self.label("a"), self.action("c", of_event))], (), f" extends {event.name}"))
        return Machine(name, names, [(self.label("t"), "{c} ∈ 0‥2")], events, (), above)

    def including(self, name, includes, refines=None):
        variables = list(refines.variables) if refines else ["x"] if self.rng.random() < 0.6 else []
        known, copies = {}, []
        for machine, prefixes in includes:
            copies += [(prefix, flat(machine, known)) for prefix in prefixes]
        names = variables + [prefixed(prefix, v) for prefix, copy in copies for v in copy.variables]
        invariants = [] if refines else [(self.label("t"), f"{{{v}}} ∈ 0‥2") for v in variables]
        if self.rng.random() < 0.4:
            invariants.append((self.label("i"), self.predicate(names)))
        start = Event("INITIALISATION", (), (), [(self.label("a"), f"{{{v}}} ≔ 0") for v in variables],
                      [(prefix, "INITIALISATION") for prefix, _ in copies])
        events = [start]
        extends = refines and self.rng.random() < 0.5
        if extends:  # what the abstraction has of the copy, and the rest of it
            return Machine(name, variables, invariants, [
                Event(event.name, (), (), (), event.synchronises, f" extends {event.name}")
                for event in refines.events], includes, refines)
        for event in ("one", "two", "three"):
            if refines:
                above = refines.event(event)
                events.append(Event(event, above.parameters, above.guards, above.actions, above.synchronises,
                                    f" refines {event}"))
                continue
            chosen = [(prefix, self.rng.choice(["one", "two"])) for prefix, _ in copies if self.rng.random() < 0.7]
            machines = dict(copies)
            parameters = [prefixed(prefix, p) for prefix, of in chosen for p in full(machines[prefix], of).parameters]
            own = ["e"] if self.rng.random() < 0.3 else []
            guards = [(self.label("g"), "{e} ∈ 0‥1")] if own else []
            guards += [(self.label("g"), self.predicate(names + parameters + own))] if self.rng.random() < 0.6 else []
            actions = [(self.label("a"), self.action(v, names + parameters + own)) for v in variables]
            events.append(Event(event, own, guards, actions, chosen))
        return Machine(name, variables, invariants, events, includes, refines)


def example(rng):
    """Machines in order; the last one is meant."""
    maker = Maker(rng)
    base, kind = maker.library("base"), rng.random()
    if kind < 0.3:
        made = [base, maker.including("m", [(base, rng.sample(PREFIXES, rng.randint(1, 2)))])]
    elif kind < 0.45:
        made = [base, maker.including("m", [(base, [""])])]
    elif kind < 0.6:
        other = maker.library("other")
        made = [base, other, maker.including("m", [(base, ["p"]), (other, ["q"])])]
    elif kind < 0.75:
        middle = maker.including("middle", [(base, ["p"])])
        made = [base, middle, maker.including("m", [(middle, rng.sample(PREFIXES, rng.randint(1, 2)))])]
    elif kind < 0.87:
        refined = maker.refinement("refined", base)
        made = [base, refined, maker.including("m", [(refined, ["p"])])]
    else:
        refined = maker.refinement("refined", base)
        above = maker.including("above", [(base, ["p"])])
        made = [base, refined, above, maker.including("m", [(refined, ["p"])], above)]
    return made, maker.bound


def answer(rtcheck, text):
    with tempfile.NamedTemporaryFile("w", suffix=".eventb") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([rtcheck, "eventb", "--no-beyond", "--json", "--all-violations", "--threads", "1", "--machine", "m",
                               file.name], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 3):
        return done.stderr.replace(file.name, "FILE")
    got = json.loads(done.stdout)
    obligations = sorted((o["name"], o["status"]) for o in got["obligations"])
    return done.returncode, got["verdict"], got["states"], got["transitions"], got["events"], obligations


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    failed, verdicts = 0, {}
    for _ in range(count):
        machines, bound = example(rng)
        context = "context limits constants top axioms @top: top = 2 end\n"
        included = context + "".join(machine.text(Names("", bound)) for machine in machines)
        known = {}
        chain = [flat(machines[-1], known)]
        while chain[0].refines:
            chain.insert(0, chain[0].refines)
        written = context + "".join(machine.text(Names()) for machine in chain)
        got, expected = answer(rtcheck, included), answer(rtcheck, written)
        verdicts[expected[1] if isinstance(expected, tuple) else "refused"] = (
            verdicts.get(expected[1] if isinstance(expected, tuple) else "refused", 0) + 1)
        if got != expected or isinstance(expected, str):
            failed += 1
            print(f"{included}\n-- is, written out:\n{written}\n-- {got}\n-- {expected}")
    if len(sys.argv) > 2:
        print(verdicts)
    print(f"{count - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
