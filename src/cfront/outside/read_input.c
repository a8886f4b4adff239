#include "cfront/outside/read_input.h"

#include "cfront/outside/assign.h"
#include "cfront/outside/enumeration.h"
#include "cfront/outside/inputs.h"
#include "cfront/outside/open_widths.h"
#include "cfront/outside/registers.h"
#include "cfront/program/types.h"

/* False: it is known only when the program runs which element is meant. */
static bool register_address(expression e, uint64_t *address) {
    if (e->kind == C_DEREFERENCE) {
        *address = (uint64_t)e->left->integer;
        return true;
    }
    const struct c_expression *index = e->kind == C_INDEX ? c_constant(e->right) : NULL;
    if (!register_address(e->left, address) || (e->kind == C_INDEX && !index)) return false;
    *address += index ? (uint64_t)index->integer * e->type->size : e->field->offset;
    return true;
}

/* As a stub names it: "wheel.speed", whichever element it is. */
static const char *input_name(struct lower *lower, expression e) {
    if (e->kind == C_OBJECT) return e->object->name ? e->object->name : "";
    const char *outer = input_name(lower, e->left);
    if (e->kind != C_MEMBER || !*e->field->name) return outer;
    return arena_printf(lower->front->scratch, "%s.%s", outer, e->field->name);
}

/* As a stub names it: by its own address; "" if that is not known. */
static const char *register_input(struct lower *lower, expression e) {
    uint64_t address;
    if (!register_address(e, &address)) return "";
    return arena_printf(lower->front->scratch, "0x%llx", (unsigned long long)address);
}

/* Of the member, or of one that it is a part of. */
static struct stub *stub_of_part(struct lower *lower, expression e) {
    struct stub *stub = stubs_find(&lower->front->stubs, STUB_INPUT, input_name(lower, e));
    return stub || e->kind == C_OBJECT ? stub : stub_of_part(lower, e->left);
}

static struct stub *stub_of_input(struct lower *lower, expression e) {
    if (c_root(e)->kind == C_OBJECT) return stub_of_part(lower, e);
    return stubs_find(&lower->front->stubs, STUB_INPUT, register_input(lower, e));
}

/* As a stub names it, if it can. */
static const char *name_of_input(struct lower *lower, expression e) {
    const char *name = c_root(e)->kind == C_OBJECT ? input_name(lower, e) : register_input(lower, e);
    if (!*name) name = lower_register_name(lower->front, e);
    return arena_text(lower->front->arena, name);
}

/* The values that one read of an input may give; and the stub that says so, or NULL. */
static struct stub *input_range(struct lower *lower, expression e, int64_t *low, int64_t *high) {
    expression root = c_root(e);
    unsigned bits = c_bits_at(e);
    struct stub *stub = stub_of_input(lower, e);
    enumeration_range_at(lower->front, e, stub ? NULL : name_of_input(lower, e), low, high);
    inputs_narrow(lower->front, e->type, low, high);
    if (root->kind == C_OBJECT) {
        const struct c_type *type = root->type;
        while (type->kind == C_ARRAY) type = type->target;
        if (type == e->type && root->object->is_input) *low = root->object->low, *high = root->object->high;
    }
    if (stub && (root->kind != C_OBJECT || root != e)) inputs_take_stub(lower->front, stub, e->type, bits, low, high);
    return stub;
}

/* The members of what `e` is, as far as they are told apart; NULL: they are not, and `*is_own` says whose they are. */
static const struct c_own *own_members(expression e, const struct c_object *object, bool *is_own) {
    if (e->kind == C_INDEX) return own_members(e->left, object, is_own);
    if (e->kind != C_MEMBER) return object->own;
    const struct c_own *outer = own_members(e->left, object, is_own);
    const struct c_type *record = e->left->type;
    if (!outer) return NULL;
    const struct c_own *own = &outer[e->field - record->fields];
    *is_own = own->is_own;
    return own->is_own ? NULL : own->members;
}

/* Is it, or is it a part of, a member that the program itself writes? */
static bool is_own(expression e, const struct c_object *object) {
    bool is_own = false;
    own_members(e, object, &is_own);
    return is_own;
}

static bool is_input(expression e) {
    expression root = c_root(e);
    if (root->kind != C_OBJECT) return lower_is_register(e);
    return root->object->is_input || (root->object->has_inputs && e->is_volatile && !is_own(e, root->object));
}

/* Numbers that one copy of a structure reads from outside, at most. */
enum { MOST_INPUTS = 64 };

struct reading {
    struct lower *lower;
    struct place place;
    unsigned count;
    const struct cfront_number *value; /* what it is for once; or NULL */
};

