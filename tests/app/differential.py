#!/usr/bin/env python3
"""Random applications, judged by several: `differential.py RTCHECK [--runs N] [--choices N] [--pointers N] [--seed S] [--first N] [--time SECONDS] [--jobs N]`.

Every application goes through rtcheck's own engine and, as the exported Promela model, through `rtcheck model` and Spin: the
same verdict three times.

runs      deterministic applications; also compiled for this machine and linked with rtcheck's kernel. The run of rtcheck's
          engine, the run of the native program and the run of Spin's simulator: the same calls, results and output, line
          by line
choices   applications with inputs and interrupts; half of them with a formula over time
pointers  deterministic applications that Promela cannot say: rtcheck's run and the native program's
"""
import argparse
import concurrent.futures
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import traceback

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
NATIVE = os.path.join(HERE, "native")
sys.path.append(HERE)
import generate

# The kernel's answers are compared, not what rtcheck thinks of them.
LEFT_OUT = ("unchecked", "activation", "resource", "event", "level", "argument")


def without(checks):
    return [word for check in checks for word in ("--no-check", check)]


TOLERANT = without(LEFT_OUT)
# Some have more states than anybody wants to see here: they are skipped. A short search tells which, whatever else the machine
# does: ten thousand states of ours are half a second of Spin's.
SMALL = ["--threads", "1", "--memory", "1M"]
LIMITS = ["--time", "3", "--memory", "1G"]
# tcc compiles Spin's verifiers so much faster than others that it pays for small models.
ENVIRONMENT = dict(os.environ, CC=os.environ.get("CC") or shutil.which("tcc") or "cc")


class Differs(Exception):
    """What is wrong with an application."""


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def command(*words):
    return served.run(words, env=ENVIRONMENT)


def compile_native(*words, compiler="cc"):
    # (tcc wraps in any case, and says that it does not know -fwrapv)
    built = command(compiler, "-w", *(["-fwrapv"] if compiler == "cc" else []), f"-I{NATIVE}", f"-I{os.path.join(ROOT, 'src')}", *words)
    if built.returncode:
        raise OSError(f"the native program does not compile ({built.returncode}):\n" + built.stderr)


def lines_of(text, without):
    return [line for line in text.splitlines() if without not in line]


def require_same(what, expected, found):
    for want, got in zip(expected + ["(end)"], found + ["(end)"]):
        if want != got:
            raise Differs(f"the runs differ:\n    {what}: {want}\n    rtcheck: {got}")


