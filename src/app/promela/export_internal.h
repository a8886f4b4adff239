/* What the parts of the exporter share. */
#ifndef APP_PROMELA_EXPORT_INTERNAL_H
#define APP_PROMELA_EXPORT_INTERNAL_H

#include "app/analysis/bound.h"
#include "app/promela/export.h"
#include "app/promela/number.h"
#include "app/promela/word.h"
#include "app/subject/subject.h"
#include "base/vec.h"

/* A variable of C that has a name in Promela. The same local has another name in each inlined call. */
struct export_variable {
    const struct c_object *object;
    uint32_t instance; /* of the call; 0 for globals */
    const char *name;
};

/* A scalar inside a variable: records are flattened, arrays of them become arrays of their fields. */
struct export_leaf {
    const char *name;
    const char *path; /* in C, with the sizes of arrays */
    const struct c_type *type;
    const struct c_field *field; /* a bit-field, or NULL */
    uint32_t length;             /* of the array; 0: a scalar */
};
typedef void (*export_leaf_visit)(void *context, const struct export_leaf *leaf);

/* A call that is being written out. No function is among them twice. */
struct export_call {
    const struct c_function *function;
    uint32_t instance;
    const struct c_instruction *by; /* NULL: the kernel */
};

struct exporter {
    const struct subject *subject;
    const struct analysis *analysis;
    const struct watch *watch;
    const struct c_program *program;
    const struct osek_config *config;
    struct arena *arena;
    struct diagnostics *diagnostics;
    bool interrupts; /* something comes in between: every statement that others can see is guarded */
    bool requests;   /* the application requests interrupts itself */
    bool shares;     /* interrupt routines declare resources */
    bool *advanced;  /* by counter: it increments it itself */

    VEC(struct export_variable) variables;
    VEC(struct export_finding) findings;
    VEC(struct export_note) notes;
    VEC(const struct c_instruction *) marks;
    struct text globals, processes, startup /* declarations of what the model does first */;

    /* the process that is written now */
    struct text declarations, body;
    const char *guard;           /* "RUNS(t1)", "(level == 7)" */
    const char *who;             /* "t1" */
    uint32_t context;            /* the kernel's number of it; OSEK_NONE: a counter */
    uint32_t task;               /* its number for the kernel, from 1; 0: an interrupt routine */
    uint32_t isr, level;         /* of an interrupt routine: its number from 0, its level */
    unsigned category;           /* of an interrupt routine */
    enum osek_context_kind hook; /* whose code is written out there; OSEK_TASK: no hook's */
    enum osek_service failed;    /* the service after which ErrorHook is written */
    uint32_t instances;          /* calls inlined so far, in the whole model */
    uint32_t loads, most_loads;  /* variables load1, load2 ... of the statement, and of the process */
    const struct export_options *options;
    struct text before;            /* what has to be executed before the statement: loads, divisors */
    struct place told;             /* the last source line that stands in a comment */
    bool at_once;                  /* variables are read where they stand, without steps of their own */
    bool after_label;              /* the last thing written is a label */
    VEC(struct export_call) calls; /* being written out: recursion shows here */
    struct bindings bindings;      /* pointers that stand for addresses in these calls */
};

