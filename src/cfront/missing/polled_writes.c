#include "cfront/missing/polled_writes.h"

#include "cfront/missing/invented.h"

#include <string.h>

/* ---- names ---- */

/* What others cannot name is its source's. */
static const char *name_of(struct front *front, CXCursor declaration) {
    struct clang *clang = &front->clang;
    bool is_shared = clang->getCursorKind(declaration) == CXCursor_FieldDecl ||
                     clang->getCursorLinkage(declaration) == CXLinkage_External;
    const char *name = front_text(front, clang->getCursorUSR(clang->getCanonicalCursor(declaration)));
    if (is_shared) return name;
    return arena_printf(front->scratch, "%p %s", (void *)clang->Cursor_getTranslationUnit(declaration), name);
}

static const char *memory_of(struct front *front, CXType type) {
    struct clang *clang = &front->clang;
    CXType plain = clang->getUnqualifiedType(clang->getCanonicalType(type));
    return arena_printf(front->scratch, "*%s", front_text(front, clang->getTypeSpelling(plain)));
}

static bool is_pointer(struct front *front, CXCursor expression) {
    return front->clang.getCanonicalType(front->clang.getCursorType(expression)).kind == CXType_Pointer;
}

const char *polled_writes_name(const struct polled_writes *writes, CXCursor expression) {
    struct front *front = writes->front;
    struct clang *clang = &front->clang;
    expression = front_as_written(front, expression);
    enum CXCursorKind kind = clang->getCursorKind(expression);
    if (kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr) {
        CXCursor declared = clang->getCursorReferenced(expression);
        enum CXCursorKind what = clang->getCursorKind(declared);
        bool is_variable = what == CXCursor_VarDecl || what == CXCursor_ParmDecl || what == CXCursor_FieldDecl;
        return is_variable ? name_of(front, declared) : NULL;
    }
    bool is_memory =
        kind == CXCursor_UnaryOperator && clang->getCursorUnaryOperatorKind(expression) == CXUnaryOperator_Deref;
    if (!is_memory && kind != CXCursor_ArraySubscriptExpr) return NULL;
    struct cursors parts = front_expressions(front, expression);
    CXCursor base = parts.count ? front_as_written(front, parts.items[0]) : clang->getNullCursor();
    if (!parts.count) return NULL;
    return is_pointer(front, base) ? memory_of(front, clang->getCursorType(expression))
                                   : polled_writes_name(writes, base);
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct polled_function *)a)->name, ((const struct polled_function *)b)->name);
}

long polled_writes_function(const struct polled_writes *writes, CXCursor declaration) {
    if (writes->front->clang.getCursorKind(declaration) != CXCursor_FunctionDecl || !writes->functions.count)
        return POLLED_NOBODY;
    struct polled_function wanted = {.name = name_of(writes->front, declaration)};
    struct polled_function *found =
        bsearch(&wanted, writes->functions.items, writes->functions.count, sizeof wanted, by_name);
    return found ? found - writes->functions.items : POLLED_NOBODY;
}

/* ---- what a function does ---- */

struct noting {
    struct polled_writes *writes;
    size_t function;
};

static void note(struct noting *noting, const char *variable, CXCursor at, CXCursor value) {
    unsigned offset = 0;
    struct front *front = noting->writes->front;
    front->clang.getExpansionLocation(front->clang.getCursorLocation(at), NULL, NULL, NULL, &offset);
    if (variable)
        vec_push(
            &noting->writes->list,
            (struct polled_write){.variable = variable, .value = value, .function = noting->function, .at = offset});
}

static bool is_address(struct front *front, CXCursor cursor) {
    return front->clang.getCursorKind(cursor) == CXCursor_UnaryOperator &&
           front->clang.getCursorUnaryOperatorKind(cursor) == CXUnaryOperator_AddrOf;
}

/* Parameters get what is given; a function without a body writes where it is led. */
static void note_call(struct noting *noting, CXCursor call) {
    struct front *front = noting->writes->front;
    struct clang *clang = &front->clang;
    long called = polled_writes_function(noting->writes, clang->getCursorReferenced(call));
    int count = clang->Cursor_getNumArguments(call);
    if (called != POLLED_NOBODY) {
        noting->writes->functions.items[called].calls++;
        vec_push(&noting->writes->calls, (struct polled_call){noting->function, (size_t)called});
    }
    for (int i = 0; i < count; i++) {
        CXCursor given = clang->Cursor_getArgument(call, (unsigned)i), as_written = front_as_written(front, given);
        if (called == POLLED_NOBODY) {
            CXCursor place = is_address(front, as_written) ? front_last_expression(front, as_written) : as_written;
            if (is_address(front, as_written))
                note(noting, polled_writes_name(noting->writes, place), call, clang->getNullCursor());
            continue;
        }
        CXCursor parameter = clang->Cursor_getArgument(noting->writes->functions.items[called].cursor, (unsigned)i);
        if (clang->Cursor_isNull(parameter)) continue;
        note(noting, name_of(front, parameter), call, given);
        vec_last(&noting->writes->list).is_argument = true;
    }
}

