"""What the benchmarks share: commands with their time, and figures that pass or fail."""
import json
import os
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RTCHECK = os.path.join(ROOT, "build", "rtcheck")


class Figures:
    """Prints a line for each; `passed` as long as all did."""

    def __init__(self):
        self.passed = True

    def add(self, name, good, text):
        self.passed = self.passed and good
        print("%-4s %-8s %s" % ("pass" if good else "FAIL", name, text), flush=True)


def timed(binary, *arguments):
    """The command's seconds, and its answer."""
    began = time.monotonic()
    done = subprocess.run([binary, *arguments, "--json"], stdout=subprocess.PIPE, check=False)
    return time.monotonic() - began, json.loads(done.stdout)
