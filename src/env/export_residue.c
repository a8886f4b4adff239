#include "env/export_residue.h"

#include "ocl/node.h"
#include "promela/fresh.h"

#include <inttypes.h>
#include <string.h>

/* Parts that do not ask the design are evaluated; the others are rewritten. A set that depends on the design's answers
 * is a condition for each object; an object or a bag that does cannot be put into Promela, and is refused. */

/* How tightly operators bind, loosest first. */
enum { LEVEL_OR = 1, LEVEL_AND, LEVEL_COMPARE, LEVEL_SUM, LEVEL_PRODUCT, LEVEL_UNARY, LEVEL_ATOM };

struct work {
    const struct ocl_world *world;
    struct residue_references *references;
    struct diagnostics *diagnostics;
    bool failed;
};

struct frame {
    struct work *work;
    unsigned self;
    int self_class;
    unsigned slots;
    struct residue values[OCL_MAX_SLOTS];
};

static const struct residue nothing = {.known = true};

static struct residue known(int64_t value) { return (struct residue){.known = true, .value = value}; }

static struct residue fail(const struct frame *frame, const struct ocl_node *node, const char *why) {
    if (!frame->work->failed)
        diag_error(frame->work->diagnostics, node->place, "this assertion cannot be put into Promela: %s", why);
    frame->work->failed = true;
    return nothing;
}

/* ---- parts that do not ask ---- */

static bool asks(const struct frame *frame, const struct ocl_node *node) {
    if (!node) return false;
    if (node->op == OCL_OP_REFERENCE) return true;
    if (node->op == OCL_OP_SLOT && !frame->values[node->slot].known) return true;
    if (node->op == OCL_OP_CALL && ocl_depends_on(frame->work->world->schema, node).references) return true;
    for (unsigned i = 0; i < node->count; i++)
        if (asks(frame, node->arguments[i])) return true;
    return asks(frame, node->first) || asks(frame, node->second) || asks(frame, node->third);
}

static struct residue evaluate(const struct frame *frame, const struct ocl_node *node) {
    struct ocl_expression expression = ocl_part(node, frame->slots, frame->self_class);
    int64_t slots[OCL_MAX_SLOTS];
    struct ocl_value value;
    const char *error;
    for (unsigned i = 0; i < frame->slots; i++) slots[i] = frame->values[i].value;
    if (!ocl_evaluate(&expression, frame->work->world, frame->self, slots, &value, &error))
        return fail(frame, node, error);
    return known(node->type.kind == OCL_SET ? (int64_t)value.set : value.number);
}

/* ---- texts ---- */

/* The operand of an operator that binds like `level`. */
static const char *operand(const struct frame *frame, struct residue residue, int level) {
    struct arena *arena = frame->work->references->arena;
    if (residue.known) return arena_printf(arena, residue.value < 0 ? "(%" PRId64 ")" : "%" PRId64, residue.value);
    return residue.level < level ? arena_printf(arena, "(%s)", residue.text) : residue.text;
}

static struct residue infix(const struct frame *frame, struct residue a, const char *symbol, struct residue b,
                            int level) {
    struct arena *arena = frame->work->references->arena;
    return (struct residue){
        .text = arena_printf(arena, "%s%s%s", operand(frame, a, level), symbol, operand(frame, b, level + 1)),
        .level = level};
}

static struct residue comparison(const struct frame *frame, struct residue a, const char *symbol, struct residue b) {
    static const char *const symbols[][2] = {{"==", "!="}, {"<", ">="}, {">", "<="}};
    struct residue result = infix(frame, a, symbol, b, LEVEL_COMPARE);
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        for (unsigned k = 0; k < 2; k++)
            if (strcmp(symbols[i][k], symbol) == 0)
                result.opposite = infix(frame, a, symbols[i][1 - k], b, LEVEL_COMPARE).text;
    return result;
}

static struct residue negation(const struct frame *frame, struct residue a) {
    if (a.known) return known(!a.value);
    if (a.opposite) return (struct residue){.text = a.opposite, .opposite = a.text, .level = a.level};
    return (struct residue){.text = arena_printf(frame->work->references->arena, "!%s", operand(frame, a, LEVEL_ATOM)),
                            .level = LEVEL_UNARY};
}

/* Spin, and we, take `a -> b : c` only in parentheses. */
static struct residue conditional(const struct frame *frame, struct residue condition, struct residue yes,
                                  struct residue no) {
    if (condition.known) return condition.value ? yes : no;
    if (yes.known && no.known && yes.value == no.value) return yes;
    return (struct residue){.text = arena_printf(frame->work->references->arena, "(%s -> %s : %s)",
                                                 operand(frame, condition, LEVEL_AND), operand(frame, yes, LEVEL_AND),
                                                 operand(frame, no, LEVEL_AND)),
                            .level = LEVEL_ATOM};
}

