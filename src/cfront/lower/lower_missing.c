/* Functions without a body: drivers, libraries, what the build links in.
 *
 * Such a function may return any value of its type and write anything where its pointers lead, but for what is `const`
 * and for pointers in structures. It calls nothing. A pointer that it returns leads to an object of its own, and so do
 * the pointers in that, a pointer whose address it gets, perhaps, and those that have no value yet; these are
 * assumptions, and are told with the verdict. A stub (stubs.h) says more. */
#include "base/some_names.h"
#include "base/word.h"
#include "cfront/hidden/left_services.h"
#include "cfront/ir/walk.h"
#include "cfront/library/services.h"
#include "cfront/lower/lower.h"
#include "cfront/lower/missing.h"
#include "cfront/missing/invented.h"
#include "cfront/missing/undeclared.h"
#include "cfront/outside/enumeration.h"
#include "cfront/outside/enumerations.h"
#include "cfront/outside/inputs.h"
#include "cfront/outside/open_widths.h"
#include "cfront/text/name_words.h"
#include "cfront/written/pragmas.h"

#include <string.h>

enum {
    UNROLLED = 16,     /* elements of an array that are written one by one; more are written in a loop */
    STRING_BYTES = 16, /* that a pointer to characters, or to anything, leads to */
    DEEPEST = 2        /* of pointers that lead to pointers: lists would have no end */
};

struct overwriting {
    struct lower *lower;
    const char *name; /* of the function */
    struct place place;
    uint32_t siblings;    /* numbers that one call writes */
    bool is_result;       /* that is the only one, and what it returns */
    bool is_of_macro;     /* ... and it may be a macro of a missing header */
    bool is_meant;        /* somebody says that it gives any value */
    const char *owner;    /* of an object of the function's own, which path leads there; NULL: pointers stay */
    bool leads_on;        /* ... there are pointers in it that lead to others */
    bool leaves_pointers; /* ... it is none, and there is one */
    bool is_filled;       /* ... the object is the program's, and the function need not do that */
    unsigned depth;       /* ... so many pointers lead there */
};

static uint32_t count_leaves(const struct c_type *type) {
    uint32_t count = 0;
    if (type->kind == C_ARRAY) return type->count > UNROLLED ? UINT16_MAX : type->count * count_leaves(type->target);
    if (type->kind != C_RECORD) return 1;
    for (uint32_t i = 0; i < type->count; i++) count += count_leaves(type->fields[i].type);
    return count;
}

static void overwrite_place(struct overwriting *o, expression target);

static expression size_number(struct overwriting *o, uint64_t value) {
    struct front *front = o->lower->front;
    return build_integer(front, type_integer(front, front->program->pointer_size, false), (int64_t)value, o->place);
}

/* for (i = 0; i < count; i++) pointer[i] = anything */
static void overwrite_elements(struct overwriting *o, expression pointer, expression count) {
    struct lower *lower = o->lower;
    struct front *front = lower->front;
    expression index = lower_temporary(lower, count->type, o->place);
    lower_assign(lower, index, size_number(o, 0), o->place);
    label head = lower_new_label(lower), body = lower_new_label(lower), end = lower_new_label(lower);
    lower_place_label(lower, head);
    expression i = build_load(front, index, o->place);
    lower_branch(lower, build_binary(front, C_LESS, i, count, type_int(front), o->place), body, end, o->place);
    lower_place_label(lower, body);
    expression at = build_binary(front, C_ADD, pointer, i, pointer->type, o->place);
    overwrite_place(o, build_dereference(front, at, false, o->place));
    lower_assign(lower, index, build_binary(front, C_ADD, i, size_number(o, 1), count->type, o->place), o->place);
    lower_jump(lower, head, o->place);
    lower_place_label(lower, end);
}

