#include "app/sequential/graph.h"

#include "app/exec/clock.h"
#include "app/exec/fault.h"
#include "app/exec/judge.h"
#include "app/exec/machine.h"
#include "app/exec/paced.h"
#include "app/exec/service.h"
#include "app/subject/expect.h"
#include "base/invariant.h"
#include "cfront/library/headers.h"
#include "search/hash.h"

#include <math.h>
#include <string.h>

enum { ASK_EVERY = 1024 };

/* A point's parts, apart, to be changed. */
struct builder {
    struct sequential_graph *graph;
    const struct subject *subject;
    struct machine *machine; /* its kernel's block and its budgets are the point's */
    struct sequential_call **calls;
    uint32_t *call_count;
    uint32_t point;
    struct text key, words;
    struct nodeset kernels;
    uint32_t most;
};

/* ---- keys: kernel, budgets, and for each context that is under way its number, its calls ---- */

static uint32_t calls_at(const struct executor *executor) {
    return executor->kernel_size + executor->subject->slot_count * 4;
}

static void pack(struct builder *b) {
    const struct executor *executor = b->graph->executor;
    text_clear(&b->key);
    clock_forget(b->machine);
    text_add_n(&b->key, (const char *)b->machine->kernel, executor->kernel_size);
    text_add_n(&b->key, (const char *)b->machine->budgets, executor->subject->slot_count * 4);
    for (uint32_t c = 0; c < b->subject->context_count; c++) {
        if (!b->call_count[c]) continue;
        uint32_t head[2] = {c, b->call_count[c]};
        text_add_n(&b->key, (const char *)head, sizeof head);
        text_add_n(&b->key, (const char *)b->calls[c], b->call_count[c] * sizeof *b->calls[c]);
    }
}

static const unsigned char *key_of(const struct sequential_graph *graph, uint32_t point, uint32_t *size) {
    return nodeset_get(&graph->keys, point, size);
}

static const unsigned char *calls_in(const struct sequential_graph *graph, uint32_t point, uint32_t context,
                                     uint32_t *count) {
    uint32_t size, head[2];
    const unsigned char *key = key_of(graph, point, &size);
    for (uint32_t at = calls_at(graph->executor); at < size; at += 8 + head[1] * 8) {
        memcpy(head, key + at, sizeof head);
        if (head[0] != context) continue;
        *count = head[1];
        return key + at + sizeof head;
    }
    *count = 0;
    return NULL;
}

static void unpack(struct builder *b, uint32_t point) {
    const struct executor *executor = b->graph->executor;
    uint32_t size;
    const unsigned char *key = key_of(b->graph, point, &size);
    b->point = point;
    memcpy(b->machine->kernel, key, executor->kernel_size);
    memcpy(b->machine->budgets, key + executor->kernel_size, executor->subject->slot_count * 4);
    memset(b->machine->untimed, 0, executor->subject->config->task_count); /* it knows of no such moments */
    memset(b->machine->paced, 0, paced_size(executor));
    memset(b->machine->unawaited, 0, executor->subject->config->alarm_count);
    for (uint32_t c = 0; c < b->subject->context_count; c++) {
        const unsigned char *calls = calls_in(b->graph, point, c, &b->call_count[c]);
        if (calls) memcpy(b->calls[c], calls, b->call_count[c] * sizeof *b->calls[c]);
    }
}

const void *sequential_kernel(const struct sequential_graph *graph, uint32_t point) {
    uint32_t size;
    return key_of(graph, point, &size);
}

struct sequential_calls sequential_calls(const struct sequential_graph *graph, uint32_t point, uint32_t context) {
    struct sequential_calls calls;
    /* Keys are padded to 4 bytes, and so are the nodes of the set. */
    calls.items = (const struct sequential_call *)(const void *)calls_in(graph, point, context, &calls.count);
    return calls;
}

const struct c_function *sequential_callee(const struct sequential_graph *graph, uint32_t point, uint32_t context) {
    struct sequential_calls calls = sequential_calls(graph, point, context);
    const struct sequential_call *top = &calls.items[calls.count - 1];
    const struct sequential_function *functions = graph->code->functions.items;
    return functions[functions[top->function].callees[top->next]].origin;
}

const struct c_instruction *sequential_caller(const struct sequential_graph *graph, uint32_t point, uint32_t context) {
    struct sequential_calls calls = sequential_calls(graph, point, context);
    if (calls.count < 2) return NULL;
    const struct sequential_call *caller = &calls.items[calls.count - 2];
    return &graph->code->functions.items[caller->function].code[caller->next];
}

