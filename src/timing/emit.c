/* Tasks are processes, their instructions statements that wait until the task has its core; one process lets time pass
 * when nobody can do anything else (Becker 2021), by jumps. The meaning is that of docs/timing-semantics.md. */
#include "timing/emit.h"

#include "timing/moments.h"
#include "timing/scale.h"

#include <ctype.h>
#include <string.h>

/* ---- what can be written ---- */

static const char *op_obstacle(const struct tm_op *op) {
    switch (op->kind) {
    case TM_LOCK:
    case TM_UNLOCK: return "groups that are not interruptible are not written";
    case TM_POINT: return "schedule points are not written";
    case TM_MARK: return "events that trigger stimuli are not written";
    case TM_WAIT:
    case TM_REQUEST: return op->is_active ? "waiting actively is not written" : NULL;
    default: return NULL;
    }
}

/* The queue of a priority has one place for each task. */
static bool needs_places(const struct tm_system *system, const struct tm_task *task) {
    for (size_t i = 0; i < system->tasks.count; i++) {
        const struct tm_task *other = &system->tasks.items[i];
        if (other != task && other->domain == task->domain && other->level == task->level &&
            other->priority == task->priority)
            return task->most > 1 && !system->queues_tasks;
    }
    return false;
}

const char *tm_emit_obstacle(const struct tm_system *system, struct arena *arena) {
    if (system->doubts.count) return system->doubts.items[0];
    if (system->groups.count)
        return "schedulers below others, that do not all go by different priorities, are not written";
    if (system->tasks.count > 200 || system->times == TM_ENDS) return "its durations are too many (--step)";
    for (size_t i = 0; i < system->tasks.count; i++) {
        const struct tm_task *task = &system->tasks.items[i];
        const char *why = NULL;
        if (task->algorithm != TM_PRIORITY) why = "only schedulers by priority are written";
        if (task->cores.count != 1) why = "a task with several cores is not written";
        if (task->preemption == AM_COOPERATIVE) why = "cooperative tasks are not written";
        if (needs_places(system, task)) why = "several instances in one queue with other tasks are not written";
        for (size_t o = 0; !why && o < task->ops.count; o++) why = op_obstacle(&task->ops.items[o]);
        if (why) return arena_printf(arena, "%s: %s", task->name, why);
    }
    for (size_t i = 0; i < system->semaphores.count; i++)
        if (system->semaphores.items[i].has_ceiling) return "semaphores with a ceiling are not written";
    for (size_t i = 0; i < system->stimuli.count; i++)
        if (system->stimuli.items[i].burst || system->stimuli.items[i].apart || system->stimuli.items[i].gaps)
            return "bursts, arrival curves, and minimum distances beside jitter, are not written";
    for (size_t i = 0; i < system->stimuli.count; i++)
        if (system->is_dense && (system->stimuli.items[i].width || system->stimuli.items[i].first_width))
            return "in dense time, stimuli with a window are not written";
    for (size_t i = 0; i < system->stimuli.count; i++)
        if (system->stimuli.items[i].width < 0) return "stimuli without a longest distance are not written";
    return NULL;
}

/* ---- names ---- */

static void name(struct text *out, const char *prefix, const char *text, size_t number) {
    text_printf(out, "%s%zu_", prefix, number);
    for (; *text; text++) text_add_char(out, isalnum((unsigned char)*text) ? *text : '_');
}

static void task_name(struct text *out, const struct tm_system *system, size_t number) {
    name(out, "T", system->tasks.items[number].name, number);
}

static void label_name(struct text *out, const struct tm_system *system, const struct am_mode_label *label) {
    for (size_t i = 0; i < system->labels.count; i++)
        if (system->labels.items[i].label == label) name(out, "mode", label->name, i);
}

/* ---- instructions ---- */

static void comparison(struct text *out, const struct tm_system *system, const struct am_comparison *comparison) {
    static const char *const signs[] = {"==", "!=", "<", ">", "<=", ">="};
    label_name(out, system, comparison->left);
    text_printf(out, " %s ", signs[comparison->relation]);
    if (comparison->right)
        label_name(out, system, comparison->right);
    else
        text_printf(out, "%lld", (long long)comparison->value);
}

