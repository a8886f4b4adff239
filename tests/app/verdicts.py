#!/usr/bin/env python3
"""Small applications and what is to be said of them: `verdicts.py RTCHECK [--only NAME] [--spin]`.

A .verdicts file holds cases:

    === name: what it shows
    extended | os ATTRIBUTES                 (any of these lines)
    the configuration's objects, in OIL
    ---
    the application, in C
    ---
    the answers, line by line:
        [OPTIONS :] VERDICT [KIND] ["TEXT"] [without "TEXT"]

VERDICT is holds, violated, unknown or refused; KIND the first violation's; TEXT stands in the answer or on stderr, or does not. Each
question is put as it is and with --no-reduction: the answers must be the same. With --spin it is put to both engines,
too: what the exporter does not refuse, Spin has to answer alike.
"""
import argparse
import json
import os
import re
import shlex
import shutil
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
PRELUDE = "#include <os.h>\n#include <assert.h>\n#line 1\n"
# tcc compiles Spin's verifiers so much faster than others that it pays for small models.
ENVIRONMENT = dict(os.environ, CC=os.environ.get("CC") or shutil.which("tcc") or "cc")
STATUS = {"holds": 0, "violated": 1, "refused": 2, "unknown": 3}
ANSWER = re.compile(r'^(?:(?P<options>-.*?) : )?(?P<verdict>holds|violated|unknown|refused)(?: (?P<kind>(?!without )[\w-]+))?(?: "(?P<text>.*?)")?(?: without "(?P<absent>.*)")?$')


class Case:
    def __init__(self, name, title, body, place):
        self.name, self.title, self.place = name, title, place
        parts = re.split(r"^---\n", body, flags=re.MULTILINE)
        if len(parts) != 3:
            raise SystemExit(f"{place}: a case has three parts, divided by ---")
        status, attributes, objects = "STANDARD", "", []
        for line in parts[0].splitlines():
            word, _, rest = line.partition(" ")
            if word == "extended":
                status = "EXTENDED"
            elif word == "os":
                attributes = rest
            else:
                objects.append(line)
        self.oil = (f"CPU verdict {{\n  OS os {{ STATUS = {status}; {attributes} }};\n  APPMODE OSDEFAULTAPPMODE;\n"
                    + "\n".join(objects) + "\n};\n")
        self.code = parts[1]
        self.questions = []
        for line in (line.strip() for line in parts[2].splitlines()):
            if not line or line.startswith("#"):
                continue
            found = ANSWER.match(line)
            if not found:
                raise SystemExit(f"{place}: '{line}' is no answer")
            self.questions.append((line, found))


def read_cases(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for found in re.finditer(r"^=== (\w+): (.*)\n((?:(?!=== ).*\n)*)", text, re.MULTILINE):
        line = text.count("\n", 0, found.start()) + 1
        yield Case(found.group(1), found.group(2), found.group(3), f"{os.path.basename(path)}:{line}")


def ask(rtcheck, folder, options):
    command = [rtcheck, "app", "--json", *options, os.path.join(folder, "case.oil"), os.path.join(folder, "case.c")]
    return served.run(command, timeout=120, env=ENVIRONMENT)


def complaint(answer, wanted):
    """What is wrong with an answer; None: nothing."""
    if wanted["verdict"] == "unknown" and answer.returncode in (0, 1) and '"chosen"' in answer.stdout:
        return None  # --engine all: another one knows what the explicit search does not
    if answer.returncode != STATUS[wanted["verdict"]]:
        return f"the status is {answer.returncode}"
    found = json.loads(answer.stdout) if answer.stdout.strip() else {}
    kinds = [violation["kind"] for violation in found.get("violations", [])]
    if wanted["kind"] and wanted["kind"] not in kinds[:1]:
        return f"the violations are {kinds}"
    words = json.dumps(found, ensure_ascii=False) + answer.stderr
    if wanted["text"] and wanted["text"] not in words:
        return "the text is missing"
    if wanted["absent"] and wanted["absent"] in words:
        return "that is said"
    return None


def judge(rtcheck, case, folder, spin):
    with open(os.path.join(folder, "case.oil"), "w", encoding="utf-8") as file:
        file.write(case.oil)
    with open(os.path.join(folder, "case.c"), "w", encoding="utf-8") as file:
        file.write(PRELUDE + case.code)
    for line, wanted in case.questions:
        options = shlex.split(wanted["options"] or "")
        if spin and "--engine" in options:
            continue  # a question to one of them
        ways = [["--engine", "all"]] if spin else [[], ["--no-reduction"]]
        for way in ways:
            answer = ask(rtcheck, folder, options + way)
            refused = spin and "Spin was not asked" in answer.stderr
            wrong = complaint(answer, wanted)
            yield line, way, refused, wrong, answer


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rtcheck")
    parser.add_argument("--only")
    parser.add_argument("--spin", action="store_true", help="ask both engines")
    arguments = parser.parse_args()
    passed = failed = left_out = 0
    files = sorted(os.path.join(HERE, "verdicts", name) for name in os.listdir(os.path.join(HERE, "verdicts")))
    with tempfile.TemporaryDirectory() as folder:
        for case in (case for path in files if path.endswith(".verdicts") for case in read_cases(path)):
            if arguments.only and arguments.only != case.name:
                continue
            for line, way, refused, wrong, answer in judge(arguments.rtcheck, case, folder, arguments.spin):
                left_out += bool(refused)
                if not wrong:
                    passed += 1
                else:
                    failed += 1
                    print(f"{case.place}: {case.name}: {case.title}\n  expected: {line} {' '.join(way)}\n  but {wrong}")
                    said = json.loads(answer.stdout) if answer.stdout.startswith("{") else {}
                    print("  ", said.get("verdict"), [v["message"] for v in said.get("violations", [])], answer.stderr[:600])
    if left_out:
        print(f"{left_out} are left out: the exported model has no words for them")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
