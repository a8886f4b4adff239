#include "cfront/hidden/register_masks.h"

#include "base/word.h"
#include "cfront/hidden/processor_mask.h"
#include "cfront/missing/invented.h"
#include "cfront/program/symbols.h"
#include "cfront/text/name_words.h"
#include "cfront/text/register_names.h"

#include <ctype.h>
#include <string.h>

/* ---- writes ---- */

struct mask_write {
    struct place place;
    const char *target;  /* its text */
    name_list names;     /* in the text, the target's first */
    size_t target_names; /* ... so many */
    enum register_effect effect;
    unsigned function; /* in which it stands */
    bool is_outside;   /* no variable of the program */
};

struct finding {
    struct front *front;
    unsigned function; /* that is looked at */
    VEC(struct mask_write) writes;
};

static const char *text_of(struct front *front, CXCursor cursor) {
    CXFile file = NULL;
    unsigned begin = 0, end = 0;
    size_t size = 0;
    CXSourceRange extent = front->clang.getCursorExtent(cursor);
    front->clang.getExpansionLocation(front->clang.getRangeStart(extent), &file, NULL, NULL, &begin);
    front->clang.getExpansionLocation(front->clang.getRangeEnd(extent), NULL, NULL, NULL, &end);
    const char *text = file ? front_contents(front, file, &size) : NULL;
    if (!text || begin > end || end > size) return "";
    while (end < size && is_word_char(text[end]) && (end == begin || is_word_char(text[end - 1]))) end++;
    return arena_text_n(front->scratch, text + begin, end - begin);
}

static void add_name(struct mask_write *write, const char *name) {
    if (!is_in_list(name, write->names.items, write->names.count)) vec_push(&write->names, name);
}

static void add_words(struct front *front, struct mask_write *write, const char *text) {
    while (*text) {
        size_t length = 0;
        while (is_word_char(text[length])) length++;
        if (length && !isdigit((unsigned char)*text)) add_name(write, arena_text_n(front->scratch, text, length));
        text += length + !length;
    }
}

struct naming {
    struct front *front;
    struct mask_write *write;
};

static enum CXChildVisitResult add_spelling(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct naming *naming = data;
    enum CXCursorKind kind = naming->front->clang.getCursorKind(cursor);
    if (kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr)
        add_name(naming->write, front_spelling(naming->front, cursor));
    return CXChildVisit_Recurse;
}

/* As they are written, and as macros make them. */
static void add_names(struct front *front, struct mask_write *write, CXCursor cursor) {
    struct naming naming = {front, write};
    add_words(front, write, text_of(front, cursor));
    add_spelling(cursor, cursor, &naming);
    front->clang.visitChildren(cursor, add_spelling, &naming);
}

static const char *without_spaces(struct front *front, const char *text) {
    char *kept = arena_text(front->scratch, text), *to = kept;
    for (const char *from = text; *from; from++)
        if (!isspace((unsigned char)*from)) *to++ = *from;
    *to = '\0';
    return kept;
}

/* What a missing header has in capitals is a number, too. */
static bool is_number(struct front *front, CXCursor value, int64_t *number) {
    if (front_evaluate(front, value, number)) return true;
    CXCursor written = front_as_written(front, value);
    const char *name = front_spelling(front, written);
    const struct invention *invention = invented_find(&front->invented, name);
    *number = 1;
    return front->clang.getCursorKind(written) == CXCursor_DeclRefExpr && invention &&
           invention->kind == INVENTED_CONSTANT;
}

/* `= r & ~1` does what `&= ~1` does. */
static enum register_effect effect_of(struct front *front, CXCursor cursor, CXCursor value) {
    struct clang *clang = &front->clang;
    enum CXBinaryOperatorKind op = clang->getCursorBinaryOperatorKind(cursor);
    int64_t number = 0;
    if (op == CXBinaryOperator_AndAssign) return CLEARS;
    if (op == CXBinaryOperator_OrAssign) return SETS;
    if (op != CXBinaryOperator_Assign) return WRITES_SOMETHING;
    if (is_number(front, value, &number)) return number ? WRITES_NUMBER : WRITES_0;
    CXCursor written = front_as_written(front, value);
    while (clang->getCursorKind(written) == CXCursor_CStyleCastExpr)
        written = front_as_written(front, front_last_expression(front, written));
    if (clang->getCursorKind(written) != CXCursor_BinaryOperator) return WRITES_SOMETHING;
    op = clang->getCursorBinaryOperatorKind(written);
    return op == CXBinaryOperator_And ? CLEARS : op == CXBinaryOperator_Or ? SETS : WRITES_SOMETHING;
}