static void condition(struct text *out, const struct tm_system *system, const struct am_condition *condition) {
    text_add(out, condition->any.count ? "(" : "(false");
    for (size_t i = 0; i < condition->any.count; i++) {
        const struct am_conjunction *all = &condition->any.items[i];
        text_add(out, i ? " || (" : "(");
        if (all->all.count == 0) text_add(out, "true");
        for (size_t j = 0; j < all->all.count; j++) {
            if (j) text_add(out, " && ");
            comparison(out, system, &all->all.items[j]);
        }
        text_add_char(out, ')');
    }
    text_add_char(out, ')');
}

static void signal_text(struct text *out, const struct tm_system *system, const struct tm_op *op) {
    bool is_asked[system->domain_count];
    memset(is_asked, 0, sizeof is_asked);
    for (size_t t = 0; t < system->tasks.count; t++) {
        uint64_t events = op->events & tm_awaited(&system->tasks.items[t]);
        if ((op->task >= 0 && op->task != (int)t) || !events) continue;
        text_printf(out, " signal(%zu, %llu);", t, (unsigned long long)events);
        is_asked[system->tasks.items[t].domain] = true;
    }
    for (unsigned i = 0; i < system->domain_count; i++)
        if (is_asked[i]) text_printf(out, " schedule(%u);", i);
}

static void trigger_text(struct text *out, const struct tm_system *system, const struct tm_op *op) {
    const struct tm_stimulus *stimulus = &system->stimuli.items[op->stimulus];
    text_printf(out, " triggered%d++;", op->stimulus);
    text_printf(out, " if :: triggered%d > %lld && (triggered%d - %lld - 1) %% %lld == 0 ->", op->stimulus,
                (long long)stimulus->counter_offset, op->stimulus, (long long)stimulus->counter_offset,
                (long long)stimulus->prescaler);
    for (size_t i = 0; i < stimulus->tasks.count; i++) text_printf(out, " activate(%u);", stimulus->tasks.items[i]);
    for (size_t i = 0; i < stimulus->tasks.count; i++)
        text_printf(out, " schedule(%u);", system->tasks.items[stimulus->tasks.items[i]].domain);
    text_printf(out, " :: else -> skip fi; if :: triggered%d - %lld >= %lld -> triggered%d = %lld :: else -> skip fi;",
                op->stimulus, (long long)stimulus->counter_offset, (long long)stimulus->prescaler, op->stimulus,
                (long long)stimulus->counter_offset);
}

static void label_text(struct text *out, const struct tm_system *system, const struct tm_op *op) {
    if (op->label < 0) return;
    text_add_char(out, ' ');
    label_name(out, system, system->labels.items[op->label].label);
    text_add(out, " = ");
    if (op->change != AM_LABEL_SET) label_name(out, system, system->labels.items[op->label].label);
    if (op->change != AM_LABEL_SET) text_add(out, op->change == AM_LABEL_INCREMENT ? " + " : " - ");
    text_printf(out, "%lld;", (long long)op->value);
}

static void instruction(struct text *out, const struct tm_system *system, unsigned task, unsigned place) {
    const struct tm_op *op = &system->tasks.items[task].ops.items[place];
    unsigned domain = system->tasks.items[task].domain;
    text_printf(out, "I%u: atomic { has(%u, %u) ->", place, domain, task);
    switch (op->kind) {
    case TM_RUN:
        if (op->least == 0) text_printf(out, " if :: true -> goto I%u :: true -> skip fi;", place + 1);
        text_printf(out, " run_for(%u, %lld, %lld) };\n    atomic { has(%u, %u) && !runs[%u] -> skip };\n", task,
                    (long long)op->least, (long long)op->most, domain, task, task);
        return;
    case TM_JUMP: text_printf(out, " goto I%u };\n", op->target); return;
    case TM_UNLESS:
        text_add(out, " if :: ");
        condition(out, system, op->condition);
        text_printf(out, " -> skip :: else -> goto I%u fi };\n", op->target);
        return;
    case TM_CHOICE: text_printf(out, " if :: true -> skip :: true -> goto I%u fi };\n", op->target); return;
    case TM_SET: label_text(out, system, op); break;
    case TM_SIGNAL: signal_text(out, system, op); break;
    case TM_CLEAR:
        text_printf(out, " flags[%u] = flags[%u] & ~%llu;", task, task, (unsigned long long)op->events);
        break;
    case TM_WAIT:
        text_printf(out, " await(%u, %u, %llu, %s) };\n    atomic { has(%u, %u) -> skip };\n", domain, task,
                    (unsigned long long)op->events, op->needs_all ? "true" : "false", domain, task);
        return;
    case TM_REQUEST:
        text_printf(out, " request(%u, %u, %d, %s); if :: asks[%u] != 0 -> goto I%u :: else -> skip fi };\n", domain,
                    task, op->semaphore, op->is_exclusive ? "true" : "false", task, place);
        return;
    case TM_RELEASE: text_printf(out, " release(%d);", op->semaphore); break;
    case TM_TRIGGER: trigger_text(out, system, op); break;
    case TM_END: text_printf(out, " terminate(%u, %u); goto I0 };\n", domain, task); return;
    default: break;
    }
    text_add(out, " skip };\n");
}

