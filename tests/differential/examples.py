#!/usr/bin/env python3
"""Compares the verdicts of Spin and rtcheck on all Promela models below a folder (Spin's own Examples, say).

Each model is checked for safety; for acceptance cycles where it has accept labels; for non-progress cycles where it has
progress labels; and for each of its claims. Models that Spin refuses, or cannot finish, are listed as such.
"""
import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "../promela"))
import spinref


def checks_of(path):
    """(what, options of rtcheck, arguments of spinref.run) for each check that makes sense."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", file.read(), flags=re.S)
    system = re.sub(r"\bnever\b[^{]*\{.*?\n\}", "", text, flags=re.S)
    yield "safety", ["--safety"], {"goal": "safety"}
    if re.search(r"\baccept\w*\s*:[^:]", system):
        yield "acceptance", ["--acceptance"], {"goal": "acceptance"}
    if re.search(r"\bprogress\w*\s*:[^:]", system):
        yield "progress", ["--progress"], {"goal": "progress"}
    for name in re.findall(r"\bltl\s+(\w+)\s*\{", text):
        yield name, ["--claim", name], {"goal": "claim", "claim": name}
    for at, _ in enumerate(re.findall(r"\bltl\s*\{", text)):
        yield "ltl_%d" % at, ["--claim", "ltl_%d" % at], {"goal": "claim", "claim": "ltl_%d" % at}
    for name in re.findall(r"\bnever\b\s*(\w*)\s*\{", text):
        yield name or "never", ["--claim", name or "never"], {"goal": "claim", "claim": name or None}


def spin_says(path, arguments, timeout):
    """A verdict, or a sentence in brackets; large models are tried with reduction too."""
    said = ""
    for reduce in (False, True):
        try:
            answer = spinref.run(path, all_errors=False, reduce=reduce, timeout=timeout, **arguments)
        except (spinref.Refused, subprocess.TimeoutExpired) as refusal:
            lines = str(refusal).strip().splitlines() or [""]
            said = "(%s)" % next((line for line in lines if "rror" in line), lines[0])[:90]
            if "does not end" in said:
                continue
            return said
        if answer.verdict in ("holds", "violated"):
            return answer.verdict
        said = "(%s)" % answer.verdict
    return said


def rtcheck_says(binary, path, options, timeout):
    command = [binary, "model", path, "--json", "--allow-code", "--time", "%ds" % timeout] + options
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout + 30, errors="replace",
                              cwd=os.path.dirname(path))
    except subprocess.TimeoutExpired:
        return "(does not end)"
    if done.returncode == 2:
        return "(refuses: %s)" % (done.stderr.strip().splitlines() or [""])[0][-120:]
    if done.returncode not in (0, 1, 3):
        return "(status %d: %s)" % (done.returncode, done.stderr.strip()[-100:])
    try:
        return json.loads(done.stdout)["verdict"]
    except (ValueError, KeyError):
        return "(no JSON)"


def work(job):
    binary, path, what, options, arguments, timeout = job
    return path, what, spin_says(path, arguments, timeout), rtcheck_says(binary, path, options, timeout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("rtcheck", nargs="?", default=os.path.join(HERE, "../../build/rtcheck"))
    parser.add_argument("--timeout", type=int, default=30, help="seconds for one run (default 30)")
    parser.add_argument("--filter", default="")
    options = parser.parse_args()
    binary = os.path.abspath(options.rtcheck)
    jobs = []
    for folder, _, names in sorted(os.walk(options.folder)):
        for name in sorted(names):
            path = os.path.abspath(os.path.join(folder, name))
            if name.endswith((".pml", ".prom", ".promela")) and re.search(options.filter, path):
                jobs += [(binary, path, *check, options.timeout) for check in checks_of(path)]
    counts = {"equal": 0, "different": 0, "refused by Spin": 0, "undecided": 0}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, what, spin, ours in pool.map(work, jobs):
            if spin.startswith("("):
                outcome = "refused by Spin"
            elif ours == "unknown":
                outcome = "undecided"
            else:
                outcome = "equal" if spin == ours else "different"
            counts[outcome] += 1
            print("%-15s %-45s %-12s Spin: %-10s rtcheck: %s" % (
                outcome, os.path.relpath(path, options.folder), what, spin, ours), flush=True)
    print(", ".join("%d %s" % (count, what) for what, count in counts.items()))
    return 1 if counts["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
