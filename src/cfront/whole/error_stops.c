#include "cfront/whole/error_stops.h"

#include "base/some_names.h"
#include "base/word.h"
#include "cfront/load/stubs.h"
#include "cfront/missing/invented.h"
#include "cfront/missing/undeclared.h"
#include "cfront/program/build.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 8, MOST_ROUNDS = 8 }; /* calls of each other; results that are handed on */

/* What a local gets. */
enum source { FROM_NOWHERE, FROM_DRIVERS, FROM_OTHERS };

struct known {
    enum source *locals;
    const char **names; /* FROM_DRIVERS: of one of them */
    const char *given;  /* the function gives nothing but results and constants, by decisions about results: of this
                           one; NULL: it may give something else */
    bool serves;        /* it may call services */
    uint32_t *writes;   /* instructions, by the local that they write, and in order; */
    uint32_t *first;    /* by local: its first one there, and behind the last local, how many they are */
};

struct stops {
    struct front *front;
    struct known *known; /* by function */
    VEC(const char *) names;
};

static const struct c_function *function_of(const struct stops *stops, size_t number) {
    return stops->front->functions.items[number];
}

/* ---- results ---- */

static const struct c_object *local_of(const struct c_expression *place) {
    bool is_one = place && place->kind == C_OBJECT && !c_has_address(place->object) && !place->object->exposed &&
                  !place->object->is_volatile;
    return is_one ? place->object : NULL;
}

/* NULL: none, or it only begins to live. */
static const struct c_object *written_by(const struct c_instruction *code) {
    return code->kind == C_CLEAR ? NULL : local_of(code->target);
}

static void find_writes(struct arena *arena, const struct c_function *function, struct known *known) {
    known->writes = arena_new_array(arena, uint32_t, function->code_count + 1);
    known->first = arena_new_array(arena, uint32_t, function->local_count + 2);
    uint32_t *ends = known->first + 1; /* of each local's, and before that where the next one goes */
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_object *local = written_by(&function->code[i]);
        if (local) ends[local->index + 1]++;
    }
    for (uint32_t i = 0; i < function->local_count; i++) ends[i + 1] += ends[i];
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_object *local = written_by(&function->code[i]);
        if (local) known->writes[ends[local->index]++] = i;
    }
}

/* Where something is read. */
struct view {
    const struct stops *stops;
    const struct c_function *function;
    uint32_t at;
    unsigned depth;
};

static enum source source_of(const struct view *view, const char **name);

/* What was written to it last, as the code stands: temporaries are used for one thing after the other. */
static enum source source_of_last(const struct view *view, const struct c_object *temporary, const char **name) {
    const struct known *known = &view->stops->known[view->function->index];
    uint32_t first = known->first[temporary->index], behind = known->first[temporary->index + 1];
    for (uint32_t low = first; low < behind;) { /* behind those that come before the view */
        uint32_t middle = low + (behind - low) / 2;
        if (known->writes[middle] < view->at)
            low = middle + 1;
        else
            behind = middle;
    }
    while (behind-- > first) {
        uint32_t i = known->writes[behind];
        if (written_by(&view->function->code[i]) != temporary) continue; /* it was left out */
        struct view before = {view->stops, view->function, i, view->depth + 1};
        return before.depth > DEEPEST ? FROM_OTHERS : source_of(&before, name);
    }
    return FROM_OTHERS;
}

static enum source source_of_local(const struct view *view, const struct c_object *local, const char **name) {
    const struct known *known = &view->stops->known[view->function->index];
    enum source last = source_of_last(view, local, name);
    if (local->storage == C_TEMPORARY) return last;
    if (last != FROM_DRIVERS) *name = known->names[local->index];
    return known->locals[local->index];
}

static const char *result_in(const struct view *view, const struct c_expression *e) {
    const char *name = NULL;
    const struct c_object *local = e->kind == C_LOAD ? local_of(e->left) : NULL;
    return local && source_of_local(view, local, &name) == FROM_DRIVERS ? name : NULL;
}

