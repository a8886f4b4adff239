#include "cli/blocked.h"
#include "base/word.h"

#include <string.h>

static bool has_end_label(const char *labels) {
    for (const char *at = labels; at; at = strchr(at, ',')) {
        at += strspn(at, ", ");
        if (begins_with(at, "end")) return true;
    }
    return false;
}

static struct result_blocked describe(const struct program_automaton *automaton, unsigned location, const char *name,
                                      struct arena *arena) {
    struct result_blocked blocked = {.process = arena_text(arena, name)};
    blocked.at_valid_end =
        location == automaton->end || has_end_label(automaton->labels ? automaton->labels[location] : NULL);
    struct text waits = {0};
    for (size_t i = 0; i < automaton->edge_count; i++) {
        const struct program_edge *edge = &automaton->edges[i];
        if (edge->from != location || !edge->text) continue;
        if (!blocked.place.line) blocked.place = edge->place;
        text_printf(&waits, "%s%s", waits.length ? " or " : "", edge->text);
    }
    if (waits.length) blocked.waits_for = arena_text(arena, waits.chars);
    text_free(&waits);
    return blocked;
}

void blocked_find(const struct program *program, const void *state, uint32_t size, struct arena *arena,
                  struct blocked_list *out) {
    const struct ts *ts = program_ts(program);
    unsigned actors = ts->actors(ts, state, size);
    for (unsigned actor = 0; actor < actors; actor++) {
        size_t automaton;
        unsigned location;
        if (!program_where(program, state, size, actor, &automaton, &location)) continue;
        struct text name = {0};
        program_process_name(program, state, size, actor, &name);
        vec_push(&out->list, describe(program_automaton(program, automaton), location, text_chars(&name), arena));
        text_free(&name);
    }
}