static void process(struct text *out, const struct tm_system *system, unsigned number) {
    const struct tm_task *task = &system->tasks.items[number];
    text_add(out, "\nproctype ");
    task_name(out, system, number);
    text_printf(out, "() {\n");
    for (unsigned i = 0; i < task->ops.count; i++) instruction(out, system, number, i);
    text_add(out, "}\n");
}

/* ---- remarks ---- */

/* A name in a comment, which it must not end. */
static void plain(struct text *out, const char *name) {
    for (const char *at = name; *at; at++) text_add_char(out, *at == '*' || *at == '\n' ? '_' : *at);
}

static void remark(struct text *out, const char *name) {
    text_add(out, " /* ");
    plain(out, name);
    text_add(out, " */\n");
}

/* ---- limits ---- */

static bool is_asserted(const struct am_requirement *requirement) {
    return requirement->process && requirement->is_upper && strcmp(requirement->metric, "ResponseTime") == 0;
}

static void unasserted(struct text *out, const char *constraint, const char *kind) {
    text_add(out, " * Nothing is asserted for ");
    plain(out, constraint);
    text_add(out, " (");
    plain(out, kind);
    text_add(out, ").\n");
}

/* What rtcheck decides, and what is written does not. */
static void missing(struct text *out, const struct tm_system *system) {
    const struct am_model *model = system->model;
    for (size_t i = 0; i < model->requirements.count; i++) {
        const struct am_requirement *requirement = model->requirements.items[i];
        if (!is_asserted(requirement)) unasserted(out, requirement->name, requirement->metric);
    }
    for (size_t i = 0; i < model->constraints.count; i++)
        unasserted(out, model->constraints.items[i]->name, model->constraints.items[i]->class_name);
    if (tm_has_windows(system)) text_add(out, " * Stimuli come at multiples of the unit, and at no moments between.\n");
}

/* The tightest upper limit on the response time, in units; -1: none. */
static int64_t limit_of(const struct tm_system *system, const struct tm_task *task) {
    int64_t limit = -1;
    for (size_t i = 0; i < system->model->requirements.count; i++) {
        const struct am_requirement *requirement = system->model->requirements.items[i];
        if (requirement->process != task->process || !is_asserted(requirement)) continue;
        int64_t units = tm_units(system, requirement->limit, false);
        if (limit < 0 || units < limit) limit = units;
    }
    return limit;
}

/* ---- time ---- */

static void delay_of(struct text *out, const char *guard, const char *may, const char *must) {
    text_printf(
        out,
        "            if :: %s -> soonest = least_of(soonest, %s); latest = least_of(latest, %s) :: else -> skip fi;\n",
        guard, may, must);
}

static void time_choice(struct text *out, const struct tm_system *system) {
    text_add(out, "            soonest = FOREVER; latest = FOREVER;\n");
    for (size_t i = 0; i < system->tasks.count; i++) {
        struct text guard = {0}, may = {0}, must = {0};
        text_printf(&guard, "runs[%zu] && has(%u, %zu)", i, system->tasks.items[i].domain, i);
        text_printf(&may, "%s left_least[%zu])", system->is_dense ? "(" : "most_of(1,", i);
        text_printf(&must, "left_most[%zu]", i);
        delay_of(out, text_chars(&guard), text_chars(&may), text_chars(&must));
        text_free(&guard), text_free(&may), text_free(&must);
    }
    for (size_t i = 0; i < system->stimuli.count; i++) {
        const struct tm_stimulus *stimulus = &system->stimuli.items[i];
        if (!stimulus->is_timed) continue;
        struct text guard = {0}, may = {0}, must = {0};
        text_printf(&guard, "close%zu != NEVER", i);
        text_printf(&may, "most_of(1, close%zu - width%zu)", i, i);
        text_printf(&must, "close%zu", i);
        delay_of(out, text_chars(&guard), text_chars(&may), text_chars(&must));
        text_free(&guard), text_free(&may), text_free(&must);
    }
    text_add(out, "            latest != FOREVER;\n            units = least_of(soonest, latest);\n"
                  "            do :: units < latest -> units++ :: break od;\n");
}

