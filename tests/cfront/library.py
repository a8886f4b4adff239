#!/usr/bin/env python3
"""Do functions with a variable number of arguments, formats, and what reads and writes texts give what a compiler and its
library make of them?

Makes random cases, each some statements and what they leave: numbers and a text. `cc` compiles and runs them, and
`rtcheck app` asserts the same.

usage: library.py RTCHECK [--count N] [--seed N] [--only KIND] [--keep FOLDER]
"""
import argparse
import os
import random
import struct
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

OIL = """CPU c {
  OS o { STATUS = EXTENDED; };
  APPMODE m;
  TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = m; }; };
};
"""
HEAD = r"""#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>
struct pair { int a; short b; };
struct large { char text[12]; double x; };
enum colour { RED, GREEN = 5 };
static char text[200];
static unsigned long long bits(double x) { union { double x; unsigned long long n; } u = {x}; return x != x ? 1 : u.n; }
static unsigned bitsf(float x) { union { float x; unsigned n; } u = {x}; return x != x ? 1 : u.n; }
static double take(int kind, va_list list) {
    switch (kind) {
    case 'i': return va_arg(list, int);
    case 'u': return va_arg(list, unsigned);
    case 'l': return (double)va_arg(list, long);
    case 'L': return (double)(va_arg(list, unsigned long long) >> 12);
    case 'd': return va_arg(list, double);
    case 's': return va_arg(list, const char *)[1];
    case 'v': return *(char *)va_arg(list, void *);
    case 'p': { struct pair x = va_arg(list, struct pair); return x.a * 2.0 + x.b; }
    case 'P': return va_arg(list, struct pair *)->b;
    case 'g': { struct large x = va_arg(list, struct large); return x.x + x.text[3]; }
    default: return va_arg(list, enum colour);
    }
}
static double all(const char *kinds, ...) {
    va_list list, copy;
    double sum = 0;
    va_start(list, kinds);
    va_copy(copy, list);
    for (const char *k = kinds; *k; k++) sum = sum * 3 + take(*k, list);
    if (*kinds) sum += take(*kinds, copy);
    va_end(copy);
    va_end(list);
    return sum;
}
static double again(int depth, const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    double x = take(*kinds, list);
    va_end(list);
    return depth ? x + again(depth - 1, "di", x, depth) : x;
}
static double (*const by_pointer)(const char *, ...) = all;
static int wrapped(char *to, size_t size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = vsnprintf(to, size, format, list);
    va_end(list);
    return n;
}
static int scanned(const char *from, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = vsscanf(from, format, list);
    va_end(list);
    return n;
}
"""


def quoted(text):
    return '"' + "".join(c if " " <= c < "\x7f" and c not in '"\\?%' or c == "%" else f"\\{ord(c):03o}" for c in text) + '"'


def any_double(r):
    kind = r.random()
    if kind < 0.3:
        value = r.choice([0.0, -0.0, 1.0, 0.5, 2.5, 9.995, 99999.5, 999999.5, 0.0001, 0.00001234, 1e15, 1e16, 1e22, 1e23, 123456.0, 1e100, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308])
    elif kind < 0.6:
        value = r.uniform(-1000, 1000)
    elif kind < 0.8:
        value = r.randint(-99999, 99999) / r.choice([1, 2, 4, 8, 10, 100, 1000])
    else:
        value = struct.unpack("<d", r.randbytes(8))[0]
    return 1.5 if value != value or value in (float("inf"), float("-inf")) else value


def real(value):
    return f"({value.hex()})"


# ---- kinds of cases: (statements, numbers to be the same, is there a text?) ----


