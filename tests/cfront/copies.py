#!/usr/bin/env python3
"""Pointers in disguise: is a pointer still one after it was taken apart and put together?

Makes random programs whose pointers travel as bytes, halves, members of unions, results of functions, blocks of malloc() and
numbers, while what they lead to may end. Each is built for this machine with clang's address and undefined-behaviour sanitizers, and
checked by rtcheck for targets of 64, 32 and 16 bits. What the sanitizers report must be found; where they report nothing, rtcheck
must find nothing but what they do not look for, and compute the same sum. What is used as a pointer after it was a number is not
followed beyond the end of what it leads to: then the answer must say so.

usage: copies.py RTCHECK [--count N] [--seed N] [--keep FOLDER]
"""
import argparse
import os
import random
import re
import sys

sys.path.append(os.path.dirname(os.path.abspath(__file__)))
import memory  # noqa: E402
from memory import served  # noqa: E402

TARGETS = ("x86_64-unknown-linux-gnu", "arm-none-eabi", "msp430")

# What rtcheck does not decide, and says so (docs/c-frontend.md, "Memory").
UNDECIDED = re.compile(r"put together from bytes, and what it leads to may have ended|cannot be told from one with a part|"
                       r"bytes of several pointers are used as one")
# What a number led to may have ended, which is told.
ASSUMED = re.compile(r"assuming that.* no number that is used as a pointer")

HEAD = """
#include <stdint.h>
enum { WIDE = sizeof(short *) };
struct thing { short head, list[3], tail; };
struct boxed { char tag; short *to; };
struct moved { unsigned char bytes[WIDE]; };
struct pairs { short *one; uintptr_t number; void *two; };
union holder { short *to; uintptr_t number; unsigned char bytes[WIDE]; unsigned short halves[WIDE / 2]; struct { unsigned char low, rest[WIDE - 1]; } split; };
static short ga[3] = {1, 2, 3}, gb[2] = {4, 5}, grid[2][3] = {{1, 2, 3}, {4, 5, 6}}, lone = 7;
static struct thing gs = {1, {2, 3, 4}, 5};
static unsigned char raw[2 * WIDE + 1], other[WIDE];
static union holder held, kept;
static struct boxed box;
static struct pairs pairs;
static uintptr_t number, spare;
static short *row[3] = {ga, gb, &lone};
static long sum;
static short add(short *p) { return (short)(*p + 1); }
static short twice(short *p) { return (short)(*p * 2); }
static uintptr_t calls[2] = {(uintptr_t)add, (uintptr_t)twice};
static short (*called)(short *) = add;
static void by_bytes(void *to, const void *from, unsigned size) { for (unsigned i = 0; i < size; i++) ((unsigned char *)to)[i] = ((const unsigned char *)from)[i]; }
static void backwards(void *to, const void *from, unsigned size) { while (size--) ((unsigned char *)to)[size] = ((const unsigned char *)from)[size]; }
static void by_moving(void *to, const void *from, unsigned size) { unsigned char *t = to; const unsigned char *f = from; while (size--) *t++ = *f++; }
static struct boxed boxed(short *p) { struct boxed b = {1, p}; return b; }
static struct moved moved(const void *from) { struct moved m; memcpy(m.bytes, from, WIDE); return m; }
static union holder holding(short *p) { union holder h; h.to = p; return h; }
static short *unboxed(struct boxed b) { return b.to; }
static short *unmoved(struct moved m) { short *p; memcpy(&p, m.bytes, WIDE); return p; }
static short *same(short *p) { return p; }
static int by_value(const void *a, const void *b) { return **(short *const *)a - **(short *const *)b; }
static void wear(unsigned size) { for (int i = 0; i < 9; i++) free(malloc(size)); } /* our blocks are taken again, theirs are not */
"""


