#include "app/exec/widened.h"

#include "app/exec/symbolic.h"
#include "search/nodeset.h"
#include "search/store.h"

/* A place, or all places of an object together: elements that take few values each may take them in many ways. */
struct place_key {
    uint64_t object;  /* its address here */
    uint32_t context; /* whose stack it lies on */
    uint32_t offset, size;
    uint32_t whole; /* all of the object, and 0 for offset and size */
};

struct wide_place {
    const struct c_object *object;
    uint32_t count; /* values so far */
    bool is_wide;
};

struct value_key {
    uint32_t place, is_term;
    uint64_t value;
};

struct widened {
    unsigned most;
    const struct widened_code *code;
    bool has_grown;
    struct nodeset keys; /* of places; likewise numbered: */
    VEC(struct wide_place) places;
    struct nodeset values; /* that places have taken */
    uint64_t terms;        /* that were too large to tell from others */
};

enum { MOST_TERM_PARTS = 40, MOST_ELEMENTS = 64 };

struct widened *widened_new(unsigned most, const struct widened_code *code) {
    struct widened *widened = memory_new(sizeof *widened);
    widened->most = most;
    widened->code = code;
    return widened;
}

void widened_free(struct widened *widened) {
    if (!widened) return;
    nodeset_free(&widened->keys);
    nodeset_free(&widened->values);
    vec_free(&widened->places);
    free(widened);
}

bool widened_has_grown(const struct widened *widened) { return widened->has_grown; }

void widened_next_round(struct widened *widened) {
    for (size_t i = 0; i < widened->places.count; i++) {
        struct wide_place *place = &widened->places.items[i];
        place->is_wide |= place->count > widened->most / 2 && widened->has_grown;
        place->count = 0;
    }
    nodeset_clear(&widened->values);
    widened->has_grown = false;
}

/* ---- places ---- */

static uint32_t number_of(struct widened *widened, const struct cell *cell, const struct place_key *key) {
    uint32_t number;
    if (!nodeset_add(&widened->keys, key, sizeof *key, store_hash(key, sizeof *key), &number)) return number;
    vec_push(&widened->places, (struct wide_place){.object = cell->object});
    return number;
}

static struct place_key key_of(struct machine *machine, const struct cell *cell, const struct c_type *type) {
    return (struct place_key){.object = (uint64_t)(uintptr_t)cell->object,
                              .context = cell->context,
                              .offset = memory_offset(machine, cell),
                              .size = type->size};
}

/* ---- values ---- */

/* Of the structure of a term, but for which inputs are in it. `left`: so many parts of it are looked at. */
static uint64_t shape_of(const struct terms *terms, uint32_t term, unsigned *left) {
    if (!term) return 0;
    if (!*left) return 1;
    --*left;
    struct term node = term_get(terms, term);
    uint64_t parts[5] = {node.op, node.width, node.op == TERM_VARIABLE ? 0 : node.value};
    parts[3] = shape_of(terms, node.left, left);
    parts[4] = shape_of(terms, node.right, left);
    return store_hash(parts, sizeof parts);
}

static struct value_key value_of(struct widened *widened, struct symbolic *symbolic, const struct c_type *type,
                                 const unsigned char *bytes) {
    struct value_key key = {0};
    uint32_t term = symbolic_read(symbolic, bytes, type->size);
    if (term) {
        unsigned left = MOST_TERM_PARTS;
        key.is_term = 1;
        key.value = shape_of(&symbolic->terms, term, &left);
        if (!left) key.value = ++widened->terms, key.is_term = 2;
    } else {
        memcpy(&key.value, bytes, type->size);
    }
    return key;
}

static void take(struct widened *widened, uint32_t place, struct value_key key) {
    uint32_t number;
    key.place = place;
    if (!nodeset_add(&widened->values, &key, sizeof key, store_hash(&key, sizeof key), &number)) return;
    struct wide_place *taken = &widened->places.items[place];
    if (++taken->count > widened->most) widened->has_grown = true;
}

/* ---- writing ---- */

