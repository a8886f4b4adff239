#include "app/sequential/parts.h"

#include "app/exec/fault.h"

#include <string.h>

/* ---- printing ---- */

static void add_printed(struct sequential_writer *writer, const struct c_expression *value, bool is_signed,
                        struct text *values) {
    text_printf(values, ", (%slong long)", is_signed ? "" : "unsigned ");
    sequential_value(writer, value, false, values);
}

bool sequential_format(struct sequential_writer *writer, const struct c_instruction *instruction, struct text *format,
                       struct text *values) {
    uint32_t next = 0;
    if (!instruction->text) return false;
    for (const char *c = instruction->text; *c; c++) {
        if (*c != '%' || c[1] == '%') {
            text_add_char(format, *c);
            if (*c == '%') text_add_char(format, *c++);
            continue;
        }
        size_t form = strspn(c + 1, "-+ #0123456789.");
        text_add_n(format, c, form + 1);
        c += form + 1;
        c += strspn(c, "hlqjzt");
        bool is_signed = *c == 'd' || *c == 'i';
        if (!*c || !strchr("diuxXo", *c) || next >= instruction->argument_count) return false;
        const struct c_expression *value = instruction->arguments[next++];
        if (value->type->is_signed != is_signed && !value->type->is_bool) return false;
        text_printf(format, "ll%c", *c);
        add_printed(writer, value, is_signed, values);
    }
    while (format->length && format->chars[format->length - 1] == '\n') format->chars[--format->length] = '\0';
    return next == instruction->argument_count;
}

/* ---- what can go wrong ---- */

static const struct ts_fault *fault_at(const struct sequential_parts *parts, size_t i) {
    return faults_get(parts->graph->executor->faults, parts->faults[i]);
}

static void add_words(const struct ts_fault *fault, bool quoted, struct text *out) {
    struct text words = {0};
    text_printf(&words, "%s: ", fault->kind);
    if (fault->place.file) text_printf(&words, "%s:%u:%u: ", fault->place.file, fault->place.line, fault->place.column);
    text_add(&words, fault->message);
    for (const char *c = text_chars(&words); *c; c++) {
        bool odd = (unsigned char)*c < ' ' || *c == 127 || *c == '?';
        if (quoted && (*c == '"' || *c == '\\')) text_add_char(out, '\\');
        text_add_char(out, odd ? ' ' : *c);
        if (!quoted && *c == '*' && c[1] == '/') text_add_char(out, ' ');
    }
    text_free(&words);
}

static void add_faults(const struct sequential_parts *parts, struct text *out) {
    text_add(out, "/* What can go wrong:\n");
    for (size_t i = 0; i < parts->fault_count; i++) {
        text_printf(out, " *   %u: ", parts->faults[i]);
        add_words(fault_at(parts, i), false, out);
        text_add_char(out, '\n');
    }
    text_add(out, parts->fault_count ? " */\n" : " *   nothing\n */\n");
}

/* ---- a program ---- */

static const char NATIVE[] = "#ifdef NATIVE\n"
                             "/* cc -DNATIVE FILE.c && ./a.out: what is not determined is read from the standard "
                             "input, a number each; when that\n"
                             " * ends, it is random by the environment variable SEED, or, without it, 0. Prints what "
                             "is called and printed, and with\n"
                             " * the variable GLOBALS what variables hold at the end. Status 0: the end; 1: something "
                             "goes wrong; 3: no such run. */\n"
                             "#include <stdio.h>\n"
                             "#include <stdlib.h>\n"
                             "static unsigned long rt_called;\n"
                             "#define CALLED(text) (puts(text), ++rt_called < 100000 ? (void)0 : exit(0))\n"
                             "#define PRINTED(...) printf(__VA_ARGS__)\n";

