#!/usr/bin/env python3
"""Does rtcheck compute what a C compiler computes?

Makes random C programs without undefined behaviour, has `cc` compile and run them, and has `rtcheck app` evaluate the same
program as the one task of an OSEK application that asserts every value that the compiled program printed. For targets whose
programs do not run here (16 and 32 bits), the reference is the value that the compiler gives to constant expressions: the same
expression over variables must have it.

usage: accuracy.py RTCHECK [--count N] [--seed N] [--keep FOLDER]
"""
import argparse
import os
import random
import re
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

INTEGERS = ["signed char", "unsigned char", "char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long",
            "long long", "unsigned long long", "_Bool", "enum colour"]
UNSIGNED = {"unsigned char", "unsigned short", "unsigned", "unsigned long", "unsigned long long"}
REALS = ["float", "double"]
# (name, type, width) of bit-fields
FIELDS = [("a", "int", 3), ("b", "unsigned", 5), ("c", "unsigned", 9), ("d", "int", 17), ("e", "_Bool", 1),
          ("f", "long long", 33), ("g", "unsigned char", 4), ("h", "unsigned", 32), ("i", "short", 7)]


class Program:
    def __init__(self, seed):
        self.seed = seed
        self.random = random.Random(seed)
        self.checks_at_start = []
        self.lines = []
        self.checks = 0
        self.fresh = 0
        self.depth = 0
        self.variables = []  # (name, type), integers
        self.reals = []

    # ---- expressions: every one is a defined value ----

    def constant(self):
        r = self.random
        return r.choice([str(r.randint(-9, 99)).replace("-", "- "), hex(r.randrange(1 << 32)), f"{r.randrange(1 << 16)}u",
                         f"{r.randrange(1 << 40)}ll", f"{r.randrange(1 << 63)}ull", "'x'", "'\\n'", "RED", "BLUE",
                         f"{r.randrange(1 << 31)}", f"0{r.randrange(512):o}", "sizeof(struct pair)", "INT_MIN", "UINT_MAX"])

    def leaf(self):
        r = self.random
        kind = r.random()
        if kind < 0.2:
            return f"({self.constant()})"
        if kind < 0.6:
            return r.choice(self.variables)[0]
        if kind < 0.7:
            return f"bits.{r.choice(FIELDS)[0]}"
        if kind < 0.8:
            return f"array[{self.index(5)}]"
        if kind < 0.85:
            return f"grid[{self.index(2)}][{self.index(3)}]"
        if kind < 0.9:
            return f"pairs[{self.index(3)}].{r.choice(['x', 'y', 'inner.z'])}"
        if kind < 0.92:
            return "(*pointer)"
        if kind < 0.94:
            return f"tight.{r.choice('abcde')}"
        if kind < 0.96:
            return r.choice(["list->next->value", "(*where)->value", "(where[0])->next->next->value"])
        return f"overlay.bytes[{self.index(8)}]"

    def index(self, count):
        """An expression from 0 to count - 1."""
        r = self.random
        if r.random() < 0.5 or self.depth > 3:
            return str(r.randrange(count))
        return f"((unsigned)({self.integer()}) % {count}u)"

    def small(self):
        """An expression from -999 to 999, of any type."""
        return f"(({self.integer()}) % 1000)"

    def integer(self):
        r = self.random
        if self.depth > 4 or r.random() < 0.15:
            return self.leaf()
        self.depth += 1
        kind = r.randrange(15)
        if kind < 3:
            text = f"({self.small()} {r.choice('+-*')} {self.small()})"
        elif kind == 3:
            text = f"(({self.integer()}) {r.choice('/%')} ((({self.integer()}) & 15) + 1))"
        elif kind == 4:
            text = f"(({self.integer()}) {r.choice('&|^')} ({self.integer()}))"
        elif kind == 5:
            text = f"(({r.choice(sorted(UNSIGNED))})({self.integer()}) << (({self.integer()}) & 7))"
            text = text if "(unsigned char)" not in text and "(unsigned short)" not in text else f"(unsigned){text[1:-1]}"
        elif kind == 6:
            text = f"(({self.integer()}) >> (({self.integer()}) & 7))" if r.random() < 0.7 else self.leaf()
        elif kind == 7:
            text = f"(({self.integer()}) {r.choice(['<', '<=', '>', '>=', '==', '!='])} ({self.integer()}))"
        elif kind == 8:
            text = f"(({self.integer()}) {r.choice(['&&', '||'])} ({self.integer()}))"
        elif kind == 9:
            text = f"(({self.integer()}) ? ({self.integer()}) : ({self.integer()}))"
        elif kind == 10:
            text = f"({r.choice(['~', '!', '+'])}({self.integer()}))" if r.random() < 0.7 else f"(-{self.small()})"
        elif kind == 11:
            text = f"(({r.choice(INTEGERS)})({self.integer()}))"
        elif kind == 12:
            text = f"((long long)({self.real()}))"
        elif kind == 13:
            text = self.asked()
        else:
            text = f"(({self.real()}) {r.choice(['<', '>=', '==', '!='])} ({self.real()}))"
        self.depth -= 1
        return text

    def special(self):
        """Any floating-point value: also none, too large, too small."""
        r = self.random
        return r.choice([f"({self.real()})", f"({self.real()})", "INFINITY", "(-INFINITY)", "NAN", 'nan("")', "(-0.0)", "0.0f", "1e-310", "(-1e-40f)", "HUGE_VAL",
                         f"(({self.bounded()}) * INFINITY)", f"(({self.bounded()}) * 1e-320)", f"((float)({self.bounded()}) * 1e-42f)", "1.0L"])

    def asked(self):
        """What a floating-point value is."""
        r = self.random
        one = r.choice(["isnan", "isinf", "isfinite", "isnormal", "signbit"])
        two = r.choice(["isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "isunordered"])
        return r.choice([f"({one}({self.special()}) != 0)", f"(!{one}({self.special()}))", f"fpclassify({self.special()})",
                         f"{two}({self.special()}, {self.special()})"])

    def real(self):
        """Of float or double; far from what does not fit in 64 bits."""
        r = self.random
        if self.depth > 4 or r.random() < 0.3:
            return r.choice([r.choice(self.reals)[0] if self.reals else "1.25", f"{r.randrange(1000)}.{r.randrange(1000)}",
                             f"{r.randrange(100)}.5f", f"({r.choice(REALS)}){self.small()}"])
        self.depth += 1
        kind = r.randrange(6)
        if kind == 5:
            text = self.computed()
        elif kind == 0:
            text = f"(({self.bounded()}) {r.choice('+-*')} ({self.bounded()}))"
        elif kind == 1:
            text = f"(({self.bounded()}) / ({r.randrange(1, 50)}.{r.choice(['0', '5', '3'])}))"
        elif kind == 2:
            text = f"({r.choice(REALS)})({self.bounded()})"
        elif kind == 3:
            text = f"(({self.bounded()}) + {self.small()})"
        else:
            text = f"(-({self.bounded()}))"
        self.depth -= 1
        return text

    def computed(self):
        """What a function gives whose value C fixes, of at most some ten thousand."""
        r = self.random
        x, y, f = self.bounded(), self.bounded(), r.choice(["", "f", ""])
        one, two = r.choice(["floor", "ceil", "trunc", "round", "rint", "nearbyint", "fabs"]), r.choice(["fmod", "remainder", "fmin", "fmax", "fdim", "copysign"])
        whole = r.choice(["lround", "lrint", "llround", "llrint"])
        return r.choice([f"{one}{f}({x})", f"{two}{f}({x}, {y} + 1e4)", f"sqrt{f}(fabs{f}({x}))", f"fma{f}({x}, 1.5, {y})", f"(double){whole}{f}({x})",
                         f"ldexp{f}({x}, {r.randint(-3, 3)})", f"scalbln{f}({x}, {r.randint(-9, 2)}L)", f"(double)ilogb{f}({x} + 1e4)", f"nextafter{f}({x}, {y})",
                         f"__builtin_sqrt{f}(fabs({y}))"])

    def bounded(self):
        """A real of at most 1000 or so."""
        r = self.random
        return r.choice([f"({r.choice(REALS)}){self.small()}", f"{r.randrange(1000)}.{r.randrange(100)}",
                         f"(({r.choice(REALS)}){self.small()} / 7)"])

    # ---- statements ----

    def emit(self, text):
        self.lines.append("    " + text)

    def check(self, expression):
        self.emit(f"CHECK({self.checks}, {expression});")
        self.checks += 1

    def new_name(self, stem):
        self.fresh += 1
        return f"{stem}{self.fresh}"

    def declare(self):
        r = self.random
        if r.random() < 0.2:
            name, kind = self.new_name("r"), r.choice(REALS)
            self.emit(f"{kind} {name} = {self.bounded()};")
            self.reals.append((name, kind))
        else:
            name, kind = self.new_name("v"), r.choice(INTEGERS)
            self.emit(f"{kind} {name} = {self.integer()};")
            self.variables.append((name, kind))
        self.check(f"(long long)({name})")

    def assign(self):
        name, kind = self.random.choice(self.variables)
        self.emit(f"{name} = {self.integer()};")
        self.check(name)

    def compound(self):
        r = self.random
        name, kind = r.choice(self.variables)
        op = r.choice(["+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^=", "++", "--", "p++", "p--"])
        if kind not in UNSIGNED and op in ("+=", "-=", "*=", "<<=", "++", "--", "p++", "p--"):
            self.emit(f"{name} %= 1000;" if kind not in ("_Bool",) else f"{name} = {name};")
        if op in ("/=", "%="):
            self.emit(f"{name} {op} (({self.integer()}) & 7) + 1;")
        elif op == "<<=" and kind not in UNSIGNED:
            self.emit(f"{name} &= 127; {name} <<= ({self.integer()}) & 3;")
        elif op in ("<<=", ">>="):
            self.emit(f"{name} {op} ({self.integer()}) & 7;")
        elif op in ("&=", "|=", "^="):
            self.emit(f"{name} {op} {self.integer()};")
        elif op in ("++", "--"):
            self.check(f"{op}{name}")
        elif op in ("p++", "p--"):
            self.check(f"{name}{op[1:]}")
        else:
            self.emit(f"{name} {op} {self.small()};")
        self.check(name)

    def field(self):
        r = self.random
        name, kind, width = r.choice(FIELDS)
        place = f"{r.choice(['bits.', 'bits_pointer->'])}{name}"
        what = r.randrange(5)
        if what == 0:
            self.check(f"({place} = {self.integer()})")
        elif what == 1:
            self.emit(f"{place} {r.choice(['&=', '|=', '^='])} {self.integer()};")
        elif what == 2 and width < 17:
            self.check(f"{place}{r.choice(['++', '--'])}")
        elif what == 3 and width < 17:
            self.check(f"{r.choice(['++', '--'])}{place}")
        else:
            self.emit(f"{place} = {self.integer()};")
        self.check(place)
        self.check(f"{place} - 1u")
        self.check(f"{place} < -1")

    def aggregate(self):
        r = self.random
        what = r.randrange(9)
        if what == 0:
            self.emit(f"pairs[{self.index(3)}] = make_pair({self.integer()}, {self.integer()});")
        elif what == 1:
            self.emit(f"pairs[{r.randrange(3)}] = pairs[{r.randrange(3)}];")
        elif what == 2:
            self.check(f"sum_pair(pairs[{self.index(3)}])")
        elif what == 3:
            self.emit(f"pointer = &array[{self.index(4)}]; *pointer = {self.integer()}; pointer++;")
            self.check("pointer - array")
        elif what == 4:
            self.emit(f"overlay.whole = {self.integer()};")
            self.check("overlay.half")
        elif what == 5:
            self.emit(f"grid[{self.index(2)}][{self.index(3)}] = {self.integer()};")
            self.check(f"checksum((int *)&grid, 6)")
        elif what == 6:
            self.emit(f"pairs[{r.randrange(3)}] = (struct pair){{.y = {self.integer()}, .inner = {{{self.integer()}}}}};")
        elif what == 7:
            self.emit(f"memcpy(&pairs[{r.randrange(3)}], &pairs[{r.randrange(3)}], sizeof(struct pair));")
        else:
            self.emit(f"{{ struct pair local[2] = {{{{{self.integer()}}}, {{.x = {self.integer()}}}}}; "
                      f"pairs[0] = local[1]; pairs[1].y = local[0].x; }}")
        self.check(f"pairs[{r.randrange(3)}].x")
        self.check(f"pairs[{r.randrange(3)}].y")

    def overlays(self):
        """Unions, unnamed members, volatile members, bit-fields beside plain members, parts that are copied and filled."""
        r = self.random
        what = r.randrange(12)
        if what == 0:
            self.emit(f"mixed.one.{r.choice(['name[1]', 'number', 'list[1]'])} = {self.integer()};")
        elif what == 1:
            self.emit(f"mixed.words[{self.index(3)}] = {self.integer()};")
        elif what == 2:
            self.emit(f"memset({r.choice(['mixed.one.name, 3, 4', 'mixed.two.rest, -1, 8', '&mixed.one, 0, sizeof mixed.one', 'port.data, 7, 2'])});")
        elif what == 3:
            self.emit(f"memcpy({r.choice(['mixed.one.name, mixed.two.rest + 4, 4', 'port.data, mixed.raw + 3, 2', 'mixed.raw + 4, mixed.raw, 4'])});")
        elif what == 4:
            self.emit(f"port.{r.choice(['status', 'data[1]', 'limit', 'low', 'high', 'inner'])} = {self.integer()};")
        elif what == 5:
            self.emit(f"beside.{r.choice(['a', 'b', 'c', 'd', 'e', 'f'])} {r.choice(['=', '=', '^=', '|='])} {self.integer()};")
        elif what == 6:
            self.emit(f"mixed.one.name[0] = 1; for (char *w = mixed.one.name, *end = mixed.one.name + 4; w != end; ++w) side += *w;")
            self.check("side")
        elif what == 7:
            self.emit("{ struct port copied = port; port.limit++; port = copied; }")
        elif what == 8:
            self.emit(f"{{ const struct pair fixed = {{{self.integer()}, {self.integer()}}}; side = fixed.y + fixed.x; }}")
            self.check("side")
        elif what == 9:
            self.check("(int)((unsigned long)&wide_aligned % 16) + (int)((unsigned long)&record_aligned.member % 8)")
            self.emit(f"record_aligned.member = {self.integer()}; wide_aligned = record_aligned.member;")
            self.check("wide_aligned")
        elif what == 10:
            self.emit("{ struct node *copy; memcpy(&copy, &list, sizeof copy); side = copy == list && !memcmp(&copy, &list, sizeof copy); side += copy->value; }")
            self.check("side")
        else:
            self.emit(f"reach.where = &mixed.words[{r.randrange(3)}]; side = reach.number == (unsigned long)reach.where; *reach.where = {self.small()};")
            self.check("side")
        self.check(f"mixed.{r.choice(['raw[5]', 'one.number', 'two.first', 'one.list[0]', 'words[2]', 'two.rest[3]'])}")
        self.check(f"port.{r.choice(['status', 'data[0]', 'limit', 'low', 'high', 'inner', 'plain'])}")
        self.check(f"beside.{r.choice(['a', 'b', 'c', 'd', 'e', 'f'])}")

    def kept(self):
        """Pointers in bytes, unions and blocks of the heap; blocks that are taken again; bytes of _Bools."""
        r = self.random
        what = r.randrange(7)
        if what == 0:
            self.emit(f"{{ int local[2] = {{{self.small()}, 7}}, *p = local, *q; unsigned char raw[3 + sizeof p]; memcpy(raw + {r.randrange(4)}, &p, sizeof p); "
                      f"memcpy(raw, &p, sizeof p); memcpy(&q, raw, sizeof q); q[1] += *q % 100; side = local[1]; }}")
        elif what == 1:
            self.emit(f"{{ int local = {self.small()}; union keeper held, other; held.pointer = &local; other = held; *other.pointer += 1; side = local; }}")
        elif what == 2:
            self.emit(f"{{ int local = {self.small()}, **block = malloc(2 * sizeof *block); block[1] = &local; *block[1] += 2; side = local; free(block); }}")
        elif what == 3:
            self.emit(f"for (int times = 0; times < {r.choice([1, 3, 9])}; times++) {{ long *block = malloc(sizeof *block); *block = {self.small()} + times; side += *block; free(block); }}")
        elif what == 4:
            self.emit(f"{{ struct node *top = NULL, *next; for (int i = 0; i < 3; i++) {{ next = malloc(sizeof *next); next->next = top; next->value = i + {self.small()}; top = next; }} "
                      "side = 0; while (top) { next = top->next; side = side * 3 + top->value; free(top); top = next; } }")
        elif what == 5:
            self.emit(f"{{ int *block = calloc(2, sizeof *block); block[1] = {self.small()}; block = realloc(block, 12); block[2] = block[1] + block[0]; side = block[2]; free(block); }}")
        else:
            self.emit(f"{{ _Bool flags[3] = {{{self.integer()}, {self.integer()}}}; unsigned char raw[3] = {{1, ({self.integer()}) & 1}}; side = flags[0] + 2 * flags[1]; "
                      f"memcpy(flags + {r.randrange(2)}, raw, 2); side = side * 8 + flags[0] + 2 * flags[1] + 4 * flags[2]; *(unsigned char *)&truth.on = raw[1]; side += truth.on ? 50 : truth.byte; }}")
        self.check("side")

    def pointers(self):
        r = self.random
        what = r.randrange(5)
        if what == 0:
            self.emit(f"list = &nodes[{self.index(3)}];")
        elif what == 1:
            self.emit(f"where = {r.choice(['&list', '&nodes[1].next', '&list->next'])};")
        elif what == 2:
            self.emit(f"(*where)->value = {self.integer()};")
        elif what == 3:
            self.emit(f"tight.{r.choice('abcde')} = {self.integer()};")
        else:
            self.emit(f"strcpy(text, {r.choice(['words[0]', 'words[1] + 2', 'hello'])}); text[0] ^= {self.index(7)};")
            self.check(f"strlen(text) * 1000 + (unsigned char)text[0]")
            self.check("strcmp(text, words[0]) < 0")
        self.check("list->value")
        self.check("(*where)->next - nodes")
        self.check(f"tight.{r.choice('abcde')}")

    def real_compound(self):
        r = self.random
        if not self.reals:
            return
        name, kind = r.choice(self.reals)
        self.emit(f"{name} = ({kind})({self.bounded()});")
        self.emit(f"{name} {r.choice(['+=', '-=', '*='])} {r.choice([self.bounded(), self.small()])};")
        self.check(f"(long long)({name} * 8)")
        self.check(f"({name} /= 3, (long long){name})")
        target, type_name = r.choice([v for v in self.variables if v[1] in ("int", "long", "long long")])
        self.emit(f"{target} %= 100; {target} {r.choice(['+=', '*='])} {self.bounded()};")
        self.check(target)

    def call(self):
        r = self.random
        what = r.randrange(5)
        if what == 0:
            self.check(f"factorial(({self.integer()}) & 7)")
        elif what == 1:
            function = f"operations[{self.index(3)}]"
            if r.random() < 0.4:  # an address that was kept as a number
                function = f"((int (*)(int, int))(kept = (__UINTPTR_TYPE__){function}{r.choice(['', ' + 4u - 4u', ' ^ 5u ^ 5u'])}))"
            self.check(f"{function}({self.small()}, {self.small()})")
        elif what == 2:
            name, kind = r.choice(self.variables)
            self.check(f"(side = {self.integer()}, side += {self.small()}, side)" if r.random() < 0.5 else "next()")
        elif what == 3:
            self.check(f"narrow({self.integer()}, {self.integer()}, {self.integer()})")
        else:
            self.check(f"({self.integer()}) {r.choice(['&&', '||'])} next() > 3")
            self.check("calls")

    def block(self, level):
        variables, reals = list(self.variables), list(self.reals)
        for _ in range(self.random.randrange(1, 4)):
            self.statement(level + 1)
        self.variables, self.reals = variables, reals

    def control(self, level):
        r = self.random
        kind = r.randrange(6)
        if kind == 0:
            self.emit(f"if ({self.integer()}) {{")
            self.block(level)
            self.emit("} else {")
            self.block(level)
        elif kind == 1:
            name = self.new_name("i")
            self.emit(f"for ({r.choice(['int', 'unsigned char', 'long'])} {name} = 0; {name} < {r.randrange(1, 4)}; {name}++) {{")
            self.variables.append((name, "const"))
            self.emit(f"    if ({name} == 1 && ({self.integer()})) {r.choice(['continue', 'break'])};")
            self.variables.pop()
            self.block(level)
        elif kind == 2:
            name = self.new_name("w")
            self.emit(f"int {name} = {r.randrange(1, 4)};")
            self.emit(f"while ({name}-- > 0) {{")
            self.block(level)
        elif kind == 3:
            name = self.new_name("d")
            self.emit(f"int {name} = 0;")
            self.emit("do {")
            self.block(level)
            self.emit(f"}} while (++{name} < {r.randrange(1, 3)});")
            return
        elif kind == 4:
            self.emit(f"switch (({self.integer()}) & 7) {{")
            for value in r.sample(range(8), r.randrange(1, 5)):
                self.emit(f"case {value}: {{" if value != 3 else "case 3 ... 3: {")
                self.block(level)
                self.emit("}" if r.random() < 0.4 else "} break;")
            self.emit("default: {")
            self.block(level)
            self.emit("}")
        else:
            name = self.new_name("l")
            self.emit(f"{{ int times{name} = 0;")
            self.emit(f"{name}: if (times{name}++ < {r.randrange(1, 3)}) {{")
            self.block(level)
            self.emit(f"goto {name}; }}")
        self.emit("}")

    def statement(self, level):
        kind = self.random.random()
        if level < 2 and kind < 0.15:
            self.control(level)
            return
        self.random.choice([self.declare, self.assign, self.compound, self.field, self.aggregate, self.call,
                            self.pointers, self.real_compound, self.overlays, self.kept])()

    def text(self):
        r = self.random
        out = ["enum colour { RED = -2, GREEN, BLUE = 70000 };",
               "struct pair { short x; long long y; struct { unsigned char z; } inner; };",
               "struct bits { " + " ".join(f"{kind} {name} : {width};" for name, kind, width in FIELDS) + " };"]
        constants = Constants(self.seed)
        for i in range(5):
            out.append(f"static {r.choice(INTEGERS[:11])} initial{i} = {constants.constant_text(constants.integer())};")
            self.checks_at_start.append(f"initial{i}")
        self.variables.append(("noticed", "unsigned"))
        out.append("static volatile unsigned noticed = 3;")
        for kind in INTEGERS:
            name = self.new_name("g")
            self.variables.append((name, kind))
            out.append(f"static {kind} {name} = ({kind}){self.constant()};")
        out += [f"static {r.choice(INTEGERS[:11])} array[5] = {{{self.constant()} & 127, [3] = {r.randrange(100)}, {r.randrange(100)}}};",
                "static int grid[2][3] = {1, 2, 3, {4, 5}};",
                "static struct pair pairs[3] = {{1, 2, {3}}, [2] = {.y = -5}};",
                f"static struct bits bits = {{{', '.join(str(r.randrange(9)) for _ in FIELDS[:5])}}};",
                "static struct bits *bits_pointer = &bits;",
                "static union { unsigned long long whole; unsigned short half; signed char bytes[8]; } overlay = {0x8091a2b3c4d5e6f7ull};",
                "static union { struct { char name[4]; int number; short list[2]; } one; struct { int first; signed char rest[8]; } two; "
                "unsigned char raw[12]; int words[3]; } mixed = {.words = {1, -2, 0x7654321}};",
                "static struct port { volatile unsigned char status; unsigned char data[2]; union { short plain; struct { unsigned char low, high; }; }; "
                "int limit; volatile struct { short deep; }; struct { volatile signed char inner; }; } port = {1, {2, 3}, {4}, 5};",
                "static struct { unsigned char a; int b : 5; unsigned c : 3; short d; unsigned long long e : 33; _Bool f; } beside = {1, -2, 3, -4, 5, 1};",
                "static union { int *where; unsigned long number; } reach; static _Alignas(16) int wide_aligned = 3;",
                "static struct { char first; _Alignas(8) short member; } record_aligned = {1, 2};",
                "static __typeof__(array[0]) *pointer = &array[2];",
                "static long long side; static int calls; union keeper { int *pointer; unsigned char bytes[8]; }; static union { unsigned char byte; _Bool on; } truth;",
                "static struct __attribute__((packed)) { unsigned char a; int b; unsigned c : 5; int d : 20; short e; } tight = {1, -2, 3, -4, 5};",
                "static struct node { struct node *next; int value; } nodes[3] = {{&nodes[1], 10}, {&nodes[2], 20}, {nodes, 30}};",
                "static struct node *list = &nodes[1], **where = &list;",
                'static char text[16] = "abc", hello[] = "hello"; static const char *const words[] = {"first", "sec\\tond\\x7f"};',
                "static int next(void) { static int last = 2; calls++; return last++; }",
                "static unsigned long long factorial(unsigned n) { return n < 2 ? 1 : n * factorial(n - 1); }",
                "static struct pair make_pair(short x, long long y) { struct pair p = {x, y}; p.inner.z = (unsigned char)y; return p; }",
                "static long long sum_pair(struct pair p) { p.x /= 2; return (p.y >> 1) + p.x; }",
                "static int narrow(signed char a, unsigned short b, _Bool c) { return a + b - c; }",
                "static int add(int a, int b) { return a + b; }",
                "static int subtract(int a, int b) { return a - b; }",
                "static int multiply(int a, int b) { return a * b; }",
                "static int (*const operations[3])(int, int) = {add, subtract, &multiply};",
                "static __UINTPTR_TYPE__ kept;",
                "static unsigned checksum(const int *from, int count) { unsigned sum = 7; while (count-- > 0) sum = sum * 31 + (unsigned)*from++; return sum; }",
                "static void run(void) {", "    noticed = 5, port.limit = 6, port.status = 1, port.deep = port.inner = 0; /* written: no inputs */"]
        for name in self.checks_at_start:
            self.check(name)
        for _ in range(r.randrange(8, 20)):
            self.statement(0)
        return "\n".join(out + self.lines + ["}"]) + "\n"


class Constants(Program):
    """Expressions over variables whose values the compiler knows, on any target."""

    def __init__(self, seed):
        super().__init__(seed)
        self.values = []

    def leaf(self):
        r = self.random
        if not self.values or r.random() < 0.3:
            kind = r.choice(INTEGERS[:12])
            value = r.choice([r.randrange(128), r.randrange(1 << 15), r.randrange(1 << 40), 0, 1, 255, 32767, 65535, 2147483647])
            self.values.append((kind, f"{value}ll"))
        return f"v{r.randrange(len(self.values))}"

    def index(self, count):
        return "0"

    def small(self):
        return f"(({self.integer()}) % 100)"

    def real(self):
        return f"(double){self.small()}"

    def asked(self):
        return self.leaf()

    def constant_text(self, text):
        """The same expression over constants."""
        def constant(match):
            kind, value = self.values[int(match.group(1))]
            return f"(({kind})({kind}){value})"
        return re.sub(r"\bv(\d+)\b", constant, text)

    def text(self):
        """Asserts that variables give what constants do."""
        pairs = []
        for _ in range(40):
            pairs.append(self.integer())
        out = [f"{kind} v{i} = ({kind}){value};" for i, (kind, value) in enumerate(self.values)]
        for i, pair in enumerate(pairs):
            out.append(f"enum {{ k{i} = {self.constant_text(pair)} }};")
        body = "\n".join(f"    assert((unsigned long long)({pair}) == (unsigned long long)k{i});" for i, pair in enumerate(pairs))
        return "\n".join(out) + "\nstatic void run(void) {\n" + body + "\n}\n"


def compiled_values(source, folder):
    path, binary = os.path.join(folder, "c.c"), os.path.join(folder, "c")
    with open(path, "w") as out:
        out.write("#include <limits.h>\n#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
                  '#define CHECK(k, e) printf("%d %llu\\n", k, (unsigned long long)(e))\n' + source +
                  "int main(void) { run(); return 0; }\n")
    subprocess.run(["cc", "-w", "-O1", "-fwrapv", "-fsigned-char", "-ffp-contract=off", "-fsanitize=undefined",
                    "-fno-sanitize=shift,bool", "-fno-sanitize-recover=all", "-o", binary, path, "-lm"], check=True)
    result = subprocess.run([binary], capture_output=True, text=True, timeout=60)
    if result.returncode:
        return None  # the generator's fault: undefined after all
    return [tuple(map(int, line.split())) for line in result.stdout.splitlines()]


def application(source, values):
    """Values in the order in which they appear; a check in a loop has several."""
    table = ", ".join(f"{value}ull" for _, value in values)
    order = ", ".join(str(number) for number, _ in values)
    return ('#include "os.h"\n#include <assert.h>\n#include <limits.h>\n#include <math.h>\n#include <stdlib.h>\n#include <string.h>\n'
            f"static const unsigned long long values[] = {{{table or 0}}};\nstatic const int order[] = {{{order or 0}}};\n"
            f"static unsigned at;\n"
            "static void check(int k, unsigned long long e) { assert(order[at] == k); assert(values[at] == e); at++; }\n"
            "#define CHECK(k, e) check(k, (unsigned long long)(e))\n" + source +
            f"TASK(t) {{ run(); assert(at == {len(values)}); TerminateTask(); }}\n")


class Check:
    """Runs rtcheck on programs and keeps count."""

    def __init__(self, options, folder):
        self.options = options
        self.path, self.oil = os.path.join(folder, "a.c"), os.path.join(folder, "a.oil")
        self.done = 0
        self.failures = []
        with open(self.oil, "w") as out:
            out.write(OIL)

    def run(self, name, text, target=None):
        with open(self.path, "w") as out:
            out.write(text)
        command = [self.options.rtcheck, "app", "--no-check", "overflow", "--instructions", "10000000", "--threads", "1"]
        command += ["--target", target] if target else []
        result = served.run(command + [self.oil, self.path], timeout=120)
        self.done += 1
        if result.returncode == 0:
            return
        self.failures.append(name)
        print(f"{name}: rtcheck says (status {result.returncode})\n{result.stdout[-1500:]}{result.stderr[-1500:]}")
        if self.options.keep:
            os.makedirs(self.options.keep, exist_ok=True)
            with open(os.path.join(self.options.keep, f"{name}.c"), "w") as out:
                out.write(text)
            with open(os.path.join(self.options.keep, "a.oil"), "w") as out:
                out.write(OIL)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rtcheck")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="folder for programs on which the two disagree")
    options = parser.parse_args()
    if subprocess.run([options.rtcheck, "help", "app"], capture_output=True).returncode:
        print("0 passed, 0 failed, 1 skipped")
        return 0
    values = skipped = 0
    with tempfile.TemporaryDirectory() as folder:
        check = Check(options, folder)
        for seed in range(options.seed, options.seed + options.count):
            source = Program(seed).text()
            printed = compiled_values(source, folder)
            if printed is None or len(printed) > 5000:
                skipped += 1
                continue
            values += len(printed)
            check.run(str(seed), application(source, printed))
        for seed in range(options.seed, options.seed + (options.count + 9) // 10):
            for target in ("msp430", "arm-none-eabi", "x86_64-unknown-linux-gnu"):
                source = Constants(seed).text()
                check.run(f"{seed}-{target}", '#include "os.h"\n#include <assert.h>\n#include <limits.h>\n'
                          "enum colour { RED = -2, GREEN, BLUE = 30000 };\n" + source + "TASK(t) { run(); TerminateTask(); }\n", target)
    if check.failures:
        print(f"they disagree: {' '.join(check.failures)}")
    print(f"{values} values in the programs that ran")
    skipped_words = f", {skipped} skipped" if skipped else ""
    print(f"{check.done - len(check.failures)} passed, {len(check.failures)} failed{skipped_words}")
    return 1 if check.failures or skipped > options.count // 2 else 0


if __name__ == "__main__":
    sys.exit(main())
