/* Code for expressions.
 *
 * Invariant of the text: a statement is reached only while machine->failure is NULL. What fails sets it and goes to the
 * label of the region it is in: L0, where the function ends, or that of the connective or quantifier around it, which
 * may go on without the value. Values are temporaries (t0, t1 ...) of the function; locals live in its frame, so that
 * the interpreter can be asked for any node. */
#include "ocl/compile.h"

#include "ocl/machine.h"
#include "ocl/memo.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

/* Functions call each other up to OCL_MAX_CALL_DEPTH deep: what needs more of the stack than this is interpreted. */
enum { MOST_FRAME_BYTES = 2048, VALUE_BYTES = 8 };

struct ocl_code {
    struct jit *jit;
    struct ocl_expression **expressions;
    size_t count;
};

struct writer {
    const struct ocl_schema *schema;
    struct arena *arena; /* of operands */
    struct text body;    /* of the function under way */
    unsigned temporaries, labels;
    size_t frame_bytes;
    unsigned char *function_fails; /* by function: 0: not known yet, 1: never, 2: it may */
    bool is_object[OCL_MAX_SLOTS]; /* locals that are never null: variables of iterators */
    VEC(unsigned) state_classes;   /* whose objects' states the function looks at */
};

/* How a value is written: an expression without effects that cannot fail, and whose locals stay as they are while it is
 * used. */
typedef const char *operand;

static operand generate(struct writer *w, const struct ocl_node *node, unsigned region);

/* ---- what may fail ---- */

static bool may_fail(struct writer *w, const struct ocl_node *node);

static bool function_may_fail(struct writer *w, unsigned function) {
    if (!w->function_fails[function]) {
        bool outer[OCL_MAX_SLOTS];
        memcpy(outer, w->is_object, sizeof outer);
        memset(w->is_object, 0, sizeof w->is_object);
        w->function_fails[function] = may_fail(w, w->schema->functions.items[function].body->root) ? 2 : 1;
        memcpy(w->is_object, outer, sizeof outer);
    }
    return w->function_fails[function] == 2;
}

static bool is_object(const struct writer *w, const struct ocl_node *node) {
    return node->op == OCL_OP_SELF || (node->op == OCL_OP_SLOT && w->is_object[node->slot]);
}

static bool body_may_fail(struct writer *w, const struct ocl_node *node) {
    bool before = w->is_object[node->slot];
    w->is_object[node->slot] = true;
    bool fails = may_fail(w, node->second);
    w->is_object[node->slot] = before;
    return fails;
}

static const char *format_of(enum ocl_op op);

static bool may_fail(struct writer *w, const struct ocl_node *node) {
    switch (node->op) {
    case OCL_OP_NUMBER:
    case OCL_OP_CONSTANT:
    case OCL_OP_SELF:
    case OCL_OP_SLOT:
    case OCL_OP_ALL: return false;
    case OCL_OP_ID:
    case OCL_OP_MEMBER:
    case OCL_OP_STATE: return !is_object(w, node->first);
    case OCL_OP_CALL:
        for (unsigned i = 0; i < node->count; i++)
            if (may_fail(w, node->arguments[i])) return true;
        return function_may_fail(w, node->member);
    case OCL_OP_NOT:
    case OCL_OP_SIZE:
    case OCL_OP_IS_EMPTY:
    case OCL_OP_NOT_EMPTY:
    case OCL_OP_AS_SET: return may_fail(w, node->first);
    case OCL_OP_AND:
    case OCL_OP_OR:
    case OCL_OP_IMPLIES: return may_fail(w, node->first) || may_fail(w, node->second);
    case OCL_OP_IF: return may_fail(w, node->first) || may_fail(w, node->second) || may_fail(w, node->third);
    case OCL_OP_EXISTS:
    case OCL_OP_FOR_ALL:
    case OCL_OP_ONE:
    case OCL_OP_SELECT:
    case OCL_OP_REJECT:
    case OCL_OP_COLLECT_SET: return may_fail(w, node->first) || body_may_fail(w, node);
    default: return !format_of(node->op) || may_fail(w, node->first) || may_fail(w, node->second);
    }
}

/* ---- small parts ---- */

static operand new_temporary(struct writer *w) {
    w->frame_bytes += VALUE_BYTES;
    return arena_printf(w->arena, "t%u", w->temporaries++);
}

static unsigned new_label(struct writer *w) { return ++w->labels; }

