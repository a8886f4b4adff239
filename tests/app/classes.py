#!/usr/bin/env python3
"""Classes of inputs against every value: `classes.py RTCHECK [--count N] [--seed S] [--first N]`.

Random applications read narrow inputs (bytes, small ranges, what functions without a body return and write), move them through
variables, structures, arrays, pointers, parameters and results, compute with them and look at them in all the ways that C has.
rtcheck tries one value of each class; with --no-reduction it tries them all. Both must find the same wrong, or nothing, and then
reach the same lines.
"""
import argparse
import json
import os
import random
import re
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

OIL = """CPU c { OS o { STATUS = EXTENDED; STARTUPHOOK = FALSE; SHUTDOWNHOOK = FALSE; ERRORHOOK = FALSE; PRETASKHOOK = FALSE;
POSTTASKHOOK = FALSE; USEGETSERVICEID = FALSE; USEPARAMETERACCESS = FALSE; USERESSCHEDULER = FALSE; }; APPMODE std {};
TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; }; };
"""
HEAD = """#include "os.h"
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
uint8_t get_u8(void); int8_t get_s8(void); int get_small(void); unsigned get_range(void); int get_wide(void); _Bool get_bool(void);
void read_byte(uint8_t *to); void read_pair(struct pair *to); void read_many(int8_t to[3]); void read_any(void *to);
volatile const uint8_t port; volatile const int8_t level;
struct uart { uint8_t status, data; unsigned mode : 2, rest : 6; } uart, *at = &uart; extern struct away { uint8_t a; int8_t b; } away, aways[2]; /* no source defines them */
static int of(const struct away *from) { return from->a - from->b; } static int ready(const struct uart *u) { return u->status & 2; }
struct pair { uint8_t a; int8_t b; }; struct bits { unsigned low : 3; int high : 4; unsigned one : 1; };
uint8_t gu; int8_t gs; int gi; unsigned gw; struct pair gp; int8_t ga[3]; struct bits gb; int16_t gh; static const int table[5] = {3, 1, 4, 1, 5};
union both { uint8_t byte; int8_t sbyte; } gx;
static int pass(int x) { return x; }
static int scale(int x) { return x * 3 - 7; }
static uint8_t low(unsigned x) { return (uint8_t)x; }
static void put(int *to, int x) { *to = x; }
static struct pair make(uint8_t a, int8_t b) { struct pair p = {a, b}; return p; }
static unsigned char raw[8]; static union { uint16_t w; uint8_t b[2]; struct { uint8_t l : 5, h : 3; } f; } gv; static float gf;
static int *gq = &gi; static int8_t *gz = ga; static int gn;
static int plus(int x) { return x + 2; }
static int minus(int x) { return 9 - x; }
static int (*const ways[])(int) = {plus, minus, pass};
static struct pair rows[5]; static struct pair row(int i) { return rows[i]; } static void take(struct pair p) { (void)p; }
static int kept(int x) { static int before; int was = before; before = x; return was; }
"""
HEAD = HEAD.replace("void read_byte", "struct pair;\nvoid read_byte")
STUBS = "int get_small() in -40..90\nunsigned get_range() in 3..300\nint get_wide() in -700..700\nvolatile uart.status in 0..9\nvolatile uart.mode in 1..2\n"
VARIABLES = ["gn", "gv.b[1]", "gu", "gs", "gi", "gw", "gp.a", "gp.b", "ga[0]", "ga[1]", "ga[2]", "gb.low", "gb.high", "gb.one", "gh", "x", "y", "u", "gx.byte"]
INPUTS = ["get_u8()", "get_s8()", "get_small()", "(int)get_range()", "get_wide()", "get_wide()", "get_bool()", "port", "level", "random(-20, 20)", "uart.status", "at->status",
          "ready(&uart)", "(int)uart.mode", "away.a", "of(&away)", "aways[1].b", "(uart.data = 4, uart.data + uart.status)"]