/* A variable of the program, or a part of one. */
static bool is_own(struct front *front, CXCursor target) {
    struct clang *clang = &front->clang;
    for (;;) {
        target = front_as_written(front, target);
        enum CXCursorKind kind = clang->getCursorKind(target);
        if (kind == CXCursor_DeclRefExpr) break;
        struct cursors parts = front_expressions(front, target);
        if ((kind != CXCursor_MemberRefExpr && kind != CXCursor_ArraySubscriptExpr) || !parts.count) return false;
        target = parts.items[0];
    }
    CXCursor declared = clang->getCursorReferenced(target);
    bool is_pointer = clang->getCanonicalType(clang->getCursorType(target)).kind == CXType_Pointer;
    const struct symbol *symbol =
        clang->getCursorKind(declared) == CXCursor_VarDecl ? symbol_of(front, declared) : NULL;
    return !is_pointer && (!symbol || symbol->has_definition);
}

/* Memory of the program is none. */
static bool may_be_register(struct front *front, CXCursor target) {
    struct clang *clang = &front->clang;
    CXCursor declared = clang->getCursorReferenced(front_as_written(front, target));
    if (clang->isVolatileQualifiedType(clang->getCanonicalType(clang->getCursorType(target)))) return true;
    if (clang->getCursorKind(declared) != CXCursor_VarDecl) return false;
    const struct symbol *symbol = symbol_of(front, declared);
    return symbol && !symbol->has_definition;
}

/* `#define TIMSK0 (*(volatile char *)0x6e)`: the name; of what is written there, what stands behind it, too. */
static void add_words_of_macro(struct front *front, struct mask_write *write, CXCursor cursor, bool is_target) {
    static const char define[] = "#define ";
    CXFile file = NULL;
    unsigned at = 0;
    size_t size = 0;
    front->clang.getSpellingLocation(front->clang.getCursorLocation(cursor), &file, NULL, NULL, &at);
    const char *text = file ? front_contents(front, file, &size) : NULL;
    size_t line = text && at < size ? at : 0, end = line;
    while (line && text[line - 1] != '\n') line--;
    if (!text || at >= size || size - line < sizeof define || memcmp(text + line, define, sizeof define - 1) != 0)
        return;
    while (end < size && text[end] != '\n') end++;
    line += sizeof define - 1;
    const char *name = arena_text_n(front->scratch, text + line, word_length(text + line));
    if (is_target && strchr(write->target, '(')) write->target = name;
    add_name(write, name);
    if (!is_target) add_words(front, write, arena_text_n(front->scratch, text + at, end - at));
}

static void add_write(struct finding *finding, CXCursor cursor, CXCursor target, CXCursor value,
                      enum register_effect effect) {
    struct front *front = finding->front;
    struct mask_write write = {.place = front_place(front, cursor),
                               .effect = effect,
                               .function = finding->function,
                               .is_outside = !is_own(front, target)};
    write.target = without_spaces(front, text_of(front, target));
    add_names(front, &write, target);
    add_words_of_macro(front, &write, target, true);
    write.target_names = write.names.count;
    if (!front->clang.Cursor_isNull(value)) {
        add_names(front, &write, value);
        add_words_of_macro(front, &write, value, false);
    }
    vec_push(&finding->writes, write);
}

/* `cbi(TIMSK, TOIE0)` */
static void look_at_call(struct finding *finding, CXCursor call) {
    static const char *const clearing[] = {"cbi", "clear", "clr", "bclr", "bic", "reset", NULL};
    static const char *const setting[] = {"sbi", "set", "bset", "bis", NULL};
    struct front *front = finding->front;
    struct clang *clang = &front->clang;
    const char *name = front_spelling(front, call);
    bool clears = name_has_part_of(name, clearing), sets = name_has_part_of(name, setting) && !clears;
    if ((!clears && !sets) || clang->Cursor_getNumArguments(call) != 2) return;
    CXCursor declared = clang->getCursorReferenced(call);
    const struct symbol *symbol =
        clang->getCursorKind(declared) == CXCursor_FunctionDecl ? symbol_of(front, declared) : NULL;
    if (symbol && !symbol->has_definition)
        add_write(finding, call, clang->Cursor_getArgument(call, 0), clang->Cursor_getArgument(call, 1),
                  clears ? CLEARS : SETS);
}

static enum CXChildVisitResult look(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct finding *finding = data;
    struct front *front = finding->front;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    bool assigns =
        kind == CXCursor_BinaryOperator && front->clang.getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign;
    if (kind == CXCursor_CallExpr) look_at_call(finding, cursor);
    if (!assigns && kind != CXCursor_CompoundAssignOperator) return CXChildVisit_Recurse;
    struct cursors sides = front_expressions(front, cursor);
    if (sides.count == 2 && may_be_register(front, sides.items[0]))
        add_write(finding, cursor, sides.items[0], sides.items[1], effect_of(front, cursor, sides.items[1]));
    return CXChildVisit_Recurse;
}