static void note_unary(struct noting *noting, CXCursor cursor) {
    struct front *front = noting->writes->front;
    struct clang *clang = &front->clang;
    enum CXUnaryOperatorKind op = clang->getCursorUnaryOperatorKind(cursor);
    if (op < CXUnaryOperator_PostInc || op > CXUnaryOperator_AddrOf) return;
    CXCursor operand = front_last_expression(front, cursor);
    const char *variable = clang->Cursor_isNull(operand) ? NULL : polled_writes_name(noting->writes, operand);
    const char *memory =
        op == CXUnaryOperator_AddrOf && variable ? memory_of(front, clang->getCursorType(operand)) : NULL;
    if (!variable || (memory && !strcmp(memory, variable))) return; /* `&*p` */
    note(noting, variable, cursor, clang->getNullCursor());
    vec_last(&noting->writes->list).memory = memory;
}

static void note_variable(struct noting *noting, CXCursor cursor) {
    struct clang *clang = &noting->writes->front->clang;
    CXCursor value = clang->Cursor_getVarDeclInitializer(cursor);
    bool counts = !clang->Cursor_isNull(value) && clang->Cursor_getStorageClass(cursor) != CX_SC_Static;
    if (counts) note(noting, name_of(noting->writes->front, cursor), cursor, value);
}

static enum CXChildVisitResult note_cursor(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct noting *noting = data;
    struct polled_writes *writes = noting->writes;
    struct clang *clang = &writes->front->clang;
    enum CXCursorKind kind = clang->getCursorKind(cursor);
    bool assigns =
        kind == CXCursor_BinaryOperator && clang->getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign;
    if (assigns || kind == CXCursor_CompoundAssignOperator) {
        struct cursors parts = front_expressions(writes->front, cursor);
        if (parts.count == 2)
            note(noting, polled_writes_name(writes, parts.items[0]), cursor,
                 assigns ? parts.items[1] : clang->getNullCursor());
    }
    if (kind == CXCursor_UnaryOperator) note_unary(noting, cursor);
    if (kind == CXCursor_VarDecl) note_variable(noting, cursor);
    if (kind == CXCursor_CallExpr) note_call(noting, cursor);
    if (kind == CXCursor_DeclRefExpr) {
        long used = polled_writes_function(writes, clang->getCursorReferenced(cursor));
        if (used != POLLED_NOBODY) writes->functions.items[used].uses++;
    }
    return CXChildVisit_Recurse;
}

/* ---- all sources ---- */

static enum CXChildVisitResult find_function(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct polled_writes *writes = data;
    struct clang *clang = &writes->front->clang;
    if (clang->getCursorKind(cursor) == CXCursor_FunctionDecl && clang->isCursorDefinition(cursor))
        vec_push(&writes->functions,
                 (struct polled_function){.name = name_of(writes->front, cursor), .cursor = cursor});
    return CXChildVisit_Continue;
}

/* Addresses in first values. */
static enum CXChildVisitResult look_at_file(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct noting *noting = data;
    struct polled_writes *writes = noting->writes;
    enum CXCursorKind kind = writes->front->clang.getCursorKind(cursor);
    if (kind == CXCursor_FunctionDecl) return CXChildVisit_Continue;
    if (kind == CXCursor_DeclRefExpr) {
        long used = polled_writes_function(writes, writes->front->clang.getCursorReferenced(cursor));
        if (used != POLLED_NOBODY) writes->functions.items[used].uses++;
    }
    return CXChildVisit_Recurse;
}

static int by_variable(const void *a, const void *b) {
    return strcmp(((const struct polled_write *)a)->variable, ((const struct polled_write *)b)->variable);
}

void polled_writes_read(struct polled_writes *writes, struct front *front) {
    struct clang *clang = &front->clang;
    *writes = (struct polled_writes){.front = front};
    struct noting noting = {.writes = writes};
    for (size_t i = 0; i < front->units.count; i++)
        clang->visitChildren(clang->getTranslationUnitCursor(front->units.items[i].tu), find_function, writes);
    if (writes->functions.count)
        qsort(writes->functions.items, writes->functions.count, sizeof *writes->functions.items, by_name);
    for (size_t i = 0; i < front->units.count; i++)
        clang->visitChildren(clang->getTranslationUnitCursor(front->units.items[i].tu), look_at_file, &noting);
    for (noting.function = 0; noting.function < writes->functions.count; noting.function++)
        clang->visitChildren(writes->functions.items[noting.function].cursor, note_cursor, &noting);
    if (writes->list.count) qsort(writes->list.items, writes->list.count, sizeof *writes->list.items, by_variable);
}