static operand literal(struct writer *w, int64_t number) {
    if (number == INT64_MIN) return "(-9223372036854775807LL - 1)";
    return arena_printf(w->arena, "%" PRId64 "LL", number);
}

static void write_failure(struct writer *w, const struct ocl_node *node, const char *condition, unsigned region) {
    const char *failure = node->failure ? node->failure : ocl_cannot_evaluate;
    text_printf(&w->body, "if (%s) { m->failure = (const char *)%pULL; goto L%u; }\n", condition, (const void *)failure,
                region);
}

/* The interpreter's answer. */
static operand interpreted(struct writer *w, const struct ocl_node *node, unsigned region) {
    operand to = new_temporary(w);
    text_printf(&w->body,
                "m->self = self; %s = m->interpret(m, (const void *)%pULL, frame);\nif (m->failure) goto L%u;\n", to,
                (const void *)node, region);
    return to;
}

/* ---- objects ---- */

static void note_states(struct writer *w, unsigned class_index) {
    for (size_t i = 0; i < w->state_classes.count; i++)
        if (w->state_classes.items[i] == class_index) return;
    vec_push(&w->state_classes, class_index);
}

static operand look_at(struct writer *w, const struct ocl_node *node, unsigned region) {
    operand object = generate(w, node->first, region);
    if (!is_object(w, node->first)) write_failure(w, node, arena_printf(w->arena, "%s < 0", object), region);
    if (node->op == OCL_OP_ID) return arena_printf(w->arena, "(%s + 1)", object);
    if (node->op == OCL_OP_MEMBER)
        return arena_printf(w->arena, "world->values[%u][%s * %u + %u]", node->class_index, object, node->stride,
                            node->member);
    note_states(w, node->class_index);
    return arena_printf(w->arena, "(world->states[%u][%s] == %u)", node->class_index, object, node->member);
}

/* ---- calls ---- */

static void write_arguments(struct writer *w, const struct ocl_node *node, unsigned frame, unsigned slots,
                            unsigned region) {
    w->frame_bytes += slots * VALUE_BYTES;
    text_printf(&w->body, "{ i64 inner%u[%u];\n", frame, slots);
    for (unsigned i = 0; i < node->count; i++) {
        operand argument = generate(w, node->arguments[i], region);
        text_printf(&w->body, "inner%u[%u] = %s;\n", frame, i, argument);
    }
}

static operand call_function(struct writer *w, const struct ocl_node *node, unsigned region) {
    const struct ocl_expression *body = w->schema->functions.items[node->member].body;
    operand to = new_temporary(w);
    unsigned frame = new_label(w);
    write_arguments(w, node, frame, body->slots + 1, region);
    text_printf(&w->body, "%s = f%u(m, inner%u);\n}\n", to, node->member, frame);
    if (function_may_fail(w, node->member)) text_printf(&w->body, "if (m->failure) goto L%u;\n", region);
    return to;
}

static operand ask_target(struct writer *w, const struct ocl_node *node, unsigned region) {
    operand to = new_temporary(w);
    unsigned frame = new_label(w);
    write_failure(w, node, "!world->reference", region);
    write_arguments(w, node, frame, node->count + 1u, region);
    text_printf(&w->body, "%s = world->reference(world->context, %u, inner%u)%s;\n}\n", to, node->member, frame,
                node->type.kind == OCL_BOOLEAN ? " != 0" : "");
    return to;
}

/* ---- and, or, implies: either side may decide, though the other fails ---- */

struct decision {
    int left, right, decided; /* a side with this value decides, and then the whole has that one */
};

static operand connect_simply(struct writer *w, const struct ocl_node *node, unsigned region,
                              const struct decision *decision) {
    operand to = new_temporary(w), left = generate(w, node->first, region);
    text_printf(&w->body, "%s = %d;\nif (%s != %d) {\n", to, decision->decided, left, decision->left);
    operand right = generate(w, node->second, region);
    text_printf(&w->body, "if (%s != %d) %s = %d;\n}\n", right, decision->right, to, !decision->decided);
    return to;
}

