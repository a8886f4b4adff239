/* Which of the sources that nothing asks for get at the application: by themselves, or through others of them.
 *
 * A source leads on to whoever has a name that it uses. Names that some of them have are numbered once; what the
 * application has grows, and so does what leads to it. */
#include "base/named.h"
#include "cli/project/unnamed.h"

#include <string.h>

struct unnamed_leads {
    const unnamed_list *list;
    struct name_set names; /* that one of them has */
    struct numbers {
        size_t *items, count; /* in `names` */
    } * has, *uses;           /* by source */
    bool *is_leading_name;    /* one that leads there has it */
    bool *is_leading;         /* by source */
};

static bool can_lead(const struct unnamed *unnamed) { return unnamed->can_be_taken; }

static struct name_set names_of(struct project *project, const unnamed_list *list) {
    VEC(const char *) all = {0};
    for (size_t i = 0; i < list->count; i++)
        for (size_t n = 0; can_lead(&list->items[i]) && n < list->items[i].words.has.count; n++)
            if (!is_macro_with_code(list->items[i].words.has.items[n]))
                vec_push(&all, list->items[i].words.has.items[n]);
    struct name_set names = name_set_of(project->arena, all.items, all.count);
    vec_free(&all);
    return names;
}

static size_t number_of(const struct name_set *names, const char *name) {
    size_t first = named_first(names->items, names->count, sizeof *names->items, name);
    return first < names->count && !strcmp(names->items[first], name) ? first : SIZE_MAX;
}

/* Those of `set` that one of them has; not what `own` has itself. */
static void add_numbers(struct arena *arena, const struct name_set *names, const struct name_set *set,
                        const struct source_words *own, struct numbers *numbers) {
    VEC(size_t) found = {0};
    for (size_t i = 0; i < numbers->count; i++) vec_push(&found, numbers->items[i]);
    for (size_t i = 0; i < set->count; i++) {
        size_t number = number_of(names, set->items[i]);
        bool is_own = own && source_words_are_enough(own, set->items[i]);
        if (number != SIZE_MAX && !is_own) vec_push(&found, number);
    }
    numbers->items = arena_new_array(arena, size_t, found.count + 1);
    numbers->count = found.count;
    if (found.count) memcpy(numbers->items, found.items, found.count * sizeof *found.items);
    vec_free(&found);
}

struct unnamed_leads *unnamed_leads_new(struct project *project, const unnamed_list *list) {
    struct arena *arena = project->arena;
    struct unnamed_leads *leads = arena_new_object(arena, struct unnamed_leads);
    leads->list = list;
    leads->names = names_of(project, list);
    leads->has = arena_new_array(arena, struct numbers, list->count + 1);
    leads->uses = arena_new_array(arena, struct numbers, list->count + 1);
    leads->is_leading = arena_new_array(arena, bool, list->count + 1);
    leads->is_leading_name = arena_new_array(arena, bool, leads->names.count + 1);
    for (size_t i = 0; i < list->count; i++) {
        const struct unnamed *unnamed = &list->items[i];
        if (!can_lead(unnamed)) continue;
        add_numbers(arena, &leads->names, &unnamed->words.has, NULL, &leads->has[i]);
        add_numbers(arena, &leads->names, &unnamed->words.calls, &unnamed->words, &leads->uses[i]);
        add_numbers(arena, &leads->names, &unnamed->mentions, &unnamed->words, &leads->uses[i]);
    }
    return leads;
}

static void note(struct unnamed_leads *leads, size_t source) {
    leads->is_leading[source] = true;
    for (size_t i = 0; i < leads->has[source].count; i++) leads->is_leading_name[leads->has[source].items[i]] = true;
}

static bool uses_leading(const struct unnamed_leads *leads, size_t source) {
    for (size_t i = 0; i < leads->uses[source].count; i++)
        if (leads->is_leading_name[leads->uses[source].items[i]]) return true;
    return false;
}

static bool is_of_another_program(const struct unnamed *unnamed, const struct owned *owned) {
    return unnamed_defines_again(unnamed, owned) || unnamed_is_alternative(owned->project, unnamed, owned);
}

void unnamed_leads_follow(struct unnamed_leads *leads, const struct owned *owned) {
    const unnamed_list *list = leads->list;
    for (size_t i = 0; i < list->count; i++) {
        const struct unnamed *unnamed = &list->items[i];
        if (!can_lead(unnamed) || leads->is_leading[i]) continue;
        if (!unnamed_reaches_into(unnamed, owned) && !unnamed_calls(unnamed, owned) && !unnamed_shares(unnamed, owned))
            continue;
        if (!is_of_another_program(unnamed, owned)) note(leads, i);
    }
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < list->count; i++) {
            if (leads->is_leading[i] || !uses_leading(leads, i) || is_of_another_program(&list->items[i], owned))
                continue;
            note(leads, i);
            more = true;
        }
    }
}

bool unnamed_leads_there(const struct unnamed_leads *leads, const struct unnamed *unnamed) {
    return leads->is_leading[unnamed - leads->list->items];
}
