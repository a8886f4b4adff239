#!/usr/bin/env python3
"""Applications of which parts are missing: `incomplete.py RTCHECK [--count N] [--seed S]`.

Each random application is there twice: whole, and without its header, without the source that defines its variables, or
without both. What is missing is made of types, constants, registers, structures that several sources share, variables
and functions. Whatever rtcheck makes of the names, it must not say that the incomplete application holds where the whole
one is violated; it must not refuse it; and a verdict of it says what was assumed.
"""
import argparse
import os
import random
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

OIL = """CPU c { OS os { STATUS = EXTENDED; };
  TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; };
  TASK t2 { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; };
};
"""
TYPES = ["unsigned char", "short", "int", "signed char", "unsigned short"]


class Application:
    def __init__(self, seed):
        pick = self.random = random.Random(seed)
        self.constants = {f"LIMIT{n}": pick.randint(0, 9) for n in range(pick.randint(1, 3))}
        self.numbers = [(f"n{n}", pick.choice(TYPES), pick.randint(0, 9)) for n in range(pick.randint(1, 2))]
        self.table = [pick.randint(0, 9) for _ in range(pick.randint(2, 4))]
        self.flag = pick.random() < 0.5  # a constant table
        self.first = pick.randint(0, 9)
        self.tasks = {task: [self.statement() for _ in range(pick.randint(2, 4))] for task in ("t1", "t2")}
        self.steps = [self.statement() for _ in range(pick.randint(1, 2))]

    def value(self):
        """A number of what may be missing."""
        pick = self.random
        return pick.choice([
            pick.choice(list(self.constants)), pick.choice(self.numbers)[0], f"table[{pick.randrange(len(self.table))}]",
            "settings.first", "settings.second", "own", f"{pick.randint(0, 9)}", "status()",
        ])

    def condition(self):
        return f"{self.value()} {self.random.choice(['<', '==', '!=', '>', '>='])} {self.random.randint(0, 9)}"

    def statement(self):
        pick = self.random
        return pick.choice([
            f"own = ({self.value()}) & 15;", f"settings.second = ({self.value()}) & 7;", f"{pick.choice(self.numbers)[0]} = {pick.randint(0, 9)};",
            f"if ({self.condition()}) own = {pick.randint(0, 9)};", f"PORT = {pick.randint(0, 9)};", "send(PORT_NAME, own);",
            f"if ({self.condition()}) assert({self.condition()});", f"assert(own < {pick.randint(8, 20)});", f"{{ Item item; item.size = {self.value()}; own = item.size & 3; }}",
            f"if ({self.condition()}) list[own & 7] = 1;", "for (int i = 0; i < 5000; i++) {}",
        ])

    def header(self):
        lines = ["typedef struct { int size, kind; } Item;", "extern volatile int port;", "#define PORT port", "#define PORT_NAME 3", "void send(int where, int what);",
                 "int status(void);"]
        lines += [f"#define {name} {value}" for name, value in self.constants.items()]
        return "\n".join(lines) + "\n"

    def declarations(self):
        lines = [f"extern {kind} {name};" for name, kind, _ in self.numbers]
        lines.append(f"extern {'const ' if self.flag else ''}int table[{len(self.table)}];")
        lines.append("struct settings { int first; unsigned second : 3; };\nextern struct settings settings;\nextern int own;\nvoid work(void);")
        return "\n".join(lines) + "\n"

    def definitions(self):
        lines = [f"{kind} {name} = {value};" for name, kind, value in self.numbers]
        lines.append(f"{'const ' if self.flag else ''}int table[{len(self.table)}] = {{{', '.join(map(str, self.table))}}};")
        lines.append(f"struct settings settings = {{{self.first}, 1}};\nint port_out;")
        return '#include "own.h"\n' + "\n".join(lines) + "\n"

    def vendor(self):
        return '#include "board.h"\nvolatile int port;\nvoid send(int where, int what) { (void)where; (void)what; }\nint status(void) { return 4; }\n'

    def code(self):
        body = {task: "\n    ".join(lines) for task, lines in self.tasks.items()}
        steps = "\n    ".join(self.steps)
        head = '#include "os.h"\n#include <assert.h>\n#include "board.h"\n#include "own.h"\n'
        one = head + f"int own, list[{self.random.randint(6, 8)}];\nTASK(t1) {{\n    {body['t1']}\n    work();\n    ActivateTask(t2);\n    TerminateTask();\n}}\n"
        two = head + f"extern int list[9];\nvoid work(void) {{\n    {steps}\n}}\nTASK(t2) {{\n    {body['t2']}\n    TerminateTask();\n}}\n"
        return one, two

    def write(self, folder):
        one, two = self.code()
        for name, text in {"app.oil": OIL, "one.c": one, "two.c": two, "own.h": self.declarations(), "board.h": self.header(),
                           "data.c": self.definitions(), "vendor.c": self.vendor()}.items():
            with open(os.path.join(folder, name), "w") as out:
                out.write(text)


def check(rtcheck, folder, files):
    run = served.run([rtcheck, "app", "--threads", "1", "--time", "60s", "--without-headers", "--no-check", "race", "--no-check", "unchecked", *files],
                     cwd=folder, timeout=120)
    return run.returncode, run.stdout + run.stderr


def try_one(rtcheck, seed, seen):
    with tempfile.TemporaryDirectory() as folder:
        application = Application(seed)
        application.write(folder)
        whole, text = check(rtcheck, folder, ["app.oil", "one.c", "two.c", "data.c", "vendor.c"])
        if whole not in (0, 1, 3):
            return f"the whole application: status {whole}\n{text}"
        for parts in (("header", "vendor"), ("data",), ("header", "data", "vendor")):
            header = os.path.join(folder, "board.h")
            if "header" in parts and os.path.exists(header):
                os.rename(header, header + ".away")
            elif "header" not in parts and os.path.exists(header + ".away"):
                os.rename(header + ".away", header)
            files = ["app.oil", "one.c", "two.c"] + ["data.c"] * ("data" not in parts) + ["vendor.c"] * ("vendor" not in parts)
            status, text = check(rtcheck, folder, files)
            seen[status] = seen.get(status, 0) + 1
            without = f"without {', '.join(parts)}"
            if status not in (0, 1, 3):
                return f"{without}: status {status}\n{text}"
            if whole == 1 and status == 0:
                return f"{without} it holds, but the whole is violated\n{text}"
            if "assuming that" not in text:
                return f"{without}: nothing is said to be assumed\n{text}"
    return None


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("rtcheck")
    arguments.add_argument("--count", type=int, default=10)
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    rtcheck, seen, failed = os.path.abspath(options.rtcheck), {}, 0
    for seed in range(options.seed, options.seed + options.count):
        wrong = try_one(rtcheck, seed, seen)
        if wrong:
            failed += 1
            print(f"seed {seed}: {wrong}")
    print(f"with parts missing: {seen.get(0, 0)} times holds, {seen.get(1, 0)} violated, {seen.get(3, 0)} unknown")
    if 0 not in seen or 1 not in seen:
        failed += 1
        print("the applications are all of one kind: nothing was compared")
    print(f"{options.count - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