/* A constant, or one of a missing header. */
static bool is_fixed(const struct front *front, const struct c_expression *e) {
    e = c_without_conversions(e);
    if (e->kind != C_LOAD) return e->kind == C_CONSTANT;
    const struct c_object *object = c_object_of(e->left);
    const struct invention *of = object && object->name ? invented_find(&front->invented, object->name) : NULL;
    return of && of->kind == INVENTED_CONSTANT && object->storage == C_GLOBAL;
}

static bool is_0(const struct c_expression *e) {
    const struct c_expression *constant = c_constant(e);
    return constant && !constant->integer && constant->type->kind == C_INTEGER;
}

/* Whose result the condition is about, and about nothing else: did it fail? NULL: it is not of this kind. */
static const char *verdict_on(const struct view *view, const struct c_expression *e) {
    e = c_without_conversions(e);
    if (e->kind == C_UNARY && e->op == C_LOGICAL_NOT) return verdict_on(view, e->left);
    if (e->kind == C_AND || e->kind == C_OR) return verdict_on(view, e->left) ? verdict_on(view, e->right) : NULL;
    if (e->kind != C_BINARY) return result_in(view, e);
    bool is_equality = e->op == C_EQUAL || e->op == C_NOT_EQUAL;
    if (!is_equality && !(e->op >= C_LESS && e->op <= C_GREATER_EQUAL)) return NULL;
    for (unsigned side = 0; side < 2; side++) {
        const struct c_expression *result = side ? e->right : e->left, *other = side ? e->left : e->right;
        if (is_equality ? is_fixed(view->stops->front, other) : is_0(other)) return verdict_on(view, result);
    }
    return NULL;
}

static bool is_drivers(const struct stops *stops, const struct c_instruction *code) {
    return code->kind == C_CHOOSE && code->is_result && code->text &&
           !stubs_have_code(&stops->front->stubs, code->text);
}

/* Where what is written there comes from; FROM_NOWHERE: from constants, or that is not known yet. */
static enum source source_of(const struct view *view, const char **name) {
    const struct c_instruction *code = &view->function->code[view->at];
    if (code->kind == C_CLEAR) return FROM_NOWHERE;
    if (is_drivers(view->stops, code)) return *name = code->text, FROM_DRIVERS;
    if (code->kind == C_CALL) {
        *name = code->callee ? view->stops->known[code->callee->index].given : NULL;
        return *name ? FROM_DRIVERS : FROM_OTHERS;
    }
    if (code->kind != C_ASSIGN) return FROM_OTHERS;
    if (c_constant(code->value)) return FROM_NOWHERE;
    if ((*name = verdict_on(view, code->value))) return FROM_DRIVERS;
    const struct c_expression *value = c_without_conversions(code->value);
    const struct c_object *local = value->kind == C_LOAD ? local_of(value->left) : NULL;
    return local ? source_of_local(view, local, name) : FROM_OTHERS;
}

static bool learn_local(struct known *known, const struct c_object *local, enum source source, const char *name) {
    enum source *before = &known->locals[local->index];
    if (source <= *before) return false;
    *before = source;
    known->names[local->index] = name;
    return true;
}

static void learn_locals(struct stops *stops, const struct c_function *function, struct known *known) {
    for (uint32_t i = 0; i < function->parameter_count; i++) known->locals[i] = FROM_OTHERS;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < function->code_count; i++) {
            const struct c_object *local = local_of(function->code[i].target);
            const char *name = NULL;
            if (!local || local->storage == C_TEMPORARY) continue;
            enum source source = source_of(&(struct view){stops, function, i, 0}, &name);
            again |= learn_local(known, local, source, name);
        }
    }
}

/* Whose results the function hands on; NULL: it does something else. */
static const char *given_by(const struct stops *stops, const struct c_function *function) {
    const char *name = NULL;
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        bool decides = code->kind == C_BRANCH, gives = code->kind == C_RETURN && code->value;
        if (!decides && (!gives || c_constant(code->value))) continue;
        const char *result = verdict_on(&(struct view){stops, function, i, 0}, code->value);
        if (!result) return NULL;
        name = result;
    }
    return name;
}