/* ---- points ---- */

static const struct c_instruction *instruction_of(const struct builder *b, const struct sequential_call *call) {
    return &b->graph->code->functions.items[call->function].code[call->next];
}

static const struct c_instruction *at(const struct builder *b, uint32_t context) {
    return instruction_of(b, &b->calls[context][b->call_count[context] - 1]);
}

/* Of a function that returns it, who called that may look at it, or not. */
static enum c_regard regard_of(const struct builder *b, uint32_t context) {
    const struct sequential_call *calls = b->calls[context];
    uint32_t depth = b->call_count[context] - 1;
    while (depth && instruction_of(b, &calls[depth])->regard == C_RETURNED) depth--;
    return instruction_of(b, &calls[depth])->regard;
}

/* Jumps ahead are no deeds. */
static void skip_jumps(struct builder *b, uint32_t context) {
    struct sequential_call *call = &b->calls[context][b->call_count[context] - 1];
    while (at(b, context)->kind == C_JUMP && at(b, context)->then > call->next) call->next = at(b, context)->then;
}

static void count_node(struct builder *b, struct sequential_point *point) {
    point->is_node = true;
    b->graph->node_count++;
    if (point->depth > b->graph->depth) b->graph->depth = point->depth;
}

/* The point that the parts are now. */
static uint32_t reach(struct builder *b, bool by_kernel) {
    struct sequential_graph *graph = b->graph;
    uint32_t number;
    pack(b);
    bool is_new = nodeset_add(&graph->keys, b->key.chars, (uint32_t)b->key.length,
                              hash_bytes(b->key.chars, b->key.length), &number);
    if (is_new) {
        struct sequential_point point = {.context = OSEK_NONE, .found_at = b->point, .found_by = SEQUENTIAL_NOWHERE};
        if (b->point != SEQUENTIAL_NOWHERE) {
            point.depth = graph->points.items[b->point].depth + by_kernel;
            point.found_by = (uint32_t)graph->edges.count; /* which is added next */
        }
        vec_push(&graph->points, point);
        uint32_t kernel;
        nodeset_add(&b->kernels, b->machine->kernel, graph->executor->kernel_size,
                    hash_bytes(b->machine->kernel, graph->executor->kernel_size), &kernel);
    }
    if (by_kernel && !graph->points.items[number].is_node) count_node(b, &graph->points.items[number]);
    return number;
}

static void add_edge(struct builder *b, struct sequential_edge edge) {
    vec_push(&b->graph->edges, edge);
    b->graph->points.items[b->point].edge_count++;
}

static void go(struct builder *b, enum sequential_edge_kind kind, uint32_t which) {
    uint32_t to = reach(b, kind != SEQUENTIAL_FLOW);
    add_edge(b, (struct sequential_edge){kind, to, 0, which});
}

/* The builder has the words. */
static void go_wrong(struct builder *b, enum sequential_edge_kind kind, uint32_t which, struct complaint complaint) {
    struct place place = kind == SEQUENTIAL_ANSWER ? sequential_place(b->graph, b->point) : (struct place){0};
    uint32_t fault = faults_number(b->graph->executor->faults, &(struct ts_fault){.kind = complaint.check,
                                                                                  .message = text_chars(&b->words),
                                                                                  .place = place,
                                                                                  .about = complaint.about});
    add_edge(b, (struct sequential_edge){kind, SEQUENTIAL_NOWHERE, fault, which});
}

struct place sequential_place(const struct sequential_graph *graph, uint32_t point) {
    const struct sequential_point *p = &graph->points.items[point];
    if (!p->instruction) return (struct place){0};
    struct place place = p->instruction->place;
    struct sequential_calls calls = sequential_calls(graph, point, p->context);
    for (uint32_t i = calls.count; i-- > 1 && headers_hold(place);)
        place = graph->code->functions.items[calls.items[i - 1].function].code[calls.items[i - 1].next].place;
    return place;
}

/* ---- the kernel ---- */

/* Code that ended is gone, and after a shutdown all of it. */
static void settle(struct builder *b) {
    const struct osek_config *config = b->subject->config;
    const void *kernel = b->machine->kernel;
    bool over = osek_is_shut_down(config, kernel) && osek_current(config, kernel) == OSEK_NONE;
    for (uint32_t c = 0; c < b->subject->context_count; c++)
        if (over || !osek_is_under_way(config, kernel, c)) b->call_count[c] = 0;
}