def conversion(r, literal):
    """(the conversion, its arguments)."""
    flags = "".join(r.sample("-+ #0", r.choice([0, 0, 1, 1, 2, 3])))
    arguments = []
    width = r.choice(["", "", "", str(r.randint(1, 14)), "*"])
    precision = r.choice(["", "", "", ".", f".{r.randint(0, 12)}", ".*"])
    if "*" in width:
        arguments.append(str(r.randint(-9, 12)))
    if "*" in precision:
        arguments.append(str(r.randint(-3, 9)))
    letter = r.choice("dixXuocseEfFgGaA%")
    if letter in "dixXuo":
        length = r.choice(["", "", "hh", "h", "l", "ll", "j", "z", "t"])
        cast = {"": "int", "hh": "int", "h": "int", "l": "long", "ll": "long long", "j": "intmax_t", "z": "ptrdiff_t", "t": "ptrdiff_t"}[length]
        if letter not in "di":
            cast = {"": "unsigned", "l": "unsigned long", "ll": "unsigned long long", "j": "uintmax_t", "z": "size_t"}.get(length, cast)
        number = r.choice([0, 1, -1, 7, 255, 12345, -40000, r.randint(-(1 << 31), (1 << 31) - 1), r.randint(-(1 << 63), (1 << 63) - 1)])
        arguments.append(f"({cast}){number % (1 << 64)}ull")
        if letter in "diu":
            flags = flags.replace("#", "")
        return f"%{flags}{width}{precision}{length}{letter}", arguments
    if letter == "c":
        return f"%{flags.replace('#', '').replace('0', '').replace('+', '').replace(' ', '')}{width}c", arguments[:1] * ("*" in width) + [str(r.randint(33, 126))]
    if letter == "s":
        texts = ["", "a", "hello", "what is that"]
        return f"%{'-' if '-' in flags else ''}{width}{precision}s", arguments + [quoted(r.choice(texts))]
    if letter == "%":
        return "%%", []
    return f"%{flags}{width}{precision}{letter}", arguments + [real(any_double(r))]


def formats(r):
    literal = r.random() < 0.4
    parts = [conversion(r, literal) for _ in range(r.randint(1, 3))]
    form = "".join(r.choice(["", "x", " = ", "|"]) + part for part, _ in parts)
    arguments = "".join(", " + argument for _, list_ in parts for argument in list_)
    size = r.choice([200, 200, 200, 9, 1, 3])
    call = r.choice(["wrapped", "snprintf"]) if not literal else "snprintf"
    form = quoted(form)
    setup = "text[0] = 0; "
    if not literal and call == "snprintf":
        setup, form = setup + f"const char *volatile_format = {form}; ", "volatile_format"
    return f"{setup}n = {call}(text, {size}, {form}{arguments});", ["n"], True


def number_text(r):
    kind = r.random()
    if kind < 0.1:
        return r.choice(["inf", "-INFINITY", "nan", "NaN(12)", "nan(", "infin", "", ".", "-", "e5", "0x", "0x.p", "+.e1", "1e", "1e+", "1.e-x", "0x1p", "  .5", "in"])
    sign = r.choice(["", "", "-", "+"])
    if kind < 0.25:
        digits = "".join(r.choice("0123456789abcdefABCDEF") for _ in range(r.randint(1, 20)))
        at = r.randint(0, len(digits))
        return sign + "0x" + digits[:at] + r.choice(["", "."]) + digits[at:] + r.choice(["", f"p{r.randint(-1100, 1030)}", f"P{r.randint(-20, 20)}"])
    if kind < 0.5:
        value = any_double(r)  # between two numbers, or just beside
        return r.choice([repr(value), f"{value:.17g}", f"{value:.20e}", f"{value:.{r.randint(0, 30)}f}"])
    if kind < 0.6:
        value = abs(any_double(r))
        from fractions import Fraction
        bits = struct.unpack("<q", struct.pack("<d", value))[0]
        upper = struct.unpack("<d", struct.pack("<q", bits + 1))[0]
        if upper == float("inf"):
            return "1.7976931348623158e308"
        half = (Fraction(value) + Fraction(upper)) / 2
        scale = 0
        while half.denominator != 1 and scale < 1100:
            half, scale = half * 10, scale + 1
        return f"{half.numerator}{r.choice(['', '', '.0000000000000000000000001'])}e-{scale}"
    digits = "".join(r.choice("0123456789") for _ in range(r.randint(1, 30)))
    at = r.randint(0, len(digits))
    return sign + digits[:at] + r.choice(["", "."]) + digits[at:] + r.choice(["", "", f"e{r.randint(-30, 30)}", f"E{r.randint(-340, 320)}"]) + r.choice(["", "", "x", " 1"])