static bool is_number(const struct c_type *type) {
    return type->kind == C_INTEGER && !type->is_bool && type->size <= 8;
}

struct range {
    int64_t low, high;
};

static struct range range_of_type(const struct c_type *type) {
    struct range range;
    c_range_of_bits(type, type->size * 8, &range.low, &range.high);
    return range;
}

/* Of what the instruction that is being executed stores. */
static struct range range_of_stored(const struct machine *machine, const struct c_type *type) {
    struct interval stored = machine->symbolic->widened->code->stored[machine_instruction_number(machine)];
    bool is_narrower = stored.low <= stored.high && interval_within(stored, bounds_of_type(type));
    return is_narrower ? (struct range){(int64_t)stored.low, (int64_t)(uint64_t)stored.high} : range_of_type(type);
}

/* Bytes that are any number of these from now on. */
static void put_any(struct symbolic *symbolic, const struct c_type *type, struct range range, unsigned char *bytes) {
    uint64_t value;
    uint32_t input = symbolic_input(symbolic, type, type->size * 8, range.low, range.high, &value);
    memory_encode(type, NULL, bytes, (int64_t)value);
    symbolic_write(symbolic, bytes, type->size, input);
}

/* All elements of an array are any numbers together: which of them have been written makes no more states. */
static void put_others(struct symbolic *symbolic, const struct cell *cell, const struct c_type *type, uint32_t offset) {
    const struct c_type *array = cell->object->type;
    bool is_plain = array->kind == C_ARRAY && array->target == type && array->count <= MOST_ELEMENTS;
    if (!is_plain || cell->context != OSEK_NONE || offset % type->size) return;
    for (uint32_t i = 0; i < array->count; i++)
        if (i * type->size != offset)
            put_any(symbolic, type, range_of_type(type), cell->bytes - offset + (size_t)i * type->size);
}

const unsigned char *widened_write(struct machine *machine, const struct cell *cell, const struct c_type *type,
                                   const unsigned char *bytes, unsigned char room[16]) {
    struct symbolic *symbolic = machine->symbolic;
    struct widened *widened = symbolic->widened;
    if (!is_number(type) || cell->bits || cell->hardware) return bytes;
    struct place_key key = key_of(machine, cell, type);
    struct place_key whole = {.object = key.object, .context = key.context, .whole = 1};
    uint32_t place = number_of(widened, cell, &key), all = number_of(widened, cell, &whole);
    if (!widened->places.items[place].is_wide && !widened->places.items[all].is_wide) {
        struct value_key value = value_of(widened, symbolic, type, bytes);
        take(widened, place, value);
        value.value ^= (uint64_t)key.offset << 40;
        take(widened, all, value);
        return bytes;
    }
    if (widened->places.items[all].is_wide) put_others(symbolic, cell, type, key.offset);
    put_any(symbolic, type, range_of_stored(machine, type), room);
    return room;
}

void widened_visit(const struct widened *widened, widened_visitor visit, void *context) {
    for (size_t i = 0; i < widened->places.count; i++) {
        bool seen = !widened->places.items[i].is_wide;
        for (size_t k = 0; !seen && k < i; k++)
            seen =
                widened->places.items[k].is_wide && widened->places.items[k].object == widened->places.items[i].object;
        if (!seen) visit(context, widened->places.items[i].object);
    }
}

/* ---- loops that count ---- */

bool widened_is_counted(const struct machine *machine) {
    const struct context_run *run = machine->run;
    const uint32_t *first = machine->subject->first_instruction;
    if (!machine->subject->enabled[APP_CHECK_OVERFLOW]) return false; /* numbers wrap around */
    for (uint32_t i = 0; i < run->frame_count; i++)
        if (machine->symbolic->widened->code->uncounted[first[run->frames[i].function->index] + run->frames[i].next])
            return false;
    return true;
}

bool widened_goes_on_counting(const struct machine *machine) {
    return machine->current != OSEK_NONE && !machine->ends && !machine->is_elsewhere && widened_is_counted(machine);
}
