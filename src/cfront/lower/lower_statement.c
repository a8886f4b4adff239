#include "base/word.h"
#include "cfront/hidden/processor_mask.h"
#include "cfront/lower/lower.h"
#include "cfront/missing/unknown_block.h"
#include "cfront/program/alignment.h"
#include "cfront/text/usual_macro.h"
#include "cfront/written/attributes.h"
#include "cfront/written/for_parts.h"

#include <string.h>

/* ---- Scopes ---- */

static void enter(struct lower *lower, struct lower_scope *scope) {
    *scope = (struct lower_scope){.outer = lower->scope,
                                  .on_break = NO_LABEL,
                                  .on_continue = NO_LABEL,
                                  .first_local = lower->living.count,
                                  .first_target = lower->targets.count,
                                  .number = lower->scope_count++};
    lower->scope = scope;
}

/* What lives from `first` on is cleared; it stays in the list of what lives. */
static void clear_from(struct lower *lower, size_t first, struct place place) {
    for (size_t i = lower->living.count; i > first; i--) lower_clear(lower, lower->living.items[i - 1], place);
}

static void leave(struct lower *lower, struct place place) {
    for (size_t i = lower->scope->first_local; lower->scope->outer && i < lower->living.count; i++)
        ((struct c_object *)lower->living.items[i])->end = place;
    if (lower->scope->outer) clear_from(lower, lower->scope->first_local, place); /* a function takes its frame along */
    lower->living.count = lower->scope->first_local;
    lower->scope = lower->scope->outer;
}

static struct place end_of(struct lower *lower, CXCursor cursor) {
    return front_location(lower->front, lower->front->clang.getRangeEnd(lower->front->clang.getCursorExtent(cursor)));
}

/* break and continue: through all scopes up to the one that has such a label. */
static void jump_out(struct lower *lower, CXCursor cursor, bool is_break) {
    struct place place = front_place(lower->front, cursor);
    for (struct lower_scope *scope = lower->scope; scope; scope = scope->outer) {
        label to = is_break ? scope->on_break : scope->on_continue;
        if (to == NO_LABEL) continue;
        clear_from(lower, scope->first_local, place);
        lower_jump(lower, to, place);
        return;
    }
    lower_refuse(lower, cursor, "this jump leads nowhere");
}

/* ---- Declarations ---- */

/* `int x = x;` tells compilers not to warn, and says no more than `int x;`. */
static bool is_variable(struct front *front, CXCursor initializer, CXCursor variable) {
    while (!front->clang.Cursor_isNull(initializer)) {
        enum CXCursorKind kind = front->clang.getCursorKind(initializer);
        if (kind == CXCursor_DeclRefExpr)
            return front->clang.equalCursors(front->clang.getCursorReferenced(initializer), variable);
        if (kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr) return false;
        initializer = front_last_expression(front, initializer);
    }
    return false;
}

/* A jump back to a label of the block leads here once more: the object is still the same one, but has no value from
 * here on (6.2.4 §6). */
static void lose_value(struct lower *lower, const struct c_object *object, struct place place) {
    if (lower->unreachable) return;
    struct c_instruction *clear = lower_emit(lower, C_CLEAR, place);
    clear->target = build_object(lower->front, object, place);
    clear->lives_on = true;
}

static void declare_variable(struct lower *lower, CXCursor cursor) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    CXCursor initializer = front->clang.Cursor_getVarDeclInitializer(cursor);
    enum CX_StorageClass storage = front->clang.Cursor_getStorageClass(cursor);
    attributes_check(front, cursor);
    if (storage == CX_SC_Extern) return;
    if (storage == CX_SC_Static) {
        struct symbol *symbol = symbol_of(front, cursor);
        struct c_object *object = symbol_object(front, symbol, lower->function);
        if (!front->clang.Cursor_isNull(initializer)) initializer_fix(front, object, initializer);
        return;
    }
    struct c_object *object = lower_new_local(lower, arena_text(front->arena, front_spelling(front, cursor)),
                                              type_of_cursor(front, cursor), C_LOCAL, place);
    CXType type = front->clang.getCanonicalType(front->clang.getCursorType(cursor));
    object->is_volatile = front->clang.isVolatileQualifiedType(type);
    object->is_const = front->clang.isConstQualifiedType(type);
    object->align = alignment_of_variable(front, cursor, object->type);
    if (object->align > LOWER_FRAME_ALIGN)
        lower_refuse(lower, cursor,
                     "`%s` is a local variable that is to be aligned to %u bytes, and more than %d "
                     "cannot be modelled",
                     object->name, object->align, LOWER_FRAME_ALIGN);
    cursor_map_set(&lower->objects, &front->clang, front->clang.getCanonicalCursor(cursor), object);
    vec_push(&lower->living, object);
    if (!front->clang.Cursor_isNull(initializer) && !is_variable(front, initializer, cursor))
        initializer_lower(lower, build_object(front, object, place), initializer);
    else if (lower->scope->first_target < lower->targets.count)
        lose_value(lower, object, place);
}

