#include "cli/project/rivals.h"

#include "base/some_names.h"

#include <string.h>

static void add(rival_list *list, const char *what, const char *taken, const char *other) {
    for (size_t i = 0; i < list->count; i++)
        if (!strcmp(list->items[i].other, other)) return; /* one reason is enough */
    vec_push(list, (struct rival){what, taken, other});
}

void rivals_add_source(struct rivals *rivals, const char *what, const char *taken, const char *other) {
    add(&rivals->sources, what, taken, other);
}

void rivals_add_header(struct rivals *rivals, const char *name, const char *taken, const char *other) {
    add(&rivals->headers, name, taken, other);
}

static bool is_alike(const struct rival *a, const struct rival *b) {
    return !strcmp(a->what, b->what) && !strcmp(a->taken, b->taken);
}

/* Of rivals that are alike, from `first` on, the others. */
static struct some_names list_others(const struct rival *items, size_t count, size_t first) {
    struct some_names names = {0};
    for (size_t i = first; i < count; i++)
        if (is_alike(&items[i], &items[first])) some_names_add(&names, items[i].other, NULL);
    return names;
}

static bool was_told(const struct rival *items, size_t number) {
    for (size_t i = 0; i < number; i++)
        if (is_alike(&items[i], &items[number])) return true;
    return false;
}

static void assume_sources(const struct rival *items, size_t count, struct arena *arena, struct text_list *assumed) {
    for (size_t i = 0; i < count; i++) {
        if (was_told(items, i)) continue;
        struct some_names others = list_others(items, count, i);
        bool several = others.count > 1;
        const char *form = "`%s` is that of %s, and %s, which %s it, too, %s no part of the application (to take "
                           "another one, name it: rtcheck app FOLDER %s)";
        vec_push(&assumed->list, arena_printf(arena, form, items[i].what, items[i].taken, some_names_chars(&others),
                                              several ? "have" : "has", several ? "are" : "is", items[i].other));
        some_names_free(&others);
    }
}

static void assume_headers(const struct rival *items, size_t count, struct arena *arena,
                           struct command_app_options *command) {
    for (size_t i = 0; i < count; i++) {
        if (was_told(items, i)) continue;
        struct some_names others = list_others(items, count, i);
        const char *assumed = arena_printf(arena, "`%s` is %s, and not %s (-I names another folder)", items[i].what,
                                           items[i].taken, some_names_chars(&others));
        vec_push(&command->guessed, (struct cfront_guess){items[i].taken, assumed});
        some_names_free(&others);
    }
}

void rivals_assume(const struct rivals *rivals, struct command_app_options *command, struct arena *arena) {
    rival_list left = {0};
    for (size_t i = 0; i < rivals->sources.count; i++)
        if (!text_list_has(&command->sources, rivals->sources.items[i].other))
            vec_push(&left, rivals->sources.items[i]);
    assume_sources(left.items, left.count, arena, &command->assumed);
    assume_headers(rivals->headers.items, rivals->headers.count, arena, command);
    vec_free(&left);
}

void rivals_free(struct rivals *rivals) {
    vec_free(&rivals->sources);
    vec_free(&rivals->headers);
}