static uint32_t keep_answer(struct builder *b, const struct sequential_answer *answer) {
    vec_push(&b->graph->answers, *answer);
    return (uint32_t)b->graph->answers.count - 1;
}

static void serve(struct builder *b, uint32_t caller, const struct c_instruction *instruction) {
    const struct osek_config *config = b->subject->config;
    struct sequential_answer answer = {.call = {.service = instruction->service}, .caller = caller};
    for (uint32_t i = 0; i < instruction->argument_count && i < 3; i++)
        answer.call.arguments[i] = (uint64_t)instruction->arguments[i]->integer;
    text_clear(&b->words);
    if (answer.call.service == OSEK_StartOS && !service_choose_mode(b->subject, &answer.call, &b->words)) {
        go_wrong(b, SEQUENTIAL_ANSWER, keep_answer(b, &answer),
                 (struct complaint){.check = app_check_name(APP_CHECK_ARGUMENT)});
        return;
    }
    enum c_regard regard = regard_of(b, caller);
    unsigned count = 1;
    for (unsigned choice = 0; choice < count; choice++) {
        unpack(b, b->point);
        answer.result = (struct osek_result){0};
        unsigned choices = osek_call(config, b->machine->kernel, &answer.call, choice, &answer.result);
        judge_prefer(b->subject, &answer.call, regard, &answer.result);
        if (choices > count) count = choices;
        uint32_t which = keep_answer(b, &answer);
        text_clear(&b->words);
        struct complaint complaint =
            judge_call(b->graph->executor->analysis, caller, &answer.call, &answer.result, regard, &b->words);
        if (complaint.check) {
            go_wrong(b, SEQUENTIAL_ANSWER, which, complaint);
            continue;
        }
        if (answer.result.caller_ended)
            b->call_count[caller] = 0;
        else
            b->calls[caller][b->call_count[caller] - 1].next++, skip_jumps(b, caller);
        settle(b);
        go(b, SEQUENTIAL_ANSWER, which);
    }
}

static void end(struct builder *b, uint32_t caller) {
    struct sequential_answer answer = {.caller = caller, .is_silent = true};
    unsigned count = 1;
    for (unsigned choice = 0; choice < count; choice++) {
        unpack(b, b->point);
        answer.result = (struct osek_result){0};
        unsigned choices = osek_end(b->subject->config, b->machine->kernel, choice, &answer.result);
        judge_prefer(b->subject, NULL, C_LOOKED_AT, &answer.result);
        if (choices > count) count = choices;
        uint32_t which = keep_answer(b, &answer);
        text_clear(&b->words);
        struct complaint complaint = judge_alone(b->subject, &answer.result.misused, caller, &b->words);
        b->call_count[caller] = 0;
        settle(b);
        if (complaint.check)
            go_wrong(b, SEQUENTIAL_ANSWER, which, complaint);
        else
            go(b, SEQUENTIAL_ANSWER, which);
    }
}

static void request(struct builder *b, uint32_t caller, const struct c_instruction *instruction) {
    struct sequential_answer answer = {.caller = caller, .is_silent = true};
    uint64_t isr = (uint64_t)instruction->value->integer;
    uint32_t which = keep_answer(b, &answer);
    if (isr >= b->subject->config->isr_count) {
        text_clear(&b->words);
        text_printf(&b->words, "there is no interrupt of number %llu", (unsigned long long)isr);
        go_wrong(b, SEQUENTIAL_ANSWER, which, (struct complaint){.check = app_check_name(APP_CHECK_ARGUMENT)});
        return;
    }
    osek_request_interrupt(b->subject->config, b->machine->kernel, (uint32_t)isr);
    b->calls[caller][b->call_count[caller] - 1].next++, skip_jumps(b, caller);
    settle(b);
    go(b, SEQUENTIAL_ANSWER, which);
}

/* ---- from outside ---- */

static void spend(struct builder *b, const struct source *source) {
    if (source->times != APP_UNBOUNDED) b->machine->budgets[source->slot]--;
}

static void interrupt(struct builder *b, uint32_t isr) {
    unpack(b, b->point);
    spend(b, &b->subject->isr_sources[isr]);
    osek_interrupt(b->subject->config, b->machine->kernel, isr);
    settle(b);
    go(b, SEQUENTIAL_INTERRUPT, isr);
}

