#include "report/timeline_story.h"

#include "report/excerpt.h"
#include "report/lanes.h"

#include <stdlib.h>
#include <string.h>

/* ---- sentences ---- */

/* What a context's move from one state to another is called. */
static const char *move_words(enum lane_state from, enum lane_state to, bool began, bool is_isr) {
    switch (to) {
    case LANE_RUNNING: return from == LANE_WAITING || began ? "goes on" : "starts";
    case LANE_READY:
        return from == LANE_WAITING     ? "is ready again"
               : from == LANE_SUSPENDED ? "is activated: ready"
                                        : "is preempted";
    case LANE_WAITING: return "waits";
    case LANE_INTERRUPTED: return "is interrupted";
    case LANE_SUSPENDED: return is_isr ? "returns" : "ends";
    }
    return "";
}

struct teller {
    const struct timeline *timeline;
    struct arena *arena;
    struct timeline_story_lines *lines;
    enum lane_state *states;
    bool *began; /* its code is under way */
};

static const char *name_of(const struct timeline *timeline, uint32_t context) {
    return context < timeline->contexts.count ? timeline->contexts.items[context].name : NULL;
}

static void tell(struct teller *teller, const struct timeline_event *event, const char *who, const char *what) {
    vec_push(&teller->lines->list, (struct timeline_story_line){event, who, what});
}

/* Another move of the same context in the same step says where it really goes. */
static bool is_passing(const struct timeline *timeline, size_t index) {
    const struct timeline_event *event = &timeline->events.items[index];
    for (size_t i = index + 1; i < timeline->events.count; i++) {
        const struct timeline_event *later = &timeline->events.items[i];
        if (later->time != event->time || lane_has_column(later->kind)) return false;
        if (later->kind == TIMELINE_STATE && later->context == event->context) return true;
    }
    return false;
}

static bool is_name_of_hook(const char *name) {
    size_t length = name ? strlen(name) : 0;
    return length > 4 && strcmp(name + length - 4, "Hook") == 0;
}

/* Whom the move to `interrupted` makes way for is a hook: as OSEK has it, the task runs meanwhile. */
static bool is_for_hook(const struct timeline *timeline, size_t index) {
    for (size_t i = index + 1; i < timeline->events.count; i++) {
        const struct timeline_event *next = &timeline->events.items[i];
        if (next->kind != TIMELINE_STATE || lane_state_named(next->text) != LANE_RUNNING) continue;
        return is_name_of_hook(name_of(timeline, next->context));
    }
    return false;
}

static const struct timeline_event *last_call(const struct timeline *timeline, size_t index, bool by_anybody) {
    const struct timeline_event *event = &timeline->events.items[index];
    for (size_t i = index; i-- > 0;) {
        const struct timeline_event *before = &timeline->events.items[i];
        if (before->kind == TIMELINE_SERVICE && (by_anybody || before->context == event->context)) return before;
    }
    return NULL;
}

/* StartOS does not come back; and where the system is shut down, code stays where it is. */
static bool is_end_of_system(const struct timeline *timeline, size_t index) {
    const struct timeline_event *own = last_call(timeline, index, false), *any = last_call(timeline, index, true);
    return (own && strncmp(own->text, "StartOS(", 8) == 0) || (any && strncmp(any->text, "ShutdownOS(", 11) == 0);
}

static bool is_silent(const struct timeline *timeline, size_t index, enum lane_state from, enum lane_state to) {
    const struct timeline_event *event = &timeline->events.items[index];
    bool is_told = timeline->is_timed && from == LANE_SUSPENDED && to == LANE_READY; /* by its activation */
    bool is_hook = is_name_of_hook(name_of(timeline, event->context));
    return is_told || (to == LANE_SUSPENDED && !is_hook && is_end_of_system(timeline, index));
}

