#!/usr/bin/env python3
"""Sequential programs against the applications they were made from:
`sequential.py RTCHECK [--runs N] [--inputs N] [--choices N] [--data N] [--proofs N] [--engines N] [--promela N] [--rules N] [--verdicts N] [--seed S] [--first N] [--time SECONDS] [--keep FOLDER]`.

runs     deterministic applications: the sequential program is compiled without a warning by gcc and clang, and runs on this
         machine. What is called, what services return and what is printed: the same, line by line, as in rtcheck's own run
inputs   applications with inputs: the program, given random values, does line by line what rtcheck's own run does with them
choices  applications with inputs, interrupts and alarms: --engine sequential says what the explicit engine says
data     tasks that compute with inputs in all types: the same
proofs   the same, and applications with interrupts, with --prove: what is proved or refuted is what the explicit engine says
engines  both kinds: --engine all asks explicit, paths and sequential, and they agree
promela  both kinds: the process of Promela, searched by `rtcheck model` and by Spin, says what the explicit engine says
rules    the rules of the standard: the compiled program's run is the one that is expected
verdicts the collections of verdicts: what this engine does not refuse, it answers as they say
"""
import argparse
import glob
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(HERE)
import differential  # noqa: E402
import generate  # noqa: E402
import paths  # noqa: E402
import rules  # noqa: E402
import verdicts  # noqa: E402

CLEAN = ["-Wall", "-Wextra", "-Werror"]
# What this engine says that it does not look at.
# Checks that it does not look at; and whether any run reaches an assertion, which it does not know.
LOOKED_AT = "is looked at, whichever way a run goes"  # an assumption: runs are not followed here
BEYOND = [*(word for check in ("race", "waiting", "endless") for word in ("--no-check", check)), "--allow-vacuous"]


class Finished(Exception):
    """There are no more cases."""


class Differs(Exception):
    """What is wrong with an application."""


def command(*words, **more):
    return served.run(words, timeout=120, **more)


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


PATIENCE = 3  # seconds for a question, --time


