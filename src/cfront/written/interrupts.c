#include "cfront/written/interrupts.h"

#include "base/word.h"
#include "cfront/written/attributes.h"
#include "cfront/written/marks.h"
#include "cfront/written/pragma_texts.h"

#include <string.h>

/* By a name of ours, which no target knows: every use of it is complained of. */
const char *const interrupts_arguments[] = {"-D__interrupt=__attribute__((rtcheck_routine))", /* IAR, TI */
                                            "-D__irq=__attribute__((rtcheck_routine))", /* ARM, and see foreign.h */
                                            NULL};

bool vector_names_is_attribute(const char *name) {
    static const char *const names[] = {
        "interrupt", "signal", "interrupt_handler", "fast_interrupt", "isr", "exception_handler", "nmi_handler", NULL};
    return is_one_of(name, names);
}

static bool is_attribute(const char *name) {
    return vector_names_is_attribute(name) || !strcmp(name, "rtcheck_routine");
}

/* ---- noting ---- */

/* "unknown attribute 'signal' ignored", "'interrupt' attribute takes one argument", ... */
bool interrupts_note_message(struct front *front, const char *message, CXSourceLocation where) {
    if (!strcmp(message, "'__interrupt' macro redefined") || !strcmp(message, "'__irq' macro redefined")) return true;
    const char *quote = strchr(message, '\''), *end = quote ? strchr(quote + 1, '\'') : NULL;
    if (!end || !strstr(message, "attribute")) return false;
    if (!is_attribute(attribute_plain_name(front, quote + 1, (size_t)(end - quote - 1)))) return false;
    marks_note(front, &front->interrupt_marks, where);
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
bool interrupts_note_pragma(struct front *front, const char *text, size_t length, const struct mark *mark) {
    enum pragma_kind kind = kind_of_pragma(text, length);
    size_t end, begin = next_word(text, length, 0, &end);
    if (kind == PRAGMA_BEFORE) vec_push(&front->interrupt_marks, *mark);
    if (kind == PRAGMA_NAMING)
        while ((begin = next_word(text, length, end, &end)) < length)
            vec_push(&front->interrupt_names, arena_text_n(front->scratch, text + begin, end - begin));
    return kind != PRAGMA_OTHER;
}

bool interrupts_has_pragma(const char *text) {
    size_t length;
    while ((text = pragma_texts_next(text, &length)))
        if (kind_of_pragma(text, length) != PRAGMA_OTHER) return true;
    return false;
}

/* ---- whose places these are ---- */

/* `void f(void) __attribute__((x));`: nothing between the two ends the declaration. */
static bool goes_on_to(struct front *front, const struct declaration *declaration, unsigned offset) {
    size_t size;
    const char *text = front_contents(front, declaration->file, &size);
    if (!text || offset > size || !declaration->end || text[declaration->end - 1] == '}') return false;
    return !memchr(text + declaration->end, ';', offset - declaration->end) &&
           !memchr(text + declaration->end, '}', offset - declaration->end);
}

static void note_owner(struct front *front, const struct declaration *owner) {
    if (owner && front->clang.getCursorKind(owner->cursor) == CXCursor_FunctionDecl)
        vec_push(&front->interrupt_names, front_spelling(front, owner->cursor));
}

/* All in which it lies, or the one that it stands behind, or before. */
static void find_owners(struct front *front, const struct declaration *list, size_t count, struct mark *mark) {
    const struct declaration *last = NULL, *next = NULL;
    unsigned offset = mark->offset;
    bool inside = false;
    for (size_t i = 0; i < count; i++) {
        bool is_in = list[i].begin <= offset && offset < list[i].end;
        if (is_in) note_owner(front, &list[i]);
        inside |= is_in;
        if (list[i].begin <= offset) last = &list[i];
        if (list[i].begin > offset && !next) next = &list[i];
    }
    if (!inside) note_owner(front, last && goes_on_to(front, last, offset) ? last : next);
}

void interrupts_find(struct front *front) {
    marks_find(front, &front->interrupt_marks, find_owners);
    for (size_t i = 0; front->interrupt_names.count && i < front->symbol_list.count; i++)
        for (size_t n = 0; front->symbol_list.items[i]->is_function && n < front->interrupt_names.count; n++)
            if (!strcmp(front->interrupt_names.items[n], front->symbol_list.items[i]->name))
                front->symbol_list.items[i]->is_interrupt = true;
}