static void tick(struct builder *b, uint32_t counter) {
    const struct osek_config *config = b->subject->config;
    unsigned count = 1;
    for (unsigned choice = 0; choice < count; choice++) {
        struct osek_result result = {0};
        bool expires;
        unpack(b, b->point);
        uint32_t ticks = service_ticks(b->machine, counter, &expires);
        if (expires) spend(b, &b->subject->counter_sources[counter]);
        if (ticks > 1) osek_pass_ticks(config, b->machine->kernel, counter, ticks - 1);
        unsigned choices = osek_tick(config, b->machine->kernel, counter, choice, &result);
        judge_prefer(b->subject, NULL, C_LOOKED_AT, &result);
        if (choices > count) count = choices;
        settle(b);
        text_clear(&b->words);
        struct complaint complaint = judge_alone(b->subject, &result.misused, OSEK_NONE, &b->words);
        if (complaint.check) {
            go_wrong(b, SEQUENTIAL_TICK, counter, complaint);
        } else {
            go(b, SEQUENTIAL_TICK, counter);
        }
    }
}

/* Whoever may come here does. True if something could come, now or, but for a spent budget, at all. */
static bool come(struct builder *b) {
    const struct osek_config *config = b->subject->config;
    uint32_t first = b->graph->points.items[b->point].edge_count;
    bool spent = false;
    for (uint32_t i = 0; i < config->isr_count; i++) {
        unpack(b, b->point);
        if (machine_isr_may_come(b->machine, i, b->subject->isr_sources[i].inert ? NULL : &spent)) interrupt(b, i);
    }
    for (uint32_t i = 0; i < config->counter_count; i++) {
        unpack(b, b->point);
        if (machine_counter_may_tick(b->machine, i, &spent)) tick(b, i);
    }
    struct sequential_point *point = &b->graph->points.items[b->point];
    point->arrivals = point->edge_count - first;
    return point->arrivals || spent;
}

/* ---- deeds ---- */

/* Could it make a difference whether something comes before or after it? */
static bool is_noticed(struct builder *b, const struct c_instruction *instruction, bool ends) {
    machine_look_around(b->machine);
    if (!b->machine->arrivals) return false;
    switch (instruction->kind) {
    case C_SERVICE:
    case C_INTERRUPT:
    case C_ASSUME: /* behind which there may be no run any more */
    case C_CHOOSE: return true;
    case C_RETURN: return ends;
    case C_BRANCH:
    case C_JUMP: return instruction->is_back_edge;
    default: return sequential_touches(b->machine->touched, instruction);
    }
}

static void go_to(struct builder *b, uint32_t context, uint32_t next) {
    b->calls[context][b->call_count[context] - 1].next = next;
    skip_jumps(b, context);
    go(b, SEQUENTIAL_FLOW, 0);
}

static void enter(struct builder *b, uint32_t context, uint32_t function) {
    invariant(b->call_count[context] < MAX_FRAMES);
    b->calls[context][b->call_count[context]++] = (struct sequential_call){function, 0};
    skip_jumps(b, context);
    go(b, SEQUENTIAL_FLOW, 0);
}

static void execute(struct builder *b, uint32_t context, const struct c_instruction *instruction) {
    struct sequential_call *call = &b->calls[context][b->call_count[context] - 1];
    uint32_t next = call->next;
    switch (instruction->kind) {
    case C_SERVICE: serve(b, context, instruction); break;
    case C_INTERRUPT: request(b, context, instruction); break;
    case C_JUMP: go_to(b, context, instruction->then); break;
    case C_BRANCH:
        go_to(b, context, instruction->then);
        unpack(b, b->point);
        go_to(b, context, instruction->otherwise);
        break;
    case C_CALL: enter(b, context, b->graph->code->functions.items[call->function].callees[next]); break;
    case C_RETURN:
        if (b->call_count[context] == 1) {
            end(b, context);
            break;
        }
        b->call_count[context]--;
        go_to(b, context, b->calls[context][b->call_count[context] - 1].next + 1);
        break;
    default: go_to(b, context, next + 1);
    }
}

static void expand_idle(struct builder *b, struct sequential_point *point) {
    if (osek_is_shut_down(b->subject->config, b->machine->kernel)) {
        point->deed = SEQUENTIAL_OVER;
        return;
    }
    point->deed = SEQUENTIAL_IDLE;
    if (come(b)) return;
    unpack(b, b->point);
    text_clear(&b->words);
    struct complaint complaint = judge_idle(b->subject, b->machine->kernel, &b->words);
    if (complaint.check) go_wrong(b, SEQUENTIAL_STUCK, 0, complaint);
}