def verdict(rtcheck, *words, memory="2G"):
    """The verdict; None: it is not known; or a refusal's text."""
    limit = [] if "--time" in words else ["--time", str(PATIENCE)]
    done = command(rtcheck, "app", "--json", "--memory", memory, *limit, *words)
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
        self.all_rules = [case for path in sorted(glob.glob(os.path.join(HERE, "rules", "*.rules"))) for case in rules.read_cases(path)]
        self.all_verdicts = [(case, line, wanted) for path in sorted(glob.glob(os.path.join(HERE, "verdicts", "*.verdicts")))
                             for case in verdicts.read_cases(path) for line, wanted in case.questions]
        for cases in (self.all_rules, self.all_verdicts):  # a few of them are of all kinds
            random.Random(1).shuffle(cases)

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
        app = generate.Application(f"{self.seed}.{number}", deterministic=True, rich=False, far=True)
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

    def inputs(self, number, folder):
        pick = random.Random(f"inputs {self.seed}.{number}")
        oil, code, names = with_inputs(pick)
        files = [write(folder, "app.oil", oil), write(folder, "app.c", code)]
        # A verdict would take all values, which may take for ever: the program is written before it is searched.
        said = verdict(self.rtcheck, "--engine", "sequential", "--emit", folder, "--depth", "1", "--time", "60", *files)
        if said and said.startswith("refused"):
            return said
        out = os.path.join(folder, "program")
        built = command(shutil.which("tcc") or "cc", "-DNATIVE", os.path.join(folder, "sequential.c"), "-o", out)
        if built.returncode:
            raise Differs(f"it does not compile:\n{built.stderr}")
        for _ in range(4):
            values = [pick.choice([0, 1, 2, 99, 127, 128, 200, 255, pick.randrange(256)]) for _ in names]
            stubs = write(folder, "stubs", "".join(f"unsigned char {name}() in {value}..{value}\n" for name, value in zip(names, values)))
            ours = command(self.rtcheck, "app", "--run", "--stubs", stubs, *files)
            theirs = command(out, input="\n".join(map(str, values)) + "\n")
            wanted, got = ([line for line in ran.stdout.splitlines() if "violation" not in line] for ran in (ours, theirs))
            if ours.returncode not in (0, 1) or theirs.returncode not in (0, 1) or wanted != got or not wanted:
                raise Differs(f"with {values}: rtcheck {ours.returncode}: {wanted} {ours.stderr[-200:]}\n    program {theirs.returncode}: {got}")
        return True

    @staticmethod
    def same(explicit, sequential):
        if sequential and sequential.startswith("refused"):
            return sequential
        if explicit is None or sequential is None:
            return None
        if explicit != sequential:
            raise Differs(f"explicit says {explicit}, sequential says {sequential}")
        return True

    def explicit(self, options):
        """What the others are compared with; where it is not known soon, nobody is asked."""
        return verdict(self.rtcheck, "--time", "20", *options, memory="4M")

    def choices(self, number, folder):
        app = generate.Application(f"{self.seed}.{number}", deterministic=False, far=True)
        files = [write(folder, "app.oil", app.oil()), write(folder, "app.c", app.code)]
        budget = [word for isr in app.isrs for word in ("--isr", f"{isr}={1 + number % 2}")]
        options = [*differential.TOLERANT, *BEYOND, *budget, "--ticks", "2", *files]
        explicit = self.explicit(options)
        return explicit and self.same(explicit, verdict(self.rtcheck, "--engine", "sequential", *options))

    def data(self, number, folder):
        oil, code = paths.Program(f"{self.seed}.{number}").make()
        files = [write(folder, "app.oil", oil), write(folder, "app.c", code)]
        options = [*BEYOND, "--isr", "1", *(["--no-check", "overflow"] if number % 2 else []), *files]
        explicit = self.explicit(options)
        if explicit is None:
            return None
        said = verdict(self.rtcheck, "--engine", "sequential", "--emit", folder, *options)
        if said and not said.startswith("refused"):
            program = os.path.join(folder, "sequential.c")
            for compiler in self.compilers:
                built = command(compiler, *CLEAN, "-c", program, "-o", os.devnull)
                if built.returncode:
                    raise Differs(f"{compiler} complains:\n{built.stderr}")
        return self.same(explicit, said)

    def proofs(self, number, folder):
        options = self.any_kind(number, folder)
        explicit = self.explicit(options)
        return explicit and self.same(explicit, verdict(self.rtcheck, "--engine", "sequential", "--prove", *options))

    def told(self, number, folder):
        """Services that are told what inputs decide: by a search, and by a proof."""
        oil, code = telling(random.Random(f"told {self.seed}.{number}"))
        files = [write(folder, "app.oil", oil), write(folder, "app.c", code)]
        options = [*BEYOND, "--ticks", "2", *(word for check in paths.COMPLAINTS for word in ("--no-check", check)), *files]
        explicit = self.explicit(options)
        if explicit is None:
            return None
        self.same(explicit, verdict(self.rtcheck, "--engine", "sequential", "--prove", *options))
        return self.same(explicit, verdict(self.rtcheck, "--engine", "sequential", *options))

    def any_kind(self, number, folder):
        """The options for an application with interrupts and alarms, or one that computes."""
        if number % 2:
            app = generate.Application(f"{self.seed}.{number}", deterministic=False, far=True)
            oil, code, more = app.oil(), app.code, [*differential.TOLERANT, "--ticks", "2"]
        else:
            oil, code = paths.Program(f"{self.seed}.{number}").make()
            more = ["--no-check", "overflow"] if number % 4 else []
        files = [write(folder, "app.oil", oil), write(folder, "app.c", code)]
        return [*BEYOND, "--isr", "1", *more, *files]

    def engines(self, number, folder):
        """Agree: all three know, and say the same (otherwise the status is 4). Spin, which takes long, is left out."""
        options = self.any_kind(number, folder)
        if self.explicit(options) is None:
            return None
        words = [self.rtcheck, "app", "--engine", "all", "--json", "--time", str(2 * PATIENCE), "--memory", "2G", *options]
        done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False, env={**os.environ, "PATH": "/nowhere"})
        if done.returncode not in (0, 1, 3):
            raise Differs(f"status {done.returncode}: {done.stderr}")
        answer = json.loads(done.stdout)
        said = [answer["verdict"], *(answer.get(other, {}).get("verdict", "unknown") for other in ("by_paths", "by_sequential"))]
        if "sequential_not_asked" in answer:
            return "refused: error: " + answer["sequential_not_asked"].split(": ")[-1]
        return None if "unknown" in said else True

    def promela(self, number, folder):
        options = self.any_kind(number, folder)
        explicit = self.explicit(options)
        if explicit is None:
            return None
        done = command(self.rtcheck, "app", "--engine", "sequential", "--time", str(PATIENCE + 1), "--memory", "2G", "--emit", folder, *options)
        if done.returncode == 2:
            return "refused: " + done.stderr.strip().splitlines()[-1]
        model = os.path.join(folder, "sequential.pml")
        if not os.path.exists(model):
            reasons = [line for line in done.stderr.splitlines() if "was not written" in line]
            return "refused: error: " + reasons[0].split(": ", 3)[-1] if reasons else None
        for name, said in (("rtcheck model", self.model_verdict(model)), ("Spin", self.spin_verdict(model))):
            if explicit and said and explicit != said:
                raise Differs(f"explicit says {explicit}, {name} on the process of Promela says {said}")
        return True

    def model_verdict(self, model):
        done = command(self.rtcheck, "model", "--json", "--time", str(PATIENCE + 1), "--memory", "2G", model)
        if done.returncode not in (0, 1, 3):
            raise Differs(f"rtcheck model: status {done.returncode}: {done.stderr}")
        answer = json.loads(done.stdout)["verdict"]
        return None if answer == "unknown" else answer

    @staticmethod
    def spin_verdict(model):
        """None: there is no Spin, or it does not know."""
        if not shutil.which("spin"):
            return None
        where = {"cwd": os.path.dirname(model)}
        translated = command("spin", "-a", os.path.basename(model), **where)
        if translated.returncode or "rror" in translated.stdout + translated.stderr:
            raise Differs(f"Spin complains: {translated.stdout}{translated.stderr}")
        compiler = shutil.which("tcc") or "cc"
        built = command(compiler, "-w", *([] if "tcc" in compiler else ["-fwrapv"]), "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=1000",
                        "-DVECTORSZ=65536", "-o", "pan", "pan.c", **where)
        if built.returncode:
            raise Differs(f"pan.c: {built.stderr}")
        said = command("./pan", "-m200000", "-w18", **where).stdout
        found = re.search(r"errors: (\d+)", said)
        if not found or ("max search depth too small" in said and found[1] == "0") or "out of memory" in said:
            return None
        return "violated" if int(found[1]) else "holds"

    def rules(self, number, folder):
        if number >= len(self.all_rules):
            raise Finished
        case = self.all_rules[number]
        expected = rules.lines_of(rules.run(self.rtcheck, case, folder))
        files = [os.path.join(folder, "rule.oil"), os.path.join(folder, "rule.c")]
        options = ["--isr", "0", "--ticks", "0", *case.options(), "--emit", folder, *files]
        said = verdict(self.rtcheck, "--engine", "sequential", *options)
        if said and said.startswith("refused"):
            return said
        if expected[-1:] == ["? choice"] or said is None:
            return None
        found, program = os.path.join(folder, "program"), os.path.join(folder, "sequential.c")
        built = command(shutil.which("tcc") or "cc", "-DNATIVE", program, "-o", found)
        if built.returncode:
            raise Differs(built.stderr)
        ran = command(found, stdin=subprocess.DEVNULL).stdout.splitlines()
        # Texts that are computed would be pointers: they are not printed.
        shown = lambda line: "violation" not in line and (" prints " not in line or not re.search(r'printf\((?!")', case.code))  # noqa: E731
        if list(filter(shown, ran)) != list(filter(shown, expected)):
            raise Differs(f"{case.name}: expected {expected}, found {ran}")
        return True

    def verdicts(self, number, folder):
        if number >= len(self.all_verdicts):
            raise Finished
        case, line, wanted = self.all_verdicts[number]
        options = shlex.split(wanted["options"] or "")
        if wanted["verdict"] in ("refused", "unknown") or wanted["kind"] in ("race", "waiting", "endless", "mutex") or "--ltl" in options:
            return None
        if "--engine" in options or paths.is_fate(wanted):  # about that engine alone; that tasks run is assumed here, and told
            return None
        write(folder, "case.oil", case.oil)
        write(folder, "case.c", verdicts.PRELUDE + case.code)
        answer = verdicts.ask(self.rtcheck, folder, [*options, "--engine", "sequential"])
        if answer.returncode == 2:
            return "refused: " + answer.stderr.strip().splitlines()[-1]
        if answer.returncode == 3 or (wanted["verdict"] == "violated" and LOOKED_AT in answer.stdout):
            return None
        wrong = verdicts.complaint(answer, {**wanted.groupdict(), "text": None, "absent": None})
        if wrong:
            raise Differs(f"{case.place} {case.name}: {line}: {wrong} {answer.stderr}")
        return True


