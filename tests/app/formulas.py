#!/usr/bin/env python3
"""Random conditions as assertions and as formulas: `formulas.py RTCHECK [COUNT [SEED]]`.

A task gives variables of C's types numbers, of which some are inputs, and asserts a condition over them at its end. `--ltl` says the same
of the state at the end. Both must be judged alike, with inputs that are tried one by one and with --engine paths, on machines whose int has
16 and 32 bits, with and without the check for overflow. What has no value in C (a sum that does not fit, a division by zero) is a
violation of the same kind. What Promela can say is asked of Spin as well, where there is one.

Every sixth time it is calls that are asked about: of services with masks of events, some behind choices, `call(SetEvent, u, e)` is true
where the event is among those of the mask; here all choices are made.
"""
import itertools
import json
import os
import random
import shutil
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

OIL = """CPU c { OS os { STATUS = EXTENDED; }; APPMODE std;
TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; };
};
"""
TYPES = ["_Bool", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "long long",
         "unsigned long long", "enum direction", "enum signed_one"]
FIELDS = [("unsigned", 3), ("int", 7), ("unsigned", 16), ("int", 16), ("unsigned", 15), ("unsigned char", 8), ("_Bool", 1)]
EDGES = [0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2147483647, 2147483648, 4294967295, 4294967296,
         9223372036854775807]
ENVIRONMENT = dict(os.environ, CC=os.environ.get("CC") or shutil.which("tcc") or "cc")  # Spin's verifiers are small
TARGETS = [[], [], ["--target", "msp430"], ["--target", "i386-linux-gnu"], ["--target", "avr"]]


