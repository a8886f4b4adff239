/* What can only be settled at the end: jumps when their proctype is complete; `run`, remote references and names that
 * are unique when the model is. */
#include "base/invariant.h"
#include "promela/statement.h"

/* ---- jumps ---- */

static struct label *find_label(const struct scope *scope, const char *name) {
    for (size_t i = 0; scope && i < scope->labels.count; i++)
        if (!strcmp(scope->labels.items[i]->name, name)) return scope->labels.items[i];
    return NULL;
}

/* In the scope where its name was first seen, else in the outermost scope around that, else anywhere: Spin's order. */
static struct label *goto_target(const struct parser *parser, const struct pending_goto *jump) {
    struct label *label = find_label(jump->scope, jump->name);
    if (label) return label;
    for (const struct scope *scope = jump->scope; scope; scope = scope->parent) {
        struct label *outer = find_label(scope, jump->name);
        if (outer) label = outer;
    }
    for (size_t i = parser->proctype->labels.count; !label && i-- > 0;)
        if (!strcmp(parser->proctype->labels.items[i]->name, jump->name)) label = parser->proctype->labels.items[i];
    return label;
}

static void report_no_label(struct parser *parser, const struct proctype *proctype, const char *name,
                            struct place place) {
    struct nearest near;
    char room[NEAREST_ROOM];
    nearest_begin(&near, name);
    for (size_t i = 0; i < proctype->labels.count; i++) nearest_offer(&near, proctype->labels.items[i]->name);
    error_at(parser, place, "there is no label `%s` in `%s`%s", name, proctype->name, nearest_hint(&near, '`', room));
}

/* Where a jump leads, if that is a jump again. */
static const struct statement *next_jump(const struct statement *jump) {
    const struct statement *target = jump && jump->target_label ? jump->target_label->statement : NULL;
    return target && target->kind == STATEMENT_GOTO ? target : NULL;
}

/* Jumps that lead to jumps for ever: two pointers, one twice as fast. */
static void reject_endless(struct parser *parser, const struct statement *jump) {
    const struct statement *slow = jump, *fast = next_jump(jump);
    while (fast && fast != slow) {
        slow = next_jump(slow);
        fast = next_jump(next_jump(fast));
    }
    if (fast) error_at(parser, jump->place, "an endless chain of jumps");
}

void resolve_gotos(struct parser *parser) {
    for (size_t i = 0; i < parser->gotos.count && !parser->panicking; i++) {
        const struct pending_goto *jump = &parser->gotos.items[i];
        struct label *label = goto_target(parser, jump);
        jump->statement->target_label = label;
        if (!label) {
            report_no_label(parser, parser->proctype, jump->name, jump->statement->place);
        } else if (((struct placed_label *)label)->d_step != jump->d_step) {
            error_at(parser, jump->statement->place, "a jump %s a d_step", jump->d_step ? "out of" : "into");
        }
    }
    for (size_t i = 0; i < parser->gotos.count && !parser->panicking; i++)
        reject_endless(parser, parser->gotos.items[i].statement);
    vec_clear(&parser->gotos);
}

/* ---- references to proctypes ---- */

static struct proctype *find_proctype(struct parser *parser, const char *text, struct place place) {
    struct name *name = names_find(&parser->names, text, NULL, NULL);
    if (name && name->kind == NAME_PROCTYPE) return name->declared;
    struct nearest near;
    char room[NEAREST_ROOM];
    nearest_begin(&near, text);
    names_offer(&parser->names, NAME_PROCTYPE, NULL, NULL, &near);
    error_at(parser, place, "there is no proctype `%s`%s", text, nearest_hint(&near, '`', room));
    return NULL;
}

static void resolve_run(struct parser *parser, const struct pending_run *run) {
    struct proctype *proctype = find_proctype(parser, run->name, run->expression->place);
    run->expression->proctype = proctype;
    if (!proctype) return;
    if (proctype->priority > 1 && !run->expression->left)
        diag_warning(parser->diagnostics, run->expression->place,
                     "the priority of `%s` is that of its active instances: this one has 1, as `run` says none",
                     proctype->name);
    size_t wanted = proctype->argument_count, given = run->expression->arguments.count;
    if (wanted != given)
        error_at(parser, run->expression->place, "`%s` has %zu parameter%s, but %zu argument%s given", proctype->name,
                 wanted, wanted == 1 ? "" : "s", given, given == 1 ? " is" : "s are");
}

/* A jump is no state that a process can be seen in, so a label that is referred to gets a step of its own. */
static void give_step_of_its_own(struct parser *parser, struct statement *jump) {
    struct statement *moved = arena_new_object(parser->arena, struct statement);
    *moved = *jump;
    moved->labels.count = moved->labels.capacity = 0;
    *jump = (struct statement){.kind = STATEMENT_BLOCK, .place = jump->place, .labels = jump->labels};
    jump->body = arena_new_object(parser->arena, struct sequence);
    list_add(parser->arena, &jump->body->statements, new_skip(parser, jump->place));
    list_add(parser->arena, &jump->body->statements, moved);
}

