#!/usr/bin/env python3
"""docs.py RTCHECK PAGE...: runs the commands of the pages' console blocks and looks for the lines they promise.

Every line below a `$ rtcheck ...` must appear in what the command prints, in that order, but for its figures of time,
memory and threads, and for spaces and parentheses (how statements are printed is not what these pages are about). What
begins with `make` is not run.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
VOLATILE = re.compile(r"^\s+(time|memory|search)\s|^\s*property\s+verdict")
TURNS = "byte turn;\nactive [2] proctype task() {\n    atomic { turn == _pid -> turn = 1 - turn }\n}\n"


def key(line):
    line = re.sub(r"\s+[\d.]+(ms|s)$", "", line.rstrip())
    return re.sub(r"[\s()]", "", line)


def commands(page):
    """Pairs of a command and the lines it promises."""
    with open(page, encoding="utf-8") as file:
        blocks = re.findall(r"^```console\n(.*?)^```", file.read(), re.MULTILINE | re.DOTALL)
    for block in blocks:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, promised = part.partition("\n")
            if command.startswith("make "):
                continue
            yield command, [line for line in promised.splitlines() if line.strip() and not VOLATILE.match(line)]


def check(rtcheck, page, command, promised, place):
    # One thread, so that of several shortest counterexamples it is always the same.
    line = re.sub(r"rtcheck (app|conform|eventb|guide|model|timing)\b", r"rtcheck \1 --threads 1", command)
    environment = dict(os.environ, PATH=os.path.dirname(rtcheck) + ":" + os.environ["PATH"])
    done = subprocess.run(["bash", "-c", line], cwd=place, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=120, check=False)
    printed = done.stdout.decode(errors="replace").splitlines()
    if done.returncode not in (0, 1):
        return f"{page}: {command}: exit status {done.returncode}\n" + "\n".join(printed)
    rest = iter(key(actual) for actual in printed)
    for wanted in promised:
        if key(wanted) not in rest:
            return f"{page}: {command}: does not print, or not there:\n{wanted}\nbut\n" + "\n".join(printed)
    return None


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    failures = count = 0
    with tempfile.TemporaryDirectory() as place:
        for folder in ("examples", "models"):
            shutil.copytree(os.path.join(ROOT, folder), os.path.join(place, folder))
        with open(os.path.join(place, "turns.pml"), "w", encoding="utf-8") as file:
            file.write(TURNS)
        for page in sys.argv[2:]:
            for command, promised in commands(page):
                count += 1
                problem = check(rtcheck, os.path.basename(page), command, promised, place)
                if problem:
                    failures += 1
                    print(problem)
    if not count:
        print("no commands found")
    return 1 if failures or not count else 0


if __name__ == "__main__":
    sys.exit(main())