static void declarations(struct lower *lower, CXCursor cursor) {
    struct cursors children = front_children(lower->front, cursor);
    for (size_t i = 0; i < children.count; i++) {
        enum CXCursorKind kind = lower->front->clang.getCursorKind(children.items[i]);
        if (kind == CXCursor_UnexposedDecl) lower_refuse(lower, children.items[i], "`__label__` cannot be modelled");
        if (kind != CXCursor_VarDecl) continue;
        size_t mark = lower->used_temporaries.count;
        declare_variable(lower, children.items[i]);
        lower_end_temporaries(lower, mark, front_place(lower->front, children.items[i]));
    }
}

/* ---- Conditions ---- */

/* Temporaries of a condition end at both ways out of it. */
struct condition {
    VEC(const struct c_object *) temporaries;
};

static void begin_condition(struct lower *lower, struct condition *condition, CXCursor cursor, label then,
                            label otherwise) {
    *condition = (struct condition){0};
    size_t mark = lower->used_temporaries.count;
    lower_condition(lower, cursor, then, otherwise);
    while (lower->used_temporaries.count > mark) {
        struct c_object *object = vec_pop(&lower->used_temporaries);
        vec_push(&condition->temporaries, object);
        vec_push(&lower->free_temporaries, object);
    }
}

/* The beginning of one of its ways. */
static void place_way(struct lower *lower, const struct condition *condition, label way, struct place place) {
    lower_place_label(lower, way);
    for (size_t i = 0; i < condition->temporaries.count; i++)
        lower_clear(lower, condition->temporaries.items[i], place);
}

/* A branch is a block of its own, also without braces (6.8.4p3): the compound literals in it end with it. */
static void lower_substatement(struct lower *lower, CXCursor cursor) {
    struct lower_scope scope;
    enter(lower, &scope);
    lower_statement(lower, cursor);
    leave(lower, end_of(lower, cursor));
}

/* One `if`; returns its else, or the null cursor. */
static CXCursor lower_one_if(struct lower *lower, CXCursor cursor, label end) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    struct cursors parts = front_children(front, cursor);
    if (parts.count < 2 || parts.count > 3) {
        lower_refuse(lower, cursor, "this `if` cannot be modelled");
        return front->clang.getNullCursor();
    }
    label then = lower_new_label(lower), otherwise = lower_new_label(lower);
    struct condition condition;
    begin_condition(lower, &condition, parts.items[0], then, otherwise);
    place_way(lower, &condition, then, place);
    lower_substatement(lower, parts.items[1]);
    lower_jump(lower, end, place);
    place_way(lower, &condition, otherwise, place);
    vec_free(&condition.temporaries);
    return parts.count == 3 ? parts.items[2] : front->clang.getNullCursor();
}

/* A chain of `else if` is as long as it likes: no recursion. */
static void lower_if(struct lower *lower, CXCursor cursor) {
    struct front *front = lower->front;
    label end = lower_new_label(lower);
    while (front->clang.getCursorKind(cursor) == CXCursor_IfStmt) {
        lower->statement = front_place(front, cursor);
        cursor = lower_one_if(lower, cursor, end);
    }
    if (!front->clang.Cursor_isNull(cursor)) lower_substatement(lower, cursor);
    lower_place_label(lower, end);
}

/* ---- Loops ---- */

