#!/usr/bin/env python3
"""rtcheck timing against Spin on its own export, and democar in dense time: timing.py [--rtcheck PATH] [--data FOLDER].

Goals:
  spin     the engine example and variations with longer durations: at least 5 times as fast as Spin's verifier alone (built by
           `cc -O2`, which is not counted), in processor time, with the same verdict
  democar  (with --data, the folder with the published models) in dense time in steps of 100 us, without response times,
           complete, in fewer than 27 million states (Becker 2021), with his queues; and at least 5 times as fast as Spin is
           with all states of the export of the same
"""
import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ENGINE = os.path.join(HERE, "..", "examples", "timing", "engine.amxmi")
HOLDS = ["--set", "task.Speed.priority=2", "--set", "task.Diagnosis.priority=1"]
VARIATIONS = {"engine": HOLDS,
              "longer diagnosis": HOLDS + ["--set", "task.Diagnosis.time=1ms..4ms"]}


def timed(command, folder):
    """Its output, and the processor time it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    return done, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def build(folder, emit, spin_options=()):
    """Spin's verifier of a model that is written by `emit`."""
    for command in (emit, ["spin", *spin_options, "-a", "model.pml"],
                    ["cc", "-O2", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"]):
        done, _ = timed(command, folder)
        if done.returncode:
            sys.exit("%s: %s" % (" ".join(command), done.stderr or done.stdout))


def against_spin(binary, name, options):
    with tempfile.TemporaryDirectory() as folder:
        ours, seconds = timed([binary, "timing", "--json", "--threads", "1", "--times", "all", *options, ENGINE], folder)
        build(folder, [binary, "timing", "--times", "all", *options, "--emit", "model.pml", ENGINE])
        theirs, spin = timed(["./pan", "-E", "-m5000000"], folder)
    same = (json.loads(ours.stdout)["verdict"] == "violated") == ("assertion violated" in theirs.stdout)
    good = same and spin >= 5 * seconds
    print("%-4s %-22s %7.3f s, Spin %7.3f s: %.1f times (5)%s" % ("pass" if good else "FAIL", name, seconds, spin, spin / seconds,
                                                                  "" if same else ", and another verdict"), flush=True)
    return good


def democar(binary, data):
    path = os.path.join(data, "app4mc-fork2019_v0.9.5_democar.amxmi")
    command = [binary, "timing", "--dense", "--step", "100us", "--oldest", "0s", "--queue", "task", "--time", "5m", path]
    done, seconds = timed(command + ["--json", "--threads", "1"], HERE)
    dense = json.loads(done.stdout)["parts"][0]["dense"][0]
    with tempfile.TemporaryDirectory() as folder:
        build(folder, command + ["--emit", "model.pml"], ["-DUNASSERTED"])
        theirs, spin = timed(["./pan", "-E", "-m5000000", "-w24"], folder)
    stored = next(int(line.split()[0]) for line in theirs.stdout.splitlines() if "states, stored" in line)
    good = dense["complete"] and dense["states"] < 27e6 and spin >= 5 * seconds and "errors: 0" in theirs.stdout
    print("%-4s %-22s %d states (27 million), %s, %.3f s; Spin %d states, %.3f s: %.1f times (5)" % (
        "pass" if good else "FAIL", "democar, dense", dense["states"], "complete" if dense["complete"] else "incomplete",
        seconds, stored, spin, spin / seconds))
    return good


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rtcheck", default=os.path.join(HERE, "..", "build", "rtcheck"))
    parser.add_argument("--data")
    options = parser.parse_args()
    binary = os.path.abspath(options.rtcheck)
    good = [against_spin(binary, name, settings) for name, settings in VARIATIONS.items()]
    if options.data:
        good.append(democar(binary, os.path.abspath(options.data)))
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
