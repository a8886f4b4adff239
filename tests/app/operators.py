#!/usr/bin/env python3
"""What one statement does to volatile memory: `operators.py RTCHECK [--count N] [--seed S]`.

A task executes one assignment; an interrupt routine writes one of the volatile places in it, or only reads it, which is no race. Nor is one plain read or
write; a place that is read and written back, or that is read twice for one value, is one (docs/app-races.md). Which of the two it is can be told from the text
alone.
"""
import argparse
import os
import random
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

OIL = """CPU c { OS os { STATUS = EXTENDED; }; APPMODE std;
TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; };
ISR i { CATEGORY = 2; PRIORITY = 1; };
};
"""
PLACES = ["x", "y", "s.h", "s.t", "a[0]", "a[1]", "v.q", "q.h"]
OTHER_NAMES = {"*to_x": "x", "p->h": "q.h", "a[at]": "a[1]", "to_s->t": "s.t"}
NAMES = {**{place: place for place in PLACES}, **OTHER_NAMES}
FRAME = """#include <os.h>
volatile int x, y, a[2]; struct pair { volatile int h, t; } s, q; volatile struct { int q, r; } v; int n[2], k, k2;
volatile int *to_x = &x; struct pair *to_s = &s; int at = 1;
static int one(void) { return 1; }
static int same(int value) { return value; }
ISR(i) { %s; }
TASK(t) { struct pair *p = &q; int l = 0; x = 1; y = 2; s.h = s.t = 0; a[0] = 1; a[1] = 3; v.q = 1; p->h = 0; %s; TerminateTask(); }
"""


class Value:
    """A text; how often each place is read for its value, and on the way to it: those whose values its calls take count for the second only."""

    def __init__(self, text, reads=(), flows=(), twice=(), decides=()):
        self.text, self.reads, self.flows, self.twice = text, dict(reads), set(flows) | set(dict(reads)), set(twice)
        self.decides = set(decides)  # on them it depends which value it is: whether that is to bring them back is left open
        self.twice |= {place for place, count in self.reads.items() if count > 1}


def joined(form, *values):
    reads = {}
    for value in values:
        for place, count in value.reads.items():
            reads[place] = reads.get(place, 0) + count
    return Value(form.format(*(value.text for value in values)), reads, set().union(*(value.flows for value in values)),
                 set().union(*(value.twice for value in values)), set().union(*(value.decides for value in values)))


def behind(form, first, second):
    """Two looks: the second comes behind a sequence point, always."""
    reads = {place: max(first.reads.get(place, 0), second.reads.get(place, 0)) for place in {*first.reads, *second.reads}}
    return Value(form.format(first.text, second.text), reads, first.flows | second.flows, first.twice | second.twice,
                 first.flows | first.decides | second.decides)


def called(value):
    """Behind a call, its argument's reads are over."""
    return Value(f"same({value.text})", (), value.flows, value.twice, value.decides)


def expression(pick, depth):
    if depth == 0 or pick.random() < 0.25:
        leaf = pick.choice([*NAMES, "l", "k", "one()", "2"])
        return Value(leaf, {NAMES[leaf]: 1} if leaf in NAMES else ())
    kind = pick.random()
    if kind < 0.15:
        form = pick.choice(["(({} | 1) && {})", "(({} & 0) || {})", "(({} | 1) ? {} : 0)"])
        return behind(form, expression(pick, depth - 1), expression(pick, depth - 1))
    if kind < 0.6:
        return joined("({} %s {})" % pick.choice(["+", "-", "|", "&", "^"]), expression(pick, depth - 1), expression(pick, depth - 1))
    if kind < 0.75:
        return called(expression(pick, depth - 1))
    if kind < 0.9:
        return joined("n[{} & 1]", expression(pick, depth - 1))
    return joined("~{}", expression(pick, depth - 1))


def statement(pick):
    """The text, and the places on which it is a race."""
    place = Value(pick.choice([*NAMES, "l", "k", "n[1]"])) if pick.random() < 0.8 else joined("n[{} & 1]", expression(pick, 1))
    target, value = place.text, expression(pick, pick.randint(1, 3))
    races = joined("{} {}", place, value).twice
    form = pick.choice(["{} = {}", "{} = {}", "{} += {}", "{} |= {}", "k = ({} -= {})", "k = ({} = {})", "if (({} = {}) > 5) k = 1"])
    changes = "+=" in form or "|=" in form or "-=" in form
    written = NAMES.get(target)
    if written and (changes or written in value.flows):
        races.add(written)
    is_open = written in value.decides and not changes and written not in value.twice
    return form.format(target, value.text), races, {written} if is_open else set()


def ask(rtcheck, folder, text):
    files = [os.path.join(folder, "a.oil"), os.path.join(folder, "a.c")]
    for path, content in zip(files, (OIL, text)):
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
    return served.run([rtcheck, "app", "--threads", "1", "--only", "race", "--allow-vacuous", "--isr", "1", *files], timeout=60)


def judge(rtcheck, seed, folder, counts):
    """None: it is right; otherwise what is wrong."""
    pick = random.Random(seed)
    code, races, left_open = statement(pick)
    place = pick.choice(sorted(races)) if races and pick.random() < 0.6 else pick.choice(PLACES)
    if place in left_open:
        return None
    meets = pick.choice(["{} = 1", "{} = 1", "{}++", "if (!{} | 1) {} = 1", "k2 = {}", "k2 += {} + {}"])
    text = FRAME % (meets.replace("{}", place), code)
    done = ask(rtcheck, folder, text)
    wanted = place in races and not meets.startswith("k2")
    counts["races" if wanted else "others"] += 1
    return None if done.returncode == wanted else f"{text}{'a race' if wanted else 'no race'} on {place}, but status {done.returncode}\n{done.stdout[:300]}{done.stderr[:300]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rtcheck")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    failed, counts = 0, {"races": 0, "others": 0}
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(arguments.seed * 100003, arguments.seed * 100003 + arguments.count):
            wrong = judge(os.path.abspath(arguments.rtcheck), seed, folder, counts)
            failed += wrong is not None
            if wrong:
                print(f"seed {seed}: {wrong}", flush=True)
    print(", ".join(f"{number} {what}" for what, number in counts.items()))
    print(f"{arguments.count - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