/* `condition` may be the null cursor: for ever. */
static void loop(struct lower *lower, CXCursor condition_cursor, CXCursor step, CXCursor body, struct place place) {
    struct front *front = lower->front;
    struct lower_scope scope;
    label begin = lower_new_label(lower), inside = lower_new_label(lower), done = lower_new_label(lower);
    label on_break = lower_new_label(lower), on_continue = lower_new_label(lower);
    struct condition condition = {0};
    lower_place_label(lower, begin);
    if (!front->clang.Cursor_isNull(condition_cursor)) {
        begin_condition(lower, &condition, condition_cursor, inside, done);
        place_way(lower, &condition, inside, place);
    }
    enter(lower, &scope);
    scope.on_break = on_break, scope.on_continue = on_continue;
    lower_statement(lower, body);
    lower_place_label(lower, on_continue);
    if (!front->clang.Cursor_isNull(step)) {
        size_t mark = lower->used_temporaries.count;
        lower_discard(lower, step);
        lower_end_temporaries(lower, mark, front_place(front, step));
    }
    leave(lower, place);
    lower_jump(lower, begin, place);
    if (!front->clang.Cursor_isNull(condition_cursor)) place_way(lower, &condition, done, place);
    lower_place_label(lower, on_break);
    vec_free(&condition.temporaries);
}

static void lower_do(struct lower *lower, CXCursor body, CXCursor condition_cursor, struct place place) {
    struct lower_scope scope;
    label begin = lower_new_label(lower), again = lower_new_label(lower), done = lower_new_label(lower);
    label on_break = lower_new_label(lower), on_continue = lower_new_label(lower);
    lower_place_label(lower, begin);
    enter(lower, &scope);
    scope.on_break = on_break, scope.on_continue = on_continue;
    lower_statement(lower, body);
    lower_place_label(lower, on_continue);
    leave(lower, place);
    struct condition condition;
    begin_condition(lower, &condition, condition_cursor, again, done);
    place_way(lower, &condition, again, place);
    lower_jump(lower, begin, place);
    place_way(lower, &condition, done, place);
    lower_place_label(lower, on_break);
    vec_free(&condition.temporaries);
}

/* ---- for ---- */

static void lower_for(struct lower *lower, CXCursor cursor) {
    struct front *front = lower->front;
    struct cursors all = front_children(front, cursor);
    struct place place = front_place(front, cursor);
    CXCursor parts[3];
    if (!all.count || all.count > 4 || !for_parts(front, cursor, all, parts)) {
        lower_refuse(lower, cursor,
                     "the parts of this `for` cannot be told apart: write it without macros, or as `while`");
        return;
    }
    struct lower_scope scope;
    enter(lower, &scope);
    if (!front->clang.Cursor_isNull(parts[0])) lower_statement(lower, parts[0]);
    bool is_atomic = unknown_block_is_atomic(front, cursor);
    lower->atomic_blocks += is_atomic;
    loop(lower, parts[1], parts[2], all.items[all.count - 1], place);
    lower->atomic_blocks -= is_atomic;
    leave(lower, end_of(lower, cursor));
}

/* ---- switch ---- */

typedef VEC(CXCursor) case_list;

/* Those of this switch, not of those within. Level by level, as lowering goes: libclang's own recursion may give other
 * cursors for the same statement. */
static void collect_cases(struct front *front, CXCursor body, case_list *cases) {
    case_list waiting = {0};
    vec_push(&waiting, body);
    while (waiting.count) {
        CXCursor cursor = vec_pop(&waiting);
        enum CXCursorKind kind = front->clang.getCursorKind(cursor);
        if (kind == CXCursor_SwitchStmt || !front->clang.isStatement(kind)) continue;
        if (kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt) vec_push(cases, cursor);
        struct cursors children = front_children(front, cursor);
        for (size_t i = children.count; i > 0; i--) vec_push(&waiting, children.items[i - 1]);
    }
    vec_free(&waiting);
}

