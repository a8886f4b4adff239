#!/usr/bin/env python3
"""Runs the corpus of Promela models against a build of rtcheck.

Each model's header says what to expect (see expectations.py). A model is checked in several configurations: both
searches, both exact stores, one and two threads, both compilers, all of which must give Spin's verdict, kinds of
violation and number of states; with reduction, and with lossy stores, which must give the verdict; and once for each
`check:` line. Wrong inputs (bad/) must be refused at the right place.
"""
import argparse
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

HERE = os.path.dirname(os.path.abspath(__file__))
STATUS = {"holds": 0, "violated": 1, "unknown": 3}

# search, store, threads, compiler
EXACT = [
    ("bfs", "exact", 1, "tcc"),
    ("dfs", "exact", 1, "tcc"),
    ("bfs", "tree", 1, "tcc"),
    ("dfs", "tree", 1, "tcc"),
    ("bfs", "exact", 2, "tcc"),
    ("bfs", "tree", 2, "tcc"),
    ("dfs", "exact", 2, "tcc"),
    ("bfs", "exact", 1, "cc"),
]


# A model with C in it is compiled by cc in each of its configurations: what has been compiled in this run is copied. With
# -O0 gcc takes a third as long for models as small as these as with the usual -O2, which the random models try; what they
# call is in the program that loads them, and need not be looked for in libraries once more.
CC = """#!/bin/sh
case " $* " in *" -o model.so "*) ;; *) exec {cc} "$@" ;; esac
key=$({{ echo "$*"; cat model*.c; }} | sha256sum)
kept={folder}/${{key%% *}}
[ ! -f "$kept" ] || exec cp "$kept" model.so
{cc} "$@" -O0 -nostartfiles -nodefaultlibs || exit
cp model.so "$kept.$$" && mv "$kept.$$" "$kept"
"""


def remembering_compiler(folder):
    """An environment with it."""
    path = os.path.join(folder, "cc")
    with open(path, "w", encoding="utf-8") as file:
        file.write(CC.format(cc=shutil.which("cc"), folder=folder))
    os.chmod(path, 0o755)
    return dict(os.environ, PATH=folder + ":" + os.environ["PATH"])


class Failure(Exception):
    pass


class Checker:
    """A build of rtcheck, and how to ask it."""

    def __init__(self, binary, timeout, environment):
        self.binary, self.timeout, self.environment = binary, timeout, environment

    def command(self, model, options):
        return [self.binary, "model", model, "--json"] + options

    def run(self, model, options):
        """The parsed answer and the exit status; raises Failure where there is none."""
        command = self.command(model, options)
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=self.timeout, errors="replace",
                                  env=self.environment)
        except subprocess.TimeoutExpired:
            raise Failure("does not end within %d s" % self.timeout)
        if done.returncode not in (0, 1, 3):
            raise Failure("exit status %d: %s" % (done.returncode, (done.stderr or done.stdout).strip()[-600:]))
        try:
            return json.loads(done.stdout), done.returncode
        except ValueError:
            raise Failure("prints no JSON object: %r" % done.stdout[:300])


def demand(condition, message):
    if not condition:
        raise Failure(message)


def kinds_of(answer):
    return sorted({violation["kind"] for violation in answer["violations"]})


def check_answer(answer, status, verdict):
    demand(answer["verdict"] == verdict, "verdict %s, expected %s %s" % (
        answer["verdict"], verdict, [v.get("message") for v in answer["violations"][:2]]))
    demand(status == STATUS[verdict], "exit status %d with verdict %s" % (status, verdict))
    demand((verdict == "violated") == bool(answer["violations"]), "violations do not fit the verdict %s" % verdict)


def exact_case(checker, expectation, search, store, threads, compiler):
    options = ["--safety", "--all-violations", "--no-reduction", "--search", search, "--store", store,
               "--threads", str(threads), "--compiler", compiler]

    def case():
        answer, status = checker.run(expectation.path, options + expectation.options)
        check_answer(answer, status, expectation.verdict)
        if expectation.verdict == "violated":
            demand(kinds_of(answer) == expectation.kinds,
                   "kinds of violation %s, expected %s" % (kinds_of(answer), expectation.kinds))
        demand(answer["complete"], "not complete")
        if expectation.expected_states is not None:
            demand(answer["states"] == expectation.expected_states,
                   "%d states, expected %d" % (answer["states"], expectation.expected_states))
    return options, case


def verdict_case(checker, expectation, options):
    def case():
        answer, status = checker.run(expectation.path, options + expectation.options)
        check_answer(answer, status, expectation.verdict)
        kinds = kinds_of(answer)
        demand(set(kinds) <= set(expectation.kinds), "kinds of violation %s, expected %s" % (kinds, expectation.kinds))
    return options, case


def lossy_case(checker, expectation, store):
    """A lossy store may find a violation, but never says that there is none."""
    options = ["--safety", "--store", store] + (["--bits", "24"] if store == "bitstate" else [])

    def case():
        answer, status = checker.run(expectation.path, options + expectation.options)
        check_answer(answer, status, "unknown" if expectation.verdict == "holds" else "violated")
    return options, case


