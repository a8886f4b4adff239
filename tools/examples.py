#!/usr/bin/env python3
"""Checks the bundled examples: examples.py RTCHECK. Each names at its end what to expect of it, a line a run:

    // check: OPTIONS => holds|violated
"""
import glob
import os
import re
import shlex
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STATUS = {"holds": 0, "violated": 1}


def main():
    rtcheck = os.path.abspath(sys.argv[1])
    passed = failed = 0
    for path in sorted(glob.glob(os.path.join(ROOT, "examples", "*.pml"))):
        with open(path, encoding="utf-8") as file:
            checks = re.findall(r"^// check: *(.*?) *=> *(\w+)$", file.read(), re.MULTILINE)
        if not checks:
            failed += 1
            print(f"{os.path.basename(path)}: says nothing about what to expect")
        for options, verdict in checks:
            command = [rtcheck, "model", *shlex.split(options), path]
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False)
            if done.returncode == STATUS[verdict]:
                passed += 1
                continue
            failed += 1
            print(f"{os.path.basename(path)} {options}: exit status {done.returncode}, expected {STATUS[verdict]}")
            print(done.stdout.decode(errors="replace"))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
