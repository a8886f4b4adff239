#!/usr/bin/env python3
"""neutral.py RTCHECK: the neutral guide changes nothing, on the whole corpus of Promela models.

Every proctype of a model is an interaction, and the guide allows all of them in any order: the model under it must have
exactly the states and verdicts that the corpus says of the model alone; with reduction, the verdicts. Ends in
`N passed, N failed`.
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "promela"))
import expectations

BOTH_HALVES = re.compile(r"a handshake is both")
NOT_WITH_C = re.compile(r"the model has embedded C, and interactions inside")


def proctypes(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        text = re.sub(r"//.*|/\*.*?\*/", " ", file.read())
    names = re.findall(r"\bproctype\s+(\w+)\s*\(", text)
    return sorted(set(names)) + (["init"] if re.search(r"^\s*init\b", text, re.MULTILINE) else [])


def ask(rtcheck, path, guide, options):
    done = subprocess.run([rtcheck, "guide", path, "--guide", guide, "--json", "--allow-vacuous", "--compiler", "tcc",
                           "--threads", "1", *options], capture_output=True, text=True, errors="replace", timeout=120, check=False)
    return done, json.loads(done.stdout) if done.returncode in (0, 1, 3) else None


def kinds(answer):
    return sorted({violation["kind"] for violation in answer["violations"]})


def judge(rtcheck, expectation, guide):
    """None, "skipped", or what is wrong."""
    done, answer = ask(rtcheck, expectation.path, guide, ["--safety", "--all-violations", "--no-reduction", *expectation.options])
    if answer is None:
        excused = BOTH_HALVES.search(done.stderr) or NOT_WITH_C.search(done.stderr)
        return "skipped" if excused else done.stderr[-400:]
    if answer["verdict"] != expectation.verdict or kinds(answer) != (expectation.kinds if answer["verdict"] == "violated" else []):
        return f"{answer['verdict']} {kinds(answer)}, expected {expectation.verdict} {expectation.kinds}"
    if expectation.expected_states is not None and answer["states"] != expectation.expected_states:
        return f"{answer['states']} states, expected {expectation.expected_states}"
    runs = [(["--safety"], expectation.verdict)] + [(check.options, check.verdict) for check in expectation.checks]
    for options, verdict in runs:
        done, answer = ask(rtcheck, expectation.path, guide, [*options, *expectation.options])
        if answer is None or answer["verdict"] != verdict:
            return f"{' '.join(options)}: {answer['verdict'] if answer else done.stderr[-300:]}, expected {verdict}"
    return None


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    with tempfile.TemporaryDirectory() as folder:
        guide = os.path.join(folder, "neutral.xgdl")
        for path in sorted(glob.glob(os.path.join(ROOT, "tests", "promela", "*.pml"))):
            expectation = expectations.Expectation(path)
            names = proctypes(path)
            if not expectation.verdict or not names:
                continue
            wrong = "skipped"
            for chosen in [names] + [[name] for name in names]:  # where two of them shake hands: one alone
                if wrong != "skipped":
                    break
                with open(guide, "w", encoding="utf-8") as file:
                    file.write("(" + " | ".join(f'"{name}"' for name in chosen) + ")*\n")
                wrong = judge(rtcheck, expectation, guide)
            counts["passed" if wrong is None else "skipped" if wrong == "skipped" else "failed"] += 1
            if wrong not in (None, "skipped"):
                print(f"{os.path.basename(path)}: {wrong}")
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return 1 if counts["failed"] or counts["passed"] < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
