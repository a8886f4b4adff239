#!/usr/bin/env python3
"""A model may call its things what it likes: every keyword of C, predefined macro, name of the library, and identifier
of the generated text itself, as a variable, local, field, parameter, label, proctype, mtype, channel, inline and macro; and
what its embedded C declares or defines may have any name of the generated text.

Each role has a model for a batch of names, whose assertions tell the things apart: a name that is taken for another,
or that the compiler takes for one of its own, makes an assertion fail or the text not compile.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BATCH = 120
IDENTIFIER = re.compile(r"\b[A-Za-z_]\w*\b")
HEADERS = ["assert", "ctype", "errno", "float", "limits", "math", "pthread", "setjmp", "signal", "stdarg", "stdatomic",
           "stddef", "stdint", "stdio", "stdlib", "string", "time", "unistd"]
KEYWORDS = """auto break case char const continue default do double else enum extern float for goto if inline int long
    register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Alignas
    _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert _Thread_local asm typeof __typeof__ __asm__
    alignas alignof bool class const_cast constexpr delete dynamic_cast explicit export false friend mutable namespace new
    noexcept nullptr operator private protected public reinterpret_cast static_assert static_cast template this
    thread_local throw true try typeid typename using virtual and or not xor wchar_t
    unix linux i386 errno NULL EOF main stdin stdout stderr pad_1 pad_2 pad_3 pad_4 pad_8 tracked_0 v_x v_ u8 _t _p
    _event ASKING FRAME_OFFSET rtcheck_code now P_0 T_0 Q_0 f0 m0 a0""".split()
# Promela's own words, and names that it has defined.
RESERVED = set("""active assert atomic bit bool break byte c_code c_decl c_expr c_state c_track chan d_step D_proctype do
    else empty enabled eval false fi for full get_priority goto hidden if in init inline int len local ltl mtype nempty never
    nfull notrace np_ od of pc_value pid printf printm priority proctype provided return run select set_priority short show
    skip timeout trace true typedef unless unsigned xr xs _ _pid _nr_pr _last _priority defined STDIN
    always eventually until weakuntil stronguntil release next implies equivalent U V W X""".split())
SOURCES = ["channel_message_fields", "c_code_functions", "claim_fault_d_step", "d_step_rendezvous_loop",
           "priority_*", "trace_*", "ltl_fault_index", "channel_xr_xs", "expression_*", "channel_sorted_send",
           "remote_*", "provided_*", "channel_local_per_instance", "typedef_*"]


def words_of(command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True, errors="replace")
    return set(IDENTIFIER.findall(done.stdout))


def generated(binary):
    """Every identifier of generated texts, with the model's prefix taken off."""
    words = set()
    for pattern in SOURCES:
        for path in glob.glob(os.path.join(HERE, pattern + ".pml")):
            with tempfile.NamedTemporaryFile(suffix=".c") as code:
                subprocess.run([binary, "model", path, "--safety", "--allow-code", "--quiet", "--emit-c", code.name],
                               capture_output=True)
                with open(code.name, encoding="utf-8", errors="replace") as file:
                    words |= set(IDENTIFIER.findall(re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)))
    return words


def of_c():
    names, cc = set(KEYWORDS), shutil.which("cc")
    if cc:
        names |= words_of([cc, "-dM", "-E", "-"], "")
        includes = "".join("#include <%s.h>\n" % header for header in HEADERS)
        names |= {word for word in words_of([cc, "-E", "-P", "-"], includes) if len(word) < 60}
    return names


def all_names(binary):
    names = of_c() | generated(binary)
    return sorted(name for name in names - RESERVED if not name.startswith("__builtin"))


def own_names(binary):
    """Those of the generated text alone: what begins with rtcheck_ is its own, and what C has is C's."""
    own = generated(binary) - of_c() - RESERVED
    return sorted(name for name in own if not name.startswith(("rtcheck_", "__")) and name not in ("include", "define", "undef")) + [
        "u8", "P_0", "T_0", "pad_2"]


# ---- one model for each role; every thing gets a number of its own ----

