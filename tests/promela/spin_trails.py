#!/usr/bin/env python3
"""Counterexamples of Spin, followed by rtcheck: those of the corpus, when it is run.

Spin's verifier writes a trail for each of the first errors that it finds; `rtcheck simulate --trail` follows it, step by step,
and must come to the same end: the same kind of error, or a cycle that closes.
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
MOST = 1        # trails of a model: after the first error Spin goes on, where for rtcheck the run ends
NOT_FOLLOWED = {"claim_with_blocked_atomic.pml": "Spin's simulator makes a step twice that its verifier made once"}
LONGEST = 5000  # lines of a trail


class Different(Exception):
    """rtcheck does not come where Spin says."""


def trails_of(folder, said):
    """(kind, path) of each trail that the verifier says it wrote."""
    found, kind = [], None
    for line in said.splitlines():
        match = re.match(r"pan:\s*\d+: ?(.*)", line)
        if match:
            kind = spinref._kind(match.group(1))
        match = re.match(r"pan: wrote (\S+)", line)
        if match and kind:
            found.append((kind, os.path.join(folder, match.group(1))))
    return found


def follow(binary, model, kind, trail, options, judged):
    """Raises Different."""
    with open(trail, encoding="ascii") as file:
        if len(file.readlines()) > LONGEST:
            return False
    done = subprocess.run([binary, "simulate", "--json", "--trail", trail, model] + options, capture_output=True, text=True,
                          timeout=60, errors="replace")
    if "embedded C" in done.stderr:
        return False
    if done.returncode not in (0, 1):
        raise Different("the trail cannot be followed: status %d, %s" % (done.returncode, done.stderr.strip()[-300:]))
    answer = json.loads(done.stdout)
    found = answer["violations"][0]["kind"] if answer["violations"] else None
    if not judged:  # what a claim says of the run is not the simulator's affair
        return True
    if found != kind and not (kind == "index" and found is None):  # there Spin goes on, and may leave the place
        raise Different("Spin's trail ends in: %s; here in: %s" % (kind, found))
    return True


def replay(binary, spins, merge=False, goal="safety", claim=None, defines=(), options=()):
    """Follows Spin's trails for the model of these verifiers; the number that could be. Raises Different, or spinref.Refused."""
    flags, run = spinref.flags_of(goal)
    run = run + {"safety": ["-c%d" % MOST], "claim": ["-N", claim] if claim else []}.get(goal, [])
    program = spins.program(flags, defines=defines, merge=merge)
    answer = spinref.execute(program, ["-m%d" % LONGEST, "-w16"] + run, timeout=20)
    return sum(follow(binary, spins.model, kind, trail, list(options), goal == "safety")
               for kind, trail in trails_of(os.path.dirname(program), answer.output)[:MOST])


def goals(expected):
    """What the header says goes wrong."""
    if expected.verdict == "violated":
        yield {"goal": "safety"}
        yield {"goal": "safety", "merge": True}
    for check in expected.checks:
        if check.verdict != "violated":
            continue
        if check.options == ["--acceptance"] or check.options == ["--progress"]:
            yield {"goal": check.options[0][2:]}
        elif check.options[0] == "--claim" and len(check.options) == 2:
            yield {"goal": "claim", "claim": None if check.options[1] == "never" else check.options[1]}


def judge(binary, path):
    """(followed, problem)"""
    expected = expectations.Expectation(path)
    followed = 0
    with tempfile.TemporaryDirectory(prefix="trails.") as folder:
        copy = shutil.copy(path, os.path.join(folder, "model.pml"))  # beside which Spin may write its trails
        spins = spinref.Verifiers(copy, folder)
        for goal in goals(expected):
            try:
                followed += replay(binary, spins, defines=expected.defines, options=expected.options, **goal)
            except spinref.Refused:
                continue
            except Different as difference:
                return followed, "%s: %s" % (goal, difference)
    return followed, None


def main():
    binary = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "../../build/rtcheck"))
    if not shutil.which("spin"):
        print("0 passed, 0 failed, 1 skipped")
        return 0
    models = [path for path in sorted(glob.glob(os.path.join(HERE, "*.pml"))) if expectations.Expectation(path).spin and
              os.path.basename(path) not in NOT_FOLLOWED]
    if len(sys.argv) > 2:
        models = [path for path in models if re.search(sys.argv[2], path)]
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, (followed, problem) in zip(models, pool.map(lambda path: judge(binary, path), models)):
            passed += followed
            if problem:
                failed += 1
                print("FAIL %s: %s" % (os.path.basename(path), problem), flush=True)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
