#!/usr/bin/env python3
"""Computes what Spin says of each model of the corpus, and compares it with the models' headers, or (--write) puts it
there: the numbers in the corpus are Spin's."""
import argparse
import concurrent.futures
import glob
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import expectations
import spinref

HERE = os.path.dirname(os.path.abspath(__file__))


def arguments_of(options):
    """The arguments of spinref.run() that mean the same as these options of rtcheck."""
    result = {"goal": "claim", "all_errors": False}
    words = iter(options)
    for word in words:
        if word == "--acceptance":
            result["goal"] = "acceptance"
        elif word == "--progress":
            result["goal"] = "progress"
        elif word == "--safety":
            result["goal"] = "safety"
        elif word == "--fair":
            result["fair"] = True
        elif word == "--no-end-states":
            result["ignore_end_states"] = True
        elif word == "--claim":
            name = next(words)
            result["claim"] = None if name == "never" else name
        elif word == "--ltl":
            result["ltl"] = next(words)
        else:
            raise ValueError("no equivalent in Spin for " + word)
    return result


def says(answer):
    return " ".join([answer.verdict, ", ".join(answer.kinds)]).strip()


def compute(path, cc):
    """The header lines that Spin's answers make: a list of (key, old text or None, new text)."""
    expectation = expectations.Expectation(path)
    if not expectation.spin:
        return []
    lines = []
    defines = expectation.defines
    answer = spinref.run(path, defines=defines, cc=cc)
    if answer.errors is None or answer.too_deep:
        raise spinref.Refused("no result: " + answer.output[-300:])
    lines.append(("expect", says(answer)))
    if not {"index", "d_step"} & set(answer.kinds):  # where Spin goes after these is its own affair
        lines.append(("spin-states", str(answer.states)))
    for check in expectation.checks:
        arguments = arguments_of(check.options)
        answer = spinref.run(path, defines=defines, cc=cc, **arguments)
        if answer.verdict in ("crashed", "unknown"):
            raise spinref.Refused("no result: " + answer.output[-300:])
        # how a claim is violated (cycle or end of the claim) depends on the automaton: its verdict must do
        lines.append(("check", check.options, answer.verdict if arguments["goal"] == "claim" else says(answer)))
    return lines


def rewrite(path, lines):
    """The model's text with these header lines."""
    with open(path, encoding="utf-8") as file:
        text = file.read().split("\n")
    checks = [line for line in lines if line[0] == "check"]
    plain = {line[0]: line[1] for line in lines if line[0] != "check"}
    result = []
    at = 0
    for line in text:
        match = re.match(r"// (expect|spin-states|check):", line)
        if match and match.group(1) == "check":
            left = line.partition("=>")[0].rstrip()
            line = left + " => " + checks.pop(0)[2]
        elif match:
            if match.group(1) not in plain:
                continue
            line = "// %s: %s" % (match.group(1), plain.pop(match.group(1)))
        result.append(line)
    while result[at].startswith("//") and not re.match(r"// (options|check|states|spin):", result[at]):
        at += 1
    result[at:at] = ["// %s: %s" % item for item in plain.items()]
    return "\n".join(result)


def work(path, write, cc):
    try:
        lines = compute(path, cc)
    except (spinref.Refused, ValueError) as error:
        return path, "Spin refuses: " + str(error)
    if not lines:
        return path, None
    new = rewrite(path, lines)
    with open(path, encoding="utf-8") as file:
        old = file.read()
    if new == old:
        return path, None
    if write:
        with open(path, "w", encoding="utf-8") as file:
            file.write(new)
        return path, "written: " + "; ".join(str(line[-1]) for line in lines)
    return path, "differs: Spin says " + "; ".join(str(line[-1]) for line in lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", nargs="*", help="default: the whole corpus")
    parser.add_argument("--write", action="store_true", help="put Spin's answers into the models")
    parser.add_argument("--gcc", action="store_true", help="compile the verifiers with gcc -O1 even where tcc is there")
    options = parser.parse_args()
    models = options.models or sorted(glob.glob(os.path.join(HERE, "*.pml")))
    cc = ["gcc", "-O1", "-w"] if options.gcc else None
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, message in pool.map(lambda path: work(path, options.write, cc), models):
            if message:
                bad += not message.startswith("written")
                print("%s: %s" % (os.path.basename(path), message))
    print("%d models, %d disagree" % (len(models), bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
