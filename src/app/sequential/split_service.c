#include "app/sequential/split.h"

#include "app/analysis/aligned.h"
#include "app/subject/service_text.h"

#include <string.h>

enum {
    MOST_EVENTS = 6 /* in a mask that is no constant */,
    MOST_TIMES = 64 /* of a counter */,
    MOST_CALLS = 512 /* that one becomes */
};

/* The place that a service writes to. */
static expression output_place(struct writing *w, expression pointer) {
    const struct c_type *written = pointer->type->target;
    while (pointer->kind == C_CONVERT) pointer = pointer->left;
    if (pointer->kind == C_ADDRESS && pointer->left->type->kind == C_INTEGER &&
        pointer->left->type->size == written->size) {
        if (w->bindings.minds_alignment && !aligned_is(pointer->left, written->align))
            split_refuse(w, w->from->place, "a service that writes through a pointer that need not be aligned");
        split_check_writable(w, pointer->left);
        return split_place(w, pointer->left);
    }
    split_refuse(w, w->from->place, "a service that writes through a pointer whose target is not known");
    return NULL;
}

static void add_service(struct writing *w, expression *arguments) {
    const struct c_instruction *from = w->from;
    expression *outputs = arena_new_array(w->splitter->code->arena, expression, from->output_count + 1);
    for (uint32_t i = 0; i < from->output_count && !w->refused; i++)
        if (from->outputs[i]) outputs[i] = output_place(w, from->outputs[i]);
    expression kept = split_result_place(w, from->target);
    struct c_instruction *service = split_add(w, C_SERVICE);
    service->service = from->service;
    service->text = from->text;
    service->arguments = (const struct c_expression *const *)arguments;
    service->argument_count = from->argument_count;
    service->outputs = (const struct c_expression *const *)outputs;
    service->output_count = from->output_count;
    service->regard = from->regard;
    service->target = kept;
    split_pass_result(w, kept, from->target);
}

/* The events of whoever the mask is for, as far as that is known. */
static uint64_t events_of(const struct writing *w, expression *arguments) {
    const struct osek_config *config = w->splitter->code->subject->config;
    uint64_t all = 0;
    if (w->from->service == OSEK_SetEvent && arguments[0] && (uint64_t)arguments[0]->integer < config->task_count)
        return config->tasks[arguments[0]->integer].events;
    if (w->from->service != OSEK_SetEvent && w->origin->role == C_TASK) return config->tasks[w->origin->context].events;
    for (uint32_t i = 0; i < config->task_count; i++) all |= config->tasks[i].events;
    return all;
}

/* What an argument that is no constant is compared with. */
struct values {
    uint64_t count; /* 0, and no rest: it cannot be */
    uint64_t mask;  /* of what they are parts, if they are masks; other bits do not count: */
    bool covers;    /* ... these values are all that there are */
    bool has_rest;  /* all others are to the kernel what this one is: */
    uint64_t rest;
};

/* Masks with bits that are no events of the task are wrong, any of them as any other; where nobody asks for that, they
 * are not known if the application could notice them. */
static struct values masks(const struct writing *w, expression *arguments) {
    const struct noticed *noticed = &w->splitter->noticed;
    bool are_judged = w->splitter->code->subject->enabled[APP_CHECK_EVENT] && service_gives_events(w->from->service);
    bool covers = !noticed->parameters && !are_judged && __builtin_popcountll(noticed->event_bits) <= MOST_EVENTS;
    struct values values = {.mask = covers ? noticed->event_bits : events_of(w, arguments), .covers = covers};
    int bits = __builtin_popcountll(values.mask);
    values.count = bits <= MOST_EVENTS ? (uint64_t)1 << bits : 0;
    values.has_rest = values.count && are_judged && !noticed->parameters;
    values.rest = ~values.mask & -~values.mask;
    return values;
}

/* The object that the service is about, and that is known, is none: it is refused for that. */
static bool is_for_nobody(const struct writing *w, expression *arguments) {
    uint64_t count;
    return arguments[0] && service_objects(w->splitter->code->subject, service_argument(w->from->service, 0), &count) &&
           (uint64_t)arguments[0]->integer >= count;
}

/* Those of the alarm's counter. */
static struct values times(const struct writing *w, expression *arguments) {
    const struct osek_config *config = w->splitter->code->subject->config;
    bool sets = w->from->service == OSEK_SetRelAlarm || w->from->service == OSEK_SetAbsAlarm;
    uint64_t alarm = sets && arguments[0] ? (uint64_t)arguments[0]->integer : config->alarm_count;
    if (alarm >= config->alarm_count) return (struct values){0};
    uint64_t max = config->counters[config->alarms[alarm].counter].max;
    if (max >= MOST_TIMES) return (struct values){0};
    return (struct values){.count = max + 1, .has_rest = !w->splitter->noticed.parameters, .rest = max + 1};
}

static struct values values_of(const struct writing *w, uint32_t index, expression *arguments) {
    const struct subject *subject = w->splitter->code->subject;
    enum service_argument kind = service_argument(w->from->service, index);
    struct values values = {.has_rest = !w->splitter->noticed.parameters};
    if (values.has_rest && index > 0 && is_for_nobody(w, arguments)) {
        values.rest = 1;
        return values;
    }
    if (kind == SERVICE_EVENTS) return masks(w, arguments);
    if (kind == SERVICE_NUMBER) return times(w, arguments);
    if (!service_objects(subject, kind, &values.count)) return (struct values){0};
    values.rest = values.count;
    return values;
}