/* The test for one case: equal, or between two (GNU). */
static expression case_test(struct lower *lower, CXCursor cursor, expression value) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    struct cursors parts = front_children(front, cursor);
    int64_t low = 0, high = 0;
    if (parts.count < 2 || !front_evaluate(front, parts.items[0], &low) ||
        (parts.count == 3 && !front_evaluate(front, parts.items[1], &high)))
        return lower_refuse(lower, cursor, "this case cannot be modelled");
    expression first = guess_mark(front, parts.items[0], build_integer(front, value->type, low, place));
    if (parts.count == 2) return build_binary(front, C_EQUAL, value, first, type_int(front), place);
    expression last = guess_mark(front, parts.items[1], build_integer(front, value->type, high, place));
    /* One condition: no && joins two. */
    return build_binary(front, C_BIT_AND, build_binary(front, C_GREATER_EQUAL, value, first, type_int(front), place),
                        build_binary(front, C_LESS_EQUAL, value, last, type_int(front), place), type_int(front), place);
}

static void lower_switch(struct lower *lower, CXCursor cursor) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    struct cursors parts = front_children(front, cursor);
    if (parts.count != 2) {
        lower_refuse(lower, cursor, "this `switch` cannot be modelled");
        return;
    }
    case_list cases = {0};
    collect_cases(front, parts.items[1], &cases);
    size_t mark = lower->used_temporaries.count;
    expression value = lower_value(lower, parts.items[0]);
    value = lower_keep(lower, build_convert(front, value, type_promoted(front, value->type), place), place);
    label end = lower_new_label(lower), other = NO_LABEL;
    struct condition condition = {0};
    while (lower->used_temporaries.count > mark) {
        struct c_object *object = vec_pop(&lower->used_temporaries);
        vec_push(&condition.temporaries, object);
        vec_push(&lower->free_temporaries, object);
    }
    bool clears = condition.temporaries.count > 0;
    label *inner = arena_new_array(front->scratch, label, cases.count + 1);
    label *ways = arena_new_array(front->scratch, label, cases.count + 1);
    for (size_t i = 0; i < cases.count; i++) {
        inner[i] = lower_new_label(lower), ways[i] = lower_new_label(lower);
        cursor_map_set(&lower->cases, &front->clang, cases.items[i],
                       (void *)(uintptr_t)(inner[i] + 1)); /* NOLINT(performance-no-int-to-ptr): a number in a map */
        if (front->clang.getCursorKind(cases.items[i]) == CXCursor_DefaultStmt) {
            other = inner[i];
            continue;
        }
        label next = lower_new_label(lower);
        lower_branch(lower, case_test(lower, cases.items[i], value), clears ? ways[i] : inner[i], next,
                     front_place(front, cases.items[i]));
        lower_place_label(lower, next);
    }
    for (size_t i = 0; i < condition.temporaries.count; i++) lower_clear(lower, condition.temporaries.items[i], place);
    lower_jump(lower, other == NO_LABEL ? end : other, place);
    for (size_t i = 0; clears && i < cases.count; i++) {
        place_way(lower, &condition, ways[i], place);
        lower_jump(lower, inner[i], place);
    }
    struct lower_scope scope;
    enter(lower, &scope);
    scope.on_break = end;
    lower->unreachable = true;
    lower_statement(lower, parts.items[1]);
    leave(lower, end_of(lower, cursor));
    lower_place_label(lower, end);
    vec_free(&cases);
    vec_free(&condition.temporaries);
}

static void lower_case(struct lower *lower, CXCursor cursor) {
    struct cursors parts = front_children(lower->front, cursor);
    uintptr_t at = (uintptr_t)cursor_map_get(&lower->cases, &lower->front->clang, cursor);
    if (at) lower_place_label(lower, (label)(at - 1));
    if (parts.count) lower_statement(lower, parts.items[parts.count - 1]);
}

/* ---- goto ---- */

static void note_living(struct lower *lower, struct lower_goto *jump) {
    struct arena *arena = lower->front->scratch;
    size_t count = lower->living.count;
    const struct c_object **living = arena_new_array(arena, const struct c_object *, count + 1);
    uint32_t *scopes = arena_new_array(arena, uint32_t, count + 1);
    const struct lower_scope *scope = lower->scope;
    for (size_t i = count; i > 0; i--) {
        while (scope->first_local >= i) scope = scope->outer;
        living[i - 1] = lower->living.items[i - 1], scopes[i - 1] = scope->number;
    }
    jump->living_count = count, jump->living = living, jump->scopes = scopes;
}