void polled_writes_free(struct polled_writes *writes) {
    vec_free(&writes->functions);
    vec_free(&writes->list);
    vec_free(&writes->calls);
}

/* ---- who runs ---- */

static void spread(const struct polled_writes *writes, bool *reached, bool backwards) {
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < writes->calls.count; i++) {
            struct polled_call call = writes->calls.items[i];
            size_t from = backwards ? call.to : call.from, to = backwards ? call.from : call.to;
            if (!reached[from] || reached[to]) continue;
            reached[to] = again = true;
        }
    }
}

/* Nobody calls it, or by a pointer. */
static bool is_root(const struct polled_function *function) {
    return !function->calls || function->uses > function->calls;
}

struct calls_in {
    const struct polled_writes *writes;
    struct polled_span *span;
};

static enum CXChildVisitResult note_called(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct calls_in *in = data;
    struct clang *clang = &in->writes->front->clang;
    if (clang->getCursorKind(cursor) != CXCursor_CallExpr) return CXChildVisit_Recurse;
    unsigned at = 0;
    clang->getExpansionLocation(clang->getCursorLocation(cursor), NULL, NULL, NULL, &at);
    long called = polled_writes_function(in->writes, clang->getCursorReferenced(cursor));
    if (called != POLLED_NOBODY && at >= in->span->begin && at < in->span->end) in->span->runs_in[called] = true;
    return CXChildVisit_Recurse;
}

/* A task does not run beside itself: if only one root comes to the loop, it is the others that may run. */
void polled_writes_span(const struct polled_writes *writes, struct polled_span *span) {
    size_t count = writes->functions.count;
    bool *callers = memory_new(count + 1);
    span->runs_in = memory_new(count + 1), span->runs_meanwhile = memory_new(count + 1);
    struct calls_in in = {writes, span};
    writes->front->clang.visitChildren(writes->functions.items[span->function].cursor, note_called, &in);
    spread(writes, span->runs_in, false);
    callers[span->function] = true;
    spread(writes, callers, true);
    size_t roots = 0;
    for (size_t i = 0; i < count; i++) roots += callers[i] && is_root(&writes->functions.items[i]);
    for (size_t i = 0; i < count; i++)
        span->runs_meanwhile[i] = is_root(&writes->functions.items[i]) && (roots != 1 || !callers[i]);
    spread(writes, span->runs_meanwhile, false);
    free(callers);
}

void polled_writes_end_span(struct polled_span *span) {
    free(span->runs_in);
    free(span->runs_meanwhile);
}

/* ---- what is written ---- */

static const struct polled_write *first_of(const struct polled_writes *writes, const char *variable, size_t *count) {
    struct polled_write wanted = {.variable = variable};
    *count = 0;
    if (!writes->list.count) return NULL;
    const struct polled_write *all = writes->list.items, *end = all + writes->list.count;
    const struct polled_write *found = bsearch(&wanted, all, writes->list.count, sizeof wanted, by_variable);
    while (found && found > all && !strcmp(found[-1].variable, variable)) found--;
    for (const struct polled_write *at = found; at && at < end && !strcmp(at->variable, variable); at++) ++*count;
    return found;
}

struct mention {
    const struct polled_writes *writes;
    const char *constant; /* NULL: any, which goes into the list */
    name_list *names;
    unsigned depth;
    unsigned left; /* of what is looked at */
    bool found;
};

static void look_at_value(struct mention *mention, CXCursor value);

static void look_at_writes(struct mention *mention, const char *variable) {
    size_t count;
    const struct polled_write *all = first_of(mention->writes, variable, &count);
    for (size_t i = 0; i < count && !mention->found; i++)
        if (!mention->writes->front->clang.Cursor_isNull(all[i].value)) look_at_value(mention, all[i].value);
}

static bool look_at_name(struct mention *mention, CXCursor cursor) {
    struct front *front = mention->writes->front;
    const struct invention *constant = invented_constant(&front->invented, front_spelling(front, cursor));
    if (!constant) return false;
    if (mention->names)
        vec_push(mention->names, constant->name);
    else
        mention->found |= !strcmp(constant->name, mention->constant);
    return true;
}