static enum CXChildVisitResult look_at_function(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct finding *finding = data;
    struct front *front = finding->front;
    finding->function++;
    if (front->clang.getCursorKind(cursor) == CXCursor_FunctionDecl && front->clang.isCursorDefinition(cursor))
        front->clang.visitChildren(cursor, look, finding);
    return CXChildVisit_Continue;
}

/* ---- which keep others out ---- */

/* By the first of its names that says something; NULL: none does. */
static const char *mask_name(const struct mask_write *write, enum register_mask *mask, const char **undone_by) {
    for (size_t i = 0; i < write->names.count; i++) {
        *mask = register_names_mask(write->names.items[i], undone_by);
        if (*mask != MASK_NONE) return write->names.items[i];
    }
    return NULL;
}

/* `TACCTL0 = 0`, where somewhere stands `TACCTL0 |= CCIE` */
static const char *mask_of_register(const struct finding *finding, const struct mask_write *write,
                                    enum register_mask *mask, const char **undone_by) {
    const char *name = mask_name(write, mask, undone_by);
    bool is_whole = write->effect == WRITES_0 && *write->target;
    for (size_t i = 0; !name && is_whole && i < finding->writes.count; i++) {
        const struct mask_write *other = &finding->writes.items[i];
        bool is_number = other->effect == WRITES_0 || other->effect == WRITES_SOMETHING;
        if (!is_number && !strcmp(other->target, write->target)) name = mask_name(other, mask, undone_by);
    }
    return name;
}

/* Of several devices that have one, each has its own: `TIM2->DIER`. */
static bool are_of_one_device(const char *one, const char *other) {
    const char *arrow = strstr(one, "->"), *its = strstr(other, "->");
    if (!arrow || !its) return true;
    return arrow - one == its - other && !memcmp(one, other, (size_t)(arrow - one));
}

/* Of the names from `first` on: does one say something? And is it among the other's, too? */
static bool has_mask_from(const struct mask_write *write, size_t first, const struct mask_write *other) {
    const char *undone_by;
    for (size_t i = first; i < write->names.count; i++)
        if (register_names_mask(write->names.items[i], &undone_by) != MASK_NONE &&
            (!other || is_in_list(write->names.items[i], other->names.items, other->names.count)))
            return true;
    return false;
}

/* ... and the same bits of it, if both name any. */
static bool is_same_register(const struct mask_write *one, const struct mask_write *other) {
    bool name_bits = has_mask_from(one, one->target_names, NULL) && has_mask_from(other, other->target_names, NULL);
    if (name_bits && !has_mask_from(one, one->target_names, other)) return false;
    bool is_same = *one->target && !strcmp(one->target, other->target);
    bool writes_bits = other->effect == SETS || other->effect == CLEARS;
    bool is_mask = has_mask_from(one, 0, other);
    if (is_same && (is_mask || !writes_bits)) return true;
    return are_of_one_device(one->target, other->target) && is_mask;
}

static bool lets_in(const struct mask_write *write, const struct mask_write *lock, enum register_mask mask,
                    const char *undone_by) {
    for (size_t i = 0; undone_by && i < write->names.count; i++)
        if (register_names_have_part(write->names.items[i], undone_by)) return true;
    if (undone_by || !is_same_register(lock, write)) return false;
    return mask == MASK_EITHER ? write->effect != lock->effect : !register_names_keep_out(mask, write->effect);
}

static void tell(struct front *front, const char *name) {
    front_assume_once(front, arena_printf(front->arena, "`%s` keeps no interrupt out", name));
}

static void add_lock(struct front *front, const struct mask_write *lock, const char *name, const struct place *ends,
                     uint32_t count) {
    front_leap(front, lock->place, "what is written to `%s` keeps interrupts out", name);
    struct c_leap *leap = &vec_last(&front->leaps);
    leap->kind = LEAP_LOCK;
    leap->name = arena_text(front->arena, name);
    leap->ends = ends, leap->end_count = count;
}

static const char *shown_name(const struct mask_write *lock, const char *name) {
    return *lock->target && !strpbrk(lock->target, "(\\") ? lock->target : name;
}

/* Services keep interrupts out by the same bit, perhaps. */
static void add_unmask(struct front *front, const struct mask_write *write, const char *name) {
    struct place *end = arena_new_array(front->arena, struct place, 1);
    if (!processor_mask_has_sections(front) || !register_names_are_global(name)) return;
    *end = write->place;
    front_leap(front, write->place, "what is written to `%s` lets interrupts come that services keep out", name);
    struct c_leap *leap = &vec_last(&front->leaps);
    leap->kind = LEAP_UNMASK;
    leap->name = arena_text(front->arena, name);
    leap->ends = end, leap->end_count = 1;
}