static operand connect(struct writer *w, const struct ocl_node *node, unsigned region,
                       const struct decision *decision) {
    if (!may_fail(w, node->first)) return connect_simply(w, node, region, decision);
    operand to = new_temporary(w);
    unsigned left_failed = new_label(w), on = new_label(w), right_failed = new_label(w), done = new_label(w);
    w->frame_bytes += VALUE_BYTES;
    text_printf(&w->body, "{ const char *first%u = 0;\n%s = %d;\n", done, to, decision->decided);
    operand left = generate(w, node->first, left_failed);
    text_printf(&w->body, "if (%s == %d) goto L%u;\ngoto L%u;\n", left, decision->left, done, on);
    text_printf(&w->body, "L%u: first%u = m->failure; m->failure = 0;\nL%u:;\n", left_failed, done, on);
    operand right = generate(w, node->second, right_failed);
    text_printf(&w->body, "if (%s == %d) goto L%u;\n", right, decision->right, done);
    text_printf(&w->body, "if (first%u) { m->failure = first%u; goto L%u; }\n%s = %d; goto L%u;\n", done, done, region,
                to, !decision->decided, done);
    text_printf(&w->body, "L%u: if (first%u) m->failure = first%u;\ngoto L%u;\nL%u:;\n}\n", right_failed, done, done,
                region, done);
    return to;
}

/* ---- over sets ---- */

/* Begins a loop over the objects of the node's set, with its variable in the frame; two braces end it. */
static unsigned begin_loop(struct writer *w, const struct ocl_node *node, unsigned region) {
    operand set = generate(w, node->first, region);
    unsigned loop = new_label(w);
    w->frame_bytes += 2 * VALUE_BYTES;
    text_printf(&w->body,
                "{ u64 rest%u = (u64)%s; i64 object%u = 0;\nfor (; rest%u; rest%u >>= 1, object%u++) {\n"
                "if (!(rest%u & 1)) continue;\nframe[%u] = object%u;\n",
                loop, set, loop, loop, loop, loop, loop, node->slot, loop);
    return loop;
}

static operand generate_body(struct writer *w, const struct ocl_node *node, unsigned region) {
    bool before = w->is_object[node->slot];
    w->is_object[node->slot] = true;
    operand value = generate(w, node->second, region);
    w->is_object[node->slot] = before;
    return value;
}

static operand quantify_simply(struct writer *w, const struct ocl_node *node, unsigned region) {
    operand to = new_temporary(w);
    int decisive = node->op == OCL_OP_EXISTS;
    text_printf(&w->body, "%s = %d;\n", to, !decisive);
    begin_loop(w, node, region);
    operand value = generate_body(w, node, region);
    text_printf(&w->body, "if (%s == %d) { %s = %d; break; }\n}\n}\n", value, decisive, to, decisive);
    return to;
}

static operand quantify(struct writer *w, const struct ocl_node *node, unsigned region) {
    if (!body_may_fail(w, node)) return quantify_simply(w, node, region);
    operand to = new_temporary(w);
    int decisive = node->op == OCL_OP_EXISTS;
    unsigned failed = new_label(w), done = new_label(w);
    w->frame_bytes += VALUE_BYTES;
    text_printf(&w->body, "{ const char *first%u = 0;\n%s = %d;\n", done, to, decisive);
    begin_loop(w, node, region);
    operand value = generate_body(w, node, failed);
    text_printf(&w->body, "if (%s == %d) goto L%u;\ncontinue;\n", value, decisive, done);
    text_printf(&w->body, "L%u: if (!first%u) first%u = m->failure;\nm->failure = 0;\n}\n}\n", failed, done, done);
    text_printf(&w->body, "if (first%u) { m->failure = first%u; goto L%u; }\n%s = %d;\nL%u:;\n}\n", done, done, region,
                to, !decisive, done);
    return to;
}

static operand gather(struct writer *w, const struct ocl_node *node, unsigned region) {
    operand to = new_temporary(w);
    text_printf(&w->body, "%s = 0;\n", to);
    unsigned loop = begin_loop(w, node, region);
    operand value = generate_body(w, node, region);
    if (node->op == OCL_OP_ONE)
        text_printf(&w->body, "%s += %s != 0;\n}\n}\n%s = %s == 1;\n", to, value, to, to);
    else if (node->op == OCL_OP_COLLECT_SET)
        text_printf(&w->body, node->second->type.kind == OCL_SET ? "%s |= %s;\n}\n}\n" : "%s |= bit_of(%s);\n}\n}\n",
                    to, value);
    else
        text_printf(&w->body, "if (%s == %d) %s |= (i64)(1ULL << object%u);\n}\n}\n", value, node->op == OCL_OP_SELECT,
                    to, loop);
    return to;
}

