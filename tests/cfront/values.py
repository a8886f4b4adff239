#!/usr/bin/env python3
"""Does rtcheck find what has no value, and nothing else?

Makes random C programs in which variables, members, elements and bits may be read before anything was written to them, has
`clang -fsanitize=memory` compile and run them, and has `rtcheck app` check the same program as the one task of an application.
Both must find a read without a value, or neither. Where an initializer but `{ 0 }` leaves padding without a value, the sanitizer, whose
compiler writes zeros there, is told so. (The sanitizer follows blocks that are entered again only where it optimizes,
and then optimizes reads away: variables of blocks in loops are not in these programs.)

usage: values.py RTCHECK [--count N] [--seed N] [--keep FOLDER]
"""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

OIL = """CPU c {
  OS o { STATUS = EXTENDED; };
  APPMODE m;
  TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = m; }; };
};
"""

PROLOGUE = """#include <stdlib.h>
#include <string.h>
#ifdef NATIVE /* a condition may be clear from those of its bits that have a value, and then is none of its business */
#include <sanitizer/msan_interface.h>
static void use(int value) { __msan_check_mem_is_initialized(&value, sizeof value); }
#else
int sink;
static void use(int value) { sink = value; }
#define spoil(record) ((void)0)
#endif
struct part { short x; unsigned char y[2]; };
struct record { char a; int b; short c[3]; unsigned d : 3, e : 7; struct part p; _Bool on; };
union holder { int *pointer; unsigned char bytes[sizeof(int *)]; };
#ifdef NATIVE
static void spoil(struct record *to) { /* its members keep their values, and nothing else does */
    struct record members;
    members.a = to->a; members.b = to->b; members.d = to->d; members.e = to->e; members.p = to->p; members.on = to->on;
    for (int i = 0; i < 3; i++) members.c[i] = to->c[i];
    memcpy(to, &members, sizeof members);
}
#endif
static int number = 3;
union either { int i; unsigned char bytes[4]; struct part p; };
struct record shared, queue[2];
static void set(int *to, int really) { if (really) *to = 3; }
static void fill(struct record *to, int how) {
    to->a = 1;
    if (how & 1) to->b = 2;
    if (how & 2) for (int i = 0; i < 3; i++) to->c[i] = (short)i;
    if (how & 4) to->e = 5, to->on = how;
}
static struct record made(int how) { struct record r; fill(&r, how); return r; }
static int check(const void *from, int size) { int c = 1; for (int i = 0; i < size; i++) c ^= ((const unsigned char *)from)[i]; return c; }
static int sum(struct part p, int how) { return how & 1 ? p.x : how & 2 ? p.y[0] + p.y[1] : 0; }
"""

EPILOGUE = """
#ifdef NATIVE
int main(void) { body(); return 0; }
#else
#include "os.h"
TASK(t) { body(); TerminateTask(); }
#endif
"""

MEMBERS = {
    "int": [""],
    "array": ["[0]", "[1]", "[2]", "[n]"],
    "record": [".a", ".b", ".c[0]", ".c[2]", ".c[n]", ".d", ".e", ".p.x", ".p.y[1]", ".p.y[n & 1]", ".on"],
    "union": [".i", ".bytes[0]", ".bytes[3]", ".bytes[n]", ".p.x", ".p.y[0]"],
}
TYPES = {"int": "int {}", "array": "int {}[3]", "record": "struct record {}", "union": "union either {}"}


