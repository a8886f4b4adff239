#!/usr/bin/env python3
"""run.py RTCHECK: every configuration in good/ and bad/ against what its comments promise.

`options: ...`   arguments of the run
`row: ...`       a line of the tables, but for its spaces
`print: ...`     a line of --print, but for its spaces
`warning: ...`   every warning, in any order; with its line and column where they are given
`error: ...`     every error (bad/ only), in order, with its line and column
What loads must also print as OIL that loads as the same configuration and prints the same.
"""
import glob
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def run(rtcheck, *arguments):
    done = subprocess.run([rtcheck, "oil", *arguments], cwd=HERE, capture_output=True, timeout=60, check=False)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def promised(text, word):
    return [" ".join(found.split()) for found in re.findall(rf"^\W*{word}: (.*)$", text, re.MULTILINE)]


def squeezed(text):
    return [" ".join(line.split()) for line in text.splitlines()]


def reported(errors, severity):
    """`line:column: message` of each diagnostic, or the message alone if it has no line."""
    return [" ".join((place + message).split())
            for place, message in re.findall(rf"^[^:]+:((?:\d+:\d+:)?) {severity}:( .*)$", errors, re.MULTILINE)]


def check_good(rtcheck, path, text):
    options = " ".join(promised(text, "options")).split()
    status, output, errors = run(rtcheck, *options, path)
    if status != 0:
        return [f"exit status {status}", errors]
    problems = []
    problems += [f"no row: {row}" for row in promised(text, "row") if row not in squeezed(output)]
    warnings = reported(errors, "warning")
    wanted = promised(text, "warning")
    problems += [f"no warning: {w}" for w in wanted
                 if w not in warnings and w not in [re.sub(r"^\d+:\d+: ", "", x) for x in warnings]]
    if len(warnings) != len(wanted):
        problems.append(f"{len(wanted)} warnings promised, but there are {len(warnings)}: {warnings}")
    _, printed, _ = run(rtcheck, "--print", *options, path)
    problems += [f"not printed: {line}" for line in promised(text, "print") if line not in squeezed(printed)]
    again = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"rtcheck-oil-{os.getpid()}.oil")
    with open(again, "w", encoding="utf-8") as file:
        file.write(printed)
    if run(rtcheck, "--print", again)[1] != printed:
        problems.append("the printed text prints otherwise")
    if run(rtcheck, again)[1] != output:
        problems.append("the printed text is another configuration")
    os.remove(again)
    return problems


def check_bad(rtcheck, path, text):
    options = " ".join(promised(text, "options")).split()
    status, output, errors = run(rtcheck, *options, path)
    problems = []
    if status != 2 or output:
        problems.append(f"exit status {status}, output {output!r}")
    if reported(errors, "error") != promised(text, "error"):
        problems += ["promised:", *promised(text, "error"), "reported:", *reported(errors, "error")]
    return problems


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    passed = failed = 0
    for folder, check in ("good", check_good), ("bad", check_bad):
        for path in sorted(glob.glob(os.path.join(HERE, folder, "*.oil"))):
            name = os.path.relpath(path, HERE)
            with open(path, encoding="utf-8", errors="replace") as file:
                problems = check(rtcheck, name, file.read())
            passed += not problems
            failed += bool(problems)
            if problems:
                print(f"{name}:", *problems, sep="\n    ")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
