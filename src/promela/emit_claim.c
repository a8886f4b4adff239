#include "base/invariant.h"
#include "promela/emit.h"

#include "promela/print.h"

/* Never claims. A claim moves once in each state. An atomic sequence of it is one move: the rest of the sequence looks
 * at the same state, and where it blocks there the move is none. */

/* Goes to the move's target: for good, or to go on from there within the atomic sequence. */
static void emit_arrival(struct generator *g, const struct automaton *automaton, const struct move *move) {
    if (move->atomic)
        emit(g, "moved = 1; claim_%u_from(r, %u, emit, context, seen);\n", automaton->proctype->index, move->target);
    else
        emit(g, "moved = 1; emit(context, %u, %u, 0);\n", move->target, move->action);
}

/* Reports what went wrong in the move: `fault` is a C expression. */
static void emit_report(struct generator *g, const struct move *move, const char *fault) {
    emit(g, "moved = 1; emit(context, %u, %u, %s);", move->target, move->action, fault);
    emit_paid(g);
}

static void emit_claim_check(struct generator *g, const struct move *move) {
    if (!g->owes) return;
    emit(g, "if (r->fault) { ");
    emit_report(g, move, "take_fault(r)");
    emit_leave(g, " break; }\n");
}

static void emit_claim_assertion(struct generator *g, const struct move *move) {
    struct text text = {0};
    const struct statement *s = move->statement;
    print_expression(s->expression, &text);
    emit(g, "if (!v) { ");
    uint32_t fault = emit_fault(g, "assertion", s->place, "assertion failed: %s", text_chars(&text));
    emit_report(g, move, arena_printf(g->arena, "%u", fault));
    emit(g, " }\n");
    text_free(&text);
}

static void emit_claim_d_step(struct generator *g, const struct automaton *automaton, const struct move *move) {
    unsigned number = g->label_count++;
    const char *no = arena_printf(g->arena, "no_%u", number), *failed = arena_printf(g->arena, "failed_%u", number);
    emit(g, "begin(r); struct Now *tn = (struct Now *)r->t; (void)tn;\n");
    emit_d_step_variables(g, move->statement, false);
    emit_d_step(g, move->statement, false, no, failed);
    emit_leave(g, "if (asserted) { ");
    emit_report(g, move, "asserted");
    emit(g, " }\n");
    emit_arrival(g, automaton, move);
    emit_leave(g, "break;\n%s: ", failed);
    emit_report(g, move, "take_fault(r)");
    emit_leave(g, " break;\n%s: break;\n", no);
}

static void emit_claim_statement(struct generator *g, const struct automaton *automaton, const struct move *move) {
    const struct statement *s = move->statement;
    switch (s->kind) {
    case STATEMENT_EXPRESSION:
    case STATEMENT_ASSERT:
        emit(g, "int v = ");
        emit_truth(g, &view_state, s->expression);
        emit(g, ";\n");
        emit_claim_check(g, move);
        if (s->kind == STATEMENT_ASSERT)
            emit_claim_assertion(g, move);
        else
            emit_leave(g, "if (!v) break;\n");
        break;
    case STATEMENT_PRINTF:
    case STATEMENT_PRINTM:
        emit_printed(g, &view_state, s);
        emit_claim_check(g, move);
        break;
    default: invariant(false); /* the parser allows no other in a claim */
    }
    emit_arrival(g, automaton, move);
}

static void emit_claim_move(struct generator *g, const struct automaton *automaton, const struct move *move) {
    emit_comment(g, move);
    if (move->otherwise) emit(g, "if (!moved) ");
    emit(g, "do {\n");
    switch (move->kind) {
    case MOVE_STATEMENT: emit_claim_statement(g, automaton, move); break;
    case MOVE_D_STEP: emit_claim_d_step(g, automaton, move); break;
    default: emit_arrival(g, automaton, move); break;
    }
    emit_leave(g, "} while (0);\n");
}

static void emit_claim_location(struct generator *g, const struct automaton *automaton, unsigned number) {
    const struct location *location = &automaton->locations.items[number];
    emit(g, "case %u:\n", number);
    for (size_t m = 0; m < location->moves.count; m++) {
        const struct move *move = &location->moves.items[m];
        if (m && location->moves.items[m - 1].escape != move->escape) emit_leave(g, "if (moved) return;\n");
        /* the end of a claim is a violation: marks say so */
        if (move->kind != MOVE_END) emit_claim_move(g, automaton, move);
    }
    emit_leave(g, "return;\n");
}

/* `seen` are the locations passed in this state: an atomic sequence that comes back to one of them does not end. */
void emit_claim(struct generator *g, const struct automaton *automaton) {
    unsigned index = automaton->proctype->index;
    emit(g,
         "static void claim_%u_from(struct run *r, u32 location, claim_function emit, void *context, u8 *seen) { /* %s "
         "*/\n"
         "const struct Now *sn = (const struct Now *)r->s;\nint moved = 0; unsigned pid = NOBODY;\n"
         "(void)sn; (void)pid; (void)moved; (void)emit; (void)context;\nif (seen[location]) return;\n"
         "seen[location] = 1;\nswitch (location) {\n",
         index, automaton->proctype->name);
    for (unsigned i = 0; i < automaton->locations.count; i++)
        if (automaton->locations.items[i].reachable) emit_claim_location(g, automaton, i);
    emit(g,
         "}\n}\n"
         "static void claim_%u(struct run *r, u32 location, claim_function emit, void *context) {\n"
         "u8 seen[%zu];\nmemset(seen, 0, sizeof seen);\n"
         "claim_%u_from(r, location, emit, context, seen);\n}\n",
         index, automaton->locations.count, index);
    emit_complete(g);
}
