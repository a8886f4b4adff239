#include "cfront/interrupts.h"

#include "base/word.h"
#include "cfront/attributes.h"
#include "cfront/vector_names.h"

#include <string.h>

/* By a name of ours, which no target knows: every use of it is complained of. */
const char *const interrupts_arguments[] = {"-D__interrupt=__attribute__((rtcheck_routine))", /* IAR, TI */
                                            "-D__irq=__attribute__((rtcheck_routine))", /* ARM, and see foreign.h */
                                            NULL};

static bool is_attribute(const char *name) {
    return vector_names_is_attribute(name) || !strcmp(name, "rtcheck_routine");
}

/* ---- noting ---- */

static void note_place(struct front *front, const char *file, unsigned offset) {
    vec_push(&front->interrupt_marks, ((struct mark){file, offset}));
}

/* "unknown attribute 'signal' ignored", "'interrupt' attribute takes one argument", ... */
bool interrupts_note_message(struct front *front, const char *message, CXSourceLocation where) {
    if (!strcmp(message, "'__interrupt' macro redefined") || !strcmp(message, "'__irq' macro redefined")) return true;
    const char *quote = strchr(message, '\''), *end = quote ? strchr(quote + 1, '\'') : NULL;
    if (!end || !strstr(message, "attribute")) return false;
    if (!is_attribute(attribute_plain_name(front, quote + 1, (size_t)(end - quote - 1)))) return false;
    CXFile file;
    unsigned offset;
    front->clang.getExpansionLocation(where, &file, NULL, NULL, &offset);
    if (file) note_place(front, front_text(front, front->clang.getFileName(file)), offset);
    return true;
}

bool interrupts_note_attribute(struct front *front, const char *attribute, const char *owner) {
    if (!is_attribute(attribute)) return false;
    vec_push(&front->interrupt_names, owner);
    return true;
}

/* ---- pragmas ---- */

enum pragma_kind {
    PRAGMA_OTHER,
    PRAGMA_NAMING, /* interrupt f, INTERRUPT(f, IRQ), interrupt (f(vect=3)), interrupt INTP0 f RB1, interrupt_handler
                      f:12 */
    PRAGMA_BEFORE  /* vector=5, TRAP_PROC, type_attribute=__interrupt, ghs interrupt: of what comes next */
};

static bool has_word(const char *text, size_t length, const char *word) {
    size_t size = strlen(word);
    for (const char *at = text; (at = memmem(at, length - (size_t)(at - text), word, size)); at++)
        if ((at == text || !is_word_char(at[-1])) && (at + size == text + length || !is_word_char(at[size])))
            return true;
    return false;
}

static size_t next_word(const char *text, size_t length, size_t at, size_t *end) {
    while (at < length && !is_word_char(text[at])) at++;
    for (*end = at; *end < length && is_word_char(text[*end]);) ++*end;
    return at;
}

/* `text`: behind `#pragma`, to the end of the line. */
static enum pragma_kind kind_of_pragma(const char *text, size_t length) {
    static const char *const naming[] = {"interrupt",      "INTERRUPT",     "interrupt_handler", "interruptlow",
                                         "rtos_interrupt", "interrupt_brk", "intvect",           NULL};
    size_t end, begin = next_word(text, length, 0, &end);
    const char *first = text + begin;
    size_t size = end - begin;
    for (const char *const *word = naming; *word; word++)
        if (spells(first, size, *word))
            return next_word(text, length, end, &end) < length ? PRAGMA_NAMING : PRAGMA_BEFORE;
    bool is_routines = has_word(text, length, "__interrupt") || has_word(text, length, "__irq") ||
                       has_word(text, length, "__fiq") || has_word(text, length, "__nested");
    if (spells(first, size, "TRAP_PROC") || (spells(first, size, "type_attribute") && is_routines))
        return PRAGMA_BEFORE;
    if (spells(first, size, "ghs") && has_word(text, length, "interrupt")) return PRAGMA_BEFORE;
    bool has_value = end < length && text[end + strspn(text + end, " \t")] == '=';
    return spells(first, size, "vector") && has_value ? PRAGMA_BEFORE : PRAGMA_OTHER;
}