static void tell_move(struct teller *teller, size_t index) {
    const struct timeline *timeline = teller->timeline;
    const struct timeline_event *event = &timeline->events.items[index];
    if (event->context >= timeline->contexts.count) return;
    enum lane_state from = teller->states[event->context], to = lane_state_named(event->text);
    /* Passing through `ready` to `running` is no news; passing through the end of one activation is. */
    if (from == to || (to == LANE_READY && is_passing(timeline, index))) return;
    if (to == LANE_INTERRUPTED && is_for_hook(timeline, index)) return;
    bool is_isr = timeline->contexts.items[event->context].kind != TIMELINE_TASK;
    if (!is_silent(timeline, index, from, to))
        tell(teller, event, name_of(timeline, event->context),
             move_words(from, to, teller->began[event->context], is_isr));
    teller->states[event->context] = to;
    if (to == LANE_RUNNING) teller->began[event->context] = true;
    if (to == LANE_SUSPENDED) teller->began[event->context] = false;
}

static const char *words(struct teller *teller, const struct timeline_event *event) {
    struct arena *arena = teller->arena;
    const char *text = event->text ? event->text : "", *result = event->result ? event->result : "";
    switch (event->kind) {
    case TIMELINE_SERVICE: return *result ? arena_printf(arena, "%s = %s", text, result) : arena_text(arena, text);
    case TIMELINE_ACCESS:
        return event->before && *event->before ? arena_printf(arena, "%s: %s -> %s", text, event->before, result)
                                               : arena_printf(arena, "%s = %s", text, result);
    case TIMELINE_INPUT: return arena_printf(arena, "%s gives %s", text, result);
    case TIMELINE_INTERRUPT: return "an interrupt comes";
    case TIMELINE_TICK: return arena_printf(arena, "counter %s: + %s", text, *result ? result : "1");
    case TIMELINE_EXPIRY: return arena_printf(arena, "alarm %s expires%s%s", text, *result ? ": " : "", result);
    case TIMELINE_TAKE: return arena_printf(arena, "holds %s", text);
    case TIMELINE_RELEASE: return arena_printf(arena, "no longer holds %s", text);
    case TIMELINE_EVENT_SET: return arena_printf(arena, "event %s is set", text);
    case TIMELINE_EVENT_CLEAR: return arena_printf(arena, "event %s is cleared", text);
    case TIMELINE_MARK:
        return *result ? arena_printf(arena, "%s %s", text, result) : arena_printf(arena, "prints %s", text);
    case TIMELINE_FAULT: return arena_text(arena, text);
    case TIMELINE_ACTIVATE:
        return arena_printf(arena, "%s %s", *result ? "loses an activation by" : "is activated by", text);
    case TIMELINE_STATE: break;
    }
    return "";
}

/* A call that takes or releases, sets or clears, has said so. */
static bool is_said_by_call(const struct timeline *timeline, size_t index) {
    const struct timeline_event *event = &timeline->events.items[index];
    if (event->kind < TIMELINE_TAKE || event->kind > TIMELINE_EVENT_CLEAR) return false;
    for (size_t i = index; i-- > 0 && timeline->events.items[i].time == event->time;)
        if (timeline->events.items[i].kind == TIMELINE_SERVICE) return true;
    return false;
}

static bool is_same_place(struct place a, struct place b) {
    return a.file && b.file && a.line == b.line && strcmp(a.file, b.file) == 0;
}

/* How many events from here on write the same variable at the same place, within a step: a loop. */
static size_t count_repeated(const struct timeline *timeline, size_t index) {
    const struct timeline_event *first = &timeline->events.items[index];
    size_t count = 1;
    for (size_t i = index + 1; first->kind == TIMELINE_ACCESS && i < timeline->events.count; i++, count++) {
        const struct timeline_event *next = &timeline->events.items[i];
        if (next->kind != TIMELINE_ACCESS || next->context != first->context || next->time != first->time) break;
        if (strcmp(next->text, first->text) != 0 || !is_same_place(next->place, first->place)) break;
    }
    return count;
}

/* How many events from here on are ticks of the same counter, with nothing in between. */
static size_t count_ticks(const struct timeline *timeline, size_t index) {
    const struct timeline_event *first = &timeline->events.items[index];
    size_t count = 1;
    for (size_t i = index + 1; i < timeline->events.count; i++, count++) {
        const struct timeline_event *next = &timeline->events.items[i];
        bool begins_cycle = first->time < timeline->cycle_start && next->time >= timeline->cycle_start;
        if (next->kind != TIMELINE_TICK || strcmp(next->text, first->text) != 0 || begins_cycle) break;
    }
    return count;
}

