#include "base/word.h"
#include "cfront/lower/call.h"

#include <string.h>

bool call_must_not_be_reached(const char *name) {
    static const char *const names[] = {"__VERIFIER_error", "reach_error",   "abort",        "__assert_fail",
                                        "__assert",         "__assert_func", "__assert_rtn", NULL};
    return is_one_of(name, names);
}

bool call_ends_program(const char *name) {
    static const char *const names[] = {"exit", "_exit", "_Exit", "quick_exit", NULL};
    return is_one_of(name, names);
}

void call_emit_end(struct lower *lower, const char *name, struct place place) {
    struct c_instruction *instruction = lower_emit(lower, C_SERVICE, place);
    const char *text = arena_printf(lower->front->arena, "behind `%s` nothing runs any more, no hook either", name);
    instruction->service = OSEK_ProgramEnds;
    instruction->text = name;
    front_assume_once(lower->front, text);
}

void call_emit_no_return(struct lower *lower, const char *name, struct place place) {
    struct front *front = lower->front;
    label again = lower_new_label(lower), end = lower_new_label(lower);
    lower_place_label(lower, again);
    expression goes_on = lower_temporary(lower, type_int(front), place);
    lower_choose(lower, goes_on, 0, 1, place)->text = name;
    lower_branch(lower, build_load(front, goes_on, place), again, end, place);
    lower_place_label(lower, end);
    call_emit_end(lower, name, place);
}

bool call_does_not_return(struct front *front, const struct symbol *symbol) {
    for (size_t i = 0; i < front->endless_names.count; i++)
        if (!strcmp(front->endless_names.items[i], symbol->name)) return true;
    return strstr(front_text(front, front->clang.getTypeSpelling(front->clang.getCursorType(symbol->cursor))),
                  "noreturn") != NULL;
}

bool call_is_behind_missing(const struct lower *lower) {
    if (!lower->missing || lower->missing_end != lower->code.count || lower->unreachable) return false;
    for (size_t i = 0; i < lower->labels.count; i++)
        if (lower->labels.items[i] == lower->code.count) return false; /* other ways lead here */
    return true;
}
