#!/usr/bin/env python3
"""Breaks every rule of the kernel in turn and asks whether the rules' applications notice: mutants.py RTCHECK-MUTANTS

    ninja -C build rtcheck-mutants && tests/app/mutants.py build/rtcheck-mutants

Ends in `N passed, N failed`: a mutant that no application notices is a failure. (The kernel's own unit tests notice
every one; this asks the same of whole applications.)
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.append(HERE)
import rules


def all_cases():
    folder = os.path.join(HERE, "rules")
    return [case for name in sorted(os.listdir(folder)) if name.endswith(".rules")
            for case in rules.read_cases(os.path.join(folder, name))]


def notices(program, case, folder):
    try:
        answer = rules.run(program, case, folder)
    except subprocess.TimeoutExpired:
        return True
    return not rules.matches(case.expected, rules.lines_of(answer))


def main():
    program = os.path.abspath(sys.argv[1])
    with open(os.path.join(ROOT, "src", "osek", "rule.h"), encoding="utf-8") as file:
        mutants = re.findall(r'X\((\w+), "(.*?)"\)', file.read())
    cases, caught, missed = all_cases(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, meaning in mutants:
            os.environ["OSEK_MUTANT"] = name
            found = next((case for case in cases if notices(program, case, folder)), None)
            caught, missed = caught + (found is not None), missed + (found is None)
            if found:
                cases.remove(found)  # who noticed once may notice again: ask it first
                cases.insert(0, found)
            print(f"{name}: {found.name if found else 'NOT NOTICED: ' + meaning}", flush=True)
    print(f"{caught} passed, {missed} failed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
