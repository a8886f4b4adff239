/* Tasks, interrupt routines and counters: a process each. */
#include "app/promela/export_internal.h"
#include "app/subject/expect.h"

static bool write_code(struct exporter *exporter, const struct c_function *function, uint32_t *instance) {
    export_begin_code(exporter);
    vec_clear(&exporter->bindings.list);
    *instance = ++exporter->instances;
    struct export_call call = {function, *instance, NULL};
    vec_push(&exporter->calls, call);
    return export_function(exporter, function, *instance);
}

/* What the process forgets when its code has ended: so it begins as if for the first time. */
static bool add_forgetting(struct exporter *exporter, uint32_t instance) {
    struct text resets = {0};
    bool ok = export_reset_all(exporter, instance, &resets);
    export_line(exporter, "atomic { result = 0%s%s };", resets.length ? "; " : "", text_chars(&resets));
    text_free(&resets);
    return ok;
}

static bool ends_task(const struct c_instruction *instruction) {
    return instruction->kind == C_SERVICE &&
           (instruction->service == OSEK_TerminateTask || instruction->service == OSEK_ChainTask);
}

static bool is_jumped_to(const struct c_function *function, uint32_t at) {
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        bool jumps = code->kind == C_JUMP || code->kind == C_BRANCH;
        if (jumps && (code->then == at || (code->kind == C_BRANCH && code->otherwise == at))) return true;
    }
    return false;
}

/* The model's kernel keeps a task that holds a resource from ending, ours does not. */
static bool may_end_with_resource(const struct exporter *exporter, const struct c_function *function) {
    if (exporter->subject->enabled[APP_CHECK_RESOURCE] || !exporter->config->resource_count) return false;
    for (uint32_t i = 0; i < function->code_count; i++)
        if (function->code[i].kind == C_RETURN &&
            (!i || !ends_task(&function->code[i - 1]) || is_jumped_to(function, i)))
            return true;
    return false;
}

static bool add_task_end(struct exporter *exporter, const struct c_function *function, uint32_t instance) {
    const char *name = export_identifier(exporter, exporter->who, exporter->task);
    if (exporter->subject->enabled[APP_CHECK_TERMINATE] && !exporter->config->profile.end_terminates) {
        export_line(exporter, "assert(false);%s  /* a task ends without TerminateTask or ChainTask */",
                    export_finding(exporter, "terminate", function->end, "%s: %s", exporter->who,
                                   osek_misuse_text(OSEK_MISSING_TERMINATE)));
    } else if (may_end_with_resource(exporter, function)) {
        return export_refuse(exporter, function->end,
                             "misuse that nobody wants to hear of, and of which the standard says nothing,");
    } else {
        export_line(exporter, "endAPI(%s, svcTerminateTask, 0, %u);", name, function->end.line);
        export_line(exporter, "assert(result == E_OK);%s",
                    export_finding(exporter, "service", function->end, "%s", ""));
    }
    export_label(exporter, "finished");
    return add_forgetting(exporter, instance);
}

static bool add_task(struct exporter *exporter, uint32_t t) {
    const struct c_function *function = exporter->program->entries[t];
    uint32_t instance;
    if (!function) return true;
    exporter->who = exporter->config->tasks[t].name;
    exporter->task = t + 1;
    exporter->context = t;
    exporter->guard = arena_printf(exporter->arena, "RUNS(%s)", export_task(exporter, t));
    if (!write_code(exporter, function, &instance) || !add_task_end(exporter, function, instance)) return false;
    text_printf(&exporter->processes, "proctype %s_() {\n", exporter->who);
    export_add_declarations(exporter, "");
    text_printf(&exporter->processes, "end_start:\n    waitForRun(%s);\n%s    goto end_start\n}\n\n",
                export_task(exporter, t), text_chars(&exporter->body));
    return true;
}

/* When it comes, if it may; and, so that nobody takes a spent budget for a deadlock, when it might have come. */
static const char *when(struct exporter *exporter, const struct source *source, const char *allowed, bool spent) {
    const char *idle = source->idle_only || spent ? " && IDLE" : "";
    const char *budget = source->times == APP_UNBOUNDED ? "" : spent ? " && budget == 0" : " && budget > 0";
    return arena_printf(exporter->arena, "%s%s%s", allowed, idle, budget);
}

/* It was requested, may come, and no more urgent one was and may (interrupt.c: the highest level, then the first). */
static const char *when_requested(struct exporter *exporter, uint32_t i) {
    const struct osek_isr *isrs = exporter->config->isrs;
    const char *text = arena_printf(exporter->arena, "REQUESTED(%u, %u, %u)", i + 1, isrs[i].level, isrs[i].category);
    for (uint32_t j = 0; j < exporter->config->isr_count; j++)
        if (isrs[j].level > isrs[i].level || (j < i && isrs[j].level == isrs[i].level))
            text = arena_printf(exporter->arena, "%s && !REQUESTED(%u, %u, %u)", text, j + 1, isrs[j].level,
                                isrs[j].category);
    return text;
}

