#include "report/spin_trail.h"

#include "base/word.h"
#include "report/successors.h"

#include <ctype.h>
#include <string.h>

/* ---- what Spin says ---- */

/* Spin and rtcheck set blanks, parentheses and quotes differently; Spin prints some constants as their values, leaves
 * out the priority of a `run`, and writes `?` or `->` in a conditional expression. */
static void normal(const char *text, size_t length, struct text *out) {
    static const struct { const char *word, *value; } constants[] = {{"skip", "1"}, {"true", "1"}, {"false", "0"}};
    for (size_t i = 0; i < length;) {
        size_t word = 0;
        while (i + word < length && is_word_char(text[i + word])) word++;
        if (spells(text + i, word, "priority")) break;
        if (text[i] == ',' && begins_with(text, "printm")) break; /* Spin adds what type of name it is */
        const char *value = NULL;
        for (size_t k = 0; word && k < sizeof constants / sizeof *constants; k++)
            if (spells(text + i, word, constants[k].word)) value = constants[k].value;
        if (value)
            text_add(out, value);
        else if (word)
            text_add_n(out, text + i, word);
        else if (text[i] == '-' && i + 1 < length && text[i + 1] == '>')
            text_add_char(out, '?'), i++;
        else if (!isspace((unsigned char)text[i]) && !strchr("()'\"\\", text[i]))
            text_add_char(out, text[i]);
        i += word ? word : 1;
    }
}

/* Where a choice, a loop or an escape ends in an atomic sequence: a step of ours, which Spin may leave out. */
static bool is_join(const char *text) {
    return strcmp(text, "fi") == 0 || strcmp(text, "do") == 0 || strcmp(text, "od") == 0 || strcmp(text, "}") == 0;
}

static bool is_jump(const char *text) {
    static const char *const jumps[] = {"IF", "DO", "UNLESS", "ATOMIC", "D_STEP", "NON_ATOMIC", ".goto", "break"};
    for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++)
        if (strcmp(text, jumps[i]) == 0) return true;
    return is_join(text) || begins_with(text, "goto") || begins_with(text, "sub-sequence");
}

/* "  4:\tproc  1 (R:1) m.pml:2 (state 9)\t[x = (x+1)]" */
static bool read_step(const char *line, size_t length, struct arena *arena, struct spin_event *out) {
    char *copy = arena_text_n(arena, line, length);
    const char *step = strstr(copy, ":\tproc "); /* what the model printed may stand before the number */
    int at = 0;
    if (!step || sscanf(step, ":\tproc %u (%n", &out->process, &at) != 1 || !at) return false;
    while (step > copy && isdigit((unsigned char)step[-1])) step--;
    out->number = (unsigned)strtoul(step, NULL, 10);
    const char *state = strstr(step, " (state "), *text = state ? strstr(state, "\t[") : NULL;
    size_t last = strlen(copy);
    if (!text || copy[last - 1] != ']') return false;
    const char *number = state;
    while (number > copy && isdigit((unsigned char)number[-1])) number--;
    out->line = (unsigned)strtoul(number, NULL, 10);
    struct text words = {0};
    normal(text + 2, (size_t)(copy + last - 1 - (text + 2)), &words);
    out->text = arena_text(arena, text_chars(&words));
    text_free(&words);
    out->is_jump = is_jump(out->text);
    return true;
}

/* "  6: proc 1 terminates" */
static bool read_end(const char *line, struct spin_event *out) {
    int at = 0;
    *out = (struct spin_event){.text = "-end-"};
    return sscanf(line, " %u: proc %u terminates%n", &out->number, &out->process, &at) == 2 && at;
}

void spin_events_read(const char *said, struct spin_events *out) {
    *out = (struct spin_events){.arena = arena_new(), .cycle_start = SIZE_MAX};
    for (const char *line = said; *line;) {
        size_t length = strcspn(line, "\n");
        struct spin_event event = {0};
        if (begins_with(line, "#processes:")) break; /* where everybody is in the end */
        if (length >= 24 && memmem(line, length, "<<<<<START OF CYCLE>>>>>", 24)) out->cycle_start = out->list.count;
        if (read_step(line, length, out->arena, &event) || read_end(line, &event)) vec_push(&out->list, event);
        line += length + (line[length] == '\n');
    }
}

void spin_events_free(struct spin_events *events) {
    vec_free(&events->list);
    if (events->arena) arena_free(events->arena);
    *events = (struct spin_events){0};
}

/* ---- the steps that they are ---- */

/* The better a step fits, the earlier it is tried. */
enum fit { BY_TEXT_AND_LINE, BY_TEXT, NOT_AT_ALL };

