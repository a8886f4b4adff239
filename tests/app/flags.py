#!/usr/bin/env python3
"""Plain data behind volatile flags: `flags.py RTCHECK [--count N] [--seed S]`.

A task writes and reads plain variables and volatile flags; an interrupt routine looks at both, and changes some. A compiler may move an access to plain
memory over one to a flag. So where rtcheck says `holds`, and tells nothing of such moves, every program that one move makes of this one holds, too.
"""
import argparse
import json
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
PLAIN, FLAGS = ["data", "data", "s.part"], ["flag", "flag", "other"]


class Program:
    def __init__(self, seed):
        self.pick = pick = random.Random(seed)
        self.steps = [self.step(i) for i in range(pick.randint(2, 5))]
        self.routine = self.looks()

    def step(self, number):
        """The variable that is accessed, whether it is plain, and the code."""
        pick = self.pick
        plain = pick.random() < 0.5
        name = pick.choice(PLAIN if plain else FLAGS)
        return name, plain, pick.choice([f"{name} = 1;", f"{name} = 1;", f"{name} = {pick.randint(0, 2)};", f"r{number} = {name};"])

    def looks(self):
        pick = self.pick
        out = []
        for _ in range(pick.randint(1, 2)):
            flag, data = pick.choice(FLAGS), pick.choice(PLAIN)
            out.append(pick.choice([
                f"if ({flag} == 1) assert({data} != 0);", f"if ({flag} == 1) assert({data} != 0);",
                f"if ({flag} == {pick.randint(0, 2)}) assert({data} != {pick.randint(1, 2)});", f"if ({flag} == 1) {data} = 2;",
                f"if ({flag}) {flag} = 0;", f"{flag} = {pick.randint(0, 2)};", f"if ({flag} == 0) {data} = 1;"]))
        return " ".join(out)

    def text(self, steps):
        body = " ".join(code for *_, code in steps)
        checked = self.pick_of_end
        return ("#include <os.h>\n#include <assert.h>\nint data; struct { int part, rest; } s; volatile int flag, other;\n"
                f"TASK(t) {{ int r0 = 0, r1 = 0, r2 = 0, r3 = 0, r4 = 0; {body} assert({checked}); TerminateTask(); }}\nISR(i) {{ {self.routine} }}\n")

    @property
    def pick_of_end(self):
        pick = random.Random(len(self.routine) + len(self.steps))
        return f"!(r{pick.randint(0, 4)} == {pick.randint(1, 2)} && r{pick.randint(0, 4)} == {pick.randint(0, 2)})"

    def moved(self):
        """All that a compiler makes of it with one move."""
        for i in range(len(self.steps) - 1):
            one, two = self.steps[i], self.steps[i + 1]
            if one[1] != two[1]:
                yield self.text(self.steps[:i] + [two, one] + self.steps[i + 2:])


def ask(rtcheck, folder, text):
    files = [os.path.join(folder, "a.oil"), os.path.join(folder, "a.c")]
    for path, content in zip(files, (OIL, text)):
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
    done = served.run([rtcheck, "app", "--json", "--threads", "1", "--allow-vacuous", "--no-check", "race", "--isr", "1", *files], timeout=60)
    if done.returncode not in (0, 1):
        raise SystemExit(f"status {done.returncode}: {done.stderr}\n{text}")
    answer = json.loads(done.stdout)
    return answer["verdict"], "does not move accesses" in (answer["assumption"] or "")


def judge(rtcheck, seed, folder, counts):
    """None: it is right; otherwise what is wrong."""
    program = Program(seed)
    text = program.text(program.steps)
    verdict, told = ask(rtcheck, folder, text)
    counts[verdict] += 1
    counts["told"] += told
    if verdict != "holds":
        return None
    for moved in program.moved():
        other = ask(rtcheck, folder, moved)[0]
        counts["moves that matter"] += other == "violated"
        if other == "violated" and not told:
            return f"{text}holds, and nothing is told, but this is violated:\n{moved}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rtcheck")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    failed, counts = 0, {"holds": 0, "violated": 0, "told": 0, "moves that matter": 0}
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
