#include "cfront/missing/polled.h"

#include "base/word.h"
#include "cfront/missing/invented.h"
#include "cfront/missing/moving_constants.h"
#include "cfront/missing/polled_writes.h"
#include "cfront/text/lock_names.h"
#include "cfront/text/name_words.h"
#include "cfront/written/for_parts.h"

#include <ctype.h>
#include <string.h>

struct polling {
    struct front *front;
    const char *source;
    const struct polled_writes *writes; /* of all sources; NULL: only this one is known */
    size_t function;
    bool learned;
};

/* ---- what is in a part of the code ---- */

static struct invention *constant_of(struct front *front, CXCursor reference) {
    return invented_constant(&front->invented, front_spelling(front, reference));
}

struct looking {
    struct front *front;
    CXCursor variable; /* is it changed? */
    bool found;
};

/* Of an assignment, `++`, or a `&`, behind which others may do it. */
static bool changes(struct front *front, CXCursor cursor, CXCursor variable) {
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    bool assigns = kind == CXCursor_CompoundAssignOperator ||
                   (kind == CXCursor_BinaryOperator &&
                    front->clang.getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign);
    enum CXUnaryOperatorKind op =
        kind == CXCursor_UnaryOperator ? front->clang.getCursorUnaryOperatorKind(cursor) : CXUnaryOperator_Invalid;
    if (!assigns && (op < CXUnaryOperator_PostInc || op > CXUnaryOperator_AddrOf)) return false;
    struct cursors parts = front_expressions(front, cursor);
    CXCursor place = parts.count ? front_as_written(front, parts.items[0]) : front->clang.getNullCursor();
    return parts.count && front->clang.equalCursors(front->clang.getCursorReferenced(place), variable);
}