READS = ["read_byte(&gu);", "read_pair(&gp);", "read_many(ga);", "{ uint8_t b; read_byte(&b); gi = b; }",
         "{ struct pair p; read_pair(&p); gp = p; }", "{ uint8_t *q = &gu; read_byte(q); }", "read_any(&gs);", "put(&gi, get_s8());",
         "gp = make(get_u8(), get_s8());", "gx.byte = get_u8(); gs = gx.sbyte;"]


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.live = []  # variables that an input got to

    def variable(self):
        """Mostly one that an input got to."""
        return self.random.choice(self.live if self.live and self.random.random() < 0.8 else VARIABLES)

    def target(self):
        self.live.append(self.random.choice(VARIABLES))
        return self.live[-1]

    def constant(self):
        return str(self.random.choice([0, 1, 2, 3, 5, 7, 8, 10, 16, 31, 100, 127, 128, 200, 255, self.random.randint(-50, 300)]))

    def value(self, depth=2):
        pick = self.random.random()
        variable = self.variable()
        if depth == 0 or pick < 0.3:
            return variable
        if pick < 0.36:
            return self.random.choice(["(uint8_t)", "(int8_t)", "(uint16_t)", "(int16_t)", "(unsigned)", "(long long)", "(_Bool)", "-", "~"]) + f"({self.value(depth - 1)})"
        if pick < 0.42:
            return self.random.choice(["pass", "scale", "low"]) + f"({self.value(depth - 1)})"
        if pick < 0.45:
            return f"({self.condition(0)} ? {self.value(depth - 1)} : {self.value(0)})"
        if pick < 0.5:
            return f"({self.value(depth - 1)} {self.random.choice(['+', '-', '&', '^'])} {self.value(0)})"
        operator = self.random.choice(["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "&", "+"])
        number = str(self.random.randint(1, 6)) if operator in ("<<", ">>") else self.constant()
        if operator in ("/", "%") and number == "0":
            number = "4"
        inner = self.value(depth - 1)
        if operator in ("<<",):
            inner = f"({inner} & 127)"
        if operator in ("-", "+", "*", "&") and self.random.random() < 0.2:
            return f"({number} {operator} {inner})"
        return f"({inner} {operator} ({number}))"

    def condition(self, depth=1):
        pick = self.random.random()
        if depth and pick < 0.15:
            return f"({self.condition(0)} {self.random.choice(['&&', '||'])} {self.condition(0)})"
        if depth and pick < 0.2:
            return f"!{self.condition(0)}"
        if pick < 0.3:
            return f"({self.value(1)})"
        operator = self.random.choice(["<", "<=", ">", ">=", "==", "!="])
        if pick < 0.4:
            return f"({self.constant()} {operator} {self.value(1)})"
        return f"({self.value(2)} {operator} {self.constant()})"

    def statement(self):
        pick = self.random.random()
        if pick < 0.45:
            value = self.value()
            return f"{self.target()} = {value};"
        if pick < 0.6:
            use = self.random.choice(["r += table[{}];"] * 4 + ["row({});", "gp = row({});", "rows[{}];", "take(rows[{}]);", "rows[{}] = gp;", "gp = rows[{}];", "r += row({}).a;"])
            index = "ga[1]" if "table" in use else self.variable()
            return f"if ({index} >= 0 && {index} < {self.random.choice([3, 5, 6])}) {use.format(index)}"
        if pick < 0.65:
            cases = " ".join(f"case {n}: r += {n % 7}; break;" for n in sorted(self.random.sample(range(-3, 40), 3)))
            return f"switch ({self.value(1)}) {{ {cases} default: r++; }}"
        if pick < 0.7:
            return f"{self.random.choice(['gi', 'x', 'gh'])} {self.random.choice(['+=', '-=', '^='])} {self.value(0)};"
        if pick < 0.75:
            return f"put(&x, {self.value(1)});"
        if pick < 0.87:
            return self.roundabout()
        return f"if ({self.condition()})\n        r += {self.random.randint(1, 9)};\n    else\n        r ^= {self.random.randint(1, 9)};"

    def roundabout(self):
        """Values on their way through bytes, pointers, unions, tables, loops and floats."""
        value, other, name, number = self.value(1), self.value(0), self.variable(), self.constant()
        small = self.random.randint(1, 6)
        return self.random.choice([
            f"raw[{small}] = (unsigned char)({value}); gp.a = raw[{small}];",
            f"memcpy(raw, &gp, sizeof gp); memcpy(&gx, raw + {small % 2}, 1);",
            f"((struct pair *)raw)->a = (uint8_t)({value}); gu = raw[0];",
            f"memset(raw, (int)({value}), 3); gi = raw[2];",
            f"raw[{small}] = (unsigned char)({value}); printf(\"%s\", (char *)raw + {small});",
            f"raw[7] = (unsigned char)({value}); printf(\"%s %d\", (char *)raw + 7, {small});",
            f"if (memcmp(raw, &gp, {1 + small % 2})) r += 2;",
            f"gv.w = (uint16_t)({value}); gu = gv.b[{small % 2}]; gi = gv.f.h;",
            f"gv.b[{small % 2}] = (uint8_t)({value}); x = gv.w;",
            f"gf = (float)({value}); if (gf > {number}) r += 1; gi = (int)(gf / 4);",
            f"gq = ({value}) > {number} ? &gi : &gn; *gq = (int)({other}); r += gn == {number};",
            f"gz = ga + ((unsigned)({value}) % 3); *gz = (int8_t)({other}); gs = ga[{small % 3}];",
            f"ga[(unsigned)({value}) % 3] = {small};",
            f"r += ways[(unsigned)({value}) % 3]({small});",
            f"gi = ways[{small % 3}]((int)({value}) & 0xff);",
            f"for (int i = 0; i < (int)({value}) && i < {small}; i++) r++;",
            f"while (gn < {small} && gn < ({other})) gn++;",
            f"gi = kept((int)({value}) & 0xfff); if (kept({small}) == {number}) r += 3;",
            f"{{ struct {{ uint8_t in; int8_t b[2]; }} s = {{(uint8_t)({value}), {{1, 2}}}}, t = s; gu = t.in; gs = t.b[t.in % 2]; }}",
            f"if (({value}) == ({other})) r += 4;",
            f"gb.low = ({value}); gb.high = gb.low; if (gb.high < 0) r += 2;",
            f"{{ int8_t *p = ga; p += ({value}) > {number}; *p++ = {small}; gi = *p; }}",
            "gu++; --gs; gw += gu;",
            f"{{ unsigned char *p = (unsigned char *)&gw; gw = (unsigned)({value}); gu = p[{small % 2}]; }}",
            f"do {{ if ({name}) break; r++; }} while (0);",
            f"goto L{small}{len(self.live)}; L{small}{len(self.live)}: if (({value}) % {small + 1} == 1) r += 2;",
        ])

    def program(self):
        """One or two inputs: every pair of their values is tried, and not every triple."""
        inputs = []
        for variable in self.random.sample(VARIABLES, self.random.randint(1, 2)):
            read = self.random.random() < 0.3
            inputs.append(self.random.choice(READS) if read else f"{variable} = {self.random.choice(INPUTS)};")
            self.live += [name for name in VARIABLES if re.search(r"\b" + re.escape(name.split("[")[0].split(".")[0]) + r"\b", inputs[-1])]
        body = inputs + [self.statement() for _ in range(self.random.randint(3, 9))]
        return HEAD + "TASK(t) {\n    int r = 0, x = 0; long long y = 0; unsigned u = 0;\n    " + "\n    ".join(body) + \
            "\n    assert(r != WRONG);\n    TerminateTask();\n}\n"


def verdict(rtcheck, folder, *options):
    words = [rtcheck, "app", "--json", "--no-check", "unchecked", "--time", "2", "--memory", "64M", "--threads", "1",
             "--stubs", "s.stubs", *options, "a.oil", "a.c"]
    done = served.run(words, cwd=folder, timeout=60)
    if done.returncode in (2, 4) or done.returncode < 0:
        raise SystemExit(f"it ends with {done.returncode}\n{done.stderr}\nin {folder}")
    answer = json.loads(done.stdout)
    kinds = {v["kind"] for v in answer["violations"]}
    reached = sorted(str(line) for line in answer["unreached"] or []) if answer["verdict"] == "holds" else None
    return answer["verdict"], kinds, reached, answer["states"]


def judge(rtcheck, seed):
    """Passed, or None if it cannot be told; what is wrong otherwise."""
    maker = Maker(seed)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("a.oil", OIL), ("a.c", maker.program()), ("s.stubs", STUBS)):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        wrong = f"-DWRONG={maker.random.choice([1, 2, 3, 5, 8, 11, 14] + [999999] * 14)}"
        extra = ["--no-check", "overflow"] if maker.random.random() < 0.5 else []
        by_class = verdict(rtcheck, folder, wrong, *extra)
        by_value = verdict(rtcheck, folder, wrong, *extra, "--no-reduction") if by_class[0] != "unknown" else by_class
        if by_value[0] == "unknown":
            return None
        if by_class[0] != by_value[0] or by_class[2] != by_value[2]:
            with open(os.path.join(folder, "a.c"), encoding="utf-8") as file:
                return f"seed {seed}, {wrong} {extra}: classes say {by_class[:3]}, all values {by_value[:3]}\n{file.read()}"
        return "", by_value[3] > by_class[3]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rtcheck")
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rtcheck = os.path.abspath(arguments.rtcheck)
    passed = failed = skipped = smaller = 0
    for number in range(arguments.count):
        outcome = judge(rtcheck, arguments.seed * 1000003 + number)
        if outcome is None:
            skipped += 1
        elif isinstance(outcome, str):
            print(outcome)
            failed += 1
        else:
            passed += 1
            smaller += outcome[1]
    print(f"with fewer states by classes: {smaller}")
    if not smaller:
        print("classes never made a difference")
        failed += 1
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