static void overwrite_array(struct overwriting *o, expression target) {
    struct front *front = o->lower->front;
    if (target->type->count > UNROLLED) {
        const struct c_type *type = type_pointer_to(front, target->type->target);
        expression first = build_address(front, target, type, o->place);
        overwrite_elements(o, lower_keep(o->lower, first, o->place), size_number(o, target->type->count));
        return;
    }
    const char *path = o->owner;
    for (uint32_t i = 0; i < target->type->count; i++) {
        if (path) o->owner = arena_printf(front->arena, "%s[%u]", path, i);
        overwrite_place(o, build_index(front, target, size_number(o, i), o->place));
    }
    o->owner = path;
}

struct number_written {
    struct overwriting *overwriting;
    expression target;
};

static void choose_number(void *context, int64_t low, int64_t high) {
    const struct number_written *written = context;
    struct overwriting *o = written->overwriting;
    struct c_instruction *choice = lower_choose(o->lower, written->target, low, high, o->place);
    choice->text = o->name;
    choice->is_result = o->is_result;
    choice->is_of_macro = o->is_of_macro;
    choice->siblings = (uint16_t)(o->siblings < UINT16_MAX ? o->siblings : UINT16_MAX);
}

/* One of the numbers that drivers give. */
static void overwrite_enumeration(struct overwriting *o, expression target) {
    int64_t low, high;
    enumeration_range_at(o->lower->front, target, o->name, &low, &high);
    expression room = enumeration_room(o->lower, target, o->place);
    struct number_written written = {o, room};
    if (o->siblings > UNROLLED) /* of so many at once not all are tried anyway */
        choose_number(&written, low, high);
    else
        enumeration_choose(o->lower, target->type, low, high, choose_number, &written, o->place);
    enumeration_settle(o->lower, target, room, o->place);
}

static void overwrite_number(struct overwriting *o, expression target) {
    if (target->type->enumerators) {
        overwrite_enumeration(o, target);
        return;
    }
    int64_t low = INT64_MIN, high = INT64_MAX;
    if (target->type->kind == C_INTEGER) type_range_at(target, &low, &high);
    if (!o->is_meant) inputs_narrow(o->lower->front, target->type, &low, &high);
    const struct cfront_number *once = o->is_result ? open_widths_of_function(o->lower->front, o->name) : NULL;
    open_widths_choose(o->lower, once, low, high, choose_number, &(struct number_written){o, target}, o->place);
}

/* The member whose value may be any bytes of the union. */
static const struct c_field *widest_member(const struct c_type *type) {
    const struct c_field *found = NULL;
    for (uint32_t i = 0; i < type->count; i++) {
        const struct c_field *field = &type->fields[i];
        if (field->bit_width || field->is_const) continue;
        if (type_free_bytes(field->type) == type->size) return field;
        if (field->type->kind == C_FLOAT && field->type->size == type->size) found = field;
    }
    return found;
}

/* Whichever member is written last, the bytes are any: those of a narrower one must not be all that they can be. */
static void overwrite_union(struct overwriting *o, expression target) {
    struct front *front = o->lower->front;
    const struct c_field *member = widest_member(target->type);
    if (!member) {
        struct c_field *bytes = arena_new_object(front->arena, struct c_field);
        bytes->name = "";
        bytes->type = type_array_of(front, type_integer(front, 1, false), target->type->size);
        member = bytes;
    }
    overwrite_place(o, build_member(front, target, member, o->place));
}

/* The object that the path leads to, made when it is first needed. */
static struct c_object *object_behind(struct front *front, const char *path, const struct c_type *type,
                                      struct place place) {
    for (size_t i = 0; i < front->returned.count; i++)
        if (!strcmp(front->returned.items[i]->name, path)) return front->returned.items[i];
    struct c_object *object = symbols_new_object(front, path, type, C_GLOBAL, place);
    object->align = 16;
    object->is_others = object->has_open_end = object->is_returned = true;
    vec_push(&front->returned, object);
    return object;
}

/* What a pointer of this type leads to: so many elements. Of characters, the last one is 0. */
static const struct c_type *elements_behind(struct front *front, const struct c_type *pointer) {
    const struct c_type *element = pointer->target;
    bool bytes = element->kind == C_VOID || element->size <= 1;
    if (!element->size || element->kind == C_VOID) element = type_integer(front, 1, false);
    return type_array_of(front, element, bytes ? STRING_BYTES : 1);
}

