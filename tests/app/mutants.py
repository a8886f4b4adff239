#!/usr/bin/env python3
"""Breaks every rule of the kernel in turn and asks whether the rules' applications notice: mutants.py RTCHECK-MUTANTS [--remember]

Ends in `N passed, N failed`: a mutant that no application notices is a failure, unless it is known that none can; then it
is one if an application does. (The kernel's own unit tests notice every one; this asks the same of whole applications.)
Who noticed a mutant before (noticed.txt, which --remember writes) is asked first, then the cases whose words are most like
the mutant's: what is remembered saves time, and decides nothing.
"""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.append(HERE)
import rules


# What no application can notice, and why.
UNNOTICEABLE = {
    "INTERNAL_RELEASED_AT_END": "nothing looks at the internal resource of a task that has not begun, and one that begins takes it"
                                " anyway",
}


REMEMBERED = os.path.join(HERE, "noticed.txt")


def remembered():
    with open(REMEMBERED, encoding="utf-8") as file:
        return dict(line.split() for line in file)


def remember(found):
    with open(REMEMBERED, "w", encoding="utf-8") as file:
        file.writelines(f"{name} {case}\n" for name, case in sorted(found.items()))


def all_cases():
    folder = os.path.join(HERE, "rules")
    return [case for name in sorted(os.listdir(folder)) if name.endswith(".rules")
            for case in rules.read_cases(os.path.join(folder, name))]


ENDLESS = 10  # seconds: a run takes a twentieth of one, unless what was broken keeps it going for ever


def notices(program, mutant, case, folder):
    try:
        answer = rules.run(program, case, folder, environment=dict(os.environ, OSEK_MUTANT=mutant), timeout=ENDLESS)
    except subprocess.TimeoutExpired:
        return True
    return not rules.matches(case.expected, rules.lines_of(answer))


def words_of(text):
    """Their beginnings, so that `activation` is like `activated`; and clauses of the standard."""
    return {word[:5] for word in re.findall(r"[a-z]{3,}|\d+(?:\.\d+)*", text.lower().replace("_", " "))}


def likely_first(cases, name, meaning, before):
    wanted = words_of(name + " " + meaning)
    return sorted(cases, key=lambda case: (case.name != before, -len(wanted & words_of(case.name + " " + case.title))))


def who_notices(program, cases, name, meaning, before):
    with tempfile.TemporaryDirectory() as folder:
        return next((case for case in likely_first(cases, name, meaning, before) if notices(program, name, case, folder)), None)


def main():
    program = os.path.abspath(sys.argv[1])
    with open(os.path.join(ROOT, "src", "osek", "rule.h"), encoding="utf-8") as file:
        mutants = re.findall(r'X\((\w+), "(.*?)"\)', file.read())
    cases, before, noticed, passed = all_cases(), remembered(), {}, 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda mutant: who_notices(program, cases, *mutant, before.get(mutant[0])), mutants)
        for (name, meaning), case in zip(mutants, found):
            passed += (case is None) == (name in UNNOTICEABLE)
            if case:
                noticed[name] = case.name
            answer = case.name if case else f"NOT NOTICED: {meaning}"
            print(f"{name}: {answer}" + (f" ({UNNOTICEABLE[name]})" if name in UNNOTICEABLE else ""), flush=True)
    if "--remember" in sys.argv:
        remember(noticed)
    print(f"{passed} passed, {len(mutants) - passed} failed")
    return 1 if passed < len(mutants) else 0


if __name__ == "__main__":
    sys.exit(main())
