/* Whole models as text. Locals are declared at the top of their body under their unique names; what was the step of a
 * declaration is an assignment. */
#include "promela/print.h"

#include <string.h>

struct printer {
    struct text *out;
    unsigned depth;
};

static void indent(const struct printer *printer) {
    for (unsigned i = 0; i < printer->depth; i++) text_add(printer->out, "    ");
}

/* ---- declarations ---- */

static const char *type_name(const struct type *type) {
    static const char *const names[] = {
        [TYPE_BIT] = "bit",           [TYPE_BOOL] = "bool",   [TYPE_BYTE] = "byte",
        [TYPE_PID] = "pid",           [TYPE_SHORT] = "short", [TYPE_INT] = "int",
        [TYPE_UNSIGNED] = "unsigned", [TYPE_MTYPE] = "mtype", [TYPE_CHAN] = "chan",
    };
    return type->kind == TYPE_STRUCT ? type->structure->name : names[type->kind];
}

static void print_type(const struct type *type, struct text *out) {
    text_add(out, type_name(type));
    if (type->mtype_set) text_printf(out, ":%s", type->mtype_set);
}

static void print_channel_type(const struct channel_type *channel, struct text *out) {
    text_printf(out, "[%u] of {", channel->capacity);
    for (size_t i = 0; i < channel->fields.count; i++) {
        if (i) text_add(out, ", ");
        print_type(&channel->fields.items[i], out);
    }
    text_add_char(out, '}');
}

static void print_initial(const struct variable *variable, struct text *out) {
    if (variable->channel) {
        text_add(out, " = ");
        print_channel_type(variable->channel, out);
    } else if (variable->initial_list.count) {
        text_add(out, " = {");
        for (size_t i = 0; i < variable->initial_list.count; i++) {
            if (i) text_add(out, ", ");
            print_expression(variable->initial_list.items[i], out);
        }
        text_add_char(out, '}');
    } else if (variable->initial) {
        text_add(out, " = ");
        print_expression(variable->initial, out);
    }
}

static void print_variable(const struct variable *variable, struct text *out) {
    if (variable->hidden) text_add(out, "hidden ");
    if (variable->shown) text_add(out, "show ");
    if (variable->local_hint) text_add(out, "local ");
    print_type(&variable->type, out);
    text_printf(out, " %s", variable->unique_name);
    if (variable->type.kind == TYPE_UNSIGNED) text_printf(out, " : %u", variable->type.width);
    if (variable->length) text_printf(out, "[%u]", variable->length);
    print_initial(variable, out);
}

static bool same_set(const struct mtype_name *a, const struct mtype_name *b) {
    return a->set && b->set ? !strcmp(a->set, b->set) : a->set == b->set;
}

static const struct mtype_name *find_mtype(const struct model *model, const struct mtype_name *of_set, int value) {
    for (size_t i = 0; i < model->mtypes.count; i++)
        if (model->mtypes.items[i].value == value && same_set(&model->mtypes.items[i], of_set))
            return &model->mtypes.items[i];
    return NULL;
}

/* One declaration per set, highest number first, gives the same numbers again. */
static void print_mtypes(const struct model *model, struct text *out) {
    for (size_t i = 0; i < model->mtypes.count; i++) {
        const struct mtype_name *first = &model->mtypes.items[i];
        bool done = false;
        int highest = 0;
        for (size_t j = 0; j < i; j++) done |= same_set(first, &model->mtypes.items[j]);
        if (done) continue;
        while (find_mtype(model, first, highest + 1)) highest++;
        text_printf(out, "mtype%s%s = {", first->set ? ":" : "", first->set ? first->set : "");
        for (int value = highest; value > 0; value--)
            text_printf(out, "%s%s", find_mtype(model, first, value)->name, value > 1 ? ", " : "};\n");
    }
}

static void print_structures(const struct model *model, struct text *out) {
    for (size_t i = 0; i < model->structures.count; i++) {
        const struct structure *structure = model->structures.items[i];
        text_printf(out, "typedef %s {\n", structure->name);
        for (size_t j = 0; j < structure->fields.count; j++) {
            text_add(out, "    ");
            print_variable(structure->fields.items[j], out);
            text_add(out, ";\n");
        }
        text_add(out, "}\n");
    }
}