static void advance(struct text *out, const struct tm_system *system) {
    for (size_t i = 0; i < system->tasks.count; i++) {
        const struct tm_task *task = &system->tasks.items[i];
        text_printf(out, "            if :: runs[%zu] && has(%u, %zu) -> work(%zu) :: else -> skip fi;\n", i,
                    task->domain, i, i);
        if (limit_of(system, task) < 0) continue;
        text_add(out, "#ifndef UNASSERTED\n");
        for (unsigned j = 0; j < task->most; j++)
            text_printf(
                out,
                "            if :: count[%zu] > %u -> age%zu[%u] = age%zu[%u] + units; must_be(age%zu[%u] <= %lld) "
                ":: else -> skip fi;\n",
                i, j, i, j, i, j, i, j, (long long)limit_of(system, task));
        text_add(out, "#endif\n");
    }
    for (size_t i = 0; i < system->stimuli.count; i++)
        if (system->stimuli.items[i].is_timed)
            text_printf(
                out,
                "            if :: close%zu != NEVER -> close%zu = close%zu - units; if :: close%zu == 0 -> due%zu = "
                "true :: close%zu > 0 && close%zu <= width%zu -> if :: true -> due%zu = true :: true -> skip fi :: "
                "else "
                "-> skip fi :: else -> skip fi;\n",
                i, i, i, i, i, i, i, i, i);
    text_add(out, "            units = 0; soonest = 0; latest = 0\n");
}

static void fire(struct text *out, const struct tm_system *system) {
    for (size_t i = 0; i < system->stimuli.count; i++) {
        const struct tm_stimulus *stimulus = &system->stimuli.items[i];
        if (!stimulus->is_timed) continue;
        text_printf(out, "            if :: due%zu -> ", i);
        if (stimulus->is_single)
            text_printf(out, "close%zu = NEVER", i);
        else if (stimulus->period)
            text_printf(out, "close%zu = close%zu + %lld; width%zu = %lld", i, i, (long long)stimulus->period, i,
                        (long long)stimulus->width);
        else
            text_printf(out, "close%zu = %lld; width%zu = %lld", i, (long long)(stimulus->again + stimulus->width), i,
                        (long long)stimulus->width);
        text_add(out, " :: else -> skip fi;\n");
    }
    for (size_t t = 0; t < system->tasks.count; t++)
        for (size_t i = 0; i < system->stimuli.count; i++)
            for (size_t j = 0; j < system->stimuli.items[i].tasks.count; j++)
                if (system->stimuli.items[i].is_timed && system->stimuli.items[i].tasks.items[j] == t)
                    text_printf(out, "            if :: due%zu -> activate(%zu) :: else -> skip fi;\n", i, t);
    for (size_t i = 0; i < system->stimuli.count; i++)
        if (system->stimuli.items[i].is_timed) text_printf(out, "            due%zu = false;\n", i);
    for (size_t i = 0; i < system->cores.count; i++)
        if (system->cores.items[i].domain == i) text_printf(out, "            schedule(%zu);\n", i);
    text_add(out, "            skip\n");
}

static void due_condition(struct text *out, const struct tm_system *system) {
    bool any = false;
    for (size_t i = 0; i < system->stimuli.count; i++) {
        if (!system->stimuli.items[i].is_timed) continue;
        text_printf(out, "%sdue%zu", any ? " || " : "", i);
        any = true;
    }
    if (!any) text_add(out, "false");
}

/* ---- the whole ---- */

static void declarations(struct text *out, const struct tm_system *system) {
    for (size_t i = 0; i < system->labels.count; i++) {
        text_add(out, "int ");
        label_name(out, system, system->labels.items[i].label);
        text_printf(out, " = %lld;\n", (long long)system->labels.items[i].label->initial);
    }
    for (size_t i = 0; i < system->tasks.count; i++) {
        if (limit_of(system, &system->tasks.items[i]) < 0) continue;
        text_printf(out, "int age%zu[%u];", i, system->tasks.items[i].most);
        remark(out, system->tasks.items[i].name);
    }
    for (size_t i = 0; i < system->stimuli.count; i++) {
        const struct tm_stimulus *stimulus = &system->stimuli.items[i];
        int64_t width = stimulus->first_width > 0 ? stimulus->first_width : 0;
        if (stimulus->is_timed)
            text_printf(out, "int close%zu = %lld, width%zu = %lld; bool due%zu;", i,
                        (long long)(stimulus->first_least + width), i, (long long)width, i);
        else
            text_printf(out, "int triggered%zu;", i);
        remark(out, stimulus->name);
    }
}

