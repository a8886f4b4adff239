/* Variables of a run that Spin replays: what it prints of them (spin -p -g -l), as changes of variables of C. */
#ifndef APP_SPIN_SPIN_VARIABLE_H
#define APP_SPIN_SPIN_VARIABLE_H

#include "app/promela/export.h"

struct spin_variables;

struct spin_variables *spin_variables_new(const struct app_export *model, struct arena *arena);

/* "slots_id[2] = 7": true if this is another value than before; what it means in C goes to the texts. */
bool spin_variables_read(struct spin_variables *variables, const char *line, struct text *name, struct text *before,
                         struct text *after);
/* A number of this type, in words. */
void spin_variables_print(const struct c_type *type, const struct c_field *field, int64_t value, struct text *out);
/* The last note at or before this line of the model; NULL: none. */
const struct export_note *spin_note_at(const struct app_export *model, unsigned line);

#endif
