#!/usr/bin/env python3
"""Do bit-fields lie where compilers put them, and keep their neighbours when they are written?

Makes random structures with bit-fields, plain members between them, unnamed ones and ones without bits, packed in all ways that
there are, and nested in each other.

  - run: a program writes their members, and prints all of them and all bytes after each write. gcc and clang have to agree on it, and
    `rtcheck app` has to find the same.
  - laid out: for targets whose programs do not run here, the bytes of initialized objects are those of clang's object files.

usage: bitfields.py RTCHECK [--count N] [--seed N] [--keep FOLDER]
"""
import argparse
import os
import platform
import random
import re
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

OIL = """CPU c {
  OS o { STATUS = EXTENDED; };
  APPMODE mode;
  TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = mode; }; };
};
"""
TARGETS = ["x86_64-unknown-linux-gnu", "aarch64-linux-gnu", "arm-none-eabi", "msp430", "avr", "i386-linux-gnu"]
TYPES = {"_Bool": 1, "signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "long": 32, "unsigned long": 32,
         "long long": 64, "unsigned long long": 64}  # with the fewest bits that they have on any target
PER_PROGRAM = 6


class Record:
    """A structure, its members, and how they are initialized."""

    def __init__(self, r, name, inner=None):
        self.r, self.name, self.members = r, name, []  # members: (path, type, bits)
        self.parts, self.values = [], []
        for i in range(r.randint(2, 7)):
            self.add(f"m{i}", inner if i == 1 else None)
        self.packing = r.choice(["", "", " __attribute__((packed))", " __attribute__((packed))", " __attribute__((packed, aligned(2)))",
                                 " __attribute__((packed, aligned(4)))"])
        self.pragma = r.choice([0, 0, 0, 1, 2, 4])

    def add(self, name, inner):
        r = self.r
        kind = r.random()
        if inner:
            self.parts.append(f"struct {inner.name} {name};")
            self.members += [(f"{name}.{path}", *rest) for path, *rest in inner.members]
            self.values += inner.values
        elif kind < 0.12:
            base = r.choice([t for t in TYPES if t != "_Bool"])
            self.parts.append(f"{base} : {r.choice([0, 0, r.randint(1, TYPES[base])])};")
        elif kind < 0.3:
            self.member(name, r.choice(sorted(TYPES)), 0)
        else:
            base = r.choice(sorted(TYPES))
            self.member(name, base, r.randint(1, min(TYPES[base], 56)))

    def member(self, name, base, bits):
        tight = self.r.choice(["", "", "", " __attribute__((packed))"])
        self.parts.append(f"{base} {name}{f' : {bits}' if bits else ''}{tight};")
        self.members.append((name, base, bits))
        self.values.append(self.value(base, bits or TYPES[base]))

    def value(self, base, bits):
        if base == "_Bool":
            return str(self.r.randrange(2))
        number = self.r.choice([self.r.randrange(1 << bits), (1 << bits) - 1, 1 << (bits - 1), 1])
        return f"({base}){number}ull"

    def text(self):
        text = f"struct {self.name} {{ {' '.join(self.parts)} }}{self.packing};\n"
        if self.pragma:
            text = f"#pragma pack(push, {self.pragma})\n{text}#pragma pack(pop)\n"
        initial = ", ".join(f".{path} = {value}" for (path, *_), value in zip(self.members, self.values))
        return text + f"struct {self.name} {self.name}_object = {{ {initial} }};\n"


def records(seed):
    r, made = random.Random(seed), []
    for i in range(PER_PROGRAM):
        inner = made[-1] if made and made[-1].members and r.random() < 0.3 else None
        record = Record(r, f"s{i}", inner)
        if record.members:
            made.append(record)
    return r, made


def statements(r, made):
    lines = []
    for _ in range(12):
        record = r.choice(made)
        path, base, bits = r.choice(record.members)
        place = f"{record.name}_object.{path}"
        value = record.value(base, bits or TYPES[base])
        lines.append(r.choice([f"{place} = {value};", f"{place} = {value};", f"{place} ^= {value};", f"{place} |= {value};",
                               f"{{ struct {record.name} copy = {record.name}_object; copy.{path} = {value}; {record.name}_object = copy; }}"]))
        shown = "".join(f"SHOW({record.name}_object.{p});" for p, *_ in record.members)
        lines.append(f"{shown} BYTES({record.name}_object);")
    return "\n".join(lines)