static void print_c_declarations(const struct model *model, struct text *out) {
    static const char *const keywords[] = {
        [C_DECL] = "c_decl", [C_FUNCTIONS] = "c_code", [C_STATE] = "c_state", [C_TRACK] = "c_track"};
    for (size_t i = 0; i < model->c_declarations.count; i++) {
        const struct c_declaration *declaration = &model->c_declarations.items[i];
        text_add(out, keywords[declaration->kind]);
        if (declaration->kind == C_DECL || declaration->kind == C_FUNCTIONS) {
            text_printf(out, " {%s}\n", declaration->text);
            continue;
        }
        text_printf(out, " \"%s\" \"%s\"", declaration->text, declaration->scope);
        if (declaration->extra) text_printf(out, " \"%s\"", declaration->extra);
        text_add(out, ";\n");
    }
}

/* ---- statements ---- */

static void print_sequence(struct printer *printer, const struct sequence *sequence);
static void print_option(struct printer *printer, const struct sequence *sequence);

static void print_block(struct printer *printer, const char *keyword, const struct sequence *body) {
    text_printf(printer->out, "%s{\n", keyword);
    printer->depth++;
    print_sequence(printer, body);
    printer->depth--;
    indent(printer);
    text_add_char(printer->out, '}');
}

static void print_selection(struct printer *printer, const struct statement *statement) {
    text_add(printer->out, statement->kind == STATEMENT_DO ? "do\n" : "if\n");
    for (size_t i = 0; i < statement->options.count; i++) {
        indent(printer);
        text_add(printer->out, "::\n");
        printer->depth++;
        print_option(printer, statement->options.items[i]);
        printer->depth--;
    }
    indent(printer);
    text_add(printer->out, statement->kind == STATEMENT_DO ? "od" : "fi");
}

static void print_unless(struct printer *printer, const struct statement *statement) {
    print_block(printer, "", statement->body);
    print_block(printer, " unless ", statement->escape);
}

/* The step that declares a channel variable: an assignment of 0 to it could not be read again. */
static bool declares_channel(const struct statement *statement) {
    return statement->from_declaration && statement->kind == STATEMENT_ASSIGN &&
           statement->target->variable->type.kind == TYPE_CHAN;
}

/* As a declaration; `initial` is for the first element, as it was. */
static void print_declaring_step(const struct statement *statement, struct text *out) {
    struct variable variable = *statement->target->variable;
    bool zero = statement->expression->kind == EXPR_NUMBER && statement->expression->value == 0;
    variable.initial = zero ? NULL : statement->expression;
    print_variable(&variable, out);
}

static bool is_declared_in(const struct sequence *sequence, const struct variable *variable) {
    if (!sequence) return false;
    for (size_t i = 0; i < sequence->statements.count; i++) {
        const struct statement *statement = sequence->statements.items[i];
        if (declares_channel(statement) && statement->target->variable == variable) return true;
        if (is_declared_in(statement->body, variable) || is_declared_in(statement->escape, variable)) return true;
        for (size_t j = 0; j < statement->options.count; j++)
            if (is_declared_in(statement->options.items[j], variable)) return true;
    }
    return false;
}

static void print_step(struct printer *printer, const struct statement *statement) {
    for (size_t i = 0; i < statement->labels.count; i++)
        text_printf(printer->out, "%s: ", statement->labels.items[statement->labels.count - 1 - i]->name);
    switch (statement->kind) {
    case STATEMENT_IF:
    case STATEMENT_DO: print_selection(printer, statement); break;
    case STATEMENT_ATOMIC: print_block(printer, "atomic ", statement->body); break;
    case STATEMENT_D_STEP: print_block(printer, "d_step ", statement->body); break;
    case STATEMENT_BLOCK: print_block(printer, "", statement->body); break;
    case STATEMENT_UNLESS: print_unless(printer, statement); break;
    default:
        if (declares_channel(statement))
            print_declaring_step(statement, printer->out);
        else
            print_statement(statement, printer->out);
        break;
    }
}