static enum CXChildVisitResult look_for_change(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct looking *looking = data;
    looking->found |= changes(looking->front, cursor, looking->variable);
    return looking->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool is_changed_in(struct front *front, CXCursor code, CXCursor variable) {
    struct looking looking = {.front = front, .variable = variable};
    front->clang.visitChildren(code, look_for_change, &looking);
    return looking.found;
}

static enum CXChildVisitResult look_for_call(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct looking *looking = data;
    looking->found |= looking->front->clang.getCursorKind(cursor) == CXCursor_CallExpr;
    return looking->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static enum CXChildVisitResult look_for_way_out(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct looking *looking = data;
    enum CXCursorKind kind = looking->front->clang.getCursorKind(cursor);
    looking->found |= kind == CXCursor_BreakStmt || kind == CXCursor_ReturnStmt || kind == CXCursor_GotoStmt;
    return looking->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* In the code, or what it is itself. */
static bool finds(struct front *front, CXCursor code, CXCursorVisitor look_for) {
    struct looking looking = {.front = front};
    look_for(code, code, &looking);
    if (!looking.found) front->clang.visitChildren(code, look_for, &looking);
    return looking.found;
}

static bool has_call(struct front *front, CXCursor code) { return finds(front, code, look_for_call); }

static bool leaves(struct front *front, CXCursor code) { return finds(front, code, look_for_way_out); }

/* ---- conditions ---- */

struct variable {
    const char *name;
    bool is_shared;
};

struct condition {
    struct front *front;
    const struct polled_writes *writes;
    CXCursor loop;
    struct polled_span span;
    bool is_changed; /* the loop itself changes something that may end it */
    bool is_open;    /* something else may end it: others' variables, hardware, a function */
    bool computes;   /* ... by sums or differences */
    VEC(struct invention *) found;
    VEC(struct invention *) behind;   /* ... in functions that it calls, which may well give constants */
    VEC(struct invention *) compared; /* ... that variables are compared with */
    VEC(struct variable) variables;   /* if all sources are known */
    VEC(long) functions;              /* that were read */
};

bool polled_is_clock(const char *name) {
    static const char *const words[] = {"time", "now",  "millis", "micros", "clock", "cnt",
                                        "tmr",  "tcnt", "ms",     "us",     NULL};
    return lock_names_speak_of_clock(name) || name_has_word_of(name, words);
}

/* `USE_LOOP`: somebody chose it once. */
static bool is_setting(const char *name) {
    static const char *const words[] = {"use",   "cfg",  "conf",    "config",  "have",       "with",
                                        "debug", "ever", "forever", "endless", "always",     "infinite",
                                        "true",  "has",  "feature", "num",     "simulation", NULL};
    return begins_with(name, "ENABLE_") || name_has_word_of(name, words);
}

static bool is_automatic(struct front *front, CXCursor declared) {
    enum CXCursorKind kind = front->clang.getCursorKind(declared);
    CXCursor owner = front->clang.getCursorSemanticParent(declared);
    return kind == CXCursor_ParmDecl ||
           (kind == CXCursor_VarDecl && front->clang.getCursorKind(owner) == CXCursor_FunctionDecl);
}

/* What a function has begins anew with each call; what it is made of is read, too. */
static void add_variable(struct condition *condition, CXCursor expression, CXCursor declared) {
    struct front *front = condition->front;
    const char *name = polled_writes_name(condition->writes, expression);
    enum CX_StorageClass storage = front->clang.Cursor_getStorageClass(declared);
    bool is_volatile =
        front->clang.isVolatileQualifiedType(front->clang.getCanonicalType(front->clang.getCursorType(expression)));
    CXCursor owner = front->clang.getCursorSemanticParent(declared);
    bool begins_anew = is_automatic(front, declared) && storage != CX_SC_Static &&
                       polled_writes_function(condition->writes, owner) != (long)condition->span.function;
    if (!name || begins_anew) return;
    bool is_elsewhere = front->clang.getCursorLinkage(declared) == CXLinkage_External;
    bool is_open = is_volatile || (is_elsewhere && !polled_writes_any(condition->writes, name));
    vec_push(&condition->variables, (struct variable){name, is_open});
}

/* A local that stays the same is no reason for the loop to end. */
static void look_at_variable(struct condition *condition, CXCursor reference) {
    struct front *front = condition->front;
    CXCursor declared = front->clang.getCursorReferenced(reference);
    enum CXCursorKind kind = front->clang.getCursorKind(declared);
    struct invention *constant = constant_of(front, reference);
    if (constant) {
        vec_push(&condition->found, constant);
        return;
    }
    if (kind == CXCursor_EnumConstantDecl) return;
    if (condition->writes && kind == CXCursor_FunctionDecl) return; /* who is called is looked at */
    if (condition->writes)
        add_variable(condition, reference, declared);
    else
        condition->is_open |= !is_automatic(front, declared) || is_changed_in(front, condition->loop, declared);
}

/* `UART->SR` */
static bool is_behind_pointer(struct front *front, CXCursor cursor) {
    if (front->clang.getCursorKind(cursor) != CXCursor_MemberRefExpr) return false;
    CXCursor base = front_last_expression(front, cursor);
    return !front->clang.Cursor_isNull(base) &&
           front->clang.getCanonicalType(front->clang.getCursorType(base)).kind == CXType_Pointer;
}

/* `static int limit(void) { return LIMIT; }`: a constant, unless its name is that of a clock. */
static void set_aside(struct condition *condition, size_t direct) {
    size_t kept = direct;
    for (size_t i = direct; i < condition->found.count; i++) {
        struct invention *name = condition->found.items[i];
        if (polled_is_clock(name->name))
            condition->found.items[kept++] = name;
        else
            vec_push(&condition->behind, name);
    }
    condition->found.count = kept;
}

/* Hardware, or somebody's memory. */
static void look_at_memory(struct condition *condition, CXCursor cursor) {
    struct front *front = condition->front;
    CXType type = front->clang.getCanonicalType(front->clang.getCursorType(cursor));
    const char *name = condition->writes && !front->clang.isVolatileQualifiedType(type)
                           ? polled_writes_name(condition->writes, cursor)
                           : NULL;
    if (name)
        vec_push(&condition->variables, (struct variable){name, false});
    else
        condition->is_open = true;
}

static enum CXChildVisitResult read_condition(CXCursor cursor, CXCursor parent, CXClientData data);

static void look_at_call(struct condition *condition, CXCursor call) {
    struct front *front = condition->front;
    long called = condition->writes ? polled_writes_function(condition->writes, front->clang.getCursorReferenced(call))
                                    : POLLED_NOBODY;
    bool is_known = false;
    for (size_t i = 0; i < condition->functions.count; i++) is_known |= condition->functions.items[i] == called;
    condition->is_open |= called == POLLED_NOBODY;
    if (called == POLLED_NOBODY || is_known) return;
    size_t direct = condition->found.count;
    vec_push(&condition->functions, called);
    front->clang.visitChildren(condition->writes->functions.items[called].cursor, read_condition, condition);
    set_aside(condition, direct);
}

/* `state == IDLE`: it is the variable that is waited for, unless the name is that of a clock. */
static void look_at_comparison(struct condition *condition, CXCursor comparison) {
    struct front *front = condition->front;
    struct cursors sides = front_expressions(front, comparison);
    if (sides.count != 2) return;
    CXCursor left = front_as_written(front, sides.items[0]), right = front_as_written(front, sides.items[1]);
    enum CXCursorKind kind = front->clang.getCursorKind(front->clang.getCursorReferenced(left));
    bool is_variable = (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl || kind == CXCursor_FieldDecl) &&
                       !constant_of(front, left);
    struct invention *constant =
        front->clang.getCursorKind(right) == CXCursor_DeclRefExpr ? constant_of(front, right) : NULL;
    if (is_variable && constant && !polled_is_clock(constant->name)) vec_push(&condition->compared, constant);
}

static bool is_count(struct front *front, CXCursor cursor, CXCursor shift) {
    struct cursors sides = front_expressions(front, shift);
    return sides.count == 2 && front->clang.equalCursors(sides.items[1], cursor);
}

/* A count of bits is a constant, also where somebody waits. */
static enum CXChildVisitResult read_condition(CXCursor cursor, CXCursor parent, CXClientData data) {
    struct condition *condition = data;
    struct front *front = condition->front;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    bool is_memory = kind == CXCursor_UnaryOperator &&
                     front->clang.getCursorUnaryOperatorKind(cursor) == CXUnaryOperator_Deref; /* hardware is */
    bool is_part = condition->writes && (kind == CXCursor_MemberRefExpr || kind == CXCursor_ArraySubscriptExpr);
    if (kind == CXCursor_CallExpr) look_at_call(condition, cursor);
    if (is_memory || is_part || is_behind_pointer(front, cursor)) look_at_memory(condition, cursor);
    if (kind == CXCursor_DeclRefExpr) look_at_variable(condition, cursor);
    if (kind == CXCursor_BinaryOperator) {
        enum CXBinaryOperatorKind op = front->clang.getCursorBinaryOperatorKind(cursor);
        if (op >= CXBinaryOperator_LT && op <= CXBinaryOperator_NE) look_at_comparison(condition, cursor);
    }
    if (front->clang.getCursorKind(parent) == CXCursor_BinaryOperator) {
        enum CXBinaryOperatorKind op = front->clang.getCursorBinaryOperatorKind(parent);
        condition->computes |= op == CXBinaryOperator_Add || op == CXBinaryOperator_Sub;
        bool shifts = op == CXBinaryOperator_Shl || op == CXBinaryOperator_Shr;
        if (shifts && is_count(front, cursor, parent)) return CXChildVisit_Continue;
    }
    return CXChildVisit_Recurse;
}

/* ---- what all sources say of them ---- */

static bool is_sample(const struct condition *condition, const char *variable, const char *constant) {
    enum polled_sample sample = polled_writes_sample(condition->writes, variable, constant);
    return sample == SAMPLE_COMPUTED || (sample == SAMPLE_COPY && condition->computes);
}

/* What is read again and again, and compared with what it was before, is a clock. */
static const char *clock_of(const struct condition *condition) {
    const struct polled_writes *writes = condition->writes;
    name_list names = {0};
    const char *found = NULL;
    for (size_t i = 0; i < condition->found.count; i++) vec_push(&names, condition->found.items[i]->name);
    for (size_t i = 0; i < condition->behind.count; i++) vec_push(&names, condition->behind.items[i]->name);
    for (size_t i = 0; i < condition->variables.count; i++)
        polled_writes_sources(writes, &condition->span, condition->variables.items[i].name, &names);
    for (size_t n = 0; n < names.count && !found; n++)
        for (size_t i = 0; i < condition->variables.count && !found; i++)
            if (is_sample(condition, condition->variables.items[i].name, names.items[n])) found = names.items[n];
    vec_free(&names);
    return found;
}

/* `SIZE`, of which a limit is made, is none, where others end the loop. */
static bool is_surely_clock(const struct condition *condition, const char *name) {
    bool is_copied = !condition->is_open || polled_is_clock(name);
    for (size_t i = 0; i < condition->variables.count && !is_copied; i++)
        is_copied = condition->computes &&
                    polled_writes_sample(condition->writes, condition->variables.items[i].name, name) == SAMPLE_COPY;
    return is_copied;
}

/* By others, or by the loop. */
static void look_for_writes(struct condition *condition, const char *clock) {
    for (size_t i = 0; i < condition->variables.count; i++) {
        struct variable variable = condition->variables.items[i];
        if (clock && is_sample(condition, variable.name, clock)) continue;
        condition->is_changed |= polled_writes_in(condition->writes, &condition->span, variable.name);
        condition->is_open |=
            variable.is_shared || polled_writes_meanwhile(condition->writes, &condition->span, variable.name);
    }
}

/* ---- what is learned of them ---- */

static void learn_name(struct polling *polling, const char *name) {
    struct invention *invention = invented_find(&polling->front->invented, name);
    const char *source = polling->source ? polling->source : invention->lacks.items[0].source;
    polling->learned |= invented_add(&polling->front->invented, name, INVENTED_HARDWARE, source);
}

static struct polled_span span_of(const struct polling *polling, CXCursor loop) {
    struct clang *clang = &polling->front->clang;
    struct polled_span span = {.function = polling->function};
    CXSourceRange extent = clang->getCursorExtent(loop);
    clang->getExpansionLocation(clang->getRangeStart(extent), NULL, NULL, NULL, &span.begin);
    clang->getExpansionLocation(clang->getRangeEnd(extent), NULL, NULL, NULL, &span.end);
    return span;
}

/* The first one, but for settings, and those that variables are compared with; NULL: there is none. */
static const char *name_waited_for(const struct condition *condition) {
    for (size_t i = 0; i < condition->found.count; i++) {
        bool is_compared = false;
        for (size_t c = 0; c < condition->compared.count; c++)
            is_compared |= condition->compared.items[c] == condition->found.items[i];
        if (!is_compared && !is_setting(condition->found.items[i]->name)) return condition->found.items[i]->name;
    }
    return NULL;
}

/* The first name is what is waited for; what it is compared with, or a mask of it, is a constant. So is a name in
 * capitals after all where the loop does something. */
static void learn_condition(struct polling *polling, CXCursor loop, struct polled_span span, CXCursor asked,
                            bool acts) {
    struct front *front = polling->front;
    struct condition condition = {.front = front, .writes = polling->writes, .loop = loop, .span = span};
    read_condition(asked, loop, &condition);
    front->clang.visitChildren(asked, read_condition, &condition);
    const char *name = name_waited_for(&condition), *clock = NULL;
    if (polling->writes) {
        polled_writes_span(polling->writes, &condition.span);
        clock = clock_of(&condition);
        look_for_writes(&condition, clock);
        polled_writes_end_span(&condition.span);
    }
    if (clock && !condition.is_changed && is_surely_clock(&condition, clock))
        learn_name(polling, clock);
    else if (name && !condition.is_open && !condition.is_changed && (!acts || has_small_letters(name, strlen(name))))
        learn_name(polling, name);
    vec_free(&condition.found);
    vec_free(&condition.behind);
    vec_free(&condition.compared);
    vec_free(&condition.variables);
    vec_free(&condition.functions);
}

/* ---- loops ---- */

struct ways_out {
    struct polling *polling;
    CXCursor loop;
    bool acts;
};

/* `for (;;) if (done) break;` */
static enum CXChildVisitResult learn_way_out(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct ways_out *ways = data;
    struct front *front = ways->polling->front;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    if (kind == CXCursor_CompoundStmt) return CXChildVisit_Recurse;
    struct cursors parts = front_children(front, cursor);
    if (kind != CXCursor_IfStmt || parts.count < 2 || !leaves(front, parts.items[1])) return CXChildVisit_Continue;
    learn_condition(ways->polling, ways->loop, span_of(ways->polling, ways->loop), parts.items[0],
                    ways->acts || has_call(front, parts.items[1]));
    return CXChildVisit_Continue;
}

/* In a loop that acts, only clocks are learned, for which all sources must be known. */
static void learn_ways_out(struct polling *polling, CXCursor loop, CXCursor body) {
    struct front *front = polling->front;
    struct ways_out ways = {polling, loop, has_call(front, body)};
    if (ways.acts && !polling->writes) return;
    learn_way_out(body, loop, &ways);
    front->clang.visitChildren(body, learn_way_out, &ways);
}

static bool is_always(struct front *front, CXCursor asked) {
    int64_t value = 0;
    return front_evaluate(front, asked, &value) && value;
}

static void learn_for(struct polling *polling, CXCursor cursor, struct cursors children) {
    struct front *front = polling->front;
    CXCursor parts[3], body = children.items[children.count - 1];
    if (!for_parts(front, cursor, children, parts)) return;
    if (front->clang.Cursor_isNull(parts[1]) || is_always(front, parts[1]))
        learn_ways_out(polling, cursor, body);
    else if (polling->writes)
        learn_condition(polling, cursor, span_of(polling, cursor), parts[1], has_call(front, body));
}

/* ---- loops by `goto` ---- */

struct labels {
    struct front *front;
    const char *name;
    CXCursor found;
};

static enum CXChildVisitResult look_for_label(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct labels *labels = data;
    struct front *front = labels->front;
    bool is_it = front->clang.getCursorKind(cursor) == CXCursor_LabelStmt &&
                 !strcmp(front_spelling(front, cursor), labels->name);
    if (is_it) labels->found = cursor;
    return is_it ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* Where a `goto` that ends this leads to; or NULL. */
static const char *target_of(struct front *front, CXCursor code) {
    struct cursors parts = front_children(front, code);
    enum CXCursorKind kind = front->clang.getCursorKind(code);
    if (kind == CXCursor_CompoundStmt && parts.count) return target_of(front, parts.items[parts.count - 1]);
    return kind == CXCursor_GotoStmt && parts.count ? front_spelling(front, parts.items[0]) : NULL;
}

/* `again: if (!done) goto again;` */
static void learn_jump(struct polling *polling, CXCursor choice) {
    struct front *front = polling->front;
    struct cursors parts = front_children(front, choice);
    const char *name = parts.count >= 2 ? target_of(front, parts.items[1]) : NULL;
    if (!name || !polling->writes) return;
    struct labels labels = {front, name, front->clang.getNullCursor()};
    front->clang.visitChildren(polling->writes->functions.items[polling->function].cursor, look_for_label, &labels);
    if (front->clang.Cursor_isNull(labels.found)) return;
    struct polled_span span = {.function = polling->function};
    span.begin = span_of(polling, labels.found).begin, span.end = span_of(polling, choice).end;
    bool acts = span_of(polling, labels.found).end < span.end || has_call(front, parts.items[1]);
    if (span.begin < span.end) learn_condition(polling, labels.found, span, parts.items[0], acts);
}

static enum CXChildVisitResult look(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct polling *polling = data;
    struct front *front = polling->front;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    if (kind == CXCursor_IfStmt) learn_jump(polling, cursor);
    if (kind != CXCursor_WhileStmt && kind != CXCursor_DoStmt && kind != CXCursor_ForStmt) return CXChildVisit_Recurse;
    struct cursors parts = front_children(front, cursor);
    bool is_do = kind == CXCursor_DoStmt;
    if (kind == CXCursor_ForStmt && parts.count && parts.count <= 4) learn_for(polling, cursor, parts);
    if (kind == CXCursor_ForStmt || parts.count != 2) return CXChildVisit_Recurse;
    CXCursor asked = parts.items[is_do], body = parts.items[!is_do];
    if (is_always(front, asked))
        learn_ways_out(polling, cursor, body);
    else
        learn_condition(polling, cursor, span_of(polling, cursor), asked, has_call(front, body));
    return CXChildVisit_Recurse;
}

bool polled_learn(struct front *front, CXTranslationUnit tu, const char *source) {
    struct polling polling = {.front = front, .source = source};
    front->clang.visitChildren(front->clang.getTranslationUnitCursor(tu), look, &polling);
    return polling.learned;
}

static bool have_constants(const struct invented *invented) {
    for (size_t i = 0; i < invented->list.count; i++)
        if (invented_constant(invented, invented->list.items[i]->name)) return true;
    return false;
}

/* ... that may be hardware after all: told, or, if somebody asked for that, taken for it. */
static void look_at_moving(struct polling *polling) {
    struct front *front = polling->front;
    const char *words = "";
    name_list names = {0};
    moving_constants_find(polling->writes, &names);
    for (size_t i = 0; i < names.count; i++) {
        if (front->options->constants_move) learn_name(polling, names.items[i]);
        words = arena_printf(front->arena, "%s%s`%s`", words, i ? ", " : "", names.items[i]);
    }
    front->program->may_move = names.count ? words : NULL;
    vec_free(&names);
}

bool polled_learn_from_all(struct front *front) {
    struct polled_writes writes;
    struct polling polling = {.front = front, .writes = &writes};
    if (!have_constants(&front->invented)) return false;
    polled_writes_read(&writes, front);
    for (; polling.function < writes.functions.count; polling.function++)
        front->clang.visitChildren(writes.functions.items[polling.function].cursor, look, &polling);
    look_at_moving(&polling);
    polled_writes_free(&writes);
    return polling.learned;
}