/* ---- operations on values ---- */

static operand on_one(struct writer *w, const struct ocl_node *node, unsigned region) {
    operand a = generate(w, node->first, region);
    switch (node->op) {
    case OCL_OP_NOT:
    case OCL_OP_IS_EMPTY: return arena_printf(w->arena, "(%s == 0)", a);
    case OCL_OP_NOT_EMPTY: return arena_printf(w->arena, "(%s != 0)", a);
    case OCL_OP_SIZE: return arena_printf(w->arena, "size_of(%s)", a);
    default: return arena_printf(w->arena, "bit_of(%s)", a); /* AS_SET */
    }
}

/* How an operation on two values that does not fail itself is written; NULL: it is not such a one. */
static const char *format_of(enum ocl_op op) {
    switch (op) {
    case OCL_OP_LT: return "(%s < %s)";
    case OCL_OP_LE: return "(%s <= %s)";
    case OCL_OP_GT: return "(%s > %s)";
    case OCL_OP_GE: return "(%s >= %s)";
    case OCL_OP_EQUAL: return "(%s == %s)";
    case OCL_OP_XOR:
    case OCL_OP_DIFFERENT: return "(%s != %s)";
    case OCL_OP_LESSER: return "lesser(%s, %s)";
    case OCL_OP_GREATER: return "greater(%s, %s)";
    case OCL_OP_INCLUDES: return "((%s & bit_of(%s)) != 0)";
    case OCL_OP_EXCLUDES: return "((%s & bit_of(%s)) == 0)";
    case OCL_OP_INCLUDES_ALL: return "((~%s & %s) == 0)";
    case OCL_OP_EXCLUDES_ALL: return "((%s & %s) == 0)";
    case OCL_OP_UNION: return "(%s | %s)";
    case OCL_OP_INTERSECTION: return "(%s & %s)";
    case OCL_OP_DIFFERENCE: return "(%s & ~%s)";
    case OCL_OP_SYMMETRIC: return "(%s ^ %s)";
    case OCL_OP_EXCLUDING: return "(%s & ~bit_of(%s))";
    default: return NULL;
    }
}

static operand on_two(struct writer *w, const struct ocl_node *node, unsigned region) {
    operand a = generate(w, node->first, region);
    operand b = generate(w, node->second, region);
    return arena_printf(w->arena, format_of(node->op), a, b); // NOLINT(clang-diagnostic-format-nonliteral)
}

/* Addition and subtraction: beyond 64 bits they fail. */
static operand add(struct writer *w, const struct ocl_node *node, unsigned region) {
    operand a = generate(w, node->first, region);
    operand b = generate(w, node->second, region);
    operand to = new_temporary(w);
    bool adds = node->op == OCL_OP_ADD;
    text_printf(&w->body, "%s = (i64)((u64)%s %c (u64)%s);\n", to, a, adds ? '+' : '-', b);
    write_failure(w, node, arena_printf(w->arena, "((%s ^ %s) & (%s ^ %s)) < 0", a, adds ? to : b, adds ? b : a, to),
                  region);
    return to;
}

/* ---- all of them ---- */

static operand choose(struct writer *w, const struct ocl_node *node, unsigned region) {
    operand to = new_temporary(w), condition = generate(w, node->first, region);
    text_printf(&w->body, "if (%s) {\n", condition);
    operand yes = generate(w, node->second, region);
    text_printf(&w->body, "%s = %s;\n} else {\n", to, yes);
    operand no = generate(w, node->third, region);
    text_printf(&w->body, "%s = %s;\n}\n", to, no);
    return to;
}

static operand let(struct writer *w, const struct ocl_node *node, unsigned region) {
    if (node->first->type.kind == OCL_INTEGERS) return interpreted(w, node, region);
    operand to = new_temporary(w), value = generate(w, node->first, region);
    text_printf(&w->body, "frame[%u] = %s;\n", node->slot, value);
    operand result = generate(w, node->second, region);
    text_printf(&w->body, "%s = %s;\n", to, result); /* the local's slot may soon be another's */
    return to;
}