/* Time that passes tick by tick is told once, where it ends. */
static size_t tell_ticks(struct teller *teller, size_t index) {
    const struct timeline_event *events = teller->timeline->events.items;
    size_t count = count_ticks(teller->timeline, index);
    struct timeline_event *all = arena_new_array(teller->arena, struct timeline_event, 1);
    unsigned long long ticks = 0;
    for (size_t i = index; i < index + count; i++)
        ticks += events[i].result && *events[i].result ? strtoull(events[i].result, NULL, 10) : 1;
    *all = events[index + count - 1];
    all->result = arena_printf(teller->arena, "%llu", ticks);
    tell(teller, all, name_of(teller->timeline, all->context), words(teller, all));
    return count;
}

/* Tells event `index`, and the repetitions of it that follow. Returns how many events that were. */
static size_t tell_event(struct teller *teller, size_t index) {
    const struct timeline *timeline = teller->timeline;
    const struct timeline_event *event = &timeline->events.items[index];
    if (event->kind == TIMELINE_TICK) return tell_ticks(teller, index);
    size_t count = count_repeated(timeline, index);
    const char *what = words(teller, event);
    if (count > 1) {
        const struct timeline_event *last = &timeline->events.items[index + count - 1];
        what = arena_printf(teller->arena, "%s ... -> %s (%zu times)", what, last->result ? last->result : "", count);
    }
    tell(teller, event, name_of(timeline, event->context), what);
    return count;
}

void timeline_story_lines(struct timeline_story_lines *lines, const struct timeline *timeline, struct arena *arena) {
    struct teller teller = {timeline, arena, lines,
                            memory_new((timeline->contexts.count + 1) * sizeof(enum lane_state)),
                            memory_new(timeline->contexts.count + 1)};
    for (size_t i = 0, count; i < timeline->events.count; i += count) {
        count = 1;
        if (timeline->events.items[i].kind == TIMELINE_STATE)
            tell_move(&teller, i);
        else if (!is_said_by_call(timeline, i))
            count = tell_event(&teller, i);
    }
    free(teller.states);
    free(teller.began);
}

/* ---- columns ---- */

struct widths {
    size_t number, who, what, place;
};

static size_t at_most(size_t width, size_t most) { return width < most ? width : most; }

static size_t number_width(uint32_t number) {
    size_t width = 1;
    while (number >= 10) width++, number /= 10;
    return width;
}

static void place_text(struct text *out, const struct timeline_event *event) {
    text_clear(out);
    if (event->kind == TIMELINE_STATE || !event->place.file) return;
    text_printf(out, "%s:%u", place_file(event->place), event->place.line);
}

static struct widths measure(const struct timeline_story_lines *lines, const struct timeline_story_cut *cut) {
    enum { MOST_WHO = 24, MOST_WHAT = 48, MOST_PLACE = 40 };
    struct widths widths = {2, 4, 10, 0};
    struct text place = {0};
    for (size_t i = 0; i < lines->list.count; i++) {
        const struct timeline_story_line *line = &lines->list.items[i];
        if (i >= cut->from && i < cut->to) continue;
        size_t number = line->event->when ? style_width(line->event->when) : number_width(line->event->time + 1);
        size_t who = at_most(line->who ? style_width(line->who) : 1, MOST_WHO);
        size_t what = at_most(style_width(line->what), MOST_WHAT);
        place_text(&place, line->event);
        size_t where = at_most(style_width(text_chars(&place)), MOST_PLACE);
        if (number > widths.number) widths.number = number;
        if (who > widths.who) widths.who = who;
        if (what > widths.what) widths.what = what;
        if (where > widths.place) widths.place = where;
    }
    text_free(&place);
    return widths;
}

static const char *colour_of(const struct style *style, const struct timeline_event *event) {
    switch (event->kind) {
    case TIMELINE_FAULT: return style->bad;
    case TIMELINE_STATE: return style->dim;
    case TIMELINE_INTERRUPT:
    case TIMELINE_TICK:
    case TIMELINE_ACTIVATE:
    case TIMELINE_EXPIRY: return style->warn;
    case TIMELINE_SERVICE:
        return event->result && event->result[0] == 'E' && strcmp(event->result, "E_OK") != 0 ? style->bad : "";
    default: return "";
    }
}

