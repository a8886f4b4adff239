#!/usr/bin/env python3
"""clang-tidy over the sources of a build: tidy.py BUILD SOURCE... Exit status 1 if anything was found.

A source that passed is not looked at again until what the compiler sees of it, or the list of checks, changes.
"""
import concurrent.futures
import hashlib
import json
import os
import shlex
import subprocess
import sys

CHECKS = ".clang-tidy"


def preprocessed(command):
    """What the compiler sees of a source, with the lines it comes from."""
    words = shlex.split(command["command"])
    kept, skip = [], False
    for word in words:
        if skip or word in ("-c", "-MD"):
            skip = False
        elif word in ("-o", "-MF", "-MQ"):
            skip = True
        else:
            kept.append(word)
    return subprocess.run(kept + ["-E"], cwd=command["directory"], stdout=subprocess.PIPE, check=True).stdout


def tidy(build, source, command, checks):
    """True if nothing was found."""
    key = hashlib.sha256(checks + preprocessed(command)).hexdigest()
    passed = os.path.join(build, "tidy", key)
    if os.path.exists(passed):
        return True
    done = subprocess.run(["clang-tidy", "-p", build, "--quiet", "--warnings-as-errors=*", source], check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode == 0:
        open(passed, "w").close()
    else:
        print(done.stdout or "%s: %s" % (source, done.stderr), end="", flush=True)
    return done.returncode == 0


def main():
    build, sources = sys.argv[1], sys.argv[2:]
    os.makedirs(os.path.join(build, "tidy"), exist_ok=True)
    with open(CHECKS, "rb") as file:
        checks = file.read()
    with open(os.path.join(build, "compile_commands.json")) as file:
        commands = {os.path.relpath(os.path.join(entry["directory"], entry["file"])): entry for entry in json.load(file)}
    for source in sources:
        if source not in commands:
            print("%s is not part of this build: skipped" % source)
    built = [source for source in sources if source in commands]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda source: tidy(build, source, commands[source], checks), built))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