static operand generate(struct writer *w, const struct ocl_node *node, unsigned region) {
    switch (node->op) {
    case OCL_OP_NUMBER:
    case OCL_OP_CONSTANT: return literal(w, node->number);
    case OCL_OP_SELF: return "self";
    case OCL_OP_SLOT: return arena_printf(w->arena, "frame[%u]", node->slot);
    case OCL_OP_ALL: return arena_printf(w->arena, "all_of(world->sizes[%u])", node->class_index);
    case OCL_OP_ID:
    case OCL_OP_MEMBER:
    case OCL_OP_STATE: return look_at(w, node, region);
    case OCL_OP_CALL: return call_function(w, node, region);
    case OCL_OP_REFERENCE: return ask_target(w, node, region);
    case OCL_OP_NOT:
    case OCL_OP_SIZE:
    case OCL_OP_IS_EMPTY:
    case OCL_OP_NOT_EMPTY:
    case OCL_OP_AS_SET: return on_one(w, node, region);
    case OCL_OP_AND: return connect(w, node, region, &(struct decision){0, 0, 0});
    case OCL_OP_OR: return connect(w, node, region, &(struct decision){1, 1, 1});
    case OCL_OP_IMPLIES: return connect(w, node, region, &(struct decision){0, 1, 1});
    case OCL_OP_IF: return choose(w, node, region);
    case OCL_OP_LET: return let(w, node, region);
    case OCL_OP_EXISTS:
    case OCL_OP_FOR_ALL: return quantify(w, node, region);
    case OCL_OP_ONE:
    case OCL_OP_SELECT:
    case OCL_OP_REJECT:
    case OCL_OP_COLLECT_SET: return gather(w, node, region);
    case OCL_OP_ADD:
    case OCL_OP_SUBTRACT: return add(w, node, region);
    default: return format_of(node->op) ? on_two(w, node, region) : interpreted(w, node, region);
    }
}

/* ---- the text ---- */

/* The declarations of ocl_machine, ocl_world and ocl_memo. */
static const char prelude[] =
    "typedef long long i64; typedef unsigned long long u64;\n"
    "struct memo { u64 now; unsigned char *usable; u64 *times; i64 *values; };\n"
    "struct world { const void *schema; const unsigned *sizes; const i64 *const *values;\n"
    "  const unsigned char *const *states; i64 (*reference)(void *, unsigned, const i64 *); void *context;\n"
    "  unsigned char *choices; struct memo *memo; };\n"
    "struct machine { const struct world *world; const char *failure; i64 self;\n"
    "  i64 (*interpret)(struct machine *, const void *, i64 *); };\n"
    "static i64 all_of(unsigned count) { return count >= 64 ? -1 : (i64)((1ULL << count) - 1); }\n"
    "static i64 bit_of(i64 object) { return object < 0 ? 0 : (i64)(1ULL << object); }\n"
    "static i64 lesser(i64 a, i64 b) { return a < b ? a : b; }\n"
    "static i64 greater(i64 a, i64 b) { return a > b ? a : b; }\n"
    "static i64 size_of(i64 set) { u64 s = (u64)set; i64 n = 0; for (; s; s &= s - 1) n++; return n; }\n";

#define SAME_PLACE(type, member, words)                                                                                \
    _Static_assert(offsetof(struct type, member) == (words) * sizeof(void *), "as in the text of compiled code")
SAME_PLACE(ocl_world, sizes, 1);
SAME_PLACE(ocl_world, values, 2);
SAME_PLACE(ocl_world, states, 3);
SAME_PLACE(ocl_world, reference, 4);
SAME_PLACE(ocl_world, context, 5);
SAME_PLACE(ocl_world, choices, 6);
SAME_PLACE(ocl_world, memo, 7);
SAME_PLACE(ocl_memo, usable, 1);
SAME_PLACE(ocl_memo, times, 2);
SAME_PLACE(ocl_memo, values, 3);
SAME_PLACE(ocl_machine, failure, 1);
SAME_PLACE(ocl_machine, self, 2);
SAME_PLACE(ocl_machine, interpret, 3);

/* From the function's first declarations to its end; `keep` is done with the result. Where objects have no states, the
 * interpreter says what fails. */