static const char NATIVE_INPUTS[] = "static long long rt_next(void)\n"
                                    "{\n"
                                    "    static int began;\n"
                                    "    long long number;\n"
                                    "    if (scanf(\"%lld\", &number) == 1) return number;\n"
                                    "    const char *seed = getenv(\"SEED\");\n"
                                    "    if (!seed) return 0;\n"
                                    "    if (!began) srand((unsigned)strtoul(seed, NULL, 10));\n"
                                    "    began = 1;\n"
                                    "    return (long long)rand() * 65599 + rand();\n"
                                    "}\n";

static const char *const NONDETS[][2] = {
    {"_Bool", "bool"},    {"signed char", "char"},      {"unsigned char", "uchar"},
    {"short", "short"},   {"unsigned short", "ushort"}, {"int", "int"},
    {"unsigned", "uint"}, {"long long", "longlong"},    {"unsigned long long", "ulonglong"}};
enum { NONDET_COUNT = sizeof NONDETS / sizeof *NONDETS };

static bool uses(const struct sequential_parts *parts, const char *what) {
    return strstr(text_chars(parts->code), what) != NULL;
}

static bool uses_nondet(const struct sequential_parts *parts, size_t i) {
    char name[48];
    snprintf(name, sizeof name, "__VERIFIER_nondet_%s(", NONDETS[i][1]);
    return uses(parts, name) || (strcmp(NONDETS[i][1], "uint") == 0 && uses(parts, "choose("));
}

static void add_environment(const struct sequential_parts *parts, struct text *out) {
    bool assumes = uses(parts, "assume(") || uses(parts, "choose("), asks = false;
    for (size_t i = 0; i < NONDET_COUNT; i++) asks |= uses_nondet(parts, i);
    text_add(out, NATIVE);
    if (asks) text_add(out, NATIVE_INPUTS);
    if (parts->fault_count) text_add(out, "static void reach_error(void) { exit(1); }\n");
    if (assumes) text_add(out, "static void assume(_Bool condition) { if (!condition) exit(3); }\n");
    for (size_t i = 0; i < NONDET_COUNT; i++)
        if (uses_nondet(parts, i))
            text_printf(out, "static %s __VERIFIER_nondet_%s(void) { return (%s)rt_next(); }\n", NONDETS[i][0],
                        NONDETS[i][1], NONDETS[i][0]);
    text_add(out, "#else\n#define CALLED(text) ((void)0)\n");
    if (uses(parts, "PRINTED(")) text_add(out, "#define PRINTED(...) ((void)0)\n");
    text_add(out, "extern void abort(void);\n");
    if (parts->fault_count)
        text_add(out, "#include <assert.h>\nextern void reach_error(void);\nvoid reach_error(void) { assert(0); }\n");
    for (size_t i = 0; i < NONDET_COUNT; i++)
        if (uses_nondet(parts, i))
            text_printf(out, "extern %s __VERIFIER_nondet_%s(void);\n",
                        strcmp(NONDETS[i][1], "char") == 0 ? "char" : NONDETS[i][0], NONDETS[i][1]);
    if (assumes) text_add(out, "static void assume(_Bool condition) { if (!condition) abort(); }\n");
    text_add(out, "#endif\n\n");
}

static void add_complaints(const struct sequential_parts *parts, struct text *out) {
    add_faults(parts, out);
    if (!parts->fault_count) return;
    text_add(out, "static void fault(unsigned number)\n{\n#ifdef NATIVE\n    switch (number) {\n");
    for (size_t i = 0; i < parts->fault_count; i++) {
        text_printf(out, "    case %u: puts(\"- violation: ", parts->faults[i]);
        add_words(fault_at(parts, i), true, out);
        text_add(out, "\"); break;\n");
    }
    text_add(out,
             "    default: break;\n    }\n#else\n    (void)number;\n#endif\n    reach_error();\n    abort();\n}\n\n");
}

static void add_choose(const struct sequential_parts *parts, struct text *out) {
    if (!uses(parts, "choose(")) return;
    text_add(out, "/* One of 0, ..., count - 1. */\nstatic unsigned choose(unsigned count)\n{\n"
                  "    unsigned number = __VERIFIER_nondet_uint();\n#ifdef NATIVE\n    number %= count;\n#endif\n"
                  "    assume(number < count);\n    return number;\n}\n\n");
}

