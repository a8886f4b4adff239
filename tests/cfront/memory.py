#!/usr/bin/env python3
"""Memory, exactly: does rtcheck find what clang's sanitizers find, and nothing that is not there?

Three parts, each with the compiler as its judge:
  - cases: small programs about one thing each, with what rtcheck has to say of them;
  - layouts: random nested types with unnamed structures and unions and bit-fields; the offset of every member must be
    the one that a compiled program prints;
  - walks: random programs whose pointers walk over arrays, members and rows, past their ends and out of their blocks, some
    from where initializers of static objects put them. What
    the address and undefined-behaviour sanitizers report must be found; what is found and they do not report must be
    of a kind that they do not look for.

usage: memory.py RTCHECK [--layouts N] [--walks N] [--seed N] [--keep FOLDER]
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "served"))
import served  # noqa: E402

OIL = """CPU c {
  OS o { STATUS = EXTENDED; };
  APPMODE mode;
  TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = mode; }; };
};
"""
HEAD = "#include <os.h>\n#include <assert.h>\n#include <string.h>\n#include <stdint.h>\n"

# name: (what the answer says, declarations, body)
CASES = {
    'strcpy_over': ('^violated: .*at offset 4 of buf', '',
        'char buf[4]; char on = 1; strcpy(buf, "abcd"); assert(on == 1);'),
    'end_ok': ('^holds', '',
        'int a[2] = {1,2}, other = 5; int *end = a + 2; int s = 0; for (int *p = a; p != end; p++) s += *p; assert(s == 3); assert(end != &other); other = 6; for (int *p = a; p < end; ++p) s -= *p; assert(s==0 && other == 6);'),
    'end_read': ('^violated: .*at offset 8 of a', '',
        'int a[2] = {1,2}, other = 5; int *end = a + 2; int x = *end; (void)x; (void)other;'),
    'plus2': ('^violated: .*a pointer leaves a', '',
        'int a[2] = {1,2}; int b[4] = {0}; int *p = a + 1; p += 2; *p = 1; (void)b;'),
    'block_dead': ('^violated: .*x of t, which is no more', '',
        'int *p; { int x = 1; p = &x; } { int y = 2; (void)y; } *p = 3;'),
    'func_dead': ('^violated: .*x of f, which is no more', 'static int *f(void) { int x = 1; int *p = &x; return p; } static int *g(void) { int y = 2; int *p = &y; return p; }',
        'int *p = f(); int *q = g(); (void)q; int z = *p; (void)z;'),
    'func_dead_global': ('^violated: ', 'static int *gp; static void f(void) { int x = 1; gp = &x; } static void g(void) { int y = 7; (void)y; (void)&y; }',
        'f(); g(); *gp = 3;'),
    'loop_dead': ('^violated: ', '',
        'int *p = 0; for (int i = 0; i < 2; i++) { int x = i; if (p) x = *p; p = &x; }'),
    'loop_ok': ('^holds', '',
        'int s = 0; for (int i = 0; i < 3; i++) { int x = i, *p = &x; s += *p; } assert(s == 3);'),
    'goto_back_keeps': ('^holds', '',
        'int n = 0; int *p = 0; again: if (p) { assert(*p == 1); *p = 5; } int x = 1; p = &x; if (n++ < 2) goto again; assert(x == 1);'),
    'goto_back_and_over': ('^holds', '',
        'int n = 0; int *p = 0; again: if (n == 1) goto skip; int x = 5; p = &x; skip: if (n++ < 1) goto again; assert(x == 5 && *p == 5);'),
    'goto_back_literal': ('^holds', '',
        'int n = 0; int *p = 0; again: if (p) assert(*p == 7); p = (int[]){n}; *p = 7; if (n++ < 2) goto again;'),
    'goto_back_into_block': ('^holds', '',
        'int n = 0; int *p = 0; { { again: if (p) assert(*p == 4); } int x = 4; p = &x; if (n++ < 2) goto again; }'),
    'goto_back_out_of_block': ('^violated: .*x of t, which is no more', '',
        'int n = 0; int *p = 0; again: if (p) *p = 3; { int x = 1; p = &x; if (n++ < 1) goto again; }'),
    'goto_back_value': ('^violated: .*(has no value|before anything was written)', '',
        'int n = 0; again: ; int x; if (n == 0) x = 1; if (n++ == 0) goto again; assert(x == 1);'),
    'dead_null_check': ('^holds', '',
        'int *p; { int x = 1; p = &x; } if (p) p = 0; assert(!p);'),
    'recursion_ok': ('^holds', 'static int sum(int *acc, int n) { int here = n; if (!n) return *acc; *acc += here; return sum(acc, n - 1); } ',
        'int acc = 0; assert(sum(&acc, 4) == 10);'),
    'recursion_ptr': ('^holds', 'static int deep(int *up, int n) { int mine = n; if (n == 0) return *up; return deep(&mine, n - 1) + *up; } ',
        'int top = 100; assert(deep(&top, 3) == 100 + 3 + 2 + 1);'),
    'heap_byte': ('^violated: .*at offset 5 of a block of `malloc`, which has 5', '#include <stdlib.h>\n',
        'const char *s = "hello"; char *p = malloc(strlen(s)); if (p) strcpy(p, s);'),
    'heap_byte_ok': ('^holds', '#include <stdlib.h>\n',
        'const char *s = "hello"; char *p = malloc(strlen(s) + 1); if (p) { strcpy(p, s); assert(p[4] == 111); free(p); }'),
    'heap_record': ('^violated: .*of a block of `malloc`, which has 12', '#include <stdlib.h>\nstruct s { int a, b, c, d; };',
        'struct s *p = malloc(12), q = {0}; if (p) *p = q;'),
    'heap_first_member': ('^violated: .*of a block of `malloc`, which has 5', '#include <stdlib.h>\nstruct s { int a, b; };',
        'struct s *p = malloc(5); if (p) p->b = 1;'),
    'heap_flexible': ('^violated: .*of a block of `malloc`', '#include <stdlib.h>\nstruct f { int n; int a[]; };',
        'struct f *p = malloc(sizeof *p + 2 * sizeof(int)); if (p) { p->a[1] = 1; p->a[2] = 4; }'),
    'heap_end': ('^holds', '#include <stdlib.h>\n',
        'char *p = malloc(3); int n = 0; for (char *q = p; p && q != p + 3; q++) n++; assert(n == 3 || !p); free(p);'),
    'heap_large': ('^violated: .*of a block of `malloc`, which has 240', '#include <stdlib.h>\n',
        'int *p = malloc(60 * sizeof *p); for (int i = 0; p && i <= 60; i++) p[i] = i;'),
    'heap_unset': ('^violated: .*(has no value|before anything was written)', '#include <stdlib.h>\nstruct s { int a, b; };',
        'struct s *p = malloc(sizeof *p); if (p) { p->a = 1; assert(p->b == p->b); }'),
    'heap_unset_again': ('^violated: .*(has no value|before anything was written)', '#include <stdlib.h>\n',
        'int *p = malloc(4); if (p) { *p = 3; free(p); p = malloc(4); } if (p) assert(*p + 1);'),
    'heap_copy_of_unset': ('^holds', '#include <stdlib.h>\nstruct s { int a, b; };',
        'struct s *p = malloc(sizeof *p), *q = malloc(sizeof *q); if (p && q) { p->a = 1; *q = *p; assert(q->a == 1); }'),
    'name4': ('^violated: .*of s.name, which has 4', 'struct s { char name[4]; char on; } s;',
        'char *p = s.name; p[4] = 1;'),
    'memset5': ('^violated: .*of s.name.*in memset\\(\\)', 'struct s { char name[4]; char on; } s;',
        'memset(s.name, 1, 5);'),
    'memset_ok': ('^holds', 'struct s { char name[4]; char on; } s;',
        'memset(s.name, 1, 4); memset(&s, 2, sizeof s); assert(s.on == 2);'),
    'm03': ('^violated: .*of mm\\[0\\], which has 12', 'int mm[2][3];',
        'int *p = mm[0]; p[3] = 1;'),
    'm03b': ('^violated: ', 'int mm[2][3]; int i = 3;',
        'mm[0][i] = 1;'),
    'm_ok': ('^holds', 'int mm[2][3];',
        'int *p = mm[0], *e = mm[0] + 3; int n = 0; while (p != e) *p++ = n++; int (*r)[3] = mm; r++; (*r)[2] = 5; assert(mm[1][2] == 5); r = &mm[1]; assert((*r)[2] == 5); int *q = *r; assert(q[2] == 5); assert(e == mm[1]); assert(mm[1][0] == 0);'),
    'm_row_over': ('^violated: ', 'int mm[2][3];',
        'int (*r)[3] = mm; int *q = *r; q[3] = 1;'),
    'm_flat': ('^violated: ', 'int mm[2][3];',
        'int *p = &mm[0][0]; for (int i = 0; i < 6; i++) p[i] = i;'),
    'first_member': ('^holds', 'struct base { int kind; }; struct derived { struct base b; int more; } d[2];',
        'struct base *p = &d[1].b; ((struct derived *)p)->more = 4; assert(d[1].more == 4); int *k = &d[1].b.kind; ((struct derived *)k)->more = 5; assert(d[1].more == 5); ((struct derived *)(void *)k)->b.kind = 2; assert(*k == 2);'),
    'not_first': ('^violated: ', 'struct derived { int a; int b; int more; } d;',
        'int *p = &d.b; ((struct derived *)p)->b = 4;'),
    'scalar_next': ('^violated: ', 'struct { int a, b; } s;',
        'int *p = &s.a; p[1] = 3;'),
    'static_init': ('^violated: ', 'struct { char n[4]; char c; } s; char *p = s.n;',
        'p[4] = 1;'),
    'static_init_ok': ('^holds', 'struct { char n[4]; char c; } s; char *p = s.n + 4, *q = s.n; char *r = &s.c;',
        'assert(p - q == 4); assert(p == r); *r = 5; assert(s.c == 5); p[-1] = 3; assert(s.n[3] == 3);'),
    'uintptr_ok': ('^holds', 'struct { char n[4]; char c; } s;',
        'uintptr_t u = (uintptr_t)s.n; assert(u == (uintptr_t)&s); *(char *)(u + 4) = 9; assert(s.c == 9);'),
    'union_pun': ('^holds', 'struct { int a; int b; } s;',
        'union { int *p; uintptr_t u; } x; x.p = &s.b; assert(*x.p == 0); char copy[sizeof(int *)]; memcpy(copy, &x.p, sizeof copy); int *q; memcpy(&q, copy, sizeof q); *q = 4; assert(s.b == 4);'),
    'overlap': ('^violated: .*overlap, in memcpy\\(\\)', 'char a[8];',
        'memcpy(a, a + 2, 4);'),
    'overlap_ok': ('^holds', 'char a[8] = "abcdefg";',
        'memcpy(a, a + 4, 4); memmove(a, a + 1, 4); assert(a[0] == 102);'),
    'strcpy_overlap': ('^violated: .*overlap', 'char a[8] = "abc";',
        'strcpy(a + 1, a);'),
    'align_char': ('^violated: .*need not be aligned for int', 'char buf[8];',
        '*(int *)buf = 1;'),
    'align_ok': ('^holds', '_Alignas(4) char buf[8]; char pad; __attribute__((aligned(8))) char buf2[8];',
        '*(int *)buf = 1; *(int *)(buf + 4) = 2; *(long *)buf2 = 3; (void)pad; assert(buf[4] == 2);'),
    'align_off': ('^violated: ', '_Alignas(4) char buf[8];',
        '*(int *)(buf + 2) = 1;'),
    'align_macro': ('^holds', '#define AL(n) __attribute__((aligned(n)))\n#define A8 AL(8)\nAL(4) char buf[8]; char b2[8] AL(8); typedef int a1 __attribute__((aligned(1)));',
        '*(int *)buf = 1; *(long *)b2 = 2; *(a1 *)(buf + 1) = 5;'),
    'compare': ('^violated: .*comparison of pointers to different objects', 'int a, b;',
        'if (&a < &b) a = 1;'),
    'equal_ok': ('^holds', 'int a, b;',
        'assert(&a != &b); int *p = &a, *q = &b; assert(p != q && p == &a);'),
    'sub_diff': ('^violated: .*subtraction of pointers to different', 'int a[2], b[2];',
        'long d = &a[1] - &b[0]; (void)d;'),
    'port': ('^holds', 'static volatile unsigned char *const PORT = (volatile unsigned char *)0x4000; volatile unsigned char *port2 = (volatile unsigned char *)0x4001; static void put(volatile unsigned char *r, unsigned char v) { *r = v; }',
        '*PORT = 1; *PORT |= 2; *port2 = 5; put(PORT, 3); put((volatile unsigned char *)0x4002, 4);'),
    'port_read': ('^violated: ', 'static volatile unsigned char *const PORT = (volatile unsigned char *)0x4000; volatile unsigned char *port2 = (volatile unsigned char *)0x4001;',
        'assert(*PORT != 3);'),
    'port_read2': ('^violated: ', 'volatile unsigned char *port2 = (volatile unsigned char *)0x4001;',
        'unsigned char v = *port2; assert(v != 200);'),
    'port_struct': ('^violated: ', 'struct regs { unsigned char in, out, flags[2]; }; static volatile struct regs *const P = (volatile struct regs *)0x5000; volatile struct regs *q = (volatile struct regs *)0x5100;',
        'P->out = 1; q->out = 2; q->flags[1] = 3; volatile unsigned char *f = &q->flags[1]; *f = 3; assert(q->in != 7);'),
    'port_plain': ('^violated: .*not volatile', '',
        '*(int *)0x4000 = 1;'),
    'shared_dead': ('^violated: ', 'int *g;',
        '{ int x = 3; g = &x; } int y = *g; (void)y;'),
    'struct_dead': ('^violated: ', 'struct w { int *p; }; static struct w make(void) { int x = 2; struct w w = { &x }; return w; }',
        'struct w w = make(); int y = *w.p; (void)y;'),
    'compound_lit': ('^violated: .*which is no more', '',
        'int *p; { p = (int[]){1,2}; p[1] = 3; } p[0] = 1;'),
    'cmp_dead': ('^violated: ', '',
        'int *p, *q; int z; { int x = 1; p = &x; } q = &z; if (p == q) z = 1;'),
    'strlit': ('^violated: ', '',
        'const char *p = "ab"; char c = p[3]; (void)c;'),
    'param_arr': ('^violated: ', 'static int f(int a[2]) { return a[2]; }',
        'int v[2] = {1,2}; f(v);'),
    'nested_struct': ('^violated: .*of o.in\\[1\\].t, which has 2', 'struct in { char t[2]; char u; }; struct out { int k; struct in in[2]; } o;',
        'char *p = o.in[1].t; p[2] = 1;'),
    'nested_ok': ('^holds', 'struct in { char t[2]; char u; }; struct out { int k; struct in in[2]; } o;',
        'struct in *p = o.in; p++; p->u = 3; p[-1].t[1] = 4; assert(o.in[1].u == 3 && o.in[0].t[1] == 4); char *c = p->t; c[1] = 2; assert(o.in[1].t[1] == 2); struct in *e = o.in + 2; assert(e - p == 1);'),
    'nested_over': ('^violated: ', 'struct in { char t[2]; char u; }; struct out { int k; struct in in[2]; int z; } o;',
        'struct in *p = o.in + 2; p->u = 1;'),
    'flex': ('^holds', 'struct f { int n; char d[]; }; static struct f x = { 1 };',
        'assert(x.n == 1);'),
    'rec_overlap': ('^violated: .*overlap', 'union { struct { int a[3]; } s; struct { int pad; struct { int a[3]; } t; } u; } x;',
        'struct A { int a[3]; }; *(struct A *)&x.u.t = *(struct A *)&x.s;'),
    'unnamed_union': ('^holds', 'struct { int a; union { int u; char c[4]; }; } r;',
        'r.a = 7; r.u = 5; assert(r.a == 7 && r.c[0] == 5);'),
    'array_parameter': ('^holds', 'static int first(int a[2]) { return a[0]; } static int last(int a[]) { return a[1]; }',
        'int v[2] = {4, 5}; int (*p)(int *) = first; assert(p(v) == 4 && first(v) == 4 && last(v) == 5);'),
    'wrong_result': ('^violated: wrong, which is `long', 'static long wrong(void) { return 5; }',
        'int (*w)(void) = (int (*)(void))wrong; w();'),
    'wrong_parameter': ('^violated: takes, which is', 'static int takes(long x) { return (int)x; }',
        'int (*w)(int) = (int (*)(int))takes; w(1);'),
    'handlers_as_numbers': ('^holds', 'static int count; static void none(void) {} static void one(void) { count++; } static uintptr_t table[] = {(uintptr_t)none, (uintptr_t)one};',
        '((void (*)(void))table[1])(); assert(count == 1);'),
    'shift_to_sign': ('^violated: the result of 1 << 31', '',
        'int x = 1 << 31; (void)x;'),
    'shift_below_zero': ('^violated: -1 is shifted', 'int a = -1;',
        'int x = a << 1; (void)x; a = 0;'),
    'shift_ok': ('^holds', '',
        'unsigned u = 1u << 31; int a = 3; assert(u && (a << 29) >> 29 == 3);'),
    'bit_field_neighbours': ('^holds', 'struct { char c; int b : 8; char d; int e : 20; short f; } s;',
        's.c = 1; s.b = -2; s.d = 3; s.e = -4; s.f = 5; assert(s.c == 1 && s.b == -2 && s.d == 3 && s.e == -4 && s.f == 5);'),
    'constructor': ('attribute `constructor` of `f` cannot be modelled', '__attribute__((constructor)) static void f(void) {}',
        ''),
    'destructor': ('attribute `destructor` of `f` cannot be modelled', '__attribute__((destructor)) static void f(void) {}',
        ''),
    'cleanup': ('attribute `cleanup` of `x` cannot be modelled', 'static void done(int *p) { *p = 0; }',
        'int x __attribute__((cleanup(done))) = 1; (void)x;'),
    'alias': ('attribute `alias` of `b` cannot be modelled', 'int a; extern int b __attribute__((alias("a")));',
        ''),
    'assembly_at_file_scope': ('inline assembly at file scope', '__asm__("nop");',
        ''),
    'variable_arguments': ('^violated: va_arg asks for more', 'static int g(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n); return __builtin_va_arg(ap, int); }',
        'g(1);'),
    'assumption': ('attribute `assume`', '',
        'int x = 4; __attribute__((assume(x > 3)));'),
    'local_label': ('`__label__` cannot be modelled', '',
        '__label__ l; l: ;'),
    'address_space': ('addresses of its own', '__attribute__((address_space(1))) int x;',
        ''),
    'embedded_file': ('#embed cannot be modelled', 'unsigned char e[] = {\n#embed "a.oil"\n};',
        ''),
    'element_of_value_unknown': ('^holds', 'struct v { int a[2]; }; static struct v f(void) { struct v v = {{1, 2}}; return v; } void ext(int *p);',
        'ext(f().a); assert(f().a[1] == 2);'),
    'generic_of_parameter': ('this _Generic cannot be modelled', 'typedef int T; long o;\n#define GET(T, v) _Generic((v), T: (v), default: (o))',
        'long l = 3; assert(GET(long, l) == 3);'),
    'generic_of_enumeration': ('this _Generic cannot be modelled', 'enum e { A, B };',
        'enum e x = A; int y = 1, z = 2; assert(_Generic(x, unsigned: y, int: z) == 1);'),
    'alignment_of_parameter': ('the alignment of `buffer` cannot be told', 'typedef long T;\n#define BUFFER(T, n) static _Alignas(T) char n[8]\nBUFFER(short, buffer);',
        '*(long *)buffer = 1;'),
    'alignment_of_two_meanings': ('the alignment of `buffer` cannot be told', 'typedef double T;',
        'typedef char T; static _Alignas(T) char buffer[8]; *(long *)buffer = 1;'),
    'alignment_hidden_in_macro': ('the alignment of `buffer` cannot be told', '#include <stdalign.h>\n#define EIGHT alignas(8)\nstatic EIGHT char buffer[8];',
        '*(long *)buffer = 1;'),
    'heap_other_block': ('^violated: comparison of pointers to different blocks of `malloc`', '#include <stdlib.h>',
        'char *p = malloc(8), *q = malloc(8); if (p && q && p < q) p[0] = 1;'),
    'file_closed': ('^violated: a file is used that is closed', '#include <stdio.h>',
        'FILE *f = fopen("a", "r"); if (f) { fclose(f); fgetc(f); }'),
    'file_closed_twice': ('^violated: a file is used that is closed', '#include <stdio.h>',
        'FILE *f = fopen("a", "r"); if (f) { fclose(f); fclose(f); }'),
    'file_null': ('^violated: a null pointer is passed, in fgetc', '#include <stdio.h>',
        'FILE *f = fopen("a", "r"); fgetc(f);'),
    'file_line_room': ('^violated: .*at offset 4 of b', '#include <stdio.h>',
        'char b[4]; FILE *f = fopen("a", "r"); if (f) fgets(b, 5, f);'),
    'file_line': ('^holds', '#include <stdio.h>',
        'char b[3] = ""; FILE *f = fopen("a", "r"); if (f) { if (fgets(b, 3, f)) assert(!b[2] || !b[1] || !b[0]); fclose(f); }'),
    'character': ('^holds', '#include <stdio.h>',
        'int c = getchar(); assert(c == EOF || (c >= 0 && c <= 255));'),
    'wide_room': ('^violated: access to 4 bytes at offset 12 of w', '#include <wchar.h>',
        'wchar_t w[3]; wcscpy(w, L"abc");'),
    'wide_overlap': ('^violated: what is copied and where it is copied to overlap', '#include <wchar.h>',
        'wchar_t w[8] = L"abc"; wcscpy(w + 1, w);'),
    'wide_null': ('^violated: .*null pointer, in wcslen', '#include <wchar.h>',
        'wcslen(0);'),
    'bzero_null': ('^violated: a null pointer is passed', '#include <strings.h>',
        'bzero(0, 1);'),
    'time_null': ('^violated: .*null pointer, in gmtime', '#include <time.h>',
        'gmtime(0);'),
    'time_room': ('^violated: .*at offset 4 of b.*in strftime', '#include <time.h>',
        'char b[4]; struct tm t = {0}; t.tm_mday = 1; strftime(b, 20, "%F", &t);'),
    'exceptions': ('^violated: the assertion', '#include <fenv.h>',
        'assert(!fetestexcept(FE_INEXACT));'),
    'scan_room': ('^violated: .*at offset 3 of b.*in sscanf', '#include <stdio.h>',
        'char b[3]; sscanf("abcd", "%s", b);'),
    'scan_type': ('^violated: va_arg asks for an argument of another type.*in sscanf', '#include <stdio.h>',
        'long x; sscanf("12", "%d", &x);'),
    'scan_real': ('^violated: va_arg asks for an argument of another type.*in sscanf', '#include <stdio.h>',
        'double x; sscanf("12", "%f", &x);'),
    'scan_few': ('^violated: va_arg asks for more', '#include <stdio.h>',
        'int x; sscanf("12 3", "%d %d", &x);'),
    'scan_null': ('^violated: a null pointer is passed', '#include <stdio.h>',
        'int x; sscanf(0, "%d", &x);'),
    'scan_nothing': ('^violated: .*which has no value', '#include <stdio.h>',
        'int x; sscanf("a", "%d", &x); assert(x > 3);'),
    'signal': ('`signal` cannot be modelled', '#include <signal.h>',
        'signal(SIGINT, SIG_IGN);'),
    'thread': ('`thrd_yield` cannot be modelled', '#include <threads.h>',
        'thrd_yield();'),
    'complex': ('complex numbers', '#include <complex.h>',
        'double complex z = 1; (void)z;'),
    'environment': ('^violated: the assertion', '#include <stdlib.h>',
        'assert(getenv("A"));'),
    'print_member': ('^violated: .*at offset 4 of s.name, which has 4', '#include <stdio.h>\nstruct { char name[4], more[4]; } s = {"abcd", "ef"};',
        'printf("%s", s.name);'),
    'print_row': ('^violated: .*at offset 2 of rows\\[0\\], which has 2', '#include <stdio.h>\nchar rows[2][2] = {"ab", "c"};',
        'puts(rows[0]);'),
    'print_laid_over': ('^violated: .*at offset 4 of a member or row in buf', '#include <stdio.h>\nchar buf[16] = "abcdefgh"; struct m { char name[4], more[4]; };',
        'printf("%s", ((struct m *)buf)->name);'),
    'print_format_row': ('^violated: .*at offset 2 of rows\\[0\\]', '#include <stdio.h>\nchar rows[2][2] = {"ab", "c"};',
        'printf(rows[0]);'),
    'print_dead': ('^violated: .*x of t, which is no more', '#include <stdio.h>\n',
        'char *p; { char x[3] = "ab"; p = x; } printf("%s", p);'),
    'print_freed': ('^violated: .*that was freed', '#include <stdio.h>\n#include <stdlib.h>\n',
        'char *p = calloc(1, 4); if (p) { free(p); printf("%s", p); }'),
    'print_ok': ('^holds', '#include <stdio.h>\nchar rows[2][2] = {"ab", "c"}; struct { char name[4], more[4]; } s = {"abcd", "ef"};',
        'printf("%.2s%s%.4s%s", rows[0], rows[1], s.name, s.more);'),
    'sort_pointers': ('^violated: .*b of t, which is no more', '#include <stdlib.h>\nstatic int by(const void *x, const void *y) { return **(int *const *)x - **(int *const *)y; }',
        'int *l[2]; { int a = 3, b = 2; l[0] = &a; l[1] = &b; qsort(l, 2, sizeof *l, by); assert(*l[0] == 2); } *l[0] = 3;'),
    'sort_padding': ('^holds', '#include <stdlib.h>\nstruct s { char a; int b; }; static int by(const void *x, const void *y) { return ((struct s *)x)->a - ((struct s *)y)->a; }',
        'struct s l[2]; l[0].a = 2; l[1].a = 1; l[0].b = l[1].b = 4; qsort(l, 2, sizeof *l, by); assert(l[0].a == 1 && l[1].a == 2);'),
    'handler_computed': ('^holds', 'static int n; static void h(void) { n++; } static uintptr_t v, w = (uintptr_t)h + 1;',
        'v = (uintptr_t)h | 1u; ((void (*)(void))(v & ~(uintptr_t)1))(); v = ~(uintptr_t)h; ((void (*)(void))~v)(); ((void (*)(void))(w - 1))(); assert(n == 3);'),
    'function_as_data': ('^violated: .*a pointer to a function', 'static void h(void) {} void (*p)(void) = h;',
        '*(volatile char *)p = 1;'),
    'port_where_functions_lie': ('^holds', 'volatile uint16_t *const regs[2] = {(volatile uint16_t *)0x100, (volatile uint16_t *)0x104}; void f(void) {} void g(void) {}',
        '*regs[1] = 3; f(); g(); uint16_t v = *regs[0]; assert(v <= 65535);'),
    'weak': ('^holds', '__attribute__((weak)) int f(void) { return 1; }',
        'assert(f() == 1);'),
    'unknown_attribute': ('assumes that it changes nothing', '__attribute__((xray_log_args(1))) void f(int a) { (void)a; }',
        ''),
}

DEEP = {
    "stars": "int " + "*" * 20000 + "p;",
    "nots": "int x; void f(void) { x = " + "!" * 3000 + "x; }",
    "ifs": "int x; void f(void) { " + "if (x) " * 4000 + "x = 1; }",
    "conditions": "int x; void f(void) { x = " + "x ? 1 : " * 5000 + "x; }",
    "arrays": "int a" + "[1]" * 3000 + ";",
}

# Kinds of findings that sanitizers do not look for (docs/undefined-behaviour.md says why they are wrong).
BEYOND_SANITIZERS = re.compile(r"a pointer leaves|--whole-objects allows it|need not be aligned|different objects|"
                               r"comparison of|subtraction of|arithmetic with|is called through a pointer (?:as|with)|different blocks|"
                               r"element of a value|pointer to \(literal\)|pointer to a temporary")


class Tester:
    def __init__(self, options):
        self.options = options
        self.passed = self.failed = 0
        self.folder = tempfile.TemporaryDirectory()
        self.oil = os.path.join(self.folder.name, "a.oil")
        with open(self.oil, "w") as out:
            out.write(OIL)

    def rtcheck(self, text):
        path = os.path.join(self.folder.name, "a.c")
        with open(path, "w") as out:
            out.write(text)
        run = served.run([self.options.rtcheck, "app", "--threads", "1", "--allow-vacuous", self.oil, path], timeout=120)
        return run.returncode, run.stdout.split("\n")[0], run.stderr

    def compiled(self, text, *flags):
        """The exit status and output of a native build; None: it cannot be built."""
        path, program = os.path.join(self.folder.name, "n.c"), os.path.join(self.folder.name, "n")
        with open(path, "w") as out:
            out.write(text)
        built = subprocess.run(["clang", "-w", "-g", *flags, "-o", program, path], capture_output=True, text=True)
        if built.returncode:
            print(built.stderr)
            return None, ""
        environment = dict(os.environ, ASAN_OPTIONS="detect_stack_use_after_return=1:detect_leaks=0")
        run = subprocess.run([program], capture_output=True, text=True, env=environment, timeout=120)
        return run.returncode, run.stdout + run.stderr

    def count(self, good, name, text, why):
        self.passed += good
        self.failed += not good
        if good:
            return
        print(f"{name}: {why}")
        if self.options.keep:
            os.makedirs(self.options.keep, exist_ok=True)
            with open(os.path.join(self.options.keep, f"{name}.c"), "w") as out:
                out.write(text)

    def case(self, name, expected, declarations, body):
        text = f"{HEAD}{declarations}\nTASK(t) {{ {body}\n TerminateTask(); }}\n"
        status, answer, errors = self.rtcheck(text)
        self.count(re.search(expected, answer + errors) is not None and status in (0, 1, 2), name, text,
                   f"expected {expected!r}: {answer} {errors}")


# ---- layouts ----

class Layout:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.fresh = 0
        self.members = []  # paths of members that have an address

    def name(self):
        self.fresh += 1
        return f"m{self.fresh}"

    def record(self, depth, path):
        """The members of a structure or union, in braces; `path` leads to it."""
        r = self.random
        parts = []
        for _ in range(r.randint(1, 4)):
            kind = r.random()
            inner = r.choice(["struct", "union"])
            if depth < 3 and kind < 0.35:  # unnamed: its members are ours
                parts.append(f"{inner} {self.record(depth + 1, path)};")
            elif depth < 3 and kind < 0.5:
                name = self.name()
                self.members.append(f"{path}{name}")
                parts.append(f"{inner} {self.record(depth + 1, f'{path}{name}.')} {name};")
            elif kind < 0.65:
                parts.append(f"unsigned {self.name()} : {r.randint(1, 17)};")
                parts.append(f"int {self.name()} : {r.randint(1, 9)};")
            else:
                name = self.name()
                basic = r.choice(["char", "short", "int", "long long", "unsigned char", "double", "char *"])
                count = r.choice(["", "", f"[{r.randint(1, 5)}]"])
                self.members.append(f"{path}{name}" + ("[0]" if count else ""))
                parts.append(f"{basic} {name}{count};")
        return "{ " + " ".join(parts) + " }"

    def text(self):
        text = f"struct outer {self.record(0, '')};\nstatic struct outer one, two[2];\n"
        return text

    def distance(self, path):
        return f"(long)((char *)&one.{path} - (char *)&one)"


def layouts(tester, count, seed):
    for i in range(count):
        layout = Layout(seed * 100003 + i)
        declarations = layout.text()
        prints = "".join(f'printf("%ld\\n", {layout.distance(path)});\n' for path in layout.members)
        native = f'#include <stdio.h>\n{declarations}int main(void) {{ printf("%ld\\n", (long)sizeof one);\n{prints}return 0; }}\n'
        status, output = tester.compiled(native)
        values = output.split()
        checks = [f"assert(sizeof one == {values[0]});"]
        for path, value in zip(layout.members, values[1:]):
            checks.append(f"assert((uintptr_t)&one.{path} - (uintptr_t)&one == {value});")
            checks.append(f"assert((uintptr_t)&pointer->{path} - (uintptr_t)pointer == {value});")
            checks.append(f"assert(__builtin_offsetof(struct outer, {path}) == {value});")
        text = f"{HEAD}{declarations}TASK(t) {{ struct outer *pointer = &two[1];\n" + "\n".join(checks) + "\n TerminateTask(); }\n"
        status, answer, errors = tester.rtcheck(text)
        tester.count(status == 0, f"layout{i}", text, f"{answer} {errors}")


# ---- walks ----

WALK_HEAD = """
struct inner { char tag[2]; short half; };
struct thing { char name[4]; int number; struct { int hidden; }; union { int word; char bytes[4]; }; struct inner in[2]; };
static struct thing g;
static int ga[3] = {1, 2, 3}, gb[2] = {4, 5};
static int *kept;
static int first(int *p) { return p[0]; }
static int second(int p[2]) { return p[1]; }
static int (*const table[2])(int *) = {first, second};
static int *same(int *p) { return p; }
static int *dangling(int v) { int local[2] = {v, v}; int *p = local; kept = p; return p; }
static void fill(int *from, int *end, int v) { while (from != end) *from++ = v; }
static int sum;
union mixed { struct { char name[4]; int number; short list[2]; } one; struct { int first; char rest[8]; } two; char raw[12]; int words[3]; };
struct outer { int head; union mixed m[2]; union { int plain; char few[4]; }; int tail; } all;
static const struct { int one, two; } fixed = {1, 2};
static _Alignas(4) char aligned[8];
struct message { char kind[2]; short list[2]; int value; }; struct tail { int count; int items[]; };
static _Alignas(8) char frame[12]; static int flat[6]; static int *none;
static struct message *over(void *bytes) { return (struct message *)bytes; }
static _Alignas(int) char typed[8]; static _Alignas(short) _Alignas(1) char halves[8];
struct list { int items[2]; }; static struct list lists(int v) { struct list l = {{v, v + 1}}; return l; }
union holder { int *pointer; unsigned char bytes[sizeof(int *)]; unsigned long number; } held;
struct node { struct node *next; int *to; } *nodes; static unsigned char raw[2 * sizeof(int *)];
struct flags { char before; _Bool on, off, more[2]; char behind; } flags; union truth { _Bool on; unsigned char byte; } truth; static _Bool *flag = &flags.on;
static _Bool both(_Bool left, _Bool right) { return left && right; } static _Bool (*const judge)(_Bool, _Bool) = both;
static void wear(int size) { for (int i = 0; i < 9; i++) free(malloc(size)); } /* our blocks are taken again, theirs are not */
"""


class Walk:
    """A program in which `p` (int *) and `q` (char *) always have a value; every object is initialized."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.blocks = 0
        self.first = random.Random(f"first {seed}")
        self.firsts = [self.first_value() for _ in range(4)]

    def first_value(self):
        """The address that a static pointer begins with: of one in eight programs, one leads out of its object."""
        r = self.first
        far = r.random() < 0.03
        n = r.choice([-2, -1, 5, 6, 9]) if far else r.randint(0, 3)
        return r.choice([f"&ga[{n}]", f"ga + {n}", f"ga + {n + 1} - 1" if far or n < 3 else "ga + 3", f"&g.in[0].half - {r.randint(0, 1) if far else 0}", f"&all.m[{n if far else n % 2}].one.number",
                         f"all.m[{r.randint(0, 1)}].words + {n}", f"(int *)aligned + {n if far else n % 3}", f"&flat[{n if n < 9 else 11}]", f"(int *)((char *)&all + {4 * n})" if n < 6 else "(int *)&all + 20",
                         f"(int *)((unsigned long)ga + {4 * (n % 3)})", "&all.tail", f"(int[]){{1, 2, 3}} + {n}", f"&((union mixed *)frame)->words[{n}]", "&g.hidden", f"&((int (*)[3])flat)[{n if far else n % 2}][{r.randint(0, 2)}]",
                         f"g.name + {n}", f"&g.name[{n}]", f"all.few + {n}", f'"text" + {n}', f"&halves[{n}]", f"(char *)&fixed + {n}"])

    def statics(self):
        """Declarations of what begins with these addresses."""
        pointers = " ".join(f"static void *const first{i} = (void *)({value});" for i, value in enumerate(self.firsts[:2]))
        return f"{pointers}\nstatic const struct {{ char on; void *to; }} firsts[2] = {{{{1, {self.firsts[2]}}}, {{2, {self.firsts[3]}}}}};\n"

    def again(self):
        """The same, where sanitizers see it."""
        return " ".join(f"{{ void *volatile at = (void *)({value}); (void)at; }}" for value in self.firsts)

    def begun(self):
        return self.random.choice(["first0", "first1", "firsts[0].to", "firsts[1].to"])

    def target(self):
        r = self.random
        if r.random() < 0.06:
            return f"(int *){self.begun()}"
        return r.choice([f"a + {r.randint(0, 3)}", f"&a[{r.randint(0, 2)}]", f"&grid[{r.randint(0, 1)}][{r.randint(0, 2)}]",
                         f"grid[{r.randint(0, 1)}]", "&s.number", "&s.hidden", "&s.word", "&single", f"ga + {r.randint(0, 3)}",
                         "gb", "&g.number", "kept", "same(p)", f"p + {r.randint(-1, 1)}", "taken", f"taken + {r.randint(1, 3)}",
                         *r.choice([["&u.one.number", "&u.two.first", f"u.words + {r.randint(0, 3)}", "(int *)&u"],
                                    [f"&all.m[{r.randint(0, 1)}].one.number", f"all.m[{r.randint(0, 1)}].words", "&all.plain",
                                     "&all.tail", "&all.head", "(int *)aligned", f"(int *)(aligned + {r.randint(0, 4)})"],
                                    ["&over(frame)->value", "&m->value", f"((int (*)[3])flat)[{r.randint(0, 1)}]", "((struct tail *)taken)->items",
                                     f"((int (*)[2])taken)[{r.randint(0, 1)}] + {r.randint(0, 2)}", f"(int[]){{1, 2}} + {r.randint(0, 2)}"],
                                    [f"(int *)typed + {r.randint(0, 2)}", f"(int *)(typed + {r.choice([0, 4, 4, 2])})", "_Generic(p, int *: p, char *: q)",
                                     f"_Generic(*p, char: &single, int: ga, default: gb) + {r.randint(0, 2)}", "_Generic(a, int *: a, default: p)",
                                     "(int *)halves" if r.random() < 0.2 else "ga"]])])

    def bytes(self):
        r = self.random
        if r.random() < 0.06:
            return f"(char *){self.begun()}"
        return r.choice([f"s.name + {r.randint(0, 4)}", "s.bytes", f"s.in[{r.randint(0, 1)}].tag", "(char *)&s", "(char *)p",
                         "g.name", f"q + {r.randint(-1, 2)}", "(char *)&g.number", "text", f"letters + {r.randint(0, 5)}", "(char *)taken",
                         *r.choice([["u.one.name", "u.two.rest", "u.raw", f"u.raw + {r.randint(8, 12)}", "(char *)u.one.list"],
                                    [f"all.m[{r.randint(0, 1)}].one.name", "all.m[1].two.rest", "all.few", "aligned", "(char *)&all.m"],
                                    ["over(frame)->kind", "m->kind", "(char *)m->list", "(char *)m", f"frame + {r.randint(0, 12)}",
                                     "over(taken)->kind", '(char[]){"xyz"}']])])

    def keep(self, pointer):
        """Somewhere where it does not look like a pointer, or in a block of the heap."""
        return self.random.choice([f"held.pointer = {pointer};", f"*cell = {pointer};", f"nodes->to = {pointer};",
                                   f"{{ int *copy = {pointer}; memcpy(raw + 3, &copy, sizeof copy); }}",
                                   f"{{ union holder other; other.pointer = {pointer}; held = other; }}",
                                   f"{{ int *copy = {pointer}; memcpy(held.bytes, &copy, sizeof copy); memcpy(cell + 1, held.bytes, sizeof copy); *cell = cell[1]; }}"])

    def fetch(self):
        return self.random.choice(["p = held.pointer;", "p = *cell;", "p = nodes->to;", "memcpy(&p, raw + 3, sizeof p);", "memcpy(&p, held.bytes, sizeof p);",
                                   "{ union holder other = held; p = other.pointer; }", "kept = *cell;"])

    def block(self):
        """A block of the heap that may have been given back when it is used."""
        r = self.random
        use = r.choice(["sum += *was;", "*was = 1;", "free(was);", "was = realloc(was, 16);", "", "", "sum += was == p;"])
        size = r.choice([8, 12, 20])
        again = r.choice(["", f"wear({size});", "{ int *new = calloc(1, 8); if (new) sum += *new; free(new); }"])
        return r.choice([
            f"{{ int *was = calloc(1, {size}); if (!was) return FINISHED; {self.keep('was')} {r.choice(['free(was);', 'was = realloc(was, 24);', ''])} {again} }}",
            f"{{ int *was = calloc(1, {size}); if (!was) return FINISHED; {self.keep('was')} free(was); {again} {use if r.random() < 0.3 else ''} }}",
            f"{{ int *was = taken; taken = realloc(taken, {size + 12}); if (!taken) return FINISHED; {self.keep(r.choice(['was', 'taken', 'taken + 2', 'was + 1' if r.random() < 0.2 else 'taken']))} }}",
            f"{{ struct node *new = calloc(1, sizeof *new); if (!new) return FINISHED; new->to = {r.choice(['ga', 'a', 'p', 'taken'])}; new->next = nodes; nodes = new; }}",
            "if (nodes->next) { struct node *old = nodes; nodes = old->next; free(old); }",
            f"if (nodes->next) {{ struct node *old = nodes->next; {r.choice(['nodes->next = old->next;', 'nodes->next = 0;', ''])} {self.keep('old->to')} free(old); wear(sizeof *old); }}",
            "for (struct node *n = nodes; n; n = n->next) sum += n->to != 0;", "for (struct node *n = nodes; n; n = n->next) sum += *n->to;",
            f"{{ int **was = cell; cell = realloc(cell, {r.choice([16, 24])}); if (!cell) return FINISHED; {r.choice(['', 'sum += *was == p;'])} }}",
            f"wear({size});"])

    def truths(self):
        """A _Bool that may be neither 0 nor 1."""
        r = self.random
        value = r.choice([0, 0, 1, 1, 1, 1, 2, 255])
        place = r.choice(["flags.on", "flags.off", f"flags.more[{r.randint(0, 1)}]", "*flag"])
        return r.choice([
            f"*(unsigned char *)&{place} = {value};", f"truth.byte = {value};", f"memset(&flags, {value}, sizeof flags);", f"memset(flags.more, {value}, 2);",
            f"((unsigned char *)&flags)[{r.randint(0, 5)}] = {value};", "{ struct flags other = flags; flags = other; }", "truth.on = sum & 1;",
            "{ struct flags other; memcpy(&other, &flags, sizeof other); sum += other.behind; flags.off = other.on; }",
            f"sum += {place};", f"if ({place}) sum++;", "sum += truth.on;", "sum += !truth.on;", f"{place} = sum;", f"{place} ^= 1;", f"{place}++;", f"flag = &{place};",
            f"sum += judge({place}, truth.on);", "sum += both(sum & 1, flags.on);", f"sum += {place} ? 1 : 2;", f"{{ _Bool copy = {place}; sum += copy; }}",
            "memcpy(&truth, &flags.on, 1);", "sum += *(unsigned char *)flag;", f"{{ _Bool *b = malloc(2); if (b) {{ memset(b, {value}, 2); sum += b[1]; free(b); }} }}"])

    def statement(self, depth):
        r = self.random
        kind = r.randrange(31)
        if kind >= 23:
            return [lambda: self.keep(self.target()), self.fetch, self.block, self.block, self.truths, self.truths,
                    lambda: self.fetch() + " sum += *p;", self.fetch][kind - 23]()
        if kind == 21:
            return r.choice(["if (taken > (int *)letters) sum++;" if r.random() < 0.3 else "sum += taken != (int *)letters;",
                             "{ char *other = malloc(16); if (other) { sum += letters == other; sum += letters < other; free(other); } }" if r.random() < 0.3
                             else "{ char *other = malloc(16); if (other) { sum += letters + 1 == other; other[15] = 1; free(other); } }",
                             f"{{ struct tail *t = (struct tail *)taken; t->count = 1; p = t->items + {r.randint(0, 2)}; {r.choice(['', 'p--;', 'p++;', 'sum += *p;'])} }}",
                             f"{{ struct tail *t = malloc(sizeof *t + 8); if (t) {{ t->items[{r.randint(0, 2)}] = 1; p = &t->items[1]; *p = 2; free(t); }} }}"])
        if kind == 22:
            return r.choice([f"if (sum != 12345) p = (int[]){{3, 4}} + {r.randint(0, 1)}; else p = a;", "if (sum == 12345) p = a; else if (sum != 1) p = (int[]){5};",
                             f"sum += lists(sum & 7).items[{r.randint(0, 1)}];", "sum += *same(lists(3).items);", "sum += (sum ? lists(1) : lists(2)).items[1];",
                             "p = lists(4).items;" if r.random() < 0.3 else "sum += first(lists(4).items);",
                             "lists(4).items[0] = 1;" if r.random() < 0.2 else "sum += (lists(1), lists(2)).items[0];",
                             "memset(lists(2).items, 1, 4);" if r.random() < 0.2 else "sum++;"])
        if kind == 19:
            return r.choice(["free(taken); taken = calloc(3, sizeof(int));", "free(letters); letters = calloc(1, 6);",
                             "taken = realloc(taken, 20); if (!taken) return FINISHED; taken[3] = taken[4] = 1;", "{ int *was = taken; free(was); taken = malloc(12); taken[0] = taken[1] = taken[2] = 4; }",
                             "free(taken); taken = ga;" if r.random() < 0.3 else "sum++;"])
        if kind == 20:
            return r.choice([f"m = (struct message *)frame; m->list[{r.randint(0, 1)}] = 3;", "m = over(frame);", "m = over(taken); sum += m->kind[0];",
                             f"memset(m->kind, 1, {r.randint(1, 3)});", f"memcpy(m->list, text, {r.randint(3, 5)});", "*m = *over(frame);", "_Generic(sum, int: sum, default: single) = 4;", "sum += _Generic(*q, char: *q, default: *p);",
                             "m->value = 7; assert(frame[8] == 7 || m != over(frame));", "sum += (char *)m->list - (char *)m;",
                             f"strncat(text, text + {r.randint(1, 7)}, {r.randint(0, 2)});", "none = none + (sum - sum);" if r.random() < 0.2 else "sum++;",
                             "memcpy(q, none, sum - sum);" if r.random() < 0.2 else "sum++;"])
        if kind < 3:
            return f"p = {self.target()};"
        if kind < 5:
            return f"q = {self.bytes()};"
        if kind < 7:
            return f"p[{r.choice([0, 0, 0, 1, 1, -1, 2])}] = {r.randint(0, 9)};"
        if kind == 7:
            return f"sum += *p + q[{r.choice([0, 0, 1, 2, 3])}];"
        if kind == 8:
            return f"q[{r.choice([0, 0, 1, 2, 3])}] = {r.randint(0, 9)};"
        if kind == 9:
            return f"memset(q, {r.randint(0, 9)}, {r.randint(0, 4)});"
        if kind == 10:
            return r.choice(["memcpy(q, text, 3);", "memcpy(text, text + 2, 2);", "memcpy(text, text + 1, 3);", "memmove(text, text + 1, 4);"])
        if kind == 11:
            return "for (int *w = a; w != a + 3; w++) sum += *w;"
        if kind == 12:
            return f"fill(ga, ga + 3, {r.randint(0, 9)}); fill(grid[1], grid[1] + 3, 2);"
        if kind == 13:
            return f"sum += table[{r.randint(0, 1)}](p);"
        if kind == 14:
            return r.choice(["p = dangling(3);", "dangling(2);", "kept = &single;", "kept = ga;"])
        if kind == 17:
            return r.choice(["memcpy(&p, &kept, sizeof p);", "memmove(&kept, &p, sizeof p);", "memcpy(u.one.name, u.two.rest, 4);",
                             f"memset(u.one.name, 1, {r.randint(3, 5)});", f"memset(&u.one, 2, {r.choice([12, 13])});",
                             f"memset(all.m[0].two.rest, 3, {r.randint(7, 9)});", f"memcpy(all.few, text, {r.randint(3, 5)});",
                             "memcpy(u.raw, u.raw + 6, 6);", "memcpy(u.raw, u.raw + 4, 6);"])
        if kind == 18:
            return r.choice(["u = all.m[0];", "all.m[1] = u;", "sum += fixed.two;", "*(int *)&fixed = sum;" if r.random() < 0.2 else "sum++;",
                             "sum += memcmp(&p, &kept, sizeof p) != 0;", "sum += p == kept;", "q = (char *)p;", "kept = p;"])
        if kind == 15 and depth < 2:
            self.blocks += 1
            name = f"b{self.blocks}"
            if r.random() < 0.4:  # once more around, with what is declared behind the label still there
                before, behind = (self.statement(depth + 1) if r.random() < 0.6 else f"p = {word};" for word in ("a", name))
                back = f"if (n{name}++ < 1) goto again{name};"
                if r.random() < 0.3:
                    back = f"{{ int i{name} = 1; {r.choice(['', f'p = &i{name};'])} {back} }}"
                return (f"{{ int n{name} = 0, *was{name} = 0; again{name}: if (was{name}) {{ sum += *was{name}; *was{name} = 3; }} {before} "
                        f"int {name}[2] = {{7, 8}}; was{name} = {name} + {r.randint(0, 2)}; p = {name}; {behind} {back} }}")
            inside = " ".join(self.statement(depth + 1) for _ in range(r.randint(1, 3)))
            leave = r.choice(["", f"p = {name};", f"kept = {name} + 1;", "p = a;", self.keep(name), self.keep(f"{name} + 1")])
            return f"{{ int {name}[2] = {{7, 8}}; p = {name}; {inside} {leave} }}"
        return f"if (sum != 12345) {{ {self.statement(depth + 1) if depth < 2 else 'sum++;'} }}"

    def body(self):
        lines = ["int a[3] = {1, 2, 3}, grid[2][3] = {{1, 2, 3}, {4, 5, 6}}, single = 4;",
                 'char text[8] = "abcdefg"; struct thing s = {{0}}; union mixed u = {.raw = {0}};', "int *p = a; char *q = text; kept = ga; struct message *m = over(frame);"]
        lines += ["held.pointer = ga; int **cell = calloc(2, sizeof *cell); if (!cell) return FINISHED; *cell = gb; memcpy(raw + 3, &kept, sizeof kept);",
                  "nodes = calloc(1, sizeof *nodes); if (!nodes) return FINISHED; nodes->to = ga;"]
        lines += [f"int *taken = calloc({self.random.randint(3, 5)}, sizeof(int)); char *letters = calloc(1, {self.random.randint(3, 18)});"]
        lines += [self.statement(0) for _ in range(self.random.randint(3, 9))]
        return "\n    ".join(lines)


