#!/usr/bin/env python3
"""landing_gear.py RTCHECK: the landing gear against times computed by hand, its failures, and bugs planted in its software.

models/landing_gear/README.md has the sums. Ends in `N passed, N failed`.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MODEL = os.path.join(ROOT, "models", "landing_gear", "lgs.pml")
FAILURES = [f"f_{part}_{how}" for part in range(1, 7) for how in (1, 2)] + [f"f_{part}" for part in range(7, 13)]
MUTANTS = {number: "handle{0,4}" for number in range(1, 13)} | {8: "handle{0,3} || f_7", 9: "handle{0,3} || f_10"}


SEEN = ["red", "ev_main", "ev_open", "ev_close", "ev_extend", "ev_retract", "phase", "seen_down", "main_pressure", "wait", "watch_gears",
        "watch_pressure"]


# Times that are forgotten agree unless they are: these are the values that forgetting gives them.
FORGOTTEN = {"since": "since == 10", "switch_time": "switch_time == 200", "watch_doors": "watch_doors == 0"}


def preprocessed(*options):
    done = subprocess.run(["cc", "-E", "-P", "-x", "c", "-DNO_REQUIREMENTS", *options, MODEL], capture_output=True, text=True, check=True)
    head, clock, tail = done.stdout.partition("active proctype clock")
    return head, clock + tail


def side_by_side(*options):
    """The model twice in one, every step made in both: forgetting, and remembering everything. What can be seen must agree."""
    forgets, processes = preprocessed("-C", *options)
    remembers = re.sub(r"^mtype = \{[^}]*\};", "", preprocessed("-DREMEMBER", *options)[0], flags=re.MULTILINE)
    names = set(re.findall(r"inline (\w+)", remembers))
    for declaration in re.finditer(r"^(?:bool|byte|bit|mtype)\s+([^={;][^;{]*);", remembers, re.MULTILINE):
        names |= {re.match(r"\s*(\w+)", variable).group(1) for variable in declaration.group(1).split(",")}

    def other(text):
        return re.sub(r"\b(\w+)\b", lambda word: "o_" + word.group(1) if word.group(1) in names else word.group(1), text)

    both = re.sub(r"d_step \{(.*?)\}(?=\s*(?:::|od))", lambda step: f"d_step {{{step.group(1)}; {other(step.group(1))}; same() }}",
                  processes, flags=re.DOTALL)
    agree = " && ".join([f"{name} == o_{name}" for name in SEEN] + [f"({name} == o_{name} || red || f_switch || {forgotten})"
                                                                    for name, forgotten in FORGOTTEN.items()])
    return f"{forgets}{other(remembers)}inline same() {{ assert({agree}) }}\n{both}"


class Landing:
    def __init__(self, rtcheck, folder):
        self.rtcheck, self.guide = rtcheck, os.path.join(folder, "guide.xgdl")
        self.model, self.folder = MODEL, folder
        self.passed = self.failed = 0

    def verdict(self, guide, *options):
        with open(self.guide, "w", encoding="utf-8") as file:
            file.write(guide + "\n")
        done = subprocess.run([self.rtcheck, "guide", self.model, "--guide", self.guide, "--json", "--memory", "2G", *options],
                              capture_output=True, text=True, timeout=120, check=False)
        return json.loads(done.stdout)["verdict"] if done.stdout else done.stderr

    def expect(self, wanted, guide, *options):
        got = self.verdict(guide, *options)
        if got == wanted:
            self.passed += 1
        else:
            self.failed += 1
            print(f"{guide} {' '.join(options)}: {got}, expected {wanted}")

    def happens_at(self, guide, condition, tick):
        """The condition holds for the first time that many ticks after the last move."""
        self.expect("holds", guide, "--ltl", f"[] ((({condition}) && since < 215) -> since >= {tick})")
        self.expect("violated", guide, "--ltl", f"[] ((({condition}) && since < 215) -> since > {tick})")

    def times(self):
        """Retraction, then outgoing when retraction has long ended."""
        self.happens_at("handle", "phase == ENDING", 119)
        self.happens_at("handle", "main_pressure == 10", 18)
        # The second move comes when everything rests and the switch is open: it takes its 0.8 s again.
        rested = "[] ((down && !seen_down) -> (phase == RESTING && switch_is == CLOSING && switch_time == 8))"
        done = "phase == ENDING && seen_down && down && since < 215"
        self.expect("holds", "handle{0,2}", "--ltl", f"({rested}) -> [] (({done}) -> since >= 115)")
        self.expect("violated", "handle{0,2}", "--ltl", f"({rested}) -> [] (({done}) -> since >= 116)")

    def forgets_nothing_that_matters(self):
        self.model = os.path.join(self.folder, "both.pml")
        with open(self.model, "w", encoding="utf-8") as file:
            file.write(side_by_side())
        self.expect("holds", "handle{0,1} || (" + " | ".join(FAILURES) + ")", "--safety", "--store", "tree")
        self.expect("holds", "{0,2} of [f_2_2, f_7, f_10, f_3_2, f_4_2] || handle", "--safety", "--store", "tree")
        self.expect("holds", "f_3_2 || f_4_1 || handle", "--safety", "--store", "tree")
        with open(self.model, "w", encoding="utf-8") as file:
            file.write(side_by_side("-DNO_f_3_2"))
        self.expect("holds", "handle{0,2} || {0,1} of [f_4_1, f_5_2]", "--safety", "--store", "tree")
        self.model = MODEL

    def delays_add_up(self):
        """Three failures break what no two of them break, also where nothing is forgotten."""
        three = ["f_1_1", "f_2_1", "f_10"]
        for left_out in three:
            self.expect("holds", " ; ".join(["handle"] + [one for one in three if one != left_out]), "--safety")
        for options in ([], ["-D", "REMEMBER", "-D", "KEEP_TIMES"]):
            self.expect("violated", " ; ".join(["handle"] + three), "--safety", *options)

    def run(self):
        self.times()
        self.delays_add_up()
        self.forgets_nothing_that_matters()
        self.expect("holds", "handle{0,3}", "--safety")
        for failure in FAILURES:
            self.expect("violated", f"{failure} ; handle{{0,2}}", "--ltl", "[] !red")
        for number, guide in MUTANTS.items():
            self.expect("violated", guide, "--safety", "-D", f"MUTANT={number}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        landing = Landing(os.path.abspath(sys.argv[1]), folder)
        landing.run()
    print(f"{landing.passed} passed, {landing.failed} failed")
    return 1 if landing.failed else 0


if __name__ == "__main__":
    sys.exit(main())
