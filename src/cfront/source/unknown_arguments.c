#include "cfront/source/unknown_arguments.h"

#include "base/word.h"
#include "cfront/text/number_flags.h"

#include <string.h>

/* "unknown argument: '-mthumb-interwork'", "unsupported option '-gstabs'", with more behind it; NULL: another message.
 */
static const char *argument_in(struct front *front, const char *message) {
    static const char *const beginnings[] = {"unknown argument", "unsupported option", NULL};
    const char *quote = begins_with_one_of(message, beginnings) ? strchr(message, '\'') : NULL;
    return quote ? arena_text_n(front->scratch, quote + 1, strcspn(quote + 1, "'")) : NULL;
}

/* What it is for may not be known: of a machine's options it is told. */
static bool may_be_left_out(const char *word) {
    static const char *const kinds[] = {"-f", "-m", "-g", NULL};
    return begins_with_one_of(word, kinds) && number_flags_kind(word, strlen(word)) != FLAG_UNKNOWN;
}

/* A source without a text is enough to ask. */
static void ask(struct front *front, const compiler_arguments *list) {
    struct CXUnsavedFile nothing = {"rtcheck_nothing.c", "", 0};
    CXTranslationUnit tu = NULL;
    front->clang.parseTranslationUnit2(front->index, nothing.Filename, list->items, (int)list->count, &nothing, 1, 0,
                                       &tu);
    unsigned count = tu ? front->clang.getNumDiagnostics(tu) : 0;
    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = front->clang.getDiagnostic(tu, i);
        const char *word = argument_in(front, front_text(front, front->clang.getDiagnosticSpelling(diagnostic)));
        if (word && may_be_left_out(word)) vec_push(&front->unknown_arguments, word);
        front->clang.disposeDiagnostic(diagnostic);
    }
    if (tu) front->clang.disposeTranslationUnit(tu);
}

static bool is_asked(const struct front *front, const compiler_arguments *list, size_t first) {
    for (size_t i = first; i < list->count; i++)
        if (!is_in_list(list->items[i], front->asked_arguments.items, front->asked_arguments.count)) return false;
    return true;
}

void unknown_arguments_leave_out(struct front *front, compiler_arguments *list, size_t first) {
    size_t kept = first;
    if (!is_asked(front, list, first)) {
        ask(front, list);
        for (size_t i = first; i < list->count; i++) vec_push(&front->asked_arguments, list->items[i]);
    }
    for (size_t i = first; i < list->count; i++)
        if (!is_in_list(list->items[i], front->unknown_arguments.items, front->unknown_arguments.count))
            list->items[kept++] = list->items[i];
    list->count = kept;
}

void unknown_arguments_tell(struct front *front) {
    enum { MOST_TOLD = 12 };
    const name_list *words = &front->unknown_arguments;
    if (words->count)
        front_assume(front, arena_printf(front->arena,
                                         "options of `%s` that clang does not know change nothing that matters (%s)",
                                         front->options->compile_commands,
                                         arena_some_names(front->scratch, words->items, words->count, MOST_TOLD)));
}
