/* Plain memory that only the logic of the program keeps apart (a volatile flag, say), told where a compiler may move an
 * access to it to where others access it: C orders volatile accesses among each other only (C11 5.1.2.3p6). */
#include "app/analysis/movable.h"
#include "app/exec/moved.h"
#include "app/parts.h"
#include "app/subject/half_sentence.h"
#include "cfront/library/headers.h"

#include <string.h>

enum { MOST_NAMES = 4 };

struct meetings {
    const struct app *app;
    struct arena *arena;
    struct moved_note *notes; /* by instruction and way: the accesses of each come first */
    size_t note_count;
    size_t begin, end; /* those of the meetings that ways lead from now */
    bool *seen;        /* by instruction */
    const char *names; /* of what may be moved */
    unsigned count;
    struct place place;
};

static bool is_conflict(const struct moved_note *meeting, const struct moved_note *access) {
    bool overlaps = meeting->object == access->object && meeting->begin < access->begin + access->size &&
                    access->begin < meeting->begin + meeting->size;
    return overlaps && ((meeting->deed | access->deed) & TOUCH_WRITES);
}

static void tell_access(struct meetings *meetings, const struct moved_note *access) {
    const struct subject *subject = &meetings->app->subject;
    const struct c_object *object = subject->objects[access->object];
    const char *name = arena_printf(meetings->arena, "'%s'", object->name ? object->name : "a temporary");
    if (strstr(meetings->names, name)) return;
    const struct c_function *function = subject_function_at(subject, access->at);
    struct place place = function->code[access->at - subject->first_instruction[function->index]].place;
    if (!meetings->place.file && !headers_hold(place)) meetings->place = place;
    if (meetings->count++ < MOST_NAMES) meetings->names = half_sentence_list(meetings->arena, meetings->names, name);
}

static int compare(const void *one, const void *other) {
    const struct moved_note *a = one, *b = other;
    if (a->at != b->at) return a->at < b->at ? -1 : 1;
    return a->way < b->way ? -1 : a->way > b->way;
}

static size_t first_of(const struct meetings *meetings, uint32_t instruction) {
    size_t low = 0, high = meetings->note_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (meetings->notes[middle].at < instruction)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void look_at(void *context, uint32_t instruction) {
    struct meetings *meetings = context;
    const struct moved_note *notes = meetings->notes;
    for (size_t i = first_of(meetings, instruction);
         i < meetings->note_count && notes[i].at == instruction && !notes[i].way; i++)
        for (size_t k = meetings->begin; k < meetings->end; k++)
            if (is_conflict(&notes[k], &notes[i])) tell_access(meetings, &notes[i]);
}

static void find(struct meetings *meetings) {
    const struct moved_note *notes = meetings->notes;
    for (meetings->begin = 0; meetings->begin < meetings->note_count; meetings->begin = meetings->end) {
        const struct moved_note *first = &notes[meetings->begin];
        meetings->end = meetings->begin + 1;
        while (meetings->end < meetings->note_count && compare(first, &notes[meetings->end]) == 0) meetings->end++;
        if (!first->way) continue;
        memset(meetings->seen, 0, meetings->app->subject.instruction_count + 1);
        movable_visit(&meetings->app->analysis, first->at, (enum movable_way)(first->way - 1), meetings->seen, look_at,
                      meetings);
    }
}

const char *app_moved(const struct app *app, struct arena *arena) {
    const struct moved *moved = app->executor.moved;
    struct meetings meetings = {.app = app, .arena = arena, .names = "", .note_count = moved_count(moved)};
    meetings.notes = memory_new((meetings.note_count + 1) * sizeof *meetings.notes);
    for (size_t i = 0; i < meetings.note_count; i++) meetings.notes[i] = moved_get(moved, i);
    qsort(meetings.notes, meetings.note_count, sizeof *meetings.notes, compare);
    meetings.seen = memory_new(app->subject.instruction_count + 1);
    find(&meetings);
    free(meetings.seen);
    free(meetings.notes);
    if (!meetings.count) return NULL;
    const char *where = meetings.place.file ? arena_printf(arena, " (at %s:%u, perhaps)", place_file(meetings.place),
                                                           meetings.place.line)
                                            : "";
    const char *why = app->analysis.contended
                          ? ", and which only the logic of the program keeps apart from those of others"
                          : ", to where others may come"; /* who do not mind races */
    return arena_printf(arena, "the compiler does not move accesses to %s%s, which are not volatile%s%s",
                        meetings.names, meetings.count > MOST_NAMES ? " and more" : "", why, where);
}
