#!/usr/bin/env python3
"""Counterexamples of rtcheck, replayed by Spin: those of the corpus, when it is run.

A safety counterexample becomes a trail of Spin's: each step is a transition of Spin's own automaton (`pan -d`) that starts where
the process stands, and with the same text. Spin's simulator then follows the trail, and must come to the same end.
"""
import concurrent.futures
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import expectations
import spinref

HERE = os.path.dirname(os.path.abspath(__file__))

FLAGS = ["-o1", "-o2", "-o3"]


class CannotReplay(Exception):
    """The trace cannot be told to Spin, for want of a unique transition: no difference was found."""


class Different(Exception):
    """Spin does not come where rtcheck says."""


def normal(text):
    """Spin and rtcheck set blanks, parentheses and quotes differently, and Spin prints a constant as its value."""
    text = re.sub(r"\b(skip|true)\b", "1", re.sub(r"\bfalse\b", "0", text))
    return re.sub(r"[\s()'\"]", "", text.replace("D_STEP", "d_step "))


class Automata:
    """Transitions by proctype and state: (target, id, text)."""

    def __init__(self, table):
        self.moves, self.initial = {}, {}
        name = None
        for line in table.splitlines():
            heading = re.match(r"(?:proctype|init|claim) ?(\S*)", line)
            if heading:
                name = heading.group(1) or "init"
            match = re.match(r"\s+state\s+(\d+) -\(tr\s+\d+\)-> state\s+(\d+)\s+\[id\s+(\d+) tp\s+[^\]]*\] \[.*?\] \S+?:\d+ => (.*)",
                             line)
            if match and name:
                source, target, number = (int(match.group(i)) for i in range(1, 4))
                self.initial.setdefault(name, source)
                self.moves.setdefault((name, source), []).append((target, number, match.group(4)))

    def find(self, name, state, line, text):
        """The d_step of a line is called after it."""
        wanted = normal(text + " %d" % line if text == "d_step" else text)
        moves = self.moves.get((name, state), [])
        found = [move for move in moves if normal(move[2]) == wanted]
        if text == "d_step" and not found:
            found = [move for move in moves if move[2].startswith("D_STEP")]
        found = found or moves
        if len({move[1] for move in found}) != 1:
            raise CannotReplay("%d transitions of %s for line %d, %s" % (len(found), name, line, text))
        return found[0]


class Trail:
    def __init__(self, automata):
        self.automata, self.states, self.lines = automata, {}, []

    def add(self, pid, process, line, text):
        name = process.split("[")[0]
        state = self.states.get(pid, self.automata.initial.get(name))
        target, number, _ = self.automata.find(name, state, line, text)
        self.lines.append("%d:%d:%d" % (len(self.lines) + 1, pid, number))
        if text == "-end-":
            self.states.pop(pid, None)
        else:
            self.states[pid] = target


def trail_of(automata, trace):
    trail = Trail(automata)
    for step in trace:
        how = step["replay"]
        trail.add(how["actor"], step["process"], step["location"]["line"], step["statement"])
        if how["partner"] is not None:
            trail.add(how["partner"], step["partner"], step["reply_location"]["line"], step["reply"])
    return trail.lines


def counterexample(binary, model, folder):
    """Raises CannotReplay or Different."""
    found = os.path.join(folder, "trace.json")
    subprocess.run([binary, "model", model, "--safety", "--quiet", "--trace", found], capture_output=True, timeout=60)
    if not os.path.exists(found):
        raise Different("rtcheck has no counterexample")
    with open(found, encoding="utf-8") as file:
        answer = json.load(file)
    if answer["kind"] not in ("assertion", "invalid end state") or any("starts_cycle" in s for s in answer["trace"]):
        raise CannotReplay("of another kind")
    return answer


def replay(binary, model, verifiers=None):
    """Raises CannotReplay or Different."""
    with tempfile.TemporaryDirectory(prefix="replay.") as folder, spinref.verifiers_of(model, verifiers) as made:
        copy = shutil.copy(model, os.path.join(folder, "model.pml"))
        answer = counterexample(binary, copy, folder)
        program = made.program(spinref.flags_of("safety")[0])
        table = subprocess.run([program, "-d"], cwd=folder, capture_output=True, text=True, timeout=60).stdout
        lines = trail_of(Automata(table), answer["trace"])
        with open(copy + ".trail", "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        done = subprocess.run(["spin"] + spinref.preprocessor(copy) + FLAGS + ["-t", "-p", "model.pml"], cwd=folder,
                              capture_output=True, text=True, timeout=60, errors="replace")
        said = done.stdout + done.stderr
    ended = re.search(r"trail ends after (\d+) steps", said)
    if not ended or int(ended.group(1)) != len(lines):
        raise Different("Spin does not follow the %d steps:\n%s" % (len(lines), said[-600:]))
    if answer["kind"] == "assertion" and "assertion violated" not in said:
        raise Different("no assertion fails in Spin:\n" + said[-600:])
    standing = re.findall(r"^\s*\d+:\s+proc\s+\d+ \(.*$", said[said.index("#processes"):], re.M)
    if answer["kind"] == "invalid end state" and all("valid end state" in line for line in standing):
        raise Different("Spin's end state is a valid one:\n" + said[-600:])


def judge(binary, model):
    """What there is to say, or None."""
    try:
        replay(binary, model)
    except (CannotReplay, spinref.Refused) as reason:
        return "skipped", str(reason)
    except Different as difference:
        return "failed", str(difference)
    return "passed", ""


def main():
    binary = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "../../build/rtcheck"))
    if not shutil.which("spin"):
        print("0 passed, 0 failed, 1 skipped")
        return 0
    models = []
    for path in sorted(glob.glob(os.path.join(HERE, "*.pml"))):
        expected = expectations.Expectation(path)
        if expected.spin and expected.spin_simulator and not expected.options and {"assertion", "invalid end state"} >= set(expected.kinds or ["none"]):
            models.append(path)
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, (outcome, message) in zip(models, pool.map(lambda path: judge(binary, path), models)):
            counts[outcome] += 1
            if message:
                print("%s: %s: %s" % (os.path.basename(path), outcome, message))
    if counts["skipped"]:
        print("%d left out: Spin has no unique transition for a step" % counts["skipped"])
    print("%d passed, %d failed" % (counts["passed"], counts["failed"]))
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