class Tester:
    def __init__(self, options, folder):
        self.options, self.folder, self.passed, self.failed, self.skipped = options, folder, 0, 0, 0
        open(self.path("a.oil"), "w").write(OIL)

    def path(self, name):
        return os.path.join(self.folder, name)

    def rtcheck(self, name, text, target):
        open(self.path("a.c"), "w").write(text)
        run = served.run([self.options.rtcheck, "app", "--threads", "1", "--no-check", "overflow", "--target", target, self.path("a.oil"), self.path("a.c")],
                         timeout=120)
        good = run.returncode == 0
        self.passed, self.failed = self.passed + good, self.failed + (not good)
        if not good:
            print(f"FAILED: {name}, {target}: {run.stdout[-600:]}{run.stderr[-600:]}")
            if self.options.keep:
                os.makedirs(self.options.keep, exist_ok=True)
                open(os.path.join(self.options.keep, f"{name}-{target}.c"), "w").write(text)

    def printed(self, compiler, text):
        """What a compiled program prints."""
        open(self.path("n.c"), "w").write(text)
        subprocess.run([*compiler, "-w", "-fsigned-char", "-o", self.path("n"), self.path("n.c")], check=True, timeout=60, stderr=subprocess.DEVNULL)
        return subprocess.run([self.path("n")], capture_output=True, text=True, timeout=60, check=True).stdout.split()

    def bytes_of(self, text, target):
        """The initial bytes of all objects that have some, as clang lays them out."""
        open(self.path("o.c"), "w").write(text)
        tight = ["-fpack-struct=1"] if target == "avr" else []  # clang aligns what gcc does not there
        subprocess.run(["clang", "-w", "-target", target, *tight, "-fdata-sections", "-c", "-o", self.path("o.o"), self.path("o.c")], check=True, timeout=60)
        shown = subprocess.run(["llvm-objdump", "-s", self.path("o.o")], capture_output=True, text=True, timeout=60, check=True).stdout
        held = {}
        for name, lines in re.findall(r"section \.data\.(\w+):\n((?: .*\n)*)", shown):
            held[name] = bytes.fromhex("".join(re.findall(r"^ [0-9a-f]{4,8} ((?:[0-9a-f]{2,8} ){1,4})", lines, re.M)).replace(" ", ""))
        return held


def run_here(tester, seed):
    r, made = records(seed)
    declarations, body = "".join(record.text() for record in made), statements(r, made)
    native = ('#include <stdio.h>\n#define SHOW(e) printf("%llu\\n", (unsigned long long)(e))\n'
              '#define BYTES(o) for (unsigned i = 0; i < sizeof(o); i++) SHOW(((unsigned char *)&(o))[i])\n'
              f"{declarations}int main(void) {{\n{body}\nreturn 0; }}\n")
    values = tester.printed(["gcc", "-O1"], native)
    if values != tester.printed(["clang", "-O1"], native):  # gcc and clang lay some packed members out differently
        tester.skipped += 1
        return
    text = ('#include <os.h>\n#include <assert.h>\n'
            f"static const unsigned long long values[] = {{ {', '.join(f'{v}ull' for v in values)} }};\nstatic unsigned at;\n"
            "static void show(unsigned long long e) { assert(values[at] == e); at++; }\n"
            "#define SHOW(e) show((unsigned long long)(e))\n#define BYTES(o) for (unsigned i = 0; i < sizeof(o); i++) SHOW(((unsigned char *)&(o))[i])\n"
            f"{declarations}TASK(t) {{\n{body}\nassert(at == {len(values)}); TerminateTask(); }}\n")
    tester.rtcheck(f"run{seed}", text, f"{platform.machine()}-linux-gnu")


def laid_out(tester, seed, target):
    _, made = records(seed)
    declarations, checks = "".join(record.text() for record in made), []
    if target == "avr":  # refused there
        declarations = re.sub(r", aligned\(\d\)", "", re.sub(r"pack\(push, [24]\)", "pack(push, 1)", declarations))
    for name, held in tester.bytes_of(declarations, target).items():
        checks.append(f"assert(sizeof {name} == {len(held)});")
        checks += [f"assert(((unsigned char *)&{name})[{i}] == {byte});" for i, byte in enumerate(held)]
    text = "#include <os.h>\n#include <assert.h>\n" + declarations + "TASK(t) {\n" + "\n".join(checks) + "\nTerminateTask(); }\n"
    tester.rtcheck(f"laid{seed}", text, target)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rtcheck")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tester = Tester(options, folder)
        for seed in range(options.seed, options.seed + options.count):
            run_here(tester, seed)
            laid_out(tester, seed, TARGETS[seed % len(TARGETS)])
    print(f"{tester.passed} passed, {tester.failed} failed" + (f", {tester.skipped} skipped" if tester.skipped else ""))
    return 1 if tester.failed or tester.skipped > options.count else 0


if __name__ == "__main__":
    sys.exit(main())