def line_case(checker, expectation, check, more):
    options = check.options + more

    def case():
        answer, status = checker.run(expectation.path, options + expectation.options)
        check_answer(answer, status, check.verdict)
        if check.kinds:  # a run for cycles may come upon a deadlock first
            demand(set(kinds_of(answer)) <= set(check.kinds) | set(expectation.kinds),
                   "kinds of violation %s, expected %s" % (kinds_of(answer), check.kinds))
    return options, case


def whole_case(checker, expectation):
    """Without options: safety, then every claim."""
    def case():
        answer, status = checker.run(expectation.path, expectation.options)
        claims = {check.options[1]: check.verdict for check in expectation.checks
                  if check.options[0] == "--claim" and len(check.options) == 2}
        bad = expectation.verdict == "violated" or "violated" in claims.values()
        if not claims_in(expectation.path):  # then accept labels are looked at too
            bad = bad or any(check.options == ["--acceptance"] and check.verdict == "violated"
                             for check in expectation.checks)
        if bad or set(claims) >= claims_in(expectation.path):
            check_answer(answer, status, "violated" if bad else "holds")
        for item in answer.get("properties", []):
            if item["name"] in claims and item["verdict"] != "unknown":
                demand(item["verdict"] == claims[item["name"]], "claim %s is said to be %s, expected %s" % (
                    item["name"], item["verdict"], claims[item["name"]]))
    return [], case


def claims_in(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    names = re.findall(r"^\s*(?:ltl|never)\s+(\w+)\s*\{", text, re.M)
    unnamed = re.findall(r"^\s*(ltl|never)\s*\{", text, re.M)
    return set(names) | {"ltl_0" if kind == "ltl" else "never" for kind in unnamed}


def bad_case(checker, path):
    """A wrong input: exit status 2, and a diagnostic at the place that the header names."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    place = re.search(r"error-at:\s*(\d+)(?::(\d+))?", text)
    words = re.search(r"error-says:\s*(.*?)\s*(?:\*/)?$", text, re.M)
    options = re.search(r"options:\s*(.*?)\s*(?:\*/)?$", text, re.M)

    def case():
        command = [checker.binary, "model", path] + (options.group(1).split() if options else [])
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=checker.timeout, errors="replace")
        except subprocess.TimeoutExpired:
            raise Failure("does not end within %d s" % checker.timeout)
        demand(done.returncode == 2, "exit status %d, expected 2: %s" % (done.returncode, done.stderr.strip()[-300:]))
        lines = [line for line in done.stderr.splitlines() if ": error: " in line]
        demand(lines, "no diagnostic on stderr: %r" % done.stderr[:300])
        if place:
            wanted = ":%s:" % place.group(1) + ("%s:" % place.group(2) if place.group(2) else "")
            demand(any(wanted in line for line in lines), "no error at line %s: %s" % (place.group(1), lines[0]))
        if words:
            demand(any(re.search(words.group(1), line, re.I) for line in lines),
                   "no error that says /%s/: %s" % (words.group(1), lines[0]))
    return [], case


def cases_of(checker, path, fast):
    if os.path.basename(os.path.dirname(path)) == "bad":
        yield bad_case(checker, path)
        return
    expectation = expectations.Expectation(path)
    if expectation.verdict is None:
        raise Failure("no expectation in %s" % path)
    configurations = EXACT[:1] if fast else EXACT
    for configuration in configurations:
        yield exact_case(checker, expectation, *configuration)
    for options in [[]] if fast else [[], ["--search", "dfs"], ["--no-reduction"], ["--threads", "2"]]:
        yield verdict_case(checker, expectation, ["--safety"] + options)
    for check in expectation.checks:
        for more in [[]] if fast else [[], ["--no-reduction"], ["--store", "tree"], ["--threads", "2"]]:
            yield line_case(checker, expectation, check, more)
    yield whole_case(checker, expectation)
    if not fast:
        for store in ("bitstate", "hash"):
            yield lossy_case(checker, expectation, store)


def work(checker, path, fast):
    """(passed, list of failure texts) of one model."""
    passed, failures = 0, []
    for options, case in cases_of(checker, path, fast):
        try:
            case()
            passed += 1
        except Failure as failure:
            failures.append("%s %s\n    %s" % (os.path.relpath(path, HERE), " ".join(options), failure))
    return passed, failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rtcheck", nargs="?", default=os.path.join(HERE, "../../build/rtcheck"))
    parser.add_argument("--fast", action="store_true", help="a subset of the configurations, for sanitized builds")
    parser.add_argument("--filter", default="", help="only models whose name matches this regular expression")
    parser.add_argument("--timeout", type=int, default=60, help="seconds for one run (default 60)")
    options = parser.parse_args()
    models = sorted(glob.glob(os.path.join(HERE, "*.pml")) + glob.glob(os.path.join(HERE, "bad", "*.pml")))
    chosen = [path for path in models if re.search(options.filter, os.path.relpath(path, HERE))]
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        checker = Checker(os.path.abspath(options.rtcheck), options.timeout, remembering_compiler(folder))
        for good, failures in pool.map(lambda path: work(checker, path, options.fast), chosen):
            passed += good
            failed += len(failures)
            for text in failures:
                print("FAIL " + text, flush=True)
    print("%d passed, %d failed, %d skipped" % (passed, failed, len(models) - len(chosen)))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