/* Number i of the parts of a mask. */
static uint64_t part_of(uint64_t mask, uint64_t i) {
    uint64_t part = 0;
    for (; mask; mask &= mask - 1, i >>= 1)
        if (i & 1) part |= mask & -mask;
    return part;
}

static expression binary(struct writing *w, enum c_operator op, const struct c_type *type, expression left,
                         expression right) {
    struct c_expression *both = split_new(w, C_BINARY, type);
    both->op = op;
    both->left = left;
    both->right = right;
    return both;
}

static expression equals(struct writing *w, expression left, uint64_t mask, int64_t value) {
    expression part = mask ? binary(w, C_BIT_AND, left->type, left, split_number(w, left->type, (int64_t)mask)) : left;
    return binary(w, C_EQUAL, w->splitter->code->subject->program->int_type, part, split_number(w, left->type, value));
}

/* A call of the service. */
struct telling {
    expression *arguments; /* NULL: not known yet, */
    expression *kept;      /* ... but to be found here */
    uint32_t *calls;       /* that were made of it so far */
};

static void tell(struct writing *w, const struct telling *telling);

static void tell_with(struct writing *w, const struct telling *telling, uint32_t index, uint64_t value) {
    uint32_t count = w->from->argument_count;
    struct telling more = *telling;
    more.arguments = arena_new_array(w->splitter->code->arena, expression, count + 1);
    memcpy(more.arguments, telling->arguments, count * sizeof *more.arguments);
    more.arguments[index] = split_number(w, w->splitter->code->subject->program->int_type, (int64_t)value);
    tell(w, &more);
}

/* What is left is nobody's. */
static void tell_rest(struct writing *w, const struct telling *telling, const struct values *values, uint32_t index) {
    if (values->has_rest) {
        tell_with(w, telling, index, values->rest);
        return;
    }
    struct c_instruction *unknown = split_add(w, C_ASSERT);
    unknown->value = split_number(w, w->splitter->code->subject->program->int_type, 0);
    unknown->text = arena_printf(w->splitter->code->arena, "%s with an argument that is nobody's number or mask",
                                 osek_service_name(w->from->service));
    vec_last(&w->notes).callee = 1;
    w->splitter->code->gives_up = true;
}

/* if (argument == 0) Service(0); else if (argument == 1) Service(1); ... */
static void compare_argument(struct writing *w, const struct telling *telling, uint32_t index) {
    struct values values = values_of(w, index, telling->arguments);
    if ((!values.count && !values.has_rest) || w->from->arguments[index]->type->kind != C_INTEGER) {
        split_refuse(w, w->from->place,
                     arena_printf(w->splitter->code->arena, "%s with an argument that is no constant",
                                  osek_service_name(w->from->service)));
        return;
    }
    uint32_t *ends = arena_new_array(w->splitter->code->arena, uint32_t, values.count + 1);
    uint64_t compared = values.covers ? values.count - 1 : values.count;
    for (uint64_t i = 0; i < compared && !w->refused; i++) {
        uint64_t value = values.mask ? part_of(values.mask, i) : i;
        uint32_t branch = split_here(w);
        split_add(w, C_BRANCH)->value =
            equals(w, split_load(w, telling->kept[index]), values.covers ? values.mask : 0, (int64_t)value);
        w->out.items[branch].then = split_here(w);
        tell_with(w, telling, index, value);
        ends[i] = split_here(w);
        split_add(w, C_JUMP);
        w->out.items[branch].otherwise = split_here(w);
    }
    if (values.covers)
        tell_with(w, telling, index, values.mask);
    else
        tell_rest(w, telling, &values, index);
    for (uint64_t i = 0; i < compared && !w->refused; i++) w->out.items[ends[i]].then = split_here(w);
}

static void tell(struct writing *w, const struct telling *telling) {
    if (w->refused) return;
    for (uint32_t i = 0; i < w->from->argument_count; i++) {
        if (telling->arguments[i]) continue;
        compare_argument(w, telling, i);
        return;
    }
    if (++*telling->calls > MOST_CALLS)
        split_refuse(w, w->from->place,
                     arena_printf(w->splitter->code->arena,
                                  "%s with more than %u combinations of arguments that are no constants",
                                  osek_service_name(w->from->service), MOST_CALLS));
    else
        add_service(w, telling->arguments);
}

/* All that is to be computed comes first. */
void split_service(struct writing *w) {
    const struct c_instruction *from = w->from;
    struct arena *arena = w->splitter->code->arena;
    uint32_t calls = 0;
    struct telling telling = {arena_new_array(arena, expression, from->argument_count + 1),
                              arena_new_array(arena, expression, from->argument_count + 1), &calls};
    for (uint32_t i = 0; i < from->argument_count && !w->refused; i++) {
        int64_t value = 0;
        if (split_is_known(w, from->arguments[i], &value)) {
            telling.arguments[i] = split_number(w, w->splitter->code->subject->program->int_type, value);
            continue;
        }
        telling.kept[i] = split_temporary(w, from->arguments[i]->type);
        split_assign(w, telling.kept[i], split_value(w, from->arguments[i]));
    }
    tell(w, &telling);
}
