"""Spin's verdict on a model."""
import os
import subprocess
import sys


def spin_finds_error(path, folder):
    """True: Spin finds one, in a search of all states."""
    for command in (["spin", "-a", path],
                    ["cc", "-O0", "-w", "-DSAFETY", "-DVECTORSZ=4096", "-DNOREDUCE", "-o", "pan", "pan.c"]):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}: {done.stdout}{done.stderr}")
    output = subprocess.run([os.path.join(folder, "pan"), "-m1000000"], cwd=folder, capture_output=True, text=True,
                            check=False).stdout
    if "max search depth too small" in output or "errors:" not in output:
        sys.exit(f"Spin did not search everything: {output}")
    return "errors: 0" not in output
