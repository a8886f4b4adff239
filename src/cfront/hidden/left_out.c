#include "cfront/hidden/left_out.h"

#include "base/file.h"
#include "cfront/source/vector_names.h"
#include "cfront/text/code_only.h"
#include "cfront/text/source_variables.h"
#include "cfront/text/source_words.h"

#include <string.h>

static bool has_main(const struct front *front) {
    for (size_t i = 0; i < front->functions.count; i++)
        if (front->functions.items[i]->role == C_MAIN) return true;
    return false;
}

/* Other programs have a main(), too; that of this one starts the system, and is in the folder of one of its sources. */
static bool is_beside(const struct front *front, const char *path) {
    for (size_t i = 0; i < front->units.count; i++)
        if (file_is_beside(path, front->units.items[i].path)) return true;
    return false;
}

static void add(struct text *names, const char *name, const char *path) {
    text_printf(names, "%s`%s` (%s)", names->length ? ", " : "", name, path);
}

/* Functions whose code, or variables whose definition, is looked for, and whether some source was found to have it. */
struct wanted {
    const char *const *names;
    size_t count;
    bool *found;
};

static struct wanted want(struct front *front, const char *const *names, size_t count) {
    return (struct wanted){names, count, arena_new_array(front->scratch, bool, count + 1)};
}

static struct wanted want_variables(struct front *front) {
    const char **names = arena_new_array(front->scratch, const char *, front->elsewhere.count + 1);
    for (size_t i = 0; i < front->elsewhere.count; i++) names[i] = front->elsewhere.items[i]->name;
    return want(front, names, front->elsewhere.count);
}

static void look_for(struct wanted *wanted, const struct name_set *has, const char *path, struct text *names) {
    for (size_t i = 0; i < wanted->count; i++)
        if (!wanted->found[i] && name_set_has(has, wanted->names[i])) {
            wanted->found[i] = true;
            add(names, wanted->names[i], path);
        }
}

/* Interrupt routines beside what was taken: nobody needs to call them. */
static void add_routines(const struct source_words *words, const char *code, const char *path, struct text *names) {
    static const char *const macros[] = {"ISR1", "ISR2", "ISR2_INT", NULL};
    bool found = false;
    for (const char *const *macro = macros; *macro; macro++)
        if (name_set_has(&words->has, *macro)) add(names, *macro, path);
    for (size_t i = 0; i < words->has.count; i++) {
        if (!vector_names_has(words->has.items[i])) continue;
        add(names, words->has.items[i], path);
        found = true;
    }
    if (!found && vector_names_are_in(code)) add(names, "interrupt", path);
}

void left_out_assume(struct front *front) {
    const struct cfront_options *options = front->options;
    struct wanted missing = want(front, front->missing.items, front->missing.count);
    struct wanted unwritten = want(front, front->unwritten.items, front->unwritten.count);
    struct wanted elsewhere = want_variables(front);
    bool main_found = has_main(front);
    struct text names = {0}, text = {0};
    for (size_t i = 0; i < options->left_out_count; i++) {
        const char *path = options->left_out[i];
        text_clear(&text);
        if (file_is_huge(path) || !file_read(path, &text)) continue;
        const char *code = code_only(front->scratch, text_chars(&text), true);
        struct source_words words = source_words_find(front->scratch, code);
        struct source_variables variables = source_variables_find(front->scratch, code);
        look_for(&missing, &words.has, path, &names);
        look_for(&unwritten, &words.has, path, &names);
        look_for(&elsewhere, &variables.has, path, &names);
        bool beside = is_beside(front, path);
        if (beside) add_routines(&words, code, path, &names);
        if (main_found || !beside || !strstr(code, "StartOS") || !name_set_has(&words.has, "main")) continue;
        main_found = true;
        add(&names, "main", path);
    }
    if (names.length)
        front_assume(front, arena_printf(front->scratch, "code that was left out does nothing else that matters: %s",
                                         text_chars(&names)));
    text_free(&names);
    text_free(&text);
}
