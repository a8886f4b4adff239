#!/usr/bin/env python3
"""Exported environments: Spin, and `rtcheck model`, must say the same as `rtcheck env`.

    spin.py RTCHECK [COUNT]

Takes COUNT environments (200 unless told), the bundled designs in turn, correct ones and those with bugs. Big files are
left out: Spin takes minutes for some. Prints `N passed, N failed`.
"""
import concurrent.futures
import glob
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

import bundled

COMPILER = ["tcc"] if shutil.which("tcc") else ["gcc", "-w", "-O0"]  # tcc is so much faster that it pays
LARGEST = 14000  # bytes of an exported environment


def export(rtcheck, case, folder):
    """[(file, verdict)] of some of a case's environments, those that are small enough."""
    (model, settings), design = case[:2]
    command = [rtcheck, "env", "models/" + model, "--design", "models/" + design]
    for name, value in settings.items():
        command += ["--set", f"{name}={value}"]
    command += ["--sample", "60", "--seed", "7"]
    database = os.path.join(folder, "results.db")
    for more in (["--results", database, "--quiet"], ["--emit", folder]):
        result = subprocess.run(command + more, cwd=bundled.ROOT, capture_output=True, text=True, check=False)
        if result.returncode not in (0, 1):
            sys.exit(f"{' '.join(command + more)}: {result.stderr}")
    with sqlite3.connect(database) as connection:
        verdicts = dict(connection.execute("SELECT value, verdict FROM checks JOIN parameters ON check_id = checks.id "
                                           "WHERE name = 'graph'"))
    found = []
    for path in sorted(glob.glob(os.path.join(folder, "*.pml"))):
        with open(path) as file:
            head = " ".join(file.read(20000).split("*/")[0].replace("\n *", " ").split())
        graph = re.search(r"\.env: (.*) \d+ states", head).group(1)
        if os.path.getsize(path) <= LARGEST:
            found.append((path, verdicts[graph]))
    return found


def verdict_of_spin(path):
    with tempfile.TemporaryDirectory() as folder:
        for command in (["spin", "-a", path], [*COMPILER, "-o", "pan", "pan.c"]):
            subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
        output = subprocess.run(["./pan", "-m100000", "-w20"], cwd=folder, capture_output=True, text=True, check=True).stdout
    errors = re.search(r"errors: (\d+)", output)
    if not errors or "search depth too small" in output:
        return "unknown"
    return "holds" if errors.group(1) == "0" else "violated"


def verdict_of_model(rtcheck, path):
    status = subprocess.run([rtcheck, "model", path], capture_output=True, check=False).returncode
    return {0: "holds", 1: "violated"}.get(status, f"exit {status}")


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    rng = random.Random(7)
    with tempfile.TemporaryDirectory() as folder:
        chosen = []
        for number, case in enumerate(bundled.CASES):
            share = (count - len(chosen)) // (len(bundled.CASES) - number)
            if not share:
                continue
            place = os.path.join(folder, str(number))
            os.makedirs(place)
            files = export(rtcheck, case, place)
            chosen += rng.sample(files, min(share, len(files)))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            answers = pool.map(lambda item: (verdict_of_spin(item[0]), verdict_of_model(rtcheck, item[0])), chosen)
            failed = 0
            for (path, verdict), answer in zip(chosen, answers):
                if set(answer) != {verdict}:
                    failed += 1
                    print(f"rtcheck env: {verdict}, Spin: {answer[0]}, rtcheck model: {answer[1]}")
                    with open(path) as file:
                        print(file.read(600))
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