/* Every word of the pragma may be the function's name: vectors and options are called otherwise. */
bool interrupts_note_pragma(struct front *front, const char *text, size_t length, const char *file, unsigned offset) {
    enum pragma_kind kind = kind_of_pragma(text, length);
    size_t end, begin = next_word(text, length, 0, &end);
    if (kind == PRAGMA_BEFORE) note_place(front, arena_text(front->scratch, file), offset);
    if (kind == PRAGMA_NAMING)
        while ((begin = next_word(text, length, end, &end)) < length)
            vec_push(&front->interrupt_names, arena_text_n(front->scratch, text + begin, end - begin));
    return kind != PRAGMA_OTHER;
}

bool interrupts_has_pragma(const char *text) {
    static const char word[] = "#pragma";
    for (const char *at = text; (at = strstr(at, word));) {
        at += sizeof word - 1;
        if (kind_of_pragma(at, strcspn(at, "\r\n")) != PRAGMA_OTHER) return true;
    }
    return false;
}

/* ---- whose places these are ---- */

/* A declaration at file scope, from where it begins or its macro is used, in the text of its file. */
struct extent {
    CXCursor cursor;
    CXFile file;
    unsigned begin, end;
};

static struct extent extent_of(struct front *front, CXCursor cursor) {
    struct extent extent = {.cursor = cursor};
    CXSourceRange range = front->clang.getCursorExtent(cursor);
    front->clang.getExpansionLocation(front->clang.getRangeStart(range), &extent.file, NULL, NULL, &extent.begin);
    front->clang.getExpansionLocation(front->clang.getRangeEnd(range), NULL, NULL, NULL, &extent.end);
    return extent;
}

/* `void f(void) __attribute__((x));`: nothing between the two ends the declaration. */
static bool goes_on_to(struct front *front, const struct extent *extent, unsigned offset) {
    size_t size;
    const char *text = front_contents(front, extent->file, &size);
    if (!text || offset > size || !extent->end || text[extent->end - 1] == '}') return false;
    return !memchr(text + extent->end, ';', offset - extent->end) &&
           !memchr(text + extent->end, '}', offset - extent->end);
}

static void note_owner(struct front *front, const struct extent *owner) {
    if (owner && front->clang.getCursorKind(owner->cursor) == CXCursor_FunctionDecl)
        vec_push(&front->interrupt_names, front_spelling(front, owner->cursor));
}

/* All in which it lies, or the one that it stands behind, or before. */
static void find_owners(struct front *front, const struct extent *extents, size_t count, unsigned offset) {
    const struct extent *last = NULL, *next = NULL;
    bool inside = false;
    for (size_t i = 0; i < count; i++) {
        bool is_in = extents[i].begin <= offset && offset < extents[i].end;
        if (is_in) note_owner(front, &extents[i]);
        inside |= is_in;
        if (extents[i].begin <= offset) last = &extents[i];
        if (extents[i].begin > offset && !next) next = &extents[i];
    }
    if (!inside) note_owner(front, last && goes_on_to(front, last, offset) ? last : next);
}

/* Those of this file, among the declarations of a unit. */
static size_t extents_in(struct front *front, const struct cursors *all, const char *name, struct extent *extents) {
    CXFile other = NULL, same = NULL;
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        struct extent extent = extent_of(front, all->items[i]);
        if (!extent.file || extent.file == other) continue;
        if (extent.file != same && strcmp(front_text(front, front->clang.getFileName(extent.file)), name) != 0) {
            other = extent.file;
            continue;
        }
        same = extent.file;
        extents[count++] = extent;
    }
    return count;
}

static void find_in_unit(struct front *front, CXTranslationUnit tu) {
    struct cursors all = front_children(front, front->clang.getTranslationUnitCursor(tu));
    struct extent *extents = arena_new_array(front->scratch, struct extent, all.count + 1);
    const char *file = NULL;
    size_t count = 0;
    for (size_t i = 0; i < front->interrupt_marks.count; i++) {
        const struct mark *mark = &front->interrupt_marks.items[i];
        if (!file || strcmp(file, mark->file) != 0) count = extents_in(front, &all, file = mark->file, extents);
        find_owners(front, extents, count, mark->offset);
    }
}

void interrupts_find(struct front *front) {
    for (size_t i = 0; front->interrupt_marks.count && i < front->units.count; i++)
        find_in_unit(front, front->units.items[i].tu);
    for (size_t i = 0; front->interrupt_names.count && i < front->symbol_list.count; i++)
        for (size_t n = 0; front->symbol_list.items[i]->is_function && n < front->interrupt_names.count; n++)
            if (!strcmp(front->interrupt_names.items[n], front->symbol_list.items[i]->name))
                front->symbol_list.items[i]->is_interrupt = true;
}