def reals(r):
    text = quoted(number_text(r))
    setup = f"char *end; const char *from = {text}; errno = 0; "
    if r.random() < 0.3:
        return setup + "float x = strtof(from, &end); n = errno;", ["bitsf(x)", "end - from", "x > 1 || x < -1 ? n : 0"], False
    return setup + "double x = strtod(from, &end); n = errno;", ["bits(x)", "end - from", "x > 1 || x < -1 ? n : 0"], False


def arguments(r):
    of = {"i": lambda: r.choice([str(r.randint(-999, 999)), "(signed char)-3", "(short)400", "'c'", "RED"]),
          "u": lambda: r.choice(["7u", "4000000000u", "12"]), "l": lambda: f"{r.randint(-(1 << 40), 1 << 40)}l",
          "L": lambda: f"{r.randrange(1 << 64)}ull", "d": lambda: r.choice([real(any_double(r)), "1.5f"]),
          "s": lambda: quoted(r.choice(["ab", "xyz"])), "v": lambda: r.choice([quoted("q"), "(void *)text"]),
          "p": lambda: f"(struct pair){{{r.randint(-9, 9)}, {r.randint(-9, 9)}}}",
          "P": lambda: f"&(struct pair){{{r.randint(-9, 9)}, {r.randint(-9, 9)}}}",
          "g": lambda: f'(struct large){{"abcdefg", {r.randint(0, 99)}.5}}', "e": lambda: r.choice(["RED", "GREEN", "(enum colour)3"])}
    kinds = "".join(r.choice(list(of)) for _ in range(r.randint(0, 6)))
    given = "".join(", " + of[kind]() for kind in kinds)
    if kinds and r.random() < 0.2:
        return f"double x = again({r.randint(0, 4)}, {quoted(kinds)}{given});", ["bits(x)"], False
    return f"double x = {r.choice(['all', 'by_pointer', '(*by_pointer)'])}({quoted(kinds)}{given});", ["bits(x)"], False


def times(r):
    fields = ", ".join(f".tm_{name} = {r.randint(low, high)}" for name, low, high in
                       (("sec", -70, 130), ("min", -70, 130), ("hour", -30, 50), ("mday", -40, 70), ("mon", -30, 40), ("year", -60, 400)))
    letters = "".join(r.choice(["", " ", "-"]) + "%" + r.choice("YCymdeHIMSjwupaAbBhFDTRrcxXnt%") for _ in range(r.randint(1, 5)))
    number = r.choice([0, -1, 86399, 951782400, r.randint(-(1 << 31), (1 << 31) - 1), r.randint(-(1 << 35), 1 << 37)])
    start = r.choice([f"struct tm at = {{{fields}}}; long made = mktime(&at);", f"time_t from = {number}; long made = 0; struct tm at = *{r.choice(['gmtime', 'localtime'])}(&from);"])
    shown = r.choice([f"n = strftime(text, {r.choice([200, 200, 9])}, {quoted(letters)}, &at); if (!n) text[0] = 0;", "n = 0; strcpy(text, asctime(&at));"])
    return f"{start} {shown}", ["made", "n", "at.tm_wday", "at.tm_yday * 10000 + at.tm_mon * 100 + at.tm_mday", "at.tm_year"], True