/* ---- logic ---- */

static struct residue both(const struct frame *frame, struct residue a, struct residue b) {
    if (a.known) return a.value ? b : a;
    if (b.known) return b.value ? a : b;
    return infix(frame, a, " && ", b, LEVEL_AND);
}

static struct residue either(const struct frame *frame, struct residue a, struct residue b) {
    if (a.known) return a.value ? a : b;
    if (b.known) return b.value ? b : a;
    return infix(frame, a, " || ", b, LEVEL_OR);
}

static struct residue same_truth(const struct frame *frame, struct residue a, struct residue b) {
    if (a.known) return a.value ? b : negation(frame, b);
    if (b.known) return b.value ? a : negation(frame, a);
    return infix(frame, a, " == ", b, LEVEL_COMPARE);
}

/* ---- single operations ---- */

static struct residue rewrite(const struct frame *frame, const struct ocl_node *node);

static struct residue rewrite_reference(const struct frame *frame, const struct ocl_node *node) {
    struct residue_references *references = frame->work->references;
    int64_t arguments[OCL_MAX_ARGUMENTS];
    for (unsigned i = 0; i < node->count; i++) {
        struct residue argument = rewrite(frame, node->arguments[i]);
        if (!argument.known) return fail(frame, node, "what is asked of the design depends on what it answers");
        arguments[i] = argument.value;
    }
    for (size_t i = 0; i < references->list.count; i++) {
        const struct residue_reference *known = &references->list.items[i];
        if (known->function == node->member &&
            (!node->count || memcmp(known->arguments, arguments, node->count * sizeof *arguments) == 0))
            return (struct residue){.text = known->name, .level = LEVEL_ATOM};
    }
    struct text name = {0};
    text_printf(&name, "ret_%s", frame->work->world->schema->functions.items[node->member].name);
    for (unsigned i = 0; i < node->count; i++)
        text_printf(&name, arguments[i] < 0 ? "_m%" PRIu64 : "_%" PRIu64,
                    (uint64_t)(arguments[i] < 0 ? -arguments[i] : arguments[i]));
    struct residue_reference reference = {node->member, fresh_name(references->names, text_chars(&name)), NULL};
    text_free(&name);
    reference.arguments = arena_new_array(references->arena, int64_t, node->count + 1u);
    memcpy(reference.arguments, arguments, node->count * sizeof *arguments);
    vec_push(&references->list, reference);
    return (struct residue){.text = reference.name, .level = LEVEL_ATOM};
}

static struct residue rewrite_call(const struct frame *frame, const struct ocl_node *node) {
    const struct ocl_expression *body = frame->work->world->schema->functions.items[node->member].body;
    struct frame *inner = memory_new(sizeof *inner);
    inner->work = frame->work;
    inner->self_class = -1;
    inner->slots = body->slots;
    for (unsigned i = 0; i < OCL_MAX_SLOTS; i++) inner->values[i].known = true;
    for (unsigned i = 0; i < node->count; i++) inner->values[i] = rewrite(frame, node->arguments[i]);
    struct residue result = rewrite(inner, body->root);
    free(inner);
    return result;
}

static struct residue rewrite_let(const struct frame *frame, const struct ocl_node *node) {
    struct frame *inner = memory_new(sizeof *inner);
    *inner = *frame;
    inner->values[node->slot] = rewrite(frame, node->first);
    struct residue result = rewrite(inner, node->second);
    free(inner);
    return result;
}

/* Where the first operand decides, the others need not have a value. */
static struct residue rewrite_connective(const struct frame *frame, const struct ocl_node *node) {
    struct residue first = rewrite(frame, node->first);
    if (node->op == OCL_OP_IF) {
        if (first.known) return rewrite(frame, first.value ? node->second : node->third);
        return conditional(frame, first, rewrite(frame, node->second), rewrite(frame, node->third));
    }
    if (node->op == OCL_OP_IMPLIES) first = negation(frame, first);
    bool decisive = node->op != OCL_OP_AND;
    if (first.known && (first.value != 0) == decisive) return first;
    struct residue second = rewrite(frame, node->second);
    return decisive ? either(frame, first, second) : both(frame, first, second);
}