/* The address of an object of the function's own, with anything in it; but bytes that only a pointer in another one
 * leads to stay, as there would be too many choices. */
static expression lead_to_own(struct overwriting *o, const char *path, const struct c_type *pointer) {
    struct front *front = o->lower->front;
    const struct c_type *type = elements_behind(front, pointer);
    struct c_object *object = object_behind(front, path, type, o->place);
    expression target = build_object(front, object, o->place);
    bool stays = type->count > 1 && !o->owner;
    for (uint32_t i = 0; !stays && i < type->count - (type->count > 1); i++)
        overwrite_place(o, build_index(front, target, size_number(o, i), o->place));
    const struct c_type *first = type_pointer_to(front, type->target);
    return build_convert(front, build_address(front, target, first, o->place), pointer, o->place);
}

/* A pointer in it leads to another one, whose own pointers stay, at last. */
static void overwrite_pointer(struct overwriting *o, expression target) {
    const char *path = o->owner;
    bool is_of_function = target->type->target->kind == C_FUNCTION;
    o->leaves_pointers |= !path || is_of_function;
    if (is_of_function) vec_push(&o->lower->front->left_functions, ((struct c_left){o->name, target->type->target}));
    if (!path || is_of_function) return;
    const char *behind = arena_printf(o->lower->front->arena, "*%s", path);
    o->leads_on = true;
    o->owner = o->is_filled && o->depth < DEEPEST ? behind : NULL;
    o->depth++;
    lower_assign(o->lower, target, lead_to_own(o, behind, target->type), o->place);
    o->depth--;
    o->owner = path;
}

static void overwrite_member(struct overwriting *o, expression target, const struct c_field *field) {
    const char *path = o->owner;
    if (path) o->owner = arena_printf(o->lower->front->arena, "%s.%s", path, field->name ? field->name : "");
    overwrite_place(o, build_member(o->lower->front, target, field, o->place));
    o->owner = path;
}

static void overwrite_place(struct overwriting *o, expression target) {
    const struct c_type *type = target->type;
    switch (type->kind) {
    case C_INTEGER:
    case C_FLOAT: overwrite_number(o, target); break;
    case C_ARRAY: overwrite_array(o, target); break;
    case C_RECORD:
        if (type->is_union) overwrite_union(o, target);
        for (uint32_t i = 0; !type->is_union && i < type->count; i++)
            if (!type->fields[i].is_const) overwrite_member(o, target, &type->fields[i]);
        break;
    case C_POINTER: overwrite_pointer(o, target); break;
    default: break;
    }
}

/* The pointer as it was before it was converted to `void *` and the like. */
static expression as_made(expression pointer) {
    while (pointer->kind == C_CONVERT && pointer->left->type->kind == C_POINTER) pointer = pointer->left;
    return pointer;
}

/* ---- pointers that the function may fill in ---- */

struct mentioning {
    const struct c_object *object;
    bool found;
};

static void look_for_object(void *context, const struct c_expression *e) {
    struct mentioning *mentioning = context;
    mentioning->found |= e->kind == C_OBJECT && e->object == mentioning->object;
}

/* A local that no code has given a value yet: whoever gets its address is to do that. */
static bool is_fresh(const struct lower *lower, expression target) {
    expression root = c_root(target);
    if (root->kind != C_OBJECT || root->object->storage != C_LOCAL) return false;
    struct mentioning mentioning = {.object = root->object};
    for (size_t i = 0; i < lower->code.count; i++) {
        const struct c_instruction *code = &lower->code.items[i];
        if (code->kind != C_CLEAR || code->gives_value) walk_instruction(code, look_for_object, &mentioning);
    }
    return !mentioning.found;
}

/* "`get`, `fill`" */
static void add_name(struct front *front, const char **names, const char *name) {
    const char *known = *names ? *names : "", *quoted = arena_printf(front->scratch, "`%s`", name);
    if (!strstr(known, quoted)) *names = arena_printf(front->arena, "%s%s%s", known, *known ? ", " : "", quoted);
}

