#!/usr/bin/env python3
"""rtcheck env against what the tool of Yatake 2010 does: environments generated, then each one through Spin and gcc.

Goals:
  table     the number of environments of every cell of table 1 of Yatake 2010, the whole table in less than a second
  count     19,923,090,075 environments (P=Q=8, T=8, R=8) counted in less than a second
  sample    1000 of those made in less than 10 seconds
  check     all 2294 environments of the table made and checked against the right design in less than 30 seconds
  ratio     20 small ones, half with a broken design: at least 100 times as fast as writing Promela, spin -a, gcc and pan,
            with the same verdicts
  memory    ten times as many environments need no more memory (10 MB are allowed for noise)
"""
import argparse
import glob
import os
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from figures import Figures, ROOT, RTCHECK, timed  # noqa: E402

MODEL = os.path.join(ROOT, "models", "osek", "osek.env")
DESIGN = os.path.join(ROOT, "models", "osek", "osek.pml")
BROKEN = os.path.join(ROOT, "models", "osek", "bugs", "getresource_overwrites.pml")
TABLE = ["--set", "T=1..4", "--set", "R=0..4", "--set", "P=4", "--set", "Q=4"]
LARGE = ["--set", "T=8", "--set", "R=8", "--set", "P=8", "--set", "Q=8"]
CELLS = [4, 10, 10, 5, 1, 6, 40, 95, 100, 39, 4, 55, 245, 425, 231, 1, 26, 196, 486, 315]
# Environments that Spin gets through: beyond three tasks or two resources, one can take it minutes.
SMALL = ["--set", "T=1..3", "--set", "R=0..2", "--set", "P=4", "--set", "Q=4", "--sample", "10", "--seed", "2"]


def rtcheck(binary, *arguments):
    return timed(binary, "env", MODEL, *arguments)


def counting(binary, figures):
    seconds, answer = rtcheck(binary, *TABLE, "--count")
    right = [cell["count"] for cell in answer["cells"]] == CELLS
    figures.add("table", right and seconds < 1, "%d environments in 20 cells, %.3f s (goal: 1 s)%s" %
                (answer["count"], seconds, "" if right else ", WRONG"))
    seconds, answer = rtcheck(binary, *LARGE, "--count")
    figures.add("count", answer["count"] == 19923090075 and seconds < 1, "%d environments, %.3f s (goal: 1 s)" %
                (answer["count"], seconds))
    seconds, answer = rtcheck(binary, *LARGE, "--list", "--sample", "1000", "--seed", "7")
    different = len({environment["number"] for environment in answer["environments"]})
    figures.add("sample", different == 1000 and seconds < 10, "%d different environments, %.3f s (goal: 10 s)" %
                (different, seconds))


def checking(binary, figures):
    seconds, answer = rtcheck(binary, *TABLE, "--design", DESIGN)
    right = (answer["verdict"], answer["checked"]) == ("holds", 2294)
    figures.add("check", right and seconds < 30, "%d environments hold, %.1f s on %d threads (goal: 30 s)" %
                (answer["holding"], seconds, answer["threads"]))


def spin(model, place):
    """One environment the way of Yatake 2010: does it hold? Without optimisation, since compiling takes longest by far."""
    def run(*command):
        return subprocess.run(command, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    run("spin", "-a", model)
    if run("gcc", "-DSAFETY", "-w", "-o", "pan", "pan.c").returncode:
        sys.exit("pan.c of %s cannot be compiled" % model)
    output = run("./pan", "-m1000000").stdout.decode(errors="replace")
    if "errors: " not in output:
        sys.exit("pan failed on %s:\n%s" % (model, output))
    return "errors: 0" in output


def ratio(binary, figures):
    for tool in ("spin", "gcc"):
        if not shutil.which(tool):
            print("skip ratio    needs %s" % tool)
            return
    ours = theirs = 0.0
    same = True
    for design in (DESIGN, BROKEN):
        with tempfile.TemporaryDirectory() as place:
            seconds, answer = rtcheck(binary, *SMALL, "--design", design, "--threads", "1")
            ours += seconds
            began = time.monotonic()
            subprocess.run([binary, "env", MODEL, *SMALL, "--design", design, "--emit", place],
                           stdout=subprocess.DEVNULL, check=True)
            holding = sum(spin(model, place) for model in sorted(glob.glob(os.path.join(place, "T*.pml"))))
            theirs += time.monotonic() - began
        same = same and holding == answer["holding"]
    figures.add("ratio", same and theirs >= 100 * ours, "20 environments, %s: %.3f s against %.1f s, %.0f times as fast "
                "(goal: 100)" % ("same verdicts" if same else "OTHER VERDICTS", ours, theirs, theirs / ours))


def memory(binary, figures):
    several = ["--set", "T=2", "--set", "R=2", "--set", "P=12", "--set", "Q=12", "--design", DESIGN]
    _, few = rtcheck(binary, *several, "--to", "3000")
    _, many = rtcheck(binary, *several, "--to", "30000")
    growth = many["memory_bytes"] - few["memory_bytes"]
    figures.add("memory", growth < 10e6, "%.1f MB for %d environments, %.1f MB for %d" %
                (few["memory_bytes"] / 1e6, few["checked"], many["memory_bytes"] / 1e6, many["checked"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rtcheck", nargs="?", default=RTCHECK)
    binary = os.path.abspath(parser.parse_args().rtcheck)
    figures = Figures()
    print("== env")
    for part in (counting, checking, ratio, memory):
        part(binary, figures)
    return 0 if figures.passed else 1


if __name__ == "__main__":
    sys.exit(main())
