/* Random applications: three tasks, two ISRs, an alarm, a resource, sometimes a hook. */
#ifndef APP_TESTS_RANDOM_APP_H
#define APP_TESTS_RANDOM_APP_H

#include "scenario.h"

enum code { CODE_TASK, CODE_ISR, CODE_WITHOUT_SERVICES };

struct dice {
    uint64_t state;
};

static inline unsigned roll(struct dice *dice, unsigned sides) {
    dice->state = dice->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(dice->state >> 33) % sides;
}

static inline void write_value(struct dice *dice, struct text *out) {
    static const char *const values[] = {"x", "y", "z",       "a[x & 1]",    "*p",  "1",
                                         "2", "l", "(x + y)", "(y * 2 - z)", "s.a", "s.c"};
    text_add(out, values[roll(dice, 12)]);
}

static inline void write_place(struct dice *dice, struct text *out) {
    static const char *const places[] = {"x", "y", "z", "a[y & 1]", "*p", "l", "x", "s.c"};
    text_add(out, places[roll(dice, 8)]);
}

static inline void write_statements(struct dice *dice, unsigned depth, enum code code, struct text *out);

static inline void write_assignment(struct dice *dice, struct text *out) {
    write_place(dice, out);
    text_add(out, " = (");
    write_value(dice, out);
    text_add(out, " + ");
    write_value(dice, out);
    text_add(out, ") & 3;\n");
}

static inline void write_statement(struct dice *dice, unsigned depth, enum code code, struct text *out) {
    switch (roll(dice, depth ? 12 : 6)) {
    case 0:
        if (code == CODE_WITHOUT_SERVICES) break;
        text_add(out, roll(dice, 2) ? "if (ActivateTask(u)) y = 1;\n" : "if (ActivateTask(v)) y = 1;\n");
        break;
    case 1: text_printf(out, "p = %s;\n", (const char *[]){"&x", "&z", "&x", "&l"}[roll(dice, 4)]); break;
    case 3:
        text_printf(out, "put(%s, ", (const char *[]){"&l", "&y", "p"}[roll(dice, 3)]);
        write_value(dice, out);
        text_add(out, ");\n");
        break;
    case 2: text_add(out, roll(dice, 2) ? "s = k;\n" : "k = s;\n"); break;
    case 6:
        text_add(out, "if (");
        write_value(dice, out);
        text_add(out, " == ");
        write_value(dice, out);
        text_add(out, ") {\n");
        write_statements(dice, depth - 1, code, out);
        text_add(out, "}\n");
        break;
    case 7:
        text_add(out, "SuspendAllInterrupts();\n");
        write_assignment(dice, out);
        write_assignment(dice, out);
        text_add(out, "ResumeAllInterrupts();\n");
        break;
    case 8:
        if (code != CODE_TASK) break;
        text_add(out, "GetResource(r);\n");
        write_assignment(dice, out);
        write_assignment(dice, out);
        text_add(out, "ReleaseResource(r);\n");
        break;
    case 9:
        text_add(out, "assert(");
        write_value(dice, out);
        text_add(out, " < 7);\n");
        break;
    default: write_assignment(dice, out);
    }
}

static inline void write_statements(struct dice *dice, unsigned depth, enum code code, struct text *out) {
    for (unsigned i = roll(dice, 3) + 1; i; i--) write_statement(dice, depth, code, out);
}

static inline void write_body(struct dice *dice, const char *head, enum code code, struct text *out) {
    text_printf(out, "%s {\nint l = 0;\n", head);
    write_statements(dice, 2, code, out);
    text_add(out, code == CODE_TASK ? "TerminateTask();\n}\n" : "}\n");
}

struct application {
    struct text oil, source;
};

static inline void write_source(struct dice *dice, bool first_category, bool hook, struct text *out) {
    text_add(out, HEAD "int x, y, z, a[2], *p = &x; struct { int a, b, c; } s, k = {1, 1, 1};\n"
                       "static void put(int *to, int value) { *to = value & 3; }\n");
    write_body(dice, "TASK(t)", CODE_TASK, out);
    write_body(dice, "TASK(u)", CODE_TASK, out);
    write_body(dice, "TASK(v)", CODE_TASK, out);
    write_body(dice, "ISR(i)", CODE_ISR, out);
    write_body(dice, "ISR(j)", first_category ? CODE_WITHOUT_SERVICES : CODE_ISR, out);
    if (hook) write_body(dice, "void ErrorHook(StatusType e)", CODE_WITHOUT_SERVICES, out);
}

/* The ISRs may have the same level; task u may not be preemptable; an alarm activates v, and its counter may tick above
 * the ISRs. */
static inline struct application write_application(unsigned seed) {
    struct dice dice = {seed * 7919u + 17};
    struct application application = {0};
    bool first_category = roll(&dice, 4) == 0, hook = roll(&dice, 3) == 0;
    text_printf(&application.oil,
                "CPU c { OS o { STATUS = EXTENDED; STARTUPHOOK = FALSE; SHUTDOWNHOOK = FALSE; ERRORHOOK = %s; "
                "PRETASKHOOK = FALSE; POSTTASKHOOK = FALSE; USEGETSERVICEID = FALSE; USEPARAMETERACCESS = FALSE; "
                "USERESSCHEDULER = FALSE; }; APPMODE std {}; RESOURCE r { RESOURCEPROPERTY = STANDARD; };\n"
                "COUNTER c { MAXALLOWEDVALUE = 100; TICKSPERBASE = 1; MINCYCLE = 1; %s};\n"
                "ALARM al { COUNTER = c; ACTION = ACTIVATETASK { TASK = v; }; AUTOSTART = %s; };\n"
                "TASK t { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; " AUTO " RESOURCE = r; };\n"
                "TASK u { PRIORITY = 3; ACTIVATION = %u; SCHEDULE = %s; " LATER " };\n"
                "TASK v { PRIORITY = %u; ACTIVATION = 1; SCHEDULE = FULL; " LATER " RESOURCE = r; };\n"
                "ISR i { CATEGORY = 2; }; ISR j { CATEGORY = %d; };\n};\n",
                hook ? "TRUE" : "FALSE", seed % 3 == 1 ? "PRIORITY = 1; " : "",
                roll(&dice, 2) ? "TRUE { APPMODE = std; ALARMTIME = 3; CYCLETIME = 0; }" : "FALSE", roll(&dice, 2) + 1,
                roll(&dice, 2) ? "FULL" : "NON", roll(&dice, 2) ? 1 : 4, first_category ? 1 : 2);
    write_source(&dice, first_category, hook, &application.source);
    return application;
}

static inline void application_free(struct application *application) {
    text_free(&application->oil);
    text_free(&application->source);
}

#endif
