#include "cfront/missing/replaced_code.h"

#include "base/file.h"
#include "base/word.h"
#include "cfront/missing/invented_parts.h"
#include "cfront/text/code_only.h"
#include "cfront/text/directive.h"
#include "cfront/text/source_types.h"
#include "cfront/text/source_words.h"

#include <string.h>

/* `#define NAME(` */
static bool defines(const char *code, const char *name) {
    size_t length = strlen(name);
    for (const char *line = code; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *found = directive_behind(line, "define");
        if (found && word_length(found) == length && begins_with(found, name) && found[length] == '(') return true;
    }
    return false;
}

/* A function that is called and whose code stands in this text; NULL: none. */
static const char *called_of(const struct front *front, const char *code) {
    struct source_words words = source_words_find(front->scratch, code);
    for (size_t i = 0; i < front->missing.count; i++) {
        const char *name = front->missing.items[i];
        if (name_set_has(&words.has, name) || name_set_has(&words.keeps, name) || defines(code, name)) return name;
    }
    return NULL;
}

/* A type that was invented, and stands in this text; NULL: none. Registers have any value, whatever they are. */
static const char *invented_of(const struct front *front, const char *code) {
    struct source_types types = source_types_find(front->scratch, code);
    for (size_t i = 0; i < front->invented.list.count; i++) {
        const struct invention *invention = front->invented.list.items[i];
        bool is_type = invention->kind == INVENTED_TYPE || invention->kind == INVENTED_TAG;
        if (is_type && invented_is_lacked(invention) && !invented_is_of_registers(&front->invented, invention) &&
            name_set_has(&types.declares, invention->name))
            return invention->name;
    }
    return NULL;
}

void replaced_doubt(struct front *front) {
    for (size_t i = 0; i < front->replaced.count && !front->program->doubt; i++) {
        const struct replaced *header = &front->replaced.items[i];
        struct text text = {0};
        bool is_read = header->error && file_read_plain(header->path, &text);
        const char *code = is_read ? code_only(front->scratch, text_chars(&text), true) : "";
        const char *name = called_of(front, code), *type = invented_of(front, code);
        if (!name && type)
            front_doubt(front, "%s, which does not compile here (%s), says what `%s` is", header->path, header->error,
                        type);
        if (name)
            front_doubt(front, "%s, which does not compile here (%s), has the code of `%s`, which is called",
                        header->path, header->error, name);
        text_free(&text);
    }
}
