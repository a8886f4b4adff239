/* Any number would do for a constant that nobody knows, but code that somebody has compiled and run tells more: what
 * numbers are shifted by is a count of bits, what divides is not 0, an index is one of its array, a time one of its
 * counter, and what is computed from constants alone fits in its type. Without that every such constant would be a
 * mistake of the program's. The ranges are told with the verdict. */
#include "cfront/unknown_constants.h"

#include "cfront/types.h"
#include "cfront/walk.h"

#include <string.h>

/* The object whose value this is, through conversions; NULL: it is no constant of ours. */
static struct c_object *constant_read(const struct front *front, const struct c_expression *e) {
    while (e && (e->kind == C_CONVERT || e->kind == C_LOAD)) e = e->left;
    if (!e || e->kind != C_OBJECT || e->object->storage != C_GLOBAL || !e->object->starts_with_any) return NULL;
    return e->object->type->kind == C_INTEGER ? front->globals.items[e->object->index] : NULL;
}

static void narrow(struct c_object *object, int64_t low, int64_t high) {
    int64_t least = object->low, most = object->high;
    if (!object->has_range) type_range(object->type, &least, &most);
    if (low < least) low = least;
    if (high > most) high = most;
    if (low > high) return;
    object->has_range = true;
    object->low = low, object->high = high;
}

/* How far it can be shifted to the left: what has a sign keeps it. */
static int64_t most_shift(const struct c_expression *left) {
    int64_t bits = (int64_t)left->type->size * 8 - (left->type->is_signed ? 2 : 1);
    const struct c_expression *value = left;
    while (value->kind == C_CONVERT) value = value->left;
    if (value->kind != C_CONSTANT || !left->type->is_signed) return bits;
    for (int64_t rest = value->integer; rest > 1; rest >>= 1) bits--;
    return bits;
}

static void learn(void *context, const struct c_expression *e) {
    struct front *front = context;
    struct c_object *constant = e->kind == C_BINARY || e->kind == C_INDEX ? constant_read(front, e->right) : NULL;
    if (!constant) return;
    if (e->kind == C_INDEX) {
        if (e->left->type->count) narrow(constant, 0, (int64_t)e->left->type->count - 1);
        return;
    }
    switch (e->op) {
    case C_SHIFT_LEFT: narrow(constant, 0, most_shift(e->left)); break;
    case C_SHIFT_RIGHT: narrow(constant, 0, (int64_t)e->left->type->size * 8 - 1); break;
    case C_DIVIDE:
    case C_REMAINDER: narrow(constant, 1, INT64_MAX); break;
    default: break;
    }
}

/* ---- Expressions of constants ---- */

typedef void constant_visit(struct c_object *constant);

static void pass(struct c_object *constant) { (void)constant; }

/* Adding and multiplying them does not lead out of their type: compilers would have warned. */
static void keep_small(struct c_object *constant) { narrow(constant, -CFRONT_SMALL, CFRONT_SMALL); }

/* Is it made of constants alone? Visits those that nobody knows; how many there are. -1: it is not. */
static int visit_constants(const struct front *front, const struct c_expression *e, constant_visit *visit) {
    struct c_object *constant = constant_read(front, e);
    if (constant) visit(constant);
    if (constant) return 1;
    if (e->kind == C_CONSTANT) return 0;
    if (e->kind == C_CONVERT || e->kind == C_UNARY) return visit_constants(front, e->left, visit);
    if (e->kind != C_BINARY) return -1;
    int left = visit_constants(front, e->left, visit), right = visit_constants(front, e->right, visit);
    return left < 0 || right < 0 ? -1 : left + right;
}

static void demand(struct front *front, const struct c_expression *value, int64_t low, int64_t high, bool is_not_0) {
    bool is_single = constant_read(front, value) != NULL; /* its range says so */
    if (is_single || value->type->kind != C_INTEGER || visit_constants(front, value, pass) <= 0) return;
    vec_push(&front->demands, ((struct c_demand){value, low, high, is_not_0}));
}

