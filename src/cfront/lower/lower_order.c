/* Operands that C leaves unordered: we take them from left to right, and keep in mind where other code runs in one, and
 * where others may change what several of them read. Where somebody has found that this makes a difference
 * (app/analysis/order.h), and asks for it, they are taken in either order. */
#include "cfront/ir/walk.h"
#include "cfront/lower/lower.h"

static bool runs_other_code(const struct lower *lower, const struct lower_operand *operand) {
    for (size_t i = operand->first; i < operand->end; i++) {
        enum c_instruction_kind kind = lower->code.items[i].kind;
        if (kind == C_CALL || kind == C_SERVICE || kind == C_INTERRUPT) return true;
    }
    return false;
}

/* What is kept for later is its operand's alone. */
static bool assigns(const struct lower *lower, size_t first, size_t end) {
    for (size_t i = first; i < end; i++) {
        const struct c_instruction *instruction = &lower->code.items[i];
        if (!instruction->target || instruction->kind == C_CLEAR) continue;
        if (!c_is_temporary(instruction->target)) return true;
    }
    return false;
}

static void look_for_volatile(void *context, const struct c_expression *e) {
    bool *found = context;
    *found |= e->kind == C_LOAD && e->left->is_volatile;
}

static bool reads_volatile(const struct lower *lower, const struct lower_operand *operand) {
    struct c_instruction rest = {.kind = C_ASSIGN, .value = operand->rest};
    bool found = false;
    for (size_t i = operand->first; i < operand->end; i++)
        walk_instruction(&lower->code.items[i], look_for_volatile, &found);
    walk_instruction(&rest, look_for_volatile, &found);
    return found;
}

static struct c_operand copied(const struct lower *lower, const struct lower_operand *operand) {
    size_t count = operand->end - operand->first;
    struct c_instruction *code = arena_new_array(lower->front->arena, struct c_instruction, count + 1);
    for (size_t i = 0; i < count; i++) code[i] = lower->code.items[operand->first + i];
    code[count] = (struct c_instruction){.kind = C_ASSIGN, .value = operand->rest};
    return (struct c_operand){code, (uint32_t)count + 1};
}

static void keep(struct lower *lower, const struct lower_operand *operands, size_t count, struct c_unordered about) {
    struct c_operand *list = arena_new_array(lower->front->arena, struct c_operand, count);
    for (size_t i = 0; i < count; i++) list[i] = copied(lower, &operands[i]);
    about.function = lower->function, about.operands = list, about.count = (uint32_t)count;
    vec_push(&lower->front->unordered, about);
}

static bool may_matter(const struct lower *lower, const struct lower_operand *operands, size_t count) {
    size_t with_code = 0, with_volatile = 0;
    for (size_t i = 0; i < count; i++) {
        with_code += runs_other_code(lower, &operands[i]) || assigns(lower, operands[i].first, operands[i].end);
        with_volatile += reads_volatile(lower, &operands[i]);
    }
    return count > 1 && (with_code || with_volatile > 1);
}

void lower_unordered(struct lower *lower, const struct lower_operand *operands, size_t count, expression stored,
                     struct place place) {
    if (may_matter(lower, operands, count))
        keep(lower, operands, count, (struct c_unordered){.place = place, .stored = stored});
}

static struct c_unordered turnable(struct cfront_extent extent, expression stored) {
    return (struct c_unordered){.place = extent.place,
                                .spelled_at = extent.spelled_at,
                                .parts = extent.parts,
                                .stored = stored,
                                .may_turn = true};
}

void lower_unordered_of(struct lower *lower, const struct lower_operand *operands, size_t count, expression stored,
                        CXCursor whole) {
    if (may_matter(lower, operands, count))
        keep(lower, operands, count, turnable(effects_extent(lower->front, whole), stored));
}

/* A list within the operand has numbered its own. */
static void number(struct lower *lower, const struct lower_operand *operand, uint32_t list) {
    for (size_t i = operand->first; i < operand->end; i++) {
        lower->code.items[i].list = list;
        if (!lower->code.items[i].list_part) lower->code.items[i].list_part = (uint32_t)operand->first + 1;
    }
}

/* ---- initializers ---- */

struct looking {
    const struct c_object *object;
    bool reads, reads_object;
};

static void look_for_reads(void *context, const struct c_expression *e) {
    struct looking *looking = context;
    if (e->kind != C_LOAD) return;
    looking->reads = true;
    looking->reads_object |= c_object_of(e->left) == looking->object;
}