static enum CXChildVisitResult look_for_name(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    enum { DEEPEST = 6 };
    struct mention *mention = data;
    struct clang *clang = &mention->writes->front->clang;
    enum CXCursorKind kind = clang->getCursorKind(cursor);
    if (!mention->left || mention->found) return CXChildVisit_Break;
    mention->left--;
    if (kind == CXCursor_DeclRefExpr && look_at_name(mention, cursor)) return CXChildVisit_Continue;
    if (mention->depth >= DEEPEST) return CXChildVisit_Recurse;
    mention->depth++;
    long called =
        kind == CXCursor_CallExpr ? polled_writes_function(mention->writes, clang->getCursorReferenced(cursor)) : -1;
    if (called != POLLED_NOBODY)
        clang->visitChildren(mention->writes->functions.items[called].cursor, look_for_name, mention);
    const char *variable = kind == CXCursor_DeclRefExpr ? polled_writes_name(mention->writes, cursor) : NULL;
    if (variable) look_at_writes(mention, variable);
    mention->depth--;
    return mention->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static void look_at_value(struct mention *mention, CXCursor value) {
    look_for_name(value, value, mention);
    if (!mention->found) mention->writes->front->clang.visitChildren(value, look_for_name, mention);
}

enum { MOST_LOOKED_AT = 20000 };

static bool mentions(const struct polled_writes *writes, CXCursor value, const char *constant) {
    struct mention mention = {.writes = writes, .constant = constant, .left = MOST_LOOKED_AT};
    look_at_value(&mention, value);
    return mention.found;
}

/* ---- samples ---- */

static bool is_number(struct front *front, CXCursor value) {
    int64_t number;
    return front_evaluate(front, value, &number);
}

/* The constant itself, or what a function gives. */
static bool is_copy(struct front *front, CXCursor value) {
    value = front_as_written(front, value);
    while (front->clang.getCursorKind(value) == CXCursor_CStyleCastExpr)
        value = front_as_written(front, front_last_expression(front, value));
    enum CXCursorKind kind = front->clang.getCursorKind(value);
    return kind == CXCursor_DeclRefExpr || kind == CXCursor_CallExpr;
}

/* False: something else is written. */
static bool add_samples(const struct polled_writes *writes, const char *variable, const char *constant,
                        enum polled_sample *sample) {
    struct front *front = writes->front;
    size_t count;
    const struct polled_write *all = first_of(writes, variable, &count);
    for (size_t i = 0; i < count; i++) {
        if (all[i].memory && add_samples(writes, all[i].memory, constant, sample)) continue;
        if (front->clang.Cursor_isNull(all[i].value)) return false;
        if (mentions(writes, all[i].value, constant)) {
            if (!is_copy(front, all[i].value)) *sample = SAMPLE_COMPUTED;
            if (*sample == SAMPLE_NONE) *sample = SAMPLE_COPY;
        } else if (!is_number(front, all[i].value)) {
            return false;
        }
    }
    return true;
}

enum polled_sample polled_writes_sample(const struct polled_writes *writes, const char *variable,
                                        const char *constant) {
    enum polled_sample sample = SAMPLE_NONE;
    return add_samples(writes, variable, constant, &sample) ? sample : SAMPLE_NONE;
}

/* ---- when ---- */

static bool is_within(const struct polled_span *span, const struct polled_write *write) {
    return span->runs_in[write->function] ||
           (write->function == span->function && write->at >= span->begin && write->at < span->end);
}

static bool may_be_written(const struct polled_writes *writes, const struct polled_span *span, const char *variable,
                           bool within) {
    size_t count;
    const struct polled_write *all = first_of(writes, variable, &count);
    bool found = false;
    for (size_t i = 0; i < count && !found; i++) {
        if (all[i].memory)
            found = may_be_written(writes, span, all[i].memory, within);
        else if (!all[i].is_argument)
            found = within ? is_within(span, &all[i]) : span->runs_meanwhile[all[i].function];
    }
    return found;
}

bool polled_writes_in(const struct polled_writes *writes, const struct polled_span *span, const char *variable) {
    return may_be_written(writes, span, variable, true);
}

bool polled_writes_meanwhile(const struct polled_writes *writes, const struct polled_span *span, const char *variable) {
    return may_be_written(writes, span, variable, false);
}

bool polled_writes_any(const struct polled_writes *writes, const char *variable) {
    size_t count;
    first_of(writes, variable, &count);
    return count;
}

void polled_writes_sources(const struct polled_writes *writes, const struct polled_span *span, const char *variable,
                           name_list *names) {
    size_t count;
    const struct polled_write *all = first_of(writes, variable, &count);
    struct mention mention = {.writes = writes, .names = names, .left = MOST_LOOKED_AT};
    for (size_t i = 0; i < count; i++)
        if (is_within(span, &all[i]) && !writes->front->clang.Cursor_isNull(all[i].value))
            look_at_value(&mention, all[i].value);
}