/* ---- what functions do ---- */

/* That interrupts are kept off is a part of stopping. */
static bool masks(const struct c_instruction *code) {
    return osek_masks_processor(code->service) || code->service == OSEK_DisableAllInterrupts ||
           code->service == OSEK_SuspendAllInterrupts || code->service == OSEK_SuspendOSInterrupts;
}

static bool is_service(const struct stops *stops, const struct c_instruction *code) {
    if (code->kind == C_CALL) return !code->callee || stops->known[code->callee->index].serves;
    if (code->kind == C_INTERRUPT) return true;
    return code->kind == C_SERVICE && !masks(code);
}

static void learn_functions(struct stops *stops) {
    size_t count = stops->front->functions.count;
    bool again = true;
    for (unsigned round = 0; again && round < MOST_ROUNDS; round++) {
        again = false;
        for (size_t f = 0; f < count; f++) {
            struct known *known = &stops->known[f];
            learn_locals(stops, function_of(stops, f), known);
            const char *given = given_by(stops, function_of(stops, f));
            again |= given != known->given;
            known->given = given;
        }
    }
    for (again = true; again;) {
        again = false;
        for (size_t f = 0; f < count; f++)
            for (uint32_t i = 0; !stops->known[f].serves && i < function_of(stops, f)->code_count; i++)
                if (is_service(stops, &function_of(stops, f)->code[i])) stops->known[f].serves = again = true;
    }
}

/* ---- ways ---- */

struct ways {
    const struct c_function *function;
    bool (*cut)[2]; /* by instruction: these ways from it do not count */
    bool *leads;    /* to the place */
};

static bool leads_on(const struct ways *ways, uint32_t at, uint32_t way) {
    struct c_next next = c_next(ways->function->code, at);
    return way < next.count && !ways->cut[at][way] && ways->leads[next.list[way]];
}

static void find_what_leads_to(struct ways *ways, uint32_t place) {
    memset(ways->leads, 0, ways->function->code_count * sizeof *ways->leads);
    ways->leads[place] = true;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = ways->function->code_count; i--;)
            if (!ways->leads[i] && (leads_on(ways, i, 0) || leads_on(ways, i, 1))) ways->leads[i] = again = true;
    }
}

/* Is there a service on a way from there to the place? */
static bool meets_service(const struct stops *stops, const struct ways *ways, uint32_t from, uint32_t place,
                          bool *seen) {
    if (from == place || seen[from] || !ways->leads[from]) return false;
    seen[from] = true;
    if (is_service(stops, &ways->function->code[from])) return true;
    struct c_next next = c_next(ways->function->code, from);
    for (uint32_t i = 0; i < next.count; i++)
        if (!ways->cut[from][i] && meets_service(stops, ways, next.list[i], place, seen)) return true;
    return false;
}

static bool comes_by_service(const struct stops *stops, const struct ways *ways, uint32_t from, uint32_t place) {
    bool *seen = calloc(ways->function->code_count, sizeof *seen);
    bool meets = !seen || meets_service(stops, ways, from, place, seen);
    free(seen);
    return meets;
}

/* Does the other side go on with what stands behind the place? Otherwise that one may be the failure. */
static bool goes_on(const struct ways *ways, uint32_t from, uint32_t place, bool *seen) {
    const struct c_instruction *code = &ways->function->code[from];
    if (seen[from] || (code->kind == C_ASSUME && is_0(code->value))) return false;
    if (from > place && code->kind != C_JUMP) return true;
    seen[from] = true;
    struct c_next next = c_next(ways->function->code, from);
    for (uint32_t i = 0; i < next.count; i++)
        if (!ways->cut[from][i] && goes_on(ways, next.list[i], place, seen)) return true;
    return false;
}

