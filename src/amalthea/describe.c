#include "amalthea/describe.h"

#include "amalthea/demand.h"
#include "base/units.h"

#include <string.h>

static const char *const preemptions[] = {"preemptive", "cooperative", "non_preemptive"};

const char *am_preemption_name(enum am_preemption preemption) { return preemptions[preemption]; }

bool am_preemption_by_name(const char *name, enum am_preemption *preemption) {
    for (unsigned i = 0; i < sizeof preemptions / sizeof *preemptions; i++) {
        if (strcmp(name, preemptions[i]) != 0) continue;
        *preemption = (enum am_preemption)i;
        return true;
    }
    return false;
}

const char *am_safety_name(enum am_safety safety) {
    static const char *const names[] = {"harmless", "assumed", "unsafe"};
    return names[safety];
}

static const struct am_core *only_core(const struct am_model *model, const struct am_process *process) {
    if (process->affinity.count == 1) return process->affinity.items[0];
    if (process->affinity.count == 0 && process->scheduler && process->scheduler->cores.count == 1)
        return process->scheduler->cores.items[0];
    return model->cores.count == 1 ? model->cores.items[0] : NULL;
}

double am_core_load(const struct am_model *model, const struct am_core *core) {
    double load = 0;
    for (size_t i = 0; i < model->processes.count; i++) {
        const struct am_process *process = model->processes.items[i];
        if (only_core(model, process) != core) continue;
        struct am_demand demand = am_process_demand(process, core);
        struct rational distance = am_process_distance(process);
        if (demand.problem || !demand.is_bounded) return -1;
        if (distance.above > 0) load += rational_double(demand.most) / rational_double(distance);
    }
    return load * 100;
}

static void add_time(struct text *out, struct rational time) { rational_print_time(out, time); }

static void describe_stimulus(struct text *out, const struct am_stimulus *stimulus) {
    switch (stimulus->kind) {
    case AM_PERIODIC:
    case AM_SYNTHETIC:
    case AM_BURST:
        text_add(out, "every ");
        add_time(out, stimulus->recurrence);
        if (stimulus->offset.above) {
            text_add(out, " from ");
            add_time(out, stimulus->offset);
        }
        if (rational_compare(stimulus->jitter.lower, stimulus->jitter.upper) != 0) {
            text_add(out, ", jitter ");
            add_time(out, stimulus->jitter.lower);
            text_add(out, " to ");
            add_time(out, stimulus->jitter.upper);
        }
        if (stimulus->burst_count) text_printf(out, ", %lld times each", (long long)stimulus->burst_count);
        if (stimulus->occurrences.count) text_printf(out, ", %zu times each", stimulus->occurrences.count);
        break;
    case AM_RELATIVE:
        text_add(out, "again after ");
        add_time(out, stimulus->distance.lower);
        text_add(out, stimulus->distance.has_upper ? " to " : " or more");
        if (stimulus->distance.has_upper) add_time(out, stimulus->distance.upper);
        if (stimulus->more) text_printf(out, " (%s)", stimulus->more);
        break;
    case AM_CURVE:
        for (size_t i = 0; i < stimulus->borders.count; i++) {
            const struct am_border *border = &stimulus->borders.items[i];
            text_printf(out, "%s%lld more within ", i ? ", " : "by a curve: ", (long long)border->gaps);
            add_time(out, border->lower);
            text_add(out, border->has_upper ? " to " : " or more");
            if (border->has_upper) add_time(out, border->upper);
        }
        break;
    case AM_BY_EVENT:
        for (size_t i = 0; i < stimulus->triggering.count; i++)
            text_printf(out, "%s%s", i ? ", " : "by event ", stimulus->triggering.items[i]->name);
        break;
    case AM_SINGLE:
        text_add(out, "once, at ");
        add_time(out, stimulus->offset);
        break;
    case AM_INTER_PROCESS: text_printf(out, "triggered by others (%s)", stimulus->name); break;
    case AM_OTHER_STIMULUS: text_printf(out, "%s %s, not modelled", stimulus->class_name, stimulus->name);
    }
}

static void describe_demand(struct text *out, const struct am_model *model, const struct am_process *process) {
    const struct am_core *core = only_core(model, process);
    struct am_demand demand = {0};
    if (core) demand = am_process_demand(process, core);
    if (!core) {
        text_add(out, "runs on several cores");
    } else if (demand.problem) {
        text_printf(out, "%s (line %u)", demand.problem, demand.place.line);
    } else {
        add_time(out, demand.least);
        if (!demand.is_bounded) {
            text_printf(out, " or more, without a bound (line %u)", demand.place.line);
        } else if (rational_compare(demand.least, demand.most) != 0) {
            text_add(out, " to ");
            add_time(out, demand.most);
        }
    }
}