static struct looking reads_of(const struct lower *lower, const struct lower_operand *operand,
                               const struct c_object *object) {
    struct looking looking = {.object = object};
    for (size_t i = operand->first; i < operand->end; i++)
        walk_instruction(&lower->code.items[i], look_for_reads, &looking);
    return looking;
}

/* What it does besides giving a part its value, with its last instruction. */
static bool does_more(const struct lower *lower, const struct lower_operand *operand) {
    return runs_other_code(lower, operand) || assigns(lower, operand->first, operand->end - 1);
}

void lower_unordered_list(struct lower *lower, const struct lower_operand *operands, size_t count,
                          const struct c_object *object, CXCursor list) {
    struct lower_operand *kept = arena_new_array(lower->front->scratch, struct lower_operand, count + 1);
    size_t kept_count = 0, with_volatile = 0;
    bool does_something = false, reads_object = false;
    for (size_t i = 0; count > 1 && i < count; i++) {
        number(lower, &operands[i], (uint32_t)operands[0].first + 1);
        struct looking reads = reads_of(lower, &operands[i], object);
        bool does = does_more(lower, &operands[i]);
        does_something |= does, reads_object |= reads.reads_object;
        with_volatile += reads_volatile(lower, &operands[i]);
        if (does || reads.reads) kept[kept_count++] = operands[i];
    }
    if (reads_object)
        keep(lower, operands, count, (struct c_unordered){.place = front_place(lower->front, list)});
    else if (kept_count > 1 && (does_something || with_volatile > 1))
        keep(lower, kept, kept_count, turnable(effects_extent(lower->front, list), NULL));
}

/* ---- in either order ---- */

/* Operands are lowered twice, and those within them once more each time. */
enum { MOST_TURNING = 3 };

/* Its labels are there once. */
static bool has_statements(struct front *front, CXCursor cursor) {
    if (front->clang.getCursorKind(cursor) == CXCursor_StmtExpr) return true;
    struct cursors children = front_children(front, cursor);
    for (size_t i = 0; i < children.count; i++)
        if (has_statements(front, children.items[i])) return true;
    return false;
}

static void work_out(struct lower *lower, CXCursor operand, expression *temporary, struct lower_operand *done) {
    struct place place = front_place(lower->front, operand);
    done->first = lower->code.count;
    expression value = lower_value(lower, operand);
    if (!*temporary) *temporary = value->kind == C_CONSTANT ? value : lower_temporary(lower, value->type, place);
    if ((*temporary)->kind == C_OBJECT) lower_assign(lower, *temporary, value, place);
    done->end = lower->code.count, done->rest = *temporary;
}

static void mark_turning(struct lower *lower, size_t first) {
    for (size_t i = first; i < lower->code.count; i++) lower->code.items[i].turns = true;
}

bool lower_in_either_order(struct lower *lower, CXCursor whole, const CXCursor *operands, size_t count,
                           expression stored, expression *values) {
    struct front *front = lower->front;
    if (count < 2 || lower->turning == MOST_TURNING || !lower_turns(front, whole) || has_statements(front, whole))
        return false;
    struct cfront_extent extent = effects_extent(front, whole);
    struct lower_operand *done = arena_new_array(front->scratch, struct lower_operand, count);
    label forwards = lower_new_label(lower), backwards = lower_new_label(lower), end = lower_new_label(lower);
    size_t first = lower->code.count;
    expression turned = lower_temporary(lower, type_int(front), extent.place);
    lower->turning++;
    struct c_instruction *choose = lower_choose(lower, turned, 0, 1, extent.place);
    choose->is_order = true, choose->text = "the order of operands";
    lower_branch(lower, build_load(front, turned, extent.place), backwards, forwards, extent.place);
    lower_place_label(lower, forwards);
    for (size_t i = 0; i < count; i++) values[i] = NULL;
    for (size_t i = 0; i < count; i++) work_out(lower, operands[i], &values[i], &done[i]);
    struct c_unordered tried = turnable(extent, stored);
    tried.turns = true;
    if (may_matter(lower, done, count)) keep(lower, done, count, tried);
    lower_jump(lower, end, extent.place);
    lower_place_label(lower, backwards);
    for (size_t i = count; i-- > 0;) work_out(lower, operands[i], &values[i], &done[i]);
    lower_place_label(lower, end);
    lower->turning--;
    mark_turning(lower, first);
    for (size_t i = 0; i < count; i++)
        if (values[i]->kind == C_OBJECT) values[i] = build_load(front, values[i], extent.place);
    return true;
}