static void add_arrivals(struct exporter *exporter, uint32_t i, struct text *out) {
    const struct osek_isr *isr = &exporter->config->isrs[i];
    const struct source *source = &exporter->subject->isr_sources[i];
    const char *allowed = arena_printf(exporter->arena, "COMES(%u, %u)", isr->level, isr->category);
    bool limited = source->times != APP_UNBOUNDED;
    text_add(out, "end_start:\n    if\n");
    if (source->times)
        text_printf(out, "    :: /*@ %s */ atomic { %s -> %senterISR(%u, %u, before) }\n", isr->name,
                    when(exporter, source, allowed, false), limited ? "budget--; " : "", i + 1, isr->level);
    if (exporter->requests)
        text_printf(out, "    :: atomic { %s -> requested[%u] = 0; enterISR(%u, %u, before) }\n",
                    when_requested(exporter, i), i + 1, i + 1, isr->level);
    if (source->times && limited && !source->inert)
        text_printf(out, "#ifndef LIVENESS\n    :: %s -> goto end_start\n#endif\n",
                    when(exporter, source, allowed, true));
    text_add(out, "    fi;\n");
}

static bool add_isr(struct exporter *exporter, uint32_t i) {
    const struct osek_isr *isr = &exporter->config->isrs[i];
    const struct source *source = &exporter->subject->isr_sources[i];
    const struct c_function *function = exporter->program->entries[exporter->config->task_count + i];
    uint32_t instance;
    if (!function || (source->times == 0 && !exporter->requests)) return true;
    exporter->who = isr->name;
    exporter->task = 0;
    exporter->context = exporter->config->task_count + i;
    exporter->isr = i;
    exporter->level = isr->level;
    exporter->category = isr->category;
    exporter->guard = arena_printf(exporter->arena, "ROUTINE(%u)", isr->level);
    if (!write_code(exporter, function, &instance)) return false;
    struct text resets = {0}, *out = &exporter->processes;
    bool limited = source->times && source->times != APP_UNBOUNDED, ok = export_reset_all(exporter, instance, &resets);
    text_printf(out, "proctype %s_() {\n", isr->name);
    export_add_declarations(
        exporter, limited ? arena_printf(exporter->arena, "    short before;\n    int budget = %u;\n", source->times)
                          : "    short before;\n");
    add_arrivals(exporter, i, out);
    text_add(out, text_chars(&exporter->body));
    if (exporter->shares && exporter->subject->enabled[APP_CHECK_RESOURCE])
        text_printf(out, "    assert(!HOLDS_ANY(%u));%s\n", i + 1,
                    export_finding(exporter, "resource", function->end, "%s: %s", isr->name,
                                   osek_misuse_text(OSEK_RESOURCE_AT_END)));
    text_printf(out, "    atomic { %s -> result = 0%s%s; %sleaveISR(%u, before) };\n    goto end_start\n}\n\n",
                exporter->guard, resets.length ? "; " : "", text_chars(&resets),
                exporter->shares ? arena_printf(exporter->arena, "GiveAll(%u); ", i + 1) : "", i + 1);
    text_free(&resets);
    return ok;
}

/* 9.2: an activation that is lost, an event that nobody has, are the application's mistake. */
static void add_action(struct exporter *exporter, uint32_t a, struct text *out) {
    const struct osek_alarm *alarm = &exporter->config->alarms[a];
    text_printf(out, "printf(\"@expiry %u\\n\")", a + 1);
    if (alarm->action == OSEK_ACTIVATE) {
        text_printf(out, ";\n            ActivateTask(0, %s)", export_task(exporter, alarm->task));
        if (expect_wants_expiry(exporter->subject, OSEK_ACTIVATE))
            text_printf(out, ";\n            assert(status == E_OK)%s",
                        export_finding(exporter, "activation", (struct place){0}, "%s expires: %s", alarm->name,
                                       osek_misuse_text(OSEK_ACTIVATION_LOST)));
    } else if (alarm->action == OSEK_SET_EVENT) {
        text_printf(out, ";\n            SetEvent(0, %s, %llu)", export_task(exporter, alarm->task),
                    (unsigned long long)alarm->event);
        if (expect_wants_expiry(exporter->subject, OSEK_SET_EVENT))
            text_printf(out, ";\n            assert(status == E_OK)%s",
                        export_finding(exporter, "event", (struct place){0}, "%s expires: %s", alarm->name,
                                       osek_misuse_text(OSEK_EVENT_OF_SUSPENDED)));
    }
}

/* Does it matter in which order alarms of the counter are handled that expire at one tick? */
static bool has_rivals(const struct osek_config *config, uint32_t counter) {
    for (uint32_t a = 0; a < config->alarm_count && !config->profile.fixed_alarm_order; a++)
        for (uint32_t b = 0; b < a; b++)
            if (config->alarms[a].counter == counter && config->alarms[b].counter == counter &&
                osek_alarms_conflict(config, a, b))
                return true;
    return false;
}