def with_inputs(pick):
    """A configuration, code that branches on inputs and computes with them, and the functions that give these, in the order of reading."""
    names = [f"in{i}" for i in range(4)]
    kinds = ["unsigned", "int", "unsigned char", "signed char", "short", "unsigned short", "long long"]

    def value(depth):
        if depth == 0:
            return pick.choice([*(f"v{i}" for i in range(4)), "x", "y", str(pick.choice([1, 3, 7, 100, 255]))])
        left, right = value(depth - 1), value(depth - 1)
        return pick.choice([f"((unsigned){left} {pick.choice('+-*&|^')} (unsigned){right})", f"({left} {pick.choice(['<', '>=', '==', '!='])} {right})",
                            f"((unsigned){left} / ((unsigned){right} % 16u + 1u))", f"(({pick.choice(kinds)}){left})",
                            f"((unsigned){left} {pick.choice(['<<', '>>'])} ((unsigned){right} & 7u))", f"({left} ? {right} : 5)"])

    def act(depth):
        return pick.choice([lambda: f"x = (unsigned){value(2)};", lambda: f"y = ({pick.choice(kinds)}){value(2)};", lambda: "ActivateTask(u);",
                            lambda: f'printf("%u\\n", (unsigned){value(1)});', lambda: "GetTaskState(u, &state);",
                            *([lambda: f"if ({value(2)}) {{ {act(depth - 1)} {act(depth - 1)} }} else {{ {act(depth - 1)} }}",
                               lambda: f"for (i = 0; i < ({value(1)} & 3u); i++) {{ {act(0)} }}"] if depth else [])])()

    body = "\n    ".join(act(2) for _ in range(6))
    code = "#include <os.h>\n#include <stdio.h>\n" + "".join(f"extern unsigned char {name}(void);\n" for name in names)
    code += f"unsigned x; {pick.choice(kinds)} y;\nTaskStateType state;\nTASK(t) {{\n    unsigned i;\n"
    code += "".join(f"    unsigned char v{i} = {name}();\n" for i, name in enumerate(names))
    code += f"    {body}\n    printf(\"%u %u\\n\", x, (unsigned)y);\n    TerminateTask();\n}}\n"
    code += f"TASK(u) {{ x = x + 3u; if (x % 3u == {pick.randrange(3)}u) y = 1; TerminateTask(); }}\n"
    return paths.OIL.format(isr="", hook="FALSE", status="EXTENDED", cycle=1), code, names


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
            except Finished:
                break
        passed += outcome is True
        unknown += outcome is None
        if isinstance(outcome, str):
            reason = outcome.split("error: ")[-1]
            refused[reason] = refused.get(reason, 0) + 1
    print(f"{name}: {passed} agree, {failed} do not, {unknown} are not known, {sum(refused.values())} refused", file=sys.stderr)
    for reason, times in sorted(refused.items(), key=lambda item: -item[1]):
        print(f"    {times}: {reason}", file=sys.stderr)
    return passed, failed


