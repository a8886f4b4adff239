#include "cfront/missing/learning.h"

#include "base/word.h"
#include "cfront/missing/borrowed.h"
#include "cfront/missing/invented.h"

#include <string.h>

struct invented_type *learning_type(struct front *front, CXType type) {
    const char *name = front_text(front, front->clang.getTypeSpelling(front->clang.getUnqualifiedType(type)));
    return invented_type(&front->invented, name, strlen(name));
}

const char *learning_first_quoted(const struct complaint *complaint) {
    const char *begin = strchr(complaint->message, '\'') + 1;
    return arena_text_n(complaint->front->scratch, begin, strcspn(begin, "'"));
}

/* Types of missing headers that the declaration names are lacked where it goes. */
static void lack_its_types(struct invented *invented, const char *declaration, const char *source) {
    for (const char *at = declaration; *at;) {
        size_t length = word_length(at);
        const struct invented_type *type = length ? invented_type(invented, at, length) : NULL;
        const struct invention *of = type ? invented_of_type(invented, type) : NULL;
        if (of && (of->kind == INVENTED_TYPE || of->kind == INVENTED_TAG))
            invented_add(invented, of->name, of->kind, source);
        at += length ? length : 1;
    }
}

bool learning_add(const struct complaint *complaint, const char *name, enum invented_kind kind) {
    struct invented *invented = &complaint->front->invented;
    struct invention *before = invented_find(invented, name);
    const char *file = NULL, *declaration = NULL;
    bool is_declared = kind != INVENTED_WORD && kind != INVENTED_LINE && kind != INVENTED_MACRO;
    if (is_declared && (!before || before->kind == INVENTED_BORROWED))
        declaration =
            borrowed_declaration(complaint->front->borrowed, name, kind == INVENTED_TAG, complaint->source, &file);
    if (declaration) lack_its_types(invented, declaration, complaint->source);
    if (declaration)
        return invented_borrow(invented, name, file,
                               (struct invented_lack){complaint->source, declaration, kind == INVENTED_TAG, false});
    bool learned = invented_add(invented, name, kind, complaint->source);
    if (file) invented_find(invented, name)->file = file;
    return learned;
}
