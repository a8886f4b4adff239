#!/usr/bin/env python3
"""rtcheck app on the thesis's benchmarks, written anew (bench/app): app.py [--rtcheck PATH].

Goals:
  table 8.2   each of the twenty applications in less than a second, with the verdict in its name, and with no more
              states than the thesis's last method needs (sequentialised, then Spin)
  table 8.3   each of the four in less than two seconds
  large       50 tasks, 20 resources, 10 interrupts: checked completely in less than a minute
"""
import argparse
import json
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "app"))
import table82  # noqa: E402
import table83  # noqa: E402

LARGE = ["--isr", "1:idle", "--isr", "sensor_0=1"]  # one at any moment, the others while nothing runs


def check(binary, name, *options):
    """The command's seconds, and its answer."""
    path = os.path.join(HERE, "app", name)
    began = time.monotonic()
    done = subprocess.run([binary, "app", "--json", *options, path + ".oil", path + ".c"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)
    seconds = time.monotonic() - began
    if done.returncode not in (0, 1, 3):
        sys.exit("%s: exit status %d\n%s" % (name, done.returncode, done.stderr.decode(errors="replace")))
    return seconds, json.loads(done.stdout)


def report(name, good, seconds, answer, goal):
    print("%-4s %-16s %-9s %9d states %8.1f MB %7.3f s  (%s)" % (
        "pass" if good else "FAIL", name, answer["verdict"], answer["states"], answer["memory_bytes"] / 1e6, seconds, goal),
        flush=True)
    return good


def main():
    parser = argparse.ArgumentParser(description="rtcheck app on the thesis's benchmarks")
    parser.add_argument("--rtcheck", default=os.path.join(os.path.dirname(HERE), "build", "rtcheck"))
    binary = os.path.abspath(parser.parse_args().rtcheck)
    good = True
    for name, (_, _, _, states) in table82.ROWS.items():
        seconds, answer = check(binary, name)
        wanted = "violated" if name.endswith("_bug") else "holds"
        fine = answer["verdict"] == wanted and seconds < 1 and answer["states"] <= states
        good = report(name, fine, seconds, answer, "%s, %d states, 1 s" % (wanted, states)) and good
    for name in table83.ROWS:
        seconds, answer = check(binary, name)
        good = report(name, answer["verdict"] == "holds" and seconds < 2, seconds, answer, "holds, 2 s") and good
    seconds, answer = check(binary, "large", *LARGE)
    good = report("large", answer["verdict"] == "holds" and seconds < 60, seconds, answer, "holds, 60 s") and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