static void write_body(struct writer *w, const struct ocl_node *root, const char *keep, struct text *out) {
    w->temporaries = w->labels = 0;
    w->frame_bytes = 0;
    text_clear(&w->body);
    vec_clear(&w->state_classes);
    operand value = generate(w, root, 0);
    if (w->frame_bytes > MOST_FRAME_BYTES) {
        w->temporaries = 0;
        text_clear(&w->body);
        value = interpreted(w, root, 0);
    }
    text_add(out, "const struct world *world = m->world; i64 result");
    for (unsigned i = 0; i < w->temporaries; i++) text_printf(out, ", t%u", i);
    text_add(out, ";\n");
    for (size_t i = 0; i < w->state_classes.count; i++)
        text_printf(out,
                    "if (!world->states || !world->states[%u]) "
                    "{ m->self = self; return m->interpret(m, (const void *)%pULL, frame); }\n",
                    w->state_classes.items[i], (const void *)root);
    text_printf(out, "(void)world;\n%sresult = %s;\n%sreturn result;\nL0: return 0;\n}\n", text_chars(&w->body), value,
                keep);
}

/* A function, with its memory: see remembers() of the interpreter. */
static void write_function(struct writer *w, unsigned number, struct text *out) {
    const struct ocl_function *function = &w->schema->functions.items[number];
    struct text keep = {0};
    unsigned place = number * OCL_MEMO_ARGUMENTS;
    size_t count = function->parameters.count;
    text_printf(out, "static i64 f%u(struct machine *m, i64 *frame) {\nconst i64 self = -1; i64 place = %u%s;\n",
                number, place, count == 1 ? " + frame[0]" : "");
    text_printf(out, "struct memo *memo = m->world->memo;\nif (memo && !memo->usable[%u]) memo = 0;\n", number);
    if (count == 1) text_printf(out, "if (frame[0] < 0 || frame[0] >= %d) memo = 0;\n", OCL_MEMO_ARGUMENTS);
    text_add(out, "if (memo && memo->times[place] == memo->now) return memo->values[place];\n(void)self;\n");
    text_add(&keep, "if (memo) { memo->values[place] = result; memo->times[place] = memo->now; }\n");
    write_body(w, function->body->root, text_chars(&keep), out);
    text_free(&keep);
}

static void write_all(struct writer *w, struct ocl_expression *const *expressions, size_t count, struct text *out) {
    text_add(out, prelude);
    for (unsigned i = 0; i < w->schema->functions.count; i++)
        text_printf(out, "static i64 f%u(struct machine *m, i64 *frame);\n", i);
    for (unsigned i = 0; i < w->schema->functions.count; i++)
        if (w->schema->functions.items[i].body) write_function(w, i, out);
    for (size_t i = 0; i < count; i++) {
        text_printf(out, "static i64 e%zu(struct machine *m, i64 *frame) {\nconst i64 self = m->self;\n", i);
        write_body(w, expressions[i]->root, "", out);
    }
    text_add(out, "i64 (*const ocl_code[])(struct machine *, i64 *) = {");
    for (size_t i = 0; i < count; i++) text_printf(out, "e%zu, ", i);
    text_add(out, "0};\n");
}

static char *write_text(const struct ocl_schema *schema, struct ocl_expression *const *expressions, size_t count) {
    struct writer writer = {.schema = schema, .arena = arena_new()};
    struct text text = {0};
    writer.function_fails = arena_new_array(writer.arena, unsigned char, schema->functions.count + 1);
    write_all(&writer, expressions, count, &text);
    text_free(&writer.body);
    vec_free(&writer.state_classes);
    arena_free(writer.arena);
    return text_take(&text);
}

struct ocl_code *ocl_compile(const struct ocl_schema *schema, struct ocl_expression *const *expressions, size_t count,
                             enum jit_compiler compiler) {
    struct diagnostics diagnostics = {0};
    char *text = write_text(schema, expressions, count);
    struct jit *jit = jit_compile(text, "ocl_code", compiler, false, &diagnostics);
    diag_free(&diagnostics);
    free(text);
    if (!jit) return NULL;
    struct ocl_code *code = memory_new(sizeof *code);
    *code = (struct ocl_code){jit, memory_new((count + 1) * sizeof *code->expressions), count};
    for (size_t i = 0; i < count; i++) {
        code->expressions[i] = expressions[i];
        expressions[i]->jit = jit;
        expressions[i]->number = (unsigned)i;
    }
    return code;
}

void ocl_code_optimise(struct ocl_code *code) { jit_optimise(code->jit); }

void ocl_code_free(struct ocl_code *code) {
    if (!code) return;
    for (size_t i = 0; i < code->count; i++) code->expressions[i]->jit = NULL;
    jit_free(code->jit);
    free(code->expressions);
    free(code);
}