static bool passes(const struct ways *ways, uint32_t from, uint32_t place) {
    bool *seen = calloc(ways->function->code_count, sizeof *seen);
    bool is_it = seen && goes_on(ways, from, place, seen);
    free(seen);
    return is_it;
}

/* A decision about results of which one side leads to the place, and the other one passes it. */
static bool cut_at(struct stops *stops, struct ways *ways, uint32_t branch, uint32_t place) {
    const struct c_instruction *code = &ways->function->code[branch];
    if (code->kind != C_BRANCH || !ways->leads[branch] || leads_on(ways, branch, 0) == leads_on(ways, branch, 1))
        return false;
    const char *name = verdict_on(&(struct view){stops, ways->function, branch, 0}, code->value);
    uint32_t way = leads_on(ways, branch, 1);
    uint32_t to = way ? code->otherwise : code->then, other = way ? code->then : code->otherwise;
    if (!name || !passes(ways, other, place) || comes_by_service(stops, ways, to, place)) return false;
    vec_push(&stops->names, name);
    return ways->cut[branch][way] = true;
}

static bool starts_before(const struct ways *ways) {
    for (uint32_t i = 0; i < ways->function->code_count; i++) {
        const struct c_instruction *code = &ways->function->code[i];
        if (ways->leads[i] && code->kind == C_SERVICE && code->service == OSEK_StartOS) return true;
    }
    return false;
}

static bool is_decided(struct stops *stops, struct ways *ways, uint32_t place) {
    find_what_leads_to(ways, place);
    if (starts_before(ways)) return false;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < ways->function->code_count; i++) again |= cut_at(stops, ways, i, place);
        if (again) find_what_leads_to(ways, place);
    }
    return !ways->leads[0];
}

static bool is_only_behind_failures(struct stops *stops, const struct c_function *function, uint32_t place,
                                    unsigned depth);

/* Every call of it, of which there is one. */
static bool is_called_only_behind_failures(struct stops *stops, const struct c_function *function, unsigned depth) {
    bool is_called = false;
    if (function->role != C_ORDINARY || function->is_taken || function->is_startup || function->is_interrupt)
        return false;
    for (size_t f = 0; f < stops->front->functions.count; f++)
        for (uint32_t i = 0; i < function_of(stops, f)->code_count; i++) {
            const struct c_instruction *code = &function_of(stops, f)->code[i];
            if (code->kind != C_CALL || code->callee != function) continue;
            is_called = true;
            if (!is_only_behind_failures(stops, function_of(stops, f), i, depth + 1)) return false;
        }
    return is_called;
}

static bool is_only_behind_failures(struct stops *stops, const struct c_function *function, uint32_t place,
                                    unsigned depth) {
    if (depth > DEEPEST) return false;
    struct ways ways = {function, calloc(function->code_count, sizeof *ways.cut),
                        calloc(function->code_count, sizeof *ways.leads)};
    bool can_ask = ways.cut && ways.leads, is_it = can_ask && is_decided(stops, &ways, place);
    if (can_ask && !is_it && !starts_before(&ways) && !comes_by_service(stops, &ways, 0, place))
        is_it = is_called_only_behind_failures(stops, function, depth);
    free(ways.cut);
    free(ways.leads);
    return is_it;
}

/* ---- loops ---- */

/* Nobody else sees it: a blinking lamp, or a local that counts. */
static bool is_idle(const struct c_instruction *code) {
    if (code->kind == C_JUMP || code->kind == C_BRANCH || code->kind == C_CLEAR || code->kind == C_TRACE) return true;
    if (code->kind == C_SERVICE) return masks(code);
    if (code->kind != C_ASSIGN && code->kind != C_CHOOSE) return false;
    const struct c_expression *root = code->target ? c_root(code->target) : NULL;
    if (!root || root->kind == C_OBJECT) return !root || !c_has_address(root->object);
    return root->kind == C_DEREFERENCE && c_constant(root->left);
}