class Judge:
    def __init__(self, rtcheck, seed, folder):
        self.rtcheck, self.seed, self.has_spin = os.path.abspath(rtcheck), seed, shutil.which("spin") is not None
        self.library = os.path.join(os.path.dirname(self.rtcheck), "src", "librtcheck-core.a")
        self.runtime = os.path.join(folder, "runtime.o")

    def prepare(self):
        """All that is the same for every program: with the kernel in it, and without what debuggers want to know."""
        compile_native("-O1", "-r", "-nostdlib", "-Wl,-S", os.path.join(NATIVE, "runtime.c"), self.library, "-o", self.runtime)

    def native_lines(self, app, folder):
        """What the program does when it runs on this machine; None if the standard leaves it a choice."""
        write(folder, "native_names.h", app.native_names())
        config, program = write(folder, "native_config.c", app.native_config()), os.path.join(folder, "native")
        tables = os.path.join(folder, "native_config.o")
        compile_native("-c", config, "-o", tables, compiler=ENVIRONMENT["CC"])
        compile_native("-O0", f"-I{folder}", os.path.join(folder, "app.c"), tables, self.runtime, "-o", program)
        ran = command(program)
        return None if ran.returncode == 3 else lines_of(ran.stdout, "violation")

    def tolerant(self, number):
        """What is left out: mostly all of it; some of it now and then, and then what is not must not hide behind what is."""
        pick = random.Random(f"{self.seed}.{number}.checks")
        if pick.random() < 0.7:
            return TOLERANT
        return without(["unchecked", *(check for check in (*LEFT_OUT[1:], "terminate", "interrupts") if pick.random() < 0.6)])

    def question(self, options, tolerant=TOLERANT):
        return [self.rtcheck, "app", "--json", *tolerant, "--no-check", "race", "--no-check", "waiting", "--allow-vacuous", *options]

    def verdicts(self, files, options, folder, tolerant=TOLERANT):
        """True if all agree; None if one does not know."""
        ours = command(*self.question(options, tolerant), "--emit", folder, *(["--engine", "all"] if self.has_spin else []), *LIMITS, *files)
        try:
            answer = json.loads(ours.stdout)
        except ValueError:
            raise Differs(f"no verdict\n{ours.stderr}") from None
        unasked = self.has_spin and answer.get("limit") and "by_spin" not in answer
        if (answer["verdict"] == "unknown" or unasked) and ours.returncode != 4:  # no time was left for the others
            return None
        if ours.returncode == 4 or (self.has_spin and "by_spin" not in answer):
            raise Differs(ours.stderr)
        verdict, other = answer["verdict"], answer["by_spin"]["verdict"] if self.has_spin else answer["verdict"]
        if "spin_not_asked" in answer:  # about the formula
            verdict = answer["properties"][0]["verdict"]
        if "unknown" in (verdict, other):
            return None
        if verdict != other:
            raise Differs(f"rtcheck says {verdict}, Spin says {other}")
        if not self.has_spin:
            command(self.rtcheck, "app", "--emit", folder, *tolerant, *options, *files)
        for property in answer["properties"]:
            is_formula = property["what"] == "ltl"
            if is_formula and "spin_not_asked" in answer:  # the model does not say it
                continue
            model = command(self.rtcheck, "model", "--json", "--compiler", "tcc", *LIMITS, *(["-D", "LIVENESS"] if is_formula else []),
                            *(["--no-end-states"] if "deadlock" in options else []), os.path.join(folder, "app.pml"))
            if not model.stdout:
                raise OSError(f"rtcheck model ends with {model.returncode}\n{model.stderr}")
            third = [p["verdict"] for p in json.loads(model.stdout)["properties"] if (p["what"] == "ltl") == is_formula]
            if property["verdict"] != "unknown" and third[0] not in (property["verdict"], "unknown"):
                raise Differs(f"{property['name']}: rtcheck app says {property['verdict']}, rtcheck model says {third[0]}")
        return True

    def application(self, number, folder, **kind):
        app = generate.Application(f"{self.seed}.{number}", **kind)
        return app, [write(folder, "app.oil", app.oil()), write(folder, "app.c", app.code)]

    def runs(self, number, folder):
        app, files = self.application(number, folder, deterministic=True)
        native = self.native_lines(app, folder)
        if native is None:
            return None
        ours = command(self.rtcheck, "app", "--run", *TOLERANT, *files)
        require_same("native", native, lines_of(ours.stdout, "violation"))
        if self.has_spin:
            spin = command(self.rtcheck, "app", "--run", "--engine", "spin", *TOLERANT, *files)
            # A simulator does not notice that nobody can go on.
            require_same("Spin", lines_of(spin.stdout, "deadlock"), lines_of(ours.stdout, "deadlock"))
        return self.verdicts(files, ["--isr", "0", "--ticks", "0"], folder)

    def choices(self, number, folder):
        app, files = self.application(number, folder, deterministic=False)
        options = [word for isr in app.isrs for word in ("--isr", f"{isr}=2")] + ["--ticks", "2"]
        formula = app.formula() if number % 2 else None
        if formula:
            options += ["--ltl", formula, "--no-check", "assertion", "--no-check", "deadlock"]
        tolerant = self.tolerant(number)
        if command(*self.question(options, tolerant), *SMALL, *files).returncode == 3:
            return None
        return self.verdicts(files, options, folder, tolerant)

    def pointers(self, number, folder):
        app, files = self.application(number, folder, deterministic=True, pointers=True)
        native = self.native_lines(app, folder)
        if native is None:
            return None
        require_same("native", native, lines_of(command(self.rtcheck, "app", "--run", *TOLERANT, *files).stdout, "violation"))
        return True


def judge(compare, number, may_ask_again=True):
    """True: all agree. None: nobody knows. Otherwise what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return compare(number, folder)
        except Differs as difference:
            return str(difference)
        except subprocess.TimeoutExpired as late:
            return f"no answer: {' '.join(late.cmd)}"
        except Exception:  # no answer at all: of a machine without memory or processes, or wrong; then it comes again
            trouble = traceback.format_exc()
    print(f"{number}: {trouble}", file=sys.stderr)
    return judge(compare, number, False) if may_ask_again else trouble


def campaign(pool, name, first, count, compare):
    """Goes on until so many were really compared."""
    passed = failed = number = 0
    while passed + failed < count and number < 3 * count + 10:
        batch = range(first + number, first + number + count - passed - failed)
        for one, outcome in zip(batch, pool.map(lambda n: judge(compare, n), batch)):
            passed += outcome is True
            failed += isinstance(outcome, str)
            if isinstance(outcome, str):
                print(f"{name}: {one}: {outcome}")
        number += len(batch)
    print(f"{name}: {passed} agree, {failed} do not, {number - passed - failed} were left out", file=sys.stderr)
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rtcheck")
    for kind, count in (("runs", 150), ("choices", 150), ("pointers", 50)):
        parser.add_argument("--" + kind, type=int, default=count)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0, help="the number of the first application")
    parser.add_argument("--time", default=LIMITS[1], help="seconds for a question; what takes longer is left out")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    LIMITS[1] = arguments.time
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        judges = Judge(arguments.rtcheck, arguments.seed, folder)
        judges.prepare()
        for kind in ("runs", "choices", "pointers"):
            more, wrong = campaign(pool, kind, arguments.first, getattr(arguments, kind), getattr(judges, kind))
            passed, failed = passed + more, failed + wrong
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
