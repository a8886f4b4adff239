#include "env/check_story.h"

#include "env/check_design.h"
#include "env/compose_world.h"

#include <string.h>

enum { CALL_WIDTH = 24 }; /* the changes stand in a column of their own */

/* ---- steps ---- */

static void separate(struct text *line, const char **separator) {
    text_add(line, *separator);
    *separator = "; ";
}

/* What became different with an object: "Task1: Sus → Run; Task1.dpr 1 → 3". */
static void add_changes(const struct ocl_world *before, const struct ocl_world *after, unsigned class_index,
                        unsigned object, struct text *line, const char **separator) {
    const struct ocl_class *class = &before->schema->classes.items[class_index];
    unsigned old_state = before->states[class_index][object], new_state = after->states[class_index][object];
    if (old_state != new_state) {
        separate(line, separator);
        text_printf(line, "%s%u: %s → %s", class->name, object + 1, class->states.items[old_state],
                    class->states.items[new_state]);
    }
    for (size_t m = 0; m < class->members.count; m++) {
        size_t at = object * class->members.count + m;
        int64_t old_value = before->values[class_index][at], new_value = after->values[class_index][at];
        if (old_value == new_value) continue;
        separate(line, separator);
        text_printf(line, "%s%u.%s ", class->name, object + 1, class->members.items[m].name);
        env_value_print(before->schema, class->members.items[m].type, old_value, line);
        text_add(line, " → ");
        env_value_print(before->schema, class->members.items[m].type, new_value, line);
    }
}

static char *tell_step(const struct env_story *story, const struct env_label *label, const struct ocl_world *before,
                       const struct ocl_world *after) {
    struct text line = {0}, changes = {0};
    const char *separator = "";
    env_label_print(story->model, label, &line);
    for (unsigned c = 0; c < story->model->schema.classes.count; c++)
        for (unsigned o = 0; o < story->graph->sizes[c]; o++) add_changes(before, after, c, o, &changes, &separator);
    if (changes.length) {
        while (line.length < CALL_WIDTH) text_add_char(&line, ' ');
        text_printf(&line, " %s", text_chars(&changes));
    }
    text_free(&changes);
    return text_take(&line);
}

static void tell_steps(const struct env_story *story, struct env_outcome *outcome) {
    void *room = memory_new(env_lts_world_room(story->model, story->graph));
    void *next_room = memory_new(env_lts_world_room(story->model, story->graph));
    uint32_t state = 0;
    for (size_t i = 0; i < story->step_count; i++) {
        struct ocl_world before, after;
        env_lts_world(story->model, story->graph, story->lts, state, &before, room);
        env_lts_world(story->model, story->graph, story->lts, story->steps[i].state, &after, next_room);
        vec_push(&outcome->steps, tell_step(story, &story->lts->labels.items[story->steps[i].label], &before, &after));
        state = story->steps[i].state;
    }
    free(room);
    free(next_room);
}

/* ---- what is wrong ---- */

static void add_place(struct text *out, struct place place) {
    if (place.line) text_printf(out, " (%s:%u)", place.file, place.line);
}

static void tell_fault(const struct env_story *story, struct text *message) {
    const struct env_violation *violation = story->violation;
    if (violation->configuration) {
        text_printf(message, "the configuration %s fails: ", violation->configuration->name);
    } else if (violation->assertion) {
        text_printf(message, "an assertion of %s%u cannot be compared: ",
                    story->model->schema.classes.items[violation->class_index].name, violation->object + 1);
    } else {
        env_label_print(story->model, &story->lts->labels.items[story->steps[story->step_count - 1].label], message);
        text_add(message, " fails: ");
    }
    text_add(message, violation->fault->message);
    add_place(message, violation->fault->place);
}

static const char *name_of_assertion(const struct env_class *class, const struct ocl_expression *assertion) {
    for (size_t i = 0; i < class->assertions.count && i < class->assertion_names.count; i++)
        if (class->assertions.items[i] == assertion) return class->assertion_names.items[i];
    return NULL;
}

static void tell_assertion(const struct env_story *story, struct text *message) {
    const struct env_violation *violation = story->violation;
    const struct ocl_class *class = &story->model->schema.classes.items[violation->class_index];
    const char *name = name_of_assertion(&story->model->classes.items[violation->class_index], violation->assertion);
    void *room = memory_new(env_lts_world_room(story->model, story->graph));
    uint32_t state = story->step_count ? story->steps[story->step_count - 1].state : 0;
    struct design_view view = {.design = story->design, .state = violation->state, .size = violation->size};
    struct ocl_world world;
    env_lts_world(story->model, story->graph, story->lts, state, &world, room);
    world.reference = design_reference;
    world.context = &view;
    text_printf(message, "assertion%s%s of %s%u", name ? " " : "", name ? name : "", class->name,
                violation->object + 1);
    if (class->states.count)
        text_printf(message, ", which is in %s,",
                    class->states.items[world.states[violation->class_index][violation->object]]);
    text_add(message, " fails: ");
    env_explain(violation->assertion, &world, violation->object, message);
    add_place(message, ocl_place_of(violation->assertion));
    free(room);
}

void env_story_tell(const struct env_story *story, struct env_outcome *outcome) {
    struct text message = {0}, whole = {0};
    tell_steps(story, outcome);
    if (story->violation->fault)
        tell_fault(story, &message);
    else
        tell_assertion(story, &message);
    outcome->kind = story->violation->fault ? story->violation->fault->kind : "assertion";
    for (size_t i = 0; i < outcome->steps.count; i++) text_printf(&whole, "%3zu  %s\n", i + 1, outcome->steps.items[i]);
    text_printf(&whole, "     %s\n", text_chars(&message));
    outcome->message = text_take(&message);
    outcome->story = text_take(&whole);
}