class Program:
    """`p` always has a value. What is `safe` leads to something when it is used."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.blocks = 0
        self.calm = self.random.random() < 0.6  # nothing is used that may have ended
        self.numbers = self.random.random() < 0.6

    # ---- where pointers come from ----

    def target(self):
        r = self.random
        return r.choice([f"ga + {r.randint(0, 2)}", "gb", "&lone", f"a + {r.randint(0, 2)}", f"&gs.list[{r.randint(0, 2)}]", "&gs.tail", "gs.list",
                         "&s.head", f"s.list + {r.randint(0, 2)}", f"grid[{r.randint(0, 1)}] + {r.randint(0, 2)}", f"block + {r.randint(0, 2)}",
                         "(short *)&gs", "same(p)", f"&things[1].list[{r.randint(0, 2)}]"])

    def end(self):
        """One past the end, and what it is the end of."""
        return self.random.choice([("ga", 3), ("gb", 2), ("&lone", 1), ("a", 3), ("gs.list", 3), ("s.list", 3), ("grid[0]", 3), ("grid[1]", 3),
                                   ("block", 3), ("&gs.tail", 1), ("things[0].list", 3)])

    # ---- how they travel ----

    def copy(self, to, source):
        """WIDE bytes from one address to another, which do not overlap."""
        r = self.random
        cut = r.choice(["WIDE / 2", "1", "WIDE - 1"])
        forms = [f"memcpy({to}, {source}, WIDE);", f"memmove({to}, {source}, WIDE);", f"by_bytes({to}, {source}, WIDE);",
                 f"backwards({to}, {source}, WIDE);", f"by_moving({to}, {source}, WIDE);",
                 f"memcpy({to}, {source}, {cut}); {self.meanwhile()} memcpy((char *){to} + {cut}, (char *){source} + {cut}, WIDE - {cut});",
                 f"backwards((char *){to} + {cut}, (char *){source} + {cut}, WIDE - {cut}); by_moving({to}, {source}, {cut});",
                 f"{{ unsigned char way[WIDE]; for (unsigned i = 0; i < WIDE; i++) way[i] = ((unsigned char *){source})[i]; "
                 f"for (unsigned i = 0; i < WIDE; i++) ((unsigned char *){to})[i] = way[i]; }}",
                 f"{{ unsigned char byte; for (unsigned i = 0; i < WIDE; i++) {{ byte = ((unsigned char *){source})[i]; ((unsigned char *){to})[i] = byte; }} }}",
                 f"*(struct moved *){to} = *(struct moved *){source};", f"{{ struct moved m = moved({source}); memcpy({to}, m.bytes, WIDE); }}",
                 f"{{ union holder h; memcpy(h.bytes, {source}, WIDE); memcpy({to}, &h, WIDE); }}",
                 f"{{ char *way = malloc(WIDE + 1); if (!way) return FINISHED; memcpy(way + 1, {source}, WIDE); memcpy({to}, way + 1, WIDE); free(way); }}"]
        if self.numbers:
            forms.append(f"{{ uintptr_t way; memcpy(&way, {source}, WIDE); memcpy({to}, &way, WIDE); }}")
        return r.choice(forms)

    def meanwhile(self):
        return self.random.choice(["", "", "sum++;", "{ short x = 1; short *q = &x; sum += *q; }", "wear(2);"])

    def undone(self, name):
        """Arithmetic on a number that gives the same again."""
        r = self.random
        key = r.choice([1, 2, 12, 85])
        return r.choice([f"{name} += {key}; {name} -= {key};", f"{name} ^= {key}u; {name} ^= {key}u;", f"{name} = ~{name}; {name} = ~{name};",
                         f"{{ uintptr_t low = {name} & 255u, high = {name} >> 8; {name} = high << 8 | low; }}", f"{name} = {name} * 2 - {name};",
                         f"{name} -= (uintptr_t)&lone; {name} += (uintptr_t)&lone;", ""])

    def keep(self, pointer):
        r = self.random
        forms = [f"held.to = {pointer};", f"box.to = {pointer};", f"box = boxed({pointer});", f"kept = holding({pointer});", f"*cell = {pointer};",
                 f"row[{r.randint(0, 2)}] = {pointer};", f"pairs.two = {pointer};", f"pairs.one = {pointer};",
                 *(f"{{ short *from = {pointer}; {self.copy(to, '&from')} }}" for to in ("raw", "(raw + WIDE + 1)", "held.bytes", "other", "cell", "&box.to", "&pairs.two")),
                 f"{{ short *from = {pointer}; held.split.low = ((unsigned char *)&from)[0]; memcpy(held.split.rest, (char *)&from + 1, WIDE - 1); }}"]
        if self.numbers:
            forms += [f"number = (uintptr_t){pointer}; {self.undone('number')}", f"held.number = (uintptr_t){pointer};",
                      f"pairs.number = (uintptr_t)({pointer});", f"held.to = {pointer}; number = held.number; {self.undone('number')}",
                      f"held.to = {pointer}; for (unsigned i = 0; i < WIDE / 2; i++) kept.halves[i] = held.halves[i];"]
        return r.choice(forms)

    def pass_on(self):
        """From one place to another."""
        r = self.random
        places = ["raw", "(raw + WIDE + 1)", "held.bytes", "&held.to", "cell", "other", "&box.to", "&kept", "&pairs.two", "&row[1]"]
        to, source = r.sample(places, 2)
        if {to, source} in ({"raw", "(raw + WIDE + 1)"}, {"held.bytes", "&held.to"}):
            return "kept = held;"
        return r.choice([self.copy(to, source), "kept = held;", "held = kept;", "{ struct boxed b = box; box = b; }", "{ struct pairs all = pairs; pairs = all; }",
                         "memmove(raw, raw + WIDE + 1, WIDE);" if r.random() < 0.2 else "row[2] = row[0];",
                         "{ struct boxed *b = malloc(sizeof *b); if (!b) return FINISHED; *b = box; box = *b; free(b); }",
                         "{ union holder both[2] = {held, kept}; kept = both[0]; held = both[1]; }"])

    def fetch(self):
        r = self.random
        forms = ["p = held.to;", "p = kept.to;", "p = box.to;", "p = unboxed(box);", "p = *cell;", f"p = row[{r.randint(0, 2)}];", "p = pairs.two;", "p = pairs.one;",
                 "p = unmoved(moved(raw));", "p = unmoved(*(struct moved *)&held);",
                 *(self.copy("&p", place) for place in ("raw", "(raw + WIDE + 1)", "&held", "cell", "other", "&box.to", "&pairs.two"))]
        if self.numbers:
            forms += ["p = (short *)number;", "p = (short *)held.number;", "p = (short *)pairs.number;", "spare = number; p = (short *)spare;",
                      "memcpy(&p, &number, WIDE);", "held.number = number; p = held.to;"]
        return r.choice(forms)

    # ---- what is done with them ----

    def use(self):
        r = self.random
        return r.choice(["sum += *p;", "*p = 6;", "sum += p[0]; p[0]++;", "sum += add(p);", "sum += p != 0;", "sum += same(p) == p;",
                         f"sum += p[{r.choice([0, 0, 0, 1, -1])}];", "memset(p, 1, 2);", "{ short *q = p + 1; sum += q[-1]; }"])

    def start_again(self):
        """All that is kept leads to something."""
        return ("held.to = kept.to = ga; box.to = gb; *cell = &lone; pairs.one = gb; pairs.two = ga; row[0] = ga; row[1] = gb; row[2] = &lone; "
                "memcpy(raw, &held, WIDE); memcpy(raw + WIDE + 1, &held, WIDE); memcpy(other, &kept, WIDE); "
                "number = pairs.number = (uintptr_t)ga; p = ga;")

    def ending(self):
        """Something that ends while pointers to it are kept; they may be used afterwards."""
        r = self.random
        self.blocks += 1
        name = f"b{self.blocks}"
        keeps = " ".join(self.keep(f"{name} + {r.randint(0, 1)}") for _ in range(r.randint(1, 3)))
        within = " ".join(r.choice([self.pass_on, self.fetch, lambda: self.fetch() + " sum += *p;"])() for _ in range(r.randint(0, 2)))
        behind = self.start_again() if self.calm else r.choice(["", "", "wear(4);", "wear(16);"])
        fetched = f"{self.fetch()} {self.use()}" if r.random() < 0.5 else ""
        return r.choice([
            f"{{ short {name}[2] = {{7, 8}}; {keeps} {within} }} {behind} {fetched}",
            f"{{ short *{name} = calloc(2, 2); if (!{name}) return FINISHED; {keeps} {within} free({name}); }} {behind} {fetched}",
            f"{{ short *{name} = calloc(2, 2); if (!{name}) return FINISHED; {keeps} {within} {name} = realloc({name}, 12); if (!{name}) return FINISHED; "
            f"{self.keep(name) if r.random() < 0.5 else ''} {behind} free({name}); }} {self.start_again() if self.calm else ''} {fetched}",
            f"for (int i = 0; i < 2; i++) {{ short {name}[2] = {{7, 8}}; {keeps} {within} {behind} }} {fetched}"])

    def at_end(self):
        """One past the end, and back."""
        r = self.random
        array, count = self.end()
        bad = r.random() < (0.0 if self.calm else 0.3)
        use = r.choice(["sum += *p;", "*p = 1;", "p++;", "sum += p[0];"]) if bad else r.choice(
            ["sum += p[-1];", f"sum += p - ({array});", f"sum += p == {array} + {count};", "p--; *p = 3;", f"for (short *w = {array}; w != p; w++) sum += *w;",
             f"sum += p > {array};", f"while (p != {array}) sum += *--p;"])
        back = f"p = {self.random.choice(['ga', 'gb'])};"
        return f"{self.keep(f'{array} + {count}')} {self.fetch()} if (p == {array} + {count}) {{ {use} }} {back}"

    def function(self):
        r = self.random
        which = r.randint(0, 1)
        return r.choice([
            f"sum += ((short (*)(short *))calls[{which}])(ga);", f"calls[{which}] = (uintptr_t){r.choice(['add', 'twice'])};",
            "called = (short (*)(short *))calls[1]; sum += called(ga);", "{ uintptr_t c = calls[0]; calls[0] = calls[1]; calls[1] = c; }",
            "{ unsigned char way[sizeof called]; memcpy(way, &called, sizeof called); short (*f)(short *); by_bytes(&f, way, sizeof f); sum += f(gb); }",
            "{ short (*f)(short *) = twice; by_bytes(&called, &f, sizeof f); sum += called(&lone) + (called == twice); }",
            f"{{ uintptr_t c = calls[{which}]; {self.undone('c')} sum += ((short (*)(short *))c)(gb); }}",
            f"{{ union {{ short (*f)(short *); uintptr_t number; unsigned char bytes[sizeof(uintptr_t)]; }} u; u.number = calls[{which}]; sum += u.f(ga); }}",
            "memcpy(&called, &calls[1], sizeof called); sum += called(ga);",
            "{ uintptr_t c = (uintptr_t)twice | 1u; sum += ((short (*)(short *))(c & ~(uintptr_t)1))(gb); }",
            "{ uintptr_t c = ~(uintptr_t)add; sum += ((short (*)(short *))~c)(ga + 1); }"])

    def sort(self):
        return "row[0] = ga + 2; row[1] = gb; row[2] = ga; qsort(row, 3, sizeof *row, by_value); sum += *row[0] + *row[1] * 2 + *row[2] * 3;"

    def statement(self):
        r = self.random
        if r.random() < 0.1 and not self.calm:
            return f"{self.fetch()} {self.use()}"
        return r.choice([lambda: self.keep(self.target()), lambda: self.keep(self.target()), self.pass_on, self.pass_on,
                         lambda: f"p = {self.target()}; sum += *p;", lambda: f"{self.fetch()} sum += *p;", self.ending, self.ending,
                         self.at_end, self.function, self.sort])()

    def body(self):
        lines = ["short a[3] = {1, 2, 3}; struct thing s = {1, {2, 3, 4}, 5}, things[2] = {{0}}; short *p = ga; short **cell = malloc(sizeof *cell);",
                 "short *block = calloc(3, 2); if (!cell || !block) return FINISHED;", self.start_again()]
        lines += [self.statement() for _ in range(self.random.randint(3, 10))]
        return "\n    ".join(lines)


def ask(tester, text, target):
    path = os.path.join(tester.folder.name, "a.c")
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    run = served.run([tester.options.rtcheck, "app", "--threads", "1", "--allow-vacuous", "--target", target, tester.oil, path], timeout=120)
    return run.returncode, run.stdout, run.stderr


def judge(reported, verdict, answer):
    """How it agrees with the sanitizers; None: it does not."""
    if verdict == 3 and UNDECIDED.search(answer):
        return "undecided"
    if reported and verdict == 0 and ASSUMED.search(answer):
        return "assumed"
    if verdict not in (0, 1):
        return None
    if reported or verdict == 0:
        return "found" if reported and verdict else "fine" if not reported else None
    return "beyond" if memory.BEYOND_SANITIZERS.search(answer) else None


def programs(tester, count, seed):
    outcomes = dict.fromkeys(("found", "fine", "beyond", "assumed", "undecided", "crowded"), 0)
    for i in range(count):
        body = Program(seed * 100003 + i).body()
        includes = "#include <stdlib.h>\n#include <string.h>\n"
        native = f'{includes}#include <stdio.h>\n{HEAD}#define FINISHED 0\nint main(void) {{\n    {body}\n    printf("sum %ld\\n", sum); return 0; }}\n'
        status, output = tester.compiled(native, "-O0", "-fno-builtin", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
        if status is None:
            tester.count(False, f"copies{i}", native, "clang does not build it")
            continue
        computed = re.search(r"^sum (-?\d+)$", output, re.M)
        last = f"assert(sum == {computed.group(1)});" if computed else ""
        text = (f'{memory.HEAD}#include <stdlib.h>\n{HEAD}#define FINISHED (void)(assert(!"no room"), TerminateTask())\n'
                f"TASK(t) {{\n    {body}\n    {last} TerminateTask(); }}\n")
        for target in TARGETS:
            verdict, answer, errors = ask(tester, text, target)
            outcome = "crowded" if "no room" in answer else judge(status != 0, verdict, answer)
            if outcome:
                outcomes[outcome] += 1
            report = "\n".join(line for line in output.split("\n") if "ERROR" in line or "error:" in line)
            tester.count(outcome is not None, f"copies{i}-{target.split('-')[0]}", text,
                         f"sanitizers: {'a report' if status else 'nothing'}; rtcheck: {answer.split(chr(10))[0]} {errors}\n{report}")
    print(f"{count} programs, each for {len(TARGETS)} targets: {outcomes['found']} reported by both, {outcomes['beyond']} of kinds that sanitizers do not look for, "
          f"{outcomes['fine']} fine, {outcomes['assumed']} with numbers that are assumed to be good, {outcomes['undecided']} undecided, "
          f"{outcomes['crowded']} with more blocks than our heap has")


def main():
    parser = argparse.ArgumentParser(description="pointers in disguise: rtcheck and sanitizers")
    parser.add_argument("rtcheck")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="folder for programs on which they disagree")
    tester = memory.Tester(parser.parse_args())
    programs(tester, tester.options.count, tester.options.seed)
    print(f"{tester.passed} passed, {tester.failed} failed")
    return 1 if tester.failed else 0


if __name__ == "__main__":
    sys.exit(main())