static void resolve_remote_label(struct parser *parser, const struct pending_remote *remote,
                                 const struct proctype *proctype) {
    for (size_t i = 0; i < proctype->labels.count; i++) {
        struct label *label = proctype->labels.items[i];
        if (strcmp(label->name, remote->expression->label) != 0) continue;
        if (label->statement->kind == STATEMENT_GOTO || label->statement->kind == STATEMENT_BREAK)
            give_step_of_its_own(parser, label->statement);
        return;
    }
    report_no_label(parser, proctype, remote->expression->label, remote->name_place);
}

static void resolve_remote_variable(struct parser *parser, const struct pending_remote *remote,
                                    const struct proctype *proctype) {
    struct variable *found = NULL;
    for (size_t i = 0; i < proctype->variables.count && !found; i++)
        if (!strcmp(proctype->variables.items[i]->name, remote->variable)) found = proctype->variables.items[i];
    if (!found) {
        error_at(parser, remote->name_place, "there is no variable `%s` in `%s`", remote->variable, proctype->name);
        return;
    }
    struct reference *reference = reference_to(parser, found, remote->name_place);
    reference->index = remote->index;
    remote->expression->reference = reference;
    if (found->type.kind == TYPE_STRUCT)
        error_at(parser, remote->name_place,
                 "`%s` is a structure: only numbers and arrays of another process can be seen", found->name);
    else if (found->length && !remote->index)
        error_at(parser, remote->name_place, "`%s` is an array: expected an index", found->name);
    else if (!found->length && remote->index)
        error_at(parser, remote->name_place, "`%s` is not an array: it cannot have an index", found->name);
}

static void resolve_remote(struct parser *parser, const struct pending_remote *remote) {
    struct proctype *proctype = find_proctype(parser, remote->proctype, remote->expression->place);
    remote->expression->proctype = proctype;
    if (!proctype) return;
    if (remote->variable)
        resolve_remote_variable(parser, remote, proctype);
    else
        resolve_remote_label(parser, remote, proctype);
}

/* ---- unique names ---- */

/* A name that is free among the globals and in the proctype, and now taken. */
static const char *take_name(struct parser *parser, struct names *taken, const char *text,
                             const struct proctype *proctype) {
    struct name *name = names_find(taken, text, proctype, NULL);
    const char *free_text = text;
    if (name) {
        size_t copy = name->copies ? name->copies : 1;
        do free_text = arena_printf(parser->arena, "%s_%zu", text, ++copy);
        while (names_find(taken, free_text, proctype, NULL));
        name->copies = copy;
    }
    names_add(taken, free_text, NAME_VARIABLE, (struct place){0}, proctype, NULL)->copies = 0;
    return free_text;
}

static bool are_unique(struct variable *const *variables, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            if (!strcmp(variables[i]->unique_name, variables[j]->unique_name)) return false;
    return true;
}

static void make_unique(struct parser *parser) {
    struct names taken;
    struct model *model = parser->model;
    names_init(&taken, parser->arena);
    for (size_t i = 0; i < model->globals.count; i++)
        (void)take_name(parser, &taken, model->globals.items[i]->name, NULL);
    for (size_t i = 0; i < model->mtypes.count; i++) (void)take_name(parser, &taken, model->mtypes.items[i].name, NULL);
    for (size_t i = 0; i < model->structures.count; i++)
        (void)take_name(parser, &taken, model->structures.items[i]->name, NULL);
    for (size_t i = 0; i < model->proctypes.count; i++)
        (void)take_name(parser, &taken, model->proctypes.items[i]->name, NULL);
    for (size_t i = 0; i < model->proctypes.count; i++) {
        struct proctype *proctype = model->proctypes.items[i];
        for (size_t j = 0; j < proctype->labels.count; j++)
            proctype->labels.items[j]->name = take_name(parser, &taken, proctype->labels.items[j]->name, proctype);
        for (size_t j = 0; j < proctype->variables.count; j++)
            proctype->variables.items[j]->unique_name =
                take_name(parser, &taken, proctype->variables.items[j]->name, proctype);
    }
    names_free(&taken);
    bool good = parser->diagnostics->errors == parser->errors_before;
    invariant_dear(!good || are_unique(model->globals.items, model->globals.count));
    for (size_t i = 0; i < model->proctypes.count; i++) {
        const struct proctype *proctype = model->proctypes.items[i];
        invariant_dear(are_unique(proctype->variables.items, proctype->variables.count));
    }
}

void resolve_model(struct parser *parser) {
    parser->panicking = stopped(parser);
    for (size_t i = 0; i < parser->runs.count; i++) resolve_run(parser, &parser->runs.items[i]);
    for (size_t i = 0; i < parser->remotes.count; i++) resolve_remote(parser, &parser->remotes.items[i]);
    make_unique(parser);
}