/* `get(&p)`: it may leave p as it is. Returns where the filling ends; NO_LABEL: it does leave it. */
static label begin_filling(struct overwriting *o) {
    struct lower *lower = o->lower;
    struct front *front = lower->front;
    add_name(front, &front->program->filled, o->name);
    if (front->options->leaves_pointers) return NO_LABEL;
    label fill = lower_new_label(lower), end = lower_new_label(lower);
    expression choice = lower_temporary(lower, type_int(front), o->place);
    lower_choose(lower, choice, 0, 1, o->place)->text = o->name;
    lower_branch(lower, build_load(front, choice, o->place), fill, end, o->place);
    lower_place_label(lower, fill);
    o->is_filled = true;
    return end;
}

static void end_filling(struct overwriting *o, label end) {
    if (end != NO_LABEL) lower_place_label(o->lower, end);
}

/* Where such a pointer is null, or has no value, it may be another one. */
static void leave_pointers_open(const struct overwriting *o) {
    struct front *front = o->lower->front;
    front_leap(front, o->place, "`%s`, which has no body, sets other pointers", o->name);
    vec_last(&front->leaps).kind = LEAP_POINTERS;
}

static void tell_of_pointers(const struct overwriting *o) {
    struct front *front = o->lower->front;
    if (o->leads_on || o->leaves_pointers) leave_pointers_open(o);
    if (o->leads_on)
        front_assume_once(
            front, arena_printf(front->arena,
                                "a pointer that `%s` fills in leads to memory of its own, and is not null", o->name));
    if (o->leaves_pointers)
        front_assume_once(front,
                          arena_printf(front->arena, "`%s` leaves pointers as they are, in what it gets", o->name));
}

/* Which function it is then, nobody knows. */
static void doubt_function(struct front *front, const char *name, const struct c_type *type) {
    if (type->kind == C_POINTER && type->target->kind == C_FUNCTION)
        front_doubt(front, "`%s`, which has no body, gets the address of a pointer to a function, and may set it",
                    name);
}

static const struct c_type *element_of(const struct c_type *type) {
    while (type->kind == C_ARRAY) type = type->target;
    return type;
}

static void overwrite_object(struct overwriting *o, expression target) {
    struct front *front = o->lower->front;
    expression root = c_root(target);
    bool is_pointer = element_of(target->type)->kind == C_POINTER, is_new = is_fresh(o->lower, target);
    bool fills = root->kind == C_OBJECT && root->object->name && (is_pointer || is_new), needs_not = fills && !is_new;
    if (fills) o->owner = arena_printf(front->arena, "%s(&%s)", o->name, root->object->name);
    o->is_filled = fills;
    doubt_function(front, o->name, element_of(target->type));
    label end = needs_not ? begin_filling(o) : NO_LABEL;
    if (end != NO_LABEL || !needs_not) overwrite_place(o, target);
    end_filling(o, end);
    tell_of_pointers(o);
}

/* `get(p)`, which leads to so many. */
static void overwrite_behind(struct overwriting *o, expression pointer, expression count) {
    const struct c_type *type = pointer->type->target;
    bool is_pointer = type->kind == C_POINTER;
    if (is_pointer) o->owner = arena_printf(o->lower->front->arena, "%s(*)", o->name);
    doubt_function(o->lower->front, o->name, type);
    label end = is_pointer ? begin_filling(o) : NO_LABEL;
    if (end != NO_LABEL || !is_pointer) overwrite_elements(o, pointer, count);
    end_filling(o, end);
    tell_of_pointers(o);
}

bool missing_says_that_it_writes(const char *name) {
    static const char *const words[] = {"get",  "read", "recv", "receive", "rx",    "fetch",  "load",    "scan",
                                        "poll", "fill", "init", "copy",    "move",  "sample", "capture", "take",
                                        "pop",  "swap", "in",   "next",    "parse", NULL};
    return name_has_word_of(name, words) || strstr(name, "scanf");
}