def is_used_later(answer):
    """Of locals that a goto leads back above, compilers do not tell sanitizers the end; we stay in their block until the
    end of its line."""
    lines = re.search(r"which is no more \(it ended at \S*:(\d+)\), at \S*:(\d+)", answer)
    return lines is not None and lines.group(1) != lines.group(2)


def walks(tester, count, seed):
    both = ours = crowded = 0
    for i in range(count):
        walk = Walk(seed * 100003 + i)
        body, statics = walk.body(), walk.statics()
        native = f"#include <stdlib.h>\n#include <string.h>\n#include <assert.h>\n{WALK_HEAD}{statics}#define FINISHED 0\nint main(void) {{\n    {walk.again()}\n    {body}\n    return 0; }}\n"
        text = f"{HEAD}#include <stdlib.h>\n{WALK_HEAD}{statics}#define FINISHED (void)(assert(!\"no room\"), TerminateTask())\nTASK(t) {{\n    {body}\n    TerminateTask(); }}\n"
        status, output = tester.compiled(native, "-O0", "-fno-builtin", "-fsanitize=address,undefined",
                                         "-fno-sanitize-recover=all")
        verdict, answer, errors = tester.rtcheck(text)
        if "no room" in answer:  # our heap is smaller
            crowded += 1
            continue
        reported, found = status != 0, verdict == 1
        both += reported and found
        ours += found and not reported
        good = verdict in (0, 1) and status is not None and (found or not reported) and \
            (reported or not found or BEYOND_SANITIZERS.search(answer) is not None or ("goto" in body and is_used_later(answer)))
        tester.count(good, f"walk{i}", text, f"sanitizers: {'a report' if reported else 'nothing'}; rtcheck: {answer} {errors}\n"
                     + "\n".join(line for line in output.split("\n") if "ERROR" in line or "error:" in line))
    print(f"{count} walks: {both} reported by both, {ours} of kinds that sanitizers do not look for, {count - both - ours - crowded} fine, "
          f"{crowded} with more blocks than our heap has")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rtcheck")
    parser.add_argument("--layouts", type=int, default=40)
    parser.add_argument("--walks", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="folder for programs on which the two disagree")
    tester = Tester(parser.parse_args())
    for name, (expected, declarations, body) in CASES.items():
        tester.case(name, expected, declarations, body)
    for name, declarations in DEEP.items():
        tester.case(name, "nested too deeply", declarations, "")
    layouts(tester, tester.options.layouts, tester.options.seed)
    walks(tester, tester.options.walks, tester.options.seed)
    print(f"{tester.passed} passed, {tester.failed} failed")
    return 1 if tester.failed else 0


if __name__ == "__main__":
    sys.exit(main())
