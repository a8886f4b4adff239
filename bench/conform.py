#!/usr/bin/env python3
"""rtcheck conform against what the tool of Vu 2014 does: the environment exported, then spin -a, gcc and pan.

Goals:
  row 15    nine tasks of three priorities: less than a second
  tasks 14  fourteen tasks of distinct priorities: less than a minute
  kernel    the kernel in C against the specification of OSEK: at least 100,000 calls a second
  ratio     row 13, seven tasks: at least 10 times as fast as writing Promela, spin -a, gcc and pan
"""
import os
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from figures import Figures, ROOT, RTCHECK, timed  # noqa: E402

MODELS = os.path.join(ROOT, "models", "conform")
sys.path.insert(0, os.path.join(ROOT, "tests", "conform"))

from spin import spin_finds_error  # noqa: E402


def conform(binary, specification, *arguments):
    return timed(binary, "conform", os.path.join(MODELS, specification), *arguments)


def tasks(binary, count, levels, *more):
    return conform(binary, "osek_abstract.eventb", "--machine", "abstract_tasks", "--map",
                   os.path.join(MODELS, "abstract_tasks.map"), "--design", os.path.join(MODELS, "osek_by_task.pml"),
                   "--bound", f"TASK={count}", "--bound", f"levels={levels}", "-D", f"TASKS={count}", *more)


def by_spin(binary):
    """Seconds for row 13 by way of the exported environment."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "environment.pml")
        tasks(binary, 7, 3, "--emit", path)
        with open(path, encoding="utf-8") as file:
            text = "#define TASKS 7\n" + file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        began = time.monotonic()
        if spin_finds_error(path, folder):
            sys.exit("Spin finds an error")
        return time.monotonic() - began


def main():
    binary = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else RTCHECK)
    figures = Figures()
    seconds, answer = tasks(binary, 9, 3)
    figures.add("row 15", answer["verdict"] == "holds" and seconds < 1, f"{answer['states']} pairs in {seconds:.2f} s")
    seconds, answer = tasks(binary, 14, 14)
    figures.add("tasks 14", answer["verdict"] == "holds" and seconds < 60,
                f"{answer['transitions']} transitions in {seconds:.1f} s")
    kernel = os.path.join(os.path.dirname(binary), "osek_kernel_design.so")
    seconds, answer = conform(binary, "osek.eventb", "--machine", "osek_scheduling", "--map",
                              os.path.join(MODELS, "osek_kernel.map"), "--design", kernel, "--allow-code", "--bound", "TASK=3")
    rate = answer["transitions"] / seconds
    figures.add("kernel", answer["verdict"] == "holds" and rate > 100000,
                f"{answer['transitions']} calls in {seconds:.1f} s, the specification's exploration included")
    seconds, _ = tasks(binary, 7, 3)
    spin = by_spin(binary)
    figures.add("ratio", spin / seconds >= 10, f"row 13: {seconds:.2f} s, with Spin {spin:.1f} s")
    return 0 if figures.passed else 1


if __name__ == "__main__":
    sys.exit(main())