static void expand(struct builder *b, uint32_t number) {
    unpack(b, number);
    struct sequential_point *point = &b->graph->points.items[number];
    uint32_t context = osek_current(b->subject->config, b->machine->kernel);
    point->context = context;
    point->first_edge = (uint32_t)b->graph->edges.count;
    if (context == OSEK_NONE) {
        expand_idle(b, point);
        return;
    }
    if (!b->call_count[context]) {
        uint32_t entry = b->graph->code->entries[context];
        point->deed = entry == OSEK_NONE ? SEQUENTIAL_END : SEQUENTIAL_BEGIN;
        point->number = osek_hook_argument(b->subject->config, b->machine->kernel);
        if (entry == OSEK_NONE)
            end(b, context);
        else
            point->function = entry, enter(b, context, entry);
        return;
    }
    const struct sequential_call *call = &b->calls[context][b->call_count[context] - 1];
    const struct c_instruction *instruction = at(b, context);
    bool ends = instruction->kind == C_RETURN && b->call_count[context] == 1;
    point->deed = SEQUENTIAL_CODE;
    point->instruction = instruction;
    point->function = call->function;
    bool noticed = is_noticed(b, instruction, ends);
    execute(b, context, instruction);
    if (noticed) come(b);
}

/* ---- graphs ---- */

static void start(struct builder *b) {
    const struct executor *executor = b->graph->executor;
    unsigned count = 1;
    b->point = SEQUENTIAL_NOWHERE;
    for (unsigned choice = 0; choice < count; choice++) {
        memset(b->machine->kernel, 0, executor->kernel_size);
        for (uint32_t i = 0; i < b->subject->slot_count; i++) b->machine->budgets[i] = b->subject->slot_times[i];
        memset(b->call_count, 0, b->subject->context_count * sizeof *b->call_count);
        unsigned choices = osek_start(b->subject->config, b->machine->kernel, b->subject->mode, choice);
        if (choices > count) count = choices;
        reach(b, true);
    }
    b->graph->start_count = (uint32_t)b->graph->points.count;
}

/* How many times more nodes there are with one answer of the kernel more, on the average: where the ways of branches
 * have different numbers of answers, single depths say little. */
static double growth_of(const struct sequential_graph *graph) {
    return graph->depth ? pow(graph->node_count, 1.0 / graph->depth) : 1;
}

void sequential_graph_build(struct sequential_graph *graph, const struct executor *executor,
                            const struct sequential_code *code, uint32_t most) {
    *graph = (struct sequential_graph){.executor = executor, .code = code, .complete = true};
    const struct subject *subject = executor->subject;
    struct builder b = {.graph = graph,
                        .subject = subject,
                        .machine = machine_take(executor),
                        .calls = memory_new(subject->context_count * sizeof *b.calls),
                        .call_count = memory_new(subject->context_count * sizeof *b.call_count),
                        .most = most};
    for (uint32_t c = 0; c < subject->context_count; c++) {
        b.calls[c] = memory_new(MAX_FRAMES * sizeof **b.calls);
        b.machine->contexts[c].frame_count = 0; /* where code stands is not the machine's affair here */
    }
    start(&b);
    for (uint32_t i = 0; i < graph->points.count && graph->complete; i++) {
        expand(&b, i);
        bool impatient = i % ASK_EVERY == 0 && executor->goes_on && !executor->goes_on(executor->goes_on_context);
        if (graph->points.count > most || impatient) graph->complete = false;
    }
    graph->growth = growth_of(graph);
    graph->kernel_count = (uint32_t)b.kernels.nodes.count;
    for (uint32_t c = 0; c < subject->context_count; c++) free(b.calls[c]);
    free(b.calls);
    free(b.call_count);
    text_free(&b.key);
    text_free(&b.words);
    nodeset_free(&b.kernels);
    machine_give(b.machine);
}

void sequential_graph_free(struct sequential_graph *graph) {
    nodeset_free(&graph->keys);
    vec_free(&graph->points);
    vec_free(&graph->edges);
    vec_free(&graph->answers);
}

void sequential_stops(const struct sequential_graph *graph, bool choices, bool *stop) {
    for (uint32_t i = 0; i < graph->points.count; i++) {
        const struct sequential_point *point = &graph->points.items[i];
        stop[i] |= point->is_node;
        bool chooses = choices && point->deed == SEQUENTIAL_CODE && point->instruction->kind == C_CHOOSE;
        for (uint32_t k = 0; k < point->edge_count; k++) {
            const struct sequential_edge *edge = &graph->edges.items[point->first_edge + k];
            bool back = edge->kind == SEQUENTIAL_FLOW && edge->to <= i;
            if (!edge->fault && (chooses || back)) stop[edge->to] = true;
        }
    }
}