/* Ages move up when the oldest instance is done; a new one has none. */
static void hooks(struct text *out, const struct tm_system *system) {
    text_add(out, "\ninline forget_oldest(t) {\n    if\n");
    for (size_t i = 0; i < system->tasks.count; i++) {
        const struct tm_task *task = &system->tasks.items[i];
        if (limit_of(system, task) < 0) continue;
        text_printf(out, "    :: t == %zu -> ", i);
        for (unsigned j = 0; j + 1 < task->most; j++) text_printf(out, "age%zu[%u] = age%zu[%u]; ", i, j, i, j + 1);
        text_printf(out, "age%zu[%u] = 0\n", i, task->most - 1);
    }
    text_add(out, "    :: else -> skip\n    fi\n}\n");
}

static void start(struct text *out, const struct tm_system *system) {
    text_add(out, "\ninit {\n    atomic {\n");
    for (size_t i = 0; i < system->cores.count; i++) text_printf(out, "        running[%zu] = NOBODY;\n", i);
    for (size_t i = 0; i < system->tasks.count; i++) {
        const struct tm_task *task = &system->tasks.items[i];
        text_printf(out,
                    "        level[%zu] = %u; urgency[%zu] = %lld; core_of[%zu] = %u; is_firm[%zu] = %s; most[%zu] = "
                    "%u;",
                    i, task->level, i, (long long)task->priority, i, task->domain, i,
                    task->preemption == AM_NON_PREEMPTIVE ? "1" : "0", i, task->most);
        remark(out, task->name);
    }
    for (size_t i = 0; i < system->semaphores.count; i++) {
        text_printf(out, "        users[%zu] = %lld; room[%zu] = %lld;", i,
                    (long long)system->semaphores.items[i].semaphore->initial, i,
                    (long long)system->semaphores.items[i].semaphore->most);
        remark(out, system->semaphores.items[i].name);
    }
    for (size_t i = 0; i < system->stimuli.count; i++)
        if (system->stimuli.items[i].is_timed)
            text_printf(
                out,
                "        if :: close%zu == 0 -> due%zu = true :: close%zu > 0 && close%zu <= width%zu -> if :: true -> "
                "due%zu = true :: true -> skip fi :: else -> skip fi;\n",
                i, i, i, i, i, i);
    for (size_t i = 0; i < system->tasks.count; i++) {
        text_add(out, "        run ");
        task_name(out, system, i);
        text_add(out, "();\n");
    }
    text_add(out, "        run time_passes()\n    }\n}\n");
}

void tm_emit_model(struct text *out, const struct tm_system *system, const char *library) {
    text_add(out, "/* The timing of ");
    plain(out, system->model->path);
    text_add(out, ", written by rtcheck timing --emit. One unit of time is ");
    rational_print_time(out, system->unit);
    text_add(out, ".\n * An assertion fails where a limit on a response time is exceeded or an activation is lost.\n");
    missing(out, system);
    text_add(out, " */\n");
    if (system->is_dense)
        text_add(out, "#define DENSE /* time is, and whole units of it are counted (Becker 2021) */\n");
    text_printf(out, "#define TASKS %zu\n#define CORES %zu\n#define SEMAPHORES %zu\n#include \"%s\"\n\n",
                system->tasks.count, system->cores.count, system->semaphores.count ? system->semaphores.count : 1,
                library);
    declarations(out, system);
    hooks(out, system);
    for (unsigned i = 0; i < system->tasks.count; i++) process(out, system, i);
    text_add(
        out,
        "\n/* When nobody can do anything else: first the stimuli that are due, then time. */\nproctype time_passes() "
        "{\n"
        "    int units, soonest, latest;\nend:\n    do\n    :: timeout ->\n        atomic {\n        if\n        :: ");
    due_condition(out, system);
    text_add(out, " ->\n");
    fire(out, system);
    text_add(out, "        :: else ->\n");
    time_choice(out, system);
    advance(out, system);
    text_add(out, "        fi\n        }\n    od\n}\n");
    start(out, system);
}