static struct residue rewrite_arithmetic(const struct frame *frame, const struct ocl_node *node) {
    struct residue a = rewrite(frame, node->first), b = node->second ? rewrite(frame, node->second) : nothing;
    switch (node->op) {
    case OCL_OP_NEGATE: return infix(frame, known(0), "-", a, LEVEL_SUM);
    case OCL_OP_ABS:
        return conditional(frame, comparison(frame, a, "<", known(0)), infix(frame, known(0), "-", a, LEVEL_SUM), a);
    case OCL_OP_ADD: return infix(frame, a, "+", b, LEVEL_SUM);
    case OCL_OP_SUBTRACT: return infix(frame, a, "-", b, LEVEL_SUM);
    case OCL_OP_MULTIPLY: return infix(frame, a, "*", b, LEVEL_PRODUCT);
    case OCL_OP_LESSER: return conditional(frame, comparison(frame, a, "<", b), a, b);
    case OCL_OP_GREATER: return conditional(frame, comparison(frame, a, ">", b), a, b);
    case OCL_OP_LT: return comparison(frame, a, "<", b);
    case OCL_OP_LE: return comparison(frame, a, "<=", b);
    case OCL_OP_GT: return comparison(frame, a, ">", b);
    case OCL_OP_GE: return comparison(frame, a, ">=", b);
    default: return fail(frame, node, "it computes with the design's answers in a way that Promela does not have");
    }
}

/* Promela's / and % round towards 0, our div and mod do as well. */
static struct residue rewrite_division(const struct frame *frame, const struct ocl_node *node) {
    struct residue a = rewrite(frame, node->first), b = rewrite(frame, node->second);
    return infix(frame, a, node->op == OCL_OP_DIV ? "/" : "%", b, LEVEL_PRODUCT);
}

static struct residue rewrite_equality(const struct frame *frame, const struct ocl_node *node) {
    bool equal = node->op == OCL_OP_EQUAL;
    struct residue a = rewrite(frame, node->first), b = rewrite(frame, node->second);
    switch (node->first->type.kind) {
    case OCL_INTEGER: return comparison(frame, a, equal ? "==" : "!=", b);
    case OCL_BOOLEAN: return equal ? same_truth(frame, a, b) : negation(frame, same_truth(frame, a, b));
    default: return fail(frame, node, "it compares objects or sets that depend on the design's answers");
    }
}

/* ---- sets: a condition for each object ---- */

struct membership {
    unsigned count;
    struct residue of[64];
};

static void rewrite_set(const struct frame *frame, const struct ocl_node *node, struct membership *set);

/* The condition under which an object is in the set `node->first` and, with a body, the body's value for it. */
static void rewrite_iteration(const struct frame *frame, const struct ocl_node *node, struct membership *in,
                              struct membership *bodies) {
    struct frame *inner = memory_new(sizeof *inner);
    *inner = *frame;
    rewrite_set(frame, node->first, in);
    *bodies = (struct membership){.count = in->count};
    for (unsigned i = 0; i < in->count; i++) {
        bodies->of[i] = known(0);
        if (in->of[i].known && !in->of[i].value) continue;
        inner->values[node->slot] = known(i);
        bodies->of[i] = rewrite(inner, node->second);
    }
    free(inner);
}

static void rewrite_set(const struct frame *frame, const struct ocl_node *node, struct membership *set) {
    struct membership other;
    *set = (struct membership){.count = frame->work->world->sizes[node->type.class_index]};
    if (!asks(frame, node)) {
        uint64_t bits = (uint64_t)evaluate(frame, node).value;
        for (unsigned i = 0; i < set->count; i++) set->of[i] = known(bits >> i & 1);
        return;
    }
    switch (node->op) {
    case OCL_OP_SELECT:
    case OCL_OP_REJECT:
        rewrite_iteration(frame, node, set, &other);
        for (unsigned i = 0; i < set->count; i++)
            set->of[i] =
                both(frame, set->of[i], node->op == OCL_OP_SELECT ? other.of[i] : negation(frame, other.of[i]));
        break;
    case OCL_OP_UNION:
    case OCL_OP_INTERSECTION:
    case OCL_OP_DIFFERENCE:
        rewrite_set(frame, node->first, set);
        rewrite_set(frame, node->second, &other);
        for (unsigned i = 0; i < set->count; i++)
            set->of[i] = node->op == OCL_OP_UNION          ? either(frame, set->of[i], other.of[i])
                         : node->op == OCL_OP_INTERSECTION ? both(frame, set->of[i], other.of[i])
                                                           : both(frame, set->of[i], negation(frame, other.of[i]));
        break;
    default: fail(frame, node, "it has a set that depends on the design's answers in a way not provided for"); break;
    }
}

static struct residue count_of(const struct frame *frame, const struct membership *set) {
    struct residue sum = known(0);
    for (unsigned i = 0; i < set->count; i++) {
        struct residue one = conditional(frame, set->of[i], known(1), known(0));
        if (sum.known && one.known)
            sum = known(sum.value + one.value);
        else if (!one.known || one.value)
            sum = sum.known && !sum.value ? one : infix(frame, sum, "+", one, LEVEL_SUM);
    }
    return sum;
}