static void note_scopes(struct lower *lower, struct lower_target *target) {
    uint32_t count = 0;
    for (const struct lower_scope *scope = lower->scope; scope; scope = scope->outer) count++;
    uint32_t *scopes = arena_new_array(lower->front->scratch, uint32_t, count + 1);
    for (const struct lower_scope *scope = lower->scope; scope; scope = scope->outer)
        scopes[target->scope_count++] = scope->number;
    target->scopes = scopes;
}

static void lower_goto(struct lower *lower, CXCursor cursor) {
    struct cursors parts = front_children(lower->front, cursor);
    if (parts.count != 1 || lower->front->clang.getCursorKind(parts.items[0]) != CXCursor_LabelRef) {
        lower_refuse(lower, cursor, "a jump to a computed address cannot be modelled");
        return;
    }
    struct place place = front_place(lower->front, cursor);
    struct lower_goto jump = {
        .place = place, .target = front_spelling(lower->front, parts.items[0]), .from = lower_new_label(lower)};
    note_living(lower, &jump);
    bool reachable = !lower->unreachable;
    lower_jump(lower, jump.from, place);
    if (reachable) vec_push(&lower->gotos, jump);
}

static void lower_label(struct lower *lower, CXCursor cursor) {
    struct lower_target target = {.name = front_spelling(lower->front, cursor), .at = lower_new_label(lower)};
    note_scopes(lower, &target);
    vec_push(&lower->targets, target);
    lower_place_label(lower, target.at);
    struct cursors parts = front_children(lower->front, cursor);
    if (parts.count) lower_statement(lower, parts.items[parts.count - 1]);
}

static bool lies_in(const struct lower_target *target, uint32_t scope) {
    for (uint32_t i = 0; i < target->scope_count; i++)
        if (target->scopes[i] == scope) return true;
    return false;
}

/* Each goto leads through a few instructions of its own that clear what ends with the blocks that it leaves. What is
 * declared behind a label in the label's own block lives on (6.2.4 §6). */
void lower_finish_gotos(struct lower *lower) {
    for (size_t i = 0; i < lower->gotos.count; i++) {
        const struct lower_goto *jump = &lower->gotos.items[i];
        lower_place_label(lower, jump->from);
        for (size_t j = 0; j < lower->targets.count; j++) {
            const struct lower_target *target = &lower->targets.items[j];
            if (strcmp(target->name, jump->target) != 0) continue;
            for (size_t k = jump->living_count; k > 0; k--)
                if (!lies_in(target, jump->scopes[k - 1])) lower_clear(lower, jump->living[k - 1], jump->place);
            lower_jump(lower, target->at, jump->place);
        }
        if (!lower->unreachable) lower_emit(lower, C_RETURN, jump->place);
        lower->unreachable = true;
    }
}

/* ---- Other statements ---- */

static void lower_return(struct lower *lower, CXCursor cursor) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    CXCursor operand = front_last_expression(front, cursor);
    size_t mark = lower->used_temporaries.count;
    expression value = NULL;
    const struct c_type *type = lower->function->type->target;
    if (!front->clang.Cursor_isNull(operand)) {
        if (type->kind == C_VOID)
            lower_discard(lower, operand);
        else
            value = build_convert(front, lower_value(lower, operand), type, place);
    }
    if (lower->atomic_blocks && value) value = lower_keep(lower, value, place);
    if (lower->atomic_blocks) processor_mask_end(lower, USUAL_MACRO_ATOMIC_END, place);
    lower_emit(lower, C_RETURN, place)->value = value;
    lower->unreachable = true;
    lower_end_temporaries(lower, mark, place);
}

static void lower_asm(struct lower *lower, CXCursor cursor) {
    struct assembly assembly = assembly_read(lower->front, cursor);
    struct place place = front_place(lower->front, cursor);
    if (stubs_find(&lower->front->stubs, STUB_NO_ASM, lower->function->name))
        processor_mask_lose(lower, place);
    else if (!processor_mask_asm(lower, &assembly, place))
        lower_refuse(lower, cursor, "inline assembly cannot be modelled; give a stub (`ignore asm in %s`)",
                     lower->function->name);
    if (assembly.is_barrier) lower_barrier(lower, place);
}

static void lower_expression_statement(struct lower *lower, CXCursor cursor) {
    size_t mark = lower->used_temporaries.count;
    lower_discard(lower, cursor);
    lower_end_temporaries(lower, mark, front_place(lower->front, cursor));
}