/* `lcd_puts(text)`, which nothing declares: a header would say of most that they change nothing there. */
static bool only_reads(struct front *front, const char *name) {
    const struct invention *invention = invented_find(&front->invented, name);
    bool is_undeclared = missing_declaration(front, name) || (invention && invented_is_lacked(invention));
    if (!is_undeclared || missing_says_that_it_writes(name)) return false;
    add_name(front, &front->program->readers, name);
    return front->options->only_reads;
}

/* `recv(&message.header)`: a pointer to a structure's first member is one to all of it, too (6.7.2.1p15). */
static void tell_of_first_member(struct front *front, expression target, const char *name) {
    bool is_part = target->kind == C_MEMBER && target->type->kind == C_RECORD && !target->field->offset &&
                   !target->left->type->is_union && target->left->type->size > target->type->size;
    if (is_part)
        front_assume_once(front, arena_printf(front->arena,
                                              "`%s`, which gets the address of `%s`, leaves the rest of the structure "
                                              "that begins with it",
                                              name, target->field->name ? target->field->name : "a member"));
}

void missing_overwrite(struct lower *lower, expression pointer, const char *name, struct place place) {
    struct front *front = lower->front;
    struct overwriting o = {.lower = lower, .name = name, .place = place, .siblings = UINT16_MAX};
    pointer = as_made(pointer);
    const struct c_type *type = pointer->type->target;
    if (pointer->kind == C_CONSTANT || !type || type->kind == C_FUNCTION) return;
    if (pointer->kind == C_ADDRESS) {
        expression target = pointer->left;
        while (target->kind == C_INDEX) target = target->left; /* a pointer to an element leads to all of them */
        if (target->kind == C_OBJECT && (target->object->storage == C_STRING || target->object->is_const)) return;
        o.siblings = count_leaves(target->type);
        tell_of_first_member(front, target, name);
        if (is_fresh(lower, target) || !only_reads(front, name)) overwrite_object(&o, target);
        return;
    }
    if (only_reads(front, name)) return;
    if (type->kind == C_VOID || !type->size) {
        leave_pointers_open(&o); /* nobody knows what is there */
        type = type_integer(front, 1, false);
        pointer = build_convert(front, pointer, type_pointer_to(front, type), place);
    }
    pointer = lower_keep(lower, pointer, place);
    const struct c_type *size = type_integer(front, front->program->pointer_size, false);
    expression bytes = build_unary(front, C_ROOM, pointer, size, place);
    expression count = build_binary(front, C_DIVIDE, bytes, size_number(&o, type->size), size, place);
    overwrite_behind(&o, pointer, lower_keep(lower, count, place));
}

static bool is_one_alone(const struct osek_config *config) { return config->task_count + config->isr_count < 2; }

/* Nobody can write what such a pointer leads to. */
static bool leads_to_fixed(expression pointer) {
    pointer = as_made(pointer);
    const struct c_type *type = pointer->type->target;
    if (pointer->kind == C_CONSTANT || !type || type->kind == C_FUNCTION) return true;
    expression root = pointer->kind == C_ADDRESS ? c_root(pointer->left) : NULL;
    return root && root->kind == C_OBJECT && (root->object->storage == C_STRING || root->object->is_const);
}

void missing_show(struct front *front, expression pointer, const char *name) {
    static const char form[] = "`%s`, which has no body, only reads where its arguments for `...` lead";
    if (leads_to_fixed(pointer)) return;
    front_assume_once(front, arena_printf(front->arena, form, name));
    missing_read(front, pointer, name);
}

void missing_read(struct front *front, expression pointer, const char *name) {
    static const char form[] = "nobody writes meanwhile what `%s`, which has no body, reads through its pointers";
    if (leads_to_fixed(pointer)) return;
    if (!is_one_alone(front->names->config)) front_assume_once(front, arena_printf(front->arena, form, name));
}

static void assume(struct front *front, const char *name, const struct c_type *type, bool leads_on) {
    front_assume_once(
        front,
        arena_printf(front->arena, "`%s` returns a pointer to %u `%s` of its own, the same each time%s", name,
                     type->count, type->target->name,
                     leads_on ? ", in which pointers lead to other objects, with bytes that are 0 at first" : ""));
}