/* As of a single constant. */
static void learn_together(void *context, const struct c_expression *e) {
    struct front *front = context;
    bool may_leave = e->kind == C_BINARY && (e->op <= C_MULTIPLY || e->op == C_SHIFT_LEFT);
    if (may_leave && e->type->kind == C_INTEGER && e->type->is_signed && visit_constants(front, e, pass) > 0)
        visit_constants(front, e, keep_small);
    if (e->kind == C_INDEX && e->left->type->count)
        demand(front, e->right, 0, (int64_t)e->left->type->count - 1, false);
    if (e->kind != C_BINARY) return;
    if (e->op == C_DIVIDE || e->op == C_REMAINDER) demand(front, e->right, 0, 0, true);
    if (e->op == C_SHIFT_LEFT) demand(front, e->right, 0, most_shift(e->left), false);
    if (e->op == C_SHIFT_RIGHT) demand(front, e->right, 0, (int64_t)e->left->type->size * 8 - 1, false);
}

/* ---- Times, and names ---- */

static void narrow_argument(struct front *front, const struct c_instruction *call, uint32_t argument, int64_t low,
                            int64_t high) {
    struct c_object *constant = constant_read(front, call->arguments[argument]);
    if (constant) narrow(constant, low, high);
}

/* Times are some that the alarm's counter has. A cycle may be 0 where that is no gap in the range. */
static void learn_times(struct front *front, const struct c_instruction *call) {
    const struct osek_config *config = front->names->config;
    bool is_relative = call->kind == C_SERVICE && call->service == OSEK_SetRelAlarm;
    if (!is_relative && (call->kind != C_SERVICE || call->service != OSEK_SetAbsAlarm)) return;
    const struct c_expression *alarm = call->argument_count == 3 ? c_constant(call->arguments[0]) : NULL;
    if (!alarm || (uint64_t)alarm->integer >= config->alarm_count) return;
    const struct osek_counter *counter = &config->counters[config->alarms[alarm->integer].counter];
    narrow_argument(front, call, 1, is_relative, counter->max);
    narrow_argument(front, call, 2, counter->min_cycle > 1 ? counter->min_cycle : 0, counter->max);
}

/* Two that every header has as opposites would be the same number otherwise, now and then. */
static void learn_from_name(struct c_object *constant) {
    static const struct {
        const char *name;
        int64_t value;
    } usual[] = {{"LOW", 0},     {"HIGH", 1},   {"FALSE", 0}, {"TRUE", 1},
                 {"DISABLE", 0}, {"ENABLE", 1}, {"RESET", 0}, {"SET", 1}};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (!strcmp(constant->name, usual[i].name)) narrow(constant, usual[i].value, usual[i].value);
}

static void tell(struct front *front) {
    struct text text = {0}, named = {0};
    for (size_t i = 0; i < front->globals.count; i++) {
        const struct c_object *global = front->globals.items[i];
        if (!global->starts_with_any || !global->has_range) continue;
        if (global->low == global->high) {
            text_printf(&named, "%s`%s` is %lld", named.length ? ", " : "", global->name, (long long)global->low);
            continue;
        }
        text_printf(&text, "%s`%s` is from %lld to %lld", text.length ? ", " : "", global->name, (long long)global->low,
                    (long long)global->high);
    }
    if (text.length) front_assume(front, arena_printf(front->arena, "%s, as its use asks for", text_chars(&text)));
    if (named.length) front_assume(front, arena_text(front->arena, text_chars(&named)));
    if (front->demands.count)
        front_assume(front,
                     "constants that nobody knows are such that what divides, counts bits or is an index, and is "
                     "computed from them alone, can do that");
    text_free(&text);
    text_free(&named);
}

void unknown_constants_find(struct front *front) {
    for (size_t i = 0; i < front->globals.count; i++) {
        struct c_object *global = front->globals.items[i];
        const struct invention *invention = global->name ? invented_find(&front->invented, global->name) : NULL;
        if (!invention || invention->kind != INVENTED_CONSTANT) continue;
        global->starts_with_any = true;
        if (global->type->kind == C_INTEGER) learn_from_name(global);
    }
    if (!front->invented.list.count) return;
    for (size_t i = 0; i < front->functions.count; i++) {
        const struct c_function *function = front->functions.items[i];
        for (uint32_t n = 0; n < function->code_count; n++) {
            walk_instruction(&function->code[n], learn, front);
            walk_instruction(&function->code[n], learn_together, front);
            learn_times(front, &function->code[n]);
        }
    }
    tell(front);
}
