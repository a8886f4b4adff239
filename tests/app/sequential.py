#!/usr/bin/env python3
"""Sequential programs against the applications they were made from:
`sequential.py RTCHECK [--runs N] [--choices N] [--data N] [--seed S] [--first N] [--keep FOLDER]`.

runs     deterministic applications: the sequential program is compiled without a warning by gcc and clang, and runs on this
         machine. What is called, what services return and what is printed: the same, line by line, as in rtcheck's own run
choices  applications with inputs, interrupts and alarms: --engine sequential says what the explicit engine says
data     tasks that compute with inputs in all types: the same
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(HERE)
import differential  # noqa: E402
import generate  # noqa: E402
import paths  # noqa: E402

CLEAN = ["-Wall", "-Wextra", "-Werror"]
# What this engine says that it does not look at.
BEYOND = [word for check in ("race", "waiting", "endless") for word in ("--no-check", check)]


class Differs(Exception):
    """What is wrong with an application."""


def command(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=False, **more)


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def verdict(rtcheck, *words):
    """The verdict; None: it is not known; or a refusal's text."""
    done = command(rtcheck, "app", "--json", "--time", "20", "--memory", "2G", *words)
    if done.returncode == 2:
        return "refused: " + done.stderr.strip().splitlines()[-1]
    if done.returncode not in (0, 1, 3):
        raise Differs(f"status {done.returncode}: {done.stderr}")
    answer = json.loads(done.stdout)
    return None if answer["verdict"] == "unknown" else answer["verdict"]


class Judge:
    def __init__(self, rtcheck, seed):
        self.rtcheck, self.seed = os.path.abspath(rtcheck), seed
        self.compilers = [compiler for compiler in ("gcc", "clang") if shutil.which(compiler)]

    def native_lines(self, program, folder):
        out = os.path.join(folder, "program")
        for compiler in self.compilers:
            for more in ([], ["-DNATIVE"]):
                built = command(compiler, "-O0", *CLEAN, *more, program, "-c", "-o", out + ".o")
                if built.returncode:
                    raise Differs(f"{compiler} complains:\n{built.stderr}")
        command(self.compilers[-1], out + ".o", "-o", out)
        ran = command(out, stdin=subprocess.DEVNULL)
        if ran.returncode not in (0, 1):
            raise Differs(f"the program ends with status {ran.returncode}")
        return [line for line in ran.stdout.splitlines() if "violation" not in line]

    def runs(self, number, folder):
        app = generate.Application(f"{self.seed}.{number}", deterministic=True, rich=False)
        files = [write(folder, "app.oil", app.oil()), write(folder, "app.c", app.code)]
        options = [*differential.TOLERANT, *BEYOND, "--isr", "0", "--ticks", "0", *files]
        ours = command(self.rtcheck, "app", "--run", *options)
        if ours.returncode not in (0, 1):
            return None
        said = verdict(self.rtcheck, "--engine", "sequential", "--emit", folder, *options)
        if said and said.startswith("refused"):
            return said
        wanted = [line for line in ours.stdout.splitlines() if "violation" not in line]
        for want, got in zip(wanted + ["(end)"], self.native_lines(os.path.join(folder, "sequential.c"), folder) + ["(end)"]):
            if want != got:
                raise Differs(f"the runs differ:\n    rtcheck: {want}\n    program: {got}")
        return self.same(verdict(self.rtcheck, *options), said)

    @staticmethod
    def same(explicit, sequential):
        if sequential and sequential.startswith("refused"):
            return sequential
        if explicit is None or sequential is None:
            return None
        if explicit != sequential:
            raise Differs(f"explicit says {explicit}, sequential says {sequential}")
        return True

    def choices(self, number, folder):
        app = generate.Application(f"{self.seed}.{number}", deterministic=False)
        files = [write(folder, "app.oil", app.oil()), write(folder, "app.c", app.code)]
        budget = [word for isr in app.isrs for word in ("--isr", f"{isr}={1 + number % 2}")]
        options = [*differential.TOLERANT, *BEYOND, *budget, "--ticks", "2", *files]
        said = verdict(self.rtcheck, "--engine", "sequential", *options)
        return self.same(verdict(self.rtcheck, *options), said)

    def data(self, number, folder):
        oil, code = paths.Program(f"{self.seed}.{number}").make()
        files = [write(folder, "app.oil", oil), write(folder, "app.c", code)]
        options = [*BEYOND, "--isr", "1", *(["--no-check", "overflow"] if number % 2 else []), *files]
        said = verdict(self.rtcheck, "--engine", "sequential", "--emit", folder, *options)
        if said and not said.startswith("refused"):
            program = os.path.join(folder, "sequential.c")
            for compiler in self.compilers:
                built = command(compiler, *CLEAN, "-c", program, "-o", os.devnull)
                if built.returncode:
                    raise Differs(f"{compiler} complains:\n{built.stderr}")
        return self.same(verdict(self.rtcheck, *options), said)


def campaign(name, compare, first, count, keep):
    passed = failed = unknown = 0
    refused = {}
    for number in range(first, first + 4 * count + 10):
        if passed + failed >= count:
            break
        with tempfile.TemporaryDirectory() as folder:
            try:
                outcome = compare(number, folder)
            except Differs as difference:
                failed += 1
                print(f"{name}: {number}: {difference}")
                if keep:
                    shutil.copytree(folder, os.path.join(keep, f"{name}-{number}"), dirs_exist_ok=True)
                continue
            except subprocess.TimeoutExpired:
                outcome = None
        passed += outcome is True
        unknown += outcome is None
        if isinstance(outcome, str):
            reason = outcome.split("error: ")[-1]
            refused[reason] = refused.get(reason, 0) + 1
    print(f"{name}: {passed} agree, {failed} do not, {unknown} are not known, {sum(refused.values())} refused", file=sys.stderr)
    for reason, times in sorted(refused.items(), key=lambda item: -item[1]):
        print(f"    {times}: {reason}", file=sys.stderr)
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rtcheck")
    for kind, count in (("runs", 12), ("choices", 10), ("data", 10)):
        parser.add_argument("--" + kind, type=int, default=count)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--keep", help="a folder for what differs")
    arguments = parser.parse_args()
    judge = Judge(arguments.rtcheck, arguments.seed)
    passed = failed = 0
    for kind in ("runs", "choices", "data"):
        if not getattr(arguments, kind):
            continue
        more, wrong = campaign(kind, getattr(judge, kind), arguments.first, getattr(arguments, kind), arguments.keep)
        passed, failed = passed + more, failed + wrong
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
