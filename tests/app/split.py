#!/usr/bin/env python3
"""Applications over several sources that lack their common header: `split.py RTCHECK [--count N] [--seed S] [--keep]`.

A task and an interrupt routine, in two sources, count something that a third source defines by types, sizes, words and
macros of a header: with services around it that keep them apart, or without. So the answer is known: whole it is asked
first, then without that header, or with a part of it, or with a part of it in the sources themselves. Whatever rtcheck
makes of the names, the answer is the same, or `unknown`; it is never the other one, and never a refusal.

Beside each of them, a task computes with numbers of types that only the header has, of every kind that C has, and of
members of structures; what comes of it is an index that is one of its array, or is not.
"""
import argparse
import os
import random
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

OIL = """CPU c { OS os { STATUS = EXTENDED; };
  TASK work { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; };
  ISR tick { CATEGORY = 2; };
};
"""
NUMBERS = ["unsigned char", "short", "int", "unsigned", "long"]
WORDS = {"NEAR": "", "FAR": "", "SECTION_A": "", "EXTERN_": "", "ALIGN(n)": "", "INIT(n)": "= n", "VAR(type, memory)": "type", "P2VAR(type, a, b)": "type *"}


class Application:
    """What the header has, what the third source defines, and what the other two count."""

    def __init__(self, seed):
        pick = self.random = random.Random(seed)
        self.items = {}  # by name: the line of the header
        self.needs = {}  # by name: what has to stand before it
        self.is_kept_apart = pick.random() < 0.5
        self.sizes = [self.item(f"SIZE{i}", f"#define SIZE{i} {pick.randint(3, 9)}") for i in range(pick.randint(1, 2))]
        self.colour = self.item("RED", "enum colour { GREEN, RED = 3, BLUE };")
        for macro, text in WORDS.items():
            self.item(macro.split("(")[0], f"#define {macro} {text}")
        self.numbers = ["int", "unsigned char"]
        for name in pick.sample(["Level", "U16", "Flag_t", "BYTE", "Speed"], pick.randint(1, 3)):
            self.numbers.append(self.item(name, f"typedef {pick.choice(NUMBERS)} {name};"))
        self.records = []
        for i in range(pick.randint(1, 3)):
            self.records.append(self.record(i))
        self.shared = [self.variable(i) for i in range(pick.randint(1, 3))]
        self.helper = f"{self.number()} same({self.number()} x)"  # of the third source, of types that others lack, too
        record, ways = pick.choice(self.records)
        self.table = f"static const {record} table[2] = {{ [1] = {{ {pick.choice(ways)} = 1 }} }};\nconst void *tables = table;"

    def item(self, name, line, needs=()):
        self.items[name], self.needs[name] = line, set(needs)
        return name

    def number(self):
        return self.random.choice(self.numbers)

    def record(self, index):
        """Its name, and the ways to the numbers in it."""
        pick, members, ways, needs = self.random, [], [], []
        for i in range(pick.randint(1, 4)):
            kind = self.number()
            needs.append(kind)
            form = pick.randrange(4)
            if form == 0:
                size = pick.choice(self.sizes)
                needs.append(size)
                members.append(f"{kind} m{i}[{size}];")
                ways.append(f".m{i}[{pick.randrange(3)}]")
            elif form == 1 and index:
                inner, inside = pick.choice(self.records[:index])
                needs.append(inner.split()[-1])
                members.append(f"{inner} m{i};")
                ways += [f".m{i}{way}" for way in inside]
            else:
                members.append(f"{kind} m{i};")
                ways.append(f".m{i}")
        name, body = f"Record{index}", " ".join(members)
        if pick.random() < 0.5:
            return f"struct {self.item(name, f'struct {name} {{ {body} }};', needs)}", ways
        tag = pick.choice(["", f" {name}"])
        return self.item(name, f"typedef struct{tag} {{ {body} }} {name};", needs), ways

    def around(self, kind, declarator, value=""):
        """A definition, with words of the header in it."""
        pick = self.random
        before, behind = pick.choice(["", "", "NEAR ", "EXTERN_ ", "ALIGN(4) "]), pick.choice(["", "", " SECTION_A"])
        form = pick.randrange(6)
        if form == 0:
            return f"VAR({kind}, MEMORY) {declarator}{value};"
        if form == 1:
            return f"{kind} FAR {declarator}{value};"
        return f"{before}{kind} {declarator}{behind}{value};"

    def variable(self, index):
        """How it is declared and defined, and the place that is counted."""
        pick, name = self.random, f"shared{index}"
        record, ways = pick.choice(self.records)
        number, size = self.number(), pick.choice(self.sizes)
        form = pick.randrange(6)
        if form == 0:
            return f"extern {number} {name};", self.around(number, name, pick.choice(["", " = 1"])), name
        if form == 1:
            return f"extern {number} {name}[{size}];", self.around(number, f"{name}[{size}]"), f"{name}[{pick.randrange(3)}]"
        if form == 2:
            return f"extern {record} {name};", self.around(record, name), name + pick.choice(ways)
        if form == 3:
            return f"extern {record} {name}[{size}];", self.around(record, f"{name}[{size}]"), f"{name}[{pick.randrange(3)}]{pick.choice(ways)}"
        if form == 4:
            return f"extern {record} *{name};", f"{self.around(record, 'of_' + name)} {record} *{name} = &of_{name};", f"{name}->{pick.choice(ways)[1:]}"
        return f"{record} *{name}(void);", f"static {record} of_{name}; {record} *{name}(void) {{ return &of_{name}; }}", f"{name}()->{pick.choice(ways)[1:]}"

    def count(self, place):
        step = f"{place} = ({place} + {self.random.choice(['1', 'RED', '2', 'same(1)', 'same(RED)'])}) % 3;"
        return f"DisableAllInterrupts(); {step} EnableAllInterrupts();" if self.is_kept_apart else step

    def sources(self, include):
        places = [place for _, _, place in self.shared]
        head = f'#include "os.h"\n{include}'
        self.random.seed(len(places))
        task = " ".join(self.count(place) for place in places)
        routine = " ".join(f"{place} = ({place} + 1) % 3;" for place in self.random.sample(places, self.random.randint(1, len(places))))
        return {"app.oil": OIL, "one.c": f"{head}TASK(work) {{ {task} TerminateTask(); }}\n", "two.c": f"{head}ISR(tick) {{ {routine} }}\n",
                "three.c": include + "\n".join(definition for _, definition, _ in self.shared) + f"\n{self.helper} {{ return x; }}\n{self.table}\n"}

    def closed(self, names):
        """These names, and what they are made of, in the header's order."""
        names = set(names)
        while True:
            more = {need for name in names for need in self.needs.get(name, ())} & set(self.items) - names
            if not more:
                return [name for name in self.items if name in names]
            names |= more

    def lines(self, names):
        return "".join(self.items[name] + "\n" for name in names)

    def variants(self, pick):
        """What is left of the header, each with its name."""
        everything = list(self.items)
        header = "#ifndef ALL_H\n#define ALL_H\n" + self.lines(everything) + "".join(declaration + "\n" for declaration, _, _ in self.shared) + f"{self.helper};\n#endif\n"
        whole = dict(self.sources('#include "all.h"\n'), **{"all.h": header})
        yield "whole", whole
        yield "without the header", self.sources('#include "all.h"\n')
        part = self.closed(pick.sample(everything, len(everything) // 2))
        if any("(void)" in declaration for declaration, _, _ in self.shared):  # what leads to types that are there is refused
            part = [name for name in part if not name.startswith("Record")]
        yield "with a part of the header", dict(self.sources('#include "part.h"\n#include "all.h"\n'), **{"part.h": "#ifndef PART_H\n#define PART_H\n" + self.lines(part) + "#endif\n"})
        own = self.sources('#include "all.h"\n')
        own["three.c"] = '#include "all.h"\n' + self.lines(part) + own["three.c"].replace('#include "all.h"\n', "")
        yield "with a part of it in the source", own


class Numbers:
    """Types of numbers, what they hold, and what is computed: constants are such as the types have room for."""

    RANGES = {"unsigned char": (0, 255), "signed char": (-128, 127), "unsigned short": (0, 65535), "short": (-32768, 32767), "int": (-2**31, 2**31 - 1),
              "unsigned": (0, 2**32 - 1), "long long": (-2**63, 2**63 - 1), "unsigned long long": (0, 2**63 - 1), "float": (-1000, 1000), "double": (-1000, 1000)}

    def __init__(self, seed):
        pick = self.random = random.Random(seed)
        kinds = [pick.choice(list(self.RANGES)) for _ in range(2)]
        self.header = f"typedef {kinds[0]} Level;\ntypedef struct {{ {kinds[1]} n; }} Mark;\n"
        self.places = {"x": kinds[0], "m.n": kinds[1]}
        steps = [self.step() for _ in range(pick.randint(1, 4))]
        self.code = f"Level x = {self.constant(kinds[0])}; Mark m; int v[4];\nTASK(work) {{ int k = 3; m.n = {self.constant(kinds[1])};\n    {' '.join(steps)}\n    if ({self.question()}) k = 4;\n    v[k] = 1; TerminateTask(); }}\nISR(tick) {{ }}\n"

    def constant(self, kind):
        least, most = self.RANGES[kind]
        return self.random.choice([number for number in (0, 1, 2, 3, 7, 100, 127, 128, 200, 255, 256, 1000, 30000, 32767, 40000, 65535, 70000, 2147483647, -1, -2, -100) if least <= number <= most])

    def step(self):
        pick = self.random
        place, kind = pick.choice(list(self.places.items()))
        whole = kind not in ("float", "double")
        forms = [f"{place} = {place} {pick.choice('+-*')} {pick.choice([1, 2, 3, 33])};", f"{place}++;", f"{place}--;", f"{place} /= {pick.choice([2, 3])};", f"{place} = -{place};"]
        if whole:
            forms += [f"{place} = ~{place};", f"{place} <<= {pick.choice([1, 4, 7])};", f"{place} = {place} >> {pick.choice([1, 4])};", f"{place} %= 5;", f"{place} ^= 1;"]
        return pick.choice(forms)

    def question(self):
        """One that a compiler does not answer."""
        pick = self.random
        place, kind = pick.choice(list(self.places.items()))
        other = self.constant(kind)
        has_sign = self.RANGES[kind][0] < 0
        forms = [f"{place} == {other}", f"{place} != {other}", f"{place} / 2 * 2 == {place}", f"sizeof {place} == {pick.choice([1, 2, 4, 8])}"]
        if 0 < other < 32767:
            forms += [f"{place} < {other}", f"{place} > {other}", f"{place} - 2 > {other}"]
        if has_sign:
            forms += [f"{place} < 0", f"{place} >= 0"]
        return pick.choice(forms)

    def variants(self):
        head = '#include "os.h"\n#include "all.h"\n'
        yield "whole", {"app.oil": OIL, "one.c": head + self.code, "all.h": self.header}
        yield "without the header", {"app.oil": OIL, "one.c": head + self.code}


def try_numbers(rtcheck, seed, seen):
    truth = None
    for name, files in Numbers(seed).variants():
        status, text = check(rtcheck, files, False, ())
        if truth is None:
            truth = status
        elif status not in (truth, 3):
            return f"{name}: status {status}, but it is {truth}\n{text}\n" + "\n".join(f"--- {file}\n{content}" for file, content in files.items()) + Numbers(seed).header
        else:
            seen["numbers", status == truth] = seen.get(("numbers", status == truth), 0) + 1
    return None if truth in (0, 1) else f"the whole: status {truth}\n{text}"


def check(rtcheck, files, as_folder, without=("--no-check", "overflow")):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            with open(os.path.join(folder, name), "w") as out:
                out.write(text)
        named = ["."] if as_folder else ["--without-headers", *(name for name in files if not name.endswith(".h"))]
        run = served.run([rtcheck, "app", "--threads", "1", "--time", "60s", *without, *named], cwd=folder, timeout=120)
        return run.returncode, run.stdout + run.stderr


def try_one(rtcheck, seed, seen):
    application, pick = Application(seed), random.Random(seed)
    truth = 0 if application.is_kept_apart else 1
    for name, files in application.variants(pick):
        status, text = check(rtcheck, files, pick.random() < 0.5)
        seen[status == truth] = seen.get(status == truth, 0) + 1
        if status != truth and (status != 3 or name == "whole"):
            return f"{name}: status {status}, but it is {truth}\n{text}\n" + "\n".join(f"--- {file}\n{content}" for file, content in files.items())
    return None


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("rtcheck")
    arguments.add_argument("--count", type=int, default=12)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--numbers", action="store_true", help="numbers alone")
    options = arguments.parse_args()
    rtcheck, seen, failed = os.path.abspath(options.rtcheck), {}, 0
    for seed in range(options.seed, options.seed + options.count):
        wrong = try_one(rtcheck, seed, seen) if not options.numbers else None
        for more in range(4 * seed, 4 * seed + 4):
            wrong = wrong or try_numbers(rtcheck, more, seen)
        if wrong:
            failed += 1
            print(f"seed {seed}: {wrong}")
    print(f"the answer of the whole: {seen.get(True, 0)} times; unknown: {seen.get(False, 0)}")
    print(f"of numbers: {seen.get(('numbers', True), 0)} times; unknown: {seen.get(('numbers', False), 0)}")
    if seen.get(True, 0) < 2 * seen.get(False, 0):
        failed += 1
        print("most answers are unknown")
    print(f"{options.count - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