/* An object of the function's own. */
static expression returned_object(struct lower *lower, struct symbol *symbol, const struct c_type *type,
                                  struct place place) {
    struct front *front = lower->front;
    const struct c_type *elements = elements_behind(front, type);
    const char *path = arena_printf(front->arena, "*%s()", symbol->name);
    struct overwriting o = {.lower = lower,
                            .name = symbol->name,
                            .place = place,
                            .siblings = elements->count * count_leaves(elements->target),
                            .is_meant = !symbol->warned,
                            .owner = path};
    expression address = lead_to_own(&o, path, type);
    assume(front, symbol->name, elements, o.leads_on);
    if (o.leads_on || o.leaves_pointers) leave_pointers_open(&o);
    return address;
}

bool missing_result(struct lower *lower, struct symbol *symbol, expression target, struct place place) {
    const struct c_type *type = target->type;
    struct overwriting o = {.lower = lower,
                            .name = symbol->name,
                            .place = place,
                            .siblings = count_leaves(type),
                            .is_result = type->kind == C_INTEGER,
                            .is_of_macro = missing_may_be_macro(lower->front, symbol->name),
                            .is_meant = !symbol->warned,
                            .owner = arena_printf(lower->front->arena, "%s()", symbol->name)};
    if (type->kind == C_POINTER) {
        if (type->target->kind == C_FUNCTION) {
            diag_error(lower->front->diagnostics, place,
                       "`%s` has no body and returns a pointer to a function: give a stub that replaces it",
                       symbol->name);
            return false;
        }
        lower_assign(lower, target, returned_object(lower, symbol, type, place), place);
        return true;
    }
    overwrite_place(&o, target);
    if (o.leads_on || o.leaves_pointers) leave_pointers_open(&o);
    if (o.leads_on)
        front_assume_once(lower->front,
                          arena_printf(lower->front->arena,
                                       "pointers in what `%s` returns lead to memory of its own, and are not null",
                                       symbol->name));
    return true;
}

/* ---- telling ---- */

enum missing_kind { MISSING_UNDECLARED, MISSING_DECLARED, MISSING_SERVING, MISSING_MASKING, MISSING_QUIET };

static enum missing_kind kind_of(struct front *front, const char *name) {
    const struct left_service *left = left_services_find(front, name);
    if (left) return left->service ? MISSING_SERVING : MISSING_MASKING;
    if (left_services_are_quiet(front, name)) return MISSING_QUIET;
    return missing_declaration(front, name) ? MISSING_UNDECLARED : MISSING_DECLARED;
}

static void assume_functions(struct front *front, enum missing_kind kind, const char *one, const char *several) {
    struct some_names names = {.most = 5};
    for (size_t i = 0; i < front->missing.count; i++) {
        const char *name = front->missing.items[i];
        const struct left_service *left = left_services_find(front, name);
        if (kind_of(front, name) != kind) continue;
        some_names_add(&names, arena_printf(front->scratch, "`%s`", name),
                       !left           ? NULL
                       : left->service ? left->service
                                       : left->mask);
    }
    if (names.count)
        front_assume(front, arena_printf(front->scratch, "%s, which %s, %s", some_names_chars(&names),
                                         kind == MISSING_UNDECLARED ? "nothing declares"
                                         : names.count > 1          ? "have no body"
                                                                    : "has no body",
                                         names.count > 1 ? several : one));
    some_names_free(&names);
}

bool missing_refuse_open(struct front *front, const struct symbol *symbol, struct place place) {
    bool is_weak = symbol->is_weak || symbol->is_weak_reference;
    if (symbol->has_definition || (!is_weak && !pragmas_leave_open(front, symbol->name)) ||
        stubs_have_code(&front->stubs, symbol->name) || stubs_find(&front->stubs, STUB_REPLACE, symbol->name))
        return false;
    diag_error(
        front->diagnostics, place,
        "`%s` is weak, or a pragma gives it another name, and no source here defines it: give a stub, or a source",
        symbol->name);
    return true;
}

