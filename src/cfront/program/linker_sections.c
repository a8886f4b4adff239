#include "cfront/program/linker_sections.h"

#include "base/word.h"
#include "cfront/ir/walk.h"
#include "cfront/program/symbols.h"
#include "cfront/program/types.h"

#include <string.h>

bool linker_sections_mark(const struct symbol *symbol) {
    bool has_name = symbol->name[0] == '_' || strstr(symbol->name, "$$");
    return has_name && !symbol->is_function && !symbol->has_definition && symbol->address_taken && !symbol->written;
}

/* Sections of variables: what else scripts give names to (heaps, stacks, tables of functions) is there to be used. */
static bool is_of_variables(const char *name) {
    static const char *const sections[] = {"bss", "data", "$$ZI$$", "$$RW$$", NULL};
    return contains_one_of(name, sections);
}

/* "__bss_end__", "end", "start": "__bss_start__"; NULL: it has no such word. */
static const char *with_word(struct front *front, const char *name, const char *word, const char *other) {
    const char *at = strstr(name, word);
    if (!at) return NULL;
    return arena_printf(front->scratch, "%.*s%s%s", (int)(at - name), name, other, at + strlen(word));
}

static struct symbol *find_mark(struct front *front, const char *name) {
    for (size_t i = 0; name && i < front->symbol_list.count; i++) {
        struct symbol *symbol = front->symbol_list.items[i];
        if (linker_sections_mark(symbol) && !strcmp(symbol->name, name)) return symbol;
    }
    return NULL;
}

static struct symbol *beginning_of(struct front *front, const char *end) {
    static const struct {
        const char *end, *beginning;
    } words[] = {{"_end", "_start"}, {"_end", "_begin"},   {"_END", "_START"},  {"_END", "_BEGIN"}, {"_e", "_s"},
                 {"Limit", "Base"},  {"$$End", "$$Start"}, {"_limit", "_base"}, {"_END", "_BASE"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct symbol *found = find_mark(front, with_word(front, end, words[i].end, words[i].beginning));
        if (found) return found;
    }
    return NULL;
}

static void join(struct front *front, struct symbol *end, struct symbol *beginning) {
    static const char form[] = "the section between `%s` and `%s`, which no source defines, is empty";
    end->object = symbol_object(front, beginning, NULL);
    end->has_no_size = beginning->has_no_size;
    end->object->is_section = true;
    front_assume_once(front, arena_printf(front->arena, form, beginning->name, end->name));
}

void linker_sections_join(struct front *front) {
    for (size_t i = 0; i < front->symbol_list.count; i++) {
        struct symbol *end = front->symbol_list.items[i];
        if (!linker_sections_mark(end) || !is_of_variables(end->name) || end->object) continue;
        struct symbol *beginning = beginning_of(front, end->name);
        if (beginning && type_of_cursor(front, beginning->cursor) == type_of_cursor(front, end->cursor))
            join(front, end, beginning);
    }
}

/* ---- who uses them ---- */

struct seeking {
    bool *seen;         /* functions, by number */
    struct place found; /* no file: nobody uses one */
    const char *name;
};

static void seek(void *context, const struct c_expression *e) {
    struct seeking *seeking = context;
    if (e->kind != C_OBJECT || !e->object->is_section || seeking->found.file) return;
    seeking->found = e->place;
    seeking->name = e->object->name;
}

static void seek_in(struct seeking *seeking, const struct c_function *function) {
    if (seeking->seen[function->index]) return;
    seeking->seen[function->index] = true;
    for (uint32_t i = 0; i < function->code_count && !seeking->found.file; i++) {
        walk_instruction(&function->code[i], seek, seeking);
        if (function->code[i].callee) seek_in(seeking, function->code[i].callee);
    }
}

void linker_sections_doubt(struct front *front) {
    struct seeking seeking = {.seen = arena_new_array(front->scratch, bool, front->functions.count + 1)};
    for (size_t i = 0; i < front->functions.count; i++) {
        const struct c_function *function = front->functions.items[i];
        if (function->role != C_ORDINARY && function->role != C_MAIN) seek_in(&seeking, function);
    }
    if (seeking.found.file)
        front_doubt(front,
                    "%s:%u uses the section of variables that begins at `%s` while the system runs, and which is taken "
                    "to be empty",
                    seeking.found.file, seeking.found.line, seeking.name);
}
