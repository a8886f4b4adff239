#include "cfront/lower/call.h"

/* Our own bodies call themselves where they mean this, and are called where somebody may look at errno
 * (library_math.c).
 */
bool call_is_math(const struct lower *lower, const struct call *call) {
    const struct front *front = lower->front;
    enum real_function function;
    if (!call->symbol->is_library || !real_find(call->symbol->name, &function)) return false;
    return call->count == real_operands(function) &&
           (!front->library.has_errno || symbol_is_library(front, call->place));
}

expression call_math(struct lower *lower, const struct call *call, const expression *values) {
    struct front *front = lower->front;
    enum real_function function = REAL_FABS;
    real_find(call->symbol->name, &function);
    const struct c_type *type = type_of_cursor(front, call->symbol->cursor)->target;
    expression value = build_real_function(front, function, values, type, call->place);
    expression target = call->target ? call->target : lower_temporary(lower, call->result, call->place);
    lower_assign(lower, target, build_convert(front, value, call->result, call->place), call->place);
    return call_result(lower, call, target);
}