static void describe_process(struct text *out, const struct am_model *model, const struct am_process *process) {
    static const char *const preemption[] = {"", ", cooperative", ", not preemptive"};
    text_printf(out, "  %s", process->name);
    if (process->is_isr) text_add(out, " (interrupt routine)");
    text_add(out, ": ");
    for (size_t i = 0; i < process->stimuli.count; i++) {
        if (i) text_add(out, "; ");
        describe_stimulus(out, process->stimuli.items[i]);
    }
    if (process->stimuli.count == 0) text_add(out, "no stimulus: it never starts");
    text_add(out, "; takes ");
    describe_demand(out, model, process);
    if (process->has_priority) text_printf(out, "; priority %lld", (long long)process->priority);
    text_add(out, preemption[process->preemption]);
    if (process->limit) text_printf(out, "; at most %lld at once", (long long)process->limit);
    if (process->scheduler) text_printf(out, "; by %s", process->scheduler->name);
    for (size_t i = 0; i < process->affinity.count; i++)
        text_printf(out, "%s%s", i ? ", " : " on ", process->affinity.items[i]->name);
    text_add_char(out, '\n');
}

static void describe_schedulers(struct text *out, const struct am_model *model) {
    if (model->schedulers.count) text_add(out, "schedulers:\n");
    for (size_t i = 0; i < model->schedulers.count; i++) {
        const struct am_scheduler *scheduler = model->schedulers.items[i];
        text_printf(out, "  %s: %s", scheduler->name,
                    scheduler->algorithm[0] ? scheduler->algorithm : "no algorithm given");
        if (scheduler->parent) text_printf(out, ", below %s", scheduler->parent->name);
        for (size_t j = 0; j < scheduler->cores.count; j++)
            text_printf(out, "%s%s", j ? ", " : ", on ", scheduler->cores.items[j]->name);
        for (size_t j = 0; j < scheduler->parameters.count; j++)
            text_printf(out, "; %s %s", scheduler->parameters.items[j].key, scheduler->parameters.items[j].value);
        text_add_char(out, '\n');
    }
    if (model->cores.count) text_add(out, "cores:\n");
    for (size_t i = 0; i < model->cores.count; i++) {
        const struct am_core *core = model->cores.items[i];
        double load = am_core_load(model, core);
        text_printf(out, "  %s: ", core->name);
        if (core->frequency.above > 0)
            text_printf(out, "%g MHz", rational_double(core->frequency) / 1e6);
        else
            text_add(out, "no frequency");
        if (core->definition[0]) text_printf(out, ", %s", core->definition);
        if (load < 0)
            text_add(out, ", load unknown\n");
        else
            text_printf(out, ", load %.1f %%%s\n", load, load > 100 ? ": overloaded" : "");
    }
}

static void describe_limits(struct text *out, const struct am_model *model) {
    if (model->requirements.count + model->constraints.count) text_add(out, "constraints:\n");
    for (size_t i = 0; i < model->requirements.count; i++) {
        const struct am_requirement *requirement = model->requirements.items[i];
        text_printf(out, "  %s: %s of %s %s ", requirement->name, requirement->metric,
                    requirement->process ? requirement->process->name : requirement->subject,
                    requirement->is_upper ? "at most" : "at least");
        add_time(out, requirement->limit);
        text_add_char(out, '\n');
    }
    for (size_t i = 0; i < model->constraints.count; i++)
        text_printf(out, "  %s: %s\n", model->constraints.items[i]->name, model->constraints.items[i]->class_name);
}

static void describe_leftovers(struct text *out, const struct am_model *model) {
    static const char *const titles[] = {
        "not modelled, and of no influence on timing:\n", "not modelled; the answer assumes that it takes no time:\n",
        "not modelled, and NOT safe to leave out (the answer can only be unknown where it matters):\n"};
    for (int safety = AM_UNSAFE; safety >= AM_HARMLESS; safety--) {
        bool any = false;
        for (size_t i = 0; i < model->leftovers.count; i++) {
            const struct am_leftover *left = &model->leftovers.items[i];
            if ((int)left->safety != safety) continue;
            if (!any) text_add(out, titles[safety]);
            any = true;
            text_printf(out, "  %s: %zu, line ", left->what, left->places.count);
            for (size_t j = 0; j < left->places.count && j < 6; j++)
                text_printf(out, "%s%u", j ? ", " : "", left->places.items[j].line);
            if (left->places.count > 6) text_printf(out, " and %zu more", left->places.count - 6);
            text_printf(out, " (%s)\n", left->why);
        }
    }
}

