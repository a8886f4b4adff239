#include "promela/print.h"
#include "promela/program_internal.h"
#include "promela/state.h"

#include <string.h>

static struct state state_of(const struct program *program, const void *bytes, uint32_t size) {
    return (struct state){program->layout, program->automata, bytes, size};
}

/* ---- values ---- */

static void add_separator(struct text *out) {
    if (out->length) text_add_char(out, ',');
}

static void print_expression_value(const struct state *state, unsigned pid, const struct expression *e,
                                   const struct type *type, struct text *out) {
    int32_t value;
    if (state_evaluate(state, pid, e, &value))
        state_print_value(state->layout->model, type, value, out);
    else
        print_expression(e, out);
}

static void print_message(const struct state *state, const struct state_channel *channel, unsigned slot,
                          struct text *out) {
    for (unsigned i = 0; i < channel->shape->fields.count; i++) {
        if (i) text_add_char(out, ',');
        state_print_value(state->layout->model, &channel->shape->fields.items[i], state_message_field(channel, slot, i),
                          out);
    }
}

/* ---- messages ---- */

static void describe_send(const struct state *before, unsigned pid, const struct statement *s,
                          struct ts_description *out) {
    int32_t number;
    struct state_channel channel;
    out->event = TS_EVENT_SEND;
    if (!state_read(before, pid, s->channel, &number) || !state_channel(before, number, &channel)) {
        print_reference(s->channel, &out->channel);
        return;
    }
    text_add(&out->channel, text_chars(&channel.name));
    for (size_t i = 0; i < s->arguments.count && i < channel.shape->fields.count; i++) {
        add_separator(&out->message);
        print_expression_value(before, pid, s->arguments.items[i], &channel.shape->fields.items[i], &out->message);
    }
    text_free(&channel.name);
}

static bool slot_matches(const struct state *before, unsigned pid, const struct receive *receive,
                         const struct state_channel *channel, unsigned slot) {
    for (unsigned i = 0; i < receive->fields.count && i < channel->shape->fields.count; i++) {
        int32_t wanted;
        if (receive->fields.items[i].kind != RECEIVE_MATCH) continue;
        if (!state_evaluate(before, pid, receive->fields.items[i].match, &wanted)) continue;
        if (state_message_field(channel, slot, i) != wanted) return false;
    }
    return true;
}

static void describe_receive(const struct state *before, unsigned pid, const struct receive *receive,
                             struct ts_description *out) {
    int32_t number;
    struct state_channel channel;
    out->event = TS_EVENT_RECEIVE;
    if (!state_read(before, pid, receive->channel, &number) || !state_channel(before, number, &channel)) {
        print_reference(receive->channel, &out->channel);
        return;
    }
    text_add(&out->channel, text_chars(&channel.name));
    for (unsigned slot = 0; slot < channel.length; slot++) {
        if (!slot_matches(before, pid, receive, &channel, slot)) continue;
        print_message(before, &channel, slot, &out->message);
        break;
    }
    text_free(&channel.name);
}

/* ---- printing ---- */

static void print_mtype(const struct model *model, int32_t value, struct text *out) {
    for (size_t i = 0; i < model->mtypes.count; i++)
        if (model->mtypes.items[i].value == value) {
            text_add(out, model->mtypes.items[i].name);
            return;
        }
    text_printf(out, "%d", value);
}

static void describe_printf(const struct state *before, unsigned pid, const struct statement *s, struct text *out) {
    size_t argument = 0;
    for (const char *c = s->text; *c; c++) {
        if (*c != '%' || !c[1]) {
            text_add_char(out, *c);
            continue;
        }
        c++;
        int32_t value = 0;
        if (*c == '%') {
            text_add_char(out, '%');
            continue;
        }
        if (argument < s->arguments.count) state_evaluate(before, pid, s->arguments.items[argument++], &value);
        switch (*c) {
        case 'c': text_add_char(out, (char)value); break;
        case 'e': print_mtype(before->layout->model, value, out); break;
        case 'u': text_printf(out, "%u", (unsigned)value); break;
        case 'x': text_printf(out, "%x", (unsigned)value); break;
        case 'o': text_printf(out, "%o", (unsigned)value); break;
        default: text_printf(out, "%d", value); break;
        }
    }
}

/* ---- steps ---- */