static struct residue any_of(const struct frame *frame, const struct membership *set) {
    struct residue any = known(0);
    for (unsigned i = 0; i < set->count; i++) any = either(frame, any, set->of[i]);
    return any;
}

static struct residue rewrite_quantifier(const struct frame *frame, const struct ocl_node *node) {
    struct membership in, bodies;
    rewrite_iteration(frame, node, &in, &bodies);
    struct residue all = known(1);
    for (unsigned i = 0; i < in.count; i++) {
        struct residue implied = either(frame, negation(frame, in.of[i]), bodies.of[i]);
        if (in.of[i].known && !in.of[i].value) implied = known(1);
        all = both(frame, all, implied);
        bodies.of[i] = both(frame, in.of[i], bodies.of[i]);
    }
    if (node->op == OCL_OP_FOR_ALL) return all;
    if (node->op == OCL_OP_EXISTS) return any_of(frame, &bodies);
    struct residue count = count_of(frame, &bodies);
    return count.known ? known(count.value == 1) : comparison(frame, count, "==", known(1));
}

static struct residue rewrite_set_question(const struct frame *frame, const struct ocl_node *node) {
    struct membership set;
    struct residue object;
    rewrite_set(frame, node->first, &set);
    switch (node->op) {
    case OCL_OP_SIZE: return count_of(frame, &set);
    case OCL_OP_IS_EMPTY: return negation(frame, any_of(frame, &set));
    case OCL_OP_NOT_EMPTY: return any_of(frame, &set);
    default:
        object = rewrite(frame, node->second);
        if (!object.known) return fail(frame, node, "it has an object that depends on the design's answers");
        struct residue in = object.value < 0 || object.value >= set.count ? known(0) : set.of[object.value];
        return node->op == OCL_OP_INCLUDES ? in : negation(frame, in);
    }
}

/* ---- all of them ---- */

static struct residue rewrite_asking(const struct frame *frame, const struct ocl_node *node) {
    switch (node->op) {
    case OCL_OP_REFERENCE: return rewrite_reference(frame, node);
    case OCL_OP_SLOT: return frame->values[node->slot];
    case OCL_OP_CALL: return rewrite_call(frame, node);
    case OCL_OP_LET: return rewrite_let(frame, node);
    case OCL_OP_NOT: return negation(frame, rewrite(frame, node->first));
    case OCL_OP_IF:
    case OCL_OP_AND:
    case OCL_OP_OR:
    case OCL_OP_IMPLIES: return rewrite_connective(frame, node);
    case OCL_OP_XOR:
        return negation(frame, same_truth(frame, rewrite(frame, node->first), rewrite(frame, node->second)));
    case OCL_OP_EQUAL:
    case OCL_OP_DIFFERENT: return rewrite_equality(frame, node);
    case OCL_OP_DIV:
    case OCL_OP_MOD: return rewrite_division(frame, node);
    case OCL_OP_EXISTS:
    case OCL_OP_FOR_ALL:
    case OCL_OP_ONE: return rewrite_quantifier(frame, node);
    case OCL_OP_SIZE:
    case OCL_OP_IS_EMPTY:
    case OCL_OP_NOT_EMPTY:
    case OCL_OP_INCLUDES:
    case OCL_OP_EXCLUDES: return rewrite_set_question(frame, node);
    default: return rewrite_arithmetic(frame, node);
    }
}

static struct residue rewrite(const struct frame *frame, const struct ocl_node *node) {
    if (frame->work->failed) return nothing;
    return asks(frame, node) ? rewrite_asking(frame, node) : evaluate(frame, node);
}

bool residue_of(const struct ocl_expression *assertion, const struct ocl_world *world, unsigned self,
                struct residue_references *references, struct diagnostics *diagnostics, struct residue *residue) {
    struct work work = {world, references, diagnostics, false};
    struct frame *frame = memory_new(sizeof *frame);
    frame->work = &work;
    frame->self = self;
    frame->self_class = assertion->self_class;
    frame->slots = assertion->slots;
    for (unsigned i = 0; i < OCL_MAX_SLOTS; i++) frame->values[i].known = true;
    *residue = rewrite(frame, assertion->root);
    free(frame);
    return !work.failed;
}

struct residue residue_both(struct residue_references *references, struct residue a, struct residue b) {
    struct work work = {.references = references};
    struct frame *frame = memory_new(sizeof *frame);
    frame->work = &work;
    struct residue result = both(frame, a, b);
    free(frame);
    return result;
}
