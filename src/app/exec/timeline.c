#include "app/exec/record.h"

struct timeline *timeline_new(const struct subject *subject) {
    struct timeline *timeline = memory_new(sizeof *timeline);
    timeline->arena = arena_new();
    timeline->application = arena_text(timeline->arena, subject->title ? subject->title : "");
    timeline->cycle_start = UINT32_MAX;
    return timeline;
}

void timeline_free(struct timeline *timeline) {
    if (!timeline) return;
    vec_free(&timeline->contexts);
    vec_free(&timeline->resources);
    vec_free(&timeline->events);
    arena_free(timeline->arena);
    free(timeline);
}