/* ---- by names ---- */

/* False: no name says that it is one. */
static bool look_at_names(struct finding *finding, const struct mask_write *lock) {
    struct front *front = finding->front;
    enum register_mask mask = MASK_NONE;
    const char *undone_by = NULL, *name = mask_of_register(finding, lock, &mask, &undone_by);
    if (!name) return false;
    if (!register_names_keep_out(mask, lock->effect)) {
        add_unmask(front, lock, name);
        return true;
    }
    struct place *ends = arena_new_array(front->arena, struct place, finding->writes.count + 1);
    uint32_t count = 0;
    for (size_t i = 0; i < finding->writes.count; i++)
        if (lets_in(&finding->writes.items[i], lock, mask, undone_by)) ends[count++] = finding->writes.items[i].place;
    name = shown_name(lock, name);
    if (count || mask != MASK_CLEARS) tell(front, name);
    if (count) add_lock(front, lock, name, ends, count);
    return true;
}

/* ---- by what undoes them ---- */

static bool controls(const struct mask_write *write) {
    for (size_t i = 0; i < write->target_names; i++)
        if (register_names_control(write->names.items[i])) return true;
    return false;
}

static bool have_same_names(const struct mask_write *one, const struct mask_write *other) {
    bool are_same = one->names.count == other->names.count;
    for (size_t i = 0; are_same && i < one->names.count; i++)
        are_same = !strcmp(one->names.items[i], other->names.items[i]);
    return are_same;
}

/* Bits that are cleared are set again, or the other way round; a register that is 0 is something else again. */
static bool undoes(const struct mask_write *write, const struct mask_write *lock) {
    if (strcmp(write->target, lock->target) != 0) return false;
    switch (lock->effect) {
    case CLEARS: return write->effect == SETS && have_same_names(write, lock);
    case SETS: return write->effect == CLEARS && have_same_names(write, lock);
    case WRITES_0: return write->effect != WRITES_0 && write->effect != CLEARS;
    default: return false;
    }
}

/* `TIMER_CTRL &= ~1; ... TIMER_CTRL |= 1;`: what interrupts come from stands still, perhaps. */
static void look_at_control(struct finding *finding, const struct mask_write *lock) {
    struct front *front = finding->front;
    if (!lock->is_outside || !*lock->target || !controls(lock)) return;
    struct place *ends = arena_new_array(front->arena, struct place, finding->writes.count + 1);
    uint32_t count = 0;
    bool is_undone = false;
    for (const struct mask_write *write = finding->writes.items; write < finding->writes.items + finding->writes.count;
         write++) {
        if (!undoes(write, lock)) continue;
        is_undone |= write > lock && write->function == lock->function;
        ends[count++] = write->place;
    }
    const char *name = shown_name(lock, lock->names.items[0]);
    if (!is_undone) return;
    tell(front, name);
    add_lock(front, lock, name, ends, count);
}

void register_masks_find(struct front *front) {
    struct finding finding = {.front = front};
    if (!front->names->config->isr_count) return;
    for (size_t i = 0; i < front->units.count; i++)
        front->clang.visitChildren(front->clang.getTranslationUnitCursor(front->units.items[i].tu), look_at_function,
                                   &finding);
    for (size_t i = 0; i < finding.writes.count; i++)
        if (!look_at_names(&finding, &finding.writes.items[i])) look_at_control(&finding, &finding.writes.items[i]);
    for (size_t i = 0; i < finding.writes.count; i++) vec_free(&finding.writes.items[i].names);
    vec_free(&finding.writes);
}

/* ---- as masks ---- */

static bool is_place_of(const struct place *places, uint32_t count, struct place place) {
    for (uint32_t i = 0; i < count; i++)
        if (place_is_same(places[i], place)) return true;
    return false;
}

static void emit(struct lower *lower, enum osek_service service, struct place place) {
    struct c_instruction *instruction = lower_emit(lower, C_SERVICE, place);
    instruction->service = service;
    instruction->text = osek_service_name(service);
}

/* A bit that one machine sets to keep interrupts out, and another one clears, keeps them out either way. */
void register_masks_take(struct lower *lower, struct place place) {
    const struct cfront_options *options = lower->front->options;
    bool keeps_out = false, lets_in = false;
    for (size_t i = 0; i < options->lock_count; i++) {
        const struct c_leap *lock = &options->locks[i];
        keeps_out |= lock->ends && lock->kind == LEAP_LOCK && place_is_same(lock->place, place);
        lets_in |= is_place_of(lock->ends, lock->end_count, place);
    }
    if (keeps_out)
        emit(lower, OSEK_ProcessorMasks, place);
    else if (lets_in)
        emit(lower, OSEK_ProcessorUnmasks, place);
}
