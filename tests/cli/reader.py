#!/usr/bin/env python3
"""reader.py FOLDER: reads JSON for the tests of one file, since to start Python for each question takes longer than all of them.

FOLDER has two pipes. Through `asked` comes a question, as words that NUL ends: the folder to be in, then `print` and an
expression over `o`, the object in stdout.txt, or `valid` and the arguments of validate.py, and an empty word. Through `told`
goes the answer: a line with the exit status, then what there is to say, then NUL.
"""
import contextlib
import io
import json
import os
import sys
import traceback


def words_of(pipe):
    """Those of the next question."""
    words = []
    while True:
        word = bytearray()
        while (byte := pipe.read(1)) != b"\0":
            if not byte:
                sys.exit(0)
            word += byte
        if not word:
            return words
        words.append(os.fsdecode(bytes(word)))


def answer(what, *words):
    if what == "valid":
        import validate  # takes a while, and not every file needs it
        validate.validate(words)
        return
    with open("stdout.txt", encoding="utf-8") as file:
        known = {"json": json, "o": json.load(file)}
    exec(f"print({words[0]})", known)


def main():
    with open(sys.argv[1] + "/asked", "r+b", buffering=0) as asked, open(sys.argv[1] + "/told", "r+b", buffering=0) as told:
        while True:
            folder, *question = words_of(asked)
            said, status = io.StringIO(), 0
            with contextlib.redirect_stdout(said):
                try:
                    os.chdir(folder)
                    answer(*question)
                except BaseException:  # whatever it is, the test must hear of it
                    status = 1
                    print(traceback.format_exc())
            told.write(f"{status}\n{said.getvalue()}\0".encode())


if __name__ == "__main__":
    main()