class Program:
    def __init__(self, seed):
        self.pick = random.Random(seed)
        self.names = 0
        self.calm = self.pick.random() < 0.5  # most of what is read was written before

    def condition(self):
        return f"bit[{self.pick.randrange(8)}]"

    def variable(self, scope, *kinds):
        found = [name for name, kind in scope if not kinds or kind in kinds]
        return self.pick.choice(found) if found else None

    def declare(self, scope):
        kind = self.pick.choice(["int", "int", "array", "record", "record", "union"])
        name = f"v{self.names}"
        self.names += 1
        scope.append((name, kind))
        values = {"int": ["1"], "record": ["{ 0 }", "{ .b = 2 }"]}
        value = self.pick.choice(values.get(kind, ["{ 0 }"]))
        started = self.pick.random() < (0.6 if self.calm else 0.2)
        spoiled = f" spoil(&{name});" if started and kind == "record" and value != "{ 0 }" else ""
        return f"{TYPES[kind].format(name)}{' = ' + value if started else ''};{spoiled}"

    def place(self, scope):
        name, kind = self.pick.choice(scope)
        return name + self.pick.choice(MEMBERS[kind])

    def assign(self, scope):
        return f"{self.place(scope)} = {self.pick.randint(0, 3)};"

    def read(self, scope):
        if self.calm and self.pick.random() < 0.7:
            place = self.place(scope)
            return f"{place} = 2; use({place});"
        return f"use({self.place(scope)});"

    def once(self, use):
        """Something that may go wrong: not too often, or nothing else is ever tried."""
        return use if self.pick.random() < (0.15 if self.calm else 0.5) else ""

    def copy(self, scope):
        record, other = self.variable(scope, "record"), self.variable(scope, "record")
        if not record:
            return self.assign(scope)
        member = self.pick.choice([".a", ".b", ".c[1]", ".e", ".p.y[0]"])
        how = self.pick.randrange(8)
        return self.pick.choice([
            f"{record} = {other};",
            f"memcpy(&{record}, &{other}, sizeof {record});",
            f"memmove({record}.c, {other}.c, {self.pick.choice([2, 4, 6])});",
            f"memset(&{record}.p, 0, sizeof {record}.p);",
            f"shared = {record};",
            f"queue[n & 1] = {record};",
            f"{record} = queue[1];",
            f"{record}.p = {other}.p;",
            f"{record} = made({how});",
            f"fill(&{record}, {how});",
            f"use(sum({record}.p, {how}));",
            f"{record} = (struct record){{.a = 1, .p.y[1] = 2}}; spoil(&{record});",
            f"{{ struct record *block = malloc(sizeof *block); if (block) {{ fill(block, {how}); {record} = *block; free(block); }} }}",
            f"{{ _Alignas(8) unsigned char raw[sizeof(struct record)]; fill((struct record *)raw, {how}); memcpy(&{record}, raw, sizeof raw); }}",
            f"{{ int *kept, *back; unsigned char raw[sizeof kept]; if ({self.condition()}) kept = &number; memcpy(raw, &kept, sizeof raw); "
            f"memcpy(&back, raw, sizeof back); {self.once('use(*back);')} }}",
            f"{{ union holder held, other; if ({self.condition()}) held.pointer = &number; other = held; {self.once('use(*other.pointer);')} }}",
            f"{{ int **block = malloc(2 * sizeof *block); if (block) {{ block[n] = &number; if ({self.condition()}) block[1] = block[0]; "
            f"{self.once('use(*block[1]);')} free(block); }} }}",
            f"{{ int *block = malloc(8); if (block) {{ block[0] = block[1] = 1; free(block); }} block = malloc(8); if (block) {{ if ({self.condition()}) block[1] = 2; "
            f"{self.once('use(block[1]);')} free(block); }} }}",
            f"{{ struct record *block = malloc(sizeof *block); if (block) {{ fill(block, {how}); block = realloc(block, sizeof *block + 8); if (block) {record} = *block; free(block); }} }}",
            f"{{ _Bool yes[2]; yes[n] = {self.condition()}; if ({self.condition()}) yes[1] = yes[0]; {self.once('use(yes[1]);')} }}",
            f"{{ struct part part[2]; part[n].x = 1; part[n].y[1] = 2; {record}.p = part[n]; }}",
            *([] if self.calm and self.pick.random() < 0.8 else [f"use(check(&{record}, sizeof {record}));",
                                                                  f"use(memcmp(&{record}, &{other}, sizeof {record}) == 7);"]),
            *([] if self.calm else [f"use(shared{member});", f"use(queue[1]{member});", f"use(made({how}){member});"]),
        ])

    def through_pointer(self, scope):
        number = self.variable(scope, "int")
        if number:
            return f"set(&{number}, {self.condition()});"
        array = self.variable(scope, "array")
        return f"set({array} + {self.pick.randrange(3)}, {self.condition()});" if array else self.assign(scope)

    def statement(self, scope, depth, indent):
        pad = "    " * indent
        kind = self.pick.random()
        if depth and kind < 0.14:
            return (f"{pad}if ({self.condition()}) {{\n{self.block(scope, depth - 1, indent + 1)}{pad}}} else {{\n"
                    f"{self.block(scope, depth - 1, indent + 1)}{pad}}}\n")
        if depth and kind < 0.2:
            simple = "".join(f"{pad}    {self.pick.choice([self.assign, self.read])(scope)}\n" for _ in range(2))
            return f"{pad}for (n = 0; n < {self.pick.randint(1, 3)}; n++) {{\n{simple}{pad}}}\n{pad}n = 0;\n"
        if depth and kind < 0.25:
            inner = list(scope)
            jumped = self.declare(inner)
            return (f"{pad}switch ({self.condition()}) {{\n{pad}    {jumped}\n{pad}case 0: {self.assign(inner)}\n"
                    f"{pad}default: {self.pick.choice([self.assign, self.read])(inner)}\n{pad}}}\n")
        if kind < 0.4:
            return f"{pad}{self.declare(scope)}\n"
        if kind < 0.62:
            return f"{pad}{self.assign(scope)}\n"
        if kind < 0.72:
            return f"{pad}{self.read(scope)}\n"
        if kind < 0.8:
            return f"{pad}{self.through_pointer(scope)}\n"
        return f"{pad}{self.copy(scope)}\n"

    def block(self, scope, depth, indent):
        inner = list(scope)
        return "".join(self.statement(inner, depth, indent) for _ in range(self.pick.randint(2, 6)))

    def text(self):
        bits = ", ".join(str(self.pick.randrange(2)) for _ in range(8))
        scope = []
        start = "".join(f"    {self.declare(scope)}\n" for _ in range(3))
        rest = "".join(self.statement(scope, 3, 1) for _ in range(self.pick.randint(4, 14)))
        return f"{PROLOGUE}int bit[8] = {{{bits}}};\nstatic void body(void) {{\n    int n = 0;\n{start}{rest}}}\n{EPILOGUE}"