void am_describe(struct text *out, const struct am_model *model) {
    text_printf(out, "%s: AMALTHEA %s", model->path, model->version);
    if (model->paths.count > 1) text_printf(out, ", in %zu parts", model->paths.count);
    text_printf(out, "\n%zu tasks and interrupt routines, %zu runnables, %zu stimuli, %zu schedulers, %zu cores\n",
                model->processes.count, model->runnables.count, model->stimuli.count, model->schedulers.count,
                model->cores.count);
    if (model->processes.count) text_add(out, "tasks:\n");
    for (size_t i = 0; i < model->processes.count; i++) describe_process(out, model, model->processes.items[i]);
    describe_schedulers(out, model);
    describe_limits(out, model);
    if (model->assumptions.count) text_add(out, "assumed:\n");
    for (size_t i = 0; i < model->assumptions.count; i++) text_printf(out, "  %s\n", model->assumptions.items[i]);
    if (model->missing) text_printf(out, "missing: %u references to what is not in these files\n", model->missing);
    describe_leftovers(out, model);
}

/* ---- JSON ---- */

static void member_time(struct json *json, const char *key, struct rational time) {
    json_key(json, key);
    json_exact(json, rational_double(time));
}

static void process_json(struct json *json, const struct am_model *model, const struct am_process *process) {
    const struct am_core *core = only_core(model, process);
    json_open(json, '{');
    json_member_string(json, "name", process->name);
    json_member_string(json, "kind", process->is_isr ? "isr" : "task");
    json_member_place(json, "place", process->place);
    json_member_string(json, "preemption", am_preemption_name(process->preemption));
    json_member_integer(json, "activation_limit", process->limit);
    json_key(json, "priority");
    if (process->has_priority)
        json_integer(json, process->priority);
    else
        json_null(json);
    json_member_string(json, "scheduler", process->scheduler ? process->scheduler->name : NULL);
    json_member_string(json, "core", core ? core->name : NULL);
    struct am_demand demand = {0};
    if (core) demand = am_process_demand(process, core);
    if (core && !demand.problem) {
        member_time(json, "least_seconds", demand.least);
        if (demand.is_bounded) member_time(json, "most_seconds", demand.most);
    }
    json_member_open(json, "stimuli", '[');
    for (size_t i = 0; i < process->stimuli.count; i++) {
        struct text words = {0};
        describe_stimulus(&words, process->stimuli.items[i]);
        json_string(json, text_chars(&words));
        text_free(&words);
    }
    json_close(json, ']');
    json_close(json, '}');
}

void am_leftovers_json(struct json *json, const struct am_model *model) {
    json_member_open(json, "leftovers", '[');
    for (size_t i = 0; i < model->leftovers.count; i++) {
        const struct am_leftover *left = &model->leftovers.items[i];
        json_open(json, '{');
        json_member_string(json, "what", left->what);
        json_member_string(json, "why", left->why);
        json_member_string(json, "safety", am_safety_name(left->safety));
        json_member_number(json, "count", left->places.count);
        json_member_open(json, "lines", '[');
        for (size_t j = 0; j < left->places.count; j++) json_number(json, left->places.items[j].line);
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
}

void am_describe_json(struct json *json, const struct am_model *model) {
    json_member_string(json, "amalthea", model->version);
    json_member_number(json, "runnables", model->runnables.count);
    json_member_number(json, "missing_references", model->missing);
    json_member_open(json, "tasks", '[');
    for (size_t i = 0; i < model->processes.count; i++) process_json(json, model, model->processes.items[i]);
    json_close(json, ']');
    json_member_open(json, "cores", '[');
    for (size_t i = 0; i < model->cores.count; i++) {
        double load = am_core_load(model, model->cores.items[i]);
        json_open(json, '{');
        json_member_string(json, "name", model->cores.items[i]->name);
        json_member_real(json, "hertz", rational_double(model->cores.items[i]->frequency));
        json_key(json, "load_percent");
        if (load < 0)
            json_null(json);
        else
            json_real(json, load);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_member_open(json, "schedulers", '[');
    for (size_t i = 0; i < model->schedulers.count; i++) {
        json_open(json, '{');
        json_member_string(json, "name", model->schedulers.items[i]->name);
        json_member_string(json, "algorithm", model->schedulers.items[i]->algorithm);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_member_strings(json, "assumptions", model->assumptions.items, model->assumptions.count);
    am_leftovers_json(json, model);
}