/* export_write.c: what all parts write with. Returns false. */
bool export_refuse(struct exporter *exporter, struct place place, const char *what);
/* Nothing is written yet of the process that comes now. */
void export_begin_code(struct exporter *exporter);
void export_add_declarations(struct exporter *exporter, const char *own);
void export_line(struct exporter *exporter, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A label of the process; the label before it gets a statement. */
void export_label(struct exporter *exporter, const char *name);
/* What has to come before the statement: loads. */
void export_before(struct exporter *exporter);
/* A mark in the text that says: this line can fail. It is not in the finished model. */
const char *export_finding(struct exporter *exporter, const char *kind, struct place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same for a line of which a replayed run tells more than it says. */
const char *export_noted(struct exporter *exporter, const struct export_note *note);
/* The text without its marks, as the model; what they marked learns its line. */
void export_settle_marks(struct exporter *exporter, const char *marked, struct app_export *out);

/* export_value.c: what is chosen from, both ends included. */
struct export_range {
    bool is_constant;
    int64_t first, last;    /* if it is */
    const char *low, *high; /* as Promela has them; NULL: these numbers */
};
/* The statement, in one line, that lets `variable` be any of the range: what comes from outside, under the name of
 * `input` (NULL: it has none) as an interaction for guides (promela/interactions.h). */
const char *export_selection(struct exporter *exporter, const char *variable, const char *input,
                             const struct export_range *range);

/* The application's name of an object if it can be a macro, otherwise its number, from 1. */
const char *export_identifier(struct exporter *exporter, const char *name, uint32_t number);
/* Others can see what the code that is written now does with it, or change it. */
bool export_is_shared(const struct exporter *exporter, const struct c_object *object);

/* export_config.c */
bool export_has_hook(const struct exporter *exporter, enum osek_context_kind hook);
bool export_check_limits(struct exporter *exporter); /* false: what cannot be said is in the diagnostics */
const char *export_task(struct exporter *exporter, uint32_t task);
const char *export_alarm(struct exporter *exporter, uint32_t alarm);
void export_add_names(struct exporter *exporter, struct text *out);
void export_add_configuration(struct exporter *exporter, struct text *out);
void export_add_autostart(struct exporter *exporter, struct text *out);
void export_add_telling(const struct exporter *exporter, struct text *out);

/* export_process.c: all processes, into exporter->processes. */
bool export_processes(struct exporter *exporter);
/* advance1() ...: what IncrementCounter does. */
void export_add_advances(struct exporter *exporter, struct text *out);

/* export_hook.c */
bool export_check_hooks(struct exporter *exporter); /* false: what cannot be said is in the diagnostics */
/* ErrorHook after a service whose answer is in `result`. */
bool export_error_hook(struct exporter *exporter, enum osek_service service);
bool export_shutdown_hook(struct exporter *exporter, const char *argument);
bool export_startup_hook(struct exporter *exporter,
                         struct text *out); /* for init; exporter->startup is declared there */
bool export_task_hooks(struct exporter *exporter);

/* export_ltl.c: "ltl formula1 { ... }", for a search with -DLIVENESS; false with an error if it cannot be said */
bool export_check_formulas(struct exporter *exporter);
bool export_formulas(struct exporter *exporter, struct text *out);

/* export_value.c: expressions and places as Promela text, appended to `out`; false with an error if it cannot be said
 */
bool export_value(struct exporter *exporter, const struct c_expression *value, uint32_t instance, struct text *out);
bool export_place(struct exporter *exporter, const struct c_expression *place, uint32_t instance, struct text *out);
/* Assigns: one statement for each scalar of target. */
/* Whether others, who may come at any moment, find a number as it was before or behind an access; it is refused if not.
 */
bool export_check_shared(struct exporter *exporter, const struct c_expression *place, const char *in_parts);
bool export_assignment(struct exporter *exporter, const struct c_expression *target, const struct c_expression *value,
                       uint32_t instance, struct text *out);

/* export_variable.c: names and declarations */
const char *export_name(struct exporter *exporter, const struct c_object *object, uint32_t instance);
bool export_declare(struct exporter *exporter, const struct c_object *object, uint32_t instance, struct text *out);
/* "x = 0; y = 0": of one variable, or of all of a call. */
bool export_reset(struct exporter *exporter, const struct c_object *object, uint32_t instance, struct text *out);
bool export_reset_all(struct exporter *exporter, uint32_t instance, struct text *out);
void export_list_globals(struct exporter *exporter, struct app_export *out);
void export_initial_values(struct exporter *exporter, struct text *out); /* of arrays and records */

/* export_code.c: a function's code */
bool export_function(struct exporter *exporter, const struct c_function *function, uint32_t instance);

/* export_service.c: a call of the operating system */
bool export_service(struct exporter *exporter, const struct c_instruction *instruction, uint32_t instance);
bool export_service_by_name(const char *name, enum osek_service *service);
bool export_service_has_identifier(enum osek_service service);
/* The check that an answer fails. */
const char *export_kind_of_answer(const struct subject *subject, enum osek_service service, enum osek_status status);
/* export_code.c, for export_service.c: target = a name in Promela. */
bool export_result(struct exporter *exporter, const struct c_expression *target, const char *name, uint32_t instance);

#endif