void lower_block(struct lower *lower, CXCursor cursor, expression result) {
    struct front *front = lower->front;
    struct cursors statements = front_children(front, cursor);
    struct lower_scope scope;
    enter(lower, &scope);
    for (size_t i = 0; i < statements.count; i++) {
        CXCursor statement = statements.items[i];
        if (i + 1 < statements.count || !result || !front->clang.isExpression(front->clang.getCursorKind(statement))) {
            lower_statement(lower, statement);
            continue;
        }
        struct place place = front_place(front, statement);
        size_t mark = lower->used_temporaries.count;
        lower_assign(lower, result, build_convert(front, lower_value(lower, statement), result->type, place), place);
        lower_end_temporaries(lower, mark, place);
    }
    leave(lower, end_of(lower, cursor));
}

/* Selections and loops are blocks, too (6.8.4p3, 6.8.5p5): what a condition makes ends with them. */
static void lower_control(struct lower *lower, CXCursor cursor) {
    struct front *front = lower->front;
    struct cursors parts = front_children(front, cursor);
    struct lower_scope scope;
    enter(lower, &scope);
    switch (front->clang.getCursorKind(cursor)) {
    case CXCursor_IfStmt: lower_if(lower, cursor); break;
    case CXCursor_SwitchStmt: lower_switch(lower, cursor); break;
    case CXCursor_WhileStmt:
        if (parts.count == 2)
            loop(lower, parts.items[0], front->clang.getNullCursor(), parts.items[1], front_place(front, cursor));
        break;
    default:
        if (parts.count == 2) lower_do(lower, parts.items[0], parts.items[1], front_place(front, cursor));
    }
    leave(lower, end_of(lower, cursor));
}

static void do_statement(struct lower *lower, CXCursor cursor) {
    struct front *front = lower->front;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    struct cursors parts;
    const char *attribute;
    switch (kind) {
    case CXCursor_NullStmt: return;
    case CXCursor_CompoundStmt: lower_block(lower, cursor, NULL); return;
    case CXCursor_DeclStmt: declarations(lower, cursor); return;
    case CXCursor_IfStmt:
    case CXCursor_SwitchStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt: lower_control(lower, cursor); return;
    case CXCursor_ForStmt: lower_for(lower, cursor); return;
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt: lower_case(lower, cursor); return;
    case CXCursor_BreakStmt: jump_out(lower, cursor, true); return;
    case CXCursor_ContinueStmt: jump_out(lower, cursor, false); return;
    case CXCursor_ReturnStmt: lower_return(lower, cursor); return;
    case CXCursor_GotoStmt:
    case CXCursor_IndirectGotoStmt: lower_goto(lower, cursor); return;
    case CXCursor_LabelStmt: lower_label(lower, cursor); return;
    case CXCursor_GCCAsmStmt:
    case CXCursor_MSAsmStmt: lower_asm(lower, cursor); return;
    case CXCursor_UnexposedStmt: /* one with attributes, [[fallthrough]] */
        if (!attributes_check_statement(front, cursor, &attribute)) {
            lower_refuse(lower, cursor, "this statement cannot be modelled: attribute `%s`", attribute);
            return;
        }
        parts = front_children(front, cursor);
        for (size_t i = 0; i < parts.count; i++)
            if (front->clang.isStatement(front->clang.getCursorKind(parts.items[i])) ||
                front->clang.isExpression(front->clang.getCursorKind(parts.items[i])))
                lower_statement(lower, parts.items[i]);
        return;
    default: break;
    }
    if (front->clang.isExpression(kind))
        lower_expression_statement(lower, cursor);
    else
        lower_refuse(lower, cursor, "this statement cannot be modelled (%s)",
                     front_text(front, front->clang.getCursorKindSpelling(kind)));
}

void lower_statement(struct lower *lower, CXCursor cursor) {
    if (lower_too_deep(lower, cursor)) return;
    unsigned depth = lower->depth++;
    struct place outer = lower->statement;
    struct front *front = lower->front;
    lower->statement = front_location(front, front->clang.getRangeStart(front->clang.getCursorExtent(cursor)));
    do_statement(lower, cursor);
    lower->statement = outer;
    lower->depth = depth;
}
