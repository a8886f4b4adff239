/* An application as Promela: the combination model of application and operating system (Zhang 2015, chapter 5).
 *
 * Tasks and interrupt routines become processes that talk to the process of the operating system
 * (models/osek/os_model.pml with the kernel of osek.pml) through waitForRun and taskAPI; the configuration becomes
 * configData(). What the application was loaded with counts: budgets, the mode, the checks that are on. What Promela
 * cannot say (pointers, floats, 64-bit numbers, recursion ...) is refused by name and place. */
#ifndef APP_PROMELA_EXPORT_H
#define APP_PROMELA_EXPORT_H

#include "app/watch/watch.h"
#include "base/text.h"
#include "base/vec.h"

/* A line of the model that can fail, and what it means. Strings belong to the export. */
struct export_finding {
    unsigned line;
    const char *kind; /* as a fault's; "service": whatever the last service's answer means */
    const char *message;
    struct place place;
    uint32_t context; /* whose code that is; OSEK_NONE: nobody's */
};

/* A line of the model, and the line of C whose statements follow it; of one that chooses a value, also what for. */
struct export_note {
    unsigned line;
    struct place place;
    const char *input;    /* NULL: none; "sensor", "a choice" */
    const char *variable; /* which gets the value, in Promela */
    const struct c_type *type;
};

/* A number among the globals of C: a variable, a field, or all elements of an array. */
struct export_global {
    const char *name; /* in Promela */
    const char *path; /* in C, with the sizes of arrays: "slots[4].id" */
    const struct c_type *type;
    const struct c_field *field; /* a bit-field, or NULL */
    uint32_t length;             /* of the array; 0: a scalar */
    int64_t initial;             /* of a scalar that is no part of anything; others are set when the model starts */
};

enum { EXPORT_MOST_PRINTED = 8 }; /* values in one line that the application prints */

/* Types, instructions and files of places belong to the application, everything else to the export. */
struct app_export {
    struct arena *arena;
    struct text model; /* it includes os_model.pml, which includes osek.pml */
    VEC(struct export_finding) findings;
    VEC(struct export_note) notes; /* by line */
    VEC(struct export_global) globals;
    VEC(const struct c_instruction *) marks; /* by number: the instructions that print */
};

struct export_options {
    const char *title;
    /* The text of a line of C, for comments; NULL: no comments, or no such line. */
    const char *(*source_line)(void *context, const char *file, unsigned line);
    void *context;
    bool without_formulas; /* the checks alone */
};

/* False with errors in `diagnostics`. Release with app_export_free() in any case. */
bool app_export(const struct watch *watch, const struct export_options *options, struct app_export *out,
                struct diagnostics *diagnostics);
void app_export_free(struct app_export *out);

/* The two files that it includes, as they are in models/osek. */
extern const char app_os_model_text[];
extern const char app_osek_kernel_text[];

#endif