static void print_line(struct text *out, const struct style *style, const struct widths *widths,
                       const struct timeline_story_line *line, uint32_t last_step, struct excerpts *excerpts) {
    const struct timeline_event *event = line->event;
    struct text place = {0};
    place_text(&place, event);
    text_printf(out, "  %s", style->dim);
    if (event->time == last_step)
        text_printf(out, "%*s", (int)widths->number, "");
    else if (event->when)
        text_printf(out, "%*s", (int)widths->number, event->when);
    else
        text_printf(out, "%*u", (int)widths->number, event->time + 1);
    text_printf(out, "%s  %s", style->end, style->actor);
    style_pad(out, line->who ? line->who : "-", widths->who);
    text_printf(out, "%s  %s", style->end, colour_of(style, event));
    const char *source =
        event->kind == TIMELINE_STATE ? NULL : excerpt_line(excerpts, event->place.file, event->place.line);
    bool has_place = place.length > 0 && (event->kind != TIMELINE_FAULT || style_width(line->what) <= widths->what);
    style_pad(out, line->what, has_place ? widths->what : 0);
    text_add(out, style->end);
    if (has_place) {
        text_printf(out, "  %s", style->dim);
        style_pad(out, text_chars(&place), source ? widths->place : 0);
        if (source) text_printf(out, "  %s", source);
        text_add(out, style->end);
    }
    text_add_char(out, '\n');
    text_free(&place);
}

struct timeline_story_cut timeline_story_cut(size_t count, size_t first, size_t last) {
    if (count <= first + last) return (struct timeline_story_cut){0, 0};
    return (struct timeline_story_cut){first, count - last};
}

void timeline_story_text(struct text *out, const struct style *style, const struct timeline *timeline, size_t limit) {
    struct arena *arena = arena_new();
    struct timeline_story_lines lines = {0};
    struct excerpts excerpts = {0};
    timeline_story_lines(&lines, timeline, arena);
    enum { FIRST = 40, LAST = 160 };
    struct timeline_story_cut cut = timeline_story_cut(lines.list.count, limit ? 0 : FIRST, limit ? limit : LAST);
    struct widths widths = measure(&lines, &cut);
    uint32_t last_step = UINT32_MAX;
    bool in_cycle = false;
    for (size_t i = 0; i < lines.list.count; i++) {
        if (i == cut.from && cut.to > i) {
            text_printf(out, "  %s... %zu lines are left out (--story-limit)%s\n", style->dim, cut.to - i, style->end);
            i = cut.to;
        }
        const struct timeline_story_line *line = &lines.list.items[i];
        if (!in_cycle && line->event->time >= timeline->cycle_start) {
            text_printf(out, "  %sfrom here on, for ever:%s\n", style->bold, style->end);
            in_cycle = true;
        }
        print_line(out, style, &widths, line, last_step, &excerpts);
        last_step = line->event->time;
    }
    excerpts_free(&excerpts);
    vec_free(&lines.list);
    arena_free(arena);
}

void timeline_story_sequence(struct text *out, const struct timeline *timeline) {
    for (size_t i = 0; i < timeline->events.count; i++) {
        const struct timeline_event *event = &timeline->events.items[i];
        const char *who = name_of(timeline, event->context);
        if (event->kind != TIMELINE_SERVICE && event->kind != TIMELINE_MARK && event->kind != TIMELINE_FAULT) continue;
        bool is_of_model = event->kind == TIMELINE_MARK && event->result && *event->result;
        if (is_of_model) continue; /* nothing that code does */
        text_printf(out, "%s ", who ? who : "-");
        if (event->kind == TIMELINE_MARK) text_add(out, "prints ");
        if (event->kind == TIMELINE_FAULT) text_printf(out, "violation: %s: ", event->result ? event->result : "");
        text_add(out, event->text ? event->text : "");
        if (event->kind == TIMELINE_SERVICE && event->result && *event->result)
            text_printf(out, " = %s", event->result);
        text_add_char(out, '\n');
    }
}