def others(r):
    wide = lambda: "L" + quoted("".join(r.choice("abcA ,1") for _ in range(r.randint(0, 6))))
    number = lambda: r.choice([0, 1, -1, 8, 1 << 20, -(1 << 31), r.randint(-(1 << 31), (1 << 31) - 1)])
    sign = lambda call: f"({call} > 0) - ({call} < 0)"
    a, b, c = wide(), wide(), r.choice(["L'a'", "L'1'", "L' '", "0", "L'z'"])
    word = quoted("".join(r.choice("abc,") for _ in range(r.randint(0, 6))))
    kind = r.choice("digit upper lower alpha alnum blank cntrl space graph print punct xdigit".split())
    return "wchar_t w[40] = {9, 8, 7, 6, 5, 4, 3, 2}; char s[20] = \"abcdefgh\"; char *end; intmax_t (*volatile own)(const char *, char **, int) = strtoimax; (void)own; (void)end; (void)w; (void)s;", [r.choice([
        f"wcslen({a})", sign(f"wcscmp({a}, {b})"), sign(f"wcsncmp({a}, {b}, {r.randint(0, 4)})"), f"wcslen(wcscpy(w, {a}))",
        f"(wcsncpy(w, {a}, {r.randint(0, 7)}), w[0] * 100 + w[3] * 10 + w[6])", f"(wcscpy(w, {a}), wcscat(w, {b}), wcslen(w) + w[2])",
        f"(wcscpy(w, {a}), wcsncat(w, {b}, {r.randint(0, 4)}), wcslen(w) + w[2])",
        f"(wcscpy(w, {a}), wcschr(w, {c}) ? wcschr(w, {c}) - w : -1)", f"(wcscpy(w, {a}), wcsrchr(w, {c}) ? wcsrchr(w, {c}) - w : -1)",
        f"(wcscpy(w, {a}), wcsstr(w, L\"a\") ? wcsstr(w, L\"a\") - w : -1)", f"wcsspn({a}, {b})", f"wcscspn({a}, {b})",
        f"(wcscpy(w, {a}), wcspbrk(w, {b}) ? wcspbrk(w, {b}) - w : -1)", f"wmemcpy(w + 10, w, 5)[{r.randint(0, 4)}]",
        f"wmemmove(w + {r.randint(0, 4)}, w + {r.randint(0, 3)}, 4)[{r.randint(0, 3)}]", f"(wmemset(w, {c}, 3), w[{r.randint(0, 4)}])",
        sign(f"wmemcmp(w, w + {r.randint(0, 3)}, 3)"), f"!!wmemchr(w, {r.randint(0, 9)}, 5)", f"!!isw{kind}({r.randint(0, 127)})",
        f"tow{r.choice(['upper', 'lower'])}({r.randint(0, 127)})", f"ffs({number()})", f"ffsl({number()}l * 65536)", f"ffsll({number()}ll * 1048576)",
        f"(bzero(s, {r.randint(0, 5)}), s[2])", f"(bcopy(s + {r.randint(0, 3)}, s + {r.randint(0, 3)}, 4), s[3])", f"!!bcmp(s, {word}, 1)",
        f"index({word}, 'b') != 0", f"rindex({word}, 'c') != 0", f"strtoimax({quoted(str(number()))}, &end, 0)",
        f"strtoumax({quoted(hex(abs(number())))}, &end, 16)", f"imaxdiv({number()}, {r.choice([3, -7, 100])}).rem", f"imaxdiv({number()}, {r.choice([3, -7, 100])}).quot"])], False


def scans(r):
    # Of the beginnings of numbers (`0x`, `1e`) glibc makes what C does not.
    form, given, shown, source = "", "", [], ""
    for _ in range(r.randint(1, 3)):
        skip = "*" if r.random() < 0.15 else ""
        letter = r.choice(["d", "i", "u", "x", "o", "c", "s", "[a-f]", "[^,x]", "[]a]", "f", "e", "g", "n", "%", "ld", "hhd", "hu", "lld", "lf", "zu"])
        width = str(r.randint(1, 6)) if r.random() < 0.3 and letter[0] in "dus[" else ""
        source += r.choice(["", " ", "  ", ","]) + r.choice(["12", "-7", "+0x1f", "077", "abc", "x", "3.25e1", ".5x", "%", "999999", "]a", "-", "inf", "nano", ""])
        form += r.choice(["", " ", ",", ""]) + (f"%{skip}{width}{letter}" if letter not in "n%" else f"%{letter}")
        if skip or letter == "%":
            if letter != "n":
                continue
        kinds = {"ld": "l0", "lld": "L0", "hhd": "b0", "hu": "h0", "lf": "d0", "zu": "z0", "f": "f0", "e": "f0", "g": "f0", "c": "text + 20 * k", "s": "text + 20 * k"}
        place = kinds.get(letter, "text + 20 * k" if letter[0] == "[" else "i0").replace("k", str(len(shown)))
        if place.endswith("0") and not place.startswith("text"):
            place = "&" + place[0] + f"[{len(shown)}]"
        given += ", " + place
        name = place.lstrip("&")
        if name.startswith("text"):
            shown.append(f"text[{20 * len(shown)}] * 256 + text[{20 * len(shown) + 1}] + strlen(text + {20 * len(shown)})")
        else:
            shown.append(f"bits({name})" if name[0] in "df" else name)
    call = r.choice(["sscanf", "scanned"])
    setup = "int i[4] = {-1, -1, -1, -1}; long l[4] = {0}; long long L[4] = {0}; signed char b[4] = {0}; unsigned short h[4] = {0}; size_t z[4] = {0}; float f[4] = {0}; double d[4] = {0}; memset(text, 0, sizeof text);"
    setup += " (void)i; (void)l; (void)L; (void)b; (void)h; (void)z; (void)f; (void)d;"
    return f"{setup} n = {call}({quoted(source)}, {quoted(form)}{given});", ["n", *shown], False


