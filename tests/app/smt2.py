#!/usr/bin/env python3
"""smt2.py FILE|FOLDER: Z3 gives the answers that the questions of --emit-smt2 say. Prints how many of each."""
import collections
import ctypes
import ctypes.util
import os
import re
import sys


def load():
    library = ctypes.CDLL(ctypes.util.find_library("z3") or "libz3.so.4")
    for name in ("Z3_mk_config", "Z3_mk_context"):
        getattr(library, name).restype = ctypes.c_void_p
    library.Z3_eval_smtlib2_string.restype = ctypes.c_char_p
    library.Z3_eval_smtlib2_string.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    library.Z3_mk_context.argtypes = [ctypes.c_void_p]
    return library


def answers(library, text):
    context = library.Z3_mk_context(library.Z3_mk_config())
    return library.Z3_eval_smtlib2_string(context, text.encode()).decode().split("\n")[:-1]


def main():
    path, library, total = sys.argv[1], load(), collections.Counter()
    files = sorted(os.path.join(path, name) for name in os.listdir(path)) if os.path.isdir(path) else [path]
    for name in files:
        with open(name, encoding="utf-8") as file:
            text = file.read()
        told = re.findall(r":status (\w+)", text)
        said = answers(library, text)
        if said != told or not told:
            print(f"{name}: it says {told}, Z3 says {said}")
            return 1
        total.update(told)
    print(" ".join(f"{answer} {count}" for answer, count in sorted(total.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