def globals_(names):
    """Every fourth is an array."""
    used = [name + ("[2]" if i % 4 == 1 else "") for i, name in enumerate(names)]
    return "%s\nactive proctype P0x() { atomic {\n%s\n    assert(%s) } }" % (
        "\n".join(("int %s;", "short %s[3];", "byte %s;", "bit %s; ")[i % 4] % name for i, name in enumerate(names)),
        "\n".join("    %s = %d;" % (name, i % 4 == 3 or i + 1) for i, name in enumerate(used)),
        " && ".join("%s == %d" % (name, i % 4 == 3 or i + 1) for i, name in enumerate(used)))


def locals_(names):
    tests = " && ".join("%s == %d" % (name, i + 1) for i, name in enumerate(names))
    return "byte before = 7;\nactive [2] proctype P0x() {\n%s\n    atomic {\n%s\n    assert(%s && before == 7 && _nr_pr <= 2) } }" % (
        "\n".join("    %s %s;" % (("byte", "int", "short")[i % 3], name) for i, name in enumerate(names)),
        "\n".join("    %s = %d;" % (name, i + 1) for i, name in enumerate(names)), tests)


def fields(names):
    return "typedef T0x {\n%s\n}\nT0x x0x, y0x;\nactive proctype P0x() { atomic {\n%s\n    assert(%s) } }" % (
        ";\n".join("    %s %s" % (("byte", "int", "short")[i % 3], name) for i, name in enumerate(names)),
        "\n".join("    x0x.%s = %d; y0x.%s = 9;" % (name, i + 1, name) for i, name in enumerate(names)),
        " && ".join("x0x.%s == %d" % (name, i + 1) for i, name in enumerate(names)))


def parameters(names):
    return "proctype P0x(%s) { assert(%s) }\ninit { run P0x(%s) }" % (
        "; ".join("byte " + name for name in names),
        " && ".join("%s == %d" % (name, i + 1) for i, name in enumerate(names)),
        ", ".join(str(i + 1) for i in range(len(names))))


def labels(names):
    jumps = "\n".join("%s: n0x++; goto %s;" % (name, following) for name, following in zip(names, names[1:] + ["end0x"]))
    return "byte n0x;\nactive proctype P0x() {\n%s\nend0x: assert(n0x == %d) }" % (
        jumps, len(names))


def d_step_labels(names):
    jumps = "\n".join("%s: n0x++; goto %s;" % (name, following) for name, following in zip(names, names[1:] + ["out0x"]))
    return "byte n0x;\nactive proctype P0x() { d_step { skip;\n%s\nout0x: assert(n0x == %d) } }" % (jumps, len(names))


def proctypes(names):
    runs = "\n".join("    run %s(%d); (last0x == %d); (_nr_pr == 1);" % (name, i + 1, i + 1) for i, name in enumerate(names))
    return "byte last0x;\n%s\ninit {\n%s\n    skip }" % (
        "\n".join("proctype %s(byte n0x) { last0x = n0x }" % name for name in names), runs)


def mtypes(names):
    tests = "\n".join("    m0x = %s; assert(m0x == %d);" % (name, len(names) - i) for i, name in enumerate(names))
    return "mtype = { %s };\nmtype m0x;\nactive proctype P0x() { atomic {\n%s\n    skip } }" % (", ".join(names), tests)


def channels(names):
    return "%s\nbyte x0x;\nactive proctype P0x() { atomic {\n%s\n%s\n    skip } }" % (
        "\n".join("chan %s = [1] of { byte };" % name for name in names),
        "\n".join("    %s!%d;" % (name, i + 1) for i, name in enumerate(names)),
        "\n".join("    %s?x0x; assert(x0x == %d);" % (name, i + 1) for i, name in enumerate(names)))


def inlines(names):
    return "byte x0x;\n%s\nactive proctype P0x() { atomic {\n%s\n    skip } }" % (
        "\n".join("inline %s(n0x) { x0x = n0x + %d }" % (name, i) for i, name in enumerate(names)),
        "\n".join("    %s(1); assert(x0x == %d);" % (name, i + 1) for i, name in enumerate(names)))