KINDS = {"arguments": arguments, "formats": formats, "reals": reals, "times": times, "others": others, "scans": scans}


# ---- programs ----


def reference(cases):
    lines = []
    for statements, numbers, has_text in cases:
        shown = "".join(f' printf("%llx ", (unsigned long long)({number}));' for number in numbers)
        if has_text:
            shown += ' for (const char *c = text; *c; c++) printf("%02x", (unsigned char)*c); printf(".");'
        lines.append(f'    {{ long long n = 0; {statements} (void)n;{shown} puts(""); }}')
    return HEAD + "int main(void) {\n" + "\n".join(lines) + "\n}\n"


def application(cases, expected):
    lines = []
    for (statements, numbers, has_text), line in zip(cases, expected):
        words = line.split()
        checks = "".join(f" assert((unsigned long long)({number}) == 0x{word}ull);" for number, word in zip(numbers, words))
        if has_text:
            checks += f" assert(!strcmp(text, {quoted(bytes.fromhex(words[-1][:-1]).decode('latin-1'))}));"
        lines.append(f"    {{ long long n = 0; {statements} (void)n;{checks} }}")
    parts = [lines[at:at + 10] for at in range(0, len(lines), 10)]
    code = "".join(f"static void part{k}(void) {{\n" + "\n".join(part) + "\n}\n" for k, part in enumerate(parts))
    return "#include <os.h>\n" + HEAD + code + "TASK(t) {\n" + "".join(f"    part{k}();\n" for k in range(len(parts))) + "    TerminateTask();\n}\n"


def expectations(folder, cases):
    source, binary = os.path.join(folder, "reference.c"), os.path.join(folder, "reference")
    with open(source, "w", encoding="utf-8") as file:
        file.write(reference(cases))
    subprocess.run(["cc", "-O0", "-include", "strings.h", "-w", "-fno-builtin", "-D_GNU_SOURCE", "-o", binary, source, "-lm"], check=True)
    return subprocess.run([binary], check=True, stdout=subprocess.PIPE, text=True, env={**os.environ, "TZ": "UTC", "LC_ALL": "C"}).stdout.split("\n")[:-1]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("rtcheck")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only")
    parser.add_argument("--keep")
    options = parser.parse_args()
    failures, asked = [], 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or temporary
        os.makedirs(folder, exist_ok=True)
        oil = os.path.join(folder, "t.oil")
        with open(oil, "w", encoding="utf-8") as file:
            file.write(OIL)
        for kind, make in KINDS.items():
            if options.only and options.only != kind:
                continue
            r = random.Random(f"{options.seed} {kind}")
            for at in range(0, options.count, 60):
                cases = [make(r) for _ in range(min(60, options.count - at))]
                source = os.path.join(folder, f"{kind}{at}.c")
                with open(source, "w", encoding="utf-8") as file:
                    file.write(application(cases, expectations(folder, cases)))
                result = served.run([options.rtcheck, "app", "--quiet", oil, source])
                asked += 1
                if result.returncode != 0:
                    failures.append(f"{source}: {(result.stdout + result.stderr)[:1500]}")
    for failure in failures:
        print("FAIL: " + failure)
    print(f"{asked - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