struct option {
    unsigned misfit;  /* of both, in a handshake: the less, the earlier it is tried */
    size_t successor; /* SIZE_MAX: the event is no step */
    size_t consumed;  /* events; 0: Spin has merged the step with another */
};

struct frame {
    size_t event;
    const unsigned char *state;
    uint32_t size;
    uint16_t holder;
    bool wrong;     /* something went wrong in the step that led here: whatever Spin does then is its own affair */
    unsigned joins; /* steps before this one that no event tells */
    struct successors next;
    VEC(struct option) options;
    size_t tried;
};

struct follower {
    const struct ts *ts;
    const struct spin_events *events;
    VEC(struct frame) stack;
    size_t reached;
    uint64_t budget;
};

/* More attempts than this for every event: the run is another one. */
enum { ATTEMPTS = 64, LEAST_ATTEMPTS = 200000, MOST_JOINS = 16 };

/* Of locals with one name in several scopes ours have numbers behind theirs: `x_2`, which is `x` to Spin. */
static bool is_same_text(const char *ours, const char *theirs) {
    for (const char *begin = ours; *ours || *theirs; ours++, theirs++) {
        size_t digits = *ours == '_' && ours > begin && is_word_char(ours[-1]) ? strspn(ours + 1, "0123456789") : 0;
        if (*ours != *theirs && digits && !is_word_char(ours[1 + digits])) ours += 1 + digits;
        if (*ours != *theirs) return false;
        if (!*ours) return true;
    }
    return true;
}

static enum fit fit_of(const struct spin_event *event, const char *text, unsigned line) {
    bool is_end = event->line == 0;
    if (is_end || strcmp(text, "-end-") == 0)
        return is_end == (strcmp(text, "-end-") == 0) ? BY_TEXT_AND_LINE : NOT_AT_ALL;
    if (begins_with(text, "d_step")) return BY_TEXT; /* Spin tells what is inside instead */
    if (event->is_jump && is_jump(text)) return BY_TEXT;
    if (!is_same_text(text, event->text)) return NOT_AT_ALL;
    return line == event->line ? BY_TEXT_AND_LINE : BY_TEXT;
}

/* Events from `event` on that can be what happens inside one d_step. */
static size_t together(const struct spin_events *events, size_t event) {
    size_t count = 1;
    const struct spin_event *first = &events->list.items[event];
    while (event + count < events->list.count && events->list.items[event + count].number == first->number &&
           events->list.items[event + count].process == first->process)
        count++;
    return count;
}

static void offer(struct follower *follower, struct frame *frame, size_t successor, unsigned misfit, size_t before,
                  bool d_step) {
    size_t first = frame->event + before - 1, most = d_step ? together(follower->events, first) : 1;
    for (size_t count = most; count >= 1; count--) {
        struct option option = {misfit, successor, before - 1 + count};
        vec_push(&frame->options, option);
    }
}

static bool is_told(const struct follower *follower, size_t event, unsigned process) {
    return event < follower->events->list.count && follower->events->list.items[event].process == process;
}

static enum fit fit_of_statement(const struct follower *follower, size_t event, unsigned process,
                                 const struct text *statement, unsigned line, bool *d_step) {
    if (!is_told(follower, event, process)) return NOT_AT_ALL;
    struct text words = {0};
    normal(text_chars(statement), statement->length, &words);
    *d_step = begins_with(text_chars(&words), "d_step");
    enum fit fit = fit_of(&follower->events->list.items[event], text_chars(&words), line);
    text_free(&words);
    return fit;
}

/* Spin does not tell of jumps inside an atomic sequence that it has merged with what stands before them. */
static bool is_untold(const struct frame *frame, const struct ts_step *step, const struct text *statement) {
    return frame->joins < MOST_JOINS && step->actor == frame->holder && is_jump(text_chars(statement));
}

static void consider(struct follower *follower, struct frame *frame, size_t index) {
    const struct successor *successor = &frame->next.list.items[index];
    const struct ts_step *step = &successor->step;
    struct ts_description words = {0};
    follower->ts->describe(follower->ts, frame->state, frame->size, successor->state, successor->size, step, &words);
    bool d_step = false, both = step->partner != TS_NOBODY;
    enum fit fit = fit_of_statement(follower, frame->event, step->actor, &words.action, words.place.line, &d_step);
    enum fit other = BY_TEXT_AND_LINE;
    if (both)
        other =
            fit_of_statement(follower, frame->event + 1, step->partner, &words.reply, words.reply_place.line, &d_step);
    if (fit != NOT_AT_ALL && other != NOT_AT_ALL)
        offer(follower, frame, index, fit + other, both ? 2 : 1, d_step);
    else if (step->fault && (fit != NOT_AT_ALL || is_told(follower, frame->event + 1, step->actor)))
        offer(follower, frame, index, NOT_AT_ALL + NOT_AT_ALL, 1, false); /* a handshake that goes wrong half-way */
    if (is_untold(frame, step, &words.action)) {
        struct option option = {NOT_AT_ALL + NOT_AT_ALL, index, 0};
        vec_push(&frame->options, option);
    }
    ts_description_free(&words);
}