def natively(folder):
    """Does the sanitizer complain?"""
    program = os.path.join(folder, "program")
    built = subprocess.run(["clang", "-w", "-O0", "-DNATIVE", "-fsanitize=memory", "-o", program, os.path.join(folder, "p.c")],
                           capture_output=True, text=True, timeout=60, check=False)
    if built.returncode:
        raise SystemExit(f"clang does not compile a program:\n{built.stderr}")
    done = subprocess.run([program], capture_output=True, text=True, timeout=60, check=False)
    if done.returncode and "use-of-uninitialized-value" not in done.stderr:
        raise SystemExit(f"the program fails otherwise:\n{done.stderr}")
    return done.returncode != 0


def by_rtcheck(rtcheck, folder):
    done = served.run([rtcheck, "app", "--json", "--clang=-w", os.path.join(folder, "p.oil"), os.path.join(folder, "p.c")], timeout=120)
    if done.returncode not in (0, 1):
        return f"exit status {done.returncode}: {done.stderr}"
    answer = json.loads(done.stdout)
    if answer["verdict"] == "holds":
        return False
    violation = answer["violations"][0]
    return True if violation["kind"] == "uninitialised" else f"{violation['kind']}: {violation['message']}"


def can_sanitize():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "p.c")
        with open(path, "w", encoding="utf-8") as file:
            file.write("int main(void) { return 0; }\n")
        built = subprocess.run(["clang", "-fsanitize=memory", "-o", path[:-2], path], capture_output=True, check=False)
        return built.returncode == 0 and subprocess.run([path[:-2]], capture_output=True, check=False).returncode == 0


def main():
    parser = argparse.ArgumentParser(description="values that are not there: rtcheck and a sanitizer")
    parser.add_argument("rtcheck")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="where programs go on which they differ")
    arguments = parser.parse_args()
    if not can_sanitize():
        print("no clang with a memory sanitizer\n0 passed, 0 failed, 1 skipped")
        return 0
    passed = failed = missing = 0
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("p.c", Program(seed).text()), ("p.oil", OIL)):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            expected, found = natively(folder), by_rtcheck(os.path.abspath(arguments.rtcheck), folder)
            missing += expected
            if found is expected:
                passed += 1
                continue
            failed += 1
            print(f"seed {seed}: the sanitizer says {expected}, rtcheck {found}", flush=True)
            if arguments.keep:
                shutil.copytree(folder, os.path.join(arguments.keep, str(seed)))
    print(f"in {missing} of them something has no value\n{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