/* What integers hold at the end, for those who run it. */
static void add_globals_told(const struct sequential_parts *parts, struct text *out) {
    const struct c_program *program = parts->names->code->subject->program;
    text_add(out, "#ifdef NATIVE\n    if (getenv(\"GLOBALS\")) {\n");
    for (uint32_t i = 0; i < program->global_count; i++) {
        const char *name = parts->names->globals[i];
        const struct c_type *type = program->globals[i]->type;
        if (!name) continue;
        if (type->kind == C_INTEGER)
            text_printf(out, "        printf(\"%s = %%lld\\n\", (long long)app.%s);\n", name, name);
        else if (type->kind == C_ARRAY && type->target->kind == C_INTEGER)
            text_printf(
                out, "        for (int i = 0; i < %u; i++) printf(\"%s[%%d] = %%lld\\n\", i, (long long)app.%s[i]);\n",
                type->count, name, name);
    }
    text_add(out, "    }\n#endif\n");
}

/* What compilers say about conditions that are always the same. */
static const char TOLERATED[] = "/* What the application compares is its own affair. */\n"
                                "#pragma GCC diagnostic ignored \"-Wtype-limits\"\n"
                                "#pragma GCC diagnostic ignored \"-Wsign-compare\"\n"
                                "#pragma GCC diagnostic ignored \"-Wtautological-compare\"\n"
                                "#pragma GCC diagnostic ignored \"-Wbool-operation\"\n"
                                "#ifdef __clang__\n"
                                "#pragma GCC diagnostic ignored \"-Wconstant-logical-operand\"\n"
                                "#else\n"
                                "#pragma GCC diagnostic ignored \"-Wbool-compare\"\n"
                                "#pragma GCC diagnostic ignored \"-Wint-in-bool-context\"\n"
                                "#endif\n\n";

static void write_program(const struct sequential_parts *parts, struct text *out) {
    const struct sequential_graph *graph = parts->graph;
    struct text title = {0};
    text_add_visible(&title, parts->options->title ? parts->options->title : "",
                     parts->options->title ? strlen(parts->options->title) : 0, false);
    text_printf(
        out,
        "/* %s: an OSEK application as one sequential program, written by rtcheck app --engine sequential.\n"
        " *\n"
        " * The kernel is gone: %u of its states, %u nodes (places in the code where the kernel was at work) and\n"
        " * %zu points are labels and jumps. In front of every node stands what runs there, what led there, and who\n"
        " * else is under way. What services return is a constant behind each call. */\n",
        text_chars(&title), graph->kernel_count, graph->node_count, graph->points.count);
    text_free(&title);
    text_add(out, "#include <stdint.h>\n#include <string.h>\n\n");
    add_environment(parts, out);
    text_add(out, TOLERATED);
    add_complaints(parts, out);
    sequential_write_helpers(parts->helpers, out);
    add_choose(parts, out);
    text_add(out, "/* The application's variables, and the locals of whoever runs. */\n");
    sequential_declare(parts->names, out);
    text_add(out, "struct rt_app app");
    sequential_add_values(parts->names, out);
    text_add(out, ";\n\nint main(void)\n{\n");
    if (graph->start_count > 1) {
        text_printf(out, "    switch (choose(%u)) {\n", graph->start_count);
        for (uint32_t i = 0; i + 1 < graph->start_count; i++) text_printf(out, "    case %u: goto node_%u;\n", i, i);
        text_printf(out, "    default: goto node_%u;\n    }\n", graph->start_count - 1);
    }
    text_add(out, text_chars(parts->code));
    if (uses(parts, "goto over;")) text_add(out, "\nover:;\n");
    add_globals_told(parts, out);
    text_add(out, "    return 0;\n}\n");
}

/* ---- steps ---- */