def macros(names):
    return "%s\nbyte x0x;\nactive proctype P0x() { atomic {\n%s\n    skip } }" % (
        "\n".join("#define %s %d" % (name, i + 1) for i, name in enumerate(names)),
        "\n".join("    x0x = %s; assert(x0x == %d);" % (name, i + 1) for i, name in enumerate(names)))


def c_variables(names):
    """Of embedded C: variables and functions."""
    return "c_decl { %s }\nint x0x;\nactive proctype P0x() { c_code { %s };\nc_code { now.x0x = %s; };\nassert(x0x == %d) }" % (
        "\n".join("int %s%s" % (name, "(int k0x) { return k0x; }" if i % 3 == 0 else ";") for i, name in enumerate(names)),
        "\n".join("%s%s;" % (name, "(1)" if i % 3 == 0 else " = %d" % i) for i, name in enumerate(names)),
        "\n+ ".join("%s%s" % (name, "(1)" if i % 3 == 0 else "") for i, name in enumerate(names)),
        sum(1 if i % 3 == 0 else i for i in range(len(names))))


def c_macros(names):
    return "c_decl {\n%s\n}\nint x0x;\nactive proctype P0x() { c_code { now.x0x = %s; };\nassert(x0x == %d) }" % (
        "\n".join("\\#define %s %d" % (name, i) for i, name in enumerate(names)), "\n+ ".join(names), sum(range(len(names))))


EMBEDDED = {"C variable": c_variables, "C macro": c_macros}
ROLES = {"global": globals_, "local": locals_, "field": fields, "parameter": parameters, "label": labels,
         "d_step label": d_step_labels, "proctype": proctypes, "mtype": mtypes, "channel": channels, "inline": inlines,
         "macro": macros}


def suits(role, name):
    """Labels that mean something, and the names of the preprocessor's own macros, cannot be used for these roles."""
    if "label" in role:
        return not re.match(r"end|progress|accept", name)
    return role != "macro" or not re.match(r"__(FILE|LINE|DATE|TIME)__$", name)


def check(binary, role, names):
    text = (EMBEDDED.get(role) or ROLES[role])(names)
    with tempfile.TemporaryDirectory(prefix="names.") as folder:
        path = os.path.join(folder, "model.pml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text + "\n")
        for compiler in ("tcc", "cc") if names[0] == "_p" or "asm" in names else ("tcc",):
            done = subprocess.run([binary, "model", path, "--json", "--safety", "--compiler", compiler] +
                                  (["--allow-code"] if role in EMBEDDED else []),
                                  capture_output=True, text=True, errors="replace", timeout=120)
            try:
                verdict = json.loads(done.stdout)["verdict"]
            except (ValueError, KeyError):
                verdict = "no answer"
            if verdict != "holds" or done.returncode != 0:
                return "%s (%s): %s\n%s" % (role, compiler, verdict, (done.stdout + done.stderr)[:1500])
    return None


def culprit(binary, role, names):
    """The first name that is wrong by itself, if there is one."""
    for name in names:
        if check(binary, role, [name]):
            return name
    return "no single one of them"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rtcheck", nargs="?", default=os.path.join(HERE, "../../build/rtcheck"))
    parser.add_argument("--count", action="store_true", help="only say how many names there are")
    options = parser.parse_args()
    binary = os.path.abspath(options.rtcheck)
    names = all_names(binary)
    if options.count:
        print(len(names))
        return 0
    work = []
    for role in ROLES:
        fit = [name for name in names if suits(role, name)]
        work += [(role, fit[i:i + BATCH]) for i in range(0, len(fit), BATCH)]
    own = own_names(binary)
    work += [(role, own[i:i + BATCH]) for role in EMBEDDED for i in range(0, len(own), BATCH)]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for (role, batch), message in zip(work, pool.map(lambda item: check(binary, *item), work)):
            if message:
                failed += 1
                print("%s\n    first wrong: %s" % (message, culprit(binary, role, batch)))
    print("%d passed, %d failed" % (len(work) - failed, failed))
    return 1 if failed or not work else 0


if __name__ == "__main__":
    sys.exit(main())