/* The alarms of a counter, when `ticks` have passed: all that expire, in any order. */
static void add_expiries(struct exporter *exporter, uint32_t counter, const char *ticks, struct text *out) {
    const struct osek_config *config = exporter->config;
    bool rivals = has_rivals(config, counter);
    struct text later = {0};
    for (uint32_t a = 0; a < config->alarm_count; a++) {
        if (config->alarms[a].counter != counter) continue;
        const char *name = export_alarm(exporter, a);
        text_printf(out, "        if\n        :: alarm[%s].ticks > %s -> alarm[%s].ticks = alarm[%s].ticks - %s\n",
                    name, ticks, name, name, ticks);
        text_printf(out,
                    "        :: alarm[%s].ticks == %s ->\n            alarm[%s].ticks = alarm[%s].cycle;\n            ",
                    name, ticks, name, name);
        if (rivals) {
            text_printf(out, "alarmDue[%s] = true", name);
            text_printf(&later, "        :: alarmDue[%s] ->\n            alarmDue[%s] = false;\n            ", name,
                        name);
            add_action(exporter, a, &later);
            text_add(&later, "\n");
        } else {
            add_action(exporter, a, out);
        }
        text_add(out, "\n        :: else\n        fi;\n");
    }
    if (later.length) text_printf(out, "        do\n%s        :: else -> break\n        od;\n", text_chars(&later));
    text_free(&later);
}

/* Time passes to the next expiry of one of the counter's alarms, whenever an interrupt could come; by one tick where
 * code could notice what lies in between. */
static void add_counter(struct exporter *exporter, uint32_t c) {
    const struct osek_config *config = exporter->config;
    const struct source *source = &exporter->subject->counter_sources[c];
    struct text any = {0}, due = {0}, least = {0}, expiries = {0};
    bool limited = source->times != APP_UNBOUNDED;
    for (uint32_t a = 0; source->times && a < config->alarm_count; a++) {
        if (config->alarms[a].counter != c) continue;
        const char *name = export_alarm(exporter, a);
        text_printf(&any, "%salarm[%s].ticks > 0", any.length ? " || " : "", name);
        text_printf(&due, "%salarm[%s].ticks == 1", due.length ? " || " : "", name);
        text_printf(&least,
                    "        if\n        :: alarm[%s].ticks > 0 && (next == 0 || alarm[%s].ticks < next) -> next = "
                    "alarm[%s].ticks\n        :: else\n        fi;\n",
                    name, name, name);
    }
    const char *spending = limited ? " budget--;" : "";
    if (config->counters[c].stepwise) { /* the budget is one of expiries */
        text_clear(&least);
        text_add(&least, "        next = 1;\n");
        if (limited)
            spending = arena_printf(exporter->arena, " budget = (%s -> budget - 1 : budget);", text_chars(&due));
    }
    if (any.length) add_expiries(exporter, c, "next", &expiries);
    if (any.length) {
        struct text *out = &exporter->processes;
        const char *allowed = arena_printf(exporter->arena, "TICKS && (%s)", text_chars(&any));
        text_printf(out, "proctype %s_() {\n    int next;  /* ticks to the next expiry */\n", config->counters[c].name);
        if (limited) text_printf(out, "    int budget = %u;\n", source->times);
        text_printf(
            out,
            "end_start:\n    do\n    :: /*@ %s */ atomic {\n        %s ->%s\n%s        printf(\"@tick %u %%d\\n\", "
            "next);\n        UNSETTLED;\n        EnterISR(0);\n%s",
            config->counters[c].name, when(exporter, source, allowed, false), spending, text_chars(&least), c + 1,
            text_chars(&expiries));
        text_add(out, "        next = 0;\n        endTick();\n        SETTLED;\n        tellState()\n    }\n");
        if (limited) text_printf(out, "#ifndef LIVENESS\n    :: %s\n#endif\n", when(exporter, source, allowed, true));
        text_add(out, "    od\n}\n\n");
    }
    text_free(&any);
    text_free(&due);
    text_free(&least);
    text_free(&expiries);
}

/* IncrementCounter: one tick, with all that expires, before anybody else is looked for. */
void export_add_advances(struct exporter *exporter, struct text *out) {
    const struct osek_config *config = exporter->config;
    for (uint32_t c = 0; c < config->counter_count; c++) {
        if (!exporter->advanced[c]) continue;
        text_printf(out, "inline advance%u() {  /* %s */\n        UNSETTLED;\n        nesting++;\n", c + 1,
                    config->counters[c].name);
        add_expiries(exporter, c, "1", out);
        text_add(out, "        endTick();\n        SETTLED\n}\n\n");
    }
}

bool export_processes(struct exporter *exporter) {
    const struct osek_config *config = exporter->config;
    bool rivals = false;
    for (uint32_t c = 0; c < config->counter_count; c++) rivals |= has_rivals(config, c);
    if (rivals)
        text_printf(&exporter->globals, "bool alarmDue[%u];  /* expired at this tick, not handled yet */\n",
                    config->alarm_count + 1);
    for (uint32_t t = 0; t < config->task_count; t++)
        if (!add_task(exporter, t)) return false;
    for (uint32_t i = 0; i < config->isr_count; i++)
        if (!add_isr(exporter, i)) return false;
    exporter->context = OSEK_NONE;
    for (uint32_t c = 0; c < config->counter_count; c++) add_counter(exporter, c);
    return export_task_hooks(exporter);
}
