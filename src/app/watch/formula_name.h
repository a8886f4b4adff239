/* Names in formulas: what they mean. */
#ifndef APP_WATCH_FORMULA_NAME_H
#define APP_WATCH_FORMULA_NAME_H

#include "app/watch/formula.h"

enum formula_kind {
    FORMULA_NOTHING,
    FORMULA_TASK,
    FORMULA_CONTEXT, /* a task, an ISR or a hook */
    FORMULA_RESOURCE,
    FORMULA_EVENT, /* its mask */
    FORMULA_ALARM,
    FORMULA_COUNTER,
    FORMULA_MODE,
    FORMULA_ANY_NUMBER
};
const char *formula_kind_word(enum formula_kind kind); /* "task" */
enum formula_kind formula_argument_kind(enum osek_service service, unsigned argument);

bool formula_find_name(const struct watch *watch, enum formula_kind kind, const char *name, uint64_t *value);
/* An enumerator, TRUE or FALSE. Sources may have enumerators of one name, with values of their own. */
enum formula_constant { FORMULA_NO_CONSTANT, FORMULA_CONSTANT, FORMULA_SEVERAL_CONSTANTS };
enum formula_constant formula_find_constant(const struct watch *watch, const char *name, int64_t *value);
/* Is an instruction on this line? */
bool formula_is_on_line(const struct c_instruction *instruction, const struct line_atom *line);
/* Have points at all code of the line. False if there is none. */
bool formula_watch_line(struct watch *watch, const struct line_atom *line);

#endif