/* Does code that comes there stay, and do nothing? */
static bool stays(const struct c_function *function, uint32_t from, bool *seen) {
    if (seen[from]) return true;
    seen[from] = true;
    struct c_next next = c_next(function->code, from);
    bool all = next.count && is_idle(&function->code[from]);
    for (uint32_t i = 0; all && i < next.count; i++) all = stays(function, next.list[i], seen);
    return all;
}

static bool is_stop(const struct c_function *function, uint32_t head) {
    bool *seen = calloc(function->code_count, sizeof *seen);
    bool is_it = seen && stays(function, head, seen);
    free(seen);
    return is_it;
}

static bool says_failure(const char *name) {
    static const char *const words[] = {"err", "fail", "fault", "panic", "halt", "abort", "trap", "hang", "die"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasestr(name, words[i])) return true;
    return false;
}

static bool are_of_missing_header(const struct stops *stops) {
    for (size_t i = 0; i < stops->names.count; i++)
        if (!missing_declaration(stops->front, stops->names.items[i])) return false;
    return true;
}

static void tell(struct stops *stops, const struct c_function *function, struct place place) {
    struct front *front = stops->front;
    struct some_names names = {0};
    for (size_t i = 0; i < stops->names.count; i++)
        if (!is_in_list(stops->names.items[i], stops->names.items, i))
            some_names_add(&names, arena_printf(front->scratch, "`%s`", stops->names.items[i]), NULL);
    front_assume(front, arena_printf(front->arena, "what %s %s does not lead to %s:%u, where `%s` stops for good",
                                     some_names_chars(&names), names.count > 1 ? "give" : "gives", place_file(place),
                                     place.line, function->name));
    some_names_free(&names);
}

/* No run goes on there. */
static void leave_out(struct front *front, struct c_function *function, uint32_t head) {
    uint32_t count = function->code_count;
    struct c_instruction *code = arena_new_array(front->arena, struct c_instruction, count + 2);
    struct place place = function->code[head].place, statement = function->code[head].statement;
    memcpy(code, function->code, count * sizeof *code);
    code[head] = (struct c_instruction){.kind = C_JUMP, .then = count, .place = place, .statement = statement};
    code[count] = (struct c_instruction){.kind = C_ASSUME,
                                         .value = build_integer(front, type_int(front), 0, place),
                                         .place = place,
                                         .statement = statement};
    code[count + 1] = (struct c_instruction){
        .kind = C_JUMP, .then = count, .is_back_edge = true, .place = place, .statement = statement};
    function->code = code;
    function->code_count = count + 2;
}

static void look_at(struct stops *stops, struct c_function *function, uint32_t head) {
    stops->names.count = 0;
    if (!is_stop(function, head) || !is_only_behind_failures(stops, function, head, 0)) return;
    if (!says_failure(function->name) && !are_of_missing_header(stops)) return;
    tell(stops, function, function->code[head].place);
    leave_out(stops->front, function, head);
}

void error_stops_assume(struct front *front) {
    size_t count = front->functions.count;
    struct stops stops = {.front = front, .known = arena_new_array(front->scratch, struct known, count + 1)};
    if (front->diagnostics->errors || !front->missing.count) return;
    for (size_t f = 0; f < count; f++) {
        uint32_t locals = front->functions.items[f]->local_count;
        stops.known[f].locals = arena_new_array(front->scratch, enum source, locals + 1);
        stops.known[f].names = arena_new_array(front->scratch, const char *, locals + 1);
        find_writes(front->scratch, front->functions.items[f], &stops.known[f]);
    }
    learn_functions(&stops);
    for (size_t f = 0; f < count; f++) {
        struct c_function *function = front->functions.items[f];
        for (uint32_t i = 0, end = function->code_count; i < end; i++) {
            const struct c_instruction *code = &function->code[i];
            if ((code->kind == C_JUMP || code->kind == C_BRANCH) && code->then <= i)
                look_at(&stops, function, code->then);
        }
    }
    vec_free(&stops.names);
}
