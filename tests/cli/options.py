#!/usr/bin/env python3
"""options.py RTCHECK [--write]: every command that rtcheck offers has a man page, a page in docs/ and a row in the README, and the
shell completion knows it; every option that its --help lists is in its man page and in the shell completion, no man page has one
that the command has not, and the command's page in docs/ ends in what --help prints (--write puts it there). Prints what is
missing where."""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEADING = "## All options"
OPTION = re.compile(r"(?<![\w-])(--?[a-zA-Z][\w-]*)")


def read(*parts):
    with open(os.path.join(ROOT, *parts), encoding="utf-8") as file:
        return file.read()


WITHOUT_PAGES = {"doctor", "help", "version"}


def commands(rtcheck):
    """Those that `rtcheck help` lists and that have options of their own."""
    listed = subprocess.run([rtcheck, "help"], capture_output=True, text=True, check=True).stdout
    return sorted(set(re.findall(r"^  ([a-z]+) {2,}", listed, re.MULTILINE)) - WITHOUT_PAGES)


def unknown_places(command):
    """Where the command is missing altogether."""
    pages = [path for path in (f"man/rtcheck-{command}.1", f"docs/{command}.md") if not os.path.exists(os.path.join(ROOT, path))]
    places = {"README.md": f"`rtcheck {command}`", "man/rtcheck.1": f"rtcheck-{command}", "meson.build": f"rtcheck-{command}",
              "tools/completion.bash": command}
    return pages + [place for place, word in places.items() if not re.search(rf"{re.escape(word)}(?![\w-])", read(place))]


def helped(rtcheck, command):
    return subprocess.run([rtcheck, command, "--help"], capture_output=True, text=True, check=True).stdout


def offered(rtcheck, command):
    """The options that --help lists: at the start of an indented line, before two spaces."""
    lines = helped(rtcheck, command).splitlines()
    heads = [re.split(r"\s{2,}", line.strip())[0] for line in lines if re.match(r"\s{1,4}-", line)]
    return {option for head in heads for option in OPTION.findall(head)}


def in_manual(command, lines="."):
    """What follows Fl, or a comma after that, in the lines that begin so: `.Fl D , I , -escapes`."""
    page = read("man", f"rtcheck-{command}.1")
    flags = [flag for line in re.findall(rf"^{re.escape(lines)}.*\bFl .*$", page, re.MULTILINE)
             for flag in re.findall(r"(?:Fl|,) (?!Fl |Ns )(-[\w-]+|[A-Za-z]\b)", line)]
    return {"-" + flag for flag in flags}


def with_help(rtcheck, command, page):
    """The page with what --help prints now in its last section."""
    begun = page.split(HEADING)[0].rstrip()
    return f"{begun}\n\n{HEADING}\n```text\n{helped(rtcheck, command).rstrip()}\n```\n"


def page_problems(rtcheck, command, write):
    path = os.path.join("docs", f"{command}.md")
    page = read(path)
    wanted = with_help(rtcheck, command, page)
    if page == wanted:
        return []
    if not write:
        return [f"{path} does not end in what rtcheck {command} --help prints: tests/cli/options.py BINARY --write puts it there"]
    with open(os.path.join(ROOT, path), "w", encoding="utf-8") as file:
        file.write(wanted)
    return []


def main():
    rtcheck, write, problems = sys.argv[1], "--write" in sys.argv[2:], []
    completion = set(OPTION.findall(read("tools", "completion.bash")))
    for command in commands(rtcheck):
        missing = unknown_places(command)
        if missing:
            problems += [f"rtcheck {command} is not in {place}" for place in missing]
            continue
        options = offered(rtcheck, command) - {"-h", "--help"}
        if not options:
            problems.append(f"rtcheck {command} --help lists no option")
        for place, there in ((f"man/rtcheck-{command}.1", in_manual(command)), ("tools/completion.bash", completion)):
            problems += [f"{option} of rtcheck {command} is not in {place}" for option in sorted(options - there)]
        problems += [f"man/rtcheck-{command}.1 has {option}, which rtcheck {command} has not"
                     for option in sorted(in_manual(command, ".It") - options - {"--help", "--version"})]
        problems += page_problems(rtcheck, command, write)
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