static int by_fit(const void *left, const void *right) {
    const struct option *a = left, *b = right;
    if (a->misfit != b->misfit) return a->misfit < b->misfit ? -1 : 1;
    if (a->consumed != b->consumed) return a->consumed > b->consumed ? -1 : 1;
    return a->successor < b->successor ? -1 : a->successor > b->successor;
}

static void push(struct follower *follower, size_t event, const struct successor *at, unsigned joins) {
    struct frame frame = {.event = event,
                          .state = at->state,
                          .size = at->size,
                          .holder = at->step.holder,
                          .wrong = at->step.fault != 0,
                          .joins = joins};
    if (event > follower->reached) follower->reached = event;
    bool more = event < follower->events->list.count;
    if (!frame.wrong) {
        successors_from(follower->ts, frame.state, frame.size, frame.holder, &frame.next);
        for (size_t i = 0; i < frame.next.list.count; i++) consider(follower, &frame, i);
        if (more && follower->events->list.items[event].is_jump) {
            struct option option = {BY_TEXT, SIZE_MAX, 1};
            vec_push(&frame.options, option);
        }
        if (frame.options.count) qsort(frame.options.items, frame.options.count, sizeof *frame.options.items, by_fit);
    }
    vec_push(&follower->stack, frame);
}

static void pop(struct follower *follower) {
    struct frame frame = vec_pop(&follower->stack);
    successors_free(&frame.next);
    vec_free(&frame.options);
}

/* All events are followed, and a run that repeats comes back to where it began to. */
static bool is_complete(const struct follower *follower) {
    const struct frame *last = &vec_last(&follower->stack), *first = &follower->stack.items[0];
    if (last->wrong) return true;
    if (last->event < follower->events->list.count || last->tried < last->options.count) return false;
    if (follower->events->cycle_start == SIZE_MAX) return true;
    while (first->event < follower->events->cycle_start) first++;
    return first->size == last->size && memcmp(first->state, last->state, last->size) == 0;
}

/* True: the whole run is on the stack. */
static bool search(struct follower *follower) {
    while (follower->stack.count && follower->budget--) {
        struct frame *frame = &vec_last(&follower->stack);
        if (is_complete(follower)) return true;
        if (frame->tried == frame->options.count) {
            pop(follower);
            continue;
        }
        struct option option = frame->options.items[frame->tried++];
        struct successor same = {(unsigned char *)frame->state, frame->size, {.holder = frame->holder}};
        push(follower, frame->event + option.consumed,
             option.successor == SIZE_MAX ? &same : &frame->next.list.items[option.successor],
             option.consumed ? 0 : frame->joins + 1);
    }
    return false;
}

static void tell(const struct follower *follower, struct trace_read *out) {
    for (size_t i = 0; i + 1 < follower->stack.count; i++) {
        const struct frame *frame = &follower->stack.items[i];
        if (follower->events->cycle_start != SIZE_MAX && out->cycle_start == SIZE_MAX &&
            frame->event >= follower->events->cycle_start)
            out->cycle_start = out->steps.count;
        struct option taken = frame->options.items[frame->tried - 1];
        if (taken.successor == SIZE_MAX) continue;
        struct trace_read_step step = {frame->next.list.items[taken.successor].step, NULL};
        vec_push(&out->steps, step);
    }
}

bool spin_trail_follow(const struct ts *ts, const struct spin_events *events, struct trace_read *out, size_t *reached) {
    struct follower follower = {
        .ts = ts, .events = events, .budget = LEAST_ATTEMPTS + ATTEMPTS * (uint64_t)events->list.count};
    struct successors initial = {0};
    *out = (struct trace_read){.arena = arena_new(), .cycle_start = SIZE_MAX};
    successors_initial(ts, &initial);
    if (initial.list.count) push(&follower, 0, &initial.list.items[0], 0);
    bool found = search(&follower);
    if (found) tell(&follower, out);
    *reached = follower.reached;
    while (follower.stack.count) pop(&follower);
    vec_free(&follower.stack);
    successors_free(&initial);
    return found;
}