static const char STEPS_BEGIN[] =
    "typedef signed char int8_t;\ntypedef unsigned char uint8_t;\ntypedef short int16_t;\n"
    "typedef unsigned short uint16_t;\ntypedef int int32_t;\ntypedef unsigned uint32_t;\n"
    "typedef long long int64_t;\ntypedef unsigned long long uint64_t;\n"
    "#define INT64_MAX 9223372036854775807ll\n#define INT64_MIN (-9223372036854775807ll - 1)\n"
    "void *memset(void *, int, unsigned long);\nvoid *memcpy(void *, const void *, unsigned long);\n"
    "struct rt_outcome {\n    unsigned fault;\n    int ended, pruned, chose;\n    int64_t input;\n};\n"
    "static unsigned rt_wrong;\nstatic int rt_over, rt_cut, rt_chose;\nstatic int64_t rt_input;\n"
    "static uint64_t (*rt_ask)(void *, uint64_t);\nstatic void *rt_context;\n"
    "static void fault(unsigned number) { if (!rt_wrong) rt_wrong = number; }\n"
    "static unsigned choose(unsigned count) { return (unsigned)rt_ask(rt_context, count); }\n"
    "static uint64_t rt_value(uint64_t span) { rt_chose = 1; return span ? rt_ask(rt_context, span + 1) : 0; }\n"
    "static unsigned rt_ended(void) { rt_over = 1; return 0; }\n"
    "static unsigned rt_pruned(void) { rt_cut = 1; return 0; }\n";

static const char STEPS_END[] =
    "static unsigned rt_step(unsigned char *state, unsigned from, uint64_t (*ask)(void *, uint64_t), void *context,\n"
    "                        struct rt_outcome *outcome)\n"
    "{\n"
    "    memcpy(&app, state, sizeof app);\n"
    "    rt_ask = ask;\n    rt_context = context;\n    rt_wrong = 0;\n    rt_over = rt_cut = rt_chose = 0;\n"
    "    rt_input = 0;\n"
    "    unsigned to = rt_run(from);\n"
    "    memcpy(state, &app, sizeof app);\n"
    "    outcome->fault = rt_wrong;\n    outcome->ended = rt_over;\n    outcome->pruned = rt_cut;\n"
    "    outcome->chose = rt_chose;\n    outcome->input = rt_input;\n"
    "    return to;\n"
    "}\n"
    "static void rt_initial(unsigned char *state) { memcpy(state, &rt_first, sizeof rt_first); }\n"
    "struct rt_code {\n"
    "    uint64_t size;\n    void (*initial)(unsigned char *);\n"
    "    unsigned (*step)(unsigned char *, unsigned, uint64_t (*)(void *, uint64_t), void *, struct rt_outcome *);\n"
    "};\n"
    "struct rt_code rt_code = {sizeof(struct rt_app), rt_initial, rt_step};\n";

static void write_steps(const struct sequential_parts *parts, struct text *out) {
    const struct sequential_graph *graph = parts->graph;
    text_add(out, STEPS_BEGIN);
    sequential_write_helpers(parts->helpers, out);
    sequential_declare(parts->names, out);
    text_add(out, "static struct rt_app app, rt_first");
    sequential_add_values(parts->names, out);
    text_add(out, ";\nstatic unsigned rt_run(unsigned from)\n{\n    switch (from) {\n");
    for (uint32_t i = 0; i < graph->points.count; i++) {
        if (!parts->stop[i]) continue;
        text_printf(out, graph->points.items[i].is_node ? "    case %u: goto node_%u;\n" : "    case %u: goto at_%u;\n",
                    i, i);
    }
    text_add(out, "    default: return 0;\n    }\n");
    text_add(out, text_chars(parts->code));
    text_add(out, "    return 0;\n}\n");
    text_add(out, STEPS_END);
}

void sequential_write_parts(const struct sequential_parts *parts, struct text *out) {
    if (parts->options->form == SEQUENTIAL_STEPS)
        write_steps(parts, out);
    else
        write_program(parts, out);
}