def telling(pick):
    """A task that tells services what an input decides, and looks at what they answer."""
    def number():
        return pick.choice(["x", "x", "x & 7", "x & 15", "x - 3", "x >> 1", "x / 3", "(unsigned)x", "~x", "x * 2", "(unsigned)x * 0x1001u",
                            "((unsigned)x << 28 | (unsigned)x)"])
    calls = ["ActivateTask({})", "GetTaskState({}, &state)", "SetRelAlarm(al, {}, 0)", "SetRelAlarm(al, 2, {})", "SetAbsAlarm(al, {}, 3)", "CancelAlarm({})",
             "IncrementCounter({})", "SetEvent(w, {})", "SetEvent(w, {})", "SetEvent({}, e2)", "GetResource({})", "GetEvent({}, &mask)",
             "SetRelAlarm(al, {}, {})", "SetRelAlarm({}, {}, {})", "SetAbsAlarm({}, {}, 3)", "SetEvent({}, {})"]
    told = [f"sum = sum + {10 ** i} * (int){call.format(number(), number(), number())};" for i, call in enumerate(pick.sample(calls, pick.randint(1, 3)))]
    hook = pick.choice(["", "", "", "void ErrorHook(StatusType error) { sum = sum + (int)error; }", "void ErrorHook(StatusType error) { seen = (int)(OSError_ActivateTask_TaskID() & 7); }"])
    code = f"""#include <os.h>
#include <assert.h>
extern {pick.choice(["unsigned char", "signed char"])} in(void);
int sum, woken, seen;
TaskStateType state;
EventMaskType mask;
{hook}
TASK(t) {{ int x = in(); {" ".join(told)} assert(((sum + (int)state + woken + seen + (int)(mask & 15)) & {pick.choice([7, 15, 63])}) != {pick.randrange(16)}); TerminateTask(); }}
TASK(u) {{ sum = sum + 3; TerminateTask(); }}
TASK(w) {{ WaitEvent({pick.choice(["e1", "e2", "e1 | e2", "4"])}); woken = 100; {pick.choice(["", "ClearEvent(e1);"])} TerminateTask(); }}
"""
    status = pick.choice(["EXTENDED", "EXTENDED", "STANDARD"])
    return paths.OIL.format(isr=paths.WAITER, hook="TRUE" if hook else "FALSE", status=status, cycle=pick.choice([1, 3])), code


def main():
    global PATIENCE
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rtcheck")
    for kind, count in (("runs", 5), ("inputs", 4), ("choices", 3), ("data", 4), ("proofs", 2), ("told", 4), ("engines", 3), ("promela", 3), ("rules", 20), ("verdicts", 20)):
        parser.add_argument("--" + kind, type=int, default=count)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--keep", help="a folder for what differs")
    parser.add_argument("--time", type=int, default=PATIENCE, help="seconds for a question; what takes longer is not known")
    arguments = parser.parse_args()
    PATIENCE = arguments.time
    judge = Judge(arguments.rtcheck, arguments.seed)
    passed = failed = 0
    for kind in ("runs", "inputs", "choices", "data", "proofs", "told", "engines", "promela", "rules", "verdicts"):
        if not getattr(arguments, kind):
            continue
        more, wrong = campaign(kind, getattr(judge, kind), arguments.first, getattr(arguments, kind), arguments.keep)
        passed, failed = passed + more, failed + wrong
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