static void describe_action(const struct program *program, uint32_t action, struct text *text, struct place *place) {
    if (action >= program->action_count) return;
    text_add(text, program->actions[action].text);
    *place = program->actions[action].place;
}

static void describe_actor(const struct program *program, uint32_t action, unsigned pid, struct text *out) {
    if (action >= program->action_count || !program->proctype_by_action[action]) return;
    state_process_name(program->layout, program->proctype_by_action[action], pid, out);
}

void describe_step(const struct ts *ts, const void *before, uint32_t before_size, const void *after,
                   uint32_t after_size, const struct ts_step *step, struct ts_description *out) {
    const struct program *program = ts->self;
    struct state state = state_of(program, before, before_size);
    (void)after;
    (void)after_size;
    describe_actor(program, step->action, step->actor, &out->actor);
    describe_action(program, step->action, &out->action, &out->place);
    if (step->reply != TS_NO_ACTION) {
        describe_actor(program, step->reply, step->partner, &out->partner);
        describe_action(program, step->reply, &out->reply, &out->reply_place);
    }
    const struct move *move = step->action < program->action_count ? program->moves_by_action[step->action] : NULL;
    const struct statement *s = move && move->kind == MOVE_STATEMENT ? move->statement : NULL;
    if (!s || !before) return;
    switch (s->kind) {
    case STATEMENT_SEND: describe_send(&state, step->actor, s, out); break;
    case STATEMENT_RECEIVE: describe_receive(&state, step->actor, s->receive, out); break;
    case STATEMENT_PRINTF: describe_printf(&state, step->actor, s, &out->output); break;
    case STATEMENT_PRINTM: {
        int32_t value;
        if (state_evaluate(&state, step->actor, s->expression, &value))
            print_mtype(program->model, value, &out->output);
        break;
    }
    default: break;
    }
    if (step->partner != TS_NOBODY) out->event = TS_EVENT_HANDSHAKE;
}

/* ---- variables ---- */

struct variable_visit {
    const struct program *program;
    const struct state *state;
    void (*visit)(void *context, const char *name, const char *value);
    void *context;
    struct text value; /* of the variable that is visited */
};

static void visit_scalar(void *context, const char *name, const struct type *type, int32_t value) {
    struct variable_visit *visit = context;
    struct text *text = &visit->value;
    text_clear(text);
    if (type->kind == TYPE_CHAN) {
        struct state_channel channel;
        if (state_channel(visit->state, value, &channel)) {
            if (strcmp(text_chars(&channel.name), name) != 0) text_add(text, text_chars(&channel.name));
            text_free(&channel.name);
            if (!text->length) return; /* a channel under its own name: its contents follow */
        }
    }
    if (!text->length) state_print_value(visit->program->model, type, value, text);
    visit->visit(visit->context, name, text_chars(text));
}

static void visit_channel(void *context, const char *name, const struct state_channel *channel) {
    struct variable_visit *visit = context;
    struct text *text = &visit->value;
    text_clear(text);
    for (unsigned slot = 0; slot < channel->length; slot++) {
        text_add_char(text, '[');
        print_message(visit->state, channel, slot, text);
        text_add_char(text, ']');
    }
    if (!channel->length) text_add(text, "empty");
    visit->visit(visit->context, name, text_chars(text));
}

void describe_variables(const struct ts *ts, const void *bytes, uint32_t size,
                        void (*visit)(void *context, const char *name, const char *value), void *context) {
    const struct program *program = ts->self;
    struct state state = state_of(program, bytes, size);
    struct variable_visit variable_visit = {program, &state, visit, context, {0}};
    state_visit(&state, &(struct state_visitor){visit_scalar, visit_channel, &variable_visit});
    text_free(&variable_visit.value);
}

bool program_where(const struct program *program, const void *bytes, uint32_t size, unsigned actor, size_t *automaton,
                   unsigned *location) {
    struct state state = state_of(program, bytes, size);
    if (actor >= state_processes(&state)) return false;
    *automaton = state_proctype(&state, actor)->index;
    *location = state_location(&state, actor);
    return true;
}

void program_process_name(const struct program *program, const void *bytes, uint32_t size, unsigned actor,
                          struct text *out) {
    struct state state = state_of(program, bytes, size);
    if (actor < state_processes(&state)) state_process_name(program->layout, state_proctype(&state, actor), actor, out);
}
