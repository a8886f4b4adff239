#!/usr/bin/env python3
"""rtcheck app on the thesis's benchmarks, written anew (bench/app): app.py [--rtcheck PATH].

Goals:
  table 8.2   each of the twenty applications in less than a second, with the verdict in its name, and with no more
              states than the thesis's last method needs (sequentialised, then Spin)
  table 8.3   each of the four in less than two seconds
  engines     (--engines) table 8.2 against Spin on the combination model of application and system, as the thesis's first
              method has it, 60 seconds and 1 GB each: at least 20 times fewer states, each and all in all, and 20 times
              faster, all in all
  large       50 tasks, 20 resources, 10 interrupts: checked completely in less than a minute; with each interrupt twice at
              any moment, an answer within five minutes and 8 GiB
"""
import argparse
import json
import os
import resource
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "app"))
import table82  # noqa: E402
import table83  # noqa: E402

LARGE = ["--isr", "1:idle", "--isr", "sensor_0=1"]  # one at any moment, the others while nothing runs


def ask(binary, name, *options):
    """What the command did, and its seconds, those of the processor: the machine may have other things to do."""
    path = os.path.join(HERE, "app", name)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([binary, "app", "--json", *options, path + ".oil", path + ".c"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def check(binary, name, *options):
    """The command's seconds, and its answer."""
    done, seconds = ask(binary, name, *options)
    if done.returncode not in (0, 1, 3):
        sys.exit("%s: exit status %d\n%s" % (name, done.returncode, done.stderr.decode(errors="replace")))
    return seconds, json.loads(done.stdout)


def report(name, good, seconds, answer, goal):
    print("%-4s %-16s %-9s %9d states %8.1f MB %7.3f s  (%s)" % (
        "pass" if good else "FAIL", name, answer["verdict"], answer["states"], answer["memory_bytes"] / 1e6, seconds, goal),
        flush=True)
    return good


def compare_engines(binary):
    """The whole command against the whole command; what Spin does not finish counts as more than what it did."""
    ours_states = ours_seconds = spin_states = spin_seconds = 0
    more, agree, least = "", True, None
    print("%-16s %9s %9s %12s %9s %6s" % ("", "states", "s", "Spin: states", "s", "ratio"))
    for name in table82.ROWS:
        seconds, answer = check(binary, name)
        done, spin = ask(binary, name, "--engine", "spin", "--time", "60", "--memory", "1G")
        if done.returncode not in (0, 1, 3):
            print("%-16s %9d %9.3f  %s" % (name, answer["states"], seconds, done.stderr.decode(errors="replace").strip()))
            continue
        other = json.loads(done.stdout)
        unfinished = other["verdict"] == "unknown"
        agree = agree and (unfinished or other["verdict"] == answer["verdict"])
        more = ">" if unfinished else more
        ratio = other["states"] / answer["states"]
        least = ratio if least is None else min(least, ratio)
        print("%-16s %9d %9.3f %12s %9.3f %6.1f" % (name, answer["states"], seconds, (">" if unfinished else "") +
                                                    str(other["states"]), spin, ratio), flush=True)
        ours_states, ours_seconds = ours_states + answer["states"], ours_seconds + seconds
        spin_states, spin_seconds = spin_states + other["states"], spin_seconds + spin
    states, seconds = spin_states / ours_states, spin_seconds / ours_seconds
    good = agree and least >= 20 and states >= 20 and seconds >= 20
    print("%s engines: Spin needs %s%.1f times the states, at least %.1f times each, and %s%.1f times the time%s" % (
        "pass" if good else "FAIL", more, states, least, more, seconds, "" if agree else "; THE VERDICTS DIFFER"))
    return good


def main():
    parser = argparse.ArgumentParser(description="rtcheck app on the thesis's benchmarks")
    parser.add_argument("--rtcheck", default=os.path.join(os.path.dirname(HERE), "build", "rtcheck"))
    parser.add_argument("--engines", action="store_true", help="only: table 8.2, compared with Spin")
    arguments = parser.parse_args()
    binary = os.path.abspath(arguments.rtcheck)
    if arguments.engines:
        return 0 if compare_engines(binary) else 1
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
    _, answer = check(binary, "large", "--isr", "2", "--time", "300", "--memory", "8G")
    seconds = answer["seconds"]
    small = answer["memory_bytes"] < 8 * 2**30
    good = report("large, more", small and seconds < 310, seconds, answer, "any answer, 300 s, 8 GiB") and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