class Program:
    def __init__(self, seed):
        self.pick = pick = random.Random(seed)
        self.is_small = seed % 5 == 0  # so that Promela may have room for it
        self.target = pick.choice(TARGETS[:2] if self.is_small else TARGETS)
        types = [kind for kind in TYPES if not self.is_small or "long" not in kind]
        self.variables = [(f"v{i}", pick.choice(types)) for i in range(3)] + [(f"f{i}", pick.choice(["float", "double"])) for i in range(pick.random() < 0.15)]
        self.fields = [(f"s.m{i}", *pick.choice(FIELDS)) for i in range(2)]
        self.names = [name for name, *_ in self.variables + self.fields]
        self.has_inputs = pick.random() < 0.5
        # Two atoms are looked at each for itself: what has no value in C may not matter to the formula.
        self.is_one_atom = pick.random() < 0.7
        self.wraps = ["--no-check", "overflow"] if pick.random() < 0.3 else []

    def literal(self):
        pick = self.pick
        number = pick.choice(EDGES) if pick.random() < 0.6 and not self.is_small else pick.randint(0, 9)
        text = pick.choice([str, str, hex])(number)
        if self.is_small:
            return text + pick.choice(["", "", "u"])
        return text + pick.choice(["", "", "", "", "u", "l", "UL", "ll", "ull"])

    def value(self, kind):
        pick = self.pick
        number = pick.choice(EDGES) * pick.choice([1, 1, -1]) - (pick.random() < 0.2)
        if self.is_small:
            number = pick.choice([0, 1, 5, 127, 200, 32767, 65535, 2147483647]) * pick.choice([1, 1, -1])
            return f"({kind}){number}"
        text = f"({kind}){number if number > -9223372036854775808 else 0}LL"
        if self.has_inputs and pick.random() < 0.6:
            return f"({kind})((unsigned long long){text} + (unsigned char)rtcheck_range({pick.choice([0, 1, 3])}, 5))"
        return text

    def number(self, depth):
        pick = self.pick
        if not depth or pick.random() < 0.25:
            return pick.choice([*self.names, *self.names, self.literal(), "BACK", "BELOW"])
        if pick.random() < 0.15:
            return f"({pick.choice(['-', '~', '!'])}{self.number(depth - 1)})"
        if pick.random() < 0.15:
            return f"({self.condition(depth - 1)})"
        operator = pick.choice(["+", "-", "*", "&", "|", "^"] if self.is_small else ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"])
        right = self.number(depth - 1)
        if self.has_inputs and operator in "/%":  # solvers take long for others
            right = pick.choice([self.literal(), f"({pick.choice(self.names)} & 3)"])
        return f"({self.number(depth - 1)} {operator} {right})"

    def condition(self, depth):
        pick = self.pick
        if depth and pick.random() < 0.2:
            return f"({self.condition(depth - 1)}) {pick.choice(['&&', '||'])} ({self.condition(depth - 1)})"
        return f"{self.number(depth)} {pick.choice(['<', '<=', '==', '!=', '>', '>='])} {self.number(depth)}"

    def make(self):
        condition = self.condition(1 if self.is_small else 2)
        if self.is_one_atom:
            condition = f"(({condition}) + 0) != 0"
        out = ["#include <os.h>", "#include <assert.h>", "enum direction { FORTH, BACK }; enum signed_one { BELOW = -1, ABOVE };"]
        out += [f"{kind} {name};" for name, kind in self.variables]
        out.append("struct { " + " ".join(f"{kind} {name[2:]} : {bits};" for name, kind, bits in self.fields) + " } s; int done; enum direction e0; enum signed_one e1;")
        out.append("TASK(t) {")
        for name, kind, *_ in self.variables + self.fields:
            out.append(f"{name} = {self.value('long long' if kind in ('float', 'double') else kind)};")
        out += ["e0 = BACK; e1 = BELOW; done = 1;", "#ifdef ASSERTS", f"assert({condition});", "#endif", "TerminateTask();", "}"]
        return "\n".join(out) + "\n", f"[] (done == 1 -> ({condition}))"


EVENTS = ["e0", "e1", "e2"]
CALLS_OIL = """CPU c { OS os { STATUS = EXTENDED; }; APPMODE std; EVENT e0 { MASK = AUTO; }; EVENT e1 { MASK = AUTO; }; EVENT e2 { MASK = AUTO; }; EVENT last { MASK = AUTO; };
TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; };
TASK u { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; EVENT = e0; EVENT = e1; EVENT = e2; EVENT = last; };
};
"""


class Calls:
    """One task sets events of another, which clears some in the end."""

    def __init__(self, seed):
        self.pick = pick = random.Random(seed)
        self.sets = [self.call() for _ in range(pick.randint(1, 4))]
        self.clears = [self.call() for _ in range(pick.randint(0, 2))]
        self.service = pick.choice(["SetEvent", "SetEvent", "ClearEvent", "WaitEvent"])
        self.event = pick.choice(EVENTS)
        self.formula = f"[] !call({self.service}, u, {self.event})" if self.service == "SetEvent" else f"[] !call({self.service}, {self.event})"

    def call(self):
        """Events, how they are written, and whether it is a choice."""
        pick = self.pick
        events = pick.sample(EVENTS, pick.randint(1, 3))
        return events, pick.random() < 0.5, pick.random() < 0.4

    def line(self, service, call):
        events, kept, chosen = call
        mask = " | ".join(events)
        text = f"{{ EventMaskType k = {mask}; {service}k); }}" if kept else f"{service}{mask});"
        return f"if (random(0, 1)) {text}" if chosen else text

    def make(self):
        out = ["#include <os.h>", "DeclareTask(u);", "TASK(t) {"]
        out += [self.line("SetEvent(u, ", call) for call in self.sets] + ["SetEvent(u, last); TerminateTask(); }", "TASK(u) { WaitEvent(last);"]
        out += [self.line("ClearEvent(", call) for call in self.clears] + ["TerminateTask(); }"]
        return "\n".join(out) + "\n"

    def is_called(self):
        calls = {"SetEvent": self.sets, "ClearEvent": self.clears, "WaitEvent": []}[self.service]
        made = itertools.product(*[[True, False] if chosen else [True] for *_, chosen in calls])
        return any(self.event in events for taken in made for yes, (events, *_) in zip(taken, calls) if yes)


def judge_calls(rtcheck, seed, folder, counts):
    program = Calls(seed)
    files = [os.path.join(folder, "case.oil"), os.path.join(folder, "case.c")]
    for path, text in zip(files, (CALLS_OIL, program.make())):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    expected = "violated" if program.is_called() else "holds"
    counts["calls"] = counts.get("calls", 0) + 1
    for engine in ("explicit", "paths"):
        answer = ask(rtcheck, files, "--engine", engine, "--ltl", program.formula)
        if answer[0] != expected:
            return f"{program.formula} of\n{program.make()}expected: {expected}, {engine}: {answer}"
    return None


def ask(rtcheck, files, *options):
    done = served.run([rtcheck, "app", "--json", "--allow-vacuous", "--no-check", "race", "--time", "5", *options, *files], timeout=60, env=ENVIRONMENT)
    if done.returncode not in (0, 1, 3):
        return "refused", done.stderr
    answer = json.loads(done.stdout)
    return answer["verdict"], next((v["kind"] for v in answer["violations"]), None)


def agree(program, asserted, stated):
    if asserted[0] == "violated" and asserted[1] != "assertion":
        same = stated[0] == "violated" if program.has_inputs else stated == asserted  # others may go wrong in another way
        return same or (not program.is_one_atom and stated[0] != "refused")
    return stated[0] == asserted[0]


def judge(rtcheck, seed, folder, spin, counts):
    """None: all say the same; otherwise what is wrong."""
    if seed % 6 == 3:
        return judge_calls(rtcheck, seed, folder, counts)
    program = Program(seed)
    code, formula = program.make()
    files = [os.path.join(folder, "case.oil"), os.path.join(folder, "case.c")]
    for path, text in zip(files, (OIL, code)):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    options = [*program.target, *program.wraps]
    asserted = ask(rtcheck, files, *options, "-D", "ASSERTS")
    stated = ask(rtcheck, files, *options, "--ltl", formula)
    if asserted[0] == "refused":  # what C does not allow: ~ of a floating number
        counts["refused"] += 1
        return None if stated[0] == "refused" else f"{formula}: asserted: {asserted}, stated: {stated}"
    counts[asserted[1] or asserted[0]] = counts.get(asserted[1] or asserted[0], 0) + 1
    if not agree(program, asserted, stated):
        return f"{options} {formula}: asserted: {asserted}, stated: {stated}"
    solved = ask(rtcheck, files, *options, "--engine", "paths", "--ltl", formula)
    if solved[0] != "unknown" and solved[0] != stated[0]:
        return f"{options} {formula}: stated: {stated}, with paths: {solved}"
    counts["paths know"] += solved[0] != "unknown"
    if spin:
        checked = ask(rtcheck, files, *options, "--engine", "spin", "--ltl", formula)
        counts["spin"] += checked[0] in ("holds", "violated")
        if checked[0] in ("holds", "violated") and checked[0] != stated[0]:
            return f"{options} {formula}: stated: {stated}, with Spin: {checked}"
    return None


def main():
    rtcheck = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 150
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    failed, counts = 0, {"refused": 0, "paths know": 0, "spin": 0}
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            wrong = judge(rtcheck, seed, folder, shutil.which("spin") and seed % 10 == 0, counts)
            failed += wrong is not None
            if wrong:
                print(f"seed {seed}: {wrong}", flush=True)
    print(", ".join(f"{number} {what}" for what, number in counts.items()))
    print(f"{count - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
