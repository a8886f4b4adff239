#include "cli/project/asked_code.h"

#include "base/vec.h"
#include "base/word.h"

typedef VEC(const char *) names;

static const char blanks[] = " \t\r\n";

static void add_kind(struct arena *arena, const char *text, const char *kind, names *found) {
    size_t size = strlen(kind);
    for (const char *at = text; (at = strstr(at, kind)); at += size) {
        const char *name = at + size + strspn(at + size, "12 \t\r\n");
        if ((at > text && is_word_char(at[-1])) || *name != '(') continue;
        name += 1 + strspn(name + 1, blanks);
        size_t length = word_length(name);
        const char *behind = name + length + strspn(name + length, ") \t\r\n");
        bool is_declaration = *behind == ';';
        if (length && !is_declaration) vec_push(found, arena_printf(arena, "%s(%.*s)", kind, (int)length, name));
    }
}

struct name_set asked_code_of(struct arena *arena, const char *text) {
    static const char *const kinds[] = {"TASK", "ISR", "ALARMCALLBACK", NULL};
    names found = {0};
    for (const char *const *kind = kinds; *kind; kind++) add_kind(arena, text, *kind, &found);
    struct name_set set = name_set_of(arena, found.items, found.count);
    vec_free(&found);
    return set;
}