static bool is_skip(const struct statement *statement) {
    if (statement->labels.count) return false;
    if (statement->kind == STATEMENT_PRINTF || statement->kind == STATEMENT_PRINTM) return true;
    return statement->kind == STATEMENT_EXPRESSION && statement->expression->kind == EXPR_NUMBER &&
           statement->expression->value == 1;
}

/* A skip in the middle of an option that comes after another would be dropped when it is read again (the body of a
 * `for`, for one, may have it): braces protect it. */
static void print_option(struct printer *printer, const struct sequence *sequence) {
    bool after_skip = false;
    size_t count = sequence->statements.count;
    for (size_t i = 0; i < count; i++) {
        const struct statement *statement = sequence->statements.items[i];
        bool protect = after_skip && is_skip(statement) && statement->kind == STATEMENT_EXPRESSION && i + 1 < count;
        indent(printer);
        if (protect) {
            struct statement *items[] = {sequence->statements.items[i]};
            print_block(printer, "", &(struct sequence){.statements = {.items = items, .count = 1}});
        } else {
            print_step(printer, statement);
        }
        after_skip = is_skip(statement) && !protect;
        text_add(printer->out, i + 1 < count ? ";\n" : "\n");
    }
}

static void print_sequence(struct printer *printer, const struct sequence *sequence) {
    for (size_t i = 0; i < sequence->statements.count; i++) {
        indent(printer);
        print_step(printer, sequence->statements.items[i]);
        text_add(printer->out, i + 1 < sequence->statements.count ? ";\n" : "\n");
    }
}

/* ---- proctypes ---- */

static void print_head(const struct proctype *proctype, struct text *out) {
    if (proctype->active == 1)
        text_add(out, "active ");
    else if (proctype->active)
        text_printf(out, "active [%u] ", proctype->active);
    text_printf(out, "%s %s(", proctype->deterministic ? "D_proctype" : "proctype", proctype->name);
    for (size_t i = 0; i < proctype->parameters.count; i++) {
        if (i) text_add(out, "; ");
        print_variable(proctype->parameters.items[i], out);
    }
    text_add_char(out, ')');
}

static void print_conditions(const struct proctype *proctype, struct text *out) {
    if (proctype->priority) text_printf(out, " priority %u", proctype->priority);
    if (!proctype->provided) return;
    text_add(out, " provided (");
    print_expression(proctype->provided, out);
    text_add_char(out, ')');
}

static void print_proctype(const struct proctype *proctype, struct text *out) {
    struct printer printer = {out, 1};
    text_add_char(out, '\n');
    switch (proctype->kind) {
    case PROCTYPE_PROCESS: print_head(proctype, out); break;
    case PROCTYPE_NEVER:
        text_add(out, "never");
        if (strcmp(proctype->name, "never") != 0) text_printf(out, " %s", proctype->name);
        break;
    default: text_add(out, proctype->name); break;
    }
    print_conditions(proctype, out);
    text_add(out, " {\n");
    for (size_t i = proctype->parameters.count; i < proctype->variables.count; i++) {
        const struct variable *variable = proctype->variables.items[i];
        if (variable->type.kind == TYPE_CHAN && is_declared_in(proctype->body, variable)) continue;
        indent(&printer);
        print_variable(variable, out);
        text_add(out, ";\n");
    }
    print_sequence(&printer, proctype->body);
    text_add(out, "}\n");
}

void print_model(const struct model *model, struct text *out) {
    print_c_declarations(model, out);
    print_mtypes(model, out);
    print_structures(model, out);
    for (size_t i = 0; i < model->globals.count; i++) {
        if (!strcmp(model->globals.items[i]->name, "_")) continue;
        print_variable(model->globals.items[i], out);
        text_add(out, ";\n");
    }
    for (size_t i = 0; i < model->proctypes.count; i++)
        if (!strchr(model->proctypes.items[i]->name, ' ')) print_proctype(model->proctypes.items[i], out);
    for (size_t i = 0; i < model->ltl.count; i++) {
        const struct ltl_property *property = &model->ltl.items[i];
        bool named = !strchr(property->name, ' ');
        text_printf(out, "\nltl%s%s { ", named ? " " : "", named ? property->name : "");
        print_expression(property->formula, out);
        text_add(out, " }\n");
    }
}