void missing_note(struct front *front, struct symbol *symbol, struct place place) {
    if (symbol->warned) return;
    symbol->warned = true;
    const char *whose = service_beyond(symbol->name);
    if (whose && service_sends(symbol->name) && front->names->notified) {
        diag_error(front->diagnostics, place,
                   "`%s` is a service of %s that cannot be modelled; give it a body that does what it does here (%s)",
                   symbol->name, whose, front->names->notified);
        return;
    }
    if (whose) {
        diag_error(front->diagnostics, place,
                   "`%s` is a service of %s that cannot be modelled; give it a body, or say in a file for --stubs that "
                   "it does nothing (`StatusType %s() in 0`)",
                   symbol->name, whose, symbol->name);
        return;
    }
    vec_push(&front->missing, symbol->name);
    if (front->missing.count == 1) front->first_missing = place;
}

static void doubt_call(struct front *front, const struct c_instruction *code) {
    const struct c_type *type = code->value->type->target;
    for (size_t i = 0; type && i < front->left_functions.count; i++) {
        const struct c_left *left = &front->left_functions.items[i];
        if (strcmp(left->type->name, type->name) != 0) continue;
        front_doubt(front, "`%s`, which has no body, may set the pointer to a function by which %s:%u calls", left->by,
                    place_file(code->place), code->place.line);
        return;
    }
}

void missing_doubt_calls(struct front *front) {
    for (size_t f = 0; front->left_functions.count && f < front->functions.count; f++)
        for (uint32_t i = 0; i < front->functions.items[f]->code_count; i++) {
            const struct c_instruction *code = &front->functions.items[f]->code[i];
            if (code->kind == C_CALL && !code->callee) doubt_call(front, code);
        }
}

void missing_tell(struct front *front) {
    struct text names = {0};
    bool gives_enumerators = front->enumerations->enumerator_givers.count || front->enumerations->flag_givers.count;
    if (!front->missing.count) return;
    assume_functions(
        front, MISSING_UNDECLARED,
        "is somebody else's function, and changes nothing but what it gets pointers to, and keeps none of them, nor "
        "calls services",
        "are functions of somebody else, and change nothing but what they get pointers to, and keep none of them, nor "
        "call services");
    assume_functions(front, MISSING_DECLARED,
                     "changes nothing but what it gets pointers to, and keeps none of them, nor calls services",
                     "change nothing but what they get pointers to, and keep none of them, nor call services");
    assume_functions(
        front, MISSING_QUIET,
        "changes nothing but what it gets pointers to, and keeps none of them, nor calls services that others notice",
        "change nothing but what they get pointers to, and keep none of them, nor call services that others notice");
    assume_functions(front, MISSING_MASKING,
                     "changes nothing but what it gets pointers to, and keeps none of them, and keeps no interrupt "
                     "out, nor lets one come, as its code does, which was left out",
                     "change nothing but what they get pointers to, and keep none of them, and keep no interrupt out, "
                     "nor let one come, as their code does, which was left out");
    assume_functions(front, MISSING_SERVING,
                     "changes nothing but what it gets pointers to, and keeps none of them, and the services are no "
                     "matter that its code calls, which was left out",
                     "change nothing but what they get pointers to, and keep none of them, and the services are no "
                     "matter that their code calls, which was left out");
    for (size_t i = 0; i < front->missing.count; i++)
        text_printf(&names, "%s`%s`", i ? ", " : "", front->missing.items[i]);
    diag_warning(
        front->diagnostics, front->first_missing,
        "%s no body, may return any value of %s type%s and write any number where %s pointers lead, and %s "
        "nothing else (say more in a file for --stubs: `int f() in 0..9`, `void f() does nothing`): %s",
        front->missing.count > 1 ? "functions have" : "a function has", front->missing.count > 1 ? "their" : "its",
        gives_enumerators ? " (of an enumeration: what its enumerators make)" : "",
        front->missing.count > 1 ? "their" : "its", front->missing.count > 1 ? "do" : "does", text_chars(&names));
    text_free(&names);
}