static void refuse_input(struct reading *reading, const char *why) {
    diag_error(reading->lower->front->diagnostics, reading->place,
               "%s (`volatile NAME is memory`, in a stubs file, makes it an ordinary variable)", why);
}

static void read_parts(struct reading *reading, expression from, expression to);

static void read_elements(struct reading *reading, expression from, expression to) {
    struct front *front = reading->lower->front;
    for (uint32_t i = 0; i < from->type->count && reading->count <= MOST_INPUTS; i++) {
        expression index = build_integer(front, type_int(front), i, reading->place);
        read_parts(reading, build_index(front, from, index, reading->place),
                   build_index(front, to, index, reading->place));
    }
}

/* Of a union, the widest member: the others are made of its bytes. */
static void read_members(struct reading *reading, expression from, expression to) {
    const struct c_type *type = from->type;
    const struct c_field *widest = NULL;
    for (uint32_t i = 0; i < type->count; i++)
        if (!widest || type->fields[i].type->size > widest->type->size) widest = &type->fields[i];
    for (uint32_t i = 0; i < type->count && reading->count <= MOST_INPUTS; i++) {
        const struct c_field *field = &type->fields[i];
        if (type->is_union && field != widest) continue;
        read_parts(reading, build_member(reading->lower->front, from, field, reading->place),
                   build_member(reading->lower->front, to, field, reading->place));
    }
}

/* Others may be about to write it (race.h). */
static void note_read(struct reading *reading, struct c_instruction *choice, expression from) {
    struct front *front = reading->lower->front;
    const struct c_expression **address = arena_new_array(front->arena, const struct c_expression *, 1);
    address[0] = build_address(front, from, type_pointer_to(front, from->type), reading->place);
    choice->arguments = address;
    choice->argument_count = 1;
}

/* One that is read. */
struct input {
    struct reading *reading;
    expression from, to;
};

static void choose_input(void *context, int64_t low, int64_t high) {
    const struct input *input = context;
    struct lower *lower = input->reading->lower;
    expression root = c_root(input->from);
    struct c_instruction *choice = lower_choose(lower, input->to, low, high, input->reading->place);
    choice->is_register = root->kind != C_OBJECT;
    if (choice->is_register) lower_note_register(lower->front, input->from);
    if (!choice->is_register) inputs_note_read(lower->front, root->object);
    if (!choice->is_register && root->object->is_elsewhere) note_read(input->reading, choice, input->from);
    choice->text = name_of_input(lower, input->from);
}

static void choose_any_input(const struct input *input) {
    struct reading *reading = input->reading;
    struct lower *lower = reading->lower;
    int64_t low, high;
    bool is_said = input_range(lower, input->from, &low, &high);
    bool is_enumeration = !is_said && input->from->type->enumerators;
    expression to = is_enumeration ? enumeration_room(lower, input->to, reading->place) : input->to;
    struct input chosen = {reading, input->from, to};
    if (is_enumeration)
        enumeration_choose(lower, to->type, low, high, choose_input, &chosen, reading->place);
    else
        open_widths_choose(lower, reading->value, low, high, choose_input, &chosen, reading->place);
    enumeration_settle(lower, input->to, to, reading->place);
}

/* What is an input in `from` becomes any of its values in `to`. */
static void read_parts(struct reading *reading, expression from, expression to) {
    if (from->type->kind == C_ARRAY) {
        read_elements(reading, from, to);
    } else if (from->type->kind == C_RECORD) {
        read_members(reading, from, to);
    } else if (is_input(from) && from->type->kind != C_INTEGER) {
        refuse_input(reading, "an input that is no integer is read");
    } else if (is_input(from) && ++reading->count <= MOST_INPUTS) {
        choose_any_input(&(struct input){reading, from, to});
    } else if (is_input(from)) {
        refuse_input(reading, "a structure with more than 64 inputs is read as a whole");
    }
}

/* Registers that are no integers are found out about when they are read. */
bool lower_reads_input(expression e) {
    expression root = c_root(e);
    if (root->kind != C_OBJECT) return lower_is_register(e) && e->type->kind == C_INTEGER;
    return e->type->kind == C_RECORD ? root->object->is_input || root->object->has_inputs : is_input(e);
}

/* The members of a structure that are no inputs are what they are. */
expression lower_input(struct lower *lower, expression e, struct place place) {
    expression temporary = lower_temporary(lower, e->type, place), root = c_root(e);
    if (e->type->kind == C_RECORD && !root->object->is_input)
        lower_assign(lower, temporary, build_load(lower->front, e, place), place);
    read_parts(&(struct reading){lower, place, 0, open_widths_of_type(lower->front, lower->read_type)}, e, temporary);
    return temporary;
}
