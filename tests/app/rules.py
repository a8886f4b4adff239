#!/usr/bin/env python3
"""One application per rule of the OSEK standard: `rules.py RTCHECK [--only NAME]`.

A .rules file holds cases:

    === name: the rule in words [clause]
    extended | profile P | mode M | os ATTRIBUTES | nocheck KIND | budget ISR=N | ticks COUNTER=N | check      (any of these lines)
    the configuration's objects, in OIL
    ---
    the application, in C; show(x) prints a number
    ---
    what happens, line by line:
        WHO SERVICE(ARGUMENTS) = STATUS      a call and what it returns (nothing after a call that does not return)
        WHO "text"                           what the code prints
        ! KIND                               the run ends with this violation (`*`: any)
        ? choice                             from here on there are several runs

The run must be the only one, and exactly this. Misuse that the kernel answers with an error is looked at where the
case says `check` only: the rules are about the kernel.
"""
import argparse
import os
import re
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
MISUSE = ["unchecked", "activation", "argument", "ceiling", "event", "interrupts", "level", "resource"]
NOT_IN_MODEL = {"falling_off_trampoline"}  # there, whoever comes to its end calls TerminateTask
PRELUDE = "#include <os.h>\n#include <stdio.h>\n#define show(x) printf(\"%d\", (int)(x))\n"


class Case:
    def __init__(self, name, title, body, place):
        self.name, self.title, self.place = name, title, place
        parts = re.split(r"^---\n", body, flags=re.MULTILINE)
        if len(parts) != 3:
            raise SystemExit(f"{place}: a case has three parts, divided by ---")
        self.settings, oil = {"nocheck": [], "budget": [], "ticks": [], "os": ""}, []
        for line in parts[0].splitlines():
            word, _, rest = line.partition(" ")
            if word in ("nocheck", "budget", "ticks"):
                self.settings[word].append(rest)
            elif word in ("extended", "profile", "mode", "os", "check"):
                self.settings[word] = rest or True
            else:
                oil.append(line)
        self.objects, self.code = "\n".join(oil), parts[1]
        self.expected = [line.strip() for line in parts[2].splitlines() if line.strip() and not line.startswith("#")]

    def oil(self):
        status = "EXTENDED" if "extended" in self.settings else "STANDARD"
        return (f"CPU rule {{\n  OS os {{ STATUS = {status}; {self.settings['os']} }};\n"
                f"  APPMODE OSDEFAULTAPPMODE;\n{self.objects}\n}};\n")

    def tolerated(self):
        """Misuse that the kernel answers with an error; but for what the case is about."""
        wanted = {line[2:] for line in self.expected if line.startswith("! ")}
        return [kind for kind in MISUSE if kind not in wanted]

    def options(self, strict=False):
        """`strict`: misuse is looked at, as where nobody has said otherwise."""
        options = []
        for name in ("profile", "mode"):
            if name in self.settings:
                options += ["--" + name, self.settings[name]]
        for kind in (self.settings["nocheck"] if "check" in self.settings or strict else self.tolerated()):
            options += ["--no-check", kind]
        for option, setting in (("--isr", "budget"), ("--ticks", "ticks")):
            for budget in self.settings[setting]:
                options += [option, budget]
        return options


def read_cases(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for found in re.finditer(r"^=== (\w+): (.*)\n((?:(?!=== ).*\n)*)", text, re.MULTILINE):
        line = text.count("\n", 0, found.start()) + 1
        yield Case(found.group(1), found.group(2), found.group(3), f"{os.path.basename(path)}:{line}")


def run(rtcheck, case, folder, engine="explicit", strict=False, environment=None, timeout=60):
    """The application's run, in the form of the expectations."""
    oil, code = os.path.join(folder, "rule.oil"), os.path.join(folder, "rule.c")
    with open(oil, "w", encoding="utf-8") as file:
        file.write(case.oil())
    with open(code, "w", encoding="utf-8") as file:
        file.write(PRELUDE + "#line 1\n" + case.code)
    return served.run([rtcheck, "app", "--run", "--engine", engine, *case.options(strict), oil, code], timeout=timeout,
                      env=environment)


def lines_of(answer):
    lines = [line.rstrip() for line in answer.stdout.splitlines() if line.strip()]
    return lines + (["? choice"] if "has a choice here" in answer.stderr else [])


def pattern(line):
    """What a line of the expectation looks like in rtcheck's words."""
    line = re.sub(r'^(.+?) "(.*)"$', r"\1 prints \2", line)
    line = re.sub(r"^! (\S+)$", r"* violation: \1: *", line)
    return re.escape(line).replace(r"\*", ".*")


def matches(expected, found):
    return len(expected) == len(found) and all(re.fullmatch(pattern(want), got) for want, got in zip(expected, found))


def judge(rtcheck, case, folder):
    """What was expected, and what was found."""
    answer = run(rtcheck, case, folder)
    return case.expected, lines_of(answer), answer.stderr


def in_model(case, lines):
    """The lines as the model has them: it does not know who is to blame for what, nor ceilings that are too low but for
    the answer of GetResource, nor texts that are computed."""
    lines = [re.sub(r"^\S+ violation: (\w+): .*", r"violation: \1", line).replace("ceiling", "resource") for line in lines]
    lines = [line for line in lines if line != "violation: deadlock"]  # a simulation just ends
    return [line for line in lines if " prints " not in line or not re.search(r'printf\((?!")', case.code)]


def without_culprit(expected, found):
    """Both without the call that was wrong: in the model it returns an error, or is not made, whatever the status is."""
    before = len(expected) - 2
    if before < 0 or not expected[-1].startswith("violation: ") or len(found) - before not in (1, 2):
        return expected, found
    return expected[:before] + expected[-1:], found[:before] + found[-1:]


def judge_model(rtcheck, case, folder):
    """The same of the exported model's run; None if that is refused. Misuse is looked at: the model does not go beyond it."""
    answer = run(rtcheck, case, folder, "spin", strict=True)
    expected = lines_of(run(rtcheck, case, folder, strict=True))
    if answer.returncode == 2 or case.name in NOT_IN_MODEL or expected[-1:] == ["? choice"]:  # Spin takes one of the ways
        return None
    return *without_culprit(in_model(case, expected), in_model(case, lines_of(answer))), answer.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rtcheck")
    parser.add_argument("--only")
    parser.add_argument("--engine", choices=["explicit", "spin"], default="explicit",
                        help="spin: the run of the exported model; what that refuses is left out")
    arguments = parser.parse_args()
    passed = failed = refused = 0
    rules = sorted(os.path.join(HERE, "rules", name) for name in os.listdir(os.path.join(HERE, "rules")))
    with tempfile.TemporaryDirectory() as folder:
        for case in (case for path in rules if path.endswith(".rules") for case in read_cases(path)):
            if arguments.only and arguments.only != case.name:
                continue
            judged = (judge_model if arguments.engine == "spin" else judge)(arguments.rtcheck, case, folder)
            if not judged:
                refused += 1
                continue
            expected, found, said = judged
            if matches(expected, found):
                passed += 1
                continue
            failed += 1
            print(f"{case.place}: {case.name}: {case.title}")
            print("  expected:", *expected, sep="\n    ")
            print("  found:", *found, *said.splitlines(), sep="\n    ")
    if refused:
        print(f"{refused} are left out: the exported model has no words for them")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
